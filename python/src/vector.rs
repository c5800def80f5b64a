//! Many games in one call.

use std::sync::{Arc, Mutex};

use moonbase_engine::Seat;
use moonbase_engine::env::{Batch, EnvError, Opponent, VectorEnv as VectorEnvOf};
use pyo3::buffer::PyBuffer;
use pyo3::prelude::*;

use crate::agent::Who;
use crate::array::{Number, shared};
use crate::callable::Trouble;
use crate::fault::{fault, free, guarded, locked, sound};
use crate::game::{Door, Game, Table, seat_of};
use crate::position::Position;
use crate::seat::Rival;
use crate::state::{State, Step};
use crate::turns::{Settings, position_in, settings};

/// A gigabyte of arrays in the largest game; nobody gains by more in one call.
const MOST_GAMES: usize = 1 << 16;

/// The vector environment of a game, whichever it is.
pub trait Many: Send {
    fn reset(&mut self, seed: u64) -> Result<(), String>;
    fn step(&mut self, actions: &[usize]) -> Result<(), String>;
    fn batch(&self) -> &Batch;
    fn position(&self, game: usize) -> Box<dyn Position>;
}

struct Crowd<G: Door, O> {
    table: Arc<Table<G>>,
    env: VectorEnvOf<G, G::Encoding, O>,
}

/// So many games of a table, both seats the caller's or one against agents.
pub fn many<G: Door>(
    table: Arc<Table<G>>,
    settings: Settings,
    games: usize,
    rival: Option<(Seat, Who)>,
) -> Result<Box<dyn Many>, String> {
    let (options, encoding) = (table.start.options(), table.encoding.clone());
    let text = |error: EnvError| error.to_string();
    let Some((seat, who)) = rival else {
        let env = VectorEnvOf::new(options, encoding, settings, games).map_err(text)?;
        return Ok(Box::new(Crowd { table, env }));
    };
    let rivals = (0..games).map(|_| Rival::new(&table, &who, seat.other()));
    let rivals = rivals.collect::<Result<Vec<_>, _>>()?;
    let env = VectorEnvOf::against(options, encoding, settings, seat, rivals).map_err(text)?;
    Ok(Box::new(Crowd { table, env }))
}

impl<G: Door, O: Opponent<G> + Send> Many for Crowd<G, O> {
    fn reset(&mut self, seed: u64) -> Result<(), String> {
        self.env.reset(seed).map_err(|error| error.to_string())
    }

    fn step(&mut self, actions: &[usize]) -> Result<(), String> {
        self.env.step(actions).map_err(|error| error.to_string())
    }

    fn batch(&self) -> &Batch {
        self.env.batch()
    }

    fn position(&self, game: usize) -> Box<dyn Position> {
        position_in(&self.table, self.env.episode(game).position())
    }
}

/// The games, and the arrays that Python sees beside their batch.
struct Shared {
    many: Box<dyn Many>,
    seats: Vec<u8>,
    acted: Vec<u8>,
    actions: Vec<usize>,
}

impl Shared {
    /// Brings the seats' numbers up to date.
    fn number_seats(&mut self) {
        let batch = self.many.batch();
        let number = |seat: &Seat| *seat as u8;
        self.seats.clear();
        self.seats.extend(batch.seats.iter().map(number));
        self.acted.clear();
        self.acted.extend(batch.acted.iter().map(number));
    }

    fn step(&mut self, actions: &[i64]) -> Result<(), String> {
        self.actions.clear();
        self.actions
            .extend(actions.iter().map(|action| Step::number(*action)));
        self.many.step(&self.actions)?;
        self.number_seats();
        Ok(())
    }

    fn reset(&mut self, seed: u64) -> Result<(), String> {
        self.many.reset(seed)?;
        self.number_seats();
        Ok(())
    }
}

/// Many games in one call: `VectorEnv(game, games, seat=None, opponent=None, on_illegal="refuse", step_limit=None)`.
///
/// Without an opponent every choice, of either seat, is the caller's; with one (a spec or Python code) only those of `seat`. The
/// arrays are the memory that a step writes to: read them, or copy what you keep. A game that ends is begun anew in the same call.
/// Other Python threads run during a step.
#[pyclass(module = "moonbase", frozen)]
pub struct VectorEnv {
    #[pyo3(get)]
    game: Py<Game>,
    #[pyo3(get)]
    games: usize,
    shared: Arc<Mutex<Shared>>,
    trouble: Arc<Trouble>,
    /// (games, observation): what the seat to choose sees, float32.
    #[pyo3(get)]
    observations: Py<PyAny>,
    /// (games, actions): which numbers are legal, bool.
    #[pyo3(get)]
    action_masks: Py<PyAny>,
    /// (games,): the seat to choose, uint8.
    #[pyo3(get)]
    seats: Py<PyAny>,
    /// (games,): the seat that acted in the last step, uint8.
    #[pyo3(get)]
    acted: Py<PyAny>,
    /// (games,): the reward of the seat that acted, float32; the other seat's is its negative.
    #[pyo3(get)]
    rewards: Py<PyAny>,
    /// (games,): the game ended by its rules or a resignation, bool.
    #[pyo3(get)]
    terminated: Py<PyAny>,
    /// (games,): the step limit ended it, bool.
    #[pyo3(get)]
    truncated: Py<PyAny>,
    /// (games, observation): the last observation of an episode that has ended, as the seat that acted sees it.
    #[pyo3(get)]
    final_observations: Py<PyAny>,
    /// (games,): decisions of the episode that has ended, else of the running one, uint32.
    #[pyo3(get)]
    decisions: Py<PyAny>,
}

impl VectorEnv {
    fn run(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Shared) -> Result<(), String> + Send,
    ) -> PyResult<()> {
        let done = py.detach(|| guarded(|| work(&mut *free(&self.shared)?)));
        self.trouble.check()?;
        done.map_err(fault)
    }

    fn dressed(
        game: Bound<'_, Game>,
        shared: Shared,
        trouble: Arc<Trouble>,
    ) -> PyResult<VectorEnv> {
        let py = game.py();
        let owner = Arc::new(Mutex::new(shared));
        let inner = locked(&owner);
        let (batch, games) = (inner.many.batch(), inner.seats.len());
        let rules = game.get().rules();
        let (width, actions) = (rules.observation_len(), rules.actions());
        Ok(VectorEnv {
            games,
            observations: kept(py, &owner, &batch.observations, &[games, width])?,
            action_masks: kept(py, &owner, &batch.action_masks, &[games, actions])?,
            seats: kept(py, &owner, &inner.seats, &[games])?,
            acted: kept(py, &owner, &inner.acted, &[games])?,
            rewards: kept(py, &owner, &batch.rewards, &[games])?,
            terminated: kept(py, &owner, &batch.terminated, &[games])?,
            truncated: kept(py, &owner, &batch.truncated, &[games])?,
            final_observations: kept(py, &owner, &batch.final_observations, &[games, width])?,
            decisions: kept(py, &owner, &batch.decisions, &[games])?,
            game: game.unbind(),
            shared: owner.clone(),
            trouble,
        })
    }
}

/// A view of the arrays of a vector environment.
fn kept<T: Number>(
    py: Python<'_>,
    owner: &Arc<Mutex<Shared>>,
    numbers: &[T],
    shape: &[usize],
) -> PyResult<Py<PyAny>> {
    // SAFETY: the arrays of a batch are never moved, nor are those of seats, which are filled again within their room.
    unsafe { shared(py, owner.clone(), numbers, shape) }.map(Bound::unbind)
}

/// Calls `work` with the numbers of an array of int64, or of any sequence of integers.
fn numbers_of(actions: &Bound<'_, PyAny>) -> PyResult<Vec<i64>> {
    match PyBuffer::<i64>::get(actions) {
        Ok(buffer) => buffer.to_vec(actions.py()),
        Err(_) => actions
            .try_iter()?
            .map(|number| number?.extract())
            .collect(),
    }
}

#[pymethods]
impl VectorEnv {
    #[new]
    #[pyo3(signature = (game, games, seat=None, opponent=None, on_illegal="refuse", step_limit=None))]
    fn new(
        game: Bound<'_, Game>,
        games: usize,
        seat: Option<&Bound<'_, PyAny>>,
        opponent: Option<&Bound<'_, PyAny>>,
        on_illegal: &str,
        step_limit: Option<u32>,
    ) -> PyResult<VectorEnv> {
        if games == 0 || games > MOST_GAMES {
            return Err(fault(format!(
                "games cannot be {games}; valid: 1..{MOST_GAMES}"
            )));
        }
        let (settings, trouble) = (settings(on_illegal, step_limit)?, Arc::<Trouble>::default());
        let rules = game.get().rules();
        let rival = match (seat, opponent) {
            (Some(seat), Some(opponent)) => Some((
                seat_of(&*rules, seat)?,
                Who::from_python(opponent, &trouble)?,
            )),
            (None, None) => None,
            _ => return Err(fault("give `seat` and `opponent` together, or neither")),
        };
        let made = game
            .py()
            .detach(|| guarded(|| rules.many(settings, games, rival)));
        trouble.check()?;
        let mut shared = Shared {
            many: made.map_err(fault)?,
            seats: Vec::with_capacity(games),
            acted: Vec::with_capacity(games),
            actions: Vec::with_capacity(games),
        };
        shared.number_seats();
        VectorEnv::dressed(game, shared, trouble)
    }

    /// Begins all games anew; episode `e` of game `i` has the seed `episode_seed(seed, i, e)`.
    #[pyo3(signature = (seed=0))]
    fn reset(&self, py: Python<'_>, seed: u64) -> PyResult<()> {
        self.run(py, |shared| shared.reset(seed))
    }

    /// Plays an action, by its number, in every game. With an illegal one nothing changes in any game, and it raises.
    fn step(&self, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let numbers = numbers_of(actions)?;
        self.run(actions.py(), |shared| shared.step(&numbers))
    }

    /// The outcomes' names of the episodes that ended in the last step; `None` for those that go on.
    #[getter]
    fn outcomes(&self) -> PyResult<Vec<Option<&'static str>>> {
        Ok(sound(free(&self.shared))?.many.batch().outcomes.clone())
    }

    /// The numbers of the running episodes, from 0.
    #[getter]
    fn episodes(&self) -> PyResult<Vec<u64>> {
        Ok(sound(free(&self.shared))?.many.batch().episodes.clone())
    }

    /// The position of a game; a copy.
    fn state(&self, game: usize) -> PyResult<State> {
        if game >= self.games {
            return Err(fault(format!("no game {game}; there are {}", self.games)));
        }
        Ok(State::of(sound(free(&self.shared))?.many.position(game)))
    }

    fn __len__(&self) -> usize {
        self.games
    }
}

/// The seed of episode `episode` (from 0) of game `game` of a vector environment that was reset with `seed`.
#[pyfunction]
pub fn episode_seed(seed: u64, game: usize, episode: u64) -> u64 {
    moonbase_engine::env::episode_seed(seed, game, episode)
}
