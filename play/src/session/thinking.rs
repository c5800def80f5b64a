//! An agent at work, on a thread of its own.

use std::sync::PoisonError;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use moonbase_agents::{Decision, Forfeit, Ply};
use moonbase_engine::Game;

use super::{SessionError, SharedAgent};

/// A decision in the making. Dropped, it is forgotten; the thread ends by itself with the decision.
pub struct Thinking<G: Game> {
    agent: String,
    answer: Receiver<Result<Decision<G::Action>, Forfeit>>,
}

impl<G: Game> Thinking<G> {
    pub(super) fn start(
        agent: SharedAgent<G>,
        position: G,
        history: Vec<Ply<G>>,
        seed: u64,
    ) -> Self {
        let (sender, answer) = channel();
        let name = lock(&agent).name();
        // A thread that cannot be started leaves the sender dropped, which reads as a failed agent.
        let _ = thread::Builder::new()
            .name("thinking".into())
            .spawn(move || {
                let mut agent = lock(&agent);
                agent.new_game(seed);
                // Nobody may be listening any more.
                let _ = sender.send(agent.answer(&position, Some(&history)));
            });
        Thinking {
            agent: name,
            answer,
        }
    }

    /// The spec of the agent that thinks.
    pub fn agent(&self) -> &str {
        &self.agent
    }

    /// The decision, if it comes within this time.
    ///
    /// # Errors
    /// The agent failed.
    pub fn wait(&self, time: Duration) -> Result<Option<Decision<G::Action>>, SessionError> {
        match self.answer.recv_timeout(time) {
            Ok(answer) => self.decided(answer).map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.failed()),
        }
    }

    /// The decision, however long it takes.
    ///
    /// # Errors
    /// The agent failed.
    pub fn decision(self) -> Result<Decision<G::Action>, SessionError> {
        let answer = self.answer.recv().map_err(|_| self.failed())?;
        self.decided(answer)
    }

    fn decided(
        &self,
        answer: Result<Decision<G::Action>, Forfeit>,
    ) -> Result<Decision<G::Action>, SessionError> {
        answer.map_err(|reason| {
            let agent = self.agent.clone();
            SessionError::AgentForfeits { agent, reason }
        })
    }

    fn failed(&self) -> SessionError {
        SessionError::AgentFailed(self.agent.clone())
    }
}

/// An agent that panicked starts afresh with the next decision, as all do.
fn lock<G: Game>(
    agent: &SharedAgent<G>,
) -> std::sync::MutexGuard<'_, Box<dyn moonbase_agents::Agent<G>>> {
    agent.lock().unwrap_or_else(PoisonError::into_inner)
}
