//! Game records: text files that a person can read and edit, and that replay a game exactly.
//!
//! ```text
//! [game "ufo-mini"]
//! [option.aliens 6]
//! [seed 7]
//! [shado "scripted"]
//!
//! # Words in the order of play; a comment runs to the end of its line.
//! 1. C:move:2 C:done G1:cannon:1,0 hits:1
//! ```
//!
//! A tag is `[name value]` on a line of its own, the value in JSON. `game` is required: a game or
//! preset; `option.NAME` gives an option that differs from it. All others only inform, save
//! `result`, which must be the outcome if the words reach the end of the game. Then come the actions
//! and chance outcomes in the game's notation, any number on a line. Words such as `12.` number the
//! turns for the reader and are skipped. `docs/notation.md` says the same for players.

use std::fmt::{self, Display, Write};

use serde_json::{Map, Value};

use crate::game::{Game, Turn};
use crate::options::RuleOptions;
use crate::registry::{RegistryError, options_from, preset_of};

mod layout;
mod word;

use layout::Lines;
pub use layout::listing;
pub use word::{WordError, play_word};

/// The prefix of the tags that hold rule options.
const OPTION: &str = "option.";

/// A game record: see the module's documentation.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    game: String,
    options: Map<String, Value>,
    tags: Vec<(String, Value)>,
    words: Vec<Word>,
}

/// An action or a chance outcome, and where it stands.
#[derive(Clone, PartialEq, Debug)]
pub struct Word {
    pub text: String,
    place: Place,
}

/// Where in a record something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Line of the text, counted from 1.
    Line(usize),
    /// Number of the word, counted from 1, in a record that was not read from text.
    Word(usize),
    Whole,
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Line(line) => write!(f, "line {line}: "),
            Place::Word(number) => write!(f, "word {number}: "),
            Place::Whole => Ok(()),
        }
    }
}

/// Why a record cannot be read or replayed, and where.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{place}{problem}")]
pub struct RecordError {
    pub place: Place,
    pub problem: RecordProblem,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum RecordProblem {
    #[error(
        "`{0}` is no tag; write [name value] with the value in JSON, such as [seed 7] or [game \"ufo\"]"
    )]
    Tag(String),
    #[error("the tag `{0}` is given twice; remove one")]
    Twice(String),
    #[error("the tag `game` must be a text, such as [game \"ufo\"]")]
    Game,
    #[error("no game is named; add a line such as [game \"ufo\"]")]
    NoGame,
    #[error("this record is of `{0}`, which is not a preset of `{1}`")]
    OtherGame(String, &'static str),
    #[error(transparent)]
    Setup(#[from] RegistryError),
    #[error(transparent)]
    Word(#[from] WordError),
    #[error("the tag `result` says {tag}, but the game ends {outcome}; correct one of them")]
    Result { tag: Value, outcome: &'static str },
}

impl RecordProblem {
    fn at(self, place: Place) -> RecordError {
        let problem = self;
        RecordError { place, problem }
    }
}

impl Record {
    /// An empty record of a game under a preset's name and `options`.
    ///
    /// # Errors
    /// A name that is no preset of `G`.
    pub fn new<G: Game>(preset: &str, options: &G::Options) -> Result<Self, RegistryError> {
        let base = preset_of::<G>(preset)?;
        Ok(Record {
            game: preset.into(),
            options: options.difference(&base),
            tags: Vec::new(),
            words: Vec::new(),
        })
    }

    /// The game or preset.
    pub fn game(&self) -> &str {
        &self.game
    }

    /// The options that differ from the preset.
    pub fn options(&self) -> &Map<String, Value> {
        &self.options
    }

    /// The value of a tag other than `game` and options.
    pub fn tag(&self, name: &str) -> Option<&Value> {
        let found = self.tags.iter().find(|(tag, _)| tag == name);
        found.map(|(_, value)| value)
    }

    /// Sets or replaces a tag other than `game` and options.
    pub fn set_tag(&mut self, name: &str, value: impl Into<Value>) {
        self.tags.retain(|(tag, _)| tag != name);
        self.tags.push((name.into(), value.into()));
    }

    /// The actions and chance outcomes in order.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// Appends an action or a chance outcome.
    pub fn push(&mut self, word: impl Display) {
        let place = Place::Word(self.words.len() + 1);
        let text = word.to_string();
        self.words.push(Word { text, place });
    }

    /// Keeps only the first `len` words (to take moves back).
    pub fn truncate(&mut self, len: usize) {
        self.words.truncate(len);
    }

    /// The start position.
    ///
    /// # Errors
    /// The record is of another game, or its options are refused.
    pub fn start<G: Game>(&self) -> Result<G, RecordError> {
        let options = options_from::<G>(&self.game, &self.options);
        let start = options.and_then(|options| Ok(G::new(&options)?));
        start.map_err(|error| {
            match error {
                RegistryError::UnknownGame { name, .. } => RecordProblem::OtherGame(name, G::NAME),
                error => RecordProblem::Setup(error),
            }
            .at(Place::Whole)
        })
    }

    /// All positions: the one before each word, and the last.
    ///
    /// # Errors
    /// The first word that does not fit, with its line and the words that do; refused options; a
    /// `result` tag that is not the outcome.
    pub fn replay<G: Game>(&self) -> Result<Vec<G>, RecordError> {
        let mut position = self.start::<G>()?;
        let mut positions = vec![position.clone()];
        for word in &self.words {
            play_word(&mut position, &word.text)
                .map_err(|error| RecordProblem::Word(error).at(word.place))?;
            positions.push(position.clone());
        }
        self.check_result(&position)?;
        Ok(positions)
    }

    fn check_result<G: Game>(&self, last: &G) -> Result<(), RecordError> {
        let (Turn::Over(outcome), Some(tag)) = (last.turn(), self.tag("result")) else {
            return Ok(());
        };
        if tag == outcome.name {
            return Ok(());
        }
        let (tag, outcome) = (tag.clone(), outcome.name);
        Err(RecordProblem::Result { tag, outcome }.at(Place::Whole))
    }

    /// Reads a record. Words are only checked by [`Record::replay`].
    ///
    /// # Errors
    /// A malformed or doubled tag, with its line, or no `game`.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        let mut record = Record {
            game: String::new(),
            options: Map::new(),
            tags: Vec::new(),
            words: Vec::new(),
        };
        for (index, line) in text.lines().enumerate() {
            let place = Place::Line(index + 1);
            let read = record.read_line(line.trim(), place);
            read.map_err(|problem| problem.at(place))?;
        }
        if record.game.is_empty() {
            return Err(RecordProblem::NoGame.at(Place::Whole));
        }
        Ok(record)
    }

    fn read_line(&mut self, line: &str, place: Place) -> Result<(), RecordProblem> {
        if line.starts_with('[') {
            return self.read_tag(line);
        }
        let words = line.split_whitespace();
        let words = words.take_while(|word| !word.starts_with('#'));
        for text in words.filter(|word| !is_number(word)) {
            let text = text.to_string();
            self.words.push(Word { text, place });
        }
        Ok(())
    }

    fn read_tag(&mut self, line: &str) -> Result<(), RecordProblem> {
        let (name, value) = split_tag(line).ok_or_else(|| RecordProblem::Tag(line.into()))?;
        let twice = || RecordProblem::Twice(name.into());
        if name == "game" {
            if !self.game.is_empty() {
                return Err(twice());
            }
            self.game = value.as_str().ok_or(RecordProblem::Game)?.into();
        } else if let Some(option) = name.strip_prefix(OPTION) {
            if self.options.insert(option.into(), value).is_some() {
                return Err(twice());
            }
        } else if self.tag(name).is_some() {
            return Err(twice());
        } else {
            self.tags.push((name.into(), value));
        }
        Ok(())
    }

    /// The record as text: [`Record::parse`] gives it back.
    ///
    /// # Errors
    /// As [`Record::replay`], which finds the turns' numbers.
    pub fn to_text<G: Game>(&self) -> Result<String, RecordError> {
        let positions = self.replay::<G>()?;
        let mut lines = Lines::default();
        for (word, position) in self.words.iter().zip(&positions) {
            lines.add(position, &word.text);
        }
        Ok(self.head() + "\n" + &lines.finish())
    }

    fn head(&self) -> String {
        let mut head = format!("[game {}]\n", Value::from(self.game.clone()));
        let options = self.options.iter();
        let options = options.map(|(name, value)| (format!("{OPTION}{name}"), value));
        let tags = self.tags.iter().map(|(name, value)| (name.clone(), value));
        for (name, value) in options.chain(tags) {
            writeln!(head, "[{name} {value}]").expect("a string takes all that is written");
        }
        head
    }
}

/// `12.`, which numbers a turn.
fn is_number(word: &str) -> bool {
    let digits = word.strip_suffix('.');
    digits.is_some_and(|d| !d.is_empty() && d.bytes().all(|b| b.is_ascii_digit()))
}

fn split_tag(line: &str) -> Option<(&str, Value)> {
    let inner = line.strip_prefix('[')?.strip_suffix(']')?;
    let (name, value) = inner.trim().split_once(char::is_whitespace)?;
    Some((name, serde_json::from_str(value.trim()).ok()?))
}
