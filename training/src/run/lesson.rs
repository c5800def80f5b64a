//! What the nets learn from in an iteration, and their learning.

use moonbase_engine::chance::mix;
use moonbase_engine::{BySeat, Seat};
use moonbase_models::Weights;

use crate::checkpoint::Checkpoint;
use crate::learn::{LossStats, Pace, Rollout, learn};
use crate::pool::both;
use crate::recipe::LearnerRecipe;
use crate::replay::Replay;

/// What one seat learns from.
pub(super) fn rollout<'a>(replay: &'a Replay, seat: Seat, recipe: &LearnerRecipe) -> Rollout<'a> {
    let mut rollout = Rollout::default();
    for (age, games) in replay.newest_first().enumerate() {
        for trajectory in games.iter().filter_map(|g| g.trajectories[seat].as_ref()) {
            rollout.add(trajectory, recipe);
        }
        if age == 0 {
            rollout.fresh = rollout.samples.len();
        }
    }
    rollout.scale_advantages();
    rollout
}

/// What both nets learn in an iteration.
pub(super) struct Lesson<'a> {
    pub rollouts: &'a BySeat<Rollout<'a>>,
    pub recipe: &'a LearnerRecipe,
    pub pace: Pace,
    pub seed: u64,
}

impl Lesson<'_> {
    /// Both nets learn, each in a thread of its own if there are two.
    pub fn learn(
        &self,
        mut weights: BySeat<Weights>,
        state: &mut Checkpoint,
        threads: usize,
    ) -> BySeat<LossStats> {
        let (rollouts, recipe, pace) = (self.rollouts, self.recipe, self.pace);
        let (w1, w2) = (&mut weights.first, &mut weights.second);
        let (a1, a2) = (&mut state.first.adam, &mut state.second.adam);
        let first = || learn(w1, a1, &rollouts.first, recipe, pace, mix(self.seed));
        let second = || learn(w2, a2, &rollouts.second, recipe, pace, mix(self.seed ^ 1));
        let stats = both(threads, first, second);
        state.first.weights = weights.first.values;
        state.second.weights = weights.second.values;
        stats
    }
}
