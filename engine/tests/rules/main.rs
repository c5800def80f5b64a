//! The rules of `ufo`, clause by clause, on hand-made positions; and properties of random games.

mod abduction;
mod abduction_odds;
mod alien_phase;
#[path = "../common/mod.rs"]
mod common;
mod endings;
mod laying;
mod odds;
mod phases;
mod plain;
mod properties;
mod scene;
mod setup;
mod shot_odds;
mod symmetry;
