//! What was played, told in words; taking back and playing again.

use moonbase_agents::Decision;
use moonbase_engine::{Game, KeyedDice, Turn};

use super::{Session, SessionError};
use crate::words::{Played, Words};

/// One word of the game.
#[derive(Clone)]
pub struct Step<G: Game> {
    /// The position before.
    pub before: G,
    pub played: Played<G>,
    /// What the agent thought, if one chose and did so in this session.
    pub decision: Option<Decision<G::Action>>,
}

/// A step in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Who played: a seat's player, or the dice.
    pub who: &'static str,
    pub is_dice: bool,
    pub notation: String,
    pub words: String,
    /// What else changed.
    pub news: Vec<String>,
}

impl<G: Words> Step<G> {
    /// The position after.
    pub fn after(&self) -> G {
        let mut after = self.before.clone();
        self.played.apply(&mut after);
        after
    }

    pub fn entry(&self) -> Entry {
        let after = self.after();
        Entry {
            who: self.played.seat().map_or("dice", G::seat_name),
            is_dice: self.played.seat().is_none(),
            notation: self.played.notation(),
            words: match self.played {
                Played::Action(_, action) => self.before.action_words(action),
                Played::Chance(outcome) => self.before.chance_words(outcome),
            },
            news: self.before.news(self.played, &after),
        }
    }
}

impl<G: Words> Session<G> {
    /// Takes back to the last choice that a person made, so that it can be made anew. The dice fall as
    /// before where the same things are rolled for. Takes back a resignation alone. From now on the record says that a
    /// person was helped.
    ///
    /// # Errors
    /// No person has chosen anything yet, or has taken back as often as [`Session::limit_takebacks`] allows.
    pub fn undo(&mut self) -> Result<(), SessionError> {
        self.check_takeback()?;
        // First, so that a game that is killed hereafter is not taken up again as if nothing had been seen.
        self.mark_helped();
        if self.resigned.take().is_some() {
            self.taken_back += 1;
            self.unsaved = true;
            return Ok(());
        }
        let human = |step: &Step<G>| step.played.seat().is_some_and(|seat| self.is_human(seat));
        let keep = self
            .steps
            .iter()
            .rposition(human)
            .ok_or(SessionError::NothingToUndo)?;
        let taken = self.steps.split_off(keep);
        self.record.truncate(keep);
        self.position = taken[0].before.clone();
        self.undone.push(taken);
        self.taken_back += 1;
        self.unsaved = true;
        self.recount_dice();
        Ok(())
    }

    fn check_takeback(&self) -> Result<(), SessionError> {
        if !self.can_undo() {
            return Err(SessionError::NothingToUndo);
        }
        match (self.takebacks_left(), self.takebacks) {
            (Some(0), Some(limit)) => Err(SessionError::NoTakebackLeft(limit)),
            _ => Ok(()),
        }
    }

    /// Has a person chosen anything that could be taken back, the limit aside?
    pub fn can_undo(&self) -> bool {
        let human = |step: &Step<G>| step.played.seat().is_some_and(|seat| self.is_human(seat));
        self.resigned.is_some() || self.steps.iter().any(human)
    }

    /// Was anything taken back that can be played again?
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// From now on people may take back so often in the whole game; `None` is as often as they like. The record
    /// keeps the limit and what of it is used up.
    pub fn limit_takebacks(&mut self, limit: Option<u32>) {
        self.takebacks = limit;
        self.unsaved = true;
    }

    /// How often people may still take back; `None` if there is no limit.
    pub fn takebacks_left(&self) -> Option<u32> {
        self.takebacks
            .map(|limit| limit.saturating_sub(self.taken_back))
    }

    /// Plays again what was last taken back, the choice and all that followed, and saves.
    ///
    /// # Errors
    /// Nothing was taken back since the last choice.
    pub fn redo(&mut self) -> Result<(), SessionError> {
        let steps = self.undone.pop().ok_or(SessionError::NothingToRedo)?;
        for step in steps {
            self.take(step.played, step.decision);
        }
        self.recount_dice();
        self.save_by_itself();
        Ok(())
    }

    /// Sets the dice to where they are after the steps that are left.
    pub(super) fn recount_dice(&mut self) {
        self.dice = KeyedDice::new(self.seed);
        for step in &self.steps {
            if matches!(step.before.turn(), Turn::Chance) {
                self.dice.witness(&step.before);
            }
        }
    }
}
