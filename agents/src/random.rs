//! The agent that plays a uniformly random legal action.

use moonbase_engine::Game;
use moonbase_engine::chance::{MoonRng, rng_for};

use crate::agent::{Agent, Decision, decider};

/// Plays uniformly at random: the floor that every other agent is measured from.
#[derive(Clone, Debug)]
pub struct Random {
    rng: MoonRng,
}

impl Default for Random {
    fn default() -> Self {
        Random { rng: rng_for(0, 0) }
    }
}

impl<G: Game> Agent<G> for Random {
    fn new_game(&mut self, seed: u64) {
        self.rng = rng_for(seed, 0);
    }

    fn decide(&mut self, position: &G) -> Decision<G::Action> {
        decider(position);
        Decision::plain(position.random_action(&mut self.rng))
    }

    fn name(&self) -> String {
        "random".into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::toy::{Nim, NimOptions};

    #[test]
    fn every_legal_action_comes_up_about_equally_often() {
        let start = Nim::new(&NimOptions::new(&[1, 2])).unwrap();
        let mut agent = Random::default();
        Agent::<Nim>::new_game(&mut agent, 7);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..3000 {
            *counts.entry(agent.decide(&start).action).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 3);
        assert!(counts.values().all(|n| (850..1150).contains(n)));
    }
}
