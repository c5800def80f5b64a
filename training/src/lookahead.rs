//! Learning by looking one ply ahead: policy improvement through chance nodes.
//!
//! The engine is exact, so every legal action a of a position s can be tried. Its value
//! Q(a) = Σ p(outcome) V(s') is the expectation over the chance outcomes that follow, where V(s') is the
//! net's value at the next decision (of either seat, seen by the seat that moved), or the outcome of a game that
//! is over. The improved policy is π'(a) ∝ π(a) · exp(Q(a) / τ): the step that gains most for its
//! distance from π (mirror descent; Grill et al. 2020, Danihelka et al. 2022). The policy learns π' by cross-entropy,
//! -Σ π'(a) log π(a); the value learns a λ-return of V'(s) = Σ π'(a) Q(a) (as TD(λ) in Tesauro 1995, with
//! an expectation in place of the sampled next value).
//!
//! Limits: two chance nodes in a row are enumerated, further ones sampled; what the opponent does next is only
//! seen through V.

use moonbase_engine::chance::MoonRng;
use moonbase_engine::{BySeat, Seat, Turn};
use moonbase_models::{Batch, FastNet, Features, Scratch};

use crate::learn::{LossStats, Softmax};

/// Chance nodes enumerated one after another.
const MOST_CHANCE: u32 = 2;

/// Values actions by looking ahead; keeps its buffers from call to call.
pub struct Lookahead<G: Features> {
    /// Positions whose values are wanted, by the seat that decides there.
    waiting: BySeat<Waiting>,
    /// The value of each action so far, seen by the first seat.
    values: Vec<f32>,
    outcomes: Vec<Vec<(G::Chance, u64)>>,
    scratch: Scratch,
}

#[derive(Default)]
struct Waiting {
    batch: Batch,
    /// For each position of the batch the action that it follows, and its probability.
    owners: Vec<(usize, f32)>,
}

impl<G: Features> Default for Lookahead<G> {
    fn default() -> Self {
        Lookahead {
            waiting: BySeat::default(),
            values: Vec::new(),
            outcomes: vec![Vec::new(); MOST_CHANCE as usize],
            scratch: Scratch::default(),
        }
    }
}

impl<G: Features> Lookahead<G> {
    /// The value of each action, seen by `seat`, who decides in `position`.
    pub fn action_values(
        &mut self,
        position: &G,
        seat: Seat,
        actions: &[G::Action],
        nets: BySeat<&FastNet>,
        rng: &mut MoonRng,
    ) -> &[f32] {
        self.values.clear();
        self.values.resize(actions.len(), 0.0);
        for (i, action) in actions.iter().enumerate() {
            let mut next = position.clone();
            next.play_unchecked(*action);
            self.expand(next, i, 1.0, 0, nets, rng);
        }
        for to_move in Seat::BOTH {
            self.settle(to_move, nets[to_move]);
        }
        if seat == Seat::Second {
            self.values.iter_mut().for_each(|value| *value = -*value);
        }
        &self.values
    }

    /// Adds what a position is worth to action `owner`, now or when the nets are asked.
    fn expand(
        &mut self,
        mut position: G,
        owner: usize,
        chance: f32,
        depth: u32,
        nets: BySeat<&FastNet>,
        rng: &mut MoonRng,
    ) {
        loop {
            match position.turn() {
                Turn::Over(outcome) => {
                    self.values[owner] += chance * outcome.value.0 as f32;
                    return;
                }
                Turn::Decide(seat) => {
                    let waiting = &mut self.waiting[seat];
                    let architecture = nets[seat].architecture();
                    waiting.batch.push(architecture, &position, seat, &[]);
                    waiting.owners.push((owner, chance));
                    return;
                }
                Turn::Chance if depth < MOST_CHANCE => {
                    return self.expand_chance(&position, owner, chance, depth, nets, rng);
                }
                Turn::Chance => {
                    let outcome = position.random_chance(rng);
                    position.resolve_unchecked(outcome);
                }
            }
        }
    }

    fn expand_chance(
        &mut self,
        position: &G,
        owner: usize,
        chance: f32,
        depth: u32,
        nets: BySeat<&FastNet>,
        rng: &mut MoonRng,
    ) {
        let mut outcomes = std::mem::take(&mut self.outcomes[depth as usize]);
        position.chance_outcomes(&mut outcomes);
        let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
        for (outcome, weight) in &outcomes {
            let mut next = position.clone();
            next.resolve_unchecked(*outcome);
            let share = *weight as f32 / total as f32;
            self.expand(next, owner, chance * share, depth + 1, nets, rng);
        }
        self.outcomes[depth as usize] = outcomes;
    }

    /// Asks a net for the values of the positions that wait for it.
    fn settle(&mut self, seat: Seat, net: &FastNet) {
        let waiting = &mut self.waiting[seat];
        net.evaluate(&waiting.batch, &mut self.scratch);
        let sign = if seat == Seat::First { 1.0 } else { -1.0 };
        for ((owner, chance), value) in waiting.owners.drain(..).zip(&self.scratch.values) {
            self.values[owner] += sign * chance * value;
        }
        waiting.batch.clear();
    }
}

/// π'(a) ∝ exp(κ · logit(a) + Q(a) / τ), and Σ π'(a) Q(a).
pub fn improve(logits: &[f32], values: &[f32], keep: f32, temperature: f32) -> (Vec<f32>, f32) {
    let both = logits.iter().zip(values);
    let raised = both.map(|(l, q)| keep * l + q / temperature);
    let raised: Vec<f32> = raised.collect();
    let log = Softmax::of(&raised, 1.0).log;
    let improved: Vec<f32> = log.iter().map(|l| l.exp()).collect();
    let value = improved.iter().zip(values).map(|(p, q)| p * q).sum();
    (improved, value)
}

/// The cross-entropy loss.
pub struct Imitation<'a> {
    /// π' at the decision; all zero if there was no look ahead.
    pub improved: &'a [f32],
}

impl Imitation<'_> {
    /// Writes the decision's slopes with respect to its logits, π · Σ π' - π', and adds its loss.
    pub fn add(&self, policy: &Softmax, slopes: &mut [f32], stats: &mut LossStats) {
        let total: f32 = self.improved.iter().sum();
        let both = self.improved.iter().zip(&policy.log);
        for (slope, (improved, log)) in slopes.iter_mut().zip(both) {
            *slope = policy.share * (total * log.exp() - improved);
            stats.policy -= f64::from(policy.share * improved * log);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::Game;
    use moonbase_engine::chance::rng_for;
    use moonbase_engine::toy::{Courier, CourierAction, CourierOptions};
    use moonbase_models::{Architecture, Weights};

    /// A net that holds every position worth tanh(`bias`) to the seat to move.
    fn constant(bias: f32) -> FastNet {
        let architecture = Architecture {
            state_features: Courier::STATE_FEATURES,
            action_features: Courier::ACTION_FEATURES,
            trunk: vec![1],
            scorer: vec![1],
            ..Architecture::default()
        };
        let mut weights = Weights::random(&architecture, 1);
        weights.values.fill(0.0);
        let layers = architecture.layers();
        let value = layers.iter().find(|l| l.name == "value.0").unwrap();
        weights.values[value.bias()][0] = bias;
        FastNet::new(&weights)
    }

    #[test]
    fn actions_are_valued_through_chance_to_the_end_or_the_next_decision() {
        let options = CourierOptions {
            length: 2,
            turns: 1,
            steps: 2,
            obstacles: 0,
        };
        let start = Courier::new(&options).unwrap();
        let (own, other) = (constant(0.3), constant(9.0));
        let nets = BySeat::new(&own, &other);
        let mut lookahead = Lookahead::default();
        let actions = [CourierAction::Walk, CourierAction::Run];
        let mut rng = rng_for(1, 1);
        let values = lookahead.action_values(&start, Seat::First, &actions, nets, &mut rng);
        // Walking leads to the courier's next decision. Running arrives (1) with 2/3, else the same.
        let decision = 0.3f32.tanh();
        assert!((values[0] - decision).abs() < 1e-5, "{values:?}");
        assert!(
            (values[1] - (2.0 + decision) / 3.0).abs() < 1e-5,
            "{values:?}"
        );
    }

    #[test]
    fn improvement_by_hand() {
        let third = (1.0f32 / 3.0).ln();
        // π = (1/3, 2/3); Q = (1, 0), τ = 1/ln 4: π' ∝ (4/3, 2/3).
        let logits = [third, third + 2f32.ln()];
        let (improved, value) = improve(&logits, &[1.0, 0.0], 1.0, 1.0 / 4f32.ln());
        assert!((improved[0] - 2.0 / 3.0).abs() < 1e-5 && (value - 2.0 / 3.0).abs() < 1e-5);
        // With κ = 0 the old policy is forgotten: π' ∝ (4, 1).
        let (improved, _) = improve(&logits, &[1.0, 0.0], 0.0, 1.0 / 4f32.ln());
        assert!((improved[0] - 0.8).abs() < 1e-5);
    }
}
