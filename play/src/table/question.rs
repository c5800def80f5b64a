//! What a person is asked about a roll or a draw.

use crate::draw::Draw;
use crate::words::Played;

/// One thing to roll or draw, and one thing to read off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// `Roll 3 dice for the cannon of Gun Mobile G1: how many show 4 or more?`
    pub text: String,
    /// What the rules make of it, as a sentence; empty where that goes without saying.
    pub note: String,
    pub reading: Reading,
}

/// What can be answered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reading {
    /// How many of so many dice show at least that.
    Count { dice: u8, at_least: u8 },
    /// What one die shows.
    Face,
    /// What two dice add up to.
    Sum,
    /// The highest of so many dice (at least two).
    Best { dice: u8 },
    /// One of a list, by its number from 1, by its name or by what it is in words.
    Pick {
        picks: Vec<Pick>,
        /// What can be in such a list, but not now.
        gone: Vec<Pick>,
    },
}

/// Something to pick from a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pick {
    /// What is typed, but for its number.
    pub name: String,
    /// What it is, and behind a colon what else there is to say: `a sharp bend: 3 left`.
    pub words: String,
}

impl Pick {
    /// What it is in words, without an article: `sharp bend`.
    pub(super) fn what(&self) -> &str {
        let what = self.words.split(':').next().unwrap_or_default();
        without_article(what.trim())
    }
}

/// `sharp bend` for `a sharp bend`.
pub(super) fn without_article(words: &str) -> &str {
    match words.split_once(' ') {
        Some((first, rest)) if ["a", "an", "the"].contains(&first.to_lowercase().as_str()) => {
            rest.trim_start()
        }
        _ => words,
    }
}

/// What a chance node wants to know next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Asked<C> {
    Question(Question),
    /// The answers come to this.
    Outcome(C),
}

/// A game that can be played on a real table, with the program beside it.
pub trait AtTable: Draw {
    /// What is to be asked at a chance node after these answers, or the outcome that they come to.
    ///
    /// `answers` are to the questions that came before, in order, each as [`Reading::read`] gives it. Nothing is asked
    /// that makes no difference any more.
    fn ask(&self, answers: &[u8]) -> Asked<Self::Chance>;

    /// How the table is set, as sentences, from the game's start position.
    fn setting_out(&self) -> Vec<String>;

    /// What is to be measured on the table for something that is played from here, for each size of figures that the rules
    /// know; empty where nothing is.
    fn measured(&self, _played: Played<Self>) -> String {
        String::new()
    }
}

impl Question {
    /// How many hits, or what the only die shows: `what` is rolled, for whom.
    pub(crate) fn hits(what: &str, dice: u8, at_least: u8) -> Question {
        let (text, reading) = match dice {
            1 => (
                format!("Roll 1 die for {what}: what does it show?"),
                Reading::Face,
            ),
            _ => {
                let show = match at_least {
                    6 => "show a 6".into(),
                    least => format!("show {least} or more"),
                };
                let text = format!("Roll {dice} dice for {what}: how many {show}?");
                (text, Reading::Count { dice, at_least })
            }
        };
        let note = match dice {
            1 => format!("It hits on {}.", faces_from(at_least)),
            _ => String::new(),
        };
        Question {
            text,
            note,
            reading,
        }
    }

    /// What one die shows.
    pub(crate) fn face(what: &str, note: String) -> Question {
        Question {
            text: format!("Roll 1 die {what}: what does it show?"),
            note,
            reading: Reading::Face,
        }
    }

    /// The highest of some dice.
    pub(crate) fn best(what: &str, dice: u8, note: String) -> Question {
        match dice {
            1 => Question::face(what, note),
            _ => Question {
                text: format!("Roll {dice} dice {what}: what does the highest show?"),
                note,
                reading: Reading::Best { dice },
            },
        }
    }

    /// The question with what can be answered: `... how many show 4 or more? (0 to 3)`.
    pub fn line(&self) -> String {
        match self.reading.range() {
            Some((low, high)) => format!("{} ({low} to {high})", self.text),
            None => self.text.clone(),
        }
    }
}

impl Reading {
    /// The lowest and the highest answer; `None` for lists.
    pub fn range(&self) -> Option<(u8, u8)> {
        match self {
            Reading::Count { dice, .. } => Some((0, *dice)),
            Reading::Face | Reading::Best { .. } => Some((1, 6)),
            Reading::Sum => Some((2, 12)),
            Reading::Pick { .. } => None,
        }
    }

    /// Hits that an answer to [`Question::hits`] comes to.
    pub(crate) fn hits_of(dice: u8, at_least: u8, answer: u8) -> u8 {
        match dice {
            1 => u8::from(answer >= at_least),
            _ => answer,
        }
    }
}

/// `4, 5 or 6`.
pub(crate) fn faces_from(least: u8) -> &'static str {
    match least {
        ..=1 => "anything",
        2 => "2 or more",
        3 => "3 or more",
        4 => "4, 5 or 6",
        5 => "5 or 6",
        _ => "a 6",
    }
}
