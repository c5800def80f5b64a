//! Both seats by turns: what PettingZoo's face is made of.

use std::sync::Arc;

use moonbase_engine::Seat;
use moonbase_engine::env::{Ending, EnvSettings, IllegalPolicy, TurnEnv as TurnEnvOf};
use pyo3::prelude::*;

use crate::array::owned;
use crate::fault::{fault, sound};
use crate::game::{Door, Game, Table, seat_of};
use crate::position::{Position, Spot};
use crate::state::{State, Step};

pub type Settings = EnvSettings;

/// Reads the wrappers of an environment.
///
/// # Errors
/// A word that is none of the three.
pub fn settings(on_illegal: &str, step_limit: Option<u32>) -> PyResult<Settings> {
    let on_illegal = match on_illegal {
        "refuse" => IllegalPolicy::Refuse,
        "resign" => IllegalPolicy::Resign,
        "random" => IllegalPolicy::Random,
        other => {
            return Err(fault(format!(
                "on_illegal cannot be `{other}`; valid: refuse, resign, random"
            )));
        }
    };
    if step_limit == Some(0) {
        return Err(fault("step_limit cannot be 0; valid: 1 or more, or None"));
    }
    Ok(Settings {
        on_illegal,
        step_limit,
    })
}

/// The turn-based environment of a game, whichever it is.
pub trait Turns: Send + Sync {
    fn reset(&mut self, seed: u64);
    fn selected(&self) -> Option<Seat>;
    fn observe(&self, seat: Seat, out: &mut [f32]);
    /// The legal numbers of the selected seat.
    fn mask(&self) -> &[bool];
    fn step(&mut self, action: Option<usize>) -> Result<(), String>;
    fn ending(&self) -> Option<Ending>;
    fn decisions(&self) -> u32;
    fn position(&self) -> Box<dyn Position>;
}

struct ByTurns<G: Door> {
    table: Arc<Table<G>>,
    env: TurnEnvOf<G, G::Encoding>,
}

/// The environment of a table.
pub fn turns<G: Door>(table: Arc<Table<G>>, settings: Settings) -> Result<Box<dyn Turns>, String> {
    let env = TurnEnvOf::new(table.start.options(), table.encoding.clone(), settings);
    let env = env.map_err(|error| error.to_string())?;
    Ok(Box::new(ByTurns { table, env }))
}

impl<G: Door> Turns for ByTurns<G> {
    fn reset(&mut self, seed: u64) {
        self.env.reset(seed);
    }

    fn selected(&self) -> Option<Seat> {
        self.env.agent_selection()
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.env.observe(seat, out);
    }

    fn mask(&self) -> &[bool] {
        self.env.last().info.action_mask
    }

    fn step(&mut self, action: Option<usize>) -> Result<(), String> {
        self.env.step(action).map_err(|error| error.to_string())
    }

    fn ending(&self) -> Option<Ending> {
        self.env.episode().ending()
    }

    fn decisions(&self) -> u32 {
        self.env.episode().decisions()
    }

    fn position(&self) -> Box<dyn Position> {
        position_in(&self.table, self.env.episode().position())
    }
}

/// A position of an environment, which does not know how it came about.
pub fn position_in<G: Door>(table: &Arc<Table<G>>, position: &G) -> Box<dyn Position> {
    let (table, position, history) = (table.clone(), position.clone(), None);
    Box::new(Spot {
        table,
        position,
        history,
    })
}

/// Both seats by turns: `TurnEnv(game, on_illegal="refuse", step_limit=None)`; `moonbase.pettingzoo.env` dresses it.
#[pyclass(module = "moonbase")]
pub struct TurnEnv {
    #[pyo3(get)]
    game: Py<Game>,
    env: Box<dyn Turns>,
}

#[pymethods]
impl TurnEnv {
    #[new]
    #[pyo3(signature = (game, on_illegal="refuse", step_limit=None))]
    fn new(game: Bound<'_, Game>, on_illegal: &str, step_limit: Option<u32>) -> PyResult<TurnEnv> {
        let settings = settings(on_illegal, step_limit)?;
        let env = sound(game.get().rules().turns(settings))?;
        Ok(TurnEnv {
            game: game.unbind(),
            env,
        })
    }

    /// Begins the episode of a seed, an integer from 0 below 2^64.
    #[pyo3(signature = (seed=0))]
    fn reset(&mut self, seed: u64) {
        self.env.reset(seed);
    }

    /// The seat whose step is next; `None` when both have taken leave.
    #[getter]
    fn selected(&self) -> Option<usize> {
        self.env.selected().map(Seat::index)
    }

    /// What a seat sees: an array of float32.
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let rules = self.game.get().rules();
        let mut numbers = vec![0.0; rules.observation_len()];
        self.env.observe(seat_of(&*rules, seat)?, &mut numbers);
        let shape = [numbers.len()];
        owned(py, numbers, &shape)
    }

    /// Which numbers are legal for the selected seat: an array of bools, all `False` after the end.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mask = self.env.mask().to_vec();
        let shape = [mask.len()];
        owned(py, mask, &shape)
    }

    /// The selected seat acts by a number; after the end each seat steps once with `None`.
    #[pyo3(signature = (action))]
    fn step(&mut self, action: Option<i64>) -> PyResult<()> {
        sound(self.env.step(action.map(Step::number)))
    }

    #[getter]
    fn terminated(&self) -> bool {
        self.env
            .ending()
            .is_some_and(|ending| ending.is_terminated())
    }

    #[getter]
    fn truncated(&self) -> bool {
        self.env
            .ending()
            .is_some_and(|ending| ending.is_truncated())
    }

    /// The outcome's name at the end (`resigned` and `truncated` among them), else `None`.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        self.env.ending().map(|ending| ending.name())
    }

    /// Both seats' returns at the end, else `None`.
    #[getter]
    fn returns(&self) -> Option<(f64, f64)> {
        self.env
            .ending()
            .map(|ending| (ending.returns().first, ending.returns().second))
    }

    /// Decisions taken so far, of both seats.
    #[getter]
    fn decisions(&self) -> u32 {
        self.env.decisions()
    }

    /// The position, for agents and for looking at; a copy.
    fn state(&self) -> State {
        State::of(self.env.position())
    }
}
