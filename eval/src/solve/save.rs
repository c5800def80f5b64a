//! Writing solutions.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use moonbase_agents::Solvable;
use moonbase_agents::exact::{Checksum, Header};
use moonbase_models::files::temporary_beside;

use super::Solved;

/// A solution could not be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {path}: {error}")]
pub struct SaveError {
    path: PathBuf,
    error: io::Error,
}

impl<G: Solvable> Solved<G> {
    /// Writes the solution, whole or not at all, and lets its memory go.
    ///
    /// # Errors
    /// Whatever the file system says.
    pub fn save(self, path: &Path) -> Result<(), SaveError> {
        self.write(path).map_err(|error| SaveError {
            path: path.into(),
            error,
        })
    }

    fn write(self, path: &Path) -> io::Result<()> {
        let mut file = BufWriter::new(temporary_beside(path)?);
        let report = &self.report;
        let header = Header::new::<G>(
            self.start.options(),
            report.symmetric,
            report.kept,
            report.value as f32,
        );
        serde_json::to_writer(&mut file, &header)?;
        file.write_all(b"\n")?;
        let mut sum = Checksum::default();
        self.store.drain(|entry| {
            sum.add(entry);
            file.write_all(&entry.to_le_bytes())
        })?;
        file.write_all(&sum.finish().to_le_bytes())?;
        let file = file.into_inner()?;
        file.as_file().sync_all()?;
        file.persist(path)?;
        Ok(())
    }
}
