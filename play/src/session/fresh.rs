//! Decisions by agents that are made for one decision.

use std::sync::{Arc, Mutex};

use moonbase_agents::Agent;

use super::{Job, Session, SessionError, Waiting};
use crate::words::Words;

impl<G: Words> Session<G> {
    /// The decision of the agent to move, made by another one of the same spec that nobody keeps: what it thinks takes no memory
    /// afterwards. It decides the same, as all begin each decision afresh.
    ///
    /// # Errors
    /// It is not an agent's turn.
    pub fn fresh_job(&self, agent: Box<dyn Agent<G>>) -> Result<Job<G>, SessionError> {
        match self.waiting() {
            Waiting::Agent(_) => Ok(self.job_for(&Arc::new(Mutex::new(agent)))),
            _ => Err(self.not_waiting("an agent")),
        }
    }
}
