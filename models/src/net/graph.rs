//! The net in burn, for gradients.

use burn::module::Param;
use burn::nn::Linear;
use burn::tensor::activation::relu;
use burn::tensor::{Device, Gradients, Int, Tensor, TensorData};

use super::architecture::{Layer, Parts, Scorer};
use super::{Batch, Weights};

/// A net whose gradients can be taken. Its parameters are set from [`Weights`], never drawn by burn, so that
/// nothing depends on burn's process-wide generator.
pub struct Graph {
    weights: Weights,
    net: Parts<Linear>,
    device: Device,
}

/// The gradient of a loss with respect to the net's outputs on a batch.
#[derive(Clone, Debug, Default)]
pub struct OutputGradient {
    /// One per action row.
    pub logits: Vec<f32>,
    /// One per position, with respect to the value (after tanh).
    pub values: Vec<f32>,
}

impl Graph {
    /// The graph of these weights on the CPU.
    pub fn new(weights: &Weights) -> Graph {
        let device = Device::flex().autodiff();
        let parts = weights.architecture.parts();
        let net = parts.map(|layer| linear(weights, layer, &device));
        let weights = weights.clone();
        Graph {
            weights,
            net,
            device,
        }
    }

    /// Logits (one per action row) and values (one per position) of a batch that is not empty.
    pub fn evaluate(&self, batch: &Batch) -> (Vec<f32>, Vec<f32>) {
        let (logits, values) = self.forward(batch);
        (logits.map(numbers).unwrap_or_default(), numbers(values))
    }

    /// The gradient with respect to all weights, laid out as they are, of the loss whose gradient
    /// with respect to the outputs is `loss(logits, values)`.
    ///
    /// The loss itself is thus computed outside the graph, where a softmax over ragged lists of
    /// actions is a plain loop; the chain rule does the rest: the graph differentiates
    /// Σ logits · g + Σ values · g with g held fixed.
    pub fn gradient(
        &self,
        batch: &Batch,
        loss: impl FnOnce(&[f32], &[f32]) -> OutputGradient,
    ) -> Vec<f32> {
        let (logits, values) = self.forward(batch);
        let l = logits.clone().map(numbers).unwrap_or_default();
        let OutputGradient {
            logits: dl,
            values: dv,
        } = loss(&l, &numbers(values.clone()));
        let mut surrogate = (values * self.column(dv)).sum();
        if let Some(logits) = logits {
            surrogate = (logits * self.column(dl)).sum() + surrogate;
        }
        self.collect(&surrogate.backward())
    }

    /// Logits, unless the batch has no action row, and values.
    fn forward(&self, batch: &Batch) -> (Option<Tensor<2>>, Tensor<2>) {
        let architecture = &self.weights.architecture;
        let states = self.matrix(&batch.states, architecture.state_features);
        let inputs = match architecture.sees_tiles() {
            true => Tensor::cat(vec![states, self.pool(batch)], 1),
            false => states,
        };
        let embedding = chain(&self.net.trunk, inputs, true);
        let values = chain(&self.net.value, embedding.clone(), false).tanh();
        let logits = (batch.rows() > 0).then(|| self.score(embedding, batch));
        (logits, values)
    }

    /// The logits of all action rows, as a column.
    fn score(&self, embedding: Tensor<2>, batch: &Batch) -> Tensor<2> {
        let features = self.weights.architecture.action_features;
        let (actions, owners) = (self.matrix(&batch.actions, features), self.owners(batch));
        match &self.net.scorer {
            Scorer::Joint {
                from_state,
                from_action,
                rest,
            } => {
                let shared = from_state.forward(embedding).select(0, owners);
                chain(rest, relu(shared + from_action.forward(actions)), false)
            }
            Scorer::Factored(layer) => {
                let weights = layer.forward(embedding).select(0, owners);
                (weights * actions).sum_dim(1)
            }
        }
    }

    /// For each position the mean and the maximum of its encoded tiles.
    fn pool(&self, batch: &Batch) -> Tensor<2> {
        let padded = Padded::new(batch, self.weights.architecture.tile_features);
        let there = self.column(padded.there);
        let rows = self.matrix(&padded.rows, self.weights.architecture.tile_features);
        // What is not there counts nothing; after a ReLU it is no maximum either.
        let encoded = chain(&self.net.tiles, rows, true) * there;
        let [_, width] = encoded.dims();
        let encoded = encoded.reshape([batch.len(), padded.most, width]);
        let most = encoded.clone().max_dim(1).squeeze_dim(1);
        let sum: Tensor<2> = encoded.sum_dim(1).squeeze_dim(1);
        Tensor::cat(vec![sum * self.column(padded.shares), most], 1)
    }

    /// For each action row the number of its position.
    fn owners(&self, batch: &Batch) -> Tensor<1, Int> {
        let spans = batch.starts.windows(2).enumerate();
        let owners: Vec<i64> = spans
            .flat_map(|(i, span)| std::iter::repeat_n(i as i64, span[1] - span[0]))
            .collect();
        let len = owners.len();
        Tensor::from_data(TensorData::new(owners, [len]), &self.device)
    }

    fn matrix(&self, values: &[f32], columns: usize) -> Tensor<2> {
        let shape = [values.len() / columns, columns];
        Tensor::from_data(TensorData::new(values.to_vec(), shape), &self.device)
    }

    fn column(&self, values: Vec<f32>) -> Tensor<2> {
        let len = values.len();
        Tensor::from_data(TensorData::new(values, [len, 1]), &self.device)
    }

    fn collect(&self, gradients: &Gradients) -> Vec<f32> {
        let mut all = Vec::with_capacity(self.weights.values.len());
        for linear in self.net.all() {
            let weight = linear.weight.val();
            push(
                &mut all,
                weight.grad(gradients),
                weight.shape().num_elements(),
            );
            if let Some(bias) = &linear.bias {
                let bias = bias.val();
                push(&mut all, bias.grad(gradients), bias.shape().num_elements());
            }
        }
        all
    }
}

/// The tiles of a batch, as many for each position.
struct Padded {
    /// Rows for each position: the most tiles of any, at least one.
    most: usize,
    /// `len × most` rows; zeros for tiles that are not there.
    rows: Vec<f32>,
    /// 1 for each row of a tile.
    there: Vec<f32>,
    /// One over the number of tiles, for each position.
    shares: Vec<f32>,
}

impl Padded {
    fn new(batch: &Batch, width: usize) -> Padded {
        let spans = || batch.tile_starts.windows(2).map(|span| span[0]..span[1]);
        let most = spans().map(|span| span.len()).max().unwrap_or(0).max(1);
        let mut padded = Padded {
            most,
            rows: vec![0.0; batch.len() * most * width],
            there: vec![0.0; batch.len() * most],
            shares: spans().map(|span| 1.0 / span.len().max(1) as f32).collect(),
        };
        for (position, span) in spans().enumerate() {
            let (count, at) = (span.len(), position * most);
            padded.rows[at * width..][..count * width]
                .copy_from_slice(&batch.tiles[span.start * width..span.end * width]);
            padded.there[at..][..count].fill(1.0);
        }
        padded
    }
}

fn linear(weights: &Weights, layer: &Layer, device: &Device) -> Linear {
    let shape = [layer.inputs, layer.outputs];
    let matrix = TensorData::new(weights.matrix(layer).to_vec(), shape);
    let bias = TensorData::new(weights.bias(layer).to_vec(), [layer.bias_len()]);
    Linear {
        weight: Param::from_data(matrix, device),
        bias: layer.bias.then(|| Param::from_data(bias, device)),
    }
}

fn chain(layers: &[Linear], input: Tensor<2>, relu_last: bool) -> Tensor<2> {
    let (mut x, last) = (input, layers.len() - 1);
    for (i, layer) in layers.iter().enumerate() {
        x = layer.forward(x);
        if i < last || relu_last {
            x = relu(x);
        }
    }
    x
}

fn numbers<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor
        .try_into_vec_as::<f32>()
        .expect("the CPU backend holds 32-bit floats")
}

/// Appends a gradient, or zeros where the loss does not reach.
fn push<const D: usize>(all: &mut Vec<f32>, gradient: Option<Tensor<D>>, len: usize) {
    match gradient {
        Some(gradient) => all.extend(numbers(gradient)),
        None => all.extend(std::iter::repeat_n(0.0, len)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Architecture, FastNet, Scratch};
    use super::*;

    fn architecture() -> Architecture {
        Architecture {
            state_features: 5,
            action_features: 3,
            trunk: vec![24, 17],
            value: vec![8],
            scorer: vec![20, 9],
            ..Architecture::default()
        }
    }

    fn seeing_tiles() -> Architecture {
        Architecture {
            tile_features: 4,
            tiles: vec![18, 6],
            ..architecture()
        }
    }

    /// Each way to see tiles with each scorer.
    fn architectures() -> [Architecture; 4] {
        let factored = |architecture| Architecture {
            scorer: vec![],
            ..architecture
        };
        let (plain, tiles) = (architecture(), seeing_tiles());
        [
            plain.clone(),
            tiles.clone(),
            factored(plain),
            factored(tiles),
        ]
    }

    /// Positions with 1, 4, 7 … actions and 0, 5, 3 … tiles of made-up numbers.
    fn batch(positions: usize) -> Batch {
        let number = |i: usize| ((i * 7919 + 13) % 101) as f32 / 50.0 - 1.0;
        let mut batch = Batch::default();
        for position in 0..positions {
            let rows = 1 + position * 3 % 7;
            batch
                .states
                .extend((0..5).map(|i| number(position * 5 + i)));
            let from = batch.actions.len();
            batch.actions.extend((from..from + rows * 3).map(number));
            batch.starts.push(batch.rows() + rows);
            let (tiles, from) = (position * 5 % 7, batch.tiles.len());
            batch.tiles.extend((from..from + tiles * 4).map(number));
            batch.tile_starts.push(batch.tile_rows() + tiles);
        }
        batch
    }

    #[test]
    fn the_fast_path_agrees_with_the_graph() {
        for architecture in architectures() {
            let weights = Weights::random(&architecture, 3);
            let (net, graph) = (FastNet::new(&weights), Graph::new(&weights));
            let (batch, mut scratch) = (batch(40), Scratch::default());
            net.evaluate(&batch, &mut scratch);
            let (logits, values) = graph.evaluate(&batch);
            assert_eq!(scratch.logits.len(), logits.len());
            for (fast, slow) in scratch.logits.iter().zip(&logits) {
                assert!((fast - slow).abs() < 1e-5, "{fast} {slow}");
            }
            for (fast, slow) in scratch.values.iter().zip(&values) {
                assert!((fast - slow).abs() < 1e-5, "{fast} {slow}");
            }
        }
    }

    #[test]
    fn a_position_alone_gives_the_same_bits_as_in_a_batch() {
        for architecture in architectures() {
            let weights = Weights::random(&architecture, 4);
            let net = FastNet::new(&weights);
            let (batch, mut together) = (batch(20), Scratch::default());
            net.evaluate(&batch, &mut together);
            let mut scratch = Scratch::default();
            for i in 0..batch.len() {
                let mut single = Batch::default();
                single.push_from(&batch, i, &weights.architecture);
                net.evaluate(&single, &mut scratch);
                assert_eq!(scratch.values[0], together.values[i]);
                let rows = batch.starts[i]..batch.starts[i + 1];
                assert_eq!(scratch.logits, together.logits[rows]);
            }
        }
    }

    #[test]
    fn positions_without_actions_have_values_and_gradients() {
        for architecture in architectures() {
            let weights = Weights::random(&architecture, 6);
            let (all, graph) = (batch(5), Graph::new(&weights));
            let mut bare = all.clone();
            bare.actions.clear();
            bare.starts.fill(0);
            let (logits, values) = graph.evaluate(&bare);
            assert!(logits.is_empty());
            assert_eq!(values, graph.evaluate(&all).1);
            let slopes = |logits: &[f32], values: &[f32]| OutputGradient {
                logits: vec![0.0; logits.len()],
                values: values.to_vec(),
            };
            let both = graph.gradient(&bare, slopes).into_iter();
            let pairs = both.zip(graph.gradient(&all, slopes));
            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-6));
        }
    }

    #[test]
    fn the_order_of_tiles_does_not_matter() {
        let weights = Weights::random(&seeing_tiles(), 6);
        let net = FastNet::new(&weights);
        let mut batch = batch(9);
        let (mut before, mut after) = (Scratch::default(), Scratch::default());
        net.evaluate(&batch, &mut before);
        for position in 0..batch.len() {
            let (from, to) = (batch.tile_starts[position], batch.tile_starts[position + 1]);
            batch.tiles[from * 4..to * 4].rotate_right(4 * usize::from(to > from));
        }
        net.evaluate(&batch, &mut after);
        for (x, y) in before.values.iter().zip(&after.values) {
            assert!((x - y).abs() < 1e-6);
        }
        // But what stands on them does.
        batch.tiles.iter_mut().for_each(|number| *number += 1.0);
        net.evaluate(&batch, &mut after);
        assert!((before.values[1] - after.values[1]).abs() > 1e-4);
    }

    #[test]
    fn the_gradient_is_the_slope_of_the_loss() {
        for architecture in architectures() {
            check_gradient(Weights::random(&architecture, 5));
        }
    }

    /// Loss: Σ ½ (logit - 1)² + Σ ½ (value - 1)².
    fn check_gradient(mut weights: Weights) {
        let batch = batch(6);
        let loss = |weights: &Weights| -> f64 {
            let (logits, values) = Graph::new(weights).evaluate(&batch);
            let square = |x: &f32| 0.5 * (f64::from(*x) - 1.0).powi(2);
            logits.iter().chain(&values).map(square).sum()
        };
        let gradient = Graph::new(&weights).gradient(&batch, |logits, values| OutputGradient {
            logits: logits.iter().map(|l| l - 1.0).collect(),
            values: values.iter().map(|v| v - 1.0).collect(),
        });
        // Every layer matters somewhere: not all its slopes are zero.
        for layer in weights.architecture.layers() {
            let slopes = &gradient[layer.matrix()];
            assert!(
                slopes.iter().any(|slope| slope.abs() > 1e-3),
                "{}",
                layer.name
            );
        }
        for i in (0..weights.values.len()).step_by(17) {
            let (old, step) = (weights.values[i], 2e-3);
            weights.values[i] = old + step;
            let up = loss(&weights);
            weights.values[i] = old - step;
            let down = loss(&weights);
            weights.values[i] = old;
            let slope = (up - down) / (2.0 * f64::from(step));
            let got = f64::from(gradient[i]);
            assert!(
                (slope - got).abs() < 0.02 + 0.02 * slope.abs(),
                "{i}: {slope} {got}"
            );
        }
    }
}
