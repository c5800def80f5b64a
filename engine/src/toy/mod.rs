//! Tiny games whose exact values can be derived by hand, to test every algorithm on.
//!
//! [`Pig`] has dice and decisions, [`Nim`] only decisions, [`Courier`] unequal seats, one of which
//! moves several times in a row, and a draw. All three are acyclic: every line of play ends.
//! [`exact_value`] solves them, or any other small acyclic [`Game`], plainly and slowly.

mod courier;
mod exact;
mod nim;
mod pig;

pub use courier::{Courier, CourierAction, CourierChance, CourierOptions};
pub use exact::{Solver, best_actions, exact_value, regret};
pub use nim::{Nim, NimChance, NimOptions, Take};
pub use pig::{Pig, PigAction, PigOptions, PigRoll};

use serde_json::Value;

use crate::game::{AbsoluteValue, GameOutcome, NotationError, Seat};
use crate::options::{OptionInfo, OptionsError, integer_in, invalid_option};

/// The outcome of a game that `winner` has won outright.
fn win(winner: Seat) -> GameOutcome {
    match winner {
        Seat::First => outcome("first_wins", 1.0),
        Seat::Second => outcome("second_wins", -1.0),
    }
}

fn outcome(name: &'static str, value: f64) -> GameOutcome {
    GameOutcome {
        name,
        value: AbsoluteValue(value),
    }
}

/// The number after `prefix` in a word, in its canonical spelling and within 0..=255.
fn number_after(word: &str, prefix: &str, what: &'static str) -> Result<u8, NotationError> {
    let digits = word.strip_prefix(prefix);
    let number = digits.and_then(|d| d.parse().ok().filter(|n: &u8| n.to_string() == d));
    number.ok_or_else(|| NotationError {
        word: word.into(),
        what,
    })
}

/// A small number from a JSON value, or the error that names the valid ones.
fn small(
    name: &str,
    value: &Value,
    range: std::ops::RangeInclusive<u64>,
    infos: &[OptionInfo],
) -> Result<u8, OptionsError> {
    let number = integer_in(value, range);
    number
        .map(|n| n as u8)
        .ok_or_else(|| invalid_option(name, value, infos))
}
