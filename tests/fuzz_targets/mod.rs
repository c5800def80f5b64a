//! The fuzz targets: each takes any bytes and panics if a law is broken.
//!
//! `fuzz/` runs them under libFuzzer, with a nightly compiler; `tests/fuzz_corpus.rs` runs them as ordinary
//! tests over the committed seeds, random bytes and mutations of both.

pub mod dump;
mod input;
mod laws;
pub mod options;
pub mod play;
mod pool;
pub mod record;
pub mod tile_set;
pub mod trace;
pub mod words;

pub use input::assert_one_line;

/// A target's name, and the target.
pub type Target = (&'static str, fn(&[u8]));

/// The targets that need the engine only.
pub const ENGINE: [Target; 7] = [
    ("record", record::run),
    ("words", words::run),
    ("trace", trace::run),
    ("tile_set", tile_set::run),
    ("options", options::run),
    ("dump", dump::run),
    ("play", play::run),
];
