//! The net without a graph: weights packed once, no allocation a call once the scratch has grown.

use super::architecture::{Architecture, Layer, Parts};
use super::kernel::{Machine, Packed, Start, affine};
use super::{Batch, Weights};

/// A net ready to evaluate positions. Each position's sums are made in the same order whatever else is in
/// the batch, so that its numbers do not depend on that.
pub struct FastNet {
    architecture: Architecture,
    machine: Machine,
    parts: Parts<Packed>,
}

/// Working memory of [`FastNet::evaluate`] and its results. Reused from call to call.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    /// A logit per action row of the batch.
    pub logits: Vec<f32>,
    /// A value in [-1, 1] per position, seen by the seat that the features are of.
    pub values: Vec<f32>,
    pair: Pair,
    embeddings: Vec<f32>,
    shared: Vec<f32>,
    joined: Vec<f32>,
}

/// Two buffers that layers fill in turn; the last result is in `front`.
#[derive(Clone, Debug, Default)]
struct Pair {
    front: Vec<f32>,
    back: Vec<f32>,
}

impl FastNet {
    pub fn new(weights: &Weights) -> FastNet {
        let pack = |layer: &Layer| {
            let (matrix, bias) = (weights.matrix(layer), weights.bias(layer));
            Packed::new(layer.inputs, layer.outputs, matrix, bias)
        };
        FastNet {
            architecture: weights.architecture.clone(),
            machine: Machine::detect(),
            parts: weights.architecture.parts().map(pack),
        }
    }

    pub fn architecture(&self) -> &Architecture {
        &self.architecture
    }

    /// Evaluates a batch; the results are in `scratch.logits` and `scratch.values`.
    pub fn evaluate(&self, batch: &Batch, scratch: &mut Scratch) {
        scratch.logits.clear();
        scratch.values.clear();
        if batch.is_empty() {
            return;
        }
        self.embed(batch, scratch);
        let action_len = self.architecture.action_features;
        for position in 0..batch.len() {
            let (from, to) = (batch.starts[position], batch.starts[position + 1]);
            if to > from {
                let actions = &batch.actions[from * action_len..to * action_len];
                self.score(position, actions, to - from, scratch);
            }
        }
    }

    /// Leaves the embeddings in `scratch.embeddings`, and the values.
    fn embed(&self, batch: &Batch, scratch: &mut Scratch) {
        let (rows, state_len) = (batch.len(), self.architecture.state_features);
        let Scratch {
            pair, embeddings, ..
        } = scratch;
        let input = (batch.states.as_slice(), state_len);
        self.chain(&self.parts.trunk, input, rows, true, pair);
        std::mem::swap(embeddings, &mut pair.front);
        let input = (embeddings.as_slice(), embeddings.len() / rows);
        self.chain(&self.parts.value, input, rows, false, pair);
        let stride = pair.front.len() / rows;
        let values = pair.front.chunks_exact(stride).map(|row| row[0].tanh());
        scratch.values.extend(values);
    }

    /// Adds the logits of `rows` actions of a position.
    fn score(&self, position: usize, actions: &[f32], rows: usize, scratch: &mut Scratch) {
        let (parts, machine) = (&self.parts, self.machine);
        let Scratch {
            pair,
            embeddings,
            shared,
            joined,
            ..
        } = scratch;
        let stride = parts.trunk[parts.trunk.len() - 1].width;
        let embedding = &embeddings[position * stride..][..stride];
        let width = parts.from_state.width;
        shared.resize(width, 0.0);
        let input = (embedding, stride);
        affine(
            machine,
            &parts.from_state,
            input,
            Start::Bias,
            false,
            shared,
        );
        joined.resize(rows * width, 0.0);
        let (input, start) = ((actions, parts.from_action.inputs), Start::BiasAnd(shared));
        affine(machine, &parts.from_action, input, start, true, joined);
        self.chain(&parts.scorer, (joined, width), rows, false, pair);
        let stride = parts.scorer[parts.scorer.len() - 1].width;
        let scores = pair.front.chunks_exact(stride).map(|row| row[0]);
        scratch.logits.extend(scores);
    }

    /// Runs layers one after another, ReLU between them, and after the last if `relu_last`. The
    /// result is left in `pair.front`.
    fn chain(
        &self,
        layers: &[Packed],
        input: (&[f32], usize),
        rows: usize,
        relu_last: bool,
        pair: &mut Pair,
    ) {
        for (i, layer) in layers.iter().enumerate() {
            let relu = relu_last || i + 1 < layers.len();
            pair.back.resize(rows * layer.width, 0.0);
            let from = match i {
                0 => input,
                _ => (pair.front.as_slice(), layers[i - 1].width),
            };
            affine(self.machine, layer, from, Start::Bias, relu, &mut pair.back);
            std::mem::swap(&mut pair.front, &mut pair.back);
        }
    }
}
