//! Rules of thumb for `fg1`, both sides.
//!
//! The game in short: a side goes on until something fails. Fire at long range cannot be answered, moves near the
//! enemy can; who is hit before he has rallied is soon killed; the objective is counted at the end.
//!
//! What both sides must know:
//! - **A shot that fails costs no more than a pass**, so that one never passes with a shot left, but makes all moves that
//!   nobody can answer first.
//! - **Cover is worth two dice of three**, and beyond nine hexes two more: long guns stand in a wood's edge, far off.
//! - **A hover in the air gives three dice away.** It flies where it must, and lands where it can be seen.
//! - **Stopping a move ends the initiative.** Defensive fire is worth more than what it kills.
//!
//! Where to read on:
//! - [`orders`]: what the side with the initiative does next; [`answer`]: what the other side does;
//! - [`ground`]: what it is worth to stand somewhere; [`plan`] and [`legs`]: how a base goes where it is best;
//! - [`odds`] and [`sheet`]: what shots do, and who can fire at whom;
//! - [`outlook`]: the quick judgement of a position.

use moonbase_engine::fg1::{Act, Action, Fg1, Stage};
use moonbase_engine::{AbsoluteValue, Game, Turn};

use super::Scripted;

mod answer;
mod ground;
mod legs;
mod odds;
mod orders;
mod outlook;
mod plan;
mod sheet;

#[cfg(test)]
mod tests;

pub(crate) use ground::{CONTESTS, Ground};
pub(crate) use odds::Blow;
pub(crate) use sheet::Unit;

impl Scripted for Fg1 {
    fn score_actions(&self, actions: &[Action], scores: &mut Vec<f64>) {
        let Turn::Decide(me) = self.turn() else {
            return;
        };
        let ground = Ground::new(self, me);
        let actions = actions.iter().copied();
        match (self.stage(), self.act()) {
            (Stage::Answer, _) => {
                scores.extend(actions.map(|action| f64::from(ground.answer(action))));
            }
            (_, Act::Move(under_way)) => {
                let legs = legs::Legs::new(&ground, under_way);
                let score = |action| legs.as_ref().map_or(0.0, |legs| legs.score(action));
                scores.extend(actions.map(|action| f64::from(score(action))));
            }
            _ => scores.extend(actions.map(|action| f64::from(ground.order(action)))),
        }
    }

    fn evaluate(&self) -> AbsoluteValue {
        outlook::evaluate(self)
    }
}
