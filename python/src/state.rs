//! A position, whichever game's.

use std::any::Any;
use std::sync::Arc;

use moonbase_agents::Ply;
use moonbase_engine::env::{Codec, Observation};
use moonbase_engine::record::{Record, play_word};
use moonbase_engine::{KeyedDice, Seat, Turn};
use moonbase_models::features::Inputs;
use moonbase_play::draw::Room;
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::{Map, Value};

use crate::array::owned;
use crate::fault::{fault, sound};
use crate::game::{Door, Game, Rules, Table, seat_of, spot_of};
use crate::json;

/// A position, and how it came about if that is known.
pub struct Spot<G: Door> {
    pub table: Arc<Table<G>>,
    pub position: G,
    /// Actions and chance outcomes since the start.
    pub history: Option<Vec<Ply<G>>>,
}

/// The start position of a table.
pub fn start<G: Door>(table: Arc<Table<G>>) -> Box<dyn Position> {
    let (position, history) = (table.start.clone(), Some(Vec::new()));
    Box::new(Spot {
        table,
        position,
        history,
    })
}

/// The position after these words.
///
/// # Errors
/// The first word that does not fit.
pub fn told_by<G: Door>(table: Arc<Table<G>>, words: &[&str]) -> Result<Box<dyn Position>, String> {
    let mut position = start(table);
    words.iter().try_for_each(|word| position.play_word(word))?;
    Ok(position)
}

/// The numbers that a net sees.
pub struct Numbers {
    pub state: Vec<f32>,
    pub actions: Vec<f32>,
    pub tiles: Vec<f32>,
    /// Rows of `actions`, and of `tiles`.
    pub rows: [usize; 2],
}

/// A [`Spot`], whatever its game.
pub trait Position: Send + Sync {
    fn rules(&self) -> Arc<dyn Rules>;
    fn copied(&self) -> Box<dyn Position>;
    fn as_any(&self) -> &dyn Any;
    fn turn(&self) -> Turn;
    /// The legal actions' words, in the rules' order.
    fn legal(&self) -> Vec<String>;
    /// Their numbers, in the same order.
    fn legal_indices(&self) -> Vec<i64>;
    fn fill_mask(&self, mask: &mut [bool]);
    /// The chance outcomes' words and weights.
    fn chances(&self) -> Vec<(String, u64)>;
    fn word_of(&self, index: usize) -> Result<String, String>;
    fn index_of(&self, word: &str) -> Result<usize, String>;
    fn play_word(&mut self, word: &str) -> Result<(), String>;
    /// Plays an action by its number; at a chance node the outcome by its place in the list.
    fn play_index(&mut self, index: usize) -> Result<(), String>;
    fn roll(&mut self, dice: &mut KeyedDice) -> Result<String, String>;
    fn observe(&self, seat: Seat, out: &mut [f32]);
    fn features(&self, seat: Seat) -> Numbers;
    fn dump(&self) -> Value;
    fn key(&self) -> u64;
    fn same(&self, other: &dyn Position) -> bool;
    fn words(&self) -> Option<Vec<String>>;
    /// Actions and outcomes since the start, if known.
    fn plies(&self) -> Option<usize>;
    fn record(&self, tags: &Map<String, Value>) -> Result<String, String>;
    /// The status, and the map with the roster beside it.
    fn picture(&self, width: usize, height: usize) -> String;
    /// A legal action or possible outcome as a sentence.
    fn told(&self, word: &str) -> Result<String, String>;
}

impl<G: Door> Spot<G> {
    fn actions(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.position.legal_actions(&mut actions);
        actions
    }

    fn outcomes(&self) -> Vec<(G::Chance, u64)> {
        let mut outcomes = Vec::new();
        self.position.chance_outcomes(&mut outcomes);
        outcomes
    }

    fn note(&mut self, ply: Ply<G>) {
        if let Some(history) = &mut self.history {
            history.push(ply);
        }
    }

    /// The legal action of a number.
    ///
    /// # Errors
    /// No legal action has it; nobody decides here.
    pub fn action_of(&self, index: usize) -> Result<G::Action, String> {
        let Turn::Decide(seat) = self.position.turn() else {
            return Err(format!(
                "no action can be played: {}",
                waits(self.position.turn())
            ));
        };
        let encoding = &self.table.encoding;
        let action = (index < encoding.actions()).then(|| encoding.action(&self.position, index));
        let legal = |action: &G::Action| {
            self.position.is_legal(*action) && encoding.index(&self.position, *action) == index
        };
        let action = action.flatten().filter(legal);
        action.ok_or_else(|| {
            let legal: Vec<String> = self
                .legal_indices()
                .iter()
                .take(10)
                .map(i64::to_string)
                .collect();
            format!(
                "action {index} is not legal for {}; legal: {} ...",
                G::SEATS[seat],
                legal.join(" ")
            )
        })
    }

    fn outcome_of(&self, number: usize) -> Result<G::Chance, String> {
        let outcomes = self.outcomes();
        let found = outcomes.get(number).map(|(outcome, _)| *outcome);
        found.ok_or_else(|| {
            format!(
                "no chance outcome {number}; there are {} here",
                outcomes.len()
            )
        })
    }
}

/// What a position waits for, in words.
fn waits(turn: Turn) -> String {
    match turn {
        Turn::Decide(_) => "a seat has a choice".into(),
        Turn::Chance => "the position waits for a chance outcome".into(),
        Turn::Over(outcome) => format!("the game is over ({})", outcome.name),
    }
}

impl<G: Door> Position for Spot<G> {
    fn rules(&self) -> Arc<dyn Rules> {
        self.table.clone()
    }

    fn copied(&self) -> Box<dyn Position> {
        Box::new(Spot {
            table: self.table.clone(),
            position: self.position.clone(),
            history: self.history.clone(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn turn(&self) -> Turn {
        self.position.turn()
    }

    fn legal(&self) -> Vec<String> {
        self.actions().iter().map(G::Action::to_string).collect()
    }

    fn legal_indices(&self) -> Vec<i64> {
        let number = |action: &G::Action| self.table.encoding.index(&self.position, *action) as i64;
        self.actions().iter().map(number).collect()
    }

    fn fill_mask(&self, mask: &mut [bool]) {
        self.table
            .encoding
            .fill_mask(&self.position, &self.actions(), mask);
    }

    fn chances(&self) -> Vec<(String, u64)> {
        let outcomes = self.outcomes().into_iter();
        outcomes
            .map(|(outcome, weight)| (outcome.to_string(), weight))
            .collect()
    }

    fn word_of(&self, index: usize) -> Result<String, String> {
        match self.position.turn() {
            Turn::Chance => self.outcome_of(index).map(|outcome| outcome.to_string()),
            _ => self.action_of(index).map(|action| action.to_string()),
        }
    }

    fn index_of(&self, word: &str) -> Result<usize, String> {
        if let Turn::Chance = self.position.turn() {
            let place = self
                .chances()
                .iter()
                .position(|(outcome, _)| outcome == word);
            return place.ok_or_else(|| format!("`{word}` is not a possible chance outcome here"));
        }
        let action = self
            .actions()
            .into_iter()
            .find(|action| action.to_string() == word);
        let index = action.map(|action| self.table.encoding.index(&self.position, action));
        index.ok_or_else(|| format!("`{word}` is not a legal action here"))
    }

    fn play_word(&mut self, word: &str) -> Result<(), String> {
        let ply = Ply::read(&self.position, word);
        play_word(&mut self.position, word).map_err(|error| error.to_string())?;
        self.note(ply.map_err(|error| error.to_string())?);
        Ok(())
    }

    fn play_index(&mut self, index: usize) -> Result<(), String> {
        let ply = match self.position.turn() {
            Turn::Chance => Ply::Chance(self.outcome_of(index)?),
            _ => Ply::Action(self.action_of(index)?),
        };
        match ply {
            Ply::Action(action) => self.position.play_unchecked(action),
            Ply::Chance(outcome) => self.position.resolve_unchecked(outcome),
        }
        self.note(ply);
        Ok(())
    }

    fn roll(&mut self, dice: &mut KeyedDice) -> Result<String, String> {
        let Turn::Chance = self.position.turn() else {
            return Err(format!("nothing to roll: {}", waits(self.position.turn())));
        };
        let outcome = dice.roll(&self.position);
        self.position.resolve_unchecked(outcome);
        self.note(Ply::Chance(outcome));
        Ok(outcome.to_string())
    }

    fn observe(&self, seat: Seat, out: &mut [f32]) {
        self.table.encoding.observe(&self.position, seat, out);
    }

    fn features(&self, seat: Seat) -> Numbers {
        let actions = self.actions();
        let mut numbers = Numbers {
            state: vec![0.0; G::STATE_FEATURES],
            actions: vec![0.0; G::ACTION_FEATURES * actions.len()],
            tiles: Vec::new(),
            rows: [actions.len(), 0],
        };
        let inputs = Inputs {
            state: &mut numbers.state,
            actions: &mut numbers.actions,
            tiles: &mut numbers.tiles,
            all_tiles: true,
        };
        self.position.features(seat, &actions, inputs);
        numbers.rows[1] = numbers.tiles.len() / G::TILE_FEATURES.max(1);
        numbers
    }

    fn dump(&self) -> Value {
        self.position.dump()
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn same(&self, other: &dyn Position) -> bool {
        spot_of::<G>(other).is_ok_and(|other| self.position == other.position)
    }

    fn words(&self) -> Option<Vec<String>> {
        let history = self.history.as_ref()?;
        Some(history.iter().map(Ply::to_string).collect())
    }

    fn plies(&self) -> Option<usize> {
        self.history.as_ref().map(Vec::len)
    }

    fn record(&self, tags: &Map<String, Value>) -> Result<String, String> {
        let words = self.words().ok_or(NO_HISTORY)?;
        let options = self.table.start.options();
        let mut record =
            Record::new::<G>(&self.table.preset, options).map_err(|error| error.to_string())?;
        for (name, value) in tags {
            record.set_tag(name, value.clone());
        }
        words.iter().for_each(|word| record.push(word));
        record.to_text::<G>().map_err(|error| error.to_string())
    }

    fn picture(&self, width: usize, height: usize) -> String {
        let drawn = self.position.draw_with_roster(Room::new(width, height));
        let head = self.position.status().into_iter();
        let map = drawn.lines.iter().map(|line| line.plain());
        let lines: Vec<String> = head
            .chain(map)
            .map(|line| line.trim_end().to_string())
            .collect();
        lines.join("\n")
    }

    fn told(&self, word: &str) -> Result<String, String> {
        let number = self.index_of(word)?;
        Ok(match self.position.turn() {
            Turn::Chance => self.position.chance_words(self.outcome_of(number)?),
            _ => self.position.action_words(self.action_of(number)?),
        })
    }
}

/// Environments keep positions only.
const NO_HISTORY: &str = "how this position came about is not known: it is from an environment";

/// A position of a game. `Game.start()` gives the first one.
///
/// It waits for a seat's choice, for a chance outcome, or is over; the engine takes choices of one by itself. Actions and
/// outcomes are words of the game's notation, or numbers: an action's number is the codec's, an outcome's its place in `chance()`.
#[pyclass(module = "moonbase")]
pub struct State(Box<dyn Position>);

/// A word, or a number.
pub enum Step {
    Word(String),
    Number(i64),
}

impl Step {
    /// # Errors
    /// `TypeError` for what is neither.
    pub fn read(given: &Bound<'_, PyAny>) -> PyResult<Step> {
        if let Ok(word) = given.extract::<String>() {
            return Ok(Step::Word(word));
        }
        let number = given.extract::<i64>();
        number.map(Step::Number).or_else(|error| {
            if error.is_instance_of::<PyOverflowError>(given.py()) {
                return Ok(Step::Number(-1));
            }
            let kind = given.get_type().name()?;
            Err(PyTypeError::new_err(format!(
                "a step is a word or a number, not a `{kind}`"
            )))
        })
    }

    /// The number; one that nothing has for negative ones.
    pub fn number(number: i64) -> usize {
        usize::try_from(number).unwrap_or(usize::MAX)
    }
}

impl State {
    pub fn of(position: Box<dyn Position>) -> State {
        State(position)
    }

    pub fn position(&self) -> &dyn Position {
        &*self.0
    }

    pub fn position_mut(&mut self) -> &mut dyn Position {
        &mut *self.0
    }

    pub fn waits_for_chance(&self) -> bool {
        self.0.turn() == Turn::Chance
    }

    /// Whose eyes to look through: those of the seat given, else of the seat that decides, else of the first.
    fn looker(&self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Seat> {
        match (seat, self.0.turn()) {
            (Some(seat), _) => seat_of(&*self.0.rules(), seat),
            (None, Turn::Decide(seat)) => Ok(seat),
            _ => Ok(Seat::First),
        }
    }
}

#[pymethods]
impl State {
    #[getter]
    fn game(&self) -> Game {
        Game::of(self.0.rules())
    }

    /// The number of the seat that decides; `None` at chance nodes and at the end.
    #[getter]
    fn seat(&self) -> Option<usize> {
        match self.0.turn() {
            Turn::Decide(seat) => Some(seat.index()),
            _ => None,
        }
    }

    /// The name of the seat that decides, or `None`.
    #[getter]
    fn seat_name(&self) -> Option<&'static str> {
        self.seat().map(|seat| self.0.rules().seats()[seat])
    }

    #[getter]
    fn is_chance(&self) -> bool {
        self.waits_for_chance()
    }

    #[getter]
    fn is_over(&self) -> bool {
        matches!(self.0.turn(), Turn::Over(_))
    }

    /// How the game ended, by the rules' name, or `None`.
    #[getter]
    fn outcome(&self) -> Option<&'static str> {
        match self.0.turn() {
            Turn::Over(outcome) => Some(outcome.name),
            _ => None,
        }
    }

    /// Both seats' returns in [-1, 1] at the end, which sum to 0; `None` before it.
    #[getter]
    fn returns(&self) -> Option<(f64, f64)> {
        match self.0.turn() {
            Turn::Over(outcome) => {
                let returns = outcome.returns();
                // Adding zero turns -0.0 into 0.0.
                Some((returns.first + 0.0, returns.second + 0.0))
            }
            _ => None,
        }
    }

    /// The legal actions as words, in the rules' order; empty unless a seat decides.
    fn legal(&self) -> Vec<String> {
        self.0.legal()
    }

    /// The legal actions' numbers in the same order: an array of int64.
    fn legal_indices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let indices = self.0.legal_indices();
        let shape = [indices.len()];
        owned(py, indices, &shape)
    }

    /// Which numbers are legal: an array of `game.actions` bools.
    fn mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut mask = vec![false; self.0.rules().actions()];
        self.0.fill_mask(&mut mask);
        let shape = [mask.len()];
        owned(py, mask, &shape)
    }

    /// The possible chance outcomes and their positive integer weights, in the rules' order; empty unless chance decides.
    /// An outcome's probability is its weight's share of their sum.
    fn chance(&self) -> Vec<(String, u64)> {
        self.0.chances()
    }

    /// The word of a legal action's number (of an outcome's place at a chance node).
    fn word(&self, index: i64) -> PyResult<String> {
        sound(self.0.word_of(Step::number(index)))
    }

    /// The number of a legal action's word (an outcome's place at a chance node).
    fn index(&self, word: &str) -> PyResult<usize> {
        sound(self.0.index_of(word))
    }

    /// Carries out an action or a chance outcome, by its word or number. The state is unchanged if it raises.
    fn play(&mut self, step: &Bound<'_, PyAny>) -> PyResult<()> {
        sound(match Step::read(step)? {
            Step::Word(word) => self.0.play_word(&word),
            Step::Number(number) => self.0.play_index(Step::number(number)),
        })
    }

    /// A copy on which the step has been carried out.
    fn after(&self, step: &Bound<'_, PyAny>) -> PyResult<State> {
        let mut next = State(self.0.copied());
        next.play(step)?;
        Ok(next)
    }

    /// A copy, which shares nothing that changes.
    fn copy(&self) -> State {
        State(self.0.copied())
    }

    fn __copy__(&self) -> State {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> State {
        self.copy()
    }

    /// What a seat sees: an array of `game.observation_len` float32. By default the seat that decides, else the first.
    #[pyo3(signature = (seat=None))]
    fn observe<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let seat = self.looker(seat)?;
        let mut numbers = vec![0.0; self.0.rules().observation_len()];
        self.0.observe(seat, &mut numbers);
        let shape = [numbers.len()];
        owned(py, numbers, &shape)
    }

    /// What our nets see: arrays of float32 of a position's numbers, of a row for each legal action, of a row for each tile;
    /// `game.feature_names` names them.
    #[pyo3(signature = (seat=None))]
    fn features<'py>(
        &self,
        py: Python<'py>,
        seat: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let numbers = self.0.features(self.looker(seat)?);
        let [_, actions, tiles] = self.0.rules().feature_names();
        let state = [numbers.state.len()];
        let all = [
            owned(py, numbers.state, &state)?,
            owned(py, numbers.actions, &[numbers.rows[0], actions.len()])?,
            owned(py, numbers.tiles, &[numbers.rows[1], tiles.len()])?,
        ];
        PyTuple::new(py, all)
    }

    /// The position dump of the rules, a dictionary. Two positions of a game are equal exactly when their dumps are.
    fn dump<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        json::to_python(py, &self.0.dump())
    }

    /// A 64-bit hash, equal for equal positions.
    #[getter]
    fn key(&self) -> u64 {
        self.0.key()
    }

    /// Actions and chance outcomes since the start; `None` for positions from environments.
    #[getter]
    fn words(&self) -> Option<Vec<String>> {
        self.0.words()
    }

    /// The game so far as a record, which `replay` and `moonbase play` read. Tags are texts, numbers and the like.
    #[pyo3(signature = (**tags))]
    fn record(&self, tags: Option<&Bound<'_, PyDict>>) -> PyResult<String> {
        let tags = tags.map(json::object).transpose()?.unwrap_or_default();
        sound(self.0.record(&tags))
    }

    /// The board as text, as `moonbase play` draws it, in at most so many columns and rows.
    #[pyo3(signature = (width=100, height=40))]
    fn text(&self, width: u16, height: u16) -> String {
        let (width, height) = (width.clamp(60, 400), height.clamp(10, 400));
        self.0.picture(width.into(), height.into())
    }

    /// A legal action's (a possible outcome's) word as a sentence.
    fn explain(&self, word: &str) -> PyResult<String> {
        sound(self.0.told(word))
    }

    fn __str__(&self) -> String {
        self.text(100, 40)
    }

    fn __len__(&self) -> usize {
        self.0.plies().unwrap_or(0)
    }

    // A state is something even at the start, where its length is 0.
    fn __bool__(&self) -> bool {
        true
    }

    fn __eq__(&self, other: &State) -> bool {
        self.0.same(&*other.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Vec<String>,))> {
        let words = self.0.words().ok_or_else(|| fault(NO_HISTORY))?;
        let after = Bound::new(py, self.game())?.getattr("after")?;
        Ok((after, (words,)))
    }

    fn __repr__(&self) -> String {
        let rules = self.0.rules();
        let waits = match self.0.turn() {
            Turn::Decide(seat) => format!("{} decides", rules.seats()[seat.index()]),
            Turn::Chance => "chance".into(),
            Turn::Over(outcome) => format!("over: {}", outcome.name),
        };
        format!("<State of {}: {waits}>", rules.preset())
    }
}
