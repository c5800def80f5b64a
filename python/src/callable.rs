//! Whatever Python calls with a state and gets an action from, as an agent of ours.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use moonbase_agents::{Agent, Decision as DecisionOf, Forfeit, Ply};
use moonbase_engine::Turn;
use pyo3::prelude::*;

use crate::agent::Decision;
use crate::fault::{fault, locked};
use crate::game::{Door, Table};
use crate::position::Spot;
use crate::state::{State, Step};

/// What has gone wrong in Python code that an agent called: the first exception, which ends whatever runs.
#[derive(Default)]
pub struct Trouble {
    error: Mutex<Option<PyErr>>,
    pub stop: AtomicBool,
}

impl Trouble {
    pub fn note(&self, error: PyErr) {
        locked(&self.error).get_or_insert(error);
        self.stop.store(true, Relaxed);
    }

    /// Raises what has gone wrong, once.
    pub fn check(&self) -> PyResult<()> {
        self.stop.store(false, Relaxed);
        locked(&self.error).take().map_or(Ok(()), Err)
    }
}

/// A Python callable, or an object with `decide(state)` and perhaps `new_game(seed)`.
#[derive(Clone)]
pub struct Outsider {
    object: Arc<Py<PyAny>>,
    name: String,
    trouble: Arc<Trouble>,
}

impl Outsider {
    /// # Errors
    /// It cannot be called.
    pub fn new(object: &Bound<'_, PyAny>, trouble: &Arc<Trouble>) -> PyResult<Outsider> {
        if !object.is_callable() && !object.hasattr("decide")? {
            let what = object.get_type().name()?;
            return Err(fault(format!(
                "an agent is a spec such as \"mcts:sims=100\", a function of a state, or an object with `decide(state)`; not a `{what}`"
            )));
        }
        let named = object
            .getattr("__name__")
            .or_else(|_| object.get_type().getattr("__name__"));
        Ok(Outsider {
            object: Arc::new(object.clone().unbind()),
            name: named?.extract()?,
            trouble: trouble.clone(),
        })
    }

    pub fn name(&self) -> String {
        self.name.clone()
    }

    pub fn agent<G: Door>(&self, table: &Arc<Table<G>>) -> Box<dyn Agent<G>> {
        Box::new(Caller {
            outsider: self.clone(),
            table: table.clone(),
        })
    }
}

/// An [`Outsider`] in a game.
struct Caller<G: Door> {
    outsider: Outsider,
    table: Arc<Table<G>>,
}

impl<G: Door> Caller<G> {
    fn begin(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let object = self.outsider.object.bind(py);
        if object.hasattr("new_game")? {
            object.call_method1("new_game", (seed,))?;
        }
        Ok(())
    }

    fn ask(&self, py: Python<'_>, position: &G, history: Option<&[Ply<G>]>) -> PyResult<G::Action> {
        let spot = || Spot {
            table: self.table.clone(),
            position: position.clone(),
            history: history.map(<[_]>::to_vec),
        };
        let object = self.outsider.object.bind(py);
        let state = (State::of(Box::new(spot())),);
        let answer = match object.hasattr("decide")? {
            true => object.call_method1("decide", state)?,
            false => object.call1(state)?,
        };
        let step = match answer.cast::<Decision>() {
            Ok(decision) => Step::Word(decision.get().action.clone()),
            Err(_) => Step::read(&answer)?,
        };
        let action = match &step {
            Step::Word(word) => word
                .parse()
                .ok()
                .filter(|action| position.is_legal(*action)),
            Step::Number(number) => spot().action_of(Step::number(*number)).ok(),
        };
        action.ok_or_else(|| {
            let said = match step {
                Step::Word(word) => word,
                Step::Number(number) => number.to_string(),
            };
            fault(format!(
                "agent `{}` chose `{said}`, which is not legal",
                self.outsider.name
            ))
        })
    }
}

impl<G: Door> Agent<G> for Caller<G> {
    fn new_game(&mut self, seed: u64) {
        if let Err(error) = Python::attach(|py| self.begin(py, seed)) {
            self.outsider.trouble.note(error);
        }
    }

    /// After an exception, which is noted: any legal action.
    fn decide(&mut self, position: &G) -> DecisionOf<G::Action> {
        let answer = self.answer(position, None);
        answer.unwrap_or_else(|_| {
            let mut actions = Vec::new();
            position.legal_actions(&mut actions);
            assert!(matches!(position.turn(), Turn::Decide(_)), "nobody decides");
            DecisionOf::plain(actions[0])
        })
    }

    fn answer(
        &mut self,
        position: &G,
        history: Option<&[Ply<G>]>,
    ) -> Result<DecisionOf<G::Action>, Forfeit> {
        let asked = Python::attach(|py| self.ask(py, position, history));
        asked.map(DecisionOf::plain).map_err(|error| {
            let said = error.to_string();
            self.outsider.trouble.note(error);
            Forfeit::Refused {
                asked: "decide",
                said,
            }
        })
    }

    fn name(&self) -> String {
        self.outsider.name()
    }
}
