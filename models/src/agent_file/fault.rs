//! Why agent files are refused.

use std::path::{Path, PathBuf};

use super::{FORMAT, KEY};
use crate::net::ArchitectureError;

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
pub(super) enum Fault {
    #[error("{0}")]
    Container(#[from] safetensors::SafeTensorError),
    #[error("its metadata has no `{KEY}` entry")]
    NoManifest,
    #[error("its manifest is malformed: {0}")]
    Manifest(#[from] serde_json::Error),
    #[error("its test vectors hold numbers that are not finite")]
    Vectors,
    #[error("its checksum is wrong")]
    Checksum,
    #[error("format {0}; this program reads formats 1 to {FORMAT}")]
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
    pub(super) fn of(self, path: &Path) -> AgentFileError {
        AgentFileError::Foreign {
            path: path.into(),
            fault: self.to_string(),
        }
    }
}
