//! Gating: nets become agents only once they hold their own against the agents so far (Silver et al. 2017).
//!
//! The champions are the nets of both seats that agents are made of. Every so many iterations the mean of the nets that
//! are learning plays them a match, in pairs of games on the same dice with the seats swapped. What reaches the
//! recipe's score takes their place, in the agent files and among the past selves. Self-play goes on with the
//! nets that are learning, whoever is champion: a step back is often one to jump from.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use moonbase_agents::{MakeNet, NetSettings};
use moonbase_engine::BySeat;
use moonbase_engine::chance::mix;
use moonbase_eval::{Control, MatchPlan, play_match};
use moonbase_models::{FastNet, Weights};

use super::Run;
use crate::error::TrainError;
use crate::strength::Trainable;

impl<G: Trainable> Run<G> {
    /// Lets the nets play the champions if it is time; gives their score. It is not stopped halfway, because the run
    /// depends on it.
    pub(super) fn gate(&mut self) -> Result<Option<f64>, TrainError> {
        if !self.due(self.recipe.gating.every) {
            return Ok(None);
        }
        let candidates = self.mean_weights();
        let score = self.challenge(&candidates)?;
        if score >= self.recipe.gating.score {
            self.state.champion_since = self.state.iteration;
            self.state.first.champion = Some(candidates.first.values);
            self.state.second.champion = Some(candidates.second.values);
        }
        Ok(Some(score))
    }

    /// The score of these nets against the champions.
    fn challenge(&self, candidates: &BySeat<Weights>) -> Result<f64, TrainError> {
        let names = ["candidates", "champions"];
        let nets = [candidates, &self.agent_weights()];
        let [one, other] = [0, 1].map(|i| MakeNet {
            name: names[i].into(),
            nets: nets[i].clone().map(|w| Some(Arc::new(FastNet::new(&w)))),
            settings: NetSettings::default(),
        });
        let plan = MatchPlan::<G> {
            game: &self.recipe.game,
            options: self.start.options(),
            agents: [&one, &other],
            games: self.recipe.gating.games,
            seed: mix(self.recipe.seed ^ mix(0x6761_7465 ^ self.state.iteration)),
        };
        let mut control = Control {
            threads: self.options.threads,
            stop: &AtomicBool::new(false),
            progress: &mut |_, _| {},
        };
        Ok(play_match(&plan, &mut control)?.score.overall)
    }
}
