//! What a table holds, and what becomes of it when somebody asks for something.

use super::{Order, Seen, TableError};
use crate::session::{Ending, Session, SessionError, Waiting};
use crate::show::Show;
use crate::table::{Asked, AtTable};
use crate::web::at_table::{Real, asked, to_undo};
use crate::web::view::has_person;

/// A game, who may do what in it, and how its file stands.
pub(super) struct Inner<G: Show> {
    pub session: Session<G>,
    /// Dice and tiles are real.
    pub real: Option<Real>,
    /// Decisions that agents may make with nobody but watchers.
    pub due: u32,
    /// Counts orders: what was thought before one is out of date after it.
    pub epoch: u64,
    pub lineage: u64,
    /// Most words.
    pub words: usize,
    /// Why nothing goes on by itself: an agent or the dice failed.
    pub trouble: Option<String>,
    /// Why the file is behind. The game goes on, and is saved again with its next change.
    pub not_saved: Option<String>,
}

impl<G: Show + AtTable> Inner<G> {
    pub fn is_full(&self) -> bool {
        self.session.steps().len() >= self.words
    }

    fn is_over(&self) -> bool {
        matches!(self.session.waiting(), Waiting::Over(_))
    }

    pub fn has_work(&self) -> bool {
        if self.trouble.is_some() || self.is_full() {
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

    fn check_room(&self) -> Result<(), TableError> {
        match self.is_full() {
            true => Err(TableError::TooLong(self.words)),
            false => Ok(()),
        }
    }

    fn answer(&mut self, typed: &str, given: usize) -> Result<(), TableError> {
        self.check_room()?;
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

    pub fn roll(&mut self) {
        while self.session.waiting() == Waiting::Dice && self.has_work() {
            if let Err(error) = self.take_outcome() {
                self.trouble = Some(error.to_string());
            }
        }
    }

    /// Saves what was played.
    pub fn save(&mut self) {
        match self.session.is_unsaved() {
            true => self.save_all(),
            false => self.note_saved(),
        }
    }

    /// Saves even if nothing was played.
    pub fn save_all(&mut self) {
        self.session.save_by_itself();
        self.note_saved();
    }

    fn note_saved(&mut self) {
        let error = self.session.take_autosave_error();
        self.not_saved = error.map(|error| format!("The game goes on, but is not saved: {error}."));
    }

    /// What the player is to know of.
    pub fn told_trouble(&self) -> Option<String> {
        let full = self.is_full() && !self.is_over();
        let full = full.then(|| TableError::TooLong(self.words).to_string());
        self.trouble.clone().or(full).or(self.not_saved.clone())
    }

    /// Is an agent to decide because somebody who watches has asked for it?
    pub fn is_stepping(&self) -> bool {
        self.due > 0 && self.trouble.is_none()
    }

    /// Would an order to step change anything?
    pub fn can_step(&self) -> bool {
        !self.is_stepping() && !has_person(&self.session) && !self.is_over() && !self.is_full()
    }

    /// Has whoever asks seen the game as it stands?
    pub fn is_up_to_date(&self, seen: Seen) -> bool {
        let same = seen.lineage.is_none_or(|lineage| lineage == self.lineage);
        same && seen.words == self.session.steps().len()
    }

    fn forget_answers(&mut self) {
        if let Some(real) = &mut self.real {
            real.answers.clear();
        }
    }

    pub fn obey(&mut self, order: &Order) -> Result<(), TableError> {
        self.carry_out(order)?;
        if let (Some(real), false) = (&mut self.real, *order == Order::Undo) {
            real.undo.clear();
        }
        Ok(())
    }

    fn carry_out(&mut self, order: &Order) -> Result<(), TableError> {
        match order {
            Order::Act(word) => {
                self.check_room()?;
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
