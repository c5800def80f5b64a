//! One simulation after another: down the tree, an evaluation, and back up.
//!
//! A simulation is three steps, so that evaluations can be done many at once, or outside a lock:
//! 1. [`Core::descend`] walks from the root to a leaf: a position not evaluated yet, one whose value is known, or
//!    in a full tree one that has no node;
//! 2. an [`Evaluator`] judges the leaf, if it must be judged;
//! 3. [`Core::back_up`] gives a new node its edges and works out values and bounds anew on the way to the root.
//!
//! Evaluators judge positions in which a seat decides, so chance nodes are walked through. Where the evaluator tells
//! priors, a node is expanded when it is evaluated; else on its second visit, its actions in random order.
//! The position is copied once a simulation, at the root, and then played forward.

use moonbase_engine::chance::MoonRng;
use moonbase_engine::{Game, Turn};
use rand::RngExt;

use super::chance::{self, ChanceRule};
use super::gumbel::Halving;
use super::selection::{self, Exploration, Select, View};
use super::tree::{Edge, EdgeId, Kind, NONE, NodeId, ROOT, Step, Tree};
use crate::budget::Meter;
use crate::evaluator::{Evaluation, Evaluator, Query};

/// Simulations end where a path gets longer than this, were a game to allow it.
const LONGEST_PATH: usize = 10_000;

/// A search in limited time takes so many simulations before it may end early.
const FEWEST: u64 = 64;

/// How a search goes about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Rules {
    pub explore: Exploration,
    pub chance: ChanceRule,
    pub widen: f32,
    /// Are bounds carried up?
    pub proven: bool,
    /// Is a position one node, however it was reached?
    pub dag: bool,
    /// Is the tree kept from decision to decision?
    pub reuse: bool,
    /// Bytes.
    pub memory: usize,
    /// Can several simulations be under way at once?
    pub flights: bool,
    /// Does the evaluator tell priors?
    pub priors: bool,
}

impl Rules {
    /// Nothing clever: what the plain searches build on.
    pub const PLAIN: Rules = Rules {
        explore: Exploration {
            select: Select::Ucb1,
            c: 1.0,
            fpu: None,
        },
        chance: ChanceRule::Sampled,
        widen: 0.0,
        proven: false,
        dag: false,
        reuse: false,
        memory: 1 << 28,
        flights: false,
        priors: false,
    };
}

impl Default for Rules {
    fn default() -> Self {
        Rules {
            explore: Exploration::of(Select::Puct),
            chance: ChanceRule::Exact,
            proven: true,
            dag: true,
            reuse: true,
            ..Rules::PLAIN
        }
    }
}

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
    fn begin(&mut self, root: &G) {
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

    fn at(&mut self) -> &mut G {
        self.position.as_mut().expect("a simulation has a position")
    }

    /// What the evaluator must be asked, if anything.
    pub fn query(&self) -> Option<Query<'_, G>> {
        let position = self.position.as_ref().filter(|_| self.known.is_none())?;
        let actions = &self.actions;
        Some(Query { position, actions })
    }
}

/// A search from one root.
#[derive(Clone, Debug)]
pub(crate) struct Core<G: Game> {
    pub(super) tree: Tree<G>,
    pub(super) rules: Rules,
    root: Option<G>,
    pub(super) halving: Halving,
    /// How much of the budget is used up, for sequential halving.
    progress: f32,
    deepest: usize,
    /// Steps of all simulations of this search, in the tree.
    steps: u64,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, u64)>,
    variances: Vec<f32>,
}

impl<G: Game> Core<G> {
    pub fn new(rules: Rules) -> Self {
        Core {
            tree: Tree::new(rules.memory, rules.dag || rules.reuse, rules.flights),
            rules,
            root: None,
            halving: Halving::default(),
            progress: 0.0,
            deepest: 0,
            steps: 0,
            actions: Vec::new(),
            outcomes: Vec::new(),
            variances: Vec::new(),
        }
    }

    /// Forgets the last game.
    pub fn forget(&mut self) {
        self.root = None;
    }

    /// Starts at a position: afresh, or from what is known of it.
    pub fn begin(&mut self, root: &G) {
        let known = self.root.as_ref().and_then(|_| self.tree.find(root));
        match known.filter(|_| self.rules.reuse) {
            Some(id) => self.tree.reroot(id),
            None => self.tree.restart(root),
        }
        self.root = Some(root.clone());
        self.halving = Halving::default();
        (self.progress, self.deepest, self.steps) = (0.0, 0, 0);
    }

    /// Steps from the root to the deepest leaf of this search.
    pub fn deepest(&self) -> u64 {
        self.deepest as u64
    }

    /// Steps that all simulations of this search took within the tree.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Is there nothing left to find out: the root's value, or its action, is proven?
    pub fn is_done(&self) -> bool {
        let root = self.tree.node(ROOT);
        self.rules.proven
            && root.expanded()
            && (root.is_proven() || selection::is_settled(self.view(ROOT)))
    }

    /// Has time become worthless: can no other action get more visits than the leading one has? Then the choice
    /// stands, for all selections that play the most visited action, unless something is proven yet.
    pub(super) fn is_decided(&self, meter: &Meter) -> bool {
        let Some(left) = meter.time_for() else {
            return false;
        };
        let view = self.view(ROOT);
        let how = self.rules.explore.select;
        if how == Select::Gumbel || view.node.bounded || meter.sims() < FEWEST {
            return false;
        }
        let (mut most, mut second) = (0, 0);
        for edge in view.edges {
            second = second.max(edge.visits.min(most));
            most = most.max(edge.visits);
        }
        u64::from(most - second) > left
    }

    /// A node with its edges.
    pub(super) fn view(&self, id: NodeId) -> View<'_> {
        let node = self.tree.node(id);
        let range = node.range();
        View {
            node,
            edges: &self.tree.edges[range.clone()],
            bounds: &self.tree.bounds[range.clone()],
            flights: self.tree.flights.get(range).unwrap_or_default(),
            variances: &self.variances,
        }
    }

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
        let (rules, how) = (self.rules, &self.rules.explore);
        let i = if node.kind == Kind::Chance {
            chance::choose(self.view(id), rules.chance, rules.widen, rng)
        } else if id == ROOT && how.select == Select::Gumbel {
            self.choose_by_halving(rng)
        } else {
            if how.select == Select::Ucb1Tuned {
                self.work_out_variances(id);
            }
            selection::choose(self.view(id), &self.rules.explore, id == ROOT)
        };
        node.first + i as EdgeId
    }

    fn choose_by_halving(&mut self, rng: &mut MoonRng) -> usize {
        let mut halving = std::mem::take(&mut self.halving);
        let view = self.view(ROOT);
        if !halving.has_begun() {
            halving.begin(&view, rng);
        }
        let chosen = halving.choose(&view, self.rules.explore.c, self.progress);
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

    /// Searches until the budget is spent or nothing is left to find out, `slots.len()` simulations at a time.
    pub fn run(
        &mut self,
        meter: &mut Meter,
        evaluator: &mut dyn Evaluator<G>,
        slots: &mut [Slot<G>],
        rng: &mut MoonRng,
    ) {
        loop {
            let begun = self.begin_batch(meter, slots, rng);
            if begun == 0 {
                return;
            }
            let evaluations = judge(evaluator, &slots[..begun]);
            self.end_batch(&slots[..begun], &evaluations);
        }
    }

    /// Starts simulations, as many as there are slots and the budget allows; how many were started.
    pub fn begin_batch(
        &mut self,
        meter: &mut Meter,
        slots: &mut [Slot<G>],
        rng: &mut MoonRng,
    ) -> usize {
        let mut begun = 0;
        while begun < slots.len()
            && !self.is_done()
            && !self.is_decided(meter)
            && meter.another_at(self.tree.nodes.len())
        {
            if self.rules.explore.select == Select::Gumbel {
                self.progress = meter.progress();
            }
            self.descend(&mut slots[begun], rng);
            begun += 1;
            if !self.tree.node(ROOT).expanded() {
                // The others would only ask about the root as well.
                break;
            }
        }
        begun
    }

    /// Ends simulations; `evaluations` are those of the slots that had to be judged, in order.
    pub fn end_batch(&mut self, slots: &[Slot<G>], evaluations: &[Evaluation]) {
        let mut evaluations = evaluations.iter();
        for slot in slots {
            let evaluation = slot.query().and_then(|_| evaluations.next());
            self.back_up(slot, evaluation);
        }
    }
}

/// Asks the evaluator about all leaves that must be judged.
pub(super) fn judge<G: Game>(
    evaluator: &mut dyn Evaluator<G>,
    slots: &[Slot<G>],
) -> Vec<Evaluation> {
    if let [slot] = slots {
        let query = slot.query();
        let one = query.map(|query| evaluator.evaluate(query.position, query.actions));
        return one.into_iter().collect();
    }
    let queries: Vec<Query<'_, G>> = slots.iter().filter_map(Slot::query).collect();
    evaluator.evaluate_batch(&queries)
}

/// Fisher and Yates's shuffle.
fn shuffle<T>(items: &mut [T], rng: &mut MoonRng) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.random_range(0..=i));
    }
}
