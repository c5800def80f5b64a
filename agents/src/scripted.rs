//! The agent that plays by rules of thumb, see [`moonbase_models::scripted`].

use moonbase_engine::chance::{MoonRng, rng_for};
pub use moonbase_models::scripted::Scripted;
use moonbase_models::scripted::best_of;

use crate::agent::{Agent, Decision, decider};

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
        let (mut actions, mut scores) = (Vec::new(), Vec::new());
        position.legal_actions(&mut actions);
        let value = position.score_and_evaluate(&actions, &mut scores);
        let action = best_of(&actions, &scores, &mut self.rng);
        Decision {
            value: Some(value.seen_by(seat)),
            line: vec![action.to_string()],
            ..Decision::plain(action)
        }
    }

    fn name(&self) -> String {
        "scripted".into()
    }
}
