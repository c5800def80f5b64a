//! Files are written whole or not at all.

use std::io::{self, Write};
use std::path::Path;

/// Writes a file through a temporary one beside it, which is then renamed: whoever reads sees the
/// old file or the new one, never a part. Missing folders are made.
///
/// # Errors
/// Whatever the file system says; the old file, if any, is then still there.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    std::fs::create_dir_all(folder)?;
    let mut file = builder().tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}

/// Temporary files are private by default; these become files like any other.
#[cfg(unix)]
fn builder() -> tempfile::Builder<'static, 'static> {
    use std::os::unix::fs::PermissionsExt;
    let mut builder = tempfile::Builder::new();
    builder.permissions(std::fs::Permissions::from_mode(0o644));
    builder.suffix(".tmp");
    builder
}

#[cfg(not(unix))]
fn builder() -> tempfile::Builder<'static, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.suffix(".tmp");
    builder
}
