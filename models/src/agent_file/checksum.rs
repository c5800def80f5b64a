//! The checksum of an agent file.
//!
//! It is the CRC-32C of the whole file with the checksum's own eight digits as zeros, and the manifest's first
//! entry: `{"checksum":"89abcdef",…`. Files of format 1 have none.

use super::fault::Fault;
use crate::crc32c;

/// How a manifest with a checksum begins.
const OPEN: &str = "{\"checksum\":\"";

/// The same in the file's header, where the manifest is text within JSON.
const OPEN_IN_HEADER: &[u8] = b"{\\\"checksum\\\":\\\"";

const DIGITS: usize = 8;

/// A manifest with room for a checksum.
pub fn with_room(manifest: &str) -> String {
    format!("{OPEN}{:0DIGITS$}\",{}", 0, &manifest[1..])
}

/// A manifest's checksum, if it has one, and the manifest without it.
pub fn split(manifest: &str) -> (Option<&str>, String) {
    let after = manifest.strip_prefix(OPEN);
    let parts = after.and_then(|after| after.split_once("\","));
    match parts {
        Some((digits, rest)) => (Some(digits), format!("{{{rest}")),
        None => (None, manifest.into()),
    }
}

/// Fills in the checksum of a file that was written with room for it.
pub fn seal(file: &mut [u8]) {
    let digits = format!("{:0DIGITS$x}", crc32c(file));
    if let Some(at) = place(file) {
        file[at..at + DIGITS].copy_from_slice(digits.as_bytes());
    }
}

/// Is this the checksum of the file?
pub fn check(file: &[u8], claimed: &str) -> Result<(), Fault> {
    let mut plain = file.to_vec();
    let room = place(file).and_then(|at| plain.get_mut(at..at + DIGITS));
    room.ok_or(Fault::Checksum)?.fill(b'0');
    let found = format!("{:0DIGITS$x}", crc32c(&plain));
    match found == claimed {
        true => Ok(()),
        false => Err(Fault::Checksum),
    }
}

/// Where the digits begin.
fn place(file: &[u8]) -> Option<usize> {
    let mut windows = file.windows(OPEN_IN_HEADER.len());
    let at = windows.position(|window| window == OPEN_IN_HEADER);
    at.map(|at| at + OPEN_IN_HEADER.len())
}
