//! Backward induction, depth first: the one recursion behind the solver and the oracle.
//!
//! Going depth first, all positions of later turns have their values before those of earlier turns do, and no
//! frontier of positions is ever stored: memory holds fingerprints and values only.

use moonbase_engine::{Seat, Turn};

use super::Solvable;
use super::fingerprint::{Key, fingerprint};

/// Longest line of play, in plies. A stack frame of the recursion takes about three positions.
pub const MAX_DEPTH: usize = 20_000;

/// Why a value was not found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The memory is full.
    Full,
    /// A line of play is longer than the recursion may go.
    TooDeep,
    /// A kept position is not in the solution: it cannot be reached from its start.
    Unknown,
    /// It was asked from outside.
    Asked,
}

/// Remembers values of positions by their fingerprints.
pub trait Memory {
    /// The value, if it is remembered.
    ///
    /// # Errors
    /// [`Stop`], and then [`Backup`] stops at once.
    fn recall(&mut self, key: Key, kept: bool) -> Result<Option<f32>, Stop>;

    /// Remembers a value. It may forget those that are not `kept`.
    ///
    /// # Errors
    /// [`Stop`], and then [`Backup`] stops at once.
    fn remember(&mut self, key: Key, kept: bool, value: f32) -> Result<(), Stop>;
}

/// Works out exact values: see [`super`].
#[derive(Debug)]
pub struct Backup<M> {
    pub memory: M,
    /// Whether children are looked at from the last to the first. The values are the same.
    backwards: bool,
    symmetric: bool,
    max_depth: usize,
    depth: usize,
}

impl<M: Memory> Backup<M> {
    pub fn new(memory: M) -> Self {
        Backup {
            memory,
            backwards: false,
            symmetric: true,
            max_depth: MAX_DEPTH,
            depth: 0,
        }
    }

    /// Looks at children from the last to the first: a second thread so meets the first halfway.
    pub fn backwards(self, backwards: bool) -> Self {
        Backup { backwards, ..self }
    }

    /// Whether images of a position are taken for one; they are by default.
    pub fn symmetric(self, symmetric: bool) -> Self {
        Backup { symmetric, ..self }
    }

    /// How deep the recursion may go; [`MAX_DEPTH`] by default.
    pub fn max_depth(self, max_depth: usize) -> Self {
        Backup { max_depth, ..self }
    }

    /// The value of a position, as the first seat sees it.
    ///
    /// # Errors
    /// What the memory says, or a line of play that is too long.
    pub fn value<G: Solvable>(&mut self, position: &G) -> Result<f32, Stop> {
        self.depth = 0;
        self.value_of(position, false)
    }

    /// `after_chance`: the position follows from a chance node directly.
    fn value_of<G: Solvable>(&mut self, position: &G, after_chance: bool) -> Result<f32, Stop> {
        match position.turn() {
            Turn::Over(outcome) => Ok(outcome.value.0 as f32),
            Turn::Decide(_) if position.kept() => match position.representative() {
                Some(image) if self.symmetric => self.remembered(&image, true),
                _ => self.remembered(position, true),
            },
            Turn::Decide(_) => self.remembered(position, false),
            // Dice that follow dice come up again by many ways, others by one.
            Turn::Chance if after_chance => self.remembered(position, false),
            Turn::Chance => self.fresh(position),
        }
    }

    fn remembered<G: Solvable>(&mut self, position: &G, kept: bool) -> Result<f32, Stop> {
        let key = fingerprint(position);
        if let Some(value) = self.memory.recall(key, kept)? {
            return Ok(value);
        }
        let value = self.fresh(position)?;
        self.memory.remember(key, kept, value)?;
        Ok(value)
    }

    /// Works the value out from the children's.
    fn fresh<G: Solvable>(&mut self, position: &G) -> Result<f32, Stop> {
        if self.depth >= self.max_depth {
            return Err(Stop::TooDeep);
        }
        self.depth += 1;
        let value = match position.turn() {
            Turn::Decide(seat) => self.best(position, seat),
            _ => self.mean(position),
        };
        self.depth -= 1;
        value
    }

    fn best<G: Solvable>(&mut self, position: &G, seat: Seat) -> Result<f32, Stop> {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let mut best = match seat {
            Seat::First => f32::MIN,
            Seat::Second => f32::MAX,
        };
        for place in 0..actions.len() {
            let mut next = position.clone();
            next.play_unchecked(actions[self.turned(place, actions.len())]);
            let value = self.value_of(&next, false)?;
            best = match seat {
                Seat::First => best.max(value),
                Seat::Second => best.min(value),
            };
        }
        Ok(best)
    }

    fn mean<G: Solvable>(&mut self, position: &G) -> Result<f32, Stop> {
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        let mut values = vec![0.0; outcomes.len()];
        for place in 0..outcomes.len() {
            let index = self.turned(place, outcomes.len());
            let mut next = position.clone();
            next.resolve_unchecked(outcomes[index].0);
            values[index] = f64::from(self.value_of(&next, true)?);
        }
        // Summed in the rules' order, whatever the order of work.
        let weighted = outcomes.iter().zip(&values);
        let sum: f64 = weighted
            .map(|((_, weight), value)| *weight as f64 * value)
            .sum();
        let total: u64 = outcomes.iter().map(|(_, weight)| *weight).sum();
        Ok((sum / total as f64) as f32)
    }

    fn turned(&self, place: usize, len: usize) -> usize {
        if self.backwards {
            len - 1 - place
        } else {
            place
        }
    }
}
