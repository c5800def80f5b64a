//! Where a run begins: with new nets, or at its checkpoint.

use std::path::Path;

use moonbase_engine::Seat;
use moonbase_engine::chance::mix;
use moonbase_models::{Features, Weights};

use crate::adam::Adam;
use crate::checkpoint::{Checkpoint, CheckpointError, Learner};
use crate::recipe::Recipe;

pub(super) fn fresh<G: Features>(recipe: &Recipe) -> Checkpoint {
    let architecture = recipe.architecture::<G>();
    let learner = |seat: Seat| {
        let seed = mix(recipe.seed ^ mix(1 + seat.index() as u64));
        let weights = Weights::random(&architecture, seed).values;
        Learner {
            adam: Adam::new(weights.len()),
            mean: weights.clone(),
            champion: (recipe.gating.every > 0).then(|| weights.clone()),
            past: Vec::new(),
            weights,
        }
    };
    Checkpoint {
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
    }
}

pub(super) fn resumed<G: Features>(
    recipe: &Recipe,
    path: &Path,
) -> Result<Checkpoint, CheckpointError> {
    let state = Checkpoint::read(path)?;
    let other = |fault: &str| CheckpointError::Other {
        path: path.into(),
        fault: fault.into(),
    };
    let size = recipe.architecture::<G>().size();
    let fits = |l: &Learner| [l.weights.len(), l.mean.len(), l.adam.len()] == [size; 3];
    if state.recipe != *recipe {
        return Err(other("it was made with another recipe"));
    }
    if state.features_version != G::FEATURES_VERSION || !fits(&state.first) || !fits(&state.second)
    {
        return Err(other("it was made with other features"));
    }
    Ok(state)
}
