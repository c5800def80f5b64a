//! The rules of `lost_patrol`, clause by clause, on hand-made positions; and properties of random
//! games.

mod ambush;
mod clearing;
#[path = "../common/mod.rs"]
mod common;
mod laying;
mod lurkers;
mod patrol;
mod plain;
mod properties;
mod scene;
mod setup;
