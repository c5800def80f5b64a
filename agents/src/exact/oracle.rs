//! Exact values of any position that a solution covers.

use std::collections::HashMap;
use std::sync::Arc;

use moonbase_engine::{AbsoluteValue, Game};

use super::Solvable;
use super::backup::{Backup, Memory, Stop};
use super::fingerprint::Key;
use super::solution::{Solution, SolutionError};

/// Values worked out between kept positions that are remembered at most; then all are forgotten.
const MOST_REMEMBERED: usize = 1 << 22;

/// How many plies from one kept position to the next at most: a thread's usual stack has room for them.
const DEEPEST: usize = 150;

/// Answers what a position and each action is worth under perfect play.
#[derive(Debug)]
pub struct Oracle {
    backup: Backup<Recollection>,
}

#[derive(Debug)]
struct Recollection {
    solution: Arc<Solution>,
    between: HashMap<Key, f32>,
}

impl Memory for Recollection {
    fn recall(&mut self, key: Key, kept: bool) -> Result<Option<f32>, Stop> {
        if kept {
            self.solution.get(key).map(Some).ok_or(Stop::Unknown)
        } else {
            Ok(self.between.get(&key).copied())
        }
    }

    fn remember(&mut self, key: Key, _: bool, value: f32) -> Result<(), Stop> {
        if self.between.len() >= MOST_REMEMBERED {
            self.between.clear();
        }
        self.between.insert(key, value);
        Ok(())
    }
}

impl Oracle {
    pub fn new(solution: Arc<Solution>) -> Self {
        let symmetric = solution.header().symmetric;
        let memory = Recollection {
            solution,
            between: HashMap::new(),
        };
        let backup = Backup::new(memory);
        Oracle {
            backup: backup.symmetric(symmetric).max_depth(DEEPEST),
        }
    }

    pub fn solution(&self) -> &Arc<Solution> {
        &self.backup.memory.solution
    }

    /// Does the solution hold the game from this position on?
    ///
    /// # Errors
    /// Other options than those solved, or a position that cannot be reached from the solution's start.
    pub fn check<G: Solvable>(&mut self, position: &G) -> Result<(), SolutionError> {
        self.solution().check::<G>(position.options())?;
        match self.value(position) {
            Some(_) => Ok(()),
            None => Err(SolutionError::Start(self.solution().path().into())),
        }
    }

    /// The position's value; `None` outside the solution.
    pub fn value<G: Solvable>(&mut self, position: &G) -> Option<AbsoluteValue> {
        let value = self.backup.value(position).ok()?;
        Some(AbsoluteValue(value.into()))
    }

    /// The value of each legal action, in the rules' order; `None` outside the solution.
    pub fn action_values<G: Solvable>(
        &mut self,
        position: &G,
    ) -> Option<Vec<(G::Action, AbsoluteValue)>> {
        let mut actions = Vec::new();
        Game::legal_actions(position, &mut actions);
        let value_of = |action| {
            let mut next = position.clone();
            next.play_unchecked(action);
            Some((action, self.value(&next)?))
        };
        actions.into_iter().map(value_of).collect()
    }
}
