//! What is typed for an answer, checked.

use super::question::{Pick, Reading, without_article};
use crate::words::count;

/// Why an answer cannot be; one line that says what can.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AnswerError {
    #[error("`{typed}` is no number; type {low} to {high}{dice}")]
    NoNumber {
        typed: String,
        low: u8,
        high: u8,
        /// What else can be typed.
        dice: &'static str,
    },
    #[error("{dice} cannot show {given} of them; type 0 to {most}")]
    TooMany { given: u64, dice: String, most: u8 },
    #[error("a die shows 1 to 6, not {0}")]
    NoFace(u64),
    #[error("two dice add up to 2 to 12, not {0}")]
    NoSum(u64),
    #[error("{dice} to be rolled, and {given} numbers typed")]
    OtherDice { dice: String, given: usize },
    #[error("the list has {count} lines; there is none numbered {given}")]
    NoLine { given: u64, count: usize },
    #[error("no {0} is left")]
    Gone(String),
    #[error("`{typed}` may be {names}; type more of it, or the number")]
    Unclear { typed: String, names: String },
    #[error("`{typed}` is not in the list: {names}")]
    NoName { typed: String, names: String },
}

impl Reading {
    /// The answer that was typed: the number that was asked for, or the dice themselves, in any order
    /// (`4 2 6`); for a list the place from 0, by its number, or by its name or what it is, or enough of either.
    ///
    /// # Errors
    /// What cannot be, with what can.
    ///
    /// ```
    /// use moonbase_play::table::Reading;
    /// let hits = Reading::Count { dice: 3, at_least: 4 };
    /// assert_eq!((hits.read("2"), hits.read("4 2 6")), (Ok(2), Ok(2)));
    /// assert_eq!(hits.read("4").unwrap_err().to_string(), "3 dice cannot show 4 of them; type 0 to 3");
    /// ```
    pub fn read(&self, typed: &str) -> Result<u8, AnswerError> {
        if let Reading::Pick { picks, gone } = self {
            return pick(picks, gone, typed.trim());
        }
        let words = typed.split([' ', ',', '+', '\t']);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let numbers: Option<Vec<u64>> = words.iter().map(|word| word.parse().ok()).collect();
        match numbers.as_deref() {
            Some([one]) => self.number(*one),
            Some(faces @ [_, _, ..]) => self.thrown(faces),
            _ => Err(self.no_number(typed)),
        }
    }

    /// The dice that are rolled.
    fn dice(&self) -> u8 {
        match self {
            Reading::Count { dice, .. } | Reading::Best { dice } => *dice,
            Reading::Sum => 2,
            Reading::Face | Reading::Pick { .. } => 1,
        }
    }

    fn no_number(&self, typed: &str) -> AnswerError {
        let (low, high) = self.range().unwrap_or((1, 1));
        let dice = match self.dice() {
            1 => "",
            _ => ", or what each die shows",
        };
        AnswerError::NoNumber {
            typed: shortened(typed),
            low,
            high,
            dice,
        }
    }

    fn number(&self, given: u64) -> Result<u8, AnswerError> {
        let (low, high) = self.range().unwrap_or((1, 1));
        match u8::try_from(given) {
            Ok(number) if (low..=high).contains(&number) => Ok(number),
            _ => Err(match self {
                Reading::Count { dice, .. } => AnswerError::TooMany {
                    given,
                    dice: count(*dice, "die", "dice"),
                    most: *dice,
                },
                Reading::Sum => AnswerError::NoSum(given),
                _ => AnswerError::NoFace(given),
            }),
        }
    }

    /// The answer that these dice come to.
    fn thrown(&self, faces: &[u64]) -> Result<u8, AnswerError> {
        if faces.len() != usize::from(self.dice()) {
            let (dice, given) = (count(self.dice(), "die is", "dice are"), faces.len());
            return Err(AnswerError::OtherDice { dice, given });
        }
        if let Some(face) = faces.iter().find(|face| !(1..=6).contains(*face)) {
            return Err(AnswerError::NoFace(*face));
        }
        let faces = faces.iter().map(|face| *face as u8);
        Ok(match self {
            Reading::Count { at_least, .. } => faces.filter(|f| f >= at_least).count() as u8,
            Reading::Sum => faces.sum(),
            _ => faces.max().unwrap_or(1),
        })
    }
}

/// Does a pick fit what was typed?
type Fits<'a> = &'a dyn Fn(&Pick) -> bool;

/// So much of a name is enough, if it is the only one that begins so. Single letters are commands.
const LEAST_BEGINNING: usize = 2;

fn pick(picks: &[Pick], gone: &[Pick], typed: &str) -> Result<u8, AnswerError> {
    if let Ok(given) = typed.parse::<u64>() {
        let count = picks.len();
        let place = usize::try_from(given).ok().and_then(|n| n.checked_sub(1));
        let place = place.filter(|place| *place < count);
        return place
            .map(|place| place as u8)
            .ok_or(AnswerError::NoLine { given, count });
    }
    let places = |fits: &dyn Fn(&Pick) -> bool| -> Vec<usize> {
        let fitting = picks.iter().enumerate().filter(|(_, pick)| fits(pick));
        fitting.map(|(place, _)| place).collect()
    };
    let lower = one_blank(without_article(typed)).to_lowercase();
    let named = |pick: &Pick| pick.name.to_lowercase() == lower;
    let meant = |pick: &Pick| pick.what().to_lowercase() == lower;
    let begun = |pick: &Pick| {
        let begins = |text: &str| text.to_lowercase().starts_with(&lower);
        lower.len() >= LEAST_BEGINNING && (begins(&pick.name) || begins(pick.what()))
    };
    // The surest reading first; what is in the box no more is not taken for something that begins alike.
    let readings: [(Fits<'_>, bool); 3] = [(&named, true), (&meant, true), (&begun, false)];
    for (fits, whole) in readings {
        let found = places(fits);
        match found[..] {
            [one] => return Ok(one as u8),
            [] if whole && gone.iter().any(fits) => return Err(AnswerError::Gone(lower.clone())),
            [] => {}
            _ => {
                return Err(AnswerError::Unclear {
                    typed: shortened(typed),
                    names: names(picks, &found),
                });
            }
        }
    }
    Err(AnswerError::NoName {
        typed: shortened(typed),
        names: names(picks, &places(&|_: &Pick| true)),
    })
}

fn names(picks: &[Pick], places: &[usize]) -> String {
    let names: Vec<&str> = places.iter().map(|p| picks[*p].name.as_str()).collect();
    names.join(", ")
}

/// With one blank between two words.
fn one_blank(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Foreign text in a message: not too long.
fn shortened(typed: &str) -> String {
    typed.trim().chars().take(40).collect()
}
