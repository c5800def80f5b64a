//! Rules of thumb for `ufo`, both sides.
//!
//! The game in short: SHADO's convoy explores the forest until the last tile, the UFO's, lies on the
//! table, gathers in front of it, and assaults it with as many units as a tile holds. The Aliens
//! gather where they are not seen, fall upon the weakest stack with more than it can resist, and turn the
//! forest against the convoy.
//!
//! Every choice is made in the same way: each legal action gets a score, and the best one is taken. The
//! scores are roughly in units of "one Alien removed" for SHADO and "one Alien in a good place" for the
//! Aliens; the larger numbers are priorities. Where to read on:
//! - [`shado`], [`convoy`] and [`plan`]: what SHADO does, how it moves, and where to;
//! - [`alien`] and [`strike`]: what the Aliens do, and whom they fall upon;
//! - [`forest`], [`losses`]: laying tiles; who is lost, and who is driven where;
//! - [`map`], [`odds`]: distances and dice;
//! - [`outlook`]: the quick judgement of a position.

use moonbase_engine::ufo::{Action, Phase, Ufo};
use moonbase_engine::{AbsoluteValue, Game, Seat, Turn};

use self::strike::Prey;
use super::Scripted;

mod alien;
mod convoy;
mod forest;
mod losses;
mod map;
mod odds;
mod outlook;
mod plan;
mod shado;
mod strike;
mod worth;

#[cfg(test)]
mod tests;

impl Scripted for Ufo {
    fn score_actions(&self, actions: &[Action], scores: &mut Vec<f64>) {
        match self.turn() {
            Turn::Decide(seat) if seat == Seat::First || self.phase() == Phase::Alien => {
                score_with(self, &Prey::to_come(self), actions, scores);
            }
            _ => score_reactions(self, actions, scores),
        }
    }

    fn evaluate(&self) -> AbsoluteValue {
        match self.turn() {
            Turn::Over(outcome) => outcome.value,
            _ => outlook::evaluate(self, &Prey::to_come(self)),
        }
    }

    fn score_and_evaluate(&self, actions: &[Action], scores: &mut Vec<f64>) -> AbsoluteValue {
        let prey = match self.turn() {
            Turn::Over(outcome) => return outcome.value,
            _ => Prey::to_come(self),
        };
        score_with(self, &prey, actions, scores);
        outlook::evaluate(self, &prey)
    }
}

/// Scores for the seat to move, whose strikes or whose prey are known.
fn score_with(position: &Ufo, prey: &Prey, actions: &[Action], scores: &mut Vec<f64>) {
    match position.turn() {
        Turn::Decide(Seat::First) => {
            let shado = shado::Shado::new(position, prey);
            scores.extend(actions.iter().map(|action| shado.score(*action)));
        }
        _ if position.phase() == Phase::Alien => {
            let alien = alien::Alien::new(position, prey);
            scores.extend(actions.iter().map(|action| alien.score(*action)));
        }
        _ => score_reactions(position, actions, scores),
    }
}

/// Scores of what the Aliens decide outside their phase.
fn score_reactions(position: &Ufo, actions: &[Action], scores: &mut Vec<f64>) {
    let score = |action: &Action| alien::score_reaction(position, *action);
    scores.extend(actions.iter().map(score));
}
