//! Databases that a command fills, and killing it while it does.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags};

/// Games in the database so far; 0 while there is none.
pub fn games_in(database: &Path) -> u64 {
    let opened = Connection::open_with_flags(database, OpenFlags::SQLITE_OPEN_READ_ONLY);
    let count = opened.and_then(|found| {
        // Waiting for a lock takes longer than some tournaments; the next look will do.
        found.busy_timeout(Duration::ZERO)?;
        found.query_row("SELECT count(*) FROM game", [], |row| row.get::<_, i64>(0))
    });
    count.map_or(0, |count| count as u64)
}

/// Starts a command that prints nothing.
pub fn silent(command: &mut Command) -> Child {
    let quiet = command.stdout(Stdio::null()).stderr(Stdio::piped());
    quiet.spawn().unwrap()
}

/// Runs the command, and kills it with no chance to save once so many games are in the database.
#[cfg(unix)]
pub fn killed_after(command: &mut Command, database: &Path, games: u64) {
    use std::os::unix::process::ExitStatusExt;
    let mut child = silent(command);
    while games_in(database) < games && child.try_wait().unwrap().is_none() {}
    // The standard library's way to kill is SIGKILL.
    child.kill().unwrap();
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.signal(), Some(9), "it ended before: {said}");
}
