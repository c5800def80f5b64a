//! What a search says about its root, one tree or several.

use moonbase_engine::{AbsoluteValue, Game, Seat, SeatValue};

use super::proof::{Interval, OPEN};
use super::search::{Core, Rules};
use super::selection::{View, final_choice};
use super::tree::{Edge, Kind, NONE, Node, NodeId, ROOT, Step};
use crate::agent::{Thought, ValueBounds};

impl Interval {
    /// The same bounds as a seat sees them.
    pub fn for_seat(self, seat: Seat) -> ValueBounds {
        let see = |value: f32| AbsoluteValue(value.into()).seen_by(seat);
        match seat {
            Seat::First => ValueBounds {
                low: see(self.low),
                high: see(self.high),
            },
            Seat::Second => ValueBounds {
                low: see(self.high),
                high: see(self.low),
            },
        }
    }
}

/// The root's statistics, those of several trees added up: visits and priors summed, values by visits, bounds from all.
pub(super) struct Merged {
    node: Node,
    /// In the rules' order.
    edges: Vec<Edge>,
    bounds: Vec<Interval>,
    rules: Rules,
}

impl Merged {
    /// `actions` are the root's in the rules' order.
    pub fn of<G: Game>(cores: &[Core<G>], actions: &[G::Action]) -> Merged {
        let none = Edge {
            child: NONE,
            visits: 0,
            value: 0.0,
            weight: 0.0,
        };
        let mut merged = Merged {
            node: *cores[0].tree.node(ROOT),
            edges: vec![none; actions.len()],
            bounds: vec![OPEN; actions.len()],
            rules: cores[0].rules,
        };
        for core in cores {
            merged.add(core, actions);
        }
        merged.finish(cores);
        merged
    }

    fn add<G: Game>(&mut self, core: &Core<G>, actions: &[G::Action]) {
        let root = core.tree.node(ROOT);
        self.node.bounded |= root.bounded;
        for place in root.range() {
            let Step::Action(action) = core.tree.steps[place] else {
                continue;
            };
            let Some(i) = actions.iter().position(|a| *a == action) else {
                continue;
            };
            let (edge, more) = (&mut self.edges[i], core.tree.edges[place]);
            edge.visits += more.visits;
            edge.value += more.visits as f32 * more.value;
            edge.weight += more.weight;
            self.bounds[i] = self.bounds[i].and(core.tree.bounds[place]);
        }
    }

    fn finish<G: Game>(&mut self, cores: &[Core<G>]) {
        for edge in &mut self.edges {
            edge.value /= edge.visits.max(1) as f32;
            edge.weight /= cores.len() as f32;
        }
        let roots = cores.iter().map(|core| core.tree.node(ROOT));
        let visits: u32 = roots.clone().map(|root| root.visits).sum();
        let total: f32 = roots.clone().map(|r| r.visits as f32 * r.value).sum();
        self.node.bounds = roots.fold(OPEN, |bounds, root| bounds.and(root.bounds));
        if visits > 0 {
            self.node.value = self.node.bounds.clamp(total / visits as f32);
        }
        self.node.visits = visits;
    }

    fn view(&self) -> View<'_> {
        View {
            node: &self.node,
            edges: &self.edges,
            bounds: &self.bounds,
            flights: &[],
            variances: &[],
        }
    }

    /// The action to play.
    pub fn best<A: Copy>(&self, actions: &[A]) -> Option<A> {
        let best = final_choice(self.view())?;
        actions.get(best).copied()
    }

    /// The root's value; absolute.
    pub fn value(&self) -> f32 {
        self.node.value
    }

    /// What is proven of it, as a seat sees it.
    pub fn bounds(&self, seat: Seat) -> Option<ValueBounds> {
        self.rules.proven.then(|| self.node.bounds.for_seat(seat))
    }

    /// What was found out about each action.
    pub fn thoughts<A: Copy>(&self, seat: Seat, actions: &[A]) -> Vec<Thought<A>> {
        let thought = |(i, action): (usize, &A)| {
            let edge = &self.edges[i];
            let value = AbsoluteValue(edge.value.into()).seen_by(seat);
            Thought {
                action: *action,
                visits: edge.visits,
                value: (edge.visits > 0).then_some(value),
                prior: self.rules.priors.then_some(edge.weight.into()),
                bounds: self.rules.proven.then(|| self.bounds[i].for_seat(seat)),
            }
        };
        actions.iter().enumerate().map(thought).collect()
    }
}

/// What one tree says.
impl<G: Game> Core<G> {
    /// Number of nodes in the tree.
    pub fn nodes(&self) -> usize {
        self.tree.nodes.len()
    }

    /// Simulations that came through the root.
    pub fn visits(&self) -> u32 {
        self.tree.node(ROOT).visits
    }

    /// The root's value for `seat`.
    pub fn value(&self, seat: Seat) -> SeatValue {
        AbsoluteValue(self.tree.node(ROOT).value.into()).seen_by(seat)
    }

    /// What was found out about each of the root's actions, in the given order.
    pub fn thoughts(&self, seat: Seat, actions: &[G::Action]) -> Vec<Thought<G::Action>> {
        Merged::of(std::slice::from_ref(self), actions).thoughts(seat, actions)
    }

    /// The root's action that the search holds best, if it has looked at any.
    pub fn best_action(&self) -> Option<G::Action> {
        let view = self.view(ROOT);
        let best = match self.halving.has_begun() && !view.node.bounded {
            true => self.halving.clone().best(&view, self.rules.explore.c),
            false => final_choice(view),
        };
        match self.tree.steps[view.node.first as usize + best?] {
            Step::Action(action) => Some(action),
            Step::Outcome(_) => None,
        }
    }

    /// The root's priors become `(1 - share) · prior + share · other`.
    pub fn mix_priors(&mut self, others: &[f64], share: f32) {
        let range = self.tree.node(ROOT).range();
        for (edge, other) in self.tree.edges[range].iter_mut().zip(others) {
            edge.weight += share * (*other as f32 - edge.weight);
        }
    }

    /// The line expected from an action of the root on, in notation: best actions and most visited outcomes, as long
    /// as positions were visited twice.
    pub fn line(&self, first: G::Action) -> Vec<String> {
        let tree = &self.tree;
        let mut line = vec![first.to_string()];
        let mut edges = tree.node(ROOT).range();
        let mut place = edges.find(|p| tree.steps[*p] == Step::Action(first));
        while let Some(edge) = place.map(|place| tree.edges[place]) {
            if edge.child == NONE || edge.visits < 2 {
                break;
            }
            place = self.expected(edge.child);
            line.extend(place.map(|place| tree.steps[place].notation()));
        }
        line
    }

    /// The edge that play is expected to take, if any was tried.
    fn expected(&self, id: NodeId) -> Option<usize> {
        let (tree, node) = (&self.tree, self.tree.node(id));
        let best = match node.kind {
            Kind::Chance => node.range().rev().max_by_key(|p| tree.edges[*p].visits),
            _ => final_choice(self.view(id)).map(|i| node.first as usize + i),
        };
        best.filter(|place| tree.edges[*place].visits > 0)
    }
}
