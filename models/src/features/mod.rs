//! What a net sees: numbers for a position, and numbers for each legal action.
//!
//! Features are made of counts, distances, odds and threats, never of coordinates or directions:
//! a board turned or mirrored, with its actions turned or mirrored, gives the same numbers.

mod toy;
mod ufo;

use moonbase_engine::{Game, Seat};

/// A game that a net can play.
///
/// Laws (tested for every game): as many numbers as the names say; all finite, mostly within
/// [-1, 2]; the same for positions that differ by a turn or reflection of the board; a pure function of
/// position, seat and action.
pub trait Features: Game {
    /// Changes whenever a feature changes its meaning; agent files of another version are refused.
    const FEATURES_VERSION: u32;
    /// A name for each number that describes the position.
    const STATE_NAMES: &'static [&'static str];
    /// A name for each number that describes an action.
    const ACTION_NAMES: &'static [&'static str];

    const STATE_FEATURES: usize = Self::STATE_NAMES.len();
    const ACTION_FEATURES: usize = Self::ACTION_NAMES.len();

    /// Writes the position as `seat` sees it to `state` (`STATE_FEATURES` numbers), and each of
    /// `actions` (legal here) to its row of `rows` (`ACTION_FEATURES` numbers each). Both slices
    /// come zeroed.
    fn features(&self, seat: Seat, actions: &[Self::Action], state: &mut [f32], rows: &mut [f32]);
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
