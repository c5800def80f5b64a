//! Learning from an iteration's decisions: minibatches, gradient steps, statistics.

use std::ops::Range;

use moonbase_engine::chance::rng_for;
use moonbase_models::net::OutputGradient;
use moonbase_models::{Architecture, Batch, Graph, Weights};
use rand::seq::SliceRandom;

use crate::adam::Adam;
use crate::episode::Trajectory;
use crate::lookahead::Imitation;
use crate::method::Method;
use crate::ppo::{Clipped, advantages};
use crate::recipe::LearnerRecipe;
use crate::td;

/// The decisions of one seat that are learned from: an iteration's, and those of iterations before it that are replayed.
#[derive(Clone, Debug, Default)]
pub struct Rollout<'a> {
    pub trajectories: Vec<&'a Trajectory>,
    pub samples: Vec<Sample>,
    /// How many of the samples are new: a pass takes so many, of all samples alike.
    pub fresh: usize,
}

/// What is learned from a decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sample {
    /// Where the decision is: which trajectory, and which of its steps.
    pub trajectory: u32,
    pub step: u32,
    pub chosen: u32,
    pub log_probability: f32,
    pub advantage: f32,
    /// What the value should be.
    pub target: f32,
}

/// Means over an iteration's last pass; those of the policy over the decisions at which it learns.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LossStats {
    /// Share of the decisions at which the policy learns.
    pub taught: f64,
    /// The policy's loss, as the method defines it.
    pub policy: f64,
    /// Mean squared error of the value.
    pub value: f64,
    /// Mean entropy of the policy, in nats.
    pub entropy: f64,
    /// Mean of log p(a) - log π(a), where p is what the action was drawn from. With PPO that is the policy that played, and this is how far
    /// it has moved; where a look ahead or a search improved it, or actions are drawn at a temperature, it is how far π is from that.
    pub divergence: f64,
    /// Mean length of the gradient.
    pub gradient: f64,
}

/// How strong steps are now.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pace {
    pub rate: f32,
    /// The method with its strengths for now.
    pub method: Method,
}

impl Pace {
    /// For iteration `iteration` (from 0) of `iterations`. The values of the end are those that would come after the last
    /// iteration.
    pub fn at(recipe: &LearnerRecipe, iteration: u64, iterations: u64) -> Pace {
        let done = iteration as f32 / iterations as f32;
        Pace {
            rate: recipe.rate * (1.0 + (recipe.final_rate - 1.0) * done),
            method: recipe.method.at(iteration, iterations),
        }
    }
}

impl<'a> Rollout<'a> {
    /// Appends a trajectory, with its advantages (not yet scaled) and value targets.
    pub fn add(&mut self, trajectory: &'a Trajectory, recipe: &LearnerRecipe) {
        let values: Vec<f32> = trajectory.steps.iter().map(|s| s.value).collect();
        let (outcome, lambda) = (trajectory.outcome, recipe.lambda);
        let advantages = advantages(&values, outcome, lambda);
        let targets = match recipe.method {
            Method::Ppo { .. } => values.iter().zip(&advantages).map(|(v, a)| v + a).collect(),
            Method::Lookahead { .. } | Method::Search { .. } => {
                lambda_returns(&values, outcome, lambda)
            }
            Method::Td { .. } => td::returns(&trajectory.steps, outcome, lambda),
        };
        for (i, step) in trajectory.steps.iter().enumerate() {
            self.samples.push(Sample {
                trajectory: self.trajectories.len() as u32,
                step: i as u32,
                chosen: step.chosen,
                log_probability: step.log_probability,
                advantage: advantages[i],
                target: targets[i],
            });
        }
        self.trajectories.push(trajectory);
    }

    /// Adds a decision's features to a batch.
    fn copy(&self, sample: &Sample, batch: &mut Batch, architecture: &Architecture) {
        let from = &self.trajectories[sample.trajectory as usize].batch;
        batch.push_from(from, sample.step as usize, architecture);
    }

    /// The decision's rows in its trajectory.
    fn rows(&self, sample: &Sample) -> Range<usize> {
        let starts = &self.trajectories[sample.trajectory as usize].batch.starts;
        let step = sample.step as usize;
        starts[step]..starts[step + 1]
    }

    /// The improved policy at a decision; empty if there was no look ahead, and for methods that take none.
    fn improved(&self, sample: &Sample) -> &'a [f32] {
        let trajectory = self.trajectories[sample.trajectory as usize];
        trajectory.improved.get(self.rows(sample)).unwrap_or(&[])
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

/// G_t = (1 - λ) V_t + λ G_{t+1}, with the outcome after the last: V_t already looks one ply ahead.
fn lambda_returns(values: &[f32], outcome: f32, lambda: f32) -> Vec<f32> {
    let mut returns = vec![0.0; values.len()];
    let mut next = outcome;
    for t in (0..values.len()).rev() {
        next = (1.0 - lambda) * values[t] + lambda * next;
        returns[t] = next;
    }
    returns
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
        let drawn = &order[..rollout.fresh.min(order.len())];
        for indices in drawn.chunks(recipe.minibatch) {
            let share = indices.len() as f64 / drawn.len() as f64;
            let step = step(weights, adam, rollout, indices, recipe, pace);
            stats.add(&step, share);
        }
    }
    stats.of_the_taught()
}

/// Decisions whose gradient is computed at once: few enough that everything stays in the cache.
const AT_ONCE: usize = 128;

/// One gradient step on the decisions with these indices.
fn step(
    weights: &mut Weights,
    adam: &mut Adam,
    rollout: &Rollout,
    indices: &[usize],
    recipe: &LearnerRecipe,
    pace: Pace,
) -> LossStats {
    let (graph, mut batch) = (Graph::new(weights), Batch::default());
    let mut gradient = vec![0.0; weights.values.len()];
    let mut stats = LossStats::default();
    for part in indices.chunks(AT_ONCE) {
        batch.clear();
        for &index in part {
            rollout.copy(&rollout.samples[index], &mut batch, &weights.architecture);
        }
        let share = part.len() as f32 / indices.len() as f32;
        let of_part = graph.gradient(&batch, |logits, values| {
            let (gradient, found) = loss(rollout, part, (logits, values), recipe, pace);
            stats.add(&found, share.into());
            gradient
        });
        let both = gradient.iter_mut().zip(&of_part);
        both.for_each(|(sum, g)| *sum += share * g);
    }
    let longest = recipe.max_gradient;
    let norm = adam.step(&mut weights.values, &gradient, pace.rate, longest);
    stats.gradient = norm.into();
    stats
}

/// The mean loss's gradient with respect to the net's outputs for these decisions of a rollout, and its
/// statistics: the method's loss of the policy, and ½ `value_weight` (V - target)².
pub fn loss(
    rollout: &Rollout,
    indices: &[usize],
    (logits, values): (&[f32], &[f32]),
    recipe: &LearnerRecipe,
    pace: Pace,
) -> (OutputGradient, LossStats) {
    let share = 1.0 / indices.len() as f32;
    let mut gradient = OutputGradient {
        logits: vec![0.0; logits.len()],
        values: vec![0.0; values.len()],
    };
    let (mut stats, mut row) = (LossStats::default(), 0);
    for (i, &index) in indices.iter().enumerate() {
        let sample = &rollout.samples[index];
        let rows = row..row + rollout.rows(sample).len();
        row = rows.end;
        if !rows.is_empty() {
            let slopes = &mut gradient.logits[rows.clone()];
            let policy = Softmax::of(&logits[rows], share);
            match pace.method {
                Method::Ppo { clip, entropy, .. } => Clipped {
                    clip,
                    entropy_weight: entropy,
                }
                .add(&policy, sample, slopes, &mut stats),
                Method::Lookahead { .. } | Method::Search { .. } | Method::Td { .. } => {
                    let improved = rollout.improved(sample);
                    Imitation { improved }.add(&policy, slopes, &mut stats)
                }
            }
            let moved = sample.log_probability - policy.log[sample.chosen as usize];
            stats.divergence += f64::from(share * moved);
            stats.entropy += f64::from(share * policy.entropy);
            stats.taught += f64::from(share);
        }
        let error = values[i] - sample.target;
        gradient.values[i] = recipe.value_weight * error * share;
        stats.value += f64::from(error * error * share);
    }
    (gradient, stats)
}

/// The policy at one decision.
pub struct Softmax {
    /// log π(a) of each action.
    pub log: Vec<f32>,
    pub entropy: f32,
    /// The weight of the decision in the mean.
    pub share: f32,
}

impl Softmax {
    pub fn of(logits: &[f32], share: f32) -> Softmax {
        let largest = logits.iter().copied().fold(f32::MIN, f32::max);
        let total: f32 = logits.iter().map(|l| (l - largest).exp()).sum();
        let log_total = largest + total.ln();
        let log: Vec<f32> = logits.iter().map(|l| l - log_total).collect();
        let entropy = -log.iter().map(|l| l.exp() * l).sum::<f32>();
        Softmax {
            log,
            entropy,
            share,
        }
    }
}

impl LossStats {
    /// Turns the policy's means over all decisions into means over those at which it learns.
    fn of_the_taught(mut self) -> LossStats {
        if self.taught > 0.0 {
            for mean in [&mut self.policy, &mut self.entropy, &mut self.divergence] {
                *mean /= self.taught;
            }
        }
        self
    }

    fn add(&mut self, other: &LossStats, share: f64) {
        self.taught += share * other.taught;
        self.policy += share * other.policy;
        self.value += share * other.value;
        self.entropy += share * other.entropy;
        self.divergence += share * other.divergence;
        self.gradient += share * other.gradient;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::episode::Step;

    fn recipe(method: Method) -> LearnerRecipe {
        LearnerRecipe {
            method,
            rate: 1e-3,
            final_rate: 0.5,
            epochs: 1,
            minibatch: 8,
            value_weight: 0.7,
            lambda: 1.0,
            max_gradient: 1.0,
            average: 0.5,
            replay: 1,
        }
    }

    fn clipped() -> Method {
        Method::Ppo {
            clip: 0.2,
            entropy: 0.05,
            final_entropy: 0.05,
        }
    }

    fn imitation() -> Method {
        Method::Lookahead {
            temperature: 0.1,
            final_temperature: 0.025,
            keep: 0.9,
            final_keep: 1.0,
            share: 1.0,
            warm_up: 3,
        }
    }

    #[test]
    fn scaled_advantages_have_mean_zero_and_deviation_one() {
        let mut rollout = Rollout::default();
        let step = Step {
            chosen: 0,
            log_probability: 0.0,
            value: 0.5,
            explored: false,
        };
        let trajectory = Trajectory {
            batch: Batch {
                starts: vec![0, 1, 2],
                ..Batch::default()
            },
            steps: vec![step; 2],
            improved: vec![0.0; 2],
            outcome: -1.0,
        };
        rollout.add(&trajectory, &recipe(clipped()));
        rollout.samples[1].advantage = 0.0;
        rollout.scale_advantages();
        let scaled: Vec<f32> = rollout.samples.iter().map(|s| s.advantage).collect();
        assert!((scaled[0] + 1.0).abs() < 1e-5 && (scaled[1] - 1.0).abs() < 1e-5);
        assert_eq!(rollout.samples[0].target, -1.0);
    }

    #[test]
    fn lambda_returns_by_hand() {
        let returns = lambda_returns(&[0.2, 0.4], 1.0, 0.5);
        assert!((returns[1] - 0.7).abs() < 1e-6 && (returns[0] - 0.45).abs() < 1e-6);
    }

    #[test]
    fn the_rate_falls_linearly() {
        let pace = Pace::at(&recipe(clipped()), 5, 10);
        assert!((pace.rate - 0.75e-3).abs() < 1e-9);
    }

    #[test]
    fn strengths_change_on_their_way() {
        let at = |iteration| match imitation().at(iteration, 10) {
            Method::Lookahead {
                temperature,
                keep,
                share,
                ..
            } => (temperature, keep, share),
            other => panic!("the method becomes {other:?}"),
        };
        let (temperature, keep, share) = at(5);
        assert!((temperature - 0.05).abs() < 1e-6 && (keep - 0.95).abs() < 1e-6);
        assert_eq!((share, at(2).2, at(3).2), (1.0, 0.0, 1.0));
    }

    /// Decisions with 2, 3, 4 and 3 actions; ratios inside PPO's bounds, and outside on both sides
    /// with both signs.
    fn trajectory() -> Trajectory {
        let mut improved: Vec<f32> = (0..12).map(|i| 0.1 + 0.05 * (i % 3) as f32).collect();
        // No look ahead at the second decision.
        improved[2..5].fill(0.0);
        Trajectory {
            batch: Batch {
                starts: vec![0, 2, 5, 9, 12],
                ..Batch::default()
            },
            improved,
            ..Trajectory::default()
        }
    }

    fn rollout(trajectory: &Trajectory) -> Rollout<'_> {
        let sample = |step, chosen, p: f32, advantage| Sample {
            trajectory: 0,
            step,
            chosen,
            log_probability: p.ln(),
            advantage,
            target: 0.3,
        };
        Rollout {
            trajectories: vec![trajectory],
            samples: vec![
                sample(0, 0, 0.55, 1.0),
                sample(1, 1, 0.9, 0.7),
                sample(2, 2, 0.1, -1.2),
                sample(3, 0, 0.05, 2.0),
            ],
            fresh: 4,
        }
    }

    /// The losses from the formulas in the methods' documentation.
    fn plain(rollout: &Rollout, method: Method, outputs: &[f32]) -> f64 {
        let mut sum = 0.0;
        for (i, s) in rollout.samples.iter().enumerate() {
            let starts = &rollout.trajectories[0].batch.starts;
            let row = &outputs[starts[i]..starts[i + 1]];
            let total: f64 = row.iter().map(|l| f64::from(*l).exp()).sum();
            let p: Vec<f64> = row.iter().map(|l| f64::from(*l).exp() / total).collect();
            let error = f64::from(outputs[12 + i] - s.target);
            sum += 0.35 * error * error;
            match method {
                Method::Ppo { .. } => {
                    let ratio = p[s.chosen as usize] / f64::from(s.log_probability).exp();
                    let a = f64::from(s.advantage);
                    let entropy: f64 = -p.iter().map(|p| p * p.ln()).sum::<f64>();
                    sum += -(ratio * a).min(ratio.clamp(0.8, 1.2) * a) - 0.05 * entropy;
                }
                Method::Lookahead { .. } | Method::Search { .. } | Method::Td { .. } => {
                    let improved = rollout.improved(s).iter().zip(&p);
                    sum -= improved.map(|(q, p)| f64::from(*q) * p.ln()).sum::<f64>();
                }
            }
        }
        sum / 4.0
    }

    #[test]
    fn the_hand_made_gradients_are_the_slopes_of_the_losses() {
        let trajectory = trajectory();
        let rollout = rollout(&trajectory);
        for method in [clipped(), imitation()] {
            let pace = Pace { rate: 1.0, method };
            let mut outputs: Vec<f32> = (0..16).map(|i| (i as f32 * 1.7).sin()).collect();
            let split = outputs.split_at(12);
            let (found, _) = loss(&rollout, &[0, 1, 2, 3], split, &recipe(method), pace);
            let found = [found.logits, found.values].concat();
            for i in 0..16 {
                let (old, step) = (outputs[i], 1e-3);
                outputs[i] = old + step;
                let up = plain(&rollout, method, &outputs);
                outputs[i] = old - step;
                let down = plain(&rollout, method, &outputs);
                outputs[i] = old;
                let slope = (up - down) / (2.0 * f64::from(step));
                let got = f64::from(found[i]);
                assert!((slope - got).abs() < 2e-3, "{method:?} {i}: {slope} {got}");
            }
        }
    }
}
