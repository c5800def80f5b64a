//! Rules of thumb for `lost_patrol`, both sides.
//!
//! The game in short: the patrol uses up the jungle until the ship lies on the table, and then goes to the ship: one
//! soldier on it at the turn's end wins. The lurkers gather into stacks of six, fall upon one tile a turn, and
//! lay the jungle so that it lasts.
//!
//! What both sides must know:
//! - **Six lurkers beat a lone soldier three times in four.** They have 6 or 7, the better of two dice is at most
//!   6. With the sergeant on the tile, or the launcher seeing it, they win one time in two; with both, one time in four.
//!   So the two stay together, and without them nobody holds the ship.
//! - **The patrol names whom it loses.** A trooper beside the sergeant and the launcher dies for them.
//! - **Six can come every turn.** A stack gains four lurkers with two actions and walks with the third: from
//!   anywhere near, whatever the patrol does. Only time helps against them; each tile drawn shortens it.
//! - **What fits nowhere is discarded**, so that a gap that hardly any tile fits into uses up the deck at once.
//!   The patrol looks for such gaps, the lurkers avoid them.
//!
//! Where to read on:
//! - [`patrol`] and [`squad`]: what the patrol does, and what a good formation is;
//! - [`lurker`] and [`hunt`]: what the lurkers do, and how they think their actions through;
//! - [`laying`] and [`growth`]: how the jungle is laid, and how much of it is drawn where;
//! - [`worth`]: what soldiers are worth, and the odds of ambushes;
//! - [`outlook`]: the quick judgement of a position.

use moonbase_engine::lost_patrol::{Action, LostPatrol, Task};
use moonbase_engine::{AbsoluteValue, Game, Seat, Turn};

use self::squad::Ground;
use super::Scripted;

mod growth;
mod hunt;
mod laying;
mod lurker;
mod outlook;
mod patrol;
mod squad;
mod worth;

#[cfg(test)]
mod tests;

impl Scripted for LostPatrol {
    fn score_actions(&self, actions: &[Action], scores: &mut Vec<f64>) {
        match self.turn() {
            Turn::Decide(Seat::First) => score_patrol(self, &Ground::new(self), actions, scores),
            _ => score_lurkers(self, actions, scores),
        }
    }

    fn evaluate(&self) -> AbsoluteValue {
        match self.turn() {
            Turn::Over(outcome) => outcome.value,
            _ => outlook::evaluate(self, &Ground::new(self)),
        }
    }

    fn score_and_evaluate(&self, actions: &[Action], scores: &mut Vec<f64>) -> AbsoluteValue {
        let ground = Ground::new(self);
        match self.turn() {
            Turn::Decide(Seat::First) => score_patrol(self, &ground, actions, scores),
            _ => score_lurkers(self, actions, scores),
        }
        outlook::evaluate(self, &ground)
    }
}

fn score_patrol(position: &LostPatrol, ground: &Ground, actions: &[Action], scores: &mut Vec<f64>) {
    let patrol = patrol::Patrol::new(position, ground);
    scores.extend(actions.iter().map(|action| patrol.score(*action)));
}

fn score_lurkers(position: &LostPatrol, actions: &[Action], scores: &mut Vec<f64>) {
    let actions = actions.iter().copied();
    if let Task::Place { .. } = position.task() {
        return scores.extend(actions.map(|action| laying::score(position, action)));
    }
    let lurker = lurker::Lurker::new(position);
    scores.extend(actions.map(|action| lurker.score(action)));
}
