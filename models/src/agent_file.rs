//! A trained agent as one `.safetensors` file.
//!
//! The tensors are named `SEAT.LAYER.weight` (`[inputs, outputs]`) and `SEAT.LAYER.bias`, where `SEAT` is
//! `first` or `second`; a file holds the net of one seat or of both. The metadata has one entry,
//! `moonbase`: the [`Manifest`] as JSON. Nothing else is needed to play the agent. The same agent
//! always gives the same bytes.

use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};

use moonbase_engine::{BySeat, Game, RuleOptions, Seat};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::features::Features;
use crate::files::write_whole;
use crate::net::{Architecture, ArchitectureError, Layer, Weights};

/// The version of this format.
pub const FORMAT: u32 = 1;

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

/// Why an agent file was refused, in one line.
#[derive(Debug, thiserror::Error)]
pub enum AgentFileError {
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}: not an agent file, or a damaged one: {fault}")]
    Foreign { path: PathBuf, fault: String },
    #[error("{path}: the agent plays `{found}`, not `{wanted}`")]
    Game {
        path: PathBuf,
        found: String,
        wanted: String,
    },
    #[error(
        "{path}: the agent was trained with {option}={found}, this game has {wanted} (`rules=any` plays it nevertheless)"
    )]
    Options {
        path: PathBuf,
        option: String,
        found: String,
        wanted: String,
    },
    #[error(
        "{path}: the agent's features are version {found}, this program has version {wanted}: train it anew"
    )]
    Version {
        path: PathBuf,
        found: u32,
        wanted: u32,
    },
    #[error("{path}: the agent has no net for {wanted}; it plays {found}")]
    Seat {
        path: PathBuf,
        found: String,
        wanted: String,
    },
}

/// A fault of a file's content, before its path is known.
#[derive(Debug, thiserror::Error)]
enum Fault {
    #[error("{0}")]
    Container(#[from] safetensors::SafeTensorError),
    #[error("its metadata has no `{KEY}` entry")]
    NoManifest,
    #[error("its manifest is malformed: {0}")]
    Manifest(#[from] serde_json::Error),
    #[error("format {0}; this program reads format {FORMAT}")]
    Format(u32),
    #[error("{0}")]
    Architecture(#[from] ArchitectureError),
    #[error("its architecture has {0} weights, more than the file holds")]
    Short(usize),
    #[error("tensor `{0}` is missing")]
    Missing(String),
    #[error("tensor `{name}` is {found}, not F32 {wanted:?}")]
    Shape {
        name: String,
        found: String,
        wanted: Vec<usize>,
    },
    #[error("tensor `{0}` belongs to no layer")]
    Extra(String),
    #[error("tensor `{0}` holds numbers that are not finite")]
    NotFinite(String),
    #[error("it holds no net")]
    NoNet,
}

impl Fault {
    fn of(self, path: &Path) -> AgentFileError {
        AgentFileError::Foreign {
            path: path.into(),
            fault: self.to_string(),
        }
    }
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
        }
    }
}

fn all_options<O: RuleOptions>(options: &O) -> Map<String, Value> {
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
        let (found, wanted) = (
            [shape.state_features, shape.action_features],
            [G::STATE_FEATURES, G::ACTION_FEATURES],
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

    fn to_bytes(&self) -> Result<Vec<u8>, Fault> {
        let layers = self.manifest.architecture.layers();
        let mut bytes: Vec<(String, Vec<usize>, Vec<u8>)> = Vec::new();
        for (seat, weights) in self.named_nets() {
            for layer in &layers {
                for (name, shape, range) in tensors_of(layer) {
                    let numbers = weights.values[range].iter();
                    let data = numbers.flat_map(|w| w.to_le_bytes()).collect();
                    bytes.push((format!("{seat}.{name}"), shape, data));
                }
            }
        }
        let mut views = Vec::with_capacity(bytes.len());
        for (name, shape, data) in &bytes {
            views.push((name, TensorView::new(Dtype::F32, shape.clone(), data)?));
        }
        let manifest = serde_json::to_string(&self.manifest)?;
        let metadata = HashMap::from([(KEY.to_string(), manifest)]);
        Ok(safetensors::serialize(views, Some(metadata))?)
    }

    fn named_nets(&self) -> impl Iterator<Item = (&'static str, &Weights)> {
        let named = |seat| self.nets[seat].as_ref().map(|net| (seat_label(seat), net));
        Seat::BOTH.into_iter().filter_map(named)
    }

    fn from_bytes(bytes: &[u8]) -> Result<AgentFile, Fault> {
        let (_, header) = SafeTensors::read_metadata(bytes)?;
        let metadata = header.metadata().as_ref();
        let text = metadata.and_then(|m| m.get(KEY)).ok_or(Fault::NoManifest)?;
        check_format(text)?;
        let manifest: Manifest = serde_json::from_str(text)?;
        manifest.architecture.check()?;
        let tensors = SafeTensors::deserialize(bytes)?;
        let mut names: Vec<String> = tensors.names().into_iter().map(String::from).collect();
        let mut read = |seat| read_net(&tensors, &manifest.architecture, seat, &mut names);
        let nets = BySeat::new(read(Seat::First)?, read(Seat::Second)?);
        if let Some(extra) = names.pop() {
            return Err(Fault::Extra(extra));
        }
        if nets.first.is_none() && nets.second.is_none() {
            return Err(Fault::NoNet);
        }
        Ok(AgentFile { manifest, nets })
    }
}

/// Seats in tensor names, the same for every game.
fn seat_label(seat: Seat) -> &'static str {
    match seat {
        Seat::First => "first",
        Seat::Second => "second",
    }
}

/// A newer format may have other fields: its number is looked at before anything else.
fn check_format(manifest: &str) -> Result<(), Fault> {
    #[derive(Deserialize)]
    struct Head {
        format: u32,
    }
    let head: Head = serde_json::from_str(manifest)?;
    match head.format {
        FORMAT => Ok(()),
        other => Err(Fault::Format(other)),
    }
}

type NamedTensor = (String, Vec<usize>, std::ops::Range<usize>);

fn tensors_of(layer: &Layer) -> Vec<NamedTensor> {
    let shape = vec![layer.inputs, layer.outputs];
    let mut tensors = vec![(format!("{}.weight", layer.name), shape, layer.matrix())];
    if layer.bias {
        tensors.push((
            format!("{}.bias", layer.name),
            vec![layer.outputs],
            layer.bias(),
        ));
    }
    tensors
}

/// Reads a seat's net and takes its tensors off the list of `names`; `None` if it has none.
fn read_net(
    tensors: &SafeTensors,
    architecture: &Architecture,
    seat: Seat,
    names: &mut Vec<String>,
) -> Result<Option<Weights>, Fault> {
    let prefix = format!("{}.", seat_label(seat));
    if !names.iter().any(|name| name.starts_with(&prefix)) {
        return Ok(None);
    }
    let held: usize = tensors.iter().map(|(_, tensor)| tensor.data().len()).sum();
    // Before room is made for them.
    if architecture.size() > held / size_of::<f32>() {
        return Err(Fault::Short(architecture.size()));
    }
    let mut values = vec![0.0; architecture.size()];
    for layer in &architecture.layers() {
        for (name, shape, range) in tensors_of(layer) {
            let name = format!("{prefix}{name}");
            read_tensor(tensors, &name, &shape, &mut values[range])?;
            names.retain(|other| *other != name);
        }
    }
    let architecture = architecture.clone();
    Ok(Some(Weights {
        architecture,
        values,
    }))
}

fn read_tensor(
    tensors: &SafeTensors,
    name: &str,
    shape: &[usize],
    values: &mut [f32],
) -> Result<(), Fault> {
    let tensor = tensors.tensor(name);
    let tensor = tensor.map_err(|_| Fault::Missing(name.into()))?;
    if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
        return Err(Fault::Shape {
            name: name.into(),
            found: format!("{:?} {:?}", tensor.dtype(), tensor.shape()),
            wanted: shape.into(),
        });
    }
    for (value, bytes) in values.iter_mut().zip(tensor.data().chunks_exact(4)) {
        *value = f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        if !value.is_finite() {
            return Err(Fault::NotFinite(name.into()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::toy::{Courier, CourierOptions, Pig};

    fn agent() -> AgentFile {
        let architecture = Architecture {
            state_features: Courier::STATE_FEATURES,
            action_features: Courier::ACTION_FEATURES,
            trunk: vec![8],
            value: vec![],
            scorer: vec![4],
        };
        let options = CourierOptions::default();
        AgentFile {
            manifest: Manifest::new::<Courier>(&options, &architecture),
            nets: BySeat::new(None, Some(Weights::random(&architecture, 1))),
        }
    }

    fn folder() -> tempfile::TempDir {
        tempfile::tempdir().unwrap()
    }

    #[test]
    fn a_file_reads_back_as_it_was_written_and_is_always_the_same_bytes() {
        let folder = folder();
        let path = folder.path().join("runs/guard.safetensors");
        agent().write(&path).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let read = AgentFile::read(&path).unwrap();
        assert_eq!(read, agent());
        read.write(&path).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
        read.check::<Courier>(&path, Some(&CourierOptions::default()))
            .unwrap();
        assert!(read.net::<Courier>(&path, Seat::Second).is_ok());
        let refused = read.net::<Courier>(&path, Seat::First).unwrap_err();
        assert!(refused.to_string().contains("no net for courier"));
    }

    #[test]
    fn what_does_not_fit_is_refused_by_name() {
        let (mut agent, path) = (agent(), Path::new("x.safetensors"));
        let longer = CourierOptions {
            length: 7,
            ..CourierOptions::default()
        };
        let error = agent.check::<Courier>(path, Some(&longer)).unwrap_err();
        assert!(error.to_string().contains("this game has 7"), "{error}");
        agent.check::<Courier>(path, None).unwrap();
        let error = agent.check::<Pig>(path, None).unwrap_err();
        assert!(error.to_string().contains("plays `courier`, not `pig`"));
        agent.manifest.features_version += 1;
        let error = agent.check::<Courier>(path, None).unwrap_err();
        assert!(matches!(error, AgentFileError::Version { .. }), "{error}");
    }

    #[test]
    fn every_truncation_is_refused() {
        let bytes = agent().to_bytes().unwrap();
        for len in (0..bytes.len()).step_by(97) {
            assert!(AgentFile::from_bytes(&bytes[..len]).is_err(), "{len}");
        }
    }

    #[test]
    fn foreign_and_damaged_files_are_refused() {
        let folder = folder();
        let path = folder.path().join("a.safetensors");
        for content in [&b""[..], b"not an agent", &[0xff; 400]] {
            std::fs::write(&path, content).unwrap();
            let error = AgentFile::read(&path).unwrap_err().to_string();
            assert!(error.contains("not an agent file"), "{error}");
        }
        let missing = AgentFile::read(&folder.path().join("none")).unwrap_err();
        assert!(matches!(missing, AgentFileError::Io { .. }));
        let foreign: Vec<(String, TensorView)> = Vec::new();
        std::fs::write(&path, safetensors::serialize(foreign, None).unwrap()).unwrap();
        let error = AgentFile::read(&path).unwrap_err().to_string();
        assert!(error.contains("no `moonbase` entry"), "{error}");
    }

    #[test]
    fn a_net_of_another_shape_or_with_broken_numbers_is_refused() {
        let refused = |change: &dyn Fn(&mut AgentFile)| {
            let mut changed = agent();
            change(&mut changed);
            let bytes = changed.to_bytes().unwrap();
            AgentFile::from_bytes(&bytes).unwrap_err().to_string()
        };
        let nan = refused(&|a| a.nets.second.as_mut().unwrap().values[0] = f32::NAN);
        assert!(nan.contains("not finite"), "{nan}");
        let none = refused(&|a| a.nets.second = None);
        assert!(none.contains("no net"), "{none}");
        let format = refused(&|a| a.manifest.format = 9);
        assert!(format.contains("format 9"), "{format}");
        let mut bytes = agent().to_bytes().unwrap();
        let at = bytes
            .windows(9)
            .position(|w| w == b"\\\"trunk\\\"")
            .unwrap();
        bytes[at + 11] = b'7';
        let shape = AgentFile::from_bytes(&bytes).unwrap_err().to_string();
        assert!(shape.contains("trunk.0"), "{shape}");
    }

    /// Such a file would otherwise ask for more memory than there is, which ends the program.
    #[test]
    fn a_net_larger_than_the_file_is_refused_before_room_is_made() {
        let mut agent = agent();
        let bytes = agent.to_bytes().unwrap();
        agent.manifest.architecture.trunk = vec![4096; 64];
        let (length, header) = SafeTensors::read_metadata(&bytes).unwrap();
        let metadata = header.metadata().clone().unwrap();
        let swap = |manifest: &Manifest| {
            let text = serde_json::to_string(manifest).unwrap();
            let quoted = |text: &str| serde_json::to_string(text).unwrap();
            let header = std::str::from_utf8(&bytes[8..8 + length]).unwrap();
            let header = header.replace(&quoted(&metadata[KEY]), &quoted(&text));
            let mut changed = (header.len() as u64).to_le_bytes().to_vec();
            changed.extend(header.as_bytes());
            changed.extend(&bytes[8 + length..]);
            AgentFile::from_bytes(&changed).unwrap_err().to_string()
        };
        let short = swap(&agent.manifest);
        assert!(short.contains("more than the file holds"), "{short}");
        agent.manifest.architecture.trunk = vec![8; 65];
        let layers = swap(&agent.manifest);
        assert!(layers.contains("`trunk` has 65 layers"), "{layers}");
    }
}
