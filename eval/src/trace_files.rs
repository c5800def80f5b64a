//! Trace files: plain or gzip, read and checked against the engine.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use flate2::read::MultiGzDecoder;
use moonbase_engine::trace::{Checker, Report};

/// The two bytes that begin a gzip file.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// Why a trace file could not be checked to its end.
#[derive(Debug, thiserror::Error)]
pub enum TraceFileError {
    #[error("cannot read {}: {source}", path.display())]
    Read { path: PathBuf, source: io::Error },
    #[error("interrupted")]
    Interrupted,
}

/// Replays the traces in a file, plain or gzip, and reports per game where they first differ.
///
/// # Errors
/// The file cannot be read, or `stop` was set.
pub fn check_file(path: &Path, stop: &AtomicBool) -> Result<Report, TraceFileError> {
    let read = |source| TraceFileError::Read {
        path: path.into(),
        source,
    };
    let mut checker = Checker::new();
    for line in open(path).map_err(read)?.lines() {
        checker.line(&line.map_err(read)?);
        if stop.load(Ordering::Relaxed) {
            return Err(TraceFileError::Interrupted);
        }
    }
    Ok(checker.finish())
}

fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut file = BufReader::new(File::open(path)?);
    let zipped = file.fill_buf()?.starts_with(&GZIP);
    let reader: Box<dyn Read> = if zipped {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    Ok(Box::new(BufReader::new(reader)))
}
