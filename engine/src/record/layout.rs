//! How the words of a record are laid out for readers.

use serde_json::Value;

use super::{Record, RecordError};
use crate::game::{Game, Seat, Turn};

/// Lines of a written record are broken before this column where words allow.
const WIDTH: usize = 88;

/// What dumps call the number of the turn.
const ROUND_KEYS: [&str; 2] = ["turn", "initiative"];

/// Lays out words: a new line when the turn's number or the deciding seat changes, or at the width.
#[derive(Default)]
pub(super) struct Lines {
    done: String,
    line: String,
    round: Option<Value>,
    seat: Option<Seat>,
}

impl Lines {
    pub fn add<G: Game>(&mut self, position: &G, word: &str) {
        self.head(round_of(position), position.turn());
        if self.line.len() + 1 + word.len() > WIDTH {
            self.begin_line("  ");
        }
        if !self.line.ends_with(' ') && !self.line.is_empty() {
            self.line.push(' ');
        }
        self.line += word;
    }

    fn head(&mut self, round: Option<Value>, turn: Turn) {
        if round != self.round {
            let number = round.as_ref().map(|round| format!("{round}. "));
            self.begin_line(&number.unwrap_or_default());
            (self.round, self.seat) = (round, None);
        }
        if let Turn::Decide(seat) = turn {
            if self.seat.is_some_and(|before| before != seat) {
                self.begin_line("  ");
            }
            self.seat = Some(seat);
        }
    }

    fn begin_line(&mut self, head: &str) {
        self.end_line();
        self.line = head.into();
    }

    fn end_line(&mut self) {
        if !self.line.trim().is_empty() {
            self.done += &self.line;
            self.done.push('\n');
        }
        self.line.clear();
    }

    pub fn finish(mut self) -> String {
        self.end_line();
        self.done
    }
}

fn round_of<G: Game>(position: &G) -> Option<Value> {
    let dump = position.dump();
    let found = ROUND_KEYS.iter().find_map(|key| dump.get(key));
    found.filter(|round| round.is_u64()).cloned()
}

/// A game move by move: a line per word with its number, the turn, who chose it and the word, and a
/// last line that says how the game stands.
///
/// # Errors
/// As [`Record::replay`].
pub fn listing<G: Game>(record: &Record) -> Result<Vec<String>, RecordError> {
    let positions = record.replay::<G>()?;
    let words = record.words().iter().enumerate();
    let line = |((index, word), position): ((usize, &super::Word), &G)| {
        let round = round_of(position).map_or(String::new(), |round| format!("{round}."));
        let who = who::<G>(position.turn());
        format!("{:>5} {round:>5} {who:<8} {}", index + 1, word.text)
    };
    let lines = words.zip(&positions).map(line);
    let standing = positions.last().map(standing);
    Ok(lines.chain(standing).collect())
}

fn who<G: Game>(turn: Turn) -> &'static str {
    match turn {
        Turn::Decide(seat) => G::SEATS[seat],
        Turn::Chance => "chance",
        Turn::Over(_) => "",
    }
}

fn standing<G: Game>(position: &G) -> String {
    match position.turn() {
        Turn::Over(outcome) => {
            let returns = outcome.returns();
            let of = |seat| format!("{} {:+}", G::SEATS[seat], returns[seat] + 0.0);
            format!(
                "{}: {}, {}",
                outcome.name,
                of(Seat::First),
                of(Seat::Second)
            )
        }
        turn => format!("not finished: {} to go on", who::<G>(turn)),
    }
}
