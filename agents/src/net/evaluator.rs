//! Nets as the judges of positions.

use std::sync::Arc;

use moonbase_engine::{BySeat, SeatValue};
use moonbase_models::{Batch, FastNet, Features, Scratch};

use crate::agent::decider;
use crate::evaluator::{Evaluation, Evaluator, Query, uniform};

/// Nets for one seat or both.
pub type SeatNets = BySeat<Option<Arc<FastNet>>>;

/// Judges positions by nets. Where the seat to move has none, all actions look alike, and the value
/// is the other seat's opinion.
#[derive(Clone)]
pub struct NetEvaluator {
    nets: SeatNets,
    batch: Batch,
    scratch: Scratch,
}

impl NetEvaluator {
    /// # Panics
    /// If there is no net at all.
    pub fn new(nets: SeatNets) -> Self {
        assert!(nets.first.is_some() || nets.second.is_some(), "a net");
        NetEvaluator {
            nets,
            batch: Batch::default(),
            scratch: Scratch::default(),
        }
    }

    /// The net's policy at `temperature` and its value, for the seat to move.
    pub(super) fn judge<G: Features>(
        &mut self,
        position: &G,
        actions: &[G::Action],
        temperature: f32,
    ) -> Evaluation {
        let seat = decider(position);
        self.batch.clear();
        if let Some(net) = &self.nets[seat] {
            self.batch.push(net.architecture(), position, seat, actions);
            net.evaluate(&self.batch, &mut self.scratch);
            return Evaluation {
                value: SeatValue(self.scratch.values[0].into()),
                priors: softmax(&self.scratch.logits, temperature),
            };
        }
        let other = seat.other();
        if let Some(net) = &self.nets[other] {
            self.batch.push(net.architecture(), position, other, &[]);
            net.evaluate(&self.batch, &mut self.scratch);
        }
        Evaluation {
            value: SeatValue((-self.scratch.values[0]).into()),
            priors: uniform(actions.len()),
        }
    }
}

/// Probabilities proportional to exp(logit / temperature).
fn softmax(logits: &[f32], temperature: f32) -> Vec<f32> {
    let largest = logits.iter().copied().fold(f32::MIN, f32::max);
    let weigh = |logit: &f32| ((logit - largest) / temperature).exp();
    let mut weights: Vec<f32> = logits.iter().map(weigh).collect();
    let total: f32 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= total);
    weights
}

impl<G: Features> Evaluator<G> for NetEvaluator {
    fn evaluate(&mut self, position: &G, actions: &[G::Action]) -> Evaluation {
        self.judge(position, actions, 1.0)
    }

    fn evaluate_batch(&mut self, queries: &[Query<'_, G>]) -> Vec<Evaluation> {
        let one = |query: &Query<'_, G>| self.judge(query.position, query.actions, 1.0);
        queries.iter().map(one).collect()
    }
}
