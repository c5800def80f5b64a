//! A net as plain numbers.

use moonbase_engine::chance::rng_for;
use rand::RngExt;

use super::architecture::{Architecture, Layer, Scorer};

/// All weights of a net in one vector, laid out as [`Architecture::layers`] says.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    pub architecture: Architecture,
    pub values: Vec<f32>,
}

/// Output layers start so much smaller than others: the first policy is nearly uniform, and the
/// first value nearly zero (Andrychowicz et al. 2021, "What matters in on-policy RL").
const OUTPUT_SCALE: f32 = 0.05;

impl Weights {
    /// New weights: matrices uniform in ±√(6 / inputs) (He et al. 2015), biases zero, output layers
    /// a twentieth of that. The inputs of a factored scorer are the products of embedding and action. A pure function
    /// of the seed.
    pub fn random(architecture: &Architecture, seed: u64) -> Weights {
        let mut values = vec![0.0; architecture.size()];
        let parts = architecture.parts();
        for (i, layer) in parts.all().enumerate() {
            let mut rng = rng_for(seed, i as u64);
            let scale = match &parts.scorer {
                Scorer::Factored(last) if last == layer => factored_bound(layer),
                _ => bound(layer),
            };
            for value in &mut values[layer.matrix()] {
                *value = rng.random_range(-scale..scale);
            }
        }
        let architecture = architecture.clone();
        Weights {
            architecture,
            values,
        }
    }

    /// The matrix of a layer, `inputs × outputs`, row by row.
    pub fn matrix(&self, layer: &Layer) -> &[f32] {
        &self.values[layer.matrix()]
    }

    /// The bias of a layer; empty if it has none.
    pub fn bias(&self, layer: &Layer) -> &[f32] {
        &self.values[layer.bias()]
    }

    /// Is every weight a finite number?
    pub fn all_finite(&self) -> bool {
        self.values.iter().all(|w| w.is_finite())
    }
}

fn bound(layer: &Layer) -> f32 {
    let he = (6.0 / layer.inputs as f32).sqrt();
    if layer.outputs == 1 {
        he * OUTPUT_SCALE
    } else {
        he
    }
}

fn factored_bound(layer: &Layer) -> f32 {
    let products = layer.inputs * layer.outputs;
    OUTPUT_SCALE * (6.0 / products as f32).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::{Batch, FastNet, Scratch};
    use super::*;

    #[test]
    fn the_first_policy_is_nearly_uniform() {
        for scorer in [vec![32], vec![32, 16], vec![]] {
            let architecture = Architecture {
                state_features: 20,
                action_features: 40,
                trunk: vec![64, 48],
                scorer,
                ..Architecture::default()
            };
            let batch = Batch {
                states: (0..20).map(|i| (i % 3) as f32 - 1.0).collect(),
                actions: (0..400).map(|i| (i * i % 7 % 3) as f32 - 1.0).collect(),
                starts: vec![0, 10],
                ..Batch::default()
            };
            let (net, mut scratch) = (
                FastNet::new(&Weights::random(&architecture, 1)),
                Scratch::default(),
            );
            net.evaluate(&batch, &mut scratch);
            let most = scratch.logits.iter().fold(0.0, |m: f32, l| m.max(l.abs()));
            assert!(0.001 < most && most < 0.3, "{architecture}: {most}");
        }
    }
}
