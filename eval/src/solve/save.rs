//! Writing solutions.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use moonbase_agents::Solvable;
use moonbase_agents::exact::{Checksum, Header};

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
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let mut file = BufWriter::new(builder().tempfile_in(folder)?);
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

/// Temporary files are private by default; these become files like any other.
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o644));
    }
    builder.suffix(".tmp");
    builder
}
