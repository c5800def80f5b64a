//! Proximal policy optimisation (Schulman et al. 2017) with generalised advantage estimation
//! (Schulman et al. 2016).
//!
//! A game pays only at its end, R in [-1, 1]. With the net's values V₁ … V_T at the seat's own decisions
//! and V_{T+1} = R: δ_t = V_{t+1} - V_t, advantage A_t = δ_t + λ A_{t+1}, value target V_t + A_t. The
//! loss of a decision, with ratio r = π(a) / π_old(a) and advantages scaled to mean 0 and deviation 1, is
//!
//! -min(r A, clip(r, 1 ± ε) A) - c_H · H(π)
//!
//! It is differentiated by hand down to the logits: the net's graph goes on from there.

use crate::learn::{LossStats, Sample, Softmax};

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

/// The clipped loss.
pub struct Clipped {
    /// ε: the ratio counts within 1 ± ε.
    pub clip: f32,
    /// c_H.
    pub entropy_weight: f32,
}

impl Clipped {
    /// Writes the decision's slopes with respect to its logits, and adds its loss.
    ///
    /// With p = softmax(logits): ∂ log p_a / ∂ logit_k = [k = a] - p_k, and
    /// ∂ H / ∂ logit_k = -p_k (log p_k + H).
    pub fn add(
        &self,
        policy: &Softmax,
        sample: &Sample,
        slopes: &mut [f32],
        stats: &mut LossStats,
    ) {
        let chosen = sample.chosen as usize;
        let ratio = (policy.log[chosen] - sample.log_probability).exp();
        let clipped = ratio.clamp(1.0 - self.clip, 1.0 + self.clip);
        let (free, bound) = (ratio * sample.advantage, clipped * sample.advantage);
        // Where the clipped term is the smaller one, it is constant: no slope.
        let pull = if free <= bound { -free } else { 0.0 };
        for (k, (slope, log)) in slopes.iter_mut().zip(&policy.log).enumerate() {
            let p = log.exp();
            let along = f32::from(u8::from(k == chosen)) - p;
            let spread = self.entropy_weight * p * (log + policy.entropy);
            *slope = policy.share * (pull * along + spread);
        }
        stats.policy -= f64::from(policy.share * free.min(bound));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
