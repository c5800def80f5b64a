//! The rules of `ufo`, clause by clause, on hand-made positions; and properties of random games.

mod abduction;
mod endings;
mod laying;
mod odds;
mod phases;
mod plain;
mod properties;
mod scene;
mod setup;
mod symmetry;
