//! A net as plain numbers.

use moonbase_engine::chance::rng_for;
use rand::RngExt;

use super::architecture::{Architecture, Layer};

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
    /// a twentieth of that. A pure function of the seed.
    pub fn random(architecture: &Architecture, seed: u64) -> Weights {
        let mut values = vec![0.0; architecture.size()];
        for (i, layer) in architecture.layers().iter().enumerate() {
            let mut rng = rng_for(seed, i as u64);
            let scale = bound(layer);
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
