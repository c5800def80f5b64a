//! Traces: every node of a game, as one JSON object a line.
//!
//! A game begins with `{"game":…,"options":{…}}` (a game or preset, and the options that differ from
//! it), then has a line per node, each with the `position` before it:
//! `{"node":"decision","player":…,"legal":[…],"action":…}`,
//! `{"node":"chance","outcomes":[[…,p],…],"outcome":…}`, and at the end
//! `{"node":"terminal","outcome":…,"returns":{…}}`. [`trace_game`] writes traces, [`Checker`] replays
//! those of other programs and says where they first differ.

use std::fmt::{self, Display};

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::chance::KeyedDice;
use crate::game::{BySeat, Game, GameOutcome, Seat, Turn};
use crate::record::{Record, RecordError};

mod check;

pub use check::{Checker, Fault, Problem, Report, position_differences};

/// The line that begins the trace of a game under the options `changes` to a game or preset.
pub fn header_line(game: &str, changes: &Map<String, Value>) -> String {
    json!({ "game": game, "options": changes }).to_string()
}

/// Plays a game from `start` and emits a line per node: `choose` takes the decisions, `dice` the rest.
/// Returns how the game ended.
///
/// # Errors
/// Those of `choose` and `emit`, and [`crate::PlayError`] if the chosen action is illegal.
pub fn trace_game<G, E>(
    start: &G,
    dice: &mut KeyedDice,
    mut choose: impl FnMut(&G, Seat) -> Result<G::Action, E>,
    mut emit: impl FnMut(String) -> Result<(), E>,
) -> Result<GameOutcome, E>
where
    G: Game,
    E: From<crate::PlayError>,
{
    let mut position = start.clone();
    loop {
        match position.turn() {
            Turn::Decide(seat) => {
                let action = choose(&position, seat)?;
                let line = node_line(&position, action);
                position.play(action)?;
                emit(line)?;
            }
            Turn::Chance => {
                let outcome = dice.roll(&position);
                emit(node_line(&position, outcome))?;
                position.resolve_unchecked(outcome);
            }
            Turn::Over(outcome) => {
                emit(node_line(&position, outcome.name))?;
                return Ok(outcome);
            }
        }
    }
}

/// The line of a node: the position, and the action or outcome that was chosen there (at the end of
/// the game its outcome).
pub fn node_line<G: Game>(position: &G, word: impl Display) -> String {
    let (word, dump) = (word.to_string(), position.dump());
    let line = match position.turn() {
        Turn::Decide(seat) => Line::Decision {
            player: G::SEATS[seat],
            legal: legal_words(position),
            action: word,
            position: dump,
        },
        Turn::Chance => Line::Chance {
            outcomes: chance_words(position),
            outcome: word,
            position: dump,
        },
        Turn::Over(outcome) => Line::Terminal {
            outcome: word,
            returns: returns_of::<G>(&outcome),
            position: dump,
        },
    };
    line.to_string()
}

/// The lines of a recorded game, up to where the record ends.
///
/// # Errors
/// As [`Record::replay`].
pub fn trace_record<G: Game>(record: &Record) -> Result<Vec<String>, RecordError> {
    let positions = record.replay::<G>()?;
    let words = record.words().iter().zip(&positions);
    let nodes = words.map(|(word, position)| node_line(position, &word.text));
    let end = positions.last().and_then(|last| match last.turn() {
        Turn::Over(outcome) => Some(node_line(last, outcome.name)),
        _ => None,
    });
    let header = header_line(record.game(), record.options());
    Ok([header].into_iter().chain(nodes).chain(end).collect())
}

/// What a line says, in the order in which it is written.
#[derive(Serialize)]
#[serde(tag = "node", rename_all = "lowercase")]
enum Line {
    Decision {
        player: &'static str,
        legal: Vec<String>,
        action: String,
        position: Value,
    },
    Chance {
        outcomes: Vec<(String, f64)>,
        outcome: String,
        position: Value,
    },
    Terminal {
        outcome: String,
        returns: Map<String, Value>,
        position: Value,
    },
}

impl Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = serde_json::to_string(self).map_err(|_| fmt::Error)?;
        f.write_str(&text)
    }
}

fn legal_words<G: Game>(position: &G) -> Vec<String> {
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    legal.iter().map(|action| action.to_string()).collect()
}

fn chance_words<G: Game>(position: &G) -> Vec<(String, f64)> {
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
    let share = |weight: u64| weight as f64 / total as f64;
    let words = outcomes
        .iter()
        .map(|(o, weight)| (o.to_string(), share(*weight)));
    words.collect()
}

fn returns_of<G: Game>(outcome: &GameOutcome) -> Map<String, Value> {
    // Adding zero turns -0.0 into 0.0.
    let returns: BySeat<f64> = outcome.returns().map(|value| value + 0.0);
    let pairs = Seat::BOTH.map(|seat| (G::SEATS[seat].to_string(), json!(returns[seat])));
    pairs.into_iter().collect()
}
