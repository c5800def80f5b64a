//! The fuzz targets, which the ordinary tests share.

#[path = "../tests/fuzz_targets/mod.rs"]
pub mod fuzz_targets;

#[cfg(feature = "nets")]
#[path = "../tests/fuzz_targets/agent_file.rs"]
pub mod agent_file;
