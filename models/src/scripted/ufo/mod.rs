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
//! - [`map`], [`odds`], [`table`]: distances and dice, and what is asked more than once;
//! - [`outlook`]: the quick judgement of a position.

use moonbase_engine::ufo::{Action, Phase, Ufo};
use moonbase_engine::{AbsoluteValue, Game, Seat, Turn};

use self::table::Table;
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
mod table;
mod worth;

#[cfg(test)]
mod tests;

impl Scripted for Ufo {
    fn score_actions(&self, actions: &[Action], scores: &mut Vec<f64>) {
        score(&Table::new(self), actions, scores);
    }

    fn evaluate(&self) -> AbsoluteValue {
        judge(&Table::new(self))
    }

    fn score_and_evaluate(&self, actions: &[Action], scores: &mut Vec<f64>) -> AbsoluteValue {
        let table = Table::new(self);
        score(&table, actions, scores);
        judge(&table)
    }
}

/// Scores for the seat to move.
fn score(table: &Table, actions: &[Action], scores: &mut Vec<f64>) {
    match table.position.turn() {
        Turn::Over(_) => {}
        Turn::Decide(Seat::First) => {
            let shado = shado::Shado::new(table);
            scores.extend(actions.iter().map(|action| shado.score(*action)));
        }
        _ if table.position.phase() == Phase::Alien => {
            let alien = alien::Alien::new(table);
            scores.extend(actions.iter().map(|action| alien.score(*action)));
        }
        _ => {
            let score = |action: &Action| alien::score_reaction(table, *action);
            scores.extend(actions.iter().map(score));
        }
    }
}

fn judge(table: &Table) -> AbsoluteValue {
    match table.position.turn() {
        Turn::Over(outcome) => outcome.value,
        _ => outlook::evaluate(table),
    }
}
