//! Dice that hit.

use moonbase_engine::dice::capped_hits;

/// Expected hits of `dice` dice on `threshold`+, capped at `cap`.
pub(in crate::scripted) fn expected_hits(dice: u32, threshold: u8, cap: u8) -> f64 {
    let (mut sum, mut total) = (0, 0);
    for (hits, weight) in capped_hits(dice, threshold, cap.into()) {
        sum += u64::from(hits) * weight;
        total += weight;
    }
    sum as f64 / total as f64
}
