//! A search that knows whom it plays against.
//!
//! Where the other seat decides, play does not go on with its best action but with the reply of a fixed agent, drawn by its
//! probability `π(a | s)`: for the searcher such a node is one more chance node, its outcomes the agent's actions,
//!
//! ```text
//! V(s) = Σ π(a | s) V(s after a)
//! ```
//!
//! What is left is a game for one, whose solution is the best response to the agent: the search finds it in the limit, and its
//! proven bounds are bounds of the best response's value (after "approximate best response" of Timbers et al. 2020, and
//! the restricted best responses of Lanctot et al. 2017). Which agent that is, is up to `against=`; the seat is the one that does
//! not decide at the root.
//!
//! *Limit.* What the agent would do is asked once for each position of the tree ([`Policy`]): right as far as its choice depends
//! on nothing else.

use std::fmt;
use std::sync::Arc;

use moonbase_engine::{Game, Turn};

use super::search::Core;
use super::tree::{NodeId, Step};
use crate::policy::Policy;

/// The agent in the other seat.
pub(super) struct Model<G: Game>(Arc<dyn Policy<G>>);

// Derived, it would ask for a game's traits.
impl<G: Game> Clone for Model<G> {
    fn clone(&self) -> Self {
        Model(self.0.clone())
    }
}

impl<G: Game> fmt::Debug for Model<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Model")
    }
}

impl<G: Game> Core<G> {
    /// From the next search on, takes the seat that does not decide at the root to be this agent; `None`: to play its best.
    pub fn know(&mut self, opponent: Option<Arc<dyn Policy<G>>>) {
        self.model = opponent.map(Model);
        self.forget();
    }

    /// Which seat is the agent's, in a search from this root. What was found out about the other seat's best replies, or in the other
    /// seat, is of no use any more.
    pub(super) fn take_model(&mut self, root: &G) {
        let modelled = match (&self.model, root.turn()) {
            (Some(_), Turn::Decide(seat)) => Some(seat.other()),
            _ => None,
        };
        if self.tree.modelled != modelled {
            self.tree.modelled = modelled;
            self.forget();
        }
    }

    /// Gives a node of the other seat its edges: the agent's possible replies.
    pub(super) fn expand_replies(&mut self, id: NodeId, position: &G) -> bool {
        let Some(Model(policy)) = &self.model else {
            return false;
        };
        position.legal_actions(&mut self.actions);
        let probabilities = policy.probabilities(position, &self.actions);
        let replies = self.actions.iter().zip(probabilities);
        let likely = replies.filter(|(_, probability)| *probability > 0.0);
        let edges: Vec<(Step<G>, f32)> = likely
            .map(|(action, probability)| (Step::Action(*action), probability as f32))
            .collect();
        self.tree.expand(id, edges.into_iter())
    }
}
