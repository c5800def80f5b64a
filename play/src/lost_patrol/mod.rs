//! `lost_patrol` in words and as text.

mod actions;
mod map;
mod news;
mod phrases;
mod rolls;
mod roster;
mod show;
mod status;
mod table;
mod words;
