//! Games whose board may be turned and mirrored.

use crate::game::Game;
use crate::hex::Symmetry;

/// A game on hexes whose positions can be turned about the hex 0,0 and mirrored.
///
/// Law: the turned position waits for the same seat, and its legal actions are the turned ones, except where
/// the rules go through tiles or directions in an order of their own, which does not turn with the board.
///
/// ```
/// use moonbase_engine::{Game, Symmetric, hex::Symmetry, ufo::Ufo};
/// let position = Ufo::new(&Default::default()).unwrap();
/// let half_turn = Symmetry { mirror: false, turns: 3 };
/// let north = "lay:0,0:0".parse().unwrap();
/// assert_eq!(Symmetric::turned_action(&position, north, half_turn).to_string(), "lay:0,0:3");
/// ```
pub trait Symmetric: Game {
    /// The position turned.
    fn turned(&self, symmetry: Symmetry) -> Self;

    /// The action of the turned position that corresponds to a legal action of this one.
    fn turned_action(&self, action: Self::Action, symmetry: Symmetry) -> Self::Action;
}
