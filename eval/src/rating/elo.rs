//! The Elo scale: a difference of 400 is odds of ten to one.

use std::f64::consts::LN_10;

/// Elo of a difference of 1 in natural logarithms of odds: 173.72.
pub const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// The expected score `1 / (1 + 10^(-elo/400))` of a player who is `elo` stronger.
///
/// ```
/// use moonbase_eval::rating::elo::{elo_of_score, score_of_elo};
/// assert_eq!(score_of_elo(0.0), 0.5);
/// assert!((elo_of_score(0.75) - 190.85).abs() < 0.01);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + (-elo / ELO_PER_NAT).exp())
}

/// The inverse of [`score_of_elo`]; infinite for scores of 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    -ELO_PER_NAT * (1.0 / score - 1.0).ln()
}

/// The distribution function of the standard normal distribution.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    0.5 * statrs::function::erf::erfc(-z / std::f64::consts::SQRT_2)
}
