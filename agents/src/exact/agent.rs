//! The agent `exact`.

use std::path::Path;
use std::sync::Arc;

use moonbase_engine::{Seat, SeatValue};

use super::Solvable;
use super::oracle::Oracle;
use super::solution::{Solution, SolutionError};
use crate::agent::{Agent, Decision, Thought, ValueBounds, decider};
use crate::registry::SettingInfo;
use crate::spec::{AgentError, AgentSpec};

/// The settings of the agent `exact`.
pub const SETTINGS: [SettingInfo; 1] = [SettingInfo {
    key: "file",
    values: "a file that `moonbase solve` wrote",
    default: "required",
    help: "the solution",
}];

/// Plays perfectly where a solution covers the game: the first of the best actions in the rules' order.
///
/// Outside its solution, which [`Agent::check`] tells before a game, it plays the first legal
/// action and says nothing about its value.
#[derive(Debug)]
pub struct Exact {
    oracle: Oracle,
    spec: AgentSpec,
}

impl Exact {
    pub fn new(solution: Arc<Solution>, spec: AgentSpec) -> Self {
        let oracle = Oracle::new(solution);
        Exact { oracle, spec }
    }

    /// Reads `file=`.
    ///
    /// # Errors
    /// No file, or one that cannot be used for `G`.
    pub fn from_spec<G: Solvable>(spec: &AgentSpec) -> Result<Self, AgentError> {
        let file = spec.get("file").ok_or_else(|| AgentError::Missing {
            agent: spec.name.clone(),
            key: "file",
        })?;
        let solution = Solution::read::<G>(Path::new(file));
        let solution = solution.map_err(|error| refused(spec, &error))?;
        Ok(Exact::new(Arc::new(solution), spec.clone()))
    }
}

fn refused(spec: &AgentSpec, error: &SolutionError) -> AgentError {
    AgentError::File {
        agent: spec.name.clone(),
        reason: error.to_string(),
    }
}

impl<G: Solvable> Agent<G> for Exact {
    fn new_game(&mut self, _: u64) {}

    fn decide(&mut self, position: &G) -> Decision<G::Action> {
        let seat = decider(position);
        let Some(values) = self.oracle.action_values(position) else {
            return first_legal(position);
        };
        let thoughts = values.into_iter().map(|(action, value)| Thought {
            action,
            visits: 0,
            value: Some(value.seen_by(seat)),
            prior: None,
            bounds: Some(ValueBounds::exactly(value.seen_by(seat))),
        });
        best_of(thoughts.collect()).unwrap_or_else(|| first_legal(position))
    }

    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn check(&self, start: &G, _: Seat) -> Result<(), AgentError> {
        let checked = Oracle::new(self.oracle.solution().clone()).check(start);
        checked.map_err(|error| refused(&self.spec, &error))
    }
}

fn best_of<A: Copy + std::fmt::Display>(thoughts: Vec<Thought<A>>) -> Option<Decision<A>> {
    let value = |thought: &Thought<A>| thought.value.map_or(f64::MIN, |v| v.0);
    let best = thoughts.iter().map(value).max_by(f64::total_cmp)?;
    let action = thoughts
        .iter()
        .find(|thought| value(thought) == best)?
        .action;
    Some(Decision {
        value: Some(SeatValue(best)),
        bounds: Some(ValueBounds::exactly(SeatValue(best))),
        line: vec![action.to_string()],
        thoughts,
        ..Decision::plain(action)
    })
}

fn first_legal<G: Solvable>(position: &G) -> Decision<G::Action> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    Decision::plain(actions[0])
}
