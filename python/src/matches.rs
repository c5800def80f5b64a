//! Matches between agents of ours and Python code.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use moonbase_eval::work::all_cores;
use moonbase_eval::{Control, MatchPlan, play_match as play_match_of};
use pyo3::prelude::*;
use serde_json::Value;

use crate::agent::{Maker, Who};
use crate::callable::Trouble;
use crate::fault::{fault, guarded};
use crate::game::{Door, Game, Table};
use crate::json;

/// Who plays how many games.
pub struct Contest<'a> {
    pub players: [Who; 2],
    pub games: u64,
    pub seed: u64,
    pub threads: usize,
    pub stop: &'a AtomicBool,
    pub progress: &'a mut dyn FnMut(u64, u64),
}

/// Plays it and reports as JSON.
pub fn contest<G: Door>(table: Arc<Table<G>>, given: Contest<'_>) -> Result<Value, String> {
    let [one, other] = given.players.map(|who| Maker {
        who,
        table: table.clone(),
    });
    let plan = MatchPlan::<G> {
        game: &table.preset,
        options: table.start.options(),
        agents: [&one, &other],
        games: given.games,
        seed: given.seed,
    };
    let mut control = Control {
        threads: given.threads,
        stop: given.stop,
        progress: given.progress,
    };
    let report = play_match_of(&plan, &mut control).map_err(|error| error.to_string())?;
    serde_json::to_value(report).map_err(|error| error.to_string())
}

/// A match of pairs of games on the same dice with the seats swapped, as `moonbase match`; gives its report as a dictionary, the same
/// figures as `--json` writes, from `a`'s point of view.
///
/// `a` and `b` are specs, `Agent`s, functions of a state that return an action's word or number, or objects with `decide(state)` and
/// perhaps `new_game(seed)`. `games` is rounded up to pairs. `threads` is by default one for each core, and 1 if Python
/// code plays; one seed gives one result for any number of threads, as far as the code looks at nothing but its state and seed.
/// An exception of the code ends the match and is raised; so does Ctrl-C.
#[pyfunction]
#[pyo3(signature = (game, a, b, games=100, seed=0, threads=None))]
pub fn play_match<'py>(
    py: Python<'py>,
    game: &Game,
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    games: u64,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    let trouble = Arc::<Trouble>::default();
    let players = [
        Who::from_python(a, &trouble)?,
        Who::from_python(b, &trouble)?,
    ];
    let outside = players.iter().any(Who::is_outside);
    let threads = threads.unwrap_or(if outside { 1 } else { all_cores() });
    if threads == 0 {
        return Err(fault("threads cannot be 0"));
    }
    let (rules, watch) = (game.rules(), trouble.clone());
    let played = py.detach(|| {
        let mut progress = |_, _| {
            if let Err(error) = Python::attach(|py| py.check_signals()) {
                watch.note(error);
            }
        };
        let (stop, progress) = (&trouble.stop, &mut progress);
        guarded(|| {
            rules.contest(Contest {
                players,
                games,
                seed,
                threads,
                stop,
                progress,
            })
        })
    });
    trouble.check()?;
    json::to_python(py, &played.map_err(fault)?)
}
