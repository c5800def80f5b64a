//! The fuzz targets, which the ordinary tests share.

#[path = "../tests/fuzz_targets/mod.rs"]
pub mod targets;
