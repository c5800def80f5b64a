//! The player's ratings, in a file.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use moonbase_models::files::write_whole;
use serde::{Deserialize, Serialize};

use super::Strength;

/// The version of the file.
const VERSION: u32 = 1;

/// The folder that is used instead of the system's, if it is set.
const FOLDER: &str = "MOONBASE_DATA";

/// Longer files are not ratings.
const MOST_BYTES: u64 = 1 << 20;

/// Ratings by game (or preset) and seat.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Book {
    version: u32,
    ratings: BTreeMap<String, BTreeMap<String, Strength>>,
}

/// Why the ratings cannot be read or kept, in one line.
#[derive(Debug, thiserror::Error)]
pub enum BookError {
    #[error("your results, {}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("your results, {}, cannot be read: {fault}; move the file away to start anew", path.display())]
    Damaged { path: PathBuf, fault: String },
}

impl Default for Book {
    fn default() -> Self {
        Book {
            version: VERSION,
            ratings: BTreeMap::new(),
        }
    }
}

/// Where the ratings are by default: `player.json` in `MOONBASE_DATA`, else in the user's data folder. `None` if
/// the system names none.
pub fn default_path() -> Option<PathBuf> {
    let variable = |name: &str| {
        let value = std::env::var_os(name).filter(|value| !value.is_empty());
        value.map(PathBuf::from)
    };
    let home = || {
        let home = variable("HOME")?;
        Some(match cfg!(target_os = "macos") {
            true => home.join("Library/Application Support"),
            false => home.join(".local/share"),
        })
    };
    let folder = || {
        let data = variable("XDG_DATA_HOME").or_else(|| variable("APPDATA"));
        Some(data.or_else(home)?.join("moonbase"))
    };
    Some(variable(FOLDER).or_else(folder)?.join("player.json"))
}

impl Book {
    /// Reads the file; an empty book if there is none.
    ///
    /// # Errors
    /// It cannot be read, or is no such file.
    pub fn read(path: &Path) -> Result<Book, BookError> {
        let io = |source| BookError::Io {
            path: path.into(),
            source,
        };
        let damaged = |fault: String| BookError::Damaged {
            path: path.into(),
            fault,
        };
        match std::fs::metadata(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Book::default()),
            Err(error) => return Err(io(error)),
            Ok(data) if data.len() > MOST_BYTES => return Err(damaged("it is too long".into())),
            Ok(_) => {}
        }
        let text = std::fs::read_to_string(path).map_err(io)?;
        let book: Book = serde_json::from_str(&text).map_err(|e| damaged(e.to_string()))?;
        book.check().map_err(damaged)?;
        Ok(book)
    }

    fn check(&self) -> Result<(), String> {
        if self.version != VERSION {
            return Err(format!("it is version {}, not {VERSION}", self.version));
        }
        let mut all = self.ratings.values().flat_map(BTreeMap::values);
        match all.all(|strength| strength.is_sound()) {
            true => Ok(()),
            false => Err("a rating is out of range".into()),
        }
    }

    /// Writes the file whole, with its folder.
    ///
    /// # Errors
    /// Whatever the file system says; the old file is then untouched.
    pub fn write(&self, path: &Path) -> Result<(), BookError> {
        let io = |source| BookError::Io {
            path: path.into(),
            source,
        };
        let text = serde_json::to_string_pretty(self).map_err(|error| io(error.into()))?;
        write_whole(path, (text + "\n").as_bytes()).map_err(io)
    }

    /// The player's strength in a seat of a game; `None` if nothing was played.
    pub fn strength(&self, game: &str, seat: &str) -> Option<Strength> {
        self.ratings.get(game)?.get(seat).copied()
    }

    pub fn set(&mut self, game: &str, seat: &str, strength: Strength) {
        let seats = self.ratings.entry(game.into()).or_default();
        seats.insert(seat.into(), strength);
    }
}
