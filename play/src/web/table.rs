//! One game on the server, whatever game it is.

mod inner;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use moonbase_agents::{AgentSpec, Playable};

use inner::Inner;

use super::at_table::Real;
use super::menu::{NotAllowed, tame};
use super::review::{Progress, ReviewView, look_again};
use super::view::{Frame, Have, ThoughtView, View, frames, thought, view};
use crate::levels::build;
use crate::review::ReviewError;
use crate::session::{Job, SeatsError, Session, SessionError, Waiting};
use crate::show::Show;
use crate::table::{AnswerError, AtTable};

/// What somebody asks for.
#[derive(Clone, PartialEq, Debug)]
pub enum Order {
    /// An action, in notation.
    Act(String),
    /// At a real table: what was rolled or drawn, as it was typed, and how many questions about it were answered before.
    Answer(String, usize),
    /// At a real table: to the last question or choice.
    Undo,
    Redo,
    Resign,
    /// Agents that play each other may decide once more.
    Step,
}

/// Why a table does not do what it is asked for.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    #[error("the game has gone on meanwhile; look again")]
    Outdated,
    #[error("this game has become too long for the server: {0} words are the most")]
    TooLong(usize),
    #[error(
        "these are too many rule options, or too long ones: a scenario may have 8 KiB, any other 100 letters"
    )]
    Options,
    #[error("nothing is asked about dice or tiles now")]
    NotAsked,
    #[error(transparent)]
    Session(#[from] SessionError),
    #[error(transparent)]
    Seats(#[from] SeatsError),
    #[error(transparent)]
    Agent(#[from] NotAllowed),
    #[error(transparent)]
    Answer(#[from] AnswerError),
    #[error(transparent)]
    Review(#[from] ReviewError),
}

/// A game that browsers play. Everything on it is done at once, but for [`Table::think`] and [`Table::hint`], which take
/// the time that agents take and hold nobody else up.
pub trait Table: Send + Sync {
    /// The game for a page that has some of it already.
    fn view(&self, have: Have) -> View;

    /// Changes with everything that changes.
    fn version(&self) -> u64;

    /// Does what a person asks for who has seen so much of the game, and saves it.
    ///
    /// # Errors
    /// It is not possible now; nothing has changed.
    fn obey(&self, order: &Order, seen: Seen) -> Result<(), TableError>;

    /// Is there a roll or a decision to be made without a person? Waits for nobody.
    fn has_work(&self) -> bool;

    /// What would be lost if the game were forgotten in memory now.
    fn at_stake(&self) -> Stake;

    /// Goes on where a table of the same game was forgotten, so that pages need not know of it.
    fn go_on_as(&self, past: Past);

    /// What [`Table::go_on_as`] must know.
    fn past(&self) -> Past;

    /// Lets dice fall and one agent decide, and saves the game.
    fn think(&self);

    /// What another agent would do here.
    ///
    /// # Errors
    /// No person is to choose, the agent may not be named here or does not play this.
    fn hint(&self, agent: &AgentSpec) -> Result<ThoughtView, TableError>;

    /// What the agent thought that chose word `number`, if it is known.
    fn why(&self, number: usize) -> Option<ThoughtView>;

    /// Positions for a replay.
    fn frames(&self, from: usize, most: usize) -> Vec<Frame>;

    /// The game looked at again, which takes up to a minute; `None` if it was stopped.
    ///
    /// # Errors
    /// Nothing was played yet.
    fn review(
        &self,
        stop: &AtomicBool,
        progress: &Progress,
    ) -> Result<Option<ReviewView>, TableError>;

    /// The game record.
    ///
    /// # Errors
    /// None that can come up in a game that was played here.
    fn record(&self) -> Result<String, TableError>;
}

/// How much of a game somebody has seen who asks for something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    pub words: usize,
    /// The line of play that these are of; who does not say is taken at the number of words.
    pub lineage: Option<u64>,
}

/// What memory holds of a game that its file does not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stake {
    Nothing,
    /// Answers about a roll that is not complete, or a decision that watchers have asked for.
    Little,
    /// Words: the file could not be written.
    Words,
}

/// A table that was forgotten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Past {
    pub version: u64,
    pub lineage: u64,
}

/// Puts a session on the server, saved to a file from now on; it may have so many words.
pub(super) fn seat_at<G: Show + Playable + AtTable>(
    mut session: Session<G>,
    at_table: bool,
    path: &Path,
    words: usize,
) -> Arc<dyn Table> {
    session.set_autosave(Some(path.into()));
    let inner = Inner {
        session,
        real: at_table.then(Real::default),
        due: 0,
        epoch: 0,
        lineage: fresh_number(),
        words,
        trouble: None,
        not_saved: None,
    };
    Arc::new(Game {
        work: AtomicBool::new(inner.has_work()),
        inner: Mutex::new(inner),
        version: AtomicU64::new(fresh_number()),
    })
}

/// A number that no page knows from before a restart; small enough for scripts to count with.
fn fresh_number() -> u64 {
    u64::from(rand::random::<u32>()) << 16
}

/// The lock is held while the file is written, so that nobody sees what is not in it: whoever takes it must be on a thread that
/// may wait.
struct Game<G: Show> {
    inner: Mutex<Inner<G>>,
    version: AtomicU64,
    /// [`Inner::has_work`], for those who may not wait.
    work: AtomicBool,
}

impl<G: Show + AtTable> Game<G> {
    /// Whoever panicked while holding it had not begun to change the session, or was done.
    fn lock(&self) -> MutexGuard<'_, Inner<G>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Saves what has changed, and lets others know of it.
    fn changed(&self, inner: &mut Inner<G>) {
        inner.save();
        self.work.store(inner.has_work(), Ordering::SeqCst);
        self.version.fetch_add(1, Ordering::SeqCst);
    }
}

/// The decision of the agent to move. Agents that can be made in no time are made for each, so that what they have thought takes
/// no memory while nobody thinks: they begin each decision afresh, and decide the same.
fn job<G: Show + Playable>(session: &Session<G>) -> Result<Job<G>, SessionError> {
    let Waiting::Agent(seat) = session.waiting() else {
        return session.job();
    };
    match session.player(seat).parse::<AgentSpec>() {
        Ok(spec) if tame(&spec) => session.fresh_job(build::<G>(&spec)?),
        _ => session.job(),
    }
}

impl<G: Show + Playable + AtTable> Table for Game<G> {
    fn view(&self, have: Have) -> View {
        let inner = self.lock();
        let numbers = (self.version(), inner.lineage);
        let mut view = view(&inner.session, numbers, have, inner.told_trouble());
        if inner.is_full() {
            view.halt();
        } else if inner.is_stepping() {
            view.agent_steps();
        }
        if let Some(real) = &inner.real {
            view.lay_on_table(&inner.session, real);
        }
        view
    }

    fn version(&self) -> u64 {
        self.version.load(Ordering::SeqCst)
    }

    fn obey(&self, order: &Order, seen: Seen) -> Result<(), TableError> {
        let mut inner = self.lock();
        if *order != Order::Resign && !inner.is_up_to_date(seen) {
            return Err(TableError::Outdated);
        }
        // Whoever asks again for what is on its way must not have it thought anew.
        if *order == Order::Step && !inner.can_step() {
            return Ok(());
        }
        inner.obey(order)?;
        inner.epoch += 1;
        inner.trouble = None;
        if matches!(order, Order::Answer(..)) {
            inner.roll();
        }
        self.changed(&mut inner);
        Ok(())
    }

    fn has_work(&self) -> bool {
        self.work.load(Ordering::SeqCst)
    }

    fn at_stake(&self) -> Stake {
        // Whoever holds it is changing something.
        let Ok(inner) = self.inner.try_lock() else {
            return Stake::Words;
        };
        let given = inner.real.as_ref().map_or(0, |real| real.answers.len());
        match (inner.not_saved.is_some(), inner.due > 0 || given > 0) {
            (true, _) => Stake::Words,
            (false, true) => Stake::Little,
            (false, false) => Stake::Nothing,
        }
    }

    fn go_on_as(&self, past: Past) {
        self.lock().lineage = past.lineage;
        self.version.store(past.version + 1, Ordering::SeqCst);
    }

    fn past(&self) -> Past {
        Past {
            version: self.version(),
            lineage: self.lock().lineage,
        }
    }

    fn think(&self) {
        let (job, epoch) = {
            let mut inner = self.lock();
            inner.roll();
            let job = inner.has_work().then(|| job(&inner.session)).transpose();
            let job = job.unwrap_or_else(|error| {
                inner.trouble = Some(error.to_string());
                None
            });
            if job.is_none() || inner.session.is_unsaved() {
                self.changed(&mut inner);
            }
            (job, inner.epoch)
        };
        let Some(job) = job else { return };
        let decided = job.run();
        let mut inner = self.lock();
        if inner.epoch != epoch {
            return;
        }
        let done = decided.and_then(|decision| inner.session.accept(decision).map(|_| ()));
        if let Err(error) = done {
            inner.trouble = Some(error.to_string());
        }
        inner.due = inner.due.saturating_sub(1);
        inner.roll();
        self.changed(&mut inner);
    }

    fn hint(&self, agent: &AgentSpec) -> Result<ThoughtView, TableError> {
        let made = build::<G>(agent).map_err(SessionError::from)?;
        let job = self.lock().session.advice(made)?;
        let decision = job.run()?;
        // The record may say that somebody was helped.
        self.lock().save_all();
        Ok(thought(job.position(), job.agent(), &decision))
    }

    fn why(&self, number: usize) -> Option<ThoughtView> {
        let inner = self.lock();
        let step = inner.session.steps().get(number)?;
        let (seat, decision) = (step.played.seat()?, step.decision.as_ref()?);
        Some(thought(&step.before, inner.session.player(seat), decision))
    }

    fn frames(&self, from: usize, most: usize) -> Vec<Frame> {
        frames(&self.lock().session, from, most)
    }

    fn review(
        &self,
        stop: &AtomicBool,
        progress: &Progress,
    ) -> Result<Option<ReviewView>, TableError> {
        let (record, outcome) = {
            let session = &self.lock().session;
            let outcome = match session.waiting() {
                Waiting::Over(ending) => Some(ending.words::<G>()),
                _ => None,
            };
            (session.record(), outcome)
        };
        look_again::<G>(&record, outcome, stop, progress)
    }

    fn record(&self) -> Result<String, TableError> {
        let record = self.lock().session.record();
        Ok(record.to_text::<G>().map_err(SessionError::from)?)
    }
}
