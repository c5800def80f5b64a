//! Where a run begins: with new nets, or at its checkpoint.

use std::path::Path;

use moonbase_engine::chance::mix;
use moonbase_engine::{BySeat, Seat};
use moonbase_models::{AgentFile, Features, Weights};

use crate::adam::Adam;
use crate::checkpoint::{Checkpoint, CheckpointError, Learner};
use crate::error::TrainError;
use crate::recipe::{Recipe, RecipeError};

/// # Errors
/// A file to begin with that cannot be used.
pub(super) fn fresh<G: Features>(recipe: &Recipe) -> Result<Checkpoint, TrainError> {
    let given = given::<G>(recipe)?;
    let architecture = recipe.architecture::<G>();
    let learner = |seat: Seat| {
        let seed = mix(recipe.seed ^ mix(1 + seat.index() as u64));
        let random = || Weights::random(&architecture, seed);
        let weights = given[seat].clone().unwrap_or_else(random).values;
        Learner {
            adam: Adam::new(weights.len()),
            mean: weights.clone(),
            champion: (recipe.gating.every > 0).then(|| weights.clone()),
            past: Vec::new(),
            weights,
        }
    };
    Ok(Checkpoint {
        recipe: recipe.clone(),
        features_version: G::FEATURES_VERSION,
        iteration: 0,
        games: 0,
        samples: 0,
        game_length: 0.0,
        champion_since: 0,
        seconds: 0.0,
        first: learner(Seat::First),
        second: learner(Seat::Second),
    })
}

/// The nets of the file that the recipe begins with.
fn given<G: Features>(recipe: &Recipe) -> Result<BySeat<Option<Weights>>, TrainError> {
    let Some(path) = recipe.net.from.as_ref().map(Path::new) else {
        return Ok(BySeat::default());
    };
    let file = AgentFile::read(path)?;
    file.check::<G>(path, None)?;
    if file.manifest.architecture == recipe.architecture::<G>() {
        return Ok(file.nets);
    }
    Err(TrainError::from(RecipeError::Value {
        key: "net.from",
        value: path.display().to_string(),
        valid: "a file whose nets have the layers that the recipe says",
    }))
}

pub(super) fn resumed<G: Features>(
    recipe: &Recipe,
    path: &Path,
) -> Result<Checkpoint, CheckpointError> {
    let state = Checkpoint::read(path)?;
    if state.recipe != *recipe {
        return Err(other(path, "it was made with another recipe"));
    }
    check_fits::<G>(&state, path)?;
    Ok(state)
}

/// Are the nets of a checkpoint of this program's shape?
///
/// # Errors
/// They were made with other features.
pub(crate) fn check_fits<G: Features>(
    state: &Checkpoint,
    path: &Path,
) -> Result<(), CheckpointError> {
    let size = state.recipe.architecture::<G>().size();
    let fits = |l: &Learner| [l.weights.len(), l.mean.len(), l.adam.len()] == [size; 3];
    match state.features_version == G::FEATURES_VERSION && fits(&state.first) && fits(&state.second)
    {
        true => Ok(()),
        false => Err(other(path, "it was made with other features")),
    }
}

fn other(path: &Path, fault: &str) -> CheckpointError {
    CheckpointError::Other {
        path: path.into(),
        fault: fault.into(),
    }
}
