//! Files written whole, or not at all.

use std::io;
use std::path::{Path, PathBuf};

use moonbase_models::files::{put_in_place, temporary_beside};

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{verb} {path}: {source}")]
pub struct FileError {
    verb: &'static str,
    path: PathBuf,
    source: io::Error,
}

impl FileError {
    fn new(verb: &'static str, path: &Path, source: io::Error) -> FileError {
        let path = path.into();
        FileError { verb, path, source }
    }
}

/// Writes a text to a file: first beside it, then renamed, so that there is never half a file.
///
/// # Errors
/// The folder is missing or not writable, the disk is full; an older file of that name is then untouched.
pub fn write_text(path: &Path, text: &str) -> Result<(), FileError> {
    let written = make_beside(path).and_then(|file| put_in_place(file, path, text.as_bytes()));
    written.map_err(|source| FileError::new("cannot write", path, source))
}

/// Checks that [`write_text`] could write a file: that one can be made beside it.
///
/// # Errors
/// The folder is missing or not writable, or the path is itself that of a folder.
pub fn check_writable(path: &Path) -> Result<(), FileError> {
    let made = match path.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => make_beside(path).map(drop),
    };
    made.map_err(|source| FileError::new("cannot write", path, source))
}

fn make_beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    // The error's own text names the temporary file, which nobody asked for.
    temporary_beside(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => io::Error::new(error.kind(), "there is no such folder"),
        kind => kind.into(),
    })
}

/// Longest record that is read, in bytes; a game of the longest kind takes a hundredth of it.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a text file.
///
/// # Errors
/// It is missing, not readable, too long, or not text.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    let named = |source| FileError::new("cannot read", path, source);
    let length = std::fs::metadata(path).map_err(named)?.len();
    if length > MAX_BYTES {
        let reason = format!("{length} bytes are too many for a game record");
        return Err(named(io::Error::new(io::ErrorKind::InvalidData, reason)));
    }
    std::fs::read_to_string(path).map_err(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_leaves_the_old_file_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        write_text(&path, "one").unwrap();
        write_text(&path, "two").unwrap();
        assert_eq!(read_text(&path).unwrap(), "two");
        let nowhere = folder.path().join("missing/game.txt");
        let error = write_text(&nowhere, "three").unwrap_err().to_string();
        assert!(
            error.starts_with("cannot write ") && error.contains("missing"),
            "{error}"
        );
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_is_no_text_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        assert!(read_text(&path).is_err());
        std::fs::write(&path, [0xff, 0xfe, 0]).unwrap();
        assert!(
            read_text(&path)
                .unwrap_err()
                .to_string()
                .starts_with("cannot read ")
        );
    }
}
