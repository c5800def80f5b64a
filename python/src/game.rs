//! A game under its rule options, whichever it is.

use std::sync::Arc;

use moonbase_agents::Playable;
use moonbase_engine::env::{Codec, Field, Observation};
use moonbase_engine::record::Record;
use moonbase_engine::registry::{RegistryError, family_of, options_from, preset_names};
use moonbase_engine::{Game as GameOf, RuleOptions, Seat, with_family};
use moonbase_models::encode::Encoded;
use moonbase_play::draw::Draw;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};
use serde_json::{Map, Value, json};

use crate::agent::{Decision, Player, Who, seated};
use crate::fault::{fault, sound};
use crate::json;
use crate::matches::{Contest, contest};
use crate::position::{Position, Spot, start, told_by};
use crate::search::{Broken, Quest, searched};
use crate::seat::{Single, single};
use crate::state::State;
use crate::turns::{Settings, Turns, turns};
use crate::vector::{Many, many};

/// A game with all that this door needs: agents, numbers, and words and a map for people.
pub trait Door: Playable + Encoded + Draw {}

impl<G: Playable + Encoded + Draw> Door for G {}

/// A game under its options: its start position and its encoding.
pub struct Table<G: Door> {
    pub preset: String,
    pub start: G,
    pub encoding: G::Encoding,
}

impl<G: Door> Table<G> {
    fn open(preset: &str, changes: &Map<String, Value>) -> Result<Arc<dyn Rules>, RegistryError> {
        let options = options_from::<G>(preset, changes)?;
        Ok(Arc::new(Table::<G> {
            preset: preset.into(),
            start: GameOf::new(&options)?,
            encoding: G::encoding(&options),
        }))
    }
}

/// A [`Table`], whatever its game.
pub trait Rules: Send + Sync {
    fn preset(&self) -> &str;
    fn family(&self) -> &'static str;
    /// The seats' names, the first first.
    fn seats(&self) -> [&'static str; 2];
    fn options(&self) -> Map<String, Value>;
    /// The options that differ from the preset's.
    fn changes(&self) -> Map<String, Value>;
    /// Name, values and meaning of each option.
    fn option_infos(&self) -> Value;
    fn actions(&self) -> usize;
    fn observation_len(&self) -> usize;
    fn codec_version(&self) -> &'static str;
    fn observation_version(&self) -> &'static str;
    fn action_fields(&self) -> Vec<Field>;
    fn observation_fields(&self) -> Vec<Field>;
    /// Names of the nets' inputs: of a position, an action, a tile.
    fn feature_names(&self) -> [&'static [&'static str]; 3];
    fn start(self: Arc<Self>) -> Box<dyn Position>;
    fn replayed(self: Arc<Self>, record: &Record) -> Result<Box<dyn Position>, String>;
    /// An agent for this game.
    fn player(self: Arc<Self>, who: &Who) -> Result<Box<dyn Player>, String>;
    fn turns(self: Arc<Self>, settings: Settings) -> Result<Box<dyn Turns>, String>;
    fn single(
        self: Arc<Self>,
        settings: Settings,
        seat: Seat,
        rival: &Who,
    ) -> Result<Box<dyn Single>, String>;
    fn many(
        self: Arc<Self>,
        settings: Settings,
        games: usize,
        rival: Option<(Seat, Who)>,
    ) -> Result<Box<dyn Many>, String>;
    fn contest(self: Arc<Self>, contest: Contest<'_>) -> Result<Value, String>;
    fn searched(&self, position: &dyn Position, quest: &Quest<'_>) -> Result<Decision, Broken>;
}

impl<G: Door> Rules for Table<G> {
    fn preset(&self) -> &str {
        &self.preset
    }

    fn family(&self) -> &'static str {
        G::NAME
    }

    fn seats(&self) -> [&'static str; 2] {
        [G::SEATS.first, G::SEATS.second]
    }

    fn options(&self) -> Map<String, Value> {
        let (infos, options) = (G::Options::infos(), self.start.options());
        let entry = |name: &str| (name.to_string(), options.get(name));
        infos.iter().map(|info| entry(info.name)).collect()
    }

    fn changes(&self) -> Map<String, Value> {
        // The preset was there when the table was opened.
        let base = moonbase_engine::registry::preset_of::<G>(&self.preset).unwrap_or_default();
        self.start.options().difference(&base)
    }

    fn option_infos(&self) -> Value {
        let told = |info: &moonbase_engine::options::OptionInfo| json!({"name": info.name, "values": info.values, "help": info.help});
        G::Options::infos().iter().map(told).collect()
    }

    fn actions(&self) -> usize {
        self.encoding.actions()
    }

    fn observation_len(&self) -> usize {
        self.encoding.observation_len()
    }

    fn codec_version(&self) -> &'static str {
        self.encoding.codec_version()
    }

    fn observation_version(&self) -> &'static str {
        self.encoding.observation_version()
    }

    fn action_fields(&self) -> Vec<Field> {
        self.encoding.action_fields()
    }

    fn observation_fields(&self) -> Vec<Field> {
        self.encoding.observation_fields()
    }

    fn feature_names(&self) -> [&'static [&'static str]; 3] {
        [G::STATE_NAMES, G::ACTION_NAMES, G::TILE_NAMES]
    }

    fn start(self: Arc<Self>) -> Box<dyn Position> {
        start(self)
    }

    fn replayed(self: Arc<Self>, record: &Record) -> Result<Box<dyn Position>, String> {
        // All of it is checked here: the words with their lines, and the result.
        record.replay::<G>().map_err(|error| error.to_string())?;
        let words: Vec<&str> = record
            .words()
            .iter()
            .map(|word| word.text.as_str())
            .collect();
        told_by::<G>(self, &words)
    }

    fn player(self: Arc<Self>, who: &Who) -> Result<Box<dyn Player>, String> {
        seated::<G>(self, who)
    }

    fn turns(self: Arc<Self>, settings: Settings) -> Result<Box<dyn Turns>, String> {
        turns::<G>(self, settings)
    }

    fn single(
        self: Arc<Self>,
        settings: Settings,
        seat: Seat,
        rival: &Who,
    ) -> Result<Box<dyn Single>, String> {
        single::<G>(self, settings, seat, rival)
    }

    fn many(
        self: Arc<Self>,
        settings: Settings,
        games: usize,
        rival: Option<(Seat, Who)>,
    ) -> Result<Box<dyn Many>, String> {
        many::<G>(self, settings, games, rival)
    }

    fn contest(self: Arc<Self>, given: Contest<'_>) -> Result<Value, String> {
        contest::<G>(self, given)
    }

    fn searched(&self, position: &dyn Position, quest: &Quest<'_>) -> Result<Decision, Broken> {
        searched::<G>(position, quest)
    }
}

/// A class, and the arguments that make an equal object: what pickle asks for.
type Remade<'py> = (Bound<'py, PyType>, (String, Bound<'py, PyDict>));

/// Names of numbers: of a position's, an action's, a tile's.
type Names = (Vec<&'static str>, Vec<&'static str>, Vec<&'static str>);

/// A game under its rule options.
///
/// `Game(name, options=None, **changes)`: `name` is a game or preset of `games()`; options by name change it, as on the command line
/// (`Game("ufo", aliens=6)`). Raises `MoonbaseError` for unknown names and values out of range.
#[pyclass(module = "moonbase", frozen)]
pub struct Game(Arc<dyn Rules>);

impl Game {
    pub fn of(rules: Arc<dyn Rules>) -> Game {
        Game(rules)
    }

    pub fn rules(&self) -> Arc<dyn Rules> {
        self.0.clone()
    }
}

fn open(preset: &str, changes: &Map<String, Value>) -> Result<Arc<dyn Rules>, RegistryError> {
    let family = family_of(preset)?;
    with_family!(family, |G| Table::<G>::open(preset, changes))
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (name, options=None, **changes))]
    fn new(
        name: &str,
        options: Option<&Bound<'_, PyDict>>,
        changes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Game> {
        let mut all = Map::new();
        for given in [options, changes].into_iter().flatten() {
            all.extend(json::object(given)?);
        }
        Ok(Game(sound(open(name, &all))?))
    }

    /// The game's or preset's name.
    #[getter]
    fn name(&self) -> &str {
        self.0.preset()
    }

    /// The game of which it is a preset.
    #[getter]
    fn family(&self) -> &'static str {
        self.0.family()
    }

    /// The names of the two seats; seat 0 first.
    #[getter]
    fn seats(&self) -> (&'static str, &'static str) {
        let [first, second] = self.0.seats();
        (first, second)
    }

    /// All rule options and their values.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        json::dict(py, &self.0.options())
    }

    /// The options that differ from the preset's.
    #[getter]
    fn changes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        json::dict(py, &self.0.changes())
    }

    /// Name, valid values and meaning of each option: a list of dictionaries.
    #[getter]
    fn option_infos<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.0.option_infos())
    }

    /// How many action numbers there are.
    #[getter]
    fn actions(&self) -> usize {
        self.0.actions()
    }

    /// Length of an observation.
    #[getter]
    fn observation_len(&self) -> usize {
        self.0.observation_len()
    }

    /// Name and date of the numbering of actions; it changes whenever a number changes its meaning.
    #[getter]
    fn codec_version(&self) -> &'static str {
        self.0.codec_version()
    }

    /// Name and date of the observations.
    #[getter]
    fn observation_version(&self) -> &'static str {
        self.0.observation_version()
    }

    /// The blocks of action numbers, in order: dictionaries of `name`, `start`, `shape`, `range`, `meaning`.
    #[getter]
    fn action_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &listed(&self.0.action_fields()))
    }

    /// The blocks of an observation, in the same form.
    #[getter]
    fn observation_fields<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &listed(&self.0.observation_fields()))
    }

    /// Names of the numbers that nets see: of a position, of an action, of a tile.
    #[getter]
    fn feature_names(&self) -> Names {
        let [state, action, tile] = self.0.feature_names();
        (state.to_vec(), action.to_vec(), tile.to_vec())
    }

    /// The start position, which may wait for chance.
    fn start(&self) -> State {
        State::of(self.0.clone().start())
    }

    /// The position after these words of the game's notation, actions and chance outcomes, from the start.
    fn after(&self, words: Vec<String>) -> PyResult<State> {
        let mut position = self.0.clone().start();
        for (number, word) in (1..).zip(&words) {
            let played = position.play_word(word);
            played.map_err(|error| fault(format!("word {number}: {error}")))?;
        }
        Ok(State::of(position))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Remade<'py>> {
        let changes = json::dict(py, &self.0.changes())?;
        Ok((py.get_type::<Game>(), (self.0.preset().into(), changes)))
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.0.preset() == other.0.preset() && self.0.options() == other.0.options()
    }

    fn __hash__(&self) -> u64 {
        let mut key = 0;
        for byte in self.0.preset().bytes() {
            key = moonbase_engine::chance::mix(key ^ u64::from(byte));
        }
        key
    }

    fn __repr__(&self) -> String {
        let changes = self.0.changes();
        let changes = changes
            .iter()
            .map(|(name, value)| format!(", {name}={value}"));
        format!("Game({:?}{})", self.0.preset(), changes.collect::<String>())
    }
}

fn listed(fields: &[Field]) -> Value {
    let mut start = 0;
    let mut told = Vec::new();
    for field in fields {
        let Field {
            name,
            shape,
            range,
            meaning,
        } = field;
        told.push(json!({"name": name, "start": start, "shape": shape, "range": range, "meaning": meaning}));
        start += field.len();
    }
    Value::Array(told)
}

/// The names of all games and presets.
#[pyfunction]
pub fn games() -> Vec<&'static str> {
    preset_names()
}

/// The position at the end of a game record (the text of a file that `moonbase play` saved, or of `State.record`); its `words` are the game.
#[pyfunction]
pub fn replay(text: &str) -> PyResult<State> {
    let record = sound(Record::parse(text))?;
    let rules = sound(open(record.game(), record.options()))?;
    Ok(State::of(sound(rules.replayed(&record))?))
}

/// The tags of a game record beside `game` and the options that are asked for by name; missing ones are left out.
#[pyfunction]
#[pyo3(signature = (text, names))]
pub fn record_tags<'py>(
    py: Python<'py>,
    text: &str,
    names: Vec<String>,
) -> PyResult<Bound<'py, PyDict>> {
    let record = sound(Record::parse(text))?;
    let found = names
        .into_iter()
        .filter_map(|name| record.tag(&name).cloned().map(|value| (name, value)));
    json::dict(py, &found.collect())
}

/// A position as its game's type.
pub fn spot_of<G: Door>(position: &dyn Position) -> Result<&Spot<G>, String> {
    let spot = position.as_any().downcast_ref::<Spot<G>>();
    spot.ok_or_else(|| {
        format!(
            "a position of `{}` was wanted, not of `{}`",
            G::NAME,
            position.rules().family()
        )
    })
}

/// The seat that Python names by its number or name.
pub fn seat_of(rules: &dyn Rules, seat: &Bound<'_, PyAny>) -> PyResult<Seat> {
    let names = rules.seats();
    let number = match seat.extract::<String>() {
        Ok(name) => names.iter().position(|known| *known == name),
        Err(_) => seat.extract::<usize>().ok().filter(|number| *number < 2),
    };
    let [first, second] = names;
    let seat = number.map(|number| Seat::BOTH[number]);
    seat.ok_or_else(|| {
        fault(format!(
            "no such seat; seats: 0 or \"{first}\", 1 or \"{second}\""
        ))
    })
}
