//! Files are written whole or not at all.

use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

/// Writes a file through a temporary one beside it, which is then renamed: whoever reads sees the
/// old file or the new one, never a part. Missing folders are made.
///
/// # Errors
/// Whatever the file system says; the old file, if any, is then still there.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    std::fs::create_dir_all(folder_of(path))?;
    put_in_place(temporary_beside(path)?, path, bytes)
}

/// Fills a temporary file of [`temporary_beside`], and gives it the name of the file that it is for.
///
/// # Errors
/// Whatever the file system says; the old file, if any, is then still there.
pub fn put_in_place(mut file: NamedTempFile, path: &Path, bytes: &[u8]) -> io::Result<()> {
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|e| e.error)?;
    Ok(())
}

/// A new file beside another, with the permissions of any file; it is gone when it is dropped.
///
/// # Errors
/// The folder is missing or not writable.
pub fn temporary_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // Temporary files are private by default; these become files like any other.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o644));
    }
    builder.prefix(".moonbase-").suffix(".tmp");
    builder.tempfile_in(folder_of(path))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}
