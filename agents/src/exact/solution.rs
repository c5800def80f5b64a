//! Solution files.
//!
//! A line of JSON (the [`Header`]), then the entries: 16 bytes each, little-endian, ascending; the upper 96
//! bits are a position's fingerprint, the lower 32 its value as an `f32`. Then 8 bytes of checksum.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use moonbase_engine::chance::mix;
use moonbase_engine::{Game, OptionsError, RuleOptions};
use moonbase_models::agent_file::all_options;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::fingerprint::Key;

/// What a file begins with, in its header.
pub const FORMAT: &str = "moonbase-solution";

/// Version of the format, of the fingerprints and of what is kept. Other versions are refused.
pub const VERSION: u32 = 1;

/// A longer first line is not that of a solution.
const LONGEST_HEADER: u64 = 1 << 20;

/// What a solution says about itself.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    pub format: String,
    pub version: u32,
    /// The game's family.
    pub game: String,
    /// All rule options.
    pub options: Map<String, Value>,
    /// Whether images of a position have one entry.
    pub symmetric: bool,
    pub entries: u64,
    /// The start's value, as the first seat sees it.
    pub value: f32,
}

impl Header {
    /// The header of a solution of `G` under these options.
    pub fn new<G: Game>(options: &G::Options, symmetric: bool, entries: u64, value: f32) -> Self {
        Header {
            format: FORMAT.into(),
            version: VERSION,
            game: G::NAME.into(),
            options: all_options(options),
            symmetric,
            entries,
            value,
        }
    }

    /// Reads what a solution says about itself, whatever game it solves.
    ///
    /// # Errors
    /// A file that cannot be read or is no solution.
    pub fn read(path: &Path) -> Result<Self, SolutionError> {
        let file = File::open(path).map_err(|error| SolutionError::Io {
            path: path.into(),
            error,
        })?;
        read_header(path, &mut BufReader::new(file))
    }

    /// The rule options that it was solved under.
    ///
    /// # Errors
    /// Options that the game does not know.
    pub fn options_of<G: Game>(&self) -> Result<G::Options, OptionsError> {
        let mut options = G::Options::default();
        for (name, value) in &self.options {
            options.set(name, value)?;
        }
        Ok(options)
    }
}

/// Why a solution cannot be used; one line each.
#[derive(Debug, thiserror::Error)]
pub enum SolutionError {
    #[error("cannot read {path}: {error}")]
    Io { path: PathBuf, error: io::Error },
    #[error("{0} is not a solution (`moonbase solve` writes them)")]
    Foreign(PathBuf),
    #[error(
        "{path} is a solution of version {version}; this program reads version {VERSION}: solve the game again"
    )]
    Version { path: PathBuf, version: u32 },
    #[error("{path} solves `{game}`, not `{wanted}`")]
    Game {
        path: PathBuf,
        game: String,
        wanted: &'static str,
    },
    #[error("{path} solves the game with {name}={solved}, not {name}={wanted}")]
    Options {
        path: PathBuf,
        name: String,
        solved: Value,
        wanted: Value,
    },
    #[error("{0} is damaged: write it again with `moonbase solve`")]
    Damaged(PathBuf),
    #[error("{0} does not hold the game from this position on")]
    Start(PathBuf),
}

/// A solution in memory.
#[derive(Debug)]
pub struct Solution {
    path: PathBuf,
    header: Header,
    entries: Vec<u128>,
}

impl Solution {
    /// Reads a solution of `G`.
    ///
    /// # Errors
    /// A file that cannot be read, is no solution, is damaged, or solves another game.
    pub fn read<G: Game>(path: &Path) -> Result<Self, SolutionError> {
        let io_error = |error| SolutionError::Io {
            path: path.into(),
            error,
        };
        let mut file = BufReader::new(File::open(path).map_err(io_error)?);
        let header = read_header(path, &mut file)?;
        if header.game != G::NAME {
            return Err(SolutionError::Game {
                path: path.into(),
                game: header.game,
                wanted: G::NAME,
            });
        }
        let damaged = |_| SolutionError::Damaged(path.into());
        let entries = read_entries(&mut file, header.entries).map_err(damaged)?;
        let whole = entries.is_sorted() && file.read(&mut [0]).map_err(io_error)? == 0;
        let solution = Solution {
            path: path.into(),
            header,
            entries,
        };
        whole
            .then_some(solution)
            .ok_or_else(|| SolutionError::Damaged(path.into()))
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Does it solve the game under these options?
    ///
    /// # Errors
    /// The first option that differs.
    pub fn check<G: Game>(&self, options: &G::Options) -> Result<(), SolutionError> {
        let solved = |name: &str| self.header.options.get(name).cloned().unwrap_or_default();
        let wanted = all_options(options).into_iter();
        let mut differing = wanted.filter(|(name, value)| solved(name) != *value);
        match differing.next() {
            None => Ok(()),
            Some((name, wanted)) => Err(SolutionError::Options {
                path: self.path.clone(),
                solved: solved(&name),
                name,
                wanted,
            }),
        }
    }

    /// The value kept for a fingerprint.
    pub fn get(&self, key: Key) -> Option<f32> {
        let place = self.entries.partition_point(|entry| *entry < key);
        let entry = self.entries.get(place).copied()?;
        (entry ^ key <= u128::from(u32::MAX)).then(|| f32::from_bits(entry as u32))
    }
}

fn read_header(path: &Path, file: &mut impl BufRead) -> Result<Header, SolutionError> {
    let foreign = || SolutionError::Foreign(path.into());
    let mut line = Vec::new();
    let mut limited = file.take(LONGEST_HEADER);
    let read = limited.read_until(b'\n', &mut line);
    read.map_err(|error| SolutionError::Io {
        path: path.into(),
        error,
    })?;
    let value: Value = serde_json::from_slice(&line).map_err(|_| foreign())?;
    if value["format"] != FORMAT {
        return Err(foreign());
    }
    // Versions are told apart before anything else in the header is believed.
    let version = value["version"]
        .as_u64()
        .and_then(|v| u32::try_from(v).ok());
    match version {
        Some(VERSION) => {
            serde_json::from_value(value).map_err(|_| SolutionError::Damaged(path.into()))
        }
        Some(version) => Err(SolutionError::Version {
            path: path.into(),
            version,
        }),
        None => Err(foreign()),
    }
}

fn read_entries(file: &mut impl Read, count: u64) -> io::Result<Vec<u128>> {
    let mut entries = Vec::new();
    let mut sum = Checksum::default();
    let mut word = [0; 16];
    for _ in 0..count {
        file.read_exact(&mut word)?;
        let entry = u128::from_le_bytes(word);
        sum.add(entry);
        entries.push(entry);
    }
    let mut stored = [0; 8];
    file.read_exact(&mut stored)?;
    let right = u64::from_le_bytes(stored) == sum.finish();
    right
        .then_some(entries)
        .ok_or_else(|| io::ErrorKind::InvalidData.into())
}

/// The checksum of entries in their order.
#[derive(Clone, Copy, Default, Debug)]
pub struct Checksum(u64);

impl Checksum {
    pub fn add(&mut self, entry: u128) {
        self.0 = mix(self.0 ^ entry as u64).wrapping_add((entry >> 64) as u64);
    }

    pub fn finish(self) -> u64 {
        mix(self.0)
    }
}
