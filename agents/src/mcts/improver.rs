//! Policy improvement by a short search: what self-play learns from.

use std::sync::Arc;

use moonbase_engine::Game;
use moonbase_engine::chance::MoonRng;

use super::gumbel::improved_policy;
use super::search::{Core, Rules};
use super::selection::{Exploration, Select};
use super::slot::Slot;
use super::tree::ROOT;
use crate::agent::decider;
use crate::budget::Budget;
use crate::evaluator::{Evaluation, Evaluator};
use crate::policy::Policy;

/// Bytes that the tree of a short search may take.
const MEMORY: usize = 64 << 20;

/// Gumbel searches of few simulations, each from a fresh tree: dice are followed by their exact probabilities,
/// positions reached twice are one node, proven values are exact.
#[derive(Clone, Debug)]
pub struct PolicyImprover<G: Game> {
    core: Core<G>,
    slots: [Slot<G>; 1],
}

/// What a search found out about a position.
#[derive(Clone, PartialEq, Debug)]
pub struct Improvement {
    /// The improved policy `π'` (see `gumbel`), in the rules' order of actions.
    pub policy: Vec<f32>,
    /// `Σ π'(a) q̂(a)` for the seat that decides.
    pub value: f32,
}

impl<G: Game> PolicyImprover<G> {
    /// `scale` is the `c` of σ: how far values outweigh priors.
    pub fn new(scale: f32) -> Self {
        let rules = Rules {
            explore: Exploration {
                c: scale,
                ..Exploration::of(Select::Gumbel)
            },
            reuse: false,
            priors: true,
            memory: MEMORY,
            ..Rules::default()
        };
        PolicyImprover {
            core: Core::new(rules),
            slots: [Slot::default()],
        }
    }

    /// Takes the seat that does not decide to be played by an agent with this policy; `None`: to play its best.
    pub fn know(&mut self, opponent: Option<Arc<dyn Policy<G>>>) {
        self.core.know(opponent);
    }

    /// Searches with so many simulations (at least 2: the first judges the position itself, with `known` if the evaluator's opinion of
    /// it is known already).
    ///
    /// # Panics
    /// If no seat decides in the position, or the evaluator tells no priors.
    pub fn improve(
        &mut self,
        position: &G,
        known: Option<Evaluation>,
        evaluator: &mut dyn Evaluator<G>,
        sims: u64,
        rng: &mut MoonRng,
    ) -> Improvement {
        assert!(evaluator.gives_priors(), "an evaluator with priors");
        decider(position);
        self.core.begin(position);
        let mut meter = Budget::Sims(sims.max(2)).start();
        if let Some(known) = known {
            let begun = self.core.begin_batch(&mut meter, &mut self.slots, rng);
            self.core.end_batch(&self.slots[..begun], &[known]);
        }
        self.core.run(&mut meter, evaluator, &mut self.slots, rng);
        let view = self.core.view(ROOT);
        let (policy, values) = improved_policy(&view, self.core.rules.explore.c);
        let value = policy.iter().zip(&values).map(|(p, q)| p * q).sum();
        Improvement { policy, value }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluator::uniform;
    use moonbase_engine::SeatValue;
    use moonbase_engine::chance::rng_for;
    use moonbase_engine::toy::{Courier, CourierOptions, exact_value, regret};

    /// Knows the exact values, and nothing of actions.
    struct Knowing;

    impl Evaluator<Courier> for Knowing {
        fn evaluate(
            &mut self,
            position: &Courier,
            actions: &[<Courier as Game>::Action],
        ) -> Evaluation {
            Evaluation {
                value: SeatValue(exact_value(position).seen_by(decider(position)).0),
                priors: uniform(actions.len()),
            }
        }
    }

    #[test]
    fn a_few_simulations_improve_the_policy_and_keep_the_value() {
        let start = Courier::new(&CourierOptions::default()).unwrap();
        let mut improver = PolicyImprover::new(1.0);
        let mut actions = Vec::new();
        start.legal_actions(&mut actions);
        let lost = |policy: &[f32]| -> f64 {
            let each = actions.iter().zip(policy);
            each.map(|(action, p)| f64::from(*p) * regret(&start, *action))
                .sum()
        };
        let found = improver.improve(&start, None, &mut Knowing, 32, &mut rng_for(1, 0));
        assert!((found.policy.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        assert!(lost(&found.policy) < 0.5 * lost(&uniform(actions.len())));
        let exact = exact_value(&start).seen_by(decider(&start)).0;
        // Half of the simulations go where they should not.
        assert!(
            (f64::from(found.value) - exact).abs() < 0.2,
            "{found:?} {exact}"
        );
    }

    #[test]
    fn one_seed_gives_one_improvement() {
        let start = Courier::new(&CourierOptions::default()).unwrap();
        let mut improver = PolicyImprover::new(1.0);
        let mut once =
            |known| improver.improve(&start, known, &mut Knowing, 16, &mut rng_for(7, 0));
        let found = once(None);
        assert_eq!(once(None), found);
        // What is known already need not be asked.
        let mut actions = Vec::new();
        start.legal_actions(&mut actions);
        assert_eq!(once(Some(Knowing.evaluate(&start, &actions))), found);
    }
}
