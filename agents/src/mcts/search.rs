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

use moonbase_engine::Game;
use moonbase_engine::chance::MoonRng;

use super::chance::ChanceRule;
use super::gumbel::Halving;
use super::model::Model;
use super::selection::{self, Exploration, Select, View};
use super::slot::Slot;
use super::tree::{NodeId, ROOT, Tree};
use crate::budget::Meter;
use crate::evaluator::{Evaluation, Evaluator, Query};

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

/// A search from one root.
#[derive(Clone, Debug)]
pub(crate) struct Core<G: Game> {
    pub(super) tree: Tree<G>,
    pub(super) rules: Rules,
    /// How the rules explore in this game.
    pub(super) explore: Exploration,
    pub(super) root: Option<G>,
    /// The agent in the other seat, if it is known.
    pub(super) model: Option<Model<G>>,
    pub(super) halving: Halving,
    /// How much of the budget is used up, for sequential halving.
    pub(super) progress: f32,
    pub(super) deepest: usize,
    /// Steps of all simulations of this search, in the tree.
    pub(super) steps: u64,
    pub(super) actions: Vec<G::Action>,
    pub(super) outcomes: Vec<(G::Chance, u64)>,
    pub(super) variances: Vec<f32>,
}

impl<G: Game> Core<G> {
    pub fn new(rules: Rules) -> Self {
        Core {
            tree: Tree::new(rules.memory, rules.dag || rules.reuse, rules.flights),
            rules,
            explore: rules.explore,
            root: None,
            model: None,
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
        self.take_model(root);
        let known = self.root.as_ref().and_then(|_| self.tree.find(root));
        match known.filter(|_| self.rules.reuse) {
            Some(id) => self.tree.reroot(id),
            None => self.tree.restart(root),
        }
        self.explore = self.rules.explore.scaled(root.return_scale());
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

    /// Has time become worthless: can no other action get more visits than the leading one has, by the simulations that there is
    /// time for and those under way? Then the choice stands, for all selections that play the most visited action, unless something is proven yet.
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
        let flying: u64 = view.flights.iter().map(|flights| u64::from(*flights)).sum();
        u64::from(most - second) > left + flying
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
