//! Taking luck out of a mean score.
//!
//! A sample is a pair of games: its score `x`, and its luck `l`, a figure for each seat. The adjusted score is `x - β·l`. With
//! `β = cov(l)⁻¹ cov(l, x)` its variance is least, but a `β` fitted to the same samples would bias the mean and make the
//! interval too narrow. So the samples are dealt into ten folds, and each fold's `β` is fitted to the nine others
//! (cross-fitting, as in Chernozhukov et al. 2018): given the others, `β` is a constant, and `β·l` has mean 0.
//!
//! With the luck in points of the pair's mean score, `β = 1` takes the evaluator at its word; a good one comes out near 1, a useless one near
//! 0, one with the sign wrong near -1 and is as good. The *variance ratio* is the adjusted variance over the plain one; the
//! same width of interval takes so many times fewer games, hence *games saved* `= 1 - ratio`.
//!
//! The adjusted interval is that of the plain scores (see [`Estimate`]), moved to the adjusted mean and narrowed by the root of the
//! variance ratio: its guards against samples that are all alike shrink as the rest does.

use moonbase_engine::{AbsoluteValue, BySeat, Seat};
use serde::Serialize;

use crate::rating::linear::{Matrix, solve};
use crate::stats::{Estimate, guarded};

/// Folds of the samples; with fewer than twice as many samples, each is its own.
const FOLDS: usize = 10;

/// With fewer samples nothing is adjusted: a coefficient from so few is noise.
pub const FEWEST: usize = 10;

/// A score and its luck, `K` figures of mean 0.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LuckySample<const K: usize> {
    pub score: f64,
    pub luck: [f64; K],
}

/// A mean with and without luck.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Adjusted {
    /// As played.
    pub plain: Estimate,
    /// With the luck taken out; unbiased, hence not held within the bounds of a score.
    pub adjusted: Estimate,
    /// The mean over the folds of each figure's coefficient.
    pub coefficients: Vec<f64>,
    /// Variance of the adjusted scores over that of the plain ones; 1 if those do not vary.
    pub variance_ratio: f64,
    /// Each figure's mean: 0 but for chance, or dice and evaluator are at odds.
    pub luck: Vec<MeanLuck>,
}

/// A mean of luck.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MeanLuck {
    pub mean: f64,
    /// Its standard error.
    pub error: f64,
}

impl Adjusted {
    /// The share of games that the adjustment saves at the same width of interval; negative if it does harm.
    pub fn games_saved(&self) -> f64 {
        1.0 - self.variance_ratio
    }
}

/// A pair as its agent sees it: its scores by the seat in which it sat, and the luck of these games as [`super::LuckMeter`] gives it.
///
/// The pair's score is the mean of the two games'; the luck is in points of it, so that a value's 2 from loss to win are 1.
pub fn lucky_pair(score: BySeat<f64>, luck: BySeat<AbsoluteValue>) -> LuckySample<2> {
    let seen = |seat: Seat| luck[seat].seen_by(seat).0 / 4.0;
    LuckySample {
        score: (score.first + score.second) / 2.0,
        luck: Seat::BOTH.map(seen),
    }
}

/// The mean of independent samples, whose scores lie within `low..=high`, with and without luck.
///
/// ```
/// use moonbase_eval::luck::{LuckySample, adjust};
/// // Even but for luck, which the evaluator sees in full.
/// let lucky = |i: usize| {
///     let luck = if i % 2 == 0 { 0.4 } else { -0.4 };
///     LuckySample { score: 0.5 + luck + 0.01 * (i % 7) as f64 - 0.03, luck: [luck] }
/// };
/// let samples: Vec<_> = (0..140).map(lucky).collect();
/// let adjusted = adjust(&samples, 0.0, 1.0);
/// assert!((adjusted.adjusted.mean - 0.5).abs() < 1e-6 && adjusted.games_saved() > 0.99);
/// assert!((adjusted.coefficients[0] - 1.0).abs() < 0.01);
/// ```
pub fn adjust<const K: usize>(samples: &[LuckySample<K>], low: f64, high: f64) -> Adjusted {
    let folds = match samples.len() {
        n if n < 2 * FOLDS => n,
        _ => FOLDS,
    };
    let coefficients: Vec<[f64; K]> = (0..folds).map(|fold| fit(samples, folds, fold)).collect();
    let rest = |(index, sample): (usize, &LuckySample<K>)| {
        let fold = coefficients[index % folds];
        let luck = sample.luck.iter().zip(fold).map(|(luck, beta)| luck * beta);
        sample.score - luck.sum::<f64>()
    };
    let adjusted: Vec<f64> = samples.iter().enumerate().map(rest).collect();
    let plain: Vec<f64> = samples.iter().map(|sample| sample.score).collect();
    let ratio = variance(&adjusted) / variance(&plain);
    let ratio = if ratio.is_finite() { ratio } else { 1.0 };
    let column = |k: usize| {
        samples
            .iter()
            .map(|sample| sample.luck[k])
            .collect::<Vec<_>>()
    };
    let mean_beta = |k: usize| mean(coefficients.iter().map(|fold| fold[k]));
    Adjusted {
        adjusted: narrowed(&plain, mean(adjusted.iter().copied()), ratio, low, high),
        plain: Estimate::of(&plain, low, high),
        coefficients: (0..K).map(mean_beta).collect(),
        variance_ratio: ratio,
        luck: (0..K).map(|k| mean_luck(&column(k))).collect(),
    }
}

/// The interval of the plain scores, moved to the adjusted mean and narrowed.
fn narrowed(plain: &[f64], adjusted: f64, ratio: f64, low: f64, high: f64) -> Estimate {
    if plain.is_empty() {
        return Estimate::of(plain, low, high);
    }
    let (center, half) = guarded(plain, low, high);
    let center = adjusted + ratio * (center - mean(plain.iter().copied()));
    let half = half * ratio.sqrt();
    Estimate {
        mean: adjusted,
        low: (center - half).clamp(low, high),
        high: (center + half).clamp(low, high),
        samples: plain.len(),
    }
}

/// The coefficients that serve best outside of one fold.
fn fit<const K: usize>(samples: &[LuckySample<K>], folds: usize, fold: usize) -> [f64; K] {
    if samples.len() < FEWEST {
        return [0.0; K];
    }
    let others = samples
        .iter()
        .enumerate()
        .filter(|(i, _)| i % folds != fold);
    let (mut matrix, right) = moments(others.map(|(_, sample)| sample));
    // A trifle on the diagonal decides where figures are constant or the same.
    let trifle = 1e-9 * (0..K).map(|k| matrix[(k, k)]).sum::<f64>() + f64::MIN_POSITIVE;
    (0..K).for_each(|k| matrix[(k, k)] += trifle);
    match solve(matrix, right) {
        Some(found) if found.iter().all(|beta| beta.is_finite()) => {
            std::array::from_fn(|k| found[k])
        }
        _ => [0.0; K],
    }
}

/// Sums of the products of the luck's deviations from its mean: with each other, and with the score's.
fn moments<'a, const K: usize>(
    samples: impl Iterator<Item = &'a LuckySample<K>> + Clone,
) -> (Matrix, Vec<f64>) {
    let score = mean(samples.clone().map(|sample| sample.score));
    let luck: [f64; K] = std::array::from_fn(|k| mean(samples.clone().map(|s| s.luck[k])));
    let (mut matrix, mut right) = (Matrix::zeros(K, K), vec![0.0; K]);
    for sample in samples {
        let lead: [f64; K] = std::array::from_fn(|k| sample.luck[k] - luck[k]);
        for row in 0..K {
            right[row] += lead[row] * (sample.score - score);
            for column in 0..K {
                matrix[(row, column)] += lead[row] * lead[column];
            }
        }
    }
    (matrix, right)
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), x| (sum + x, count + 1));
    sum / f64::from(count.max(1))
}

fn variance(values: &[f64]) -> f64 {
    let center = mean(values.iter().copied());
    let squares: f64 = values.iter().map(|x| (x - center).powi(2)).sum();
    squares / (values.len().max(2) - 1) as f64
}

fn mean_luck(luck: &[f64]) -> MeanLuck {
    MeanLuck {
        mean: mean(luck.iter().copied()),
        error: (variance(luck) / luck.len().max(1) as f64).sqrt(),
    }
}
