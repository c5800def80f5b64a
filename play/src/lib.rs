//! Games for people: sessions, and the faces that draw them.
//!
//! - [`session`]: one game between people and agents;
//! - [`terminal`]: the game in a terminal, line by line;
//! - [`full_screen`]: the same on the whole screen of a terminal;
//! - [`levels`]: opponents of graded strength;
//! - [`player`]: how strong the player is, and which level suits him;
//! - [`table`]: the game beside a real table: what is asked about dice and draws;
//! - [`words`]: what players say: actions, dice and news in sentences;
//! - [`web`]: the game in a browser;
//! - [`show`]: boards, choices and dice for faces that draw pictures;
//! - [`draw`]: boards as text, over [`hexmap`], [`canvas`] and [`ink`];
//! - [`mod@review`]: a game looked at again: what was given away, what was luck;
//! - [`tile_sheet`]: the tiles of a box as pictures;
//! - one folder for each game that speaks and draws ([`ufo`], [`lost_patrol`], [`fg1`]), and `tiles` for what those have in
//!   common that are played with tiles.

pub mod canvas;
pub mod draw;
pub mod explain;
pub mod fg1;
pub mod files;
pub mod full_screen;
pub mod hexmap;
pub mod ink;
pub mod levels;
pub mod lost_patrol;
pub mod player;
pub mod review;
pub mod session;
pub mod show;
pub mod table;
pub mod terminal;
pub mod tile_sheet;
mod tiles;
pub mod ufo;
pub mod web;
pub mod words;

pub use draw::{Draw, Picture, Room};
pub use review::{Review, ReviewError, ReviewPlan, review};
pub use show::Show;
pub use table::AtTable;
pub use words::{Played, Words};
