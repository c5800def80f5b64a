//! Adam (Kingma and Ba 2015) on plain numbers.
//!
//! m ← β₁ m + (1 - β₁) g, v ← β₂ v + (1 - β₂) g², w ← w - rate · m̂ / (√v̂ + ε), where m̂ and v̂ are m and v
//! divided by 1 - βᵗ. Gradients longer than a bound are shortened to it first (Pascanu et al. 2013).

use serde::{Deserialize, Serialize};

const BETA_1: f32 = 0.9;
const BETA_2: f32 = 0.999;
const EPSILON: f32 = 1e-5;

/// The optimiser's state for one net.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Adam {
    steps: u64,
    first: Vec<f32>,
    second: Vec<f32>,
}

impl Adam {
    /// For `len` weights.
    pub fn new(len: usize) -> Adam {
        Adam {
            steps: 0,
            first: vec![0.0; len],
            second: vec![0.0; len],
        }
    }

    /// Number of weights that it optimises.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// One step downhill. Returns the gradient's length before it was shortened; a gradient that is
    /// not finite changes nothing; whoever calls must look at the length.
    pub fn step(&mut self, weights: &mut [f32], gradient: &[f32], rate: f32, longest: f32) -> f32 {
        let norm = norm(gradient);
        if !norm.is_finite() {
            return norm;
        }
        self.steps += 1;
        let scale = if norm > longest { longest / norm } else { 1.0 };
        let steps = i32::try_from(self.steps).unwrap_or(i32::MAX);
        let (unbias_1, unbias_2) = (1.0 - BETA_1.powi(steps), 1.0 - BETA_2.powi(steps));
        let moments = self.first.iter_mut().zip(&mut self.second);
        for ((w, g), (m, v)) in weights.iter_mut().zip(gradient).zip(moments) {
            let g = g * scale;
            *m = BETA_1 * *m + (1.0 - BETA_1) * g;
            *v = BETA_2 * *v + (1.0 - BETA_2) * g * g;
            *w -= rate * (*m / unbias_1) / ((*v / unbias_2).sqrt() + EPSILON);
        }
        norm
    }
}

fn norm(gradient: &[f32]) -> f32 {
    let sum: f64 = gradient.iter().map(|g| f64::from(*g) * f64::from(*g)).sum();
    sum.sqrt() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_step_has_the_length_of_the_rate_in_each_direction() {
        let (mut adam, mut weights) = (Adam::new(2), vec![1.0, 1.0]);
        let norm = adam.step(&mut weights, &[3.0, -4.0], 0.1, 100.0);
        assert_eq!(norm, 5.0);
        assert!((weights[0] - 0.9).abs() < 1e-4 && (weights[1] - 1.1).abs() < 1e-4);
    }

    #[test]
    fn the_minimum_of_a_bowl_is_found() {
        let (mut adam, mut weights) = (Adam::new(2), vec![2.0, -3.0]);
        for _ in 0..2000 {
            let gradient: Vec<f32> = vec![weights[0] - 1.0, 10.0 * (weights[1] - 0.5)];
            adam.step(&mut weights, &gradient, 0.01, 5.0);
        }
        assert!((weights[0] - 1.0).abs() < 1e-2 && (weights[1] - 0.5).abs() < 1e-2);
    }

    #[test]
    fn a_broken_gradient_changes_nothing() {
        let (mut adam, mut weights) = (Adam::new(1), vec![2.0]);
        adam.step(&mut weights, &[f32::NAN], 0.1, 1.0);
        assert_eq!((weights[0], adam), (2.0, Adam::new(1)));
    }
}
