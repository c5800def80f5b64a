//! Proximal policy optimisation (Schulman et al. 2017) with generalised advantage estimation
//! (Schulman et al. 2016).
//!
//! A game pays only at its end, R in [-1, 1]. With the net's values V₁ … V_T at the seat's own decisions
//! and V_{T+1} = R: δ_t = V_{t+1} - V_t, advantage A_t = δ_t + λ A_{t+1}, value target V_t + A_t. The
//! loss of a decision, with ratio r = π(a) / π_old(a) and advantages scaled to mean 0 and deviation 1, is
//!
//! -min(r A, clip(r, 1 ± ε) A) - c_H · H(π) + ½ c_V (V - target)²
//!
//! It is differentiated by hand here down to the net's outputs; [`Graph::gradient`] goes on from there.

use moonbase_engine::chance::rng_for;
use moonbase_models::net::OutputGradient;
use moonbase_models::{Batch, Graph, Weights};
use rand::seq::SliceRandom;

use crate::adam::Adam;
use crate::episode::Trajectory;
use crate::recipe::LearnerRecipe;

/// The decisions of one seat in one iteration.
#[derive(Clone, Debug, Default)]
pub struct Rollout {
    pub batch: Batch,
    pub samples: Vec<Sample>,
}

/// What is learned from a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    pub chosen: u32,
    pub log_probability: f32,
    pub advantage: f32,
    pub target: f32,
}

/// Means over an iteration's last pass.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LossStats {
    pub policy: f64,
    /// Mean squared error of the value.
    pub value: f64,
    /// Mean entropy of the policy, in nats.
    pub entropy: f64,
    /// Mean of log π_old(a) - log π(a): how far the policy has moved.
    pub divergence: f64,
    /// Share of decisions whose ratio was clipped.
    pub clipped: f64,
    /// Mean length of the gradient.
    pub gradient: f64,
}

/// The strength of the step and of the entropy bonus now.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    pub rate: f32,
    pub entropy: f32,
}

impl Pace {
    /// For iteration `iteration` (from 0) of `iterations`.
    pub fn at(recipe: &LearnerRecipe, iteration: u64, iterations: u64) -> Pace {
        let done = iteration as f32 / iterations as f32;
        let between = |from: f32, to: f32| from + (to - from) * done;
        Pace {
            rate: between(recipe.rate, recipe.rate * recipe.final_rate),
            entropy: between(recipe.entropy, recipe.final_entropy),
        }
    }
}

impl Rollout {
    /// Appends a trajectory, with its advantages (not yet scaled) and value targets.
    pub fn add(&mut self, trajectory: &Trajectory, lambda: f32) {
        let offset = self.batch.rows();
        self.batch.states.extend(&trajectory.batch.states);
        self.batch.actions.extend(&trajectory.batch.actions);
        let starts = trajectory.batch.starts[1..].iter();
        self.batch.starts.extend(starts.map(|start| start + offset));
        let values: Vec<f32> = trajectory.steps.iter().map(|s| s.value).collect();
        let advantages = advantages(&values, trajectory.outcome, lambda);
        for (step, advantage) in trajectory.steps.iter().zip(advantages) {
            self.samples.push(Sample {
                chosen: step.chosen,
                log_probability: step.log_probability,
                advantage,
                target: step.value + advantage,
            });
        }
    }

    /// Scales the advantages to mean 0 and standard deviation 1.
    pub fn scale_advantages(&mut self) {
        let count = self.samples.len().max(1) as f64;
        let each = || self.samples.iter().map(|s| f64::from(s.advantage));
        let mean = each().sum::<f64>() / count;
        let variance = each().map(|a| (a - mean) * (a - mean)).sum::<f64>() / count;
        let scale = 1.0 / (variance.sqrt() + 1e-8);
        for sample in &mut self.samples {
            sample.advantage = ((f64::from(sample.advantage) - mean) * scale) as f32;
        }
    }
}

/// Generalised advantage estimates of an episode that pays `outcome` at its end.
pub fn advantages(values: &[f32], outcome: f32, lambda: f32) -> Vec<f32> {
    let mut advantages = vec![0.0; values.len()];
    let (mut next_value, mut next_advantage) = (outcome, 0.0);
    for t in (0..values.len()).rev() {
        let delta = next_value - values[t];
        next_advantage = delta + lambda * next_advantage;
        advantages[t] = next_advantage;
        next_value = values[t];
    }
    advantages
}

/// Learns from a rollout with scaled advantages. A pure function of its arguments.
pub fn learn(
    weights: &mut Weights,
    adam: &mut Adam,
    rollout: &Rollout,
    recipe: &LearnerRecipe,
    pace: Pace,
    seed: u64,
) -> LossStats {
    let mut stats = LossStats::default();
    let mut order: Vec<usize> = (0..rollout.samples.len()).collect();
    for epoch in 0..recipe.epochs {
        order.shuffle(&mut rng_for(seed, epoch));
        stats = LossStats::default();
        for indices in order.chunks(recipe.minibatch) {
            let share = indices.len() as f64 / order.len() as f64;
            let step = step(weights, adam, rollout, indices, recipe, pace);
            stats.add(&step, share);
        }
    }
    stats
}

/// One gradient step on the decisions with these indices.
fn step(
    weights: &mut Weights,
    adam: &mut Adam,
    rollout: &Rollout,
    indices: &[usize],
    recipe: &LearnerRecipe,
    pace: Pace,
) -> LossStats {
    let mut batch = Batch::default();
    for &index in indices {
        batch.push_from(&rollout.batch, index, &weights.architecture);
    }
    let samples: Vec<Sample> = indices.iter().map(|&i| rollout.samples[i]).collect();
    let mut stats = LossStats::default();
    let gradient = Graph::new(weights).gradient(&batch, |logits, values| {
        let (gradient, found) = loss(&batch, &samples, (logits, values), recipe, pace.entropy);
        stats = found;
        gradient
    });
    let norm = adam.step(
        &mut weights.values,
        &gradient,
        pace.rate,
        recipe.max_gradient,
    );
    stats.gradient = norm.into();
    stats
}

/// The mean loss's gradient with respect to the net's outputs, and its statistics.
pub fn loss(
    batch: &Batch,
    samples: &[Sample],
    (logits, values): (&[f32], &[f32]),
    recipe: &LearnerRecipe,
    entropy_weight: f32,
) -> (OutputGradient, LossStats) {
    let share = 1.0 / samples.len() as f32;
    let mut gradient = OutputGradient {
        logits: vec![0.0; logits.len()],
        values: vec![0.0; values.len()],
    };
    let mut stats = LossStats::default();
    for (i, sample) in samples.iter().enumerate() {
        let rows = batch.starts[i]..batch.starts[i + 1];
        let policy = PolicyLoss {
            clip: recipe.clip,
            entropy_weight,
            share,
        };
        let slopes = &mut gradient.logits[rows.clone()];
        policy.add(&logits[rows], sample, slopes, &mut stats);
        let error = values[i] - sample.target;
        gradient.values[i] = recipe.value_weight * error * share;
        stats.value += f64::from(error * error * share);
    }
    (gradient, stats)
}

struct PolicyLoss {
    clip: f32,
    entropy_weight: f32,
    /// The weight of one decision in the mean.
    share: f32,
}

impl PolicyLoss {
    /// Adds one decision's slopes with respect to its logits, and its statistics.
    ///
    /// With p = softmax(logits): ∂ log p_a / ∂ logit_k = [k = a] - p_k, and
    /// ∂ H / ∂ logit_k = -p_k (log p_k + H).
    fn add(&self, logits: &[f32], sample: &Sample, slopes: &mut [f32], stats: &mut LossStats) {
        let largest = logits.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = logits.iter().map(|l| (l - largest).exp()).sum();
        let log_p = |logit: f32| logit - largest - total.ln();
        let entropy: f32 = -logits.iter().map(|l| log_p(*l).exp() * log_p(*l)).sum::<f32>();
        let chosen = sample.chosen as usize;
        let moved = sample.log_probability - log_p(logits[chosen]);
        let ratio = (-moved).exp();
        let clipped = ratio.clamp(1.0 - self.clip, 1.0 + self.clip);
        let (free, bound) = (ratio * sample.advantage, clipped * sample.advantage);
        // Where the clipped term is the smaller one, it is constant: no slope.
        let pull = if free <= bound { -free } else { 0.0 };
        for (k, (slope, logit)) in slopes.iter_mut().zip(logits).enumerate() {
            let p = log_p(*logit).exp();
            let along = f32::from(u8::from(k == chosen)) - p;
            let spread = self.entropy_weight * p * (log_p(*logit) + entropy);
            *slope = self.share * (pull * along + spread);
        }
        let share = f64::from(self.share);
        stats.policy -= share * f64::from(free.min(bound));
        stats.entropy += share * f64::from(entropy);
        stats.divergence += share * f64::from(moved);
        stats.clipped += share * f64::from(u8::from(ratio != clipped));
    }
}

impl LossStats {
    fn add(&mut self, other: &LossStats, share: f64) {
        self.policy += share * other.policy;
        self.value += share * other.value;
        self.entropy += share * other.entropy;
        self.divergence += share * other.divergence;
        self.clipped += share * other.clipped;
        self.gradient += share * other.gradient;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recipe() -> LearnerRecipe {
        LearnerRecipe {
            rate: 1e-3,
            final_rate: 1.0,
            epochs: 1,
            minibatch: 8,
            clip: 0.2,
            entropy: 0.05,
            final_entropy: 0.05,
            value_weight: 0.7,
            lambda: 0.5,
            max_gradient: 1.0,
        }
    }

    #[test]
    fn advantages_by_hand() {
        // δ = (0.4 - 0.2, -0.1 - 0.4, 1 + 0.1) = (0.2, -0.5, 1.1); λ = ½.
        let found = advantages(&[0.2, 0.4, -0.1], 1.0, 0.5);
        for (a, b) in found.iter().zip([0.2 + 0.5 * 0.05, 0.05, 1.1]) {
            assert!((a - b).abs() < 1e-6, "{found:?}");
        }
        // λ = 1: outcome minus value.
        let found = advantages(&[0.2, 0.4, -0.1], 1.0, 1.0);
        assert!((found[0] - 0.8).abs() < 1e-6 && (found[1] - 0.6).abs() < 1e-6);
    }

    /// The loss itself, from the formula in the module's documentation.
    fn plain(batch: &Batch, samples: &[Sample], logits: &[f32], values: &[f32]) -> f64 {
        let r = recipe();
        let mut sum = 0.0;
        for (i, s) in samples.iter().enumerate() {
            let row = &logits[batch.starts[i]..batch.starts[i + 1]];
            let total: f64 = row.iter().map(|l| f64::from(*l).exp()).sum();
            let p: Vec<f64> = row.iter().map(|l| f64::from(*l).exp() / total).collect();
            let ratio = p[s.chosen as usize] / f64::from(s.log_probability).exp();
            let (low, high) = (1.0 - f64::from(r.clip), 1.0 + f64::from(r.clip));
            let a = f64::from(s.advantage);
            let entropy: f64 = -p.iter().map(|p| p * p.ln()).sum::<f64>();
            let error = f64::from(values[i] - s.target);
            sum += -(ratio * a).min(ratio.clamp(low, high) * a)
                - f64::from(r.entropy) * entropy
                + 0.5 * f64::from(r.value_weight) * error * error;
        }
        sum / samples.len() as f64
    }

    #[test]
    fn the_hand_made_gradient_is_the_slope_of_the_loss() {
        let batch = Batch {
            starts: vec![0, 2, 5, 9, 12],
            ..Batch::default()
        };
        let sample = |chosen, p: f32, advantage| Sample {
            chosen,
            log_probability: p.ln(),
            advantage,
            target: 0.3,
        };
        // Ratios inside the bounds, and outside on both sides with both signs.
        let samples = [
            sample(0, 0.55, 1.0),
            sample(1, 0.9, 0.7),
            sample(2, 0.1, -1.2),
            sample(0, 0.05, 2.0),
        ];
        let mut logits: Vec<f32> = (0..12).map(|i| (i as f32 * 1.7).sin()).collect();
        let mut values = vec![0.1, -0.5, 0.3, 0.9];
        let (gradient, _) = loss(&batch, &samples, (&logits, &values), &recipe(), 0.05);
        let step = 1e-3;
        for i in 0..16 {
            let mut nudge = |by: f32| {
                let number = if i < 12 { &mut logits[i] } else { &mut values[i - 12] };
                *number += by;
            };
            nudge(step);
            let up = plain(&batch, &samples, &logits, &values);
            let mut nudge = |by: f32| {
                let number = if i < 12 { &mut logits[i] } else { &mut values[i - 12] };
                *number += by;
            };
            nudge(-2.0 * step);
            let down = plain(&batch, &samples, &logits, &values);
            let mut nudge = |by: f32| {
                let number = if i < 12 { &mut logits[i] } else { &mut values[i - 12] };
                *number += by;
            };
            nudge(step);
            let slope = (up - down) / (2.0 * f64::from(step));
            let found = if i < 12 { gradient.logits[i] } else { gradient.values[i - 12] };
            assert!((slope - f64::from(found)).abs() < 2e-3, "{i}: {slope} {found}");
        }
    }

    #[test]
    fn scaled_advantages_have_mean_zero_and_deviation_one() {
        let mut rollout = Rollout::default();
        let trajectory = Trajectory {
            batch: Batch {
                starts: vec![0, 1, 2],
                ..Batch::default()
            },
            steps: vec![
                crate::episode::Step {
                    chosen: 0,
                    log_probability: 0.0,
                    value: 0.5,
                };
                2
            ],
            outcome: -1.0,
        };
        rollout.add(&trajectory, 1.0);
        rollout.samples[1].advantage = 0.0;
        rollout.scale_advantages();
        let scaled: Vec<f32> = rollout.samples.iter().map(|s| s.advantage).collect();
        assert!((scaled[0] + 1.0).abs() < 1e-5 && (scaled[1] - 1.0).abs() < 1e-5);
        assert_eq!(rollout.samples[0].target, -1.0);
    }
}
