//! The way down: from the root to a leaf, which is added to the tree.
//!
//! The position is copied once a simulation, at the root, and then played forward.

use moonbase_engine::chance::MoonRng;
use moonbase_engine::{Game, Turn};
use rand::RngExt;

use super::chance;
use super::search::Core;
use super::selection::{self, Select};
use super::slot::Slot;
use super::tree::{Edge, EdgeId, Kind, NONE, NodeId, ROOT, Step};

/// Simulations end where a path gets longer than this, were a game to allow it.
const LONGEST_PATH: usize = 10_000;

impl<G: Game> Core<G> {
    /// Walks from the root to a leaf.
    pub fn descend(&mut self, slot: &mut Slot<G>, rng: &mut MoonRng) {
        slot.begin(self.root.as_ref().expect("a search has a root"));
        let mut id = ROOT;
        while self.is_inner(id, slot, rng) && slot.path.len() < LONGEST_PATH {
            let edge = self.choose(id, rng);
            slot.path.push((id, edge));
            if self.rules.flights {
                self.tree.flights[edge as usize] += 1;
            }
            self.tree.steps[edge as usize].follow(slot.at());
            match self.enter(edge, slot.at()) {
                Some(child) => id = child,
                None => return self.end(None, slot, rng),
            }
        }
        self.end(Some(id), slot, rng);
    }

    /// Does the simulation go on from here? Expands the node if it is time to.
    fn is_inner(&mut self, id: NodeId, slot: &mut Slot<G>, rng: &mut MoonRng) -> bool {
        let node = self.tree.node(id);
        if node.is_proven() && id != ROOT {
            return false;
        }
        if node.expanded() {
            return true;
        }
        match node.kind {
            Kind::Over => false,
            Kind::Chance => self.expand_chance(id, slot.at()),
            _ if self.rules.priors || node.visits == 0 && id != ROOT => false,
            _ => self.expand_evenly(id, slot.at(), rng),
        }
    }

    fn expand_chance(&mut self, id: NodeId, position: &G) -> bool {
        if let Turn::Decide(_) = position.turn() {
            return self.expand_replies(id, position);
        }
        position.chance_outcomes(&mut self.outcomes);
        let total: u64 = self.outcomes.iter().map(|(_, weight)| weight).sum();
        let edge = |(outcome, weight): &(G::Chance, u64)| {
            let probability = *weight as f64 / total as f64;
            (Step::Outcome(*outcome), probability as f32)
        };
        self.tree.expand(id, self.outcomes.iter().map(edge))
    }

    fn expand_evenly(&mut self, id: NodeId, position: &G, rng: &mut MoonRng) -> bool {
        position.legal_actions(&mut self.actions);
        shuffle(&mut self.actions, rng);
        let prior = 1.0 / self.actions.len() as f32;
        let edges = self.actions.iter().map(|a| (Step::Action(*a), prior));
        self.tree.expand(id, edges)
    }

    /// The node that an edge leads to; a new one if need be; `None` if memory does not suffice.
    fn enter(&mut self, edge: EdgeId, position: &G) -> Option<NodeId> {
        let child = self.tree.edges[edge as usize].child;
        if child != NONE {
            return Some(child);
        }
        let child = self.tree.add(position, self.rules.dag)?;
        self.tree.edges[edge as usize].child = child;
        Some(child)
    }

    /// The path ends. Dice about to fall outside the tree are rolled: evaluators want a decision.
    fn end(&mut self, node: Option<NodeId>, slot: &mut Slot<G>, rng: &mut MoonRng) {
        self.deepest = self.deepest.max(slot.path.len());
        self.steps += slot.path.len() as u64;
        slot.node = node;
        let proven = node.map(|id| self.tree.node(id)).filter(|n| n.is_proven());
        slot.known = proven.map(|node| node.value);
        if slot.known.is_some() {
            return;
        }
        let position = slot.position.as_mut().expect("a simulation has a position");
        while let Turn::Chance = position.turn() {
            position.resolve_unchecked(position.random_chance(rng));
        }
        match position.turn() {
            Turn::Over(outcome) => slot.known = Some(outcome.value.0 as f32),
            _ if self.rules.priors => position.legal_actions(&mut slot.actions),
            _ => {}
        }
    }

    fn choose(&mut self, id: NodeId, rng: &mut MoonRng) -> EdgeId {
        if self.rules.dag {
            self.refresh(id);
        }
        let node = *self.tree.node(id);
        let (rules, how) = (self.rules, &self.explore);
        let i = if node.kind == Kind::Chance {
            chance::choose(self.view(id), rules.chance, rules.widen, rng)
        } else if id == ROOT && how.select == Select::Gumbel {
            self.choose_by_halving(rng)
        } else {
            if how.select == Select::Ucb1Tuned {
                self.work_out_variances(id);
            }
            selection::choose(self.view(id), &self.explore, id == ROOT)
        };
        node.first + i as EdgeId
    }

    fn choose_by_halving(&mut self, rng: &mut MoonRng) -> usize {
        let mut halving = std::mem::take(&mut self.halving);
        let view = self.view(ROOT);
        if !halving.has_begun() {
            halving.begin(&view, rng);
        }
        let chosen = halving.choose(&view, self.explore.c, self.progress);
        self.halving = halving;
        chosen
    }

    /// Takes over what others have found out about the positions that a node leads to.
    fn refresh(&mut self, id: NodeId) {
        let node = *self.tree.node(id);
        for place in node.range() {
            let edge = &mut self.tree.edges[place];
            if edge.visits == 0 || edge.child == NONE {
                continue;
            }
            let child = &self.tree.nodes[edge.child as usize];
            edge.value = child.value;
            if self.rules.proven && self.tree.bounds[place] != child.bounds {
                self.tree.bounds[place] = child.bounds;
                self.tree.nodes[id as usize].bounded = true;
            }
        }
    }

    fn work_out_variances(&mut self, id: NodeId) {
        let tree = &self.tree;
        let variance = |edge: &Edge| match tree.nodes.get(edge.child as usize) {
            Some(child) => (child.square - child.value * child.value).max(0.0),
            None => 1.0,
        };
        self.variances.clear();
        let edges = &tree.edges[tree.node(id).range()];
        self.variances.extend(edges.iter().map(variance));
    }
}

/// Fisher and Yates's shuffle.
fn shuffle<T>(items: &mut [T], rng: &mut MoonRng) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.random_range(0..=i));
    }
}
