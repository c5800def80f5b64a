//! Checkpoints: all that a run needs to go on as if it had never stopped.
//!
//! Every random stream is keyed by seed, iteration and work item, so that the iteration's number
//! stands for the state of all generators. The file is `MOONCKPT`, a version, a CRC-32C and the length of what
//! follows, then the state in postcard, compressed by zstd. It is written whole or not at all.

use std::path::{Path, PathBuf};

use moonbase_engine::BySeat;
use moonbase_models::crc32c;
use moonbase_models::files::write_whole;
use serde::{Deserialize, Serialize};

use crate::adam::Adam;
use crate::recipe::Recipe;

const MAGIC: &[u8; 8] = b"MOONCKPT";
const VERSION: u32 = 3;
const HEAD: usize = 8 + 4 + 4 + 8;

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
    /// Weights of past selves, the oldest first.
    pub past: Vec<Vec<f32>>,
}

/// Why a checkpoint was refused, in one line.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}: not a checkpoint, or a damaged one: {fault}")]
    Foreign { path: PathBuf, fault: String },
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
        let io = |source| CheckpointError::Io {
            path: path.into(),
            source,
        };
        let plain = postcard::to_stdvec(self).map_err(|e| io(std::io::Error::other(e)))?;
        let body = zstd::encode_all(plain.as_slice(), 1).map_err(io)?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(crc32c(&body).to_le_bytes());
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(body);
        write_whole(path, &bytes).map_err(io)
    }

    /// Reads and checks a checkpoint.
    ///
    /// # Errors
    /// Unreadable, foreign, truncated or damaged files.
    pub fn read(path: &Path) -> Result<Checkpoint, CheckpointError> {
        let bytes = std::fs::read(path).map_err(|source| CheckpointError::Io {
            path: path.into(),
            source,
        })?;
        decode(&bytes).map_err(|fault| CheckpointError::Foreign {
            path: path.into(),
            fault,
        })
    }

    pub fn learners(&self) -> BySeat<&Learner> {
        BySeat::new(&self.first, &self.second)
    }
}

fn decode(bytes: &[u8]) -> Result<Checkpoint, String> {
    if bytes.len() < HEAD || &bytes[..8] != MAGIC {
        return Err("its first bytes are not a checkpoint's".into());
    }
    let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i]));
    if word(8) != VERSION {
        return Err(format!("version {}, this program reads {VERSION}", word(8)));
    }
    let body = &bytes[HEAD..];
    let length = u64::from(word(16)) | u64::from(word(20)) << 32;
    if length != body.len() as u64 {
        return Err(format!("{} bytes of {length}", body.len()));
    }
    if word(12) != crc32c(body) {
        return Err("its checksum is wrong".into());
    }
    let plain = zstd::decode_all(body).map_err(|e| e.to_string())?;
    postcard::from_bytes(&plain).map_err(|e| e.to_string())
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
