//! Standard output, buffered, with errors instead of panics when nobody reads it.

use std::io::{self, BufWriter, StdoutLock, Write};

use crate::failure::Failure;

/// Runs `write` on buffered standard output and flushes it.
pub fn with_stdout(
    write: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    Ok(out.flush()?)
}
