//! Perfect play, from the solution of a small game.
//!
//! # What a solution is
//! `V(s)` is the outcome's value at the end of the game; the maximum over the actions where the first
//! seat decides, the minimum where the second does; at a chance node the mean by the exact weights.
//! A solution holds `V` for the *kept* positions that can be reached from its start (see
//! [`Solvable::kept`]), one for all images of a position under the game's symmetries. The value of any
//! other position is worked out from those by [`Backup`], plainly and exactly.
//!
//! # How exact it is
//! A chance node's mean is summed in `f64` and rounded to `f32`: by at most 2^-25, for values lie in [-1, 1].
//! Maximum and minimum take a child's value unchanged. So errors add up along one line of play only:
//! after a thousand rolls they stay below 3·10^-5. Every mean is rounded, whether it is remembered or not, so
//! that a value does not depend on what was remembered, on the order of work or on the threads.
//!
//! Positions are told apart by 96-bit fingerprints: among a thousand million positions two differ and look the
//! same with a probability of 10^-11.

mod agent;
mod backup;
mod fingerprint;
mod games;
mod oracle;
mod response;
mod solution;

#[cfg(test)]
mod tests;

use moonbase_engine::Game;

pub use agent::{Exact, SETTINGS};
pub use backup::{Backup, MAX_DEPTH, Memory, Stop};
pub use fingerprint::{Key, fingerprint};
pub use oracle::Oracle;
pub use response::{Play, Replies};
pub use solution::{Checksum, Header, Solution, SolutionError};

/// A game whose small presets can be solved. The defaults suit any game.
///
/// The game must be acyclic: no position comes up twice in a game. `Hash` must feed everything that
/// tells unequal positions apart.
pub trait Solvable: Game {
    /// Is this position's value kept in a solution? Asked of positions in which a seat decides. Keeping only
    /// the starts of turns, say, makes a solution many times smaller and its use a little slower.
    fn kept(&self) -> bool {
        true
    }

    /// The representative of all positions that are this one turned or mirrored, and so have its value;
    /// `None` if the game has no symmetries. Asked of kept positions.
    fn representative(&self) -> Option<Self> {
        None
    }
}
