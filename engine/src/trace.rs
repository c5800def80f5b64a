//! Traces: every node of a game, as one JSON object a line.
//!
//! A game begins with `{"game":…,"options":{…}}` (a game or preset, and the options that differ from
//! it), then has a line per node, each with the `position` before it:
//! `{"node":"decision","player":…,"legal":[…],"action":…}`,
//! `{"node":"chance","outcomes":[[…,p],…],"outcome":…}`, and at the end
//! `{"node":"terminal","outcome":…,"returns":{…}}`. [`trace_game`] writes traces, [`Checker`] replays
//! those of other programs and says where they first differ.

use std::fmt;

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::chance::KeyedDice;
use crate::game::{BySeat, Game, GameOutcome, Seat, Turn};

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
                let line = decision_line(&position, seat, action);
                position.play(action)?;
                emit(line)?;
            }
            Turn::Chance => {
                let outcome = dice.roll(&position);
                emit(chance_line(&position, outcome))?;
                position.resolve_unchecked(outcome);
            }
            Turn::Over(outcome) => {
                emit(terminal_line(&position, &outcome))?;
                return Ok(outcome);
            }
        }
    }
}

/// The line of a decision.
pub fn decision_line<G: Game>(position: &G, seat: Seat, action: G::Action) -> String {
    let line = Line::Decision {
        player: G::SEATS[seat],
        legal: legal_words(position),
        action: action.to_string(),
        position: position.dump(),
    };
    line.to_string()
}

/// The line of a chance node.
pub fn chance_line<G: Game>(position: &G, outcome: G::Chance) -> String {
    let line = Line::Chance {
        outcomes: chance_words(position),
        outcome: outcome.to_string(),
        position: position.dump(),
    };
    line.to_string()
}

/// The line of the end.
pub fn terminal_line<G: Game>(position: &G, outcome: &GameOutcome) -> String {
    let line = Line::Terminal {
        outcome: outcome.name,
        returns: returns_of::<G>(outcome),
        position: position.dump(),
    };
    line.to_string()
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
        outcome: &'static str,
        returns: Map<String, Value>,
        position: Value,
    },
}

impl fmt::Display for Line {
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
