//! A simulation under way, from its start at the root to its evaluation.

use moonbase_engine::Game;

use super::tree::{EdgeId, NodeId};
use crate::evaluator::Query;

/// A simulation under way.
#[derive(Clone, Debug)]
pub(crate) struct Slot<G: Game> {
    pub(super) path: Vec<(NodeId, EdgeId)>,
    /// The node that the path ends at, if it has one.
    pub(super) node: Option<NodeId>,
    pub(super) position: Option<G>,
    /// The position's legal actions, if the evaluator tells priors.
    pub(super) actions: Vec<G::Action>,
    /// The value, if there is nothing to be judged.
    pub(super) known: Option<f32>,
}

impl<G: Game> Default for Slot<G> {
    fn default() -> Self {
        Slot {
            path: Vec::new(),
            node: None,
            position: None,
            actions: Vec::new(),
            known: None,
        }
    }
}

impl<G: Game> Slot<G> {
    pub(super) fn begin(&mut self, root: &G) {
        self.path.clear();
        self.actions.clear();
        match &mut self.position {
            Some(position) => position.clone_from(root),
            None => self.position = Some(root.clone()),
        }
    }

    /// Did the path end where it began?
    pub fn is_at_root(&self) -> bool {
        self.path.is_empty()
    }

    pub(super) fn at(&mut self) -> &mut G {
        self.position.as_mut().expect("a simulation has a position")
    }

    /// What the evaluator must be asked, if anything.
    pub fn query(&self) -> Option<Query<'_, G>> {
        let position = self.position.as_ref().filter(|_| self.known.is_none())?;
        let actions = &self.actions;
        Some(Query { position, actions })
    }
}
