//! One seat against an agent: what Gymnasium's face is made of.

use std::sync::{Arc, Mutex};

use moonbase_agents::Agent;
use moonbase_engine::chance::mix;
use moonbase_engine::env::{Opponent, SeatEnv as SeatEnvOf, Transition};
use moonbase_engine::{BySeat, Seat};
use pyo3::prelude::*;

use crate::agent::Who;
use crate::array::owned;
use crate::callable::Trouble;
use crate::fault::{fault, free, guarded, sound};
use crate::game::{Door, Game, Table, seat_of};
use crate::position::Position;
use crate::state::{State, Step};
use crate::turns::{Settings, position_in, settings};

/// An agent as an environment's opponent.
pub struct Rival<G: Door> {
    agent: Box<dyn Agent<G>>,
}

impl<G: Door> Rival<G> {
    /// # Errors
    /// It cannot be built, or cannot play this seat of this game.
    pub fn new(table: &Arc<Table<G>>, who: &Who, seat: Seat) -> Result<Rival<G>, String> {
        let agent = who.build(table).map_err(|error| error.to_string())?;
        agent
            .check(&table.start, seat)
            .map_err(|error| error.to_string())?;
        Ok(Rival { agent })
    }
}

impl<G: Door> Opponent<G> for Rival<G> {
    fn begin(&mut self, seed: u64) {
        // Another stream than that of the dice.
        self.agent.new_game(mix(!seed));
    }

    fn act(&mut self, position: &G, _seat: Seat) -> G::Action {
        self.agent.decide(position).action
    }
}

/// What a step or a reset gives.
pub struct Seen {
    observation: Vec<f32>,
    mask: Vec<bool>,
    reward: f32,
    terminated: bool,
    truncated: bool,
    decisions: u32,
    outcome: Option<&'static str>,
    returns: Option<BySeat<f64>>,
}

impl Seen {
    fn new(transition: &Transition<'_>) -> Seen {
        let info = &transition.info;
        Seen {
            observation: transition.observation.to_vec(),
            mask: info.action_mask.to_vec(),
            reward: transition.reward,
            terminated: transition.terminated,
            truncated: transition.truncated,
            decisions: info.decisions,
            outcome: info.outcome,
            returns: info.returns,
        }
    }
}

/// The single-seat environment of a game, whichever it is.
pub trait Single: Send {
    fn reset(&mut self, seed: u64) -> Result<Seen, String>;
    fn step(&mut self, index: usize) -> Result<Seen, String>;
    fn position(&self) -> Box<dyn Position>;
}

struct Alone<G: Door> {
    table: Arc<Table<G>>,
    env: SeatEnvOf<G, G::Encoding, Rival<G>>,
}

/// The environment of a table in which `seat` is the learner's.
pub fn single<G: Door>(
    table: Arc<Table<G>>,
    settings: Settings,
    seat: Seat,
    rival: &Who,
) -> Result<Box<dyn Single>, String> {
    let rival = Rival::new(&table, rival, seat.other())?;
    let env = SeatEnvOf::new(
        table.start.options(),
        table.encoding.clone(),
        settings,
        seat,
        rival,
    );
    let env = env.map_err(|error| error.to_string())?;
    Ok(Box::new(Alone { table, env }))
}

impl<G: Door> Single for Alone<G> {
    fn reset(&mut self, seed: u64) -> Result<Seen, String> {
        let seen = self.env.reset(seed).map_err(|error| error.to_string())?;
        Ok(Seen::new(&seen))
    }

    fn step(&mut self, index: usize) -> Result<Seen, String> {
        let seen = self.env.step(index).map_err(|error| error.to_string())?;
        Ok(Seen::new(&seen))
    }

    fn position(&self) -> Box<dyn Position> {
        position_in(&self.table, self.env.episode().position())
    }
}

/// One seat against an agent: `SeatEnv(game, seat, opponent, on_illegal="refuse", step_limit=None)`; `moonbase.gymnasium.Env` dresses
/// it. `opponent` is a spec or Python code, as in `play_match`.
#[pyclass(module = "moonbase", frozen)]
pub struct SeatEnv {
    #[pyo3(get)]
    game: Py<Game>,
    /// The learner's seat.
    #[pyo3(get)]
    seat: usize,
    env: Mutex<Box<dyn Single>>,
    trouble: Arc<Trouble>,
}

/// Observation, reward, terminated, truncated, and what else is known: mask, decisions, outcome, returns.
type Told<'py> = (
    Bound<'py, PyAny>,
    f32,
    bool,
    bool,
    (
        Bound<'py, PyAny>,
        u32,
        Option<&'static str>,
        Option<(f64, f64)>,
    ),
);

impl SeatEnv {
    fn run<'py>(
        &self,
        py: Python<'py>,
        work: impl FnOnce(&mut dyn Single) -> Result<Seen, String> + Send,
    ) -> PyResult<Told<'py>> {
        let seen = py.detach(|| guarded(|| work(&mut **free(&self.env)?)));
        self.trouble.check()?;
        let seen = seen.map_err(fault)?;
        let (shape, numbers) = ([seen.observation.len()], [seen.mask.len()]);
        let observation = owned(py, seen.observation, &shape)?;
        let mask = owned(py, seen.mask, &numbers)?;
        let returns = seen.returns.map(|returns| (returns.first, returns.second));
        let info = (mask, seen.decisions, seen.outcome, returns);
        Ok((
            observation,
            seen.reward,
            seen.terminated,
            seen.truncated,
            info,
        ))
    }
}

#[pymethods]
impl SeatEnv {
    #[new]
    #[pyo3(signature = (game, seat, opponent, on_illegal="refuse", step_limit=None))]
    fn new(
        game: Bound<'_, Game>,
        seat: &Bound<'_, PyAny>,
        opponent: &Bound<'_, PyAny>,
        on_illegal: &str,
        step_limit: Option<u32>,
    ) -> PyResult<SeatEnv> {
        let (settings, trouble) = (settings(on_illegal, step_limit)?, Arc::default());
        let (rules, who) = (game.get().rules(), Who::from_python(opponent, &trouble)?);
        let seat = seat_of(&*rules, seat)?;
        let env = Mutex::new(sound(rules.single(settings, seat, &who))?);
        Ok(SeatEnv {
            game: game.unbind(),
            seat: seat.index(),
            env,
            trouble,
        })
    }

    /// Begins the episode of a seed; the opponent acts up to the seat's first choice. The game may be over before it.
    fn reset<'py>(&self, py: Python<'py>, seed: u64) -> PyResult<Told<'py>> {
        self.run(py, |env| env.reset(seed))
    }

    /// The seat acts by a number, then the opponent up to the seat's next choice.
    fn step<'py>(&self, py: Python<'py>, action: i64) -> PyResult<Told<'py>> {
        self.run(py, |env| env.step(Step::number(action)))
    }

    /// The position, for agents and for looking at; a copy.
    fn state(&self) -> PyResult<State> {
        Ok(State::of(sound(free(&self.env))?.position()))
    }
}
