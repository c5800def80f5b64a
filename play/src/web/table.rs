//! One game on the server, whatever game it is.

use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use moonbase_agents::{AgentSpec, Playable};

use super::at_table::{Real, asked, to_undo};
use super::menu::NotAllowed;
use super::review::{ReviewView, look_again};
use super::view::{Frame, Have, ThoughtView, View, frames, has_person, thought, view};
use crate::levels::build;
use crate::review::ReviewError;
use crate::session::{Ending, SeatsError, Session, SessionError, Waiting};
use crate::show::Show;
use crate::table::{AnswerError, Asked, AtTable};

/// Most words of a game: what a server keeps of one stays below some 30 MiB.
pub(super) const MOST_WORDS: usize = 12_000;

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
    #[error("this game has become too long for the server: {most} words are the most", most = MOST_WORDS)]
    TooLong,
    #[error("these are too many or too long rule options")]
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

    /// Does what a person asks for who has seen the game up to word number `seen`, and saves it.
    ///
    /// # Errors
    /// It is not possible now; nothing has changed.
    fn obey(&self, order: &Order, seen: usize) -> Result<(), TableError>;

    /// Is there a roll or a decision to be made without a person?
    fn has_work(&self) -> bool;

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

    /// The game looked at again, which takes seconds; `None` if it was stopped.
    ///
    /// # Errors
    /// Nothing was played yet.
    fn review(&self, stop: &AtomicBool) -> Result<Option<ReviewView>, TableError>;

    /// The game record.
    ///
    /// # Errors
    /// None that can come up in a game that was played here.
    fn record(&self) -> Result<String, TableError>;
}

/// Puts a session on the server, saved to a file from now on.
pub(super) fn seat_at<G: Show + Playable + AtTable>(
    mut session: Session<G>,
    at_table: bool,
    path: &Path,
) -> Arc<dyn Table> {
    session.set_autosave(Some(path.into()));
    let inner = Inner {
        session,
        real: at_table.then(Real::default),
        due: 0,
        epoch: 0,
        lineage: fresh_number(),
        trouble: None,
    };
    Arc::new(Game {
        inner: Mutex::new(inner),
        version: AtomicU64::new(fresh_number()),
    })
}

/// A number that no page knows from before a restart; small enough for scripts to count with.
fn fresh_number() -> u64 {
    u64::from(rand::random::<u32>()) << 16
}

struct Game<G: Show> {
    inner: Mutex<Inner<G>>,
    version: AtomicU64,
}

struct Inner<G: Show> {
    session: Session<G>,
    /// Dice and tiles are real.
    real: Option<Real>,
    /// Decisions that agents may make with nobody but watchers.
    due: u32,
    /// Counts orders: what was thought before one is out of date after it.
    epoch: u64,
    lineage: u64,
    trouble: Option<String>,
}

impl<G: Show + AtTable> Inner<G> {
    fn has_work(&self) -> bool {
        if self.trouble.is_some() || self.session.steps().len() >= MOST_WORDS {
            return false;
        }
        match self.session.waiting() {
            Waiting::Dice => self.outcome_known(),
            Waiting::Agent(_) => self.due > 0 || has_person(&self.session),
            Waiting::Human(_) | Waiting::Over(_) => false,
        }
    }

    /// Do dice fall by themselves here, or do the answers come to something?
    fn outcome_known(&self) -> bool {
        let real = self.real.as_ref();
        let asked = real.and_then(|real| asked(&self.session, real));
        !matches!(asked, Some(Asked::Question(_)))
    }

    /// Dice that fall by themselves, or the outcome of what was answered.
    fn take_outcome(&mut self) -> Result<(), SessionError> {
        let Some(real) = &mut self.real else {
            return self.session.roll().map(|_| ());
        };
        let answers = std::mem::take(&mut real.answers);
        match self.session.position().ask(&answers) {
            Asked::Outcome(outcome) => self.session.resolve(outcome).map(|_| ()),
            Asked::Question(_) => Ok(()),
        }
    }

    fn answer(&mut self, typed: &str, given: usize) -> Result<(), TableError> {
        let real = self.real.as_mut().ok_or(TableError::NotAsked)?;
        let Some(Asked::Question(question)) = asked(&self.session, real) else {
            return Err(TableError::NotAsked);
        };
        if given != real.answers.len() {
            return Err(TableError::Outdated);
        }
        real.answers.push(question.reading.read(typed)?);
        Ok(())
    }

    /// Takes back the last answer or choice; at a real table with what is to be undone there.
    fn go_back(&mut self) -> Result<(), TableError> {
        let resigned = matches!(self.session.waiting(), Waiting::Over(Ending::Resigned(_)));
        match &mut self.real {
            Some(real) if !resigned => {
                if real.answers.pop().is_some() {
                    return Ok(());
                }
                let last = self.session.answers().last().copied();
                let taken = self
                    .session
                    .back_to(last.ok_or(SessionError::NothingToUndo)?)?;
                real.undo = to_undo(taken);
            }
            _ => {
                self.session.undo()?;
            }
        }
        self.lineage += 1;
        Ok(())
    }

    fn roll(&mut self) {
        while self.session.waiting() == Waiting::Dice && self.has_work() {
            if let Err(error) = self.take_outcome() {
                self.trouble = Some(error.to_string());
            }
        }
    }

    fn save(&mut self) {
        if self.session.is_unsaved() {
            self.session.save_by_itself();
        }
        if let Some(error) = self.session.take_autosave_error() {
            self.trouble = Some(format!("the game goes on, but is not saved: {error}"));
        }
    }

    fn forget_answers(&mut self) {
        if let Some(real) = &mut self.real {
            real.answers.clear();
        }
    }

    fn obey(&mut self, order: &Order) -> Result<(), TableError> {
        self.carry_out(order)?;
        if let (Some(real), false) = (&mut self.real, *order == Order::Undo) {
            real.undo.clear();
        }
        Ok(())
    }

    fn carry_out(&mut self, order: &Order) -> Result<(), TableError> {
        match order {
            Order::Act(word) => {
                if self.session.steps().len() >= MOST_WORDS {
                    return Err(TableError::TooLong);
                }
                let action = self.session.find(word)?;
                self.session.act(action)?;
            }
            Order::Answer(typed, given) => self.answer(typed, *given)?,
            Order::Undo => self.go_back()?,
            Order::Redo => {
                self.session.redo()?;
                self.forget_answers();
            }
            Order::Resign => {
                self.session.resign()?;
                self.forget_answers();
            }
            Order::Step => self.due = 1,
        }
        Ok(())
    }
}

impl<G: Show + AtTable> Game<G> {
    /// Whoever panicked while holding it had not begun to change the session, or was done.
    fn lock(&self) -> MutexGuard<'_, Inner<G>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn changed(&self) {
        self.version.fetch_add(1, Ordering::SeqCst);
    }
}

impl<G: Show + Playable + AtTable> Table for Game<G> {
    fn view(&self, have: Have) -> View {
        let inner = self.lock();
        let numbers = (self.version(), inner.lineage);
        let mut view = view(&inner.session, numbers, have, inner.trouble.clone());
        if let Some(real) = &inner.real {
            view.lay_on_table(&inner.session, real);
        }
        view
    }

    fn version(&self) -> u64 {
        self.version.load(Ordering::SeqCst)
    }

    fn obey(&self, order: &Order, seen: usize) -> Result<(), TableError> {
        let mut inner = self.lock();
        if seen != inner.session.steps().len() && *order != Order::Resign {
            return Err(TableError::Outdated);
        }
        inner.obey(order)?;
        inner.epoch += 1;
        inner.trouble = None;
        if matches!(order, Order::Answer(..)) {
            inner.roll();
        }
        inner.save();
        self.changed();
        Ok(())
    }

    fn has_work(&self) -> bool {
        self.lock().has_work()
    }

    fn think(&self) {
        let (job, epoch) = {
            let mut inner = self.lock();
            inner.roll();
            let job = inner.has_work().then(|| inner.session.job().ok()).flatten();
            if job.is_none() {
                inner.save();
                self.changed();
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
        inner.save();
        self.changed();
    }

    fn hint(&self, agent: &AgentSpec) -> Result<ThoughtView, TableError> {
        let made = build::<G>(agent).map_err(SessionError::from)?;
        let job = self.lock().session.advice(made)?;
        let decision = job.run()?;
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

    fn review(&self, stop: &AtomicBool) -> Result<Option<ReviewView>, TableError> {
        let (record, outcome) = {
            let session = &self.lock().session;
            let outcome = match session.waiting() {
                Waiting::Over(ending) => Some(ending.words::<G>()),
                _ => None,
            };
            (session.record(), outcome)
        };
        look_again::<G>(&record, outcome, stop)
    }

    fn record(&self) -> Result<String, TableError> {
        let record = self.lock().session.record();
        Ok(record.to_text::<G>().map_err(SessionError::from)?)
    }
}
