//! Plain UCT: Monte Carlo tree search with UCB1, explicit chance nodes and random rollouts.
//!
//! At a decision node the simulation takes the child that maximises
//! `±mean(child) + c · sqrt(ln visits(node) / visits(child))` (Kocsis and Szepesvári 2006; + for the first
//! seat, - for the second, the mean being absolute), children not yet tried first, in random order. At a chance node
//! it draws an outcome by its weight. A node is expanded on its second visit; from a new leaf a
//! uniformly random rollout runs to the end of the game. Values converge to the exact ones, slowly where
//! the good line is narrow: random rollouts judge positions by how easily they are lost at random.

use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::{AbsoluteValue, Game, Seat, SeatValue, Turn};
use rand::RngExt;

use crate::agent::{Agent, Decision, Spent, Thought, decider};
use crate::budget::{Budget, Meter};
use crate::spec::{AgentError, AgentSpec};
use crate::tree::{Edge, Kind, Node, NodeId, ROOT, Tree};

/// The default of `c`: UCB1's constant for rewards in [0, 1]. For values in [-1, 1] its proof would
/// need twice that; less explores enough in practice.
pub const DEFAULT_C: f64 = std::f64::consts::SQRT_2;

/// The default of `sims`.
pub const DEFAULT_SIMS: u64 = 400;

/// Plays at random to the end of the game and returns its value.
#[inline]
pub fn rollout<G: Game>(position: G, rng: &mut MoonRng) -> AbsoluteValue {
    counted_rollout(position, rng).0
}

/// A rollout's value, and its number of plies.
#[inline]
fn counted_rollout<G: Game>(mut position: G, rng: &mut MoonRng) -> (AbsoluteValue, u64) {
    let mut plies = 0;
    loop {
        match position.turn() {
            Turn::Over(outcome) => return (outcome.value, plies),
            Turn::Decide(_) => {
                let action = position.random_action(rng);
                position.play_unchecked(action);
            }
            Turn::Chance => {
                let outcome = position.random_chance(rng);
                position.resolve_unchecked(outcome);
            }
        }
        plies += 1;
    }
}

/// A UCT search from one root; keeps its memory from search to search.
#[derive(Clone, Debug)]
pub struct UctSearch<G: Game> {
    tree: Tree<G>,
    c: f32,
    plies: u64,
    actions: Vec<G::Action>,
    outcomes: Vec<(G::Chance, u64)>,
}

impl<G: Game> UctSearch<G> {
    /// A search with exploration constant `c`.
    pub fn new(c: f64) -> Self {
        UctSearch {
            tree: Tree::default(),
            c: c as f32,
            plies: 0,
            actions: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Searches from `root` afresh until the budget is spent.
    pub fn run(&mut self, root: &G, budget: Budget, rng: &mut MoonRng) -> Meter {
        self.tree.clear();
        self.plies = 0;
        let mut meter = budget.start();
        while meter.another() {
            self.simulate(root.clone(), rng);
        }
        meter
    }

    /// Number of nodes in the tree.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// Plies of all simulations of the last search, in the tree and in rollouts.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// The root's action with the most visits.
    pub fn best(&self) -> Option<G::Action> {
        match self.tree.edge(self.tree.most_visited(ROOT)?) {
            Edge::Action(action) => Some(*action),
            _ => None,
        }
    }

    /// The root's mean value for `seat`.
    pub fn value(&self, seat: Seat) -> SeatValue {
        self.tree.seen(ROOT, seat)
    }

    /// What was found out about each of the root's actions, in the given order.
    pub fn thoughts(&self, seat: Seat, order: &[G::Action]) -> Vec<Thought<G::Action>> {
        self.tree.thoughts(seat, order, |_| None)
    }

    /// The most visited line, in notation.
    pub fn principal_line(&self) -> Vec<String> {
        self.tree.principal_line()
    }

    fn simulate(&mut self, mut position: G, rng: &mut MoonRng) {
        self.tree.start_path();
        let mut id = ROOT;
        loop {
            if self.tree.node(id).kind == Kind::Leaf && !self.expand(id, &position, rng) {
                break;
            }
            id = self.child(id, &position, rng);
            self.tree.step_to(id);
            self.tree.edge(id).follow(&mut position);
        }
        let (value, plies) = counted_rollout(position, rng);
        self.plies += self.tree.depth() + plies;
        self.tree.back_up(value);
    }

    /// Gives a leaf its children, unless it is new, the end of a game, or the tree is full.
    fn expand(&mut self, id: NodeId, position: &G, rng: &mut MoonRng) -> bool {
        if id != ROOT && self.tree.node(id).visits == 0 {
            return false;
        }
        match position.turn() {
            Turn::Over(_) => false,
            Turn::Decide(seat) => {
                position.legal_actions(&mut self.actions);
                shuffle(&mut self.actions, rng);
                let steps = self.actions.iter().map(|action| Edge::Action(*action));
                self.tree.expand(id, seat.into(), steps)
            }
            Turn::Chance => {
                position.chance_outcomes(&mut self.outcomes);
                let steps = self.outcomes.iter().map(|(o, _)| Edge::Outcome(*o));
                self.tree.expand(id, Kind::Chance, steps)
            }
        }
    }

    #[inline]
    fn child(&self, id: NodeId, position: &G, rng: &mut MoonRng) -> NodeId {
        let node = self.tree.node(id);
        if node.kind == Kind::Chance {
            return self.tree.outcome_child(id, position.random_chance(rng));
        }
        let (first, children) = self.tree.children(id);
        first + ucb1(node, children, self.c)
    }
}

/// The index of the child with the greatest upper confidence bound; the first untried one if there is one.
#[inline]
fn ucb1(node: &Node, children: &[Node], c: f32) -> u32 {
    let sign = node.kind.sign();
    let width = c * (node.visits.max(1) as f32).ln().sqrt();
    let (mut best, mut best_bound) = (0, f32::NEG_INFINITY);
    for (i, child) in children.iter().enumerate() {
        if child.visits == 0 {
            return i as u32;
        }
        let visits = child.visits as f32;
        let bound = sign * child.total / visits + width / visits.sqrt();
        if bound > best_bound {
            (best, best_bound) = (i as u32, bound);
        }
    }
    best
}

/// Fisher and Yates's shuffle.
fn shuffle<T>(items: &mut [T], rng: &mut MoonRng) {
    for i in (1..items.len()).rev() {
        items.swap(i, rng.random_range(0..=i));
    }
}

/// The agent `uct`.
#[derive(Clone, Debug)]
pub struct Uct<G: Game> {
    search: UctSearch<G>,
    budget: Budget,
    rng: MoonRng,
    spec: AgentSpec,
}

impl<G: Game> Uct<G> {
    /// Reads `sims=` or `ms=`, and `c=`.
    ///
    /// # Errors
    /// Values out of range, or both budgets.
    pub fn from_spec(spec: &AgentSpec) -> Result<Self, AgentError> {
        let c = spec.real("c", 0.0..=100.0)?.unwrap_or(DEFAULT_C);
        Ok(Uct {
            search: UctSearch::new(c),
            budget: Budget::from_spec(spec, DEFAULT_SIMS)?,
            rng: rng_for(0, 0),
            spec: spec.clone(),
        })
    }
}

impl<G: Game> Agent<G> for Uct<G> {
    fn new_game(&mut self, seed: u64) {
        self.rng = rng_for(seed, 0);
    }

    fn decide(&mut self, position: &G) -> Decision<G::Action> {
        let seat = decider(position);
        let meter = self.search.run(position, self.budget, &mut self.rng);
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        Decision {
            action: self.search.best().unwrap_or(actions[0]),
            thoughts: self.search.thoughts(seat, &actions),
            value: Some(self.search.value(seat)),
            bounds: None,
            line: self.search.principal_line(),
            spent: Spent::new(meter.sims(), self.search.nodes(), meter.elapsed()),
        }
    }

    fn name(&self) -> String {
        self.spec.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::toy::{
        Courier, CourierAction, CourierOptions, Nim, NimOptions, Pig, PigOptions, exact_value,
        regret,
    };

    fn decide<G: Game>(position: &G, spec: &str, seed: u64) -> Decision<G::Action> {
        let mut agent = Uct::from_spec(&spec.parse().unwrap()).unwrap();
        agent.new_game(seed);
        agent.decide(position)
    }

    /// Value and choice against expectiminimax.
    fn agrees<G: Game>(position: &G, spec: &str, tolerance: f64) {
        let Turn::Decide(seat) = position.turn() else {
            panic!("a seat decides")
        };
        let decision = decide(position, spec, 1);
        let exact = exact_value(position).seen_by(seat).0;
        let found = decision.value.unwrap().0;
        assert!(
            (found - exact).abs() < tolerance,
            "{found} for {exact}: {position:?}"
        );
        assert!(regret(position, decision.action) < 0.01, "{decision:?}");
    }

    #[test]
    fn converges_to_the_exact_value_without_dice() {
        for heaps in [[1, 2, 0], [2, 2, 3], [1, 2, 3], [2, 3, 4]] {
            let start = Nim::new(&NimOptions::new(&heaps)).unwrap();
            agrees(&start, "uct:sims=100000", 0.1);
        }
    }

    #[test]
    fn converges_to_the_exact_value_with_dice_for_both_seats() {
        let mut position = Pig::new(&PigOptions::default()).unwrap();
        for face in [3, 1, 4] {
            while position.turn() != Turn::Chance {
                position
                    .play(moonbase_engine::toy::PigAction::Roll)
                    .unwrap();
            }
            position
                .resolve(moonbase_engine::toy::PigRoll(face))
                .unwrap();
        }
        assert_eq!(position.turn(), Turn::Decide(Seat::Second));
        agrees(&position, "uct:sims=200000,c=0.7", 0.05);
    }

    #[test]
    fn converges_where_a_seat_moves_several_times_in_a_row() {
        let mut position = Courier::new(&CourierOptions::default()).unwrap();
        agrees(&position, "uct:sims=200000,c=0.7", 0.1);
        for _ in 0..3 {
            position.play(CourierAction::Walk).unwrap();
        }
        assert_eq!(position.turn(), Turn::Decide(Seat::Second));
        agrees(&position, "uct:sims=200000,c=0.7", 0.1);
    }

    #[test]
    fn rollouts_have_the_mean_of_random_play() {
        // Courier-short at random: walk/run twice. two walks: one short, 0; walk and run in
        // either order: 1 with 2/3, else -1; two runs: 1 with 4/9, 0 with 4/9, else -1.
        let options = CourierOptions {
            length: 3,
            turns: 1,
            steps: 2,
            obstacles: 0,
        };
        let start = Courier::new(&options).unwrap();
        let mean = (0.0 + 1.0 / 3.0 + 1.0 / 3.0 + 3.0 / 9.0) / 4.0;
        let mut rng = rng_for(3, 0);
        let total: f64 = (0..40_000)
            .map(|_| rollout(start.clone(), &mut rng).0)
            .sum();
        assert!((total / 40_000.0 - mean).abs() < 0.02);
    }

    #[test]
    fn one_seed_gives_one_decision() {
        let start = Courier::new(&CourierOptions::default()).unwrap();
        let strip = |mut d: Decision<CourierAction>| {
            d.spent.millis = 0.0;
            d
        };
        let one = strip(decide(&start, "uct:sims=300", 5));
        assert_eq!(one, strip(decide(&start, "uct:sims=300", 5)));
        assert_ne!(one, strip(decide(&start, "uct:sims=300", 6)));
    }

    #[test]
    fn a_decision_tells_what_was_thought() {
        let start = Courier::new(&CourierOptions::default()).unwrap();
        let decision = decide(&start, "uct:sims=500,c=1", 5);
        let visits: u32 = decision.thoughts.iter().map(|t| t.visits).sum();
        assert_eq!(visits, 500);
        assert_eq!(decision.spent.sims, 500);
        assert_eq!(decision.line[0], decision.action.to_string());
        assert!(decision.line.len() > 3);
    }

    #[test]
    fn a_single_simulation_still_gives_a_legal_action() {
        let start = Nim::new(&NimOptions::default()).unwrap();
        let decision = decide(&start, "uct:sims=1", 5);
        assert!(start.is_legal(decision.action));
    }
}
