//! What a search without rollouts asks about a position that it looks no further into.

use moonbase_engine::{AbsoluteValue, Game};

use crate::scripted::Scripted;

/// A quick judgement of any position in which a seat decides or dice are about to fall.
///
/// It must be a function of the position alone. Values outside [-1, 1] are clamped by the search.
pub trait Heuristic<G: Game>: Send {
    /// The position's value as the first seat sees it.
    fn value(&mut self, position: &G) -> AbsoluteValue;
}

/// The game's own rules of thumb: [`Scripted::evaluate`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScriptedHeuristic;

impl<G: Scripted> Heuristic<G> for ScriptedHeuristic {
    fn value(&mut self, position: &G) -> AbsoluteValue {
        position.evaluate()
    }
}
