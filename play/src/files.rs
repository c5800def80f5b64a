//! Files written whole, or not at all.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("{verb} {path}: {source}")]
pub struct FileError {
    verb: &'static str,
    path: PathBuf,
    source: io::Error,
}

/// Writes a text to a file: first beside it, then renamed, so that there is never half a file.
///
/// # Errors
/// The folder is missing or not writable, the disk is full; an older file of that name is then untouched.
pub fn write_whole(path: &Path, text: &str) -> Result<(), FileError> {
    let named = |source| FileError {
        verb: "cannot write",
        path: path.into(),
        source,
    };
    write_beside(path, text).map_err(named)
}

/// Checks that [`write_whole`] could write a file: that one can be made beside it.
///
/// # Errors
/// The folder is missing or not writable.
pub fn check_writable(path: &Path) -> Result<(), FileError> {
    let named = |source| FileError {
        verb: "cannot write",
        path: path.into(),
        source,
    };
    temporary_beside(path).map(drop).map_err(named)
}

fn write_beside(path: &Path, text: &str) -> io::Result<()> {
    let mut file = temporary_beside(path)?;
    file.write_all(text.as_bytes())?;
    file.as_file().sync_all()?;
    make_readable(&file)?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// A new file in the same folder, which is gone when it is dropped.
fn temporary_beside(path: &Path) -> io::Result<tempfile::NamedTempFile> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let made = tempfile::Builder::new()
        .prefix(".moonbase-")
        .tempfile_in(folder);
    // The error's own text names the temporary file, which nobody asked for.
    made.map_err(|error| io::Error::from(error.kind()))
}

/// Temporary files are for their owner only; a saved game is an ordinary file.
#[cfg(unix)]
fn make_readable(file: &tempfile::NamedTempFile) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    file.as_file()
        .set_permissions(std::fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn make_readable(_: &tempfile::NamedTempFile) -> io::Result<()> {
    Ok(())
}

/// Longest record that is read, in bytes; a game of the longest kind takes a hundredth of it.
const MAX_BYTES: u64 = 64 << 20;

/// Reads a text file.
///
/// # Errors
/// It is missing, not readable, too long, or not text.
pub fn read_text(path: &Path) -> Result<String, FileError> {
    let named = |source| FileError {
        verb: "cannot read",
        path: path.into(),
        source,
    };
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
        write_whole(&path, "one").unwrap();
        write_whole(&path, "two").unwrap();
        assert_eq!(read_text(&path).unwrap(), "two");
        let nowhere = folder.path().join("missing/game.txt");
        let error = write_whole(&nowhere, "three").unwrap_err().to_string();
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
