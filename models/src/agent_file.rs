//! A trained agent as one `.safetensors` file.
//!
//! The tensors are named `SEAT.LAYER.weight` (`[inputs, outputs]`) and `SEAT.LAYER.bias`, where `SEAT` is
//! `first` or `second`; a file holds the net of one seat or of both. The metadata has one entry,
//! `moonbase`: the [`Manifest`] as JSON, with a checksum of the file. Nothing else is needed to play the agent. The
//! same agent always gives the same bytes.

mod checksum;
mod container;
mod fault;
#[cfg(test)]
mod tests;
mod vectors;

use std::io::Read;
use std::path::{Path, PathBuf};

use moonbase_engine::{BySeat, Game, RuleOptions, Seat};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

pub use self::fault::AgentFileError;
pub use self::vectors::TestVector;
use crate::features::Features;
use crate::files::write_whole;
use crate::net::{Architecture, Weights};

/// The version of this format. Version 1, which had no checksum and no test vectors, is read too.
pub const FORMAT: u32 = 2;

/// The metadata key of the manifest.
const KEY: &str = "moonbase";

/// Files larger than this are not agents.
const MAX_BYTES: u64 = 64 << 20;

/// What the file says about the agent.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    pub format: u32,
    /// The game family's name.
    pub game: String,
    /// Every rule option, as it was in training.
    pub options: Map<String, Value>,
    pub features_version: u32,
    pub architecture: Architecture,
    pub search: SearchSettings,
    pub training: TrainingManifest,
    pub ratings: Vec<Rating>,
    /// What the nets must say of some positions.
    #[serde(default)]
    pub vectors: Vec<TestVector>,
}

/// How the agent plays when nothing else is asked for.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchSettings {
    /// Simulations a move; 0: the policy alone.
    pub simulations: u32,
}

/// Where the agent comes from.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingManifest {
    /// The recipe, as text.
    pub recipe: String,
    pub seed: u64,
    /// The source's commit, or `unknown`.
    pub commit: String,
    pub iterations: u64,
    pub games: u64,
    /// Decisions learned from.
    pub samples: u64,
}

/// A measured result of one seat's net.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rating {
    /// The seat that the agent played, by the game's name for it.
    pub seat: String,
    pub opponent: String,
    pub games: u64,
    /// Mean score: win 1, draw ½, loss 0.
    pub score: f64,
    /// Ends of the 95% interval.
    pub low: f64,
    pub high: f64,
}

/// A trained agent: its manifest, and a net for one seat or both.
#[derive(Clone, PartialEq, Debug)]
pub struct AgentFile {
    pub manifest: Manifest,
    pub nets: BySeat<Option<Weights>>,
}

impl Manifest {
    /// The manifest of a new agent for `G` under these options.
    pub fn new<G: Features>(options: &G::Options, architecture: &Architecture) -> Manifest {
        Manifest {
            format: FORMAT,
            game: G::NAME.into(),
            options: all_options(options),
            features_version: G::FEATURES_VERSION,
            architecture: architecture.clone(),
            search: SearchSettings::default(),
            training: TrainingManifest::default(),
            ratings: Vec::new(),
            vectors: Vec::new(),
        }
    }
}

/// All rule options by name.
pub fn all_options<O: RuleOptions>(options: &O) -> Map<String, Value> {
    let infos = O::infos().iter();
    infos
        .map(|info| (info.name.to_string(), options.get(info.name)))
        .collect()
}

impl AgentFile {
    /// Writes the file whole.
    ///
    /// # Errors
    /// What the file system says.
    pub fn write(&self, path: &Path) -> Result<(), AgentFileError> {
        let io = |source| AgentFileError::Io {
            path: path.into(),
            source,
        };
        write_whole(path, &self.serialize(path)?).map_err(io)
    }

    /// The file's bytes; `path` is for the message.
    ///
    /// # Errors
    /// What the format cannot hold.
    pub fn serialize(&self, path: &Path) -> Result<Vec<u8>, AgentFileError> {
        self.to_bytes().map_err(|fault| fault.of(path))
    }

    /// Reads and checks a file: container, manifest, and that the tensors are those of the
    /// architecture. Whether it fits a game is checked by [`AgentFile::check`].
    ///
    /// # Errors
    /// Unreadable, foreign, truncated or inconsistent files.
    pub fn read(path: &Path) -> Result<AgentFile, AgentFileError> {
        let io = |source| AgentFileError::Io {
            path: path.into(),
            source,
        };
        // The length that a device or a pipe states says nothing.
        let mut bytes = Vec::new();
        let file = std::fs::File::open(path).map_err(io)?;
        file.take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(io)?;
        if bytes.len() as u64 > MAX_BYTES {
            let fault = format!("more than {MAX_BYTES} bytes; an agent is smaller");
            let path = path.into();
            return Err(AgentFileError::Foreign { path, fault });
        }
        AgentFile::parse(path, &bytes)
    }

    /// The agent in a file's bytes; `path` is for the message.
    ///
    /// # Errors
    /// As [`AgentFile::read`].
    pub fn parse(path: &Path, bytes: &[u8]) -> Result<AgentFile, AgentFileError> {
        AgentFile::from_bytes(bytes).map_err(|fault| fault.of(path))
    }

    /// Checks that the agent plays `G`, with these features, and under these options unless they
    /// are `None`. `path` is for the message.
    ///
    /// # Errors
    /// The first thing that does not fit.
    pub fn check<G: Features>(
        &self,
        path: &Path,
        options: Option<&G::Options>,
    ) -> Result<(), AgentFileError> {
        let (path, manifest) = (path.to_path_buf(), &self.manifest);
        if manifest.game != G::NAME {
            let (found, wanted) = (manifest.game.clone(), G::NAME.into());
            return Err(AgentFileError::Game {
                path,
                found,
                wanted,
            });
        }
        if manifest.features_version != G::FEATURES_VERSION {
            let (found, wanted) = (manifest.features_version, G::FEATURES_VERSION);
            return Err(AgentFileError::Version {
                path,
                found,
                wanted,
            });
        }
        let shape = &manifest.architecture;
        let tiles = if shape.sees_tiles() {
            G::TILE_FEATURES
        } else {
            0
        };
        let (found, wanted) = (
            [
                shape.state_features,
                shape.action_features,
                shape.tile_features,
            ],
            [G::STATE_FEATURES, G::ACTION_FEATURES, tiles],
        );
        if found != wanted {
            let fault = format!("its features number {found:?}, not {wanted:?}");
            return Err(AgentFileError::Foreign { path, fault });
        }
        options.map_or(Ok(()), |options| self.check_options(path, options))
    }

    fn check_options<O: RuleOptions>(
        &self,
        path: PathBuf,
        options: &O,
    ) -> Result<(), AgentFileError> {
        for (option, wanted) in all_options(options) {
            let found = self.manifest.options.get(&option);
            if found != Some(&wanted) {
                let found = found.map_or("nothing".into(), Value::to_string);
                let wanted = wanted.to_string();
                return Err(AgentFileError::Options {
                    path,
                    option,
                    found,
                    wanted,
                });
            }
        }
        Ok(())
    }

    /// The net that plays `seat` of `G`.
    ///
    /// # Errors
    /// The file has only the other seat's net.
    pub fn net<G: Game>(&self, path: &Path, seat: Seat) -> Result<&Weights, AgentFileError> {
        self.nets[seat]
            .as_ref()
            .ok_or_else(|| AgentFileError::Seat {
                path: path.into(),
                found: G::SEATS[seat.other()].into(),
                wanted: G::SEATS[seat].into(),
            })
    }
}
