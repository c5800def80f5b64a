//! Means with 95% intervals.
//!
//! The interval of the mean of `n` samples in `[low, high]` is Student's t interval of the samples and two
//! more, one at each bound: `m' ± t(0.975, n+1) · s' / sqrt(n+2)`, clamped to the bounds, `m'` and `s'` being mean and
//! standard deviation of the `n+2`. The two extra samples do what Wilson's and Agresti and Coull's intervals
//! (1998) do for shares: samples that are all alike (400 wins of 400) leave an honest interval, not one of width
//! zero, and coverage near the bounds is right. With many mixed samples the interval is the usual one.

use serde::Serialize;
use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean and its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    pub mean: f64,
    pub low: f64,
    pub high: f64,
    /// Number of independent samples.
    pub samples: usize,
}

impl Estimate {
    /// The mean of independent samples within `low..=high`. Without samples the middle, and an interval
    /// that is the whole range.
    ///
    /// ```
    /// use moonbase_eval::Estimate;
    /// let wins = Estimate::of(&[1.0; 100], 0.0, 1.0);
    /// assert_eq!((wins.mean, wins.high), (1.0, 1.0));
    /// assert!((wins.low - 0.971).abs() < 0.001);
    /// ```
    pub fn of(samples: &[f64], low: f64, high: f64) -> Estimate {
        let n = samples.len();
        if n == 0 {
            let mean = (low + high) / 2.0;
            let samples = 0;
            return Estimate {
                mean,
                low,
                high,
                samples,
            };
        }
        let (center, half) = guarded(samples, low, high);
        Estimate {
            mean: samples.iter().sum::<f64>() / n as f64,
            low: low.max(center - half),
            high: high.min(center + half),
            samples: n,
        }
    }

    /// A score as the other side sees it.
    pub fn flipped(&self) -> Estimate {
        Estimate {
            mean: 1.0 - self.mean,
            low: 1.0 - self.high,
            high: 1.0 - self.low,
            samples: self.samples,
        }
    }

    /// A score: samples in [0, 1].
    pub fn of_scores(samples: &[f64]) -> Estimate {
        Estimate::of(samples, 0.0, 1.0)
    }

    /// A mean return: samples in [-1, 1].
    pub fn of_returns(samples: &[f64]) -> Estimate {
        Estimate::of(samples, -1.0, 1.0)
    }
}

/// How whole numbers such as lengths of games are spread.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Spread {
    pub mean: f64,
    /// The 95% interval of the mean, as [`mean_interval`] has it; of fewer than two samples the mean itself, which reports do not show.
    pub low: f64,
    pub high: f64,
    pub median: f64,
    /// The smallest value that at least 5% and 95% of the samples do not exceed.
    pub p5: f64,
    pub p95: f64,
    pub most: f64,
    pub samples: usize,
}

impl Spread {
    /// All zero without samples.
    ///
    /// ```
    /// use moonbase_eval::stats::Spread;
    /// let spread = Spread::of(&[4, 1, 3, 2]);
    /// assert_eq!((spread.mean, spread.median, spread.most), (2.5, 2.0, 4.0));
    /// ```
    pub fn of(values: &[u32]) -> Spread {
        let mut sorted: Vec<f64> = values.iter().copied().map(f64::from).collect();
        sorted.sort_by(f64::total_cmp);
        let Some(most) = sorted.last().copied() else {
            return Spread::default();
        };
        // The rank `ceil(p n)`, counted from 1.
        let quantile = |percent: usize| sorted[(percent * sorted.len()).div_ceil(100).max(1) - 1];
        let [mean, low, high] = mean_interval(&sorted);
        Spread {
            mean,
            low,
            high,
            median: quantile(50),
            p5: quantile(5),
            p95: quantile(95),
            most,
            samples: sorted.len(),
        }
    }
}

/// The mean of unbounded whole numbers and its 95% interval, which is the mean itself of fewer than two samples; 0 without samples.
///
/// The interval is Student's, with 1 added to the sum of the squares, as if one sample had been one off: samples that are all alike do not say
/// that there are no others.
pub(crate) fn mean_interval(samples: &[f64]) -> [f64; 3] {
    let n = samples.len();
    if n < 2 {
        return [samples.first().copied().unwrap_or(0.0); 3];
    }
    let (mean, deviation) = mean_and_deviation(samples.iter().copied(), n);
    let guarded = deviation.hypot(1.0 / (n as f64 - 1.0).sqrt());
    let half = t_quantile(n - 1) * guarded / (n as f64).sqrt();
    [mean, mean - half, mean + half]
}

/// Middle and half of the interval of at least one sample, before it is clamped to `low..=high`.
pub(crate) fn guarded(samples: &[f64], low: f64, high: f64) -> (f64, f64) {
    let n = samples.len() + 2;
    let all = samples.iter().copied().chain([low, high]);
    let (center, deviation) = mean_and_deviation(all, n);
    let half = t_quantile(n - 1) * deviation / (n as f64).sqrt();
    (center, half)
}

/// The 97.5% quantile of Student's t distribution.
fn t_quantile(degrees: usize) -> f64 {
    let t = StudentsT::new(0.0, 1.0, degrees as f64);
    // Only degrees below 1 are refused; 1.96 is the limit for many degrees.
    t.map_or(1.96, |t| t.inverse_cdf(0.975))
}

fn mean_and_deviation(samples: impl Iterator<Item = f64> + Clone, n: usize) -> (f64, f64) {
    let mean = samples.clone().sum::<f64>() / n as f64;
    let squares: f64 = samples.map(|x| (x - mean).powi(2)).sum();
    (mean, (squares / (n as f64 - 1.0)).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::chance::rng_for;
    use rand::RngExt;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 5e-4
    }

    /// Samples 0.5, 1, 0.5, 1 and the guards 0, 1: mean 4/6, variance (2·(1/6)² + 3·(1/3)² + (2/3)²)/5 = 1/6;
    /// t(0.975, 5) = 2.5706; half = 2.5706 · sqrt(1/6/6) = 0.42843.
    #[test]
    fn a_small_sample_by_hand() {
        let estimate = Estimate::of_scores(&[0.5, 1.0, 0.5, 1.0]);
        assert_eq!((estimate.mean, estimate.high), (0.75, 1.0));
        assert!(close(estimate.low, 2.0 / 3.0 - 0.42843), "{estimate:?}");
    }

    /// Values 1, 2, 3, 4 and 10: mean 4, guarded variance (9+4+1+0+36+1)/4 = 12.75; t(0.975, 4) = 2.7764; half = 2.7764 · sqrt(12.75/5) = 4.4336.
    /// Of 7, 7, 7, 7, 7 it is 2.7764 · sqrt(0.25/5) = 0.62083.
    #[test]
    fn spreads_by_hand() {
        let spread = Spread::of(&[10, 2, 1, 4, 3]);
        assert_eq!((spread.mean, spread.median, spread.most), (4.0, 3.0, 10.0));
        assert_eq!((spread.p5, spread.p95, spread.samples), (1.0, 10.0, 5));
        assert!(close(spread.low, 4.0 - 4.4336) && close(spread.high, 4.0 + 4.4336));
        let alike = Spread::of(&[7; 5]);
        assert!(close(alike.low, 7.0 - 0.62083) && close(alike.high, 7.0 + 0.62083));
        // Of 1..=100 the fifth and the ninety-fifth.
        let spread = Spread::of(&(1..=100).collect::<Vec<_>>());
        assert_eq!((spread.p5, spread.median, spread.p95), (5.0, 50.0, 95.0));
        assert_eq!(Spread::of(&[]), Spread::default());
        let one = Spread::of(&[7]);
        assert_eq!((one.mean, one.low, one.high), (7.0, 7.0, 7.0));
    }

    #[test]
    fn the_other_side_has_the_rest_of_a_score() {
        let score = Estimate {
            mean: 0.75,
            low: 0.5,
            high: 0.875,
            samples: 4,
        };
        let other = score.flipped();
        assert_eq!((other.mean, other.low, other.high), (0.25, 0.125, 0.5));
        assert_eq!(other.flipped(), score);
    }

    #[test]
    fn student_quantiles_are_those_of_the_tables() {
        for (degrees, quantile) in [(1, 12.7062), (2, 4.3027), (10, 2.2281), (100, 1.9840)] {
            assert!(close(t_quantile(degrees), quantile));
        }
    }

    #[test]
    fn equal_samples_leave_an_interval() {
        let lost = Estimate::of_scores(&[0.0; 400]);
        assert!(lost.low == 0.0 && lost.high > 0.004 && lost.high < 0.01);
        let drawn = Estimate::of_returns(&[0.0; 50]);
        assert!(drawn.low < -0.05 && drawn.high > 0.05);
        let none = Estimate::of_returns(&[]);
        assert_eq!((none.low, none.high), (-1.0, 1.0));
    }

    /// Draws many samples of known mean and counts how often the interval holds it.
    fn coverage(mean: f64, n: usize, seed: u64) -> f64 {
        let mut rng = rng_for(seed, 0);
        let trials = 4000;
        let holds = |_: &i32| {
            let samples: Vec<f64> = (0..n)
                .map(|_| f64::from(u8::from(rng.random_bool(mean))))
                .collect();
            let estimate = Estimate::of_scores(&samples);
            estimate.low <= mean && mean <= estimate.high
        };
        (0..trials).filter(holds).count() as f64 / f64::from(trials)
    }

    #[test]
    fn intervals_hold_the_truth_about_nineteen_times_of_twenty() {
        for (seed, mean) in (0..).zip([0.5, 0.8, 0.95, 0.99]) {
            for n in [20, 100, 400] {
                let coverage = coverage(mean, n, seed);
                assert!((0.93..=1.0).contains(&coverage), "{mean} {n}: {coverage}");
            }
        }
        assert!((0.94..0.96).contains(&coverage(0.5, 1000, 9)));
    }
}
