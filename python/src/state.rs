//! A position as Python holds it.

use moonbase_engine::{Seat, Turn};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::array::owned;
use crate::fault::{fault, sound};
use crate::game::{Game, seat_of};
use crate::json;
use crate::position::{NO_HISTORY, Position};

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
