//! `fg1` in words, as text and as pictures; scenario files checked and drawn.

mod actions;
mod map;
mod news;
mod phrases;
mod roster;
pub mod scenario;
mod sheet;
mod show;
mod status;
mod svg;
mod table;
mod words;
