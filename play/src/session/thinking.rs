//! An agent at work: a [`Job`] on whatever thread there is, or [`Thinking`] on one of its own.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use moonbase_agents::{Decision, Ply};
use moonbase_engine::Game;

use super::{SessionError, SharedAgent};

/// A decision to be made, with all that the agent needs to know for it.
pub struct Job<G: Game> {
    agent: SharedAgent<G>,
    name: String,
    position: G,
    history: Vec<Ply<G>>,
    seed: u64,
}

impl<G: Game> Job<G> {
    pub(super) fn new(agent: SharedAgent<G>, position: G, history: Vec<Ply<G>>, seed: u64) -> Self {
        let name = lock(&agent).name();
        Job {
            agent,
            name,
            position,
            history,
            seed,
        }
    }

    /// Thinks on a thread of its own.
    pub fn start(self) -> Thinking<G> {
        Thinking::start(self)
    }

    /// The spec of the agent that is to decide.
    pub fn agent(&self) -> &str {
        &self.name
    }

    /// The position to decide in.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Thinks, on this thread, however long it takes. One job gives one decision, but for agents with a budget of time.
    ///
    /// # Errors
    /// The agent failed or gives up.
    pub fn run(&self) -> Result<Decision<G::Action>, SessionError> {
        let think = || {
            let mut agent = lock(&self.agent);
            agent.new_game(self.seed);
            agent.answer(&self.position, Some(&self.history))
        };
        // The agent alone may be left in the middle of something, and starts afresh with the next decision.
        let answer = catch_unwind(AssertUnwindSafe(think));
        let answer = answer.map_err(|_| SessionError::AgentFailed(self.name.clone()))?;
        answer.map_err(|reason| {
            let agent = self.name.clone();
            SessionError::AgentForfeits { agent, reason }
        })
    }
}

/// A decision in the making. Dropped, it is forgotten; the thread ends by itself with the decision.
pub struct Thinking<G: Game> {
    agent: String,
    answer: Receiver<Result<Decision<G::Action>, SessionError>>,
}

impl<G: Game> Thinking<G> {
    fn start(job: Job<G>) -> Self {
        let (sender, answer) = channel();
        let agent = job.name.clone();
        // A thread that cannot be started leaves the sender dropped, which reads as a failed agent.
        let _ = thread::Builder::new()
            .name("thinking".into())
            .spawn(move || {
                // Nobody may be listening any more.
                let _ = sender.send(job.run());
            });
        Thinking { agent, answer }
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
            Ok(answer) => answer.map(Some),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.failed()),
        }
    }

    /// The decision, however long it takes.
    ///
    /// # Errors
    /// The agent failed.
    pub fn decision(self) -> Result<Decision<G::Action>, SessionError> {
        self.answer.recv().unwrap_or_else(|_| Err(self.failed()))
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
