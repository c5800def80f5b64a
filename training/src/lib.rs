//! Training: self-play makes agents.
//!
//! - [`recipe`]: everything that determines a run, as a TOML file;
//! - [`train`]: a run with metrics, checkpoints and agent files;
//! - [`quickstart`](fn@quickstart): a short run and what came out of it;
//! - [`exploit`](mod@exploit): what a best response to an agent wins, at least;
//! - [`curves`](fn@curves): learning curves of runs as a drawing;
//! - [`export`](mod@export): agent files: what is in them, whether they are whole;
//! - [`learn`], [`search`], [`lookahead`], [`td`], [`ppo`], [`adam`]: how the nets learn;
//! - [`away`]: games of self-play that other processes play;
//! - [`metrics`], [`progress`], [`cpu`]: what a run tells while it works;
//! - [`episode`], [`pool`]: games on all cores, the same for any number of threads;
//! - [`replay`], [`mod@checkpoint`]: what a run keeps, in files of its own kind ([`framed`]).

pub mod adam;
pub mod away;
pub mod checkpoint;
pub mod cpu;
pub mod curves;
pub mod episode;
pub mod error;
pub mod exploit;
pub mod export;
pub mod framed;
pub mod learn;
mod lock;
pub mod lookahead;
pub mod method;
pub mod metrics;
pub mod pool;
pub mod ppo;
pub mod progress;
pub mod quickstart;
pub mod recipe;
pub mod replay;
pub mod run;
pub mod search;
pub mod strength;
pub mod td;
pub mod tensorboard;

pub use curves::{CurveOptions, CurvesError, CurvesReport, Over, curves};
pub use error::TrainError;
pub use exploit::{
    ExploitBudget, ExploitError, ExploitOptions, ExploitPlan, ExploitReport, exploit,
};
pub use export::{AgentCard, export, export_onnx, info, verify};
pub use progress::{Bar, IterationReport, Progress, Silent};
pub use quickstart::{QuickstartReport, quickstart, quickstart_recipe};
pub use recipe::Recipe;
pub use run::{AgentPaths, Helpers, Order, Run, TrainOptions, TrainReport};
pub use strength::Strength;

use std::sync::atomic::AtomicBool;

use moonbase_engine::registry::family_of;
use moonbase_engine::with_family;

/// The commit that this program was built from, or `unknown`.
pub const COMMIT: &str = match option_env!("MOONBASE_COMMIT") {
    Some(commit) => commit,
    None => "unknown",
};

/// Runs a recipe. Sets out afresh or resumes, works until the last iteration or until `stop` is set,
/// and saves. A stop loses nothing: the run can be resumed, and ends with the same weights.
///
/// # Errors
/// See [`TrainError`]; each is one line.
pub fn train(
    recipe: &Recipe,
    options: &TrainOptions,
    progress: &mut dyn Progress,
    stop: &AtomicBool,
) -> Result<TrainReport, TrainError> {
    train_with(recipe, options, None, progress, stop)
}

/// As [`train`]; `helpers` play the games, if they are given. The weights are the same.
///
/// # Errors
/// As [`train`], and what the helpers say.
pub fn train_with(
    recipe: &Recipe,
    options: &TrainOptions,
    helpers: Option<Box<dyn Helpers>>,
    progress: &mut dyn Progress,
    stop: &AtomicBool,
) -> Result<TrainReport, TrainError> {
    let family = family_of(&recipe.game)?;
    with_family!(family, |G| Run::<G>::open(recipe, options)?
        .with_helpers(helpers)
        .go(progress, stop))
}
