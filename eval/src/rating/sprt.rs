//! A match that stops as soon as it is decided: the sequential probability ratio test on pairs.
//!
//! H0 says that the first agent is `elo0` stronger than the second, H1 that it is `elo1`. After each pair the generalised
//! log-likelihood ratio `LLR` is compared with two bounds (Wald 1945):
//!
//! ```text
//! LLR ≤ ln(beta / (1 - alpha)): accept H0     LLR ≥ ln((1 - beta) / alpha): accept H1
//! ```
//!
//! `alpha` is the probability of accepting H1 when H0 holds, `beta` that of accepting H0 when H1 does. Between the two
//! hypotheses either answer may come; below `elo0` and above `elo1` the errors are rarer.
//!
//! The five scores of a pair have unknown probabilities; each hypothesis fixes only their mean `s`, the expected score of its
//! Elo. So each takes the likeliest distribution of mean `s` given the observed shares `p` (Van den Bergh, "Comments on
//! normalized Elo", proposition 1.1, as in fishtest and fastchess):
//!
//! ```text
//! q = p / (1 + θ (a - s)),  θ such that  Σ p (a - s) / (1 + θ (a - s)) = 0
//! LLR = N Σ p ln(q1 / q0)
//! ```
//!
//! A score that has not come up counts as a thousandth of a pair. *Limits.* The rates are kept for many pairs; the further the
//! hypotheses lie apart, the fewer pairs decide and the rougher they are (the tests simulate 60 Elo). A test that
//! stopped by itself overstates the Elo difference: estimate it from a match of fixed length.

use serde::Serialize;

use super::elo::score_of_elo;
use super::error::RatingError;
use super::pentanomial::{Pentanomial, SCORES};

/// A test of two Elo differences.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

/// What a test says so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Not decided: play on.
    Continue,
    /// The difference is `elo0` rather than `elo1`.
    AcceptH0,
    /// The difference is `elo1` rather than `elo0`.
    AcceptH1,
}

/// Where a test stands.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Status {
    /// The log-likelihood ratio.
    pub llr: f64,
    /// At or below it H0 is accepted.
    pub lower: f64,
    /// At or above it H1 is accepted.
    pub upper: f64,
    pub decision: Decision,
}

impl Sprt {
    /// A test of logistic Elo `elo0` against `elo1`, with error rates `alpha` and `beta` (usually 0.05 each).
    ///
    /// # Errors
    /// `elo0` not below `elo1`; rates that are not above 0, or not below 1 together.
    ///
    /// ```
    /// use moonbase_eval::rating::{Pentanomial, Sprt, sprt::Decision};
    /// let sprt = Sprt::new(0.0, 50.0, 0.05, 0.05).unwrap();
    /// assert_eq!(sprt.status(&Pentanomial { counts: [3, 5, 20, 9, 3] }).decision, Decision::Continue);
    /// assert_eq!(sprt.status(&Pentanomial { counts: [5, 20, 90, 50, 35] }).decision, Decision::AcceptH1);
    /// ```
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, RatingError> {
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(RatingError::Hypotheses { elo0, elo1 });
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(RatingError::ErrorRates { alpha, beta });
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The two Elo differences, the lower first.
    pub fn hypotheses(&self) -> [f64; 2] {
        [self.elo0, self.elo1]
    }

    /// The bounds that decide, the lower and the upper.
    pub fn bounds(&self) -> [f64; 2] {
        let Sprt { alpha, beta, .. } = self;
        [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The generalised log-likelihood ratio of H1 against H0.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.counts.map(|count| (count as f64).max(1e-3));
        let [s0, s1] = [self.elo0, self.elo1].map(score_of_elo);
        let [t0, t1] = [s0, s1].map(|mean| tilt(&counts, mean));
        let ratio = |(score, count): (f64, f64)| {
            count * ((1.0 + t0 * (score - s0)) / (1.0 + t1 * (score - s1))).ln()
        };
        SCORES.into_iter().zip(counts).map(ratio).sum()
    }

    /// Where the test stands after these pairs.
    pub fn status(&self, pairs: &Pentanomial) -> Status {
        let (llr, [lower, upper]) = (self.llr(pairs), self.bounds());
        let decision = match llr {
            llr if llr >= upper => Decision::AcceptH1,
            llr if llr <= lower => Decision::AcceptH0,
            _ => Decision::Continue,
        };
        Status {
            llr,
            lower,
            upper,
            decision,
        }
    }
}

/// The θ that gives the likeliest distribution of mean `mean`: by halving, as the sum falls with θ.
fn tilt(counts: &[f64; 5], mean: f64) -> f64 {
    let sum = |theta: f64| -> f64 {
        let term = |(score, count): (f64, &f64)| {
            let lead = score - mean;
            count * lead / (1.0 + theta * lead)
        };
        SCORES.into_iter().zip(counts).map(term).sum()
    };
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..60 {
        let middle = (low + high) / 2.0;
        if sum(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::chance::{MoonRng, rng_for};
    use rand::RngExt;

    /// The tests of fastchess (app/tests/sprt_test.cpp at 0cbac49), logistic model.
    #[test]
    fn the_ratios_are_those_of_fastchess() {
        let cases = [
            ([223, 9863, 21279, 10037, 246], 0.5, 2.5, -3.07),
            ([871, 26175, 55983, 26678, 821], 0.0, 2.0, -4.98),
        ];
        for (counts, elo0, elo1, llr) in cases {
            let sprt = Sprt::new(elo0, elo1, 0.05, 0.05).unwrap();
            let found = sprt.llr(&Pentanomial { counts });
            assert!((found - llr).abs() < 0.005, "{found}");
        }
    }

    /// ln 19 for two rates of 5%.
    #[test]
    fn bounds_by_hand() {
        let [lower, upper] = Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap().bounds();
        assert!((lower + 19f64.ln()).abs() < 1e-12 && (upper - 19f64.ln()).abs() < 1e-12);
        let [lower, upper] = Sprt::new(0.0, 5.0, 0.01, 0.1).unwrap().bounds();
        assert!((lower - (0.1f64 / 0.99).ln()).abs() < 1e-12);
        assert!((upper - 90f64.ln()).abs() < 1e-12);
    }

    #[test]
    fn swapping_the_agents_turns_the_ratio() {
        let there = Pentanomial {
            counts: [3, 9, 40, 12, 7],
        };
        let back = Pentanomial {
            counts: [7, 12, 40, 9, 3],
        };
        let plus = Sprt::new(0.0, 30.0, 0.05, 0.05).unwrap().llr(&there);
        let minus = Sprt::new(-30.0, 0.0, 0.05, 0.05).unwrap().llr(&back);
        assert!((plus + minus).abs() < 1e-9 && plus > 0.0);
    }

    #[test]
    fn no_pairs_say_nothing_and_one_does_not_decide() {
        let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05).unwrap();
        assert_eq!(sprt.status(&Pentanomial::default()).llr, 0.0);
        for place in 0..5 {
            let mut pairs = Pentanomial::default();
            pairs.counts[place] = 1;
            let status = sprt.status(&pairs);
            assert!(status.llr.is_finite() && status.decision == Decision::Continue);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for (elo0, elo1, alpha, beta) in [
            (5.0, 5.0, 0.05, 0.05),
            (0.0, f64::NAN, 0.05, 0.05),
            (0.0, 5.0, 0.0, 0.05),
            (0.0, 5.0, 0.5, 0.5),
        ] {
            assert!(Sprt::new(elo0, elo1, alpha, beta).is_err());
        }
    }

    /// Plays pairs of these probabilities until the test decides.
    fn run(sprt: &Sprt, shares: &[f64; 5], rng: &mut MoonRng) -> (Decision, u64) {
        let mut pairs = Pentanomial::default();
        loop {
            let mut left: f64 = rng.random();
            let place = shares.iter().position(|share| {
                left -= share;
                left < 0.0
            });
            pairs.counts[place.unwrap_or(4)] += 1;
            let decision = sprt.status(&pairs).decision;
            if decision != Decision::Continue {
                return (decision, pairs.pairs());
            }
        }
    }

    /// The likeliest distribution of the mean of an Elo difference, near `shares`.
    fn with_elo(shares: [f64; 5], elo: f64) -> [f64; 5] {
        let mean = score_of_elo(elo);
        let theta = tilt(&shares, mean);
        std::array::from_fn(|i| shares[i] / (1.0 + theta * (SCORES[i] - mean)))
    }

    #[test]
    fn both_error_rates_are_kept() {
        let sprt = Sprt::new(0.0, 60.0, 0.05, 0.1).unwrap();
        // Luck that cancels within pairs; none that does; few draws and a strong first seat.
        let games = [
            [0.02, 0.18, 0.6, 0.18, 0.02],
            [0.2, 0.2, 0.2, 0.2, 0.2],
            [0.1, 0.02, 0.7, 0.03, 0.15],
        ];
        let trials = 1500;
        for (game, shares) in (0..).zip(games) {
            let wrong = |elo, wrong| {
                let shares = with_elo(shares, elo);
                let ends = (0..trials).map(|i| run(&sprt, &shares, &mut rng_for(game, i)).0);
                ends.filter(|decision| *decision == wrong).count() as f64 / trials as f64
            };
            let (first, second) = (
                wrong(0.0, Decision::AcceptH1),
                wrong(60.0, Decision::AcceptH0),
            );
            // Standard errors of 0.6% and 0.8%.
            assert!((0.02..0.065).contains(&first), "{game}: {first}");
            assert!((0.05..0.12).contains(&second), "{game}: {second}");
        }
    }

    /// A match of fixed length with the same error rates of 5% needs (2 · 1.645)² variances over the squared lead.
    #[test]
    fn it_saves_games() {
        let sprt = Sprt::new(0.0, 60.0, 0.05, 0.05).unwrap();
        let even = with_elo([0.02, 0.18, 0.6, 0.18, 0.02], 0.0);
        let played: u64 = (0..300)
            .map(|i| run(&sprt, &even, &mut rng_for(9, i)).1)
            .sum();
        let variance: f64 = SCORES
            .iter()
            .zip(even)
            .map(|(s, p)| p * (s - 0.5f64).powi(2))
            .sum();
        let fixed = 10.82 * variance / (score_of_elo(60.0) - 0.5).powi(2);
        let mean = played as f64 / 300.0;
        assert!(mean < 0.75 * fixed, "{mean} of {fixed}");
    }
}
