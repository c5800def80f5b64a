//! Our agents, asked from Python.

use std::sync::{Arc, Mutex};

use moonbase_agents::{
    Agent as AgentOf, AgentError, AgentSpec, Decision as DecisionOf, MakeAgent, ValueBounds,
    registry,
};
use moonbase_engine::env::Codec;
use moonbase_engine::{Seat, Turn};
use moonbase_play::levels;
use pyo3::prelude::*;
use serde_json::{Value, json};

use crate::callable::{Outsider, Trouble};
use crate::fault::{fault, guarded, locked, sound};
use crate::game::{Door, Rules, Table, spot_of};
use crate::json;
use crate::position::{Position, Spot};
use crate::state::State;

/// An agent that Python names: by a spec, or by code of its own.
#[derive(Clone)]
pub enum Who {
    Spec(AgentSpec),
    Outside(Outsider),
}

impl Who {
    /// A spec, an [`Agent`], a callable or an object with `decide`. Exceptions of its code are noted in `trouble`.
    pub fn from_python(given: &Bound<'_, PyAny>, trouble: &Arc<Trouble>) -> PyResult<Who> {
        if let Ok(text) = given.extract::<String>() {
            return Ok(Who::Spec(read_spec(&text)?));
        }
        match given.cast::<Agent>() {
            Ok(agent) => Ok(Who::Spec(agent.get().spec.clone())),
            Err(_) => Ok(Who::Outside(Outsider::new(given, trouble)?)),
        }
    }

    pub fn is_outside(&self) -> bool {
        matches!(self, Who::Outside(_))
    }

    pub fn name(&self) -> String {
        match self {
            Who::Spec(spec) => spec.to_string(),
            Who::Outside(outsider) => outsider.name(),
        }
    }

    /// The agent itself.
    ///
    /// # Errors
    /// Values out of range, files that cannot be used.
    pub fn build<G: Door>(&self, table: &Arc<Table<G>>) -> Result<Box<dyn AgentOf<G>>, AgentError> {
        match self {
            Who::Spec(spec) => levels::build::<G>(spec),
            Who::Outside(outsider) => Ok(outsider.agent(table)),
        }
    }
}

/// Reads a spec and checks its names.
fn read_spec(text: &str) -> PyResult<AgentSpec> {
    let spec: AgentSpec = sound(text.parse())?;
    if spec.name != levels::LEVEL {
        sound(registry::check(&spec))?;
    }
    Ok(spec)
}

/// Makes agents for the games of a match.
pub struct Maker<G: Door> {
    pub who: Who,
    pub table: Arc<Table<G>>,
}

impl<G: Door> MakeAgent<G> for Maker<G> {
    fn make(&self) -> Result<Box<dyn AgentOf<G>>, AgentError> {
        self.who.build(&self.table)
    }

    fn name(&self) -> String {
        self.who.name()
    }
}

/// An agent that has been asked about a game, whichever it is.
pub trait Player: Send {
    fn family(&self) -> &'static str;
    fn new_game(&mut self, seed: u64);
    fn decide(&mut self, position: &dyn Position) -> Result<Decision, String>;
}

/// An agent, and for whom it has been checked that it can play.
struct Seated<G: Door> {
    agent: Box<dyn AgentOf<G>>,
    fits: Option<(Arc<Table<G>>, Seat)>,
}

/// The agent of a table.
pub fn seated<G: Door>(table: Arc<Table<G>>, who: &Who) -> Result<Box<dyn Player>, String> {
    let agent = who.build(&table).map_err(|error| error.to_string())?;
    Ok(Box::new(Seated { agent, fits: None }))
}

impl<G: Door> Seated<G> {
    fn check(&mut self, table: &Arc<Table<G>>, seat: Seat) -> Result<(), String> {
        let known = self.fits.as_ref();
        if known.is_some_and(|(known, sat)| Arc::ptr_eq(known, table) && *sat == seat) {
            return Ok(());
        }
        self.agent
            .check(&table.start, seat)
            .map_err(|error| error.to_string())?;
        self.fits = Some((table.clone(), seat));
        Ok(())
    }
}

impl<G: Door> Player for Seated<G> {
    fn family(&self) -> &'static str {
        G::NAME
    }

    fn new_game(&mut self, seed: u64) {
        self.agent.new_game(seed);
    }

    fn decide(&mut self, position: &dyn Position) -> Result<Decision, String> {
        let spot = spot_of::<G>(position)?;
        let Turn::Decide(seat) = spot.position.turn() else {
            return Err(
                "an agent is asked where a seat has a choice, not at chance nodes or the end"
                    .into(),
            );
        };
        self.check(&spot.table, seat)?;
        let answer = self.agent.answer(&spot.position, spot.history.as_deref());
        let decision =
            answer.map_err(|forfeit| format!("{} gives up: {forfeit}", self.agent.name()))?;
        Ok(Decision::of(spot, &decision))
    }
}

/// What an agent thought of one action. Values are the deciding seat's, in [-1, 1]; what an agent does not know is `None`.
#[pyclass(module = "moonbase", frozen, get_all, skip_from_py_object)]
#[derive(Clone)]
pub struct Thought {
    pub action: String,
    pub index: usize,
    pub visits: u32,
    pub value: Option<f64>,
    pub prior: Option<f64>,
    pub bounds: Option<(f64, f64)>,
}

#[pymethods]
impl Thought {
    fn __repr__(&self) -> String {
        let Thought {
            action,
            visits,
            value,
            prior,
            ..
        } = self;
        format!(
            "Thought({action:?}, visits={visits}, value={}, prior={})",
            shown(value),
            shown(prior)
        )
    }
}

/// An agent's choice, and what it thought. Values are the deciding seat's, in [-1, 1]; what an agent does not know is `None`.
#[pyclass(module = "moonbase", frozen, get_all, skip_from_py_object)]
#[derive(Clone)]
pub struct Decision {
    pub action: String,
    pub index: usize,
    pub value: Option<f64>,
    pub bounds: Option<(f64, f64)>,
    pub thoughts: Vec<Thought>,
    pub line: Vec<String>,
    pub sims: u64,
    pub nodes: u64,
    pub depth: u64,
    pub millis: f64,
}

impl Decision {
    /// A decision in words and numbers.
    pub fn of<G: Door>(spot: &Spot<G>, decision: &DecisionOf<G::Action>) -> Decision {
        let index = |action| spot.table.encoding.index(&spot.position, action);
        let bounds = |bounds: Option<ValueBounds>| bounds.map(|b| (b.low.0, b.high.0));
        let thoughts = decision.thoughts.iter().map(|thought| Thought {
            action: thought.action.to_string(),
            index: index(thought.action),
            visits: thought.visits,
            value: thought.value.map(|value| value.0),
            prior: thought.prior,
            bounds: bounds(thought.bounds),
        });
        Decision {
            action: decision.action.to_string(),
            index: index(decision.action),
            value: decision.value.map(|value| value.0),
            bounds: bounds(decision.bounds),
            thoughts: thoughts.collect(),
            line: decision.line.clone(),
            sims: decision.spent.sims,
            nodes: decision.spent.nodes,
            depth: decision.spent.depth,
            millis: decision.spent.millis,
        }
    }
}

#[pymethods]
impl Decision {
    fn __repr__(&self) -> String {
        let (action, value, thoughts) = (&self.action, shown(&self.value), self.thoughts.len());
        format!(
            "Decision({action:?}, value={value}, {thoughts} thoughts, {} simulations)",
            self.sims
        )
    }
}

fn shown(number: &Option<f64>) -> String {
    number.map_or("None".into(), |number| format!("{number:.3}"))
}

/// One of our agents: `Agent("mcts:sims=400", seed=0)`, by the specs of `moonbase match` (`agents()` lists them, and there are
/// `level:n=1` to `level:n=10`).
///
/// One seed gives one result for the same questions in the same order. Other Python threads run while it thinks.
#[pyclass(module = "moonbase", frozen)]
pub struct Agent {
    spec: AgentSpec,
    inner: Mutex<Inner>,
}

struct Inner {
    seed: u64,
    /// Made at the first question, which says for which game.
    player: Option<Box<dyn Player>>,
}

impl Inner {
    fn decide(&mut self, spec: &AgentSpec, position: &dyn Position) -> Result<Decision, String> {
        let rules: Arc<dyn Rules> = position.rules();
        if self
            .player
            .as_ref()
            .is_none_or(|player| player.family() != rules.family())
        {
            let mut player = rules.player(&Who::Spec(spec.clone()))?;
            player.new_game(self.seed);
            self.player = Some(player);
        }
        let player = self.player.as_mut().ok_or("no agent")?;
        player.decide(position)
    }
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (spec, seed=0))]
    fn new(spec: &str, seed: u64) -> PyResult<Agent> {
        let spec = read_spec(spec)?;
        let inner = Mutex::new(Inner { seed, player: None });
        Ok(Agent { spec, inner })
    }

    #[getter]
    fn spec(&self) -> String {
        self.spec.to_string()
    }

    /// Forgets the last game and starts the agent's own generator afresh.
    #[pyo3(signature = (seed=0))]
    fn new_game(&self, py: Python<'_>, seed: u64) {
        py.detach(|| {
            let mut inner = locked(&self.inner);
            inner.seed = seed;
            if let Some(player) = &mut inner.player {
                player.new_game(seed);
            }
        });
    }

    /// Chooses a legal action for the seat that decides. Raises `MoonbaseError` where none does, where the agent was made
    /// for other rules or the other seat, and when a program behind it gives up.
    fn decide(&self, py: Python<'_>, state: &State) -> PyResult<Decision> {
        let position = state.position();
        let decided = py.detach(|| {
            let mut inner = locked(&self.inner);
            let decided = guarded(|| inner.decide(&self.spec, position));
            if decided.is_err() {
                // It begins afresh, whatever state it was left in.
                inner.player = None;
            }
            decided
        });
        decided.map_err(fault)
    }

    fn __call__(&self, py: Python<'_>, state: &State) -> PyResult<Decision> {
        self.decide(py, state)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, pyo3::types::PyType>, (String, u64)) {
        (
            py.get_type::<Agent>(),
            (self.spec(), py.detach(|| locked(&self.inner).seed)),
        )
    }

    fn __repr__(&self) -> String {
        format!("Agent({:?})", self.spec())
    }
}

/// All agents: dictionaries of `name`, `help`, `example` and `settings` (each `key`, `values`, `default`, `help`).
#[pyfunction]
pub fn agents(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    let setting = |info: &registry::SettingInfo| json!({"key": info.key, "values": info.values, "default": info.default, "help": info.help});
    let told = |info: &registry::AgentInfo| {
        let settings: Vec<Value> = info.settings.iter().map(setting).collect();
        json!({"name": info.name, "help": info.help, "example": info.example, "settings": settings})
    };
    json::to_python(py, &registry::infos().iter().map(told).collect())
}
