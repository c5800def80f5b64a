//! What a net sees: numbers for a position, and numbers for each legal action.
//!
//! Features are made of counts, distances, odds and threats, never of coordinates or directions:
//! a board turned or mirrored, with its actions turned or mirrored, gives the same numbers. To them come what the rules
//! of thumb think of the position and of each action ([`crate::scripted`]).

mod fg1;
mod ground;
mod lost_patrol;
mod thumb;
mod toy;
mod ufo;

#[cfg(test)]
mod tests;

use moonbase_engine::{Game, Seat};

/// A game that a net can play.
///
/// Laws (tested for every game): as many numbers as the names say; all finite, mostly within
/// [-1, 2]; the same for positions that differ by a turn or reflection of the board, but for the order of the tiles' rows
/// and for what the rules of thumb say (`Thumb…`), who break ties by the order of tiles and actions;
/// a pure function of position, seat and action.
pub trait Features: Game {
    /// Changes whenever a feature changes its meaning; agent files of another version are refused.
    const FEATURES_VERSION: u32;
    /// A name for each number that describes the position.
    const STATE_NAMES: &'static [&'static str];
    /// A name for each number that describes an action.
    const ACTION_NAMES: &'static [&'static str];
    /// A name for each number that describes a tile; none in games without tiles.
    const TILE_NAMES: &'static [&'static str] = &[];

    const STATE_FEATURES: usize = Self::STATE_NAMES.len();
    const ACTION_FEATURES: usize = Self::ACTION_NAMES.len();
    const TILE_FEATURES: usize = Self::TILE_NAMES.len();

    /// Writes the position as `seat` sees it, and each of `actions` (legal here).
    fn features(&self, seat: Seat, actions: &[Self::Action], inputs: Inputs);
}

/// Where the numbers of a position go. The slices come zeroed.
pub struct Inputs<'a> {
    /// `STATE_FEATURES` numbers.
    pub state: &'a mut [f32],
    /// `ACTION_FEATURES` numbers for each action.
    pub actions: &'a mut [f32],
    /// `TILE_FEATURES` numbers are appended for each tile on the table (in `nim`: for each heap that is left) if
    /// `all_tiles`, and nothing otherwise.
    pub tiles: &'a mut Vec<f32>,
    pub all_tiles: bool,
}

/// Declares an enum of features; its variants index a row of numbers, and its `NAMES` name them.
macro_rules! feature_names {
    ($(#[$meta:meta])* $enum:ident { $($(#[$doc:meta])* $name:ident),* $(,)? }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $enum { $($(#[$doc])* $name),* }

        impl $enum {
            pub const NAMES: &'static [&'static str] = &[$(stringify!($name)),*];
        }
    };
}

pub(crate) use feature_names;

/// Declares the features of a tile, and their names for the tile that an action starts from and for the one
/// that it aims at.
macro_rules! tile_features {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        /// Numbers about one tile; counts are divided by a usual maximum.
        #[derive(Clone, Copy)]
        pub enum TileFeature { $($(#[$doc])* $name),* }

        pub const TILE_NAMES: &[&str] = &[$(stringify!($name)),*];
        pub const FROM_NAMES: &[&str] = &[$(concat!("From", stringify!($name))),*];
        pub const TO_NAMES: &[&str] = &[$(concat!("To", stringify!($name))),*];
        /// Numbers per tile.
        pub const TILE_LEN: usize = TILE_NAMES.len();
    };
}

pub(crate) use tile_features;

/// One list of several. Fails to compile if the lengths don't add up to `N`.
const fn joined<const N: usize>(parts: &[&[&'static str]]) -> [&'static str; N] {
    let mut all = [""; N];
    let (mut part, mut at) = (0, 0);
    while part < parts.len() {
        let mut i = 0;
        while i < parts[part].len() {
            all[at] = parts[part][i];
            (i, at) = (i + 1, at + 1);
        }
        part += 1;
    }
    assert!(at == N);
    all
}

fn flag(yes: bool) -> f32 {
    f32::from(u8::from(yes))
}
