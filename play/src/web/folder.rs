//! The folder that a server keeps its games in.

use std::io;
use std::path::Path;
use std::time::SystemTime;

use super::id::Id;

/// A game's file.
pub struct GameFile {
    pub id: Id,
    pub changed: SystemTime,
    pub bytes: u64,
}

/// The files of all games.
///
/// # Errors
/// The folder cannot be read.
pub fn games_in(folder: &Path) -> io::Result<Vec<GameFile>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_suffix(".game"));
        let Some(Ok(id)) = id.map(str::parse) else {
            continue;
        };
        // It may have been removed meanwhile.
        if let Ok(about) = entry.metadata() {
            let changed = about.modified()?;
            let bytes = about.len();
            files.push(GameFile { id, changed, bytes });
        }
    }
    Ok(files)
}

/// Removes what a server that was killed while it wrote has left.
///
/// # Errors
/// The folder cannot be read or written to.
pub fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if name.starts_with(".moonbase-") && name.ends_with(".tmp") {
            std::fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// Makes a folder if there is none, which is then closed to others; one that was there is somebody's own affair.
///
/// # Errors
/// It cannot be made.
pub fn make(folder: &Path) -> io::Result<()> {
    if folder.exists() {
        return Ok(());
    }
    std::fs::create_dir_all(folder)?;
    private(folder)
}

/// The names of the files are all that it takes to play the games.
#[cfg(unix)]
fn private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))
}

#[cfg(not(unix))]
fn private(_folder: &Path) -> io::Result<()> {
    Ok(())
}
