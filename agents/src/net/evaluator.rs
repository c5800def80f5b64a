//! Nets as the judges of positions.

use std::sync::Arc;

use moonbase_engine::{BySeat, Seat, SeatValue};
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
    /// Share of the priors that all actions get alike.
    spread: f32,
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
            spread: 0.0,
        }
    }

    /// A share of the priors goes to all actions alike, so that a search looks at each some time, however sure the net is.
    pub fn spread(self, spread: f32) -> Self {
        NetEvaluator { spread, ..self }
    }

    /// The net's policy at `temperature` and its value, for the seat to move.
    pub(super) fn judge<G: Features>(
        &mut self,
        position: &G,
        actions: &[G::Action],
        temperature: f32,
    ) -> Evaluation {
        let seat = self.judging(decider(position));
        self.batch.clear();
        self.push(seat, &Query { position, actions });
        self.evaluate_with(seat);
        self.answer(0, seat, &Query { position, actions }, temperature)
    }

    /// The seat whose net judges positions in which `seat` decides.
    fn judging(&self, seat: Seat) -> Seat {
        match self.nets[seat] {
            Some(_) => seat,
            None => seat.other(),
        }
    }

    /// Adds a position to the batch for the net of `seat`.
    fn push<G: Features>(&mut self, seat: Seat, query: &Query<'_, G>) {
        let actions = match decider(query.position) == seat {
            true => query.actions,
            false => &[],
        };
        if let Some(net) = &self.nets[seat] {
            let architecture = net.architecture();
            self.batch.push(architecture, query.position, seat, actions);
        }
    }

    fn evaluate_with(&mut self, seat: Seat) {
        if let Some(net) = &self.nets[seat] {
            net.evaluate(&self.batch, &mut self.scratch);
        }
    }

    /// What the net of `seat` has said of position `index` of the batch.
    fn answer<G: Features>(
        &self,
        index: usize,
        seat: Seat,
        query: &Query<'_, G>,
        temperature: f32,
    ) -> Evaluation {
        let value = f64::from(self.scratch.values[index]);
        let rows = self.batch.starts[index]..self.batch.starts[index + 1];
        match decider(query.position) == seat {
            true => Evaluation {
                value: SeatValue(value),
                priors: spread(
                    softmax(&self.scratch.logits[rows], temperature),
                    self.spread,
                ),
            },
            false => Evaluation {
                value: SeatValue(-value),
                priors: uniform(query.actions.len()),
            },
        }
    }
}

/// What a net's outputs say of a position for whose seat to move it is.
pub fn evaluation_of(logits: &[f32], value: f32) -> Evaluation {
    Evaluation {
        value: SeatValue(value.into()),
        priors: softmax(logits, 1.0),
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

/// `(1 - share) p + share / n` for each of `n` probabilities `p`.
fn spread(mut priors: Vec<f32>, share: f32) -> Vec<f32> {
    let each = share / priors.len() as f32;
    priors
        .iter_mut()
        .for_each(|p| *p = (1.0 - share) * *p + each);
    priors
}

impl<G: Features> Evaluator<G> for NetEvaluator {
    fn evaluate(&mut self, position: &G, actions: &[G::Action]) -> Evaluation {
        self.judge(position, actions, 1.0)
    }

    fn evaluate_batch(&mut self, queries: &[Query<'_, G>]) -> Vec<Evaluation> {
        let mut answers = vec![None; queries.len()];
        for seat in Seat::BOTH {
            let judged = |i: &usize| self.judging(decider(queries[*i].position)) == seat;
            let places: Vec<usize> = (0..queries.len()).filter(judged).collect();
            self.batch.clear();
            places.iter().for_each(|i| self.push(seat, &queries[*i]));
            self.evaluate_with(seat);
            for (index, place) in places.into_iter().enumerate() {
                answers[place] = Some(self.answer(index, seat, &queries[place], 1.0));
            }
        }
        answers.into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_of_the_priors_goes_to_all_alike() {
        assert_eq!(spread(vec![0.75, 0.25], 0.0), [0.75, 0.25]);
        assert_eq!(
            spread(vec![1.0, 0.0, 0.0, 0.0], 0.5),
            [0.625, 0.125, 0.125, 0.125]
        );
        assert_eq!(spread(vec![0.75, 0.25], 1.0), [0.5, 0.5]);
    }
}
