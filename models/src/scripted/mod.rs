//! Rules of thumb: what somebody who knows a game thinks of its positions and actions.
//!
//! They are an agent by themselves, priors and judgements for searches, and numbers among what nets see (see
//! [`crate::features`]). A game's rules of thumb live in a file of their own, as [`Scripted`] for the game.

use moonbase_engine::chance::MoonRng;
use moonbase_engine::{AbsoluteValue, Game};
use rand::RngExt;

pub(crate) mod fg1;
mod lost_patrol;
mod paths;
#[cfg(test)]
pub(crate) mod testing;
mod toy;
mod ufo;

/// A game that somebody has written rules of thumb for.
pub trait Scripted: Game {
    /// Appends a score for each of `actions`, the legal ones, for the seat to move: the higher the better. What a score
    /// of one is worth is the game's own business; large differences are priorities.
    fn score_actions(&self, actions: &[Self::Action], scores: &mut Vec<f64>);

    /// A quick judgement of the position, in [-1, 1], as the first seat sees it; at the end of the game
    /// its outcome.
    fn evaluate(&self) -> AbsoluteValue;

    /// Both at once, for games in which they have much in common.
    fn score_and_evaluate(&self, actions: &[Self::Action], scores: &mut Vec<f64>) -> AbsoluteValue {
        self.score_actions(actions, scores);
        self.evaluate()
    }

    /// The legal action with the highest score, for the seat to move; one of them at random if several have it.
    fn scripted_action(&self, rng: &mut MoonRng) -> Self::Action {
        let (mut actions, mut scores) = (Vec::new(), Vec::new());
        self.legal_actions(&mut actions);
        self.score_actions(&actions, &mut scores);
        best_of(&actions, &scores, rng)
    }
}

/// An action with the highest score, drawn from those that have it.
pub fn best_of<A: Copy>(actions: &[A], scores: &[f64], rng: &mut MoonRng) -> A {
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mut best = actions.iter().zip(scores).filter(|(_, s)| **s >= top);
    let chosen = rng.random_range(0..best.clone().count());
    let (action, _) = best.nth(chosen).expect("an action has the highest score");
    *action
}
