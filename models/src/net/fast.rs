//! The net without a graph: weights packed once, no allocation a call once the scratch has grown.

use super::architecture::{Architecture, Layer, Parts, Scorer};
use super::kernel::{Machine, Packed, Start, affine, dot_rows};
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
    inputs: Vec<f32>,
    embeddings: Vec<f32>,
    shared: Vec<f32>,
    owners: Vec<u32>,
    joined: Vec<f32>,
}

/// Two buffers that layers fill in turn; the last result is in `front`.
#[derive(Clone, Debug, Default)]
struct Pair {
    front: Vec<f32>,
    back: Vec<f32>,
    /// Working memory of [`affine`].
    used: Vec<u32>,
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
        if self.architecture.sees_tiles() {
            self.pool(batch, scratch);
        }
        self.embed(batch, scratch);
        if batch.rows() > 0 {
            self.score(batch, scratch);
        }
    }

    /// Leaves the trunk's inputs in `scratch.inputs`: the numbers of each position, and its tiles pooled.
    fn pool(&self, batch: &Batch, scratch: &mut Scratch) {
        let Scratch { pair, inputs, .. } = scratch;
        let (rows, width) = (batch.tile_rows(), self.architecture.tile_features);
        let input = (batch.tiles.as_slice(), width);
        self.chain(&self.parts.tiles, input, rows, true, pair);
        let (last, states) = (
            &self.parts.tiles[self.parts.tiles.len() - 1],
            self.architecture.state_features,
        );
        inputs.clear();
        let spans = batch.tile_starts.windows(2);
        for (state, span) in batch.states.chunks_exact(states).zip(spans) {
            inputs.extend_from_slice(state);
            let at = inputs.len();
            inputs.resize(at + self.architecture.pooled(), 0.0);
            let (mean, most) = inputs[at..].split_at_mut(last.outputs);
            let encoded = &pair.front[span[0] * last.width..span[1] * last.width];
            pool(encoded, last.width, mean, most);
        }
    }

    /// Leaves the embeddings in `scratch.embeddings`, and the values.
    fn embed(&self, batch: &Batch, scratch: &mut Scratch) {
        let rows = batch.len();
        let Scratch {
            pair,
            inputs,
            embeddings,
            ..
        } = scratch;
        let inputs = match self.architecture.sees_tiles() {
            true => inputs.as_slice(),
            false => batch.states.as_slice(),
        };
        let input = (inputs, self.architecture.trunk_inputs());
        self.chain(&self.parts.trunk, input, rows, true, pair);
        std::mem::swap(embeddings, &mut pair.front);
        let input = (embeddings.as_slice(), width(&self.parts.trunk));
        self.chain(&self.parts.value, input, rows, false, pair);
        let values = pair.front.chunks_exact(width(&self.parts.value));
        let values = values.take(rows).map(|row| row[0].tanh());
        scratch.values.extend(values);
    }

    /// Adds the logits of all actions.
    fn score(&self, batch: &Batch, scratch: &mut Scratch) {
        match &self.parts.scorer {
            Scorer::Joint {
                from_state,
                from_action,
                rest,
            } => self.score_jointly([from_state, from_action], rest, batch, scratch),
            Scorer::Factored(layer) => self.score_factored(layer, batch, scratch),
        }
    }

    fn score_jointly(
        &self,
        [from_state, from_action]: [&Packed; 2],
        rest: &[Packed],
        batch: &Batch,
        scratch: &mut Scratch,
    ) {
        let machine = self.machine;
        let Scratch {
            logits,
            pair,
            embeddings,
            shared,
            owners,
            joined,
            ..
        } = scratch;
        let shared = room(shared, batch.len() * from_state.width);
        let input = (embeddings.as_slice(), width(&self.parts.trunk));
        let used = &mut pair.used;
        affine(machine, from_state, input, Start::Bias, false, used, shared);
        owners.clear();
        for (position, span) in batch.starts.windows(2).enumerate() {
            owners.resize(owners.len() + span[1] - span[0], position as u32);
        }
        let joined = room(joined, batch.rows() * from_action.width);
        let (input, start) = (
            (batch.actions.as_slice(), from_action.inputs),
            Start::BiasAnd(shared, owners),
        );
        affine(machine, from_action, input, start, true, used, joined);
        let input = (&*joined, from_action.width);
        self.chain(rest, input, batch.rows(), false, pair);
        let scores = pair.front.chunks_exact(width(rest));
        logits.extend(scores.take(batch.rows()).map(|row| row[0]));
    }

    fn score_factored(&self, layer: &Packed, batch: &Batch, scratch: &mut Scratch) {
        let (machine, features) = (self.machine, layer.outputs);
        let Scratch {
            logits,
            pair,
            embeddings,
            shared,
            ..
        } = scratch;
        let shared = room(shared, batch.len() * layer.width);
        let input = (embeddings.as_slice(), width(&self.parts.trunk));
        let used = &mut pair.used;
        affine(machine, layer, input, Start::Bias, false, used, shared);
        logits.resize(batch.rows(), 0.0);
        let spans = batch.starts.windows(2);
        for (weights, span) in shared.chunks_exact(layer.width).zip(spans) {
            let actions = &batch.actions[span[0] * features..span[1] * features];
            let logits = &mut logits[span[0]..span[1]];
            dot_rows(machine, actions, &weights[..features], logits);
        }
    }

    /// Runs layers one after another, ReLU between them, and after the last if `relu_last`. The
    /// result is left in the first `rows` rows of `pair.front`.
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
            let Pair { front, back, used } = pair;
            let from = match i {
                0 => input,
                _ => (front.as_slice(), layers[i - 1].width),
            };
            let to = room(back, rows * layer.width);
            affine(self.machine, layer, from, Start::Bias, relu, used, to);
            std::mem::swap(front, back);
        }
    }
}

/// Numbers in a row of what comes out of a chain of layers.
fn width(layers: &[Packed]) -> usize {
    layers.last().map_or(0, |layer| layer.width)
}

/// The first `len` numbers of a buffer, which grows if it must and never shrinks.
fn room(buffer: &mut Vec<f32>, len: usize) -> &mut [f32] {
    if buffer.len() < len {
        buffer.resize(len, 0.0);
    }
    &mut buffer[..len]
}

/// Mean and maximum of rows of numbers that are 0 or more; zeros if there are none.
fn pool(rows: &[f32], stride: usize, mean: &mut [f32], most: &mut [f32]) {
    let count = rows.len() / stride;
    for row in rows.chunks_exact(stride) {
        for ((mean, most), number) in mean.iter_mut().zip(most.iter_mut()).zip(row) {
            *mean += number;
            *most = most.max(*number);
        }
    }
    let share = 1.0 / count.max(1) as f32;
    mean.iter_mut().for_each(|sum| *sum *= share);
}
