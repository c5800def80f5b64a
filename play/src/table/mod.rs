//! Beside a real table: tiles, dice and figures are real, and the program keeps the position.
//!
//! - `question`: what a person is asked about a roll or a draw, in small steps ([`AtTable`]);
//! - `answer`: what is typed, checked;
//! - `reason`: why an agent does what it tells the players to do.
//!
//! A face asks at every chance node, which has two outcomes at least: what has no alternative the engine takes itself,
//! and nobody is asked. Throws that the rules do not distinguish come to one outcome.

mod answer;
mod question;
mod reason;

use moonbase_engine::record::Record;

pub use answer::AnswerError;
pub(crate) use question::faces_from;
pub use question::{Asked, AtTable, Pick, Question, Reading};
pub use reason::reason;

/// The tag of a record whose dice and draws were typed in, and its value.
pub const DICE_TAG: (&str, &str) = ("dice", "typed");

/// Was the game recorded at a real table? It goes on there.
pub fn is_at_table(record: &Record) -> bool {
    let (tag, value) = DICE_TAG;
    record.tag(tag).is_some_and(|found| found == value)
}
