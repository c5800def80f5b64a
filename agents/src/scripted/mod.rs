//! The agent that plays by rules of thumb.
//!
//! A game's rules of thumb live in a file of their own, as [`Scripted`] for the game; this module
//! turns them into an agent.

use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::{AbsoluteValue, Game};
use rand::RngExt;

use crate::agent::{Agent, Decision, decider};

mod hits;
mod lost_patrol;
mod paths;
#[cfg(test)]
mod testing;
mod toy;
mod ufo;

/// A game that somebody has written rules of thumb for.
pub trait Scripted: Game {
    /// A legal action by rules of thumb, for the seat to move; `rng` breaks ties.
    fn scripted_action(&self, rng: &mut MoonRng) -> Self::Action;

    /// A quick judgement of the position, in [-1, 1], as the first seat sees it; at the end of the game
    /// its outcome.
    fn evaluate(&self) -> AbsoluteValue;
}

/// The agent `scripted`.
#[derive(Clone, Debug)]
pub struct ScriptedAgent {
    rng: MoonRng,
}

impl Default for ScriptedAgent {
    fn default() -> Self {
        ScriptedAgent { rng: rng_for(0, 0) }
    }
}

impl<G: Scripted> Agent<G> for ScriptedAgent {
    fn new_game(&mut self, seed: u64) {
        self.rng = rng_for(seed, 0);
    }

    fn decide(&mut self, position: &G) -> Decision<G::Action> {
        let seat = decider(position);
        let action = position.scripted_action(&mut self.rng);
        Decision {
            value: Some(position.evaluate().seen_by(seat)),
            line: vec![action.to_string()],
            ..Decision::plain(action)
        }
    }

    fn name(&self) -> String {
        "scripted".into()
    }
}

/// The action with the highest score; one of them at random if several have it.
fn best<A: Copy>(actions: &[A], score: impl Fn(A) -> f64, rng: &mut MoonRng) -> A {
    let scores: Vec<f64> = actions.iter().map(|action| score(*action)).collect();
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let candidates = actions
        .iter()
        .zip(&scores)
        .filter(|(_, score)| **score >= top);
    let candidates: Vec<A> = candidates.map(|(action, _)| *action).collect();
    candidates[rng.random_range(0..candidates.len())]
}
