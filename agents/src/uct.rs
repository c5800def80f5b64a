//! Plain UCT, the baseline: Monte Carlo tree search with UCB1, explicit chance nodes and random rollouts.
//!
//! At a decision node the simulation takes the child that maximises
//! `±mean(child) + c · sqrt(ln visits(node) / visits(child))` (Kocsis and Szepesvári 2006; + for the first
//! seat, - for the second, the mean being absolute), children not yet tried first, in random order. At a chance node
//! it draws an outcome by its weight. A node is expanded on its second visit; from a new leaf a
//! uniformly random rollout runs to the end of the game. Values converge to the exact ones, slowly where
//! the good line is narrow: random rollouts judge positions by how easily they are lost at random.
//!
//! It is the search of [`crate::mcts`] with everything clever left out.

use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::{AbsoluteValue, Game, Seat, SeatValue, Turn};
use rand::Rng;

use crate::agent::{Agent, Decision, Spent, Thought, decider};
use crate::budget::{Budget, Meter};
use crate::evaluator::RolloutEvaluator;
use crate::forfeit::Forfeit;
use crate::mcts::{ChanceRule, Core, Exploration, Rules, Select, Slot};
use crate::spec::{AgentError, AgentSpec};
use crate::time::Remaining;

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
pub(crate) fn counted_rollout<G: Game>(mut position: G, rng: &mut MoonRng) -> (AbsoluteValue, u64) {
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

/// Bytes that a tree may take.
const MEMORY: usize = 512 << 20;

/// A UCT search from one root; keeps its memory from search to search.
#[derive(Clone, Debug)]
pub struct UctSearch<G: Game> {
    core: Core<G>,
    slots: [Slot<G>; 1],
    plies: u64,
}

impl<G: Game> UctSearch<G> {
    /// A search with exploration constant `c`.
    pub fn new(c: f64) -> Self {
        let rules = Rules {
            explore: Exploration {
                select: Select::Ucb1,
                c: c as f32,
                fpu: None,
            },
            chance: ChanceRule::Sampled,
            memory: MEMORY,
            ..Rules::PLAIN
        };
        UctSearch {
            core: Core::new(rules),
            slots: [Slot::default()],
            plies: 0,
        }
    }

    /// Searches from `root` afresh until the budget is spent.
    pub fn run(&mut self, root: &G, budget: Budget, rng: &mut MoonRng) -> Meter {
        self.core.begin(root);
        let mut evaluator = RolloutEvaluator::new(rng_for(rng.next_u64(), 0));
        let mut meter = budget.start();
        let slots = &mut self.slots;
        self.core.run(&mut meter, &mut evaluator, slots, rng);
        self.plies = self.core.steps() + evaluator.plies();
        meter
    }

    /// Number of nodes in the tree.
    pub fn nodes(&self) -> usize {
        self.core.nodes()
    }

    /// Plies of all simulations of the last search, in the tree and in rollouts.
    pub fn plies(&self) -> u64 {
        self.plies
    }

    /// The root's action with the most visits.
    pub fn best(&self) -> Option<G::Action> {
        self.core.best_action()
    }

    /// The root's mean value for `seat`.
    pub fn value(&self, seat: Seat) -> SeatValue {
        self.core.value(seat)
    }

    /// What was found out about each of the root's actions, in the given order.
    pub fn thoughts(&self, seat: Seat, order: &[G::Action]) -> Vec<Thought<G::Action>> {
        self.core.thoughts(seat, order)
    }

    /// The most visited line, in notation.
    pub fn principal_line(&self) -> Vec<String> {
        self.best().map_or(Vec::new(), |best| self.core.line(best))
    }
}

/// The agent `uct`.
#[derive(Clone, Debug)]
pub struct Uct<G: Game> {
    search: UctSearch<G>,
    budget: Budget,
    /// What a clock leaves for the next decision.
    on_clock: Option<Budget>,
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
            on_clock: None,
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
        let budget = self.on_clock.take().unwrap_or(self.budget);
        let meter = self.search.run(position, budget, &mut self.rng);
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        Decision {
            action: self.search.best().unwrap_or(actions[0]),
            thoughts: self.search.thoughts(seat, &actions),
            value: Some(self.search.value(seat)),
            bounds: None,
            line: self.search.principal_line(),
            spent: Spent {
                depth: self.search.core.deepest(),
                ..Spent::new(meter.sims(), self.search.nodes(), meter.elapsed())
            },
        }
    }

    fn on_clock(&mut self, _: &G, remaining: &Remaining) -> Result<(), Forfeit> {
        self.on_clock = Some(self.budget.on_clock(&self.spec, remaining));
        Ok(())
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

    #[test]
    fn on_a_clock_it_takes_its_time_from_there() {
        let remaining = Remaining {
            left: std::time::Duration::from_secs(90),
            increment: std::time::Duration::ZERO,
            decisions: 0,
        };
        let start = Nim::new(&NimOptions::default()).unwrap();
        let seconds = std::time::Duration::from_secs;
        for (spec, budget) in [
            ("uct", Budget::Time(seconds(1))),
            ("uct:sims=3", Budget::SimsWithin(3, seconds(45))),
        ] {
            let mut agent = Uct::<Nim>::from_spec(&spec.parse().unwrap()).unwrap();
            agent.on_clock(&start, &remaining).unwrap();
            assert_eq!(agent.on_clock, Some(budget));
            // It is for one decision only.
            agent.on_clock = Some(Budget::Sims(1));
            assert_eq!(agent.decide(&start).spent.sims, 1);
            assert_eq!(agent.on_clock, None);
        }
    }

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
