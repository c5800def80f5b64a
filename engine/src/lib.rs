//! Exact rules of the Moonbase games, with explicit chance.
//!
//! The engine knows positions, legal actions, chance outcomes with exact integer weights, notation,
//! game records and the environment. It holds no clock, no thread, no file and no hidden random
//! state: whoever samples chance brings a generator or a [`chance::KeyedDice`].

mod bits;
pub mod board;
pub mod chance;
pub mod deck;
pub mod dice;
mod dump;
pub mod env;
pub mod fg1;
pub mod game;
pub mod groups;
pub mod hex;
pub mod lost_patrol;
mod members;
pub mod options;
pub mod perft;
pub mod record;
pub mod registry;
mod rules;
pub mod setup;
pub mod stacks;
pub mod symmetric;
mod tiled;
pub mod tiles;
pub mod toy;
pub mod trace;
pub mod ufo;
mod words;

pub use chance::KeyedDice;
pub use game::{
    AbsoluteValue, BySeat, EventKey, Game, GameOutcome, NotationError, PlayError, Seat, SeatValue,
    Turn,
};
pub use options::{OptionsError, RuleOptions};
pub use symmetric::Symmetric;
