//! What the databases of tournaments and of comparisons have in common: a lock, and what is wrong in plain words.

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags};

/// Why a database cannot be used, whosever it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Trouble {
    /// There is no such file.
    Missing,
    /// No database, or of another kind.
    Foreign,
    /// Another process is at it.
    Busy,
    /// In plain words.
    Fault(String),
}

impl From<rusqlite::Error> for Trouble {
    /// Somebody else being at it is looked for first. A row that is there already was added by somebody else meanwhile.
    fn from(error: rusqlite::Error) -> Trouble {
        use rusqlite::ErrorCode::{
            CannotOpen, ConstraintViolation, DatabaseBusy, DatabaseCorrupt, DatabaseLocked,
            DiskFull, NotADatabase, OutOfMemory, PermissionDenied, ReadOnly, SystemIoFailure,
        };
        let fault = match error.sqlite_error_code() {
            Some(ConstraintViolation | DatabaseBusy | DatabaseLocked) => return Trouble::Busy,
            Some(CannotOpen) => "cannot be opened or made",
            Some(ReadOnly | PermissionDenied) => "cannot be written",
            Some(DiskFull) => "the disk is full",
            Some(SystemIoFailure) => "reading or writing failed",
            Some(OutOfMemory) => "there is not enough memory",
            Some(DatabaseCorrupt | NotADatabase) => "the file is damaged",
            // No such table, a text in the place of a number.
            _ => "what is in it does not belong there, or is damaged",
        };
        Trouble::Fault(fault.into())
    }
}

/// A locked file beside a database, removed in the end: while it lives, no other process plays.
#[derive(Debug)]
pub(crate) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Locks `NAME.lock`.
    pub fn of(database: &Path) -> Result<Lock, Trouble> {
        let mut path = database.as_os_str().to_owned();
        path.push(".lock");
        let path = PathBuf::from(path);
        let fault = |error: std::io::Error| {
            Trouble::Fault(match error.kind() {
                ErrorKind::NotFound => "there is no such folder".into(),
                ErrorKind::PermissionDenied => "its folder cannot be written".into(),
                _ => error.to_string(),
            })
        };
        let file = File::create(&path).map_err(fault)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { path, _file: file }),
            Err(TryLockError::WouldBlock) => Err(Trouble::Busy),
            Err(TryLockError::Error(error)) => Err(fault(error)),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Left behind it does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Opens a database that is there. A process that was killed can leave a change to be undone, which takes the right to write.
pub(crate) fn open(path: &Path) -> Result<Connection, Trouble> {
    if !path.exists() {
        return Err(Trouble::Missing);
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
    Ok(Connection::open_with_flags(path, flags)?)
}

/// Is there nothing in the file? So it is when it was just made, or by a process that was killed at once.
pub(crate) fn is_empty(connection: &Connection) -> Result<bool, Trouble> {
    Ok(header(connection, "PRAGMA page_count")? == 0)
}

/// The number of its kind.
pub(crate) fn version(connection: &Connection) -> Result<i64, Trouble> {
    header(connection, "PRAGMA user_version")
}

fn header(connection: &Connection, pragma: &str) -> Result<i64, Trouble> {
    let found = connection.query_row(pragma, [], |row| row.get(0));
    found.map_err(|error| match error.sqlite_error_code() {
        Some(rusqlite::ErrorCode::NotADatabase) => Trouble::Foreign,
        _ => error.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_in_other_hands_is_busy_whatever_is_asked() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let mine = Connection::open(&path).unwrap();
        mine.execute_batch("CREATE TABLE a (b); BEGIN EXCLUSIVE")
            .unwrap();
        let other = open(&path).unwrap();
        other.busy_timeout(std::time::Duration::ZERO).unwrap();
        assert_eq!(version(&other), Err(Trouble::Busy));
        let found = other.execute("INSERT INTO a VALUES (1)", []);
        assert_eq!(found.map_err(Trouble::from), Err(Trouble::Busy));
        drop(mine);
        let odd = other.prepare("SELECT c FROM a").map(|_| ());
        let told = odd.map_err(Trouble::from).unwrap_err();
        assert!(
            matches!(&told, Trouble::Fault(said) if said.contains("does not belong there")),
            "{told:?}"
        );
    }
}
