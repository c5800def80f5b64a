//! The way back: what a simulation found out is taken from its leaf to the root.
//!
//! Values follow the law in [`super::tree`], bounds that in [`super::proof`]. Each node on the path is worked out anew
//! from its edges: in a graph, others may have changed what they lead to.

use moonbase_engine::Game;

use super::chance::ChanceRule;
use super::proof::{is_pruned, of_chance, of_decision, sure};
use super::search::Core;
use super::selection::Select;
use super::slot::Slot;
use super::tree::{Edge, EdgeId, Kind, NodeId, Step};
use crate::agent::decider;
use crate::evaluator::Evaluation;

impl<G: Game> Core<G> {
    /// Takes what the evaluator said about the leaf, or its known value, up to the root.
    pub fn back_up(&mut self, slot: &Slot<G>, evaluation: Option<&Evaluation>) {
        let value = match (slot.known, evaluation, &slot.position) {
            (Some(known), ..) => known,
            (None, Some(evaluation), Some(position)) => {
                self.expand_judged(slot, &evaluation.priors);
                evaluation.value.absolute(decider(position)).0 as f32
            }
            _ => 0.0,
        };
        if let Some(id) = slot.node {
            self.count_own(id, value);
        }
        for &(id, edge) in slot.path.iter().rev() {
            self.count_edge(id, edge, value);
        }
    }

    fn expand_judged(&mut self, slot: &Slot<G>, priors: &[f32]) {
        let Some(id) = slot.node.filter(|_| self.rules.priors) else {
            return;
        };
        let node = self.tree.node(id);
        if node.expanded() || node.kind == Kind::Chance {
            return;
        }
        let actions = slot.actions.iter().map(|action| Step::Action(*action));
        self.tree.expand(id, actions.zip(priors.iter().copied()));
    }

    fn count_own(&mut self, id: NodeId, value: f32) {
        let node = &mut self.tree.nodes[id as usize];
        node.visits += 1;
        if node.is_proven() {
            node.square = node.value * node.value;
            return;
        }
        node.own += 1;
        node.own_total += value;
        node.own_square += value * value;
        self.revalue(id);
    }

    fn count_edge(&mut self, id: NodeId, place: EdgeId, value: f32) {
        let place = place as usize;
        let edge = &mut self.tree.edges[place];
        edge.visits += 1;
        match self.tree.nodes.get(edge.child as usize) {
            None => edge.value += (value - edge.value) / edge.visits as f32,
            Some(child) => {
                edge.value = child.value;
                if self.rules.proven && self.tree.bounds[place] != child.bounds {
                    self.tree.bounds[place] = child.bounds;
                    self.tree.nodes[id as usize].bounded = true;
                }
            }
        }
        if self.rules.flights {
            self.tree.flights[place] -= 1;
        }
        let node = &mut self.tree.nodes[id as usize];
        node.visits += 1;
        if node.bounded {
            self.rebound(id);
        }
        self.revalue(id);
    }

    /// The node's bounds from those of its edges.
    fn rebound(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        let (edges, bounds) = (
            &self.tree.edges[node.range()],
            &self.tree.bounds[node.range()],
        );
        let found = match node.kind {
            Kind::Chance => {
                let weights = edges.iter().map(|edge| edge.weight);
                of_chance(weights.zip(bounds.iter().copied()))
            }
            kind => of_decision(kind, bounds),
        };
        self.tree.nodes[id as usize].bounds = found;
    }

    /// The node's value by the law of values (see [`super::tree`]).
    fn revalue(&mut self, id: NodeId) {
        let node = self.tree.node(id);
        let exact = node.kind == Kind::Chance && self.rules.chance == ChanceRule::Exact;
        let squares = self.rules.explore.select == Select::Ucb1Tuned;
        let mean = if exact {
            self.mean_by_probability(id, squares)
        } else {
            self.mean_by_visits(id, squares)
        };
        let node = &mut self.tree.nodes[id as usize];
        let (value, square) = mean.unwrap_or((node.value, node.square));
        (node.value, node.square) = (node.bounds.clamp(value), square);
    }

    fn square_of(&self, edge: &Edge, wanted: bool) -> f32 {
        if !wanted {
            return 0.0;
        }
        let child = self.tree.nodes.get(edge.child as usize);
        child.map_or(1.0, |child| child.square)
    }

    fn mean_by_visits(&self, id: NodeId, squares: bool) -> Option<(f32, f32)> {
        let node = self.tree.node(id);
        let (edges, bounds) = (
            &self.tree.edges[node.range()],
            &self.tree.bounds[node.range()],
        );
        let prune = node.bounded && node.kind != Kind::Chance;
        let sure = if prune { sure(node.kind, bounds) } else { -1.0 };
        let (mut visits, mut total, mut square) = (node.own, node.own_total, node.own_square);
        for (edge, bounds) in edges.iter().zip(bounds) {
            if edge.visits == 0 || prune && is_pruned(node.kind, *bounds, sure) {
                continue;
            }
            visits += edge.visits;
            total += edge.visits as f32 * edge.value;
            square += edge.visits as f32 * self.square_of(edge, squares);
        }
        let visits = visits as f32;
        (visits > 0.0).then(|| (total / visits, square / visits))
    }

    fn mean_by_probability(&self, id: NodeId, squares: bool) -> Option<(f32, f32)> {
        let node = self.tree.node(id);
        let (mut mass, mut total, mut square) = (0.0, 0.0, 0.0);
        for edge in &self.tree.edges[node.range()] {
            if edge.visits > 0 {
                mass += edge.weight;
                total += edge.weight * edge.value;
                square += edge.weight * self.square_of(edge, squares);
            }
        }
        if node.own > 0 {
            // What was judged without a node stands for the outcomes not seen.
            let share = (1.0 - mass).max(0.0) / node.own as f32;
            mass = mass.max(1.0);
            total += share * node.own_total;
            square += share * node.own_square;
        }
        (mass > 0.0).then(|| (total / mass, square / mass))
    }
}
