//! Standard output, buffered, with errors instead of panics when nobody reads it.

use std::fmt::Display;
use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

use crate::failure::Failure;

/// Runs `write` on buffered standard output and flushes it.
pub fn with_stdout(
    write: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    Ok(out.flush()?)
}

/// Prints a report, as one line of JSON if that is asked for.
pub fn print_either(report: &(impl Serialize + Display), json: bool) -> Result<(), Failure> {
    with_stdout(|out| {
        match json {
            true => writeln!(out, "{}", serde_json::json!(report))?,
            false => write!(out, "{report}")?,
        }
        Ok(())
    })
}

/// Prints a report of so many of the games planned: none is an interruption without a report, fewer are
/// one with it.
pub fn print_played(
    report: &(impl Serialize + Display),
    json: bool,
    games: u64,
    planned: u64,
) -> Result<(), Failure> {
    if games == 0 {
        return Err(Failure::Interrupted);
    }
    print_either(report, json)?;
    match games < planned {
        true => Err(Failure::Interrupted),
        false => Ok(()),
    }
}

/// The program, as databases and reports name it.
pub fn program() -> String {
    let commit = moonbase_training::COMMIT;
    format!("moonbase {}, commit {commit}", env!("CARGO_PKG_VERSION"))
}
