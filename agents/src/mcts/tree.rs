//! The search graph as flat arrays.
//!
//! A **node** is a position, an **edge** an action or a chance outcome that leads on from it. A node's edges
//! are contiguous in every array, so that choosing among them reads consecutive memory. All values are
//! absolute (the first seat's): seats may move several times in a row, and chance nodes have no seat.
//!
//! # The law of values
//! Visits are counted on edges, `N(e)`; a node's value is worked out afresh from its edges whenever a simulation
//! came through:
//! - decision node: `V = (Σ_own v + Σ_e N(e) · V(e)) / (own + Σ_e N(e))`, `own` evaluations of the position itself,
//!   edges that are proven to be worse than another one left out;
//! - chance node: `V = Σ_e p(e) · V(e) / Σ_e p(e)` over the outcomes seen (with sampled chance, as a decision
//!   node).
//!
//! In a tree this is the mean of all simulations that went through. In a graph, where a position is one node
//! however it was reached, `V(e)` is the value of the node that `e` leads to, whoever visited it: a node's value
//! stays a weighted mean of its children's values, with the weights of *its own* visits, and the
//! update can be repeated without harm. That is Monte Carlo graph search after Czech, Korus and Kersting (2021), in the
//! form of Wu ("Monte-Carlo Graph Search from First Principles", KataGo, 2023). The game must be acyclic.

use moonbase_engine::{Game, Seat, Turn};

use super::memory::{Allowance, Reserve};
use super::proof::{Interval, OPEN};
use super::table::Table;

/// Index of a node.
pub(super) type NodeId = u32;

/// Index of an edge.
pub(super) type EdgeId = u32;

/// The node that a search starts from.
pub(super) const ROOT: NodeId = 0;

/// No node.
pub(super) const NONE: NodeId = NodeId::MAX;

/// What happens in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    First,
    Second,
    Chance,
    Over,
}

impl Kind {
    /// `modelled` is the seat whose replies are an agent's (see [`super::model`]).
    pub fn of<G: Game>(position: &G, modelled: Option<Seat>) -> Kind {
        match position.turn() {
            Turn::Decide(seat) if modelled == Some(seat) => Kind::Chance,
            Turn::Decide(Seat::First) => Kind::First,
            Turn::Decide(Seat::Second) => Kind::Second,
            Turn::Chance => Kind::Chance,
            Turn::Over(_) => Kind::Over,
        }
    }

    /// 1 where large values are sought, -1 where small ones are.
    pub fn sign(self) -> f32 {
        if self == Kind::Second { -1.0 } else { 1.0 }
    }
}

/// Statistics of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub first: EdgeId,
    /// 0 until the node is expanded.
    pub edges: u16,
    pub kind: Kind,
    /// Is anything proven of an edge?
    pub bounded: bool,
    /// Simulations that came through.
    pub visits: u32,
    /// How many of them ended with an evaluation of this very position, and the sums of its values and their squares.
    pub own: u32,
    pub own_total: f32,
    pub own_square: f32,
    pub value: f32,
    /// Mean square of the values; kept up for UCB1-tuned only.
    pub square: f32,
    pub bounds: Interval,
}

impl Node {
    pub fn range(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.edges)
    }

    pub fn is_proven(&self) -> bool {
        self.bounds.is_point()
    }

    pub fn expanded(&self) -> bool {
        self.edges > 0
    }
}

/// Statistics of an action or outcome, without what it is: 16 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// Where it leads; [`NONE`] until a simulation went there, or for ever in a full tree.
    pub child: NodeId,
    pub visits: u32,
    /// Value of the child when it was last looked at; without a child the mean of the evaluations.
    pub value: f32,
    /// The action's prior, or the outcome's probability.
    pub weight: f32,
}

const _: () = assert!(size_of::<Edge>() == 16);

/// An action or an outcome.
#[derive(PartialEq, Debug)]
pub(super) enum Step<G: Game> {
    Action(G::Action),
    Outcome(G::Chance),
}

impl<G: Game> Clone for Step<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Step<G> {}

impl<G: Game> Step<G> {
    #[inline]
    pub fn follow(&self, position: &mut G) {
        match *self {
            Step::Action(action) => position.play_unchecked(action),
            Step::Outcome(outcome) => position.resolve_unchecked(outcome),
        }
    }

    pub fn notation(&self) -> String {
        match self {
            Step::Action(action) => action.to_string(),
            Step::Outcome(outcome) => outcome.to_string(),
        }
    }
}

/// The arrays. `edges`, `steps`, `bounds` and, if there are any, `flights` run in parallel.
#[derive(Clone, Debug)]
pub(super) struct Tree<G: Game> {
    pub nodes: Vec<Node>,
    pub edges: Vec<Edge>,
    pub steps: Vec<Step<G>>,
    /// Proven bounds of each edge's value.
    pub bounds: Vec<Interval>,
    /// Simulations under way through each edge; empty if there is never more than one.
    pub flights: Vec<u16>,
    flying: bool,
    /// The seat whose replies are an agent's, if there is one; changes before a restart only.
    pub modelled: Option<Seat>,
    /// Nodes by position, if asked for.
    table: Option<Table>,
    allowance: Allowance,
}

impl<G: Game> Tree<G> {
    /// An empty tree that takes `memory` bytes at most. With `keyed`, nodes can be found by their position; with
    /// `flying`, several simulations can be under way at once.
    pub fn new(memory: usize, keyed: bool, flying: bool) -> Self {
        Tree {
            nodes: Vec::new(),
            edges: Vec::new(),
            steps: Vec::new(),
            bounds: Vec::new(),
            flights: Vec::new(),
            flying,
            modelled: None,
            table: keyed.then(Table::default),
            allowance: Allowance::new(memory),
        }
    }

    /// Forgets everything and starts at a position; keeps the memory.
    pub fn restart(&mut self, root: &G) {
        self.nodes.clear();
        self.clear_edges();
        if let Some(table) = &mut self.table {
            table.clear();
        }
        if self.add(root, true).is_none() {
            // Not even a root fits: the search still needs one.
            self.nodes.push(fresh(root, self.modelled));
        }
    }

    fn clear_edges(&mut self) {
        self.edges.clear();
        self.steps.clear();
        self.bounds.clear();
        self.flights.clear();
    }

    /// Bytes taken, for the memory bound.
    #[cfg(test)]
    pub fn bytes(&self) -> usize {
        self.allowance.taken()
    }

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The node of a position: an old one if `share` and there is one; `None` if memory does not suffice.
    pub fn add(&mut self, position: &G, share: bool) -> Option<NodeId> {
        // The ends of games stay apart: keys need not tell how a game ended.
        let keyed = self.table.is_some() && !matches!(position.turn(), Turn::Over(_));
        let key = keyed.then(|| position.key());
        if let (Some(table), Some(key), true) = (&self.table, key, share)
            && let Some(id) = table.find(key)
        {
            return Some(id);
        }
        let id = self.nodes.len() as NodeId;
        if !self.nodes.reserve_within(1, &mut self.allowance) {
            return None;
        }
        if let (Some(table), Some(key)) = (&mut self.table, key)
            && !table.insert(key, id, &mut self.allowance)
        {
            return None;
        }
        self.nodes.push(fresh(position, self.modelled));
        Some(id)
    }

    /// The node of a position that was met before, if nodes are found by position.
    pub fn find(&self, position: &G) -> Option<NodeId> {
        self.table.as_ref()?.find(position.key())
    }

    /// Gives a node its edges: steps with their priors or probabilities. `false` if memory does not suffice.
    pub fn expand(
        &mut self,
        id: NodeId,
        steps: impl ExactSizeIterator<Item = (Step<G>, f32)>,
    ) -> bool {
        let count = steps.len();
        let Ok(edges) = u16::try_from(count) else {
            return false;
        };
        if !self.reserve_edges(count) {
            return false;
        }
        let first = self.edges.len() as EdgeId;
        for (step, weight) in steps {
            self.steps.push(step);
            self.edges.push(Edge {
                child: NONE,
                visits: 0,
                value: 0.0,
                weight,
            });
        }
        self.bounds.resize(self.edges.len(), OPEN);
        if self.flying {
            self.flights.resize(self.edges.len(), 0);
        }
        let node = &mut self.nodes[id as usize];
        (node.first, node.edges) = (first, edges);
        true
    }

    fn reserve_edges(&mut self, count: usize) -> bool {
        let allowance = &mut self.allowance;
        self.edges.len() + count < EdgeId::MAX as usize
            && self.edges.reserve_within(count, allowance)
            && self.steps.reserve_within(count, allowance)
            && self.bounds.reserve_within(count, allowance)
            && (!self.flying || self.flights.reserve_within(count, allowance))
    }

    /// Makes a node the root and forgets all that cannot be reached from it.
    pub fn reroot(&mut self, root: NodeId) {
        let room = Vec::with_capacity(self.nodes.capacity());
        let old = std::mem::replace(&mut self.nodes, room);
        let (old_edges, old_steps) = (self.edges.clone(), self.steps.clone());
        let old_bounds = self.bounds.clone();
        self.clear_edges();
        let mut renamed = vec![NONE; old.len()];
        let mut order = vec![root];
        renamed[root as usize] = ROOT;
        let mut next = 0;
        while let Some(&id) = order.get(next) {
            let node = old[id as usize];
            let first = self.edges.len() as EdgeId;
            for place in node.range() {
                let mut edge = old_edges[place];
                if edge.child != NONE {
                    let name = &mut renamed[edge.child as usize];
                    if *name == NONE {
                        *name = order.len() as NodeId;
                        order.push(edge.child);
                    }
                    edge.child = *name;
                }
                self.edges.push(edge);
                self.steps.push(old_steps[place]);
                self.bounds.push(old_bounds[place]);
            }
            self.nodes.push(Node { first, ..node });
            next += 1;
        }
        if self.flying {
            self.flights.resize(self.edges.len(), 0);
        }
        if let Some(table) = &mut self.table {
            table.rename(&renamed);
        }
    }
}

/// A node that no simulation has come through.
fn fresh<G: Game>(position: &G, modelled: Option<Seat>) -> Node {
    let bounds = match position.turn() {
        Turn::Over(outcome) => Interval::point(outcome.value.0 as f32),
        _ => OPEN,
    };
    Node {
        first: 0,
        edges: 0,
        kind: Kind::of(position, modelled),
        bounded: false,
        visits: 0,
        own: 0,
        own_total: 0.0,
        own_square: 0.0,
        value: bounds.middle(),
        square: 1.0,
        bounds,
    }
}
