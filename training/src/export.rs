//! Agent files of runs, and what is in an agent file.

use std::fmt;
use std::path::{Path, PathBuf};

use moonbase_engine::registry::{family_of, options_of};
use moonbase_engine::{BySeat, Game, RuleOptions, Seat, Turn, with_family};
use moonbase_models::files::write_whole;
use moonbase_models::onnx::to_onnx;
use moonbase_models::{
    AgentFile, AgentFileError, Batch, FastNet, Features, Manifest, Scratch, Weights,
};
use serde_json::Value;

use crate::checkpoint::Checkpoint;
use crate::error::TrainError;
use crate::run::{AgentPaths, CHECKPOINT, check_fits, write_agents};
use crate::strength::Trainable;

/// Writes the agents of a run's last checkpoint into a folder. The run's own folder is only read, so that it may go on meanwhile.
///
/// # Errors
/// No checkpoint or a damaged one, an unwritable folder.
pub fn export(run: &Path, folder: &Path) -> Result<AgentPaths, TrainError> {
    let state = Checkpoint::read(&run.join(CHECKPOINT))?;
    let family = family_of(&state.recipe.game)?;
    with_family!(family, |G| export_for::<G>(&state, run, folder))
}

fn export_for<G: Trainable>(
    state: &Checkpoint,
    run: &Path,
    folder: &Path,
) -> Result<AgentPaths, TrainError> {
    check_fits::<G>(state, &run.join(CHECKPOINT))?;
    let rules = options_of::<G>(&state.recipe.game, &state.recipe.set)?;
    write_agents(state, &G::new(&rules)?, folder, &[])
}

/// Writes a net of an agent file as an ONNX model, see [`moonbase_models::onnx`]. Without a seat's name the file must
/// hold one net only. Gives the seat.
///
/// # Errors
/// A file that is not a whole agent file, a seat that it does not play, an unwritable place.
pub fn export_onnx(
    path: &Path,
    out: &Path,
    seat: Option<&str>,
) -> Result<&'static str, TrainError> {
    let file = AgentFile::read(path)?;
    let names = with_family!(family_of(&file.manifest.game)?, |G| G::SEATS);
    let (name, weights) = chosen_net(&file, names, seat).map_err(|valid| TrainError::OnnxSeat {
        path: path.into(),
        valid,
    })?;
    let manifest = &file.manifest;
    let model = to_onnx(
        weights,
        &[
            ("game", manifest.game.clone()),
            ("seat", name.into()),
            ("options", Value::from(manifest.options.clone()).to_string()),
            ("features_version", manifest.features_version.to_string()),
        ],
    );
    write_whole(out, &model).map_err(|source| TrainError::Io {
        path: out.into(),
        source,
    })?;
    Ok(name)
}

/// The net of the seat with this name, or the only one; else the seats to choose from.
fn chosen_net<'a>(
    file: &'a AgentFile,
    names: BySeat<&'static str>,
    seat: Option<&str>,
) -> Result<(&'static str, &'a Weights), String> {
    let nets = Seat::BOTH
        .into_iter()
        .filter_map(|s| Some((names[s], file.nets[s].as_ref()?)));
    let nets: Vec<(&str, &Weights)> = nets.collect();
    let fits = nets
        .iter()
        .filter(|(name, _)| seat.is_none_or(|seat| seat == *name));
    match fits.collect::<Vec<_>>().as_slice() {
        [(name, net)] => Ok((name, net)),
        _ => Err(nets
            .iter()
            .map(|(name, _)| *name)
            .collect::<Vec<_>>()
            .join(", ")),
    }
}

/// What an agent file says of itself.
#[derive(Clone, PartialEq, Debug)]
pub struct AgentCard {
    pub path: PathBuf,
    pub bytes: u64,
    /// The names of the seats that it plays.
    pub seats: Vec<&'static str>,
    /// Weights of each net.
    pub weights: usize,
    pub manifest: Manifest,
}

/// Reads an agent file's card.
///
/// # Errors
/// A file that is not a whole agent file, or is of an unknown game.
pub fn info(path: &Path) -> Result<AgentCard, TrainError> {
    let file = AgentFile::read(path)?;
    let bytes = std::fs::metadata(path).map_or(0, |data| data.len());
    let names = with_family!(family_of(&file.manifest.game)?, |G| G::SEATS);
    let played = Seat::BOTH.into_iter().filter(|s| file.nets[*s].is_some());
    Ok(AgentCard {
        path: path.into(),
        bytes,
        seats: played.map(|seat| names[seat]).collect(),
        weights: file.manifest.architecture.size(),
        manifest: file.manifest,
    })
}

/// Checks that a file is whole and that this program can play it: checksum, game, options, features and
/// architecture fit, and its nets say what they said when it was written (in a file that does not tell, anything finite).
///
/// # Errors
/// The first thing that is wrong.
pub fn verify(path: &Path) -> Result<(), TrainError> {
    let file = AgentFile::read(path)?;
    let family = family_of(&file.manifest.game)?;
    with_family!(family, |G| verify_for::<G>(path, &file))
}

fn verify_for<G: Features>(path: &Path, file: &AgentFile) -> Result<(), TrainError> {
    let mut options = G::Options::default();
    for (name, value) in &file.manifest.options {
        options.set(name, value)?;
    }
    file.check::<G>(path, Some(&options))?;
    let mut position = G::new(&options)?;
    file.check_vectors(path, &position)?;
    while position.turn() == Turn::Chance {
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        position.resolve_unchecked(outcomes[0].0);
    }
    for weights in [&file.nets.first, &file.nets.second].into_iter().flatten() {
        if !gives_finite(&position, &FastNet::new(weights)) {
            let fault = "its net gives numbers that are not finite".into();
            let path = path.into();
            return Err(AgentFileError::Foreign { path, fault }.into());
        }
    }
    Ok(())
}

fn gives_finite<G: Features>(position: &G, net: &FastNet) -> bool {
    let (mut batch, mut scratch, mut actions) = (Batch::default(), Scratch::default(), Vec::new());
    position.legal_actions(&mut actions);
    batch.push(net.architecture(), position, Seat::First, &actions);
    net.evaluate(&batch, &mut scratch);
    let mut numbers = scratch.logits.iter().chain(&scratch.values);
    numbers.all(|number| number.is_finite())
}

impl fmt::Display for AgentCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (manifest, training) = (&self.manifest, &self.manifest.training);
        writeln!(f, "{} ({} bytes)", self.path.display(), self.bytes)?;
        writeln!(
            f,
            "plays     {} as {}",
            manifest.game,
            self.seats.join(" and ")
        )?;
        writeln!(
            f,
            "net       {} weights: {}; features version {}",
            self.weights, manifest.architecture, manifest.features_version
        )?;
        let search = match manifest.search.simulations {
            0 => "none: the policy plays".to_string(),
            sims => format!("{sims} simulations"),
        };
        writeln!(f, "search    {search}")?;
        write!(
            f,
            "training  seed {}, {} iterations, {} games, {} decisions, commit {}",
            training.seed, training.iterations, training.games, training.samples, training.commit
        )?;
        for rating in &manifest.ratings {
            write!(
                f,
                "\nmeasured  {} against {}: {:.1}% [{:.1}, {:.1}] in {} games",
                rating.seat,
                rating.opponent,
                100.0 * rating.score,
                100.0 * rating.low,
                100.0 * rating.high,
                rating.games
            )?;
        }
        Ok(())
    }
}
