//! Dice and draws of a real table, and going back on it.

use moonbase_engine::Turn;

use super::{Session, SessionError, Step, Waiting};
use crate::table::DICE_TAG;
use crate::words::{Played, Words};

impl<G: Words> Session<G> {
    /// From now on the record says that its dice and draws were typed in.
    pub fn mark_typed_dice(&mut self) {
        let (tag, value) = DICE_TAG;
        self.record.set_tag(tag, value);
    }

    /// Takes what came of a roll or a draw on the table, in place of [`Session::roll`], and saves.
    ///
    /// # Errors
    /// The session does not wait for dice, or this cannot come of them.
    pub fn resolve(&mut self, outcome: G::Chance) -> Result<&Step<G>, SessionError> {
        if self.waiting() != Waiting::Dice {
            return Err(self.not_waiting("dice"));
        }
        let mut possible = Vec::new();
        self.position.chance_outcomes(&mut possible);
        if !possible.iter().any(|(possible, _)| *possible == outcome) {
            let possible = possible.iter().map(|(outcome, _)| outcome.to_string());
            return Err(SessionError::Impossible {
                outcome: outcome.to_string(),
                possible: possible.collect::<Vec<_>>().join(" "),
            });
        }
        self.undone.clear();
        self.dice.witness(&self.position);
        self.take(Played::Chance(outcome), None);
        self.save_by_itself();
        Ok(self.last())
    }

    /// The steps that people brought in at a real table, by their number: their choices, and all rolls and draws.
    pub fn answers(&self) -> Vec<usize> {
        let typed = |step: &Step<G>| match step.before.turn() {
            Turn::Decide(seat) => self.is_human(seat),
            _ => true,
        };
        let steps = self.steps.iter().enumerate();
        steps
            .filter(|(_, step)| typed(step))
            .map(|(n, _)| n)
            .collect()
    }

    /// Goes back to before step number `step`, and hands over what was taken back, in the order in which it was played.
    /// Takes back a resignation first. [`Session::redo`] plays it again. If a person's choice is among it, the record says from
    /// now on that a person was helped; answers about dice and tiles are corrected without that.
    ///
    /// # Errors
    /// There is no such step.
    pub fn back_to(&mut self, step: usize) -> Result<&[Step<G>], SessionError> {
        if step >= self.steps.len() {
            return Err(SessionError::NothingToUndo);
        }
        let chosen = |step: &Step<G>| step.played.seat().is_some_and(|seat| self.is_human(seat));
        if self.steps[step..].iter().any(chosen) {
            self.mark_helped();
        }
        self.resigned = None;
        let taken = self.steps.split_off(step);
        self.record.truncate(step);
        self.position = taken[0].before.clone();
        self.undone.push(taken);
        self.unsaved = true;
        self.recount_dice();
        self.save_by_itself();
        Ok(self.undone.last().map(Vec::as_slice).unwrap_or_default())
    }
}
