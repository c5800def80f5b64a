//! The search tree that all searches share: a flat arena.
//!
//! A node is 16 bytes (visits, sum of values, where its children lie); children are contiguous, so
//! that choosing among them reads consecutive memory. What leads to a node lies in a second array.
//! Values are absolute (the first seat's): seats may move several times in a row, and chance nodes
//! have no seat at all.

use std::ops::Range;

use moonbase_engine::{AbsoluteValue, Game, Seat, SeatValue};

use crate::agent::Thought;

/// Index of a node; 0 is the root.
pub(crate) type NodeId = u32;

pub(crate) const ROOT: NodeId = 0;

/// A tree never grows beyond this: 16 million nodes, about half a gigabyte.
pub(crate) const MAX_NODES: usize = 1 << 24;

/// Who chooses among a node's children.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Not expanded, or the end of the game.
    Leaf,
    First,
    Second,
    Chance,
}

impl From<Seat> for Kind {
    fn from(seat: Seat) -> Kind {
        match seat {
            Seat::First => Kind::First,
            Seat::Second => Kind::Second,
        }
    }
}

impl Kind {
    /// 1 where large values are sought, -1 where small ones are.
    pub(crate) fn sign(self) -> f32 {
        if self == Kind::Second { -1.0 } else { 1.0 }
    }
}

/// Statistics of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub visits: u32,
    /// Sum of the absolute values of the simulations that came through.
    pub total: f32,
    first_child: u32,
    children: u16,
    pub kind: Kind,
}

const _: () = assert!(size_of::<Node>() == 16);

const FRESH: Node = Node {
    visits: 0,
    total: 0.0,
    first_child: 0,
    children: 0,
    kind: Kind::Leaf,
};

impl Node {
    pub(crate) fn children(&self) -> Range<NodeId> {
        self.first_child..self.first_child + NodeId::from(self.children)
    }

    /// Mean absolute value; 0 before the first visit.
    pub(crate) fn mean(&self) -> f32 {
        self.total / self.visits.max(1) as f32
    }
}

/// What leads from a node's parent to it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Edge<G: Game> {
    Root,
    Action(G::Action),
    Outcome(G::Chance),
}

impl<G: Game> Edge<G> {
    /// Carries the step out. The root is no step.
    #[inline]
    pub(crate) fn follow(&self, position: &mut G) {
        match *self {
            Edge::Root => {}
            Edge::Action(action) => position.play_unchecked(action),
            Edge::Outcome(outcome) => position.resolve_unchecked(outcome),
        }
    }

    fn notation(&self) -> String {
        match self {
            Edge::Root => String::new(),
            Edge::Action(action) => action.to_string(),
            Edge::Outcome(outcome) => outcome.to_string(),
        }
    }
}

/// The arena, with the path of the simulation in progress.
#[derive(Clone, Debug)]
pub(crate) struct Tree<G: Game> {
    nodes: Vec<Node>,
    edges: Vec<Edge<G>>,
    path: Vec<NodeId>,
}

impl<G: Game> Default for Tree<G> {
    fn default() -> Self {
        let mut tree = Tree {
            nodes: Vec::new(),
            edges: Vec::new(),
            path: Vec::new(),
        };
        tree.clear();
        tree
    }
}

impl<G: Game> Tree<G> {
    /// Forgets everything but the root; keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
        self.nodes.push(FRESH);
        self.edges.push(Edge::Root);
        self.path.clear();
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    pub(crate) fn edge(&self, id: NodeId) -> &Edge<G> {
        &self.edges[id as usize]
    }

    /// The node's children, with the index of the first.
    pub(crate) fn children(&self, id: NodeId) -> (NodeId, &[Node]) {
        let range = self.node(id).children();
        (
            range.start,
            &self.nodes[range.start as usize..range.end as usize],
        )
    }

    /// Gives a leaf its children. A full tree stays as it is and says `false`.
    pub(crate) fn expand(
        &mut self,
        id: NodeId,
        kind: Kind,
        steps: impl ExactSizeIterator<Item = Edge<G>>,
    ) -> bool {
        let (first, count) = (self.nodes.len(), steps.len());
        let Ok(children) = u16::try_from(count) else {
            return false;
        };
        if first + count > MAX_NODES {
            return false;
        }
        self.nodes.resize(first + count, FRESH);
        self.edges.extend(steps);
        let node = &mut self.nodes[id as usize];
        node.first_child = first as u32;
        node.children = children;
        node.kind = kind;
        true
    }

    /// The child of a chance node that this outcome leads to.
    #[inline]
    pub(crate) fn outcome_child(&self, id: NodeId, outcome: G::Chance) -> NodeId {
        let leads = |child: &NodeId| match self.edge(*child) {
            Edge::Outcome(o) => *o == outcome,
            _ => false,
        };
        let child = self.node(id).children().find(leads);
        child.expect("the outcomes of a chance node are the same whenever it is reached")
    }

    pub(crate) fn start_path(&mut self) {
        self.path.clear();
        self.path.push(ROOT);
    }

    pub(crate) fn step_to(&mut self, id: NodeId) {
        self.path.push(id);
    }

    /// Steps of the path so far.
    pub(crate) fn depth(&self) -> u64 {
        self.path.len() as u64 - 1
    }

    /// Adds a simulation's value to every node of its path.
    pub(crate) fn back_up(&mut self, value: AbsoluteValue) {
        for id in &self.path {
            let node = &mut self.nodes[*id as usize];
            node.visits += 1;
            node.total += value.0 as f32;
        }
    }

    /// The root's child with the most visits; of equals, the one with the best value.
    pub(crate) fn most_visited(&self, id: NodeId) -> Option<NodeId> {
        let sign = self.node(id).kind.sign();
        let rank = |child: &NodeId| {
            let node = self.node(*child);
            (node.visits, sign * node.mean())
        };
        let better = |a: &NodeId, b: &NodeId| {
            let (a, b) = (rank(a), rank(b));
            a.0.cmp(&b.0)
                .then(a.1.total_cmp(&b.1))
                .then(std::cmp::Ordering::Greater)
        };
        self.node(id).children().max_by(better)
    }

    /// The most visited line from the root, in notation, as long as its nodes were visited twice.
    pub(crate) fn principal_line(&self) -> Vec<String> {
        let mut line = Vec::new();
        let mut id = ROOT;
        while let Some(next) = self.most_visited(id) {
            if !line.is_empty() && self.node(next).visits < 2 {
                break;
            }
            line.push(self.edge(next).notation());
            id = next;
        }
        line
    }

    /// What the search thinks of the root's actions, sorted by `order`, the rules' order.
    pub(crate) fn thoughts(
        &self,
        seat: Seat,
        order: &[G::Action],
        prior: impl Fn(NodeId) -> Option<f64>,
    ) -> Vec<Thought<G::Action>> {
        let thought = |action: &G::Action| {
            let mut children = self.node(ROOT).children();
            let id =
                children.find(|id| matches!(self.edge(*id), Edge::Action(a) if a == action))?;
            let node = self.node(id);
            Some(Thought {
                action: *action,
                visits: node.visits,
                value: (node.visits > 0).then(|| self.seen(id, seat)),
                prior: prior(id),
                bounds: None,
            })
        };
        order.iter().filter_map(thought).collect()
    }

    /// A node's mean value for a seat.
    pub(crate) fn seen(&self, id: NodeId, seat: Seat) -> SeatValue {
        AbsoluteValue(f64::from(self.node(id).mean())).seen_by(seat)
    }
}
