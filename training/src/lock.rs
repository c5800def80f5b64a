//! One process at a time works in a folder.

use std::fs::{File, TryLockError};
use std::path::Path;

use crate::error::TrainError;

/// Locked while a process works in the folder.
const LOCK: &str = "lock";

/// Keeps other processes from working in a folder, which is made if need be, while the file lives.
///
/// # Errors
/// Another process works there; what the file system says.
pub(crate) fn lock(folder: &Path) -> Result<File, TrainError> {
    let path = folder.join(LOCK);
    let io = |source| TrainError::Io {
        path: path.clone(),
        source,
    };
    std::fs::create_dir_all(folder).map_err(io)?;
    let file = File::create(&path).map_err(io)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(TrainError::Busy(folder.into())),
        Err(TryLockError::Error(source)) => Err(io(source)),
    }
}
