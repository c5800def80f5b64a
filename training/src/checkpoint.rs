//! Checkpoints: all that a run needs to go on as if it had never stopped.
//!
//! Every random stream is keyed by seed, iteration and work item, so that the iteration's number
//! stands for the state of all generators. The games that are still learned from are beside it, see [`crate::replay`].

use std::path::{Path, PathBuf};

use moonbase_engine::BySeat;
use moonbase_models::{Features, Weights};
use serde::{Deserialize, Serialize};

use crate::adam::Adam;
use crate::framed::{FramedError, Kind};
use crate::recipe::Recipe;

const KIND: Kind = Kind {
    letters: b"MOONCKPT",
    version: 5,
    name: "checkpoint",
};

/// The state of a run between two iterations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    pub recipe: Recipe,
    pub features_version: u32,
    /// Iterations done.
    pub iteration: u64,
    pub games: u64,
    /// Decisions learned from.
    pub samples: u64,
    /// Decisions in a game of the last iteration, on average; 0 before the first.
    pub game_length: f64,
    /// The iteration after which the champions became so; 0 at the start and without gating.
    pub champion_since: u64,
    /// Seconds of work so far, for the report only.
    pub seconds: f64,
    pub first: Learner,
    pub second: Learner,
}

/// One seat's net while it learns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Learner {
    pub weights: Vec<f32>,
    /// The mean of the weights after each iteration, see [`crate::recipe::LearnerRecipe::average`].
    pub mean: Vec<f32>,
    pub adam: Adam,
    /// The weights that the agents play with, with gating; see [`crate::recipe::GatingRecipe`].
    pub champion: Option<Vec<f32>>,
    /// Weights of past selves, the oldest first.
    pub past: Vec<Vec<f32>>,
}

/// Why a checkpoint was refused, in one line.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    #[error(transparent)]
    File(#[from] FramedError),
    #[error("{path}: {fault}; to go on, use the run's own recipe")]
    Other { path: PathBuf, fault: String },
}

impl Learner {
    /// Takes the weights into their mean. While there are few of them it is the plain mean, in which the
    /// first weights, which are random, do not count.
    pub fn average(&mut self, keep: f32, iteration: u64) {
        let keep = keep.min(iteration as f32 / (iteration + 1) as f32);
        let both = self.mean.iter_mut().zip(&self.weights);
        both.for_each(|(mean, weight)| *mean = keep * *mean + (1.0 - keep) * weight);
    }
}

impl Checkpoint {
    /// Writes the checkpoint whole.
    ///
    /// # Errors
    /// What the file system says.
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        Ok(KIND.write(path, self)?)
    }

    /// Reads and checks a checkpoint.
    ///
    /// # Errors
    /// Unreadable, foreign, truncated or damaged files.
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        Ok(KIND.read(path)?)
    }

    pub fn learners(&self) -> BySeat<&Learner> {
        BySeat::new(&self.first, &self.second)
    }

    /// The nets that agents play with: the champions, or without gating the mean of those that were learning.
    pub fn agent_weights<G: Features>(&self) -> BySeat<Weights> {
        let architecture = self.recipe.architecture::<G>();
        self.learners().map(|learner| Weights {
            architecture: architecture.clone(),
            values: learner.champion.as_ref().unwrap_or(&learner.mean).clone(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_is_plain_at_first_and_fades_later() {
        let mut learner = Learner {
            weights: vec![8.0],
            mean: vec![100.0],
            adam: Adam::new(1),
            champion: None,
            past: Vec::new(),
        };
        let mut after = |weight, iteration| {
            learner.weights[0] = weight;
            learner.average(0.5, iteration);
            learner.mean[0]
        };
        let means = [after(8.0, 0), after(4.0, 1), after(2.0, 2)];
        assert_eq!(means, [8.0, 6.0, 4.0]);
        learner.average(0.0, 3);
        assert_eq!(learner.mean, learner.weights);
    }
}
