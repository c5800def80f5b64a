//! Why a run could not be started or went wrong.

use std::path::PathBuf;

use moonbase_agents::AgentError;
use moonbase_engine::OptionsError;
use moonbase_engine::registry::RegistryError;
use moonbase_eval::EvalError;
use moonbase_models::AgentFileError;

use crate::checkpoint::CheckpointError;
use crate::framed::FramedError;
use crate::recipe::RecipeError;

/// Every variant is one line for a user.
#[derive(Debug, thiserror::Error)]
pub enum TrainError {
    #[error(transparent)]
    Recipe(#[from] RecipeError),
    #[error(transparent)]
    Game(#[from] RegistryError),
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    #[error(transparent)]
    Replay(#[from] FramedError),
    #[error(transparent)]
    AgentFile(#[from] AgentFileError),
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error(transparent)]
    Eval(#[from] EvalError),
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}: choose one of its seats with --seat: {valid}")]
    OnnxSeat { path: PathBuf, valid: String },
    #[error("{0}: there is a run already; go on with --resume, or name another folder")]
    RunExists(PathBuf),
    #[error("{0}: another process is training there")]
    Busy(PathBuf),
    #[error("{0}: no checkpoint to resume from")]
    NothingToResume(PathBuf),
    #[error(
        "learning broke down in iteration {iteration}: {seat}'s weights or gradients are not finite; try a smaller learner.rate"
    )]
    Diverged { iteration: u64, seat: &'static str },
}
