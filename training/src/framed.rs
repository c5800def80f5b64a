//! Files that a run keeps: whole or not at all, and known to be undamaged when read.
//!
//! A file is its kind's eight letters, a version, the CRC-32C of what follows after the length, that length, then a value in
//! postcard, compressed by zstd.

use std::path::{Path, PathBuf};

use moonbase_models::crc32c;
use moonbase_models::files::write_whole;
use serde::Serialize;
use serde::de::DeserializeOwned;

const HEAD: usize = 8 + 4 + 4 + 8;

/// What is in a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Kind {
    pub letters: &'static [u8; 8],
    pub version: u32,
    /// As it is called in messages.
    pub name: &'static str,
}

/// Why a file could not be used, in one line.
#[derive(Debug, thiserror::Error)]
pub enum FramedError {
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}: not a {name}, or a damaged one: {fault}")]
    Foreign {
        path: PathBuf,
        name: &'static str,
        fault: String,
    },
}

impl Kind {
    /// Writes a value whole.
    ///
    /// # Errors
    /// What the file system says.
    pub fn write(self, path: &Path, value: &impl Serialize) -> Result<(), FramedError> {
        let io = |source| FramedError::Io {
            path: path.into(),
            source,
        };
        let plain = postcard::to_stdvec(value).map_err(|e| io(std::io::Error::other(e)))?;
        let body = zstd::encode_all(plain.as_slice(), 1).map_err(io)?;
        let mut bytes = self.letters.to_vec();
        bytes.extend(self.version.to_le_bytes());
        bytes.extend(crc32c(&body).to_le_bytes());
        bytes.extend((body.len() as u64).to_le_bytes());
        bytes.extend(body);
        write_whole(path, &bytes).map_err(io)
    }

    /// Reads and checks a value.
    ///
    /// # Errors
    /// Unreadable, foreign, truncated or damaged files.
    pub fn read<T: DeserializeOwned>(self, path: &Path) -> Result<T, FramedError> {
        let bytes = std::fs::read(path).map_err(|source| FramedError::Io {
            path: path.into(),
            source,
        })?;
        self.decode(&bytes).map_err(|fault| FramedError::Foreign {
            path: path.into(),
            name: self.name,
            fault,
        })
    }

    fn decode<T: DeserializeOwned>(self, bytes: &[u8]) -> Result<T, String> {
        if bytes.len() < HEAD || bytes[..8] != *self.letters {
            return Err(format!("its first bytes are not a {}'s", self.name));
        }
        let word = |at: usize| u32::from_le_bytes([0, 1, 2, 3].map(|i| bytes[at + i]));
        if word(8) != self.version {
            let (found, read) = (word(8), self.version);
            return Err(format!("version {found}, this program reads {read}"));
        }
        let body = &bytes[HEAD..];
        let length = u64::from(word(16)) | u64::from(word(20)) << 32;
        if length != body.len() as u64 {
            return Err(format!("{} bytes of {length}", body.len()));
        }
        if word(12) != crc32c(body) {
            return Err("its checksum is wrong".into());
        }
        let plain = zstd::decode_all(body).map_err(|e| e.to_string())?;
        postcard::from_bytes(&plain).map_err(|e| e.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: Kind = Kind {
        letters: b"MOONWORD",
        version: 7,
        name: "list of words",
    };

    #[test]
    fn what_was_written_is_read_and_nothing_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("words");
        let words = vec!["alpha".to_string(), "beta".to_string()];
        WORDS.write(&path, &words).unwrap();
        assert_eq!(WORDS.read::<Vec<String>>(&path).unwrap(), words);
        let whole = std::fs::read(&path).unwrap();
        let refused = |bytes: &[u8], kind: Kind| {
            std::fs::write(&path, bytes).unwrap();
            kind.read::<Vec<String>>(&path).unwrap_err().to_string()
        };
        let newer = Kind {
            version: 8,
            ..WORDS
        };
        assert!(refused(&whole, newer).contains("version 7, this program reads 8"));
        let other = Kind {
            letters: b"MOONOTHR",
            ..WORDS
        };
        assert!(refused(&whole, other).contains("not a list of words"));
        assert!(refused(&whole[..whole.len() - 1], WORDS).contains("bytes of"));
        for at in HEAD..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            assert!(refused(&damaged, WORDS).contains("checksum"), "{at}");
        }
    }
}
