//! The rules of `fg1`, clause by clause, on small scenarios; scenario files; a slow, plain version of the rules; and
//! properties of random games.

mod answers;
#[allow(dead_code)] // Some of it is for games on laid tiles.
#[path = "../common/mod.rs"]
mod common;
mod endings;
mod fire;
mod loading;
mod moving;
mod notation;
mod odds;
mod options;
mod plain;
mod properties;
mod scenarios;
mod scene;
mod setup;
mod sight;
