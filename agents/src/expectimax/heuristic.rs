//! What a search asks about a position that it looks no further into.

use moonbase_engine::chance::{mix, rng_for};
use moonbase_engine::{AbsoluteValue, Game, KeyedDice, Turn};

use crate::scripted::Scripted;

/// A quick judgement of any position in which a seat decides or dice are about to fall.
///
/// It must be a function of the position, and of the root that it was told of last, alone. Values outside [-1, 1]
/// are clamped by the search.
pub trait Heuristic<G: Game>: Send {
    /// A search from `root` begins.
    fn begin(&mut self, _root: &G) {}

    /// The position's value as the first seat sees it.
    fn value(&mut self, position: &G) -> AbsoluteValue;

    /// A quicker opinion, for the order of search only.
    fn guess(&mut self, position: &G) -> AbsoluteValue {
        self.value(position)
    }
}

/// The game's own rules of thumb: [`Scripted::evaluate`], of the position itself or of what scripted play makes of it.
///
/// With `rollouts`, the mean of so many continuations by [`Scripted::scripted_action`], each judged where it is
/// broken off: the plan that a position is part of is seen through before it is judged. All positions
/// of a search are played on with the same dice, keyed by event, so that actions are compared under equal luck.
/// Those dice are drawn from the root, never from the game's own seed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ScriptedHeuristic {
    /// Continuations; 0 to judge the position itself.
    pub rollouts: u64,
    /// Decisions and rolls of a continuation at most.
    pub plies: u64,
    /// Of the dice; follows from the root.
    seed: u64,
}

impl ScriptedHeuristic {
    pub fn with_rollouts(rollouts: u64, plies: u64) -> Self {
        ScriptedHeuristic {
            rollouts,
            plies,
            seed: 0,
        }
    }

    fn play_on<G: Scripted>(&self, mut position: G, index: u64) -> f64 {
        let mut rng = rng_for(self.seed, 2 * index);
        let mut dice = KeyedDice::new(mix(self.seed ^ mix(2 * index + 1)));
        for _ in 0..self.plies {
            match position.turn() {
                Turn::Over(outcome) => return outcome.value.0,
                Turn::Chance => position.resolve_unchecked(dice.roll(&position)),
                Turn::Decide(_) => position.play_unchecked(position.scripted_action(&mut rng)),
            }
        }
        position.evaluate().0
    }
}

impl<G: Scripted> Heuristic<G> for ScriptedHeuristic {
    fn begin(&mut self, root: &G) {
        self.seed = mix(root.key());
    }

    fn value(&mut self, position: &G) -> AbsoluteValue {
        if self.rollouts == 0 {
            return position.evaluate();
        }
        let values = (0..self.rollouts).map(|index| self.play_on(position.clone(), index));
        AbsoluteValue(values.sum::<f64>() / self.rollouts as f64)
    }

    fn guess(&mut self, position: &G) -> AbsoluteValue {
        position.evaluate()
    }
}
