//! PUCT: tree search guided by an [`Evaluator`], with explicit chance nodes.
//!
//! At a decision node the simulation takes the child that maximises
//! `±mean(child) + c · prior(child) · sqrt(visits(node)) / (1 + visits(child))` (Rosin 2011, as in AlphaZero;
//! the mean is absolute, + for the first seat, - for the second). A child not yet tried counts as its
//! parent's mean less `fpu`. At a chance node it draws an outcome by its weight. A new decision node
//! is judged by the evaluator once, which also gives its priors; chance nodes are passed through, for an
//! evaluator judges only positions in which a seat decides.
//!
//! [`PuctSearch`] is made of two steps, so that many games can share a batch: [`PuctSearch::select`]
//! walks to a position that needs judging, [`PuctSearch::judge`] takes the answer.
//! [`PuctSearch::run`] does both until a budget is spent. The tree is that of [`crate::mcts`], without proofs and
//! transpositions, and with dice as they fall. The agent `net` searches so, and learners in Python; self-play here learns from
//! [`crate::PolicyImprover`].

use moonbase_engine::chance::MoonRng;
use moonbase_engine::{Game, Seat, SeatValue};
use rand::RngExt;

use crate::agent::{Decision, Spent, Thought, decider};
use crate::budget::{Budget, Meter};
use crate::evaluator::{Evaluation, Evaluator, Query};
use crate::mcts::{ChanceRule, Core, Exploration, Rules, Select, Slot};

/// How a PUCT search explores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PuctSettings {
    /// Weight of the priors.
    pub c: f64,
    /// How much worse than its parent an untried action is taken to be.
    pub fpu: f64,
    /// Noise on the root's priors, for self-play.
    pub noise: Option<RootNoise>,
}

impl Default for PuctSettings {
    fn default() -> Self {
        PuctSettings {
            c: 1.5,
            fpu: 0.2,
            noise: None,
        }
    }
}

/// Dirichlet noise: the root's priors become `(1 - share) · prior + share · Dirichlet(alpha)`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RootNoise {
    pub share: f64,
    /// Positive; the noise is the more uneven the smaller it is.
    pub alpha: f64,
}

/// What a simulation needs next.
#[derive(Debug)]
pub enum Selection<'a, G: Game> {
    /// The evaluator's opinion of this position, for [`PuctSearch::judge`].
    Judge {
        position: &'a G,
        actions: &'a [G::Action],
    },
    /// Nothing: it came to the end of the game, and its value is recorded.
    Finished,
}

/// Bytes that a tree may take.
const MEMORY: usize = 512 << 20;

/// A PUCT search from one root; keeps its memory from search to search.
#[derive(Clone, Debug)]
pub struct PuctSearch<G: Game> {
    core: Core<G>,
    slot: Slot<G>,
    noise: Option<RootNoise>,
    root: Option<G>,
    /// Does a position wait for its evaluation?
    waiting: bool,
}

impl<G: Game> PuctSearch<G> {
    pub fn new(settings: PuctSettings) -> Self {
        let rules = Rules {
            explore: Exploration {
                select: Select::Puct,
                c: settings.c as f32,
                fpu: Some(settings.fpu as f32),
            },
            chance: ChanceRule::Sampled,
            memory: MEMORY,
            priors: true,
            ..Rules::PLAIN
        };
        PuctSearch {
            core: Core::new(rules),
            slot: Slot::default(),
            noise: settings.noise,
            root: None,
            waiting: false,
        }
    }

    /// Starts afresh at `root`, in which a seat must decide.
    pub fn reset(&mut self, root: &G) {
        decider(root);
        self.core.begin(root);
        self.root = Some(root.clone());
        self.waiting = false;
    }

    /// Walks down to a position to be judged, or to the end of a game.
    ///
    /// # Panics
    /// Before [`PuctSearch::reset`].
    pub fn select(&mut self, rng: &mut MoonRng) -> Selection<'_, G> {
        self.core.descend(&mut self.slot, rng);
        self.waiting = self.slot.query().is_some();
        if !self.waiting {
            self.core.back_up(&self.slot, None);
        }
        match self.slot.query() {
            Some(Query { position, actions }) => Selection::Judge { position, actions },
            None => Selection::Finished,
        }
    }

    /// Takes the evaluator's opinion of the position that [`PuctSearch::select`] asked about.
    ///
    /// # Panics
    /// If it asked about none, or a prior is missing.
    pub fn judge(&mut self, evaluation: &Evaluation, rng: &mut MoonRng) {
        assert!(self.waiting, "a position waits for its evaluation");
        self.waiting = false;
        let actions = self.slot.query().map_or(0, |query| query.actions.len());
        assert_eq!(
            evaluation.priors.len(),
            actions,
            "a prior for each legal action"
        );
        self.core.back_up(&self.slot, Some(evaluation));
        if let (true, Some(noise)) = (self.slot.is_at_root(), self.noise) {
            let sample = dirichlet(actions, noise.alpha, rng);
            self.core.mix_priors(&sample, noise.share as f32);
        }
    }

    /// Searches from `root` afresh until the budget is spent.
    pub fn run(
        &mut self,
        root: &G,
        budget: Budget,
        evaluator: &mut dyn Evaluator<G>,
        rng: &mut MoonRng,
    ) -> Meter {
        self.reset(root);
        let mut meter = budget.start();
        while meter.another() {
            if let Selection::Judge { position, actions } = self.select(rng) {
                let evaluation = evaluator.evaluate(position, actions);
                self.judge(&evaluation, rng);
            }
        }
        meter
    }

    /// Number of nodes in the tree.
    pub fn nodes(&self) -> usize {
        self.core.nodes()
    }

    /// Simulations so far.
    pub fn visits(&self) -> u32 {
        self.core.visits()
    }

    /// The root's mean value for `seat`.
    pub fn value(&self, seat: Seat) -> SeatValue {
        self.core.value(seat)
    }

    /// What was found out about each of the root's actions, in the given order.
    pub fn thoughts(&self, seat: Seat, order: &[G::Action]) -> Vec<Thought<G::Action>> {
        self.core.thoughts(seat, order)
    }

    /// The decision of a search that `meter` has counted: the root's most visited action; before any
    /// was visited, the most promising one.
    ///
    /// # Panics
    /// Before [`PuctSearch::reset`].
    pub fn decision(&self, meter: &Meter) -> Decision<G::Action> {
        let root = self.root.as_ref().expect("a search has a root");
        let seat = decider(root);
        let mut actions = Vec::new();
        root.legal_actions(&mut actions);
        let action = self.core.best_action().unwrap_or(actions[0]);
        Decision {
            action,
            thoughts: self.thoughts(seat, &actions),
            value: Some(self.value(seat)),
            bounds: None,
            line: self.core.line(action),
            spent: Spent {
                depth: self.core.deepest(),
                ..Spent::new(meter.sims(), self.nodes(), meter.elapsed())
            },
        }
    }
}

/// A draw from the symmetric Dirichlet distribution: independent gamma draws over their sum.
fn dirichlet(count: usize, alpha: f64, rng: &mut MoonRng) -> Vec<f64> {
    let draws: Vec<f64> = (0..count).map(|_| gamma(alpha, rng)).collect();
    let total: f64 = draws.iter().sum();
    if total > 0.0 {
        draws.into_iter().map(|draw| draw / total).collect()
    } else {
        vec![1.0 / count as f64; count]
    }
}

/// A gamma draw of shape `alpha` and scale 1 (Marsaglia and Tsang 2000; below shape 1 by their boost).
fn gamma(alpha: f64, rng: &mut MoonRng) -> f64 {
    if alpha < 1.0 {
        let boost = rng.random::<f64>().powf(1.0 / alpha);
        return gamma(alpha + 1.0, rng) * boost;
    }
    let d = alpha - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(rng);
        let v = (1.0 + c * x).powi(3);
        let u: f64 = 1.0 - rng.random::<f64>();
        if v > 0.0 && u.ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// A standard normal draw (Box and Muller 1958).
fn normal(rng: &mut MoonRng) -> f64 {
    let radius = (-2.0 * (1.0 - rng.random::<f64>()).ln()).sqrt();
    radius * (std::f64::consts::TAU * rng.random::<f64>()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::{RolloutEvaluator, uniform};
    use moonbase_engine::chance::rng_for;
    use moonbase_engine::toy::{
        Courier, CourierOptions, Nim, NimOptions, Solver, best_actions, exact_value, regret,
    };

    /// Knows the exact value, but not what to do.
    struct Oracle<G: Game>(Solver<G>);

    impl<G: Game> Evaluator<G> for Oracle<G> {
        fn evaluate(&mut self, position: &G, actions: &[G::Action]) -> Evaluation {
            Evaluation {
                value: self.0.value(position).seen_by(decider(position)),
                priors: uniform(actions.len()),
            }
        }
    }

    fn search<G: Game>(
        root: &G,
        sims: u64,
        evaluator: &mut dyn Evaluator<G>,
    ) -> Decision<G::Action> {
        let mut search = PuctSearch::new(PuctSettings::default());
        let meter = search.run(root, Budget::Sims(sims), evaluator, &mut rng_for(1, 0));
        search.decision(&meter)
    }

    #[test]
    fn with_exact_values_a_short_search_finds_the_best_action() {
        let start = Nim::new(&NimOptions::new(&[3, 4, 5])).unwrap();
        let decision = search(&start, 200, &mut Oracle(Solver::default()));
        assert_eq!(best_actions(&start), [decision.action]);
        let start = Courier::new(&CourierOptions::default()).unwrap();
        let decision = search(&start, 400, &mut Oracle(Solver::default()));
        assert!(regret(&start, decision.action) < 0.05);
        let exact = exact_value(&start).0;
        assert!((decision.value.unwrap().0 - exact).abs() < 0.1);
    }

    #[test]
    fn with_rollouts_it_converges_to_the_exact_value() {
        let start = Courier::new(&CourierOptions::default()).unwrap();
        let decision = search(&start, 100_000, &mut RolloutEvaluator::new(rng_for(2, 0)));
        let exact = exact_value(&start).0;
        let found = decision.value.unwrap().0;
        assert!((found - exact).abs() < 0.1, "{found} for {exact}");
        assert!(regret(&start, decision.action) < 0.05);
    }

    #[test]
    fn one_simulation_follows_the_priors() {
        struct Fixed;
        impl Evaluator<Nim> for Fixed {
            fn evaluate(&mut self, _: &Nim, actions: &[moonbase_engine::toy::Take]) -> Evaluation {
                let mut priors = vec![0.0; actions.len()];
                priors[4] = 1.0;
                let value = SeatValue(0.25);
                Evaluation { value, priors }
            }
        }
        let start = Nim::new(&NimOptions::new(&[3, 4, 5])).unwrap();
        let mut actions = Vec::new();
        start.legal_actions(&mut actions);
        let decision = search(&start, 1, &mut Fixed);
        assert_eq!(
            (decision.action, decision.value),
            (actions[4], Some(SeatValue(0.25)))
        );
        assert_eq!(decision.thoughts[4].prior, Some(1.0));
    }

    #[test]
    fn judging_in_two_steps_is_the_same_as_running() {
        let start = Courier::new(&CourierOptions::default()).unwrap();
        let mut oracle = Oracle(Solver::default());
        let decision = search(&start, 300, &mut oracle);
        let mut search = PuctSearch::new(PuctSettings::default());
        let mut rng = rng_for(1, 0);
        search.reset(&start);
        for _ in 0..300 {
            let evaluation = match search.select(&mut rng) {
                Selection::Judge { position, actions } => oracle.evaluate(position, actions),
                Selection::Finished => continue,
            };
            search.judge(&evaluation, &mut rng);
        }
        let mut actions = Vec::new();
        start.legal_actions(&mut actions);
        assert_eq!(search.thoughts(Seat::First, &actions), decision.thoughts);
    }

    #[test]
    fn noise_leaves_priors_that_sum_to_one() {
        let settings = PuctSettings {
            noise: Some(RootNoise {
                share: 0.25,
                alpha: 0.3,
            }),
            ..PuctSettings::default()
        };
        let start = Nim::new(&NimOptions::new(&[3, 4, 5])).unwrap();
        let mut search = PuctSearch::new(settings);
        let mut oracle = Oracle(Solver::default());
        let meter = search.run(&start, Budget::Sims(1), &mut oracle, &mut rng_for(4, 0));
        let priors: Vec<f64> = search
            .decision(&meter)
            .thoughts
            .iter()
            .filter_map(|t| t.prior)
            .collect();
        assert!((priors.iter().sum::<f64>() - 1.0).abs() < 1e-5);
        assert!(priors.iter().any(|p| (p - 1.0 / 12.0).abs() > 0.01));
        assert!(priors.iter().all(|p| *p >= 0.75 / 12.0 - 1e-6));
    }

    #[test]
    fn gamma_draws_have_their_mean_and_variance() {
        for alpha in [0.3, 2.5] {
            let mut rng = rng_for(9, 0);
            let draws: Vec<f64> = (0..50_000).map(|_| gamma(alpha, &mut rng)).collect();
            let mean = draws.iter().sum::<f64>() / 50_000.0;
            let variance = draws.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / 50_000.0;
            assert!((mean / alpha - 1.0).abs() < 0.03 && (variance / alpha - 1.0).abs() < 0.07);
        }
    }
}
