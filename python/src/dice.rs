//! Dice keyed by event, for whoever runs a game from Python.

use moonbase_engine::KeyedDice;
use pyo3::prelude::*;

use crate::fault::sound;
use crate::state::State;

/// The dice of a game: each event's result depends on the seed and the event only, so what players do cannot shift it.
///
/// `Dice(seed)`: `seed` is an integer from 0 below 2^64.
#[pyclass(module = "moonbase")]
pub struct Dice(KeyedDice);

#[pymethods]
impl Dice {
    #[new]
    fn new(seed: u64) -> Self {
        Dice(KeyedDice::new(seed))
    }

    #[getter]
    fn seed(&self) -> u64 {
        self.0.seed()
    }

    /// Draws the outcome of a state's chance node, carries it out there and returns its word.
    fn roll(&mut self, state: &mut State) -> PyResult<String> {
        sound(state.position_mut().roll(&mut self.0))
    }

    /// Rolls until a seat has a choice or the game is over; returns the words.
    fn settle(&mut self, state: &mut State) -> PyResult<Vec<String>> {
        let mut words = Vec::new();
        while state.waits_for_chance() {
            words.push(sound(state.position_mut().roll(&mut self.0))?);
        }
        Ok(words)
    }

    fn __repr__(&self) -> String {
        format!("Dice({})", self.0.seed())
    }
}
