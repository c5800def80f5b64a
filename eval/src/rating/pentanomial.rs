//! A match as five counts: how often a pair of games brought 0, ½, 1, 1½ and 2 points.
//!
//! The pairs are independent, the games of a pair are not: whatever is worked out from the five counts respects
//! that, and profits where the common luck of a pair cancels. With shares `p` of the scores `a = 0, ¼, ½, ¾, 1` a game
//!
//! ```text
//! score = Σ p a          variance = Σ p (a - score)²
//! Elo = 400 log10(score / (1 - score))
//! normalised Elo = (score - ½) / sqrt(2 · variance) · 800 / ln 10
//! likelihood of superiority = Φ((score - ½) / sqrt(variance / pairs))
//! ```
//!
//! as in fastchess and fishtest; normalised Elo (Van den Bergh) says how many games a test needs, whatever the game's share
//! of draws. Intervals are those of [`Estimate`], with its two guards.

use moonbase_engine::BySeat;
use serde::Serialize;

use super::bootstrap::Interval;
use super::elo::{elo_of_score, normal_cdf};
use super::results::Results;
use crate::stats::Estimate;

/// Counts of pairs by the points of one agent: 0, ½, 1, 1½, 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Pentanomial {
    pub counts: [u64; 5],
}

/// The mean score of a game in each kind of pair.
pub const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

impl Pentanomial {
    /// The pairs of `agent` against `other`, as `agent` sees them; single games are left out.
    pub fn of(results: &Results, agent: usize, other: usize) -> Pentanomial {
        let mut counts = [0; 5];
        let met = [agent.min(other), agent.max(other)];
        for (_, kinds) in results.pairings().filter(|(pairing, _)| *pairing == met) {
            for (kind, count) in kinds {
                if let BySeat {
                    first: Some(first),
                    second: Some(second),
                } = kind
                {
                    let half_points = first as usize + second as usize;
                    let place = if agent <= other {
                        half_points
                    } else {
                        4 - half_points
                    };
                    counts[place] += count;
                }
            }
        }
        Pentanomial { counts }
    }

    /// Counts a pair in which the agent had two such scores, 0, ½ or 1 each.
    pub fn add(&mut self, scores: BySeat<f64>) {
        let half_points = 2.0 * (scores.first + scores.second);
        self.counts[half_points.round().clamp(0.0, 4.0) as usize] += 1;
    }

    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The mean score of a game, in [0, 1]; ½ without pairs.
    pub fn score(&self) -> f64 {
        self.mean(|score| score).unwrap_or(0.5)
    }

    /// The variance of a pair's mean score.
    pub fn variance(&self) -> f64 {
        let mean = self.score();
        self.mean(|score| (score - mean).powi(2)).unwrap_or(0.0)
    }

    fn mean(&self, figure: impl Fn(f64) -> f64) -> Option<f64> {
        let sum: f64 = SCORES
            .iter()
            .zip(self.counts)
            .map(|(&s, n)| figure(s) * n as f64)
            .sum();
        (self.pairs() > 0).then(|| sum / self.pairs() as f64)
    }

    /// The score with its 95% interval.
    pub fn estimate(&self) -> Estimate {
        let samples = SCORES.iter().zip(self.counts);
        let samples = samples.flat_map(|(&score, n)| std::iter::repeat_n(score, n as usize));
        Estimate::of_scores(&samples.collect::<Vec<_>>())
    }

    /// The Elo difference with its 95% interval; infinite where the score is 0 or 1. [`super::BradleyTerry`] stays finite.
    ///
    /// ```
    /// use moonbase_eval::rating::Pentanomial;
    /// let elo = Pentanomial { counts: [34, 54, 63, 64, 75] }.elo();
    /// assert!((elo.value - 55.58).abs() < 0.01);
    /// ```
    pub fn elo(&self) -> Interval {
        let Estimate {
            mean, low, high, ..
        } = self.estimate();
        Interval {
            value: elo_of_score(mean),
            low: elo_of_score(low),
            high: elo_of_score(high),
        }
    }

    /// Normalised Elo: the lead over ½ in standard deviations of a game; `None` if all pairs went alike.
    pub fn normalised_elo(&self) -> Option<f64> {
        let deviation = (2.0 * self.variance()).sqrt();
        let scale = 800.0 / std::f64::consts::LN_10;
        (deviation > 0.0).then(|| (self.score() - 0.5) / deviation * scale)
    }

    /// The likelihood of superiority, from the normal approximation; ½ if nothing speaks for either.
    pub fn superiority(&self) -> f64 {
        let lead = self.score() - 0.5;
        let error = (self.variance() / self.pairs().max(1) as f64).sqrt();
        if lead == 0.0 {
            0.5
        } else {
            normal_cdf(lead / error)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::results::{PairScore, Score};
    use super::*;

    /// The tests of fastchess (app/tests/elo_test.cpp at 2f5e888): counts, Elo, half its interval, normalised Elo, superiority.
    const FASTCHESS: [([u64; 5], [f64; 4]); 3] = [
        ([34, 54, 63, 64, 75], [55.58, 27.65, 57.94, 1.0000]),
        ([332, 433, 498, 333, 334], [-8.64, 10.33, -9.17, 0.0505]),
        ([7895, 8757, 5685, 568, 9999], [-21.04, 2.95, -19.01, 0.0]),
    ];

    #[test]
    fn the_figures_are_those_of_fastchess() {
        for (counts, [elo, error, normalised, superiority]) in FASTCHESS {
            let pentanomial = Pentanomial { counts };
            let found = pentanomial.elo();
            assert!((found.value - elo).abs() < 0.005, "{found:?}");
            // Theirs is the normal interval; ours has Student's t and two guards, hence wider by a little.
            let half = (found.high - found.low) / 2.0;
            let guards = 3.0 / pentanomial.pairs() as f64;
            assert!((half / error - 1.0).abs() < 0.002 + guards, "{half}");
            let found = pentanomial.normalised_elo().unwrap();
            assert!((found - normalised).abs() < 0.005, "{found}");
            let found = pentanomial.superiority();
            assert!((found - superiority).abs() < 0.00005, "{found}");
        }
    }

    #[test]
    fn counted_from_results_as_either_sees_them() {
        use Score::{Draw, Loss, Win};
        let mut results = Results::new(3);
        let pairs = [
            (Win, Win),
            (Win, Draw),
            (Loss, Draw),
            (Draw, Draw),
            (Win, Loss),
        ];
        let mut one_by_one = Pentanomial::default();
        for (first, second) in pairs {
            let score = BySeat::new(first, second);
            results.add(PairScore::new([2, 1], score)).unwrap();
            one_by_one.add(score.map(Score::points));
        }
        let single = PairScore::single(BySeat::new(1, 2), Win);
        results.add(single).unwrap();
        assert_eq!(Pentanomial::of(&results, 2, 1).counts, [0, 1, 2, 1, 1]);
        assert_eq!(Pentanomial::of(&results, 1, 2).counts, [1, 1, 2, 1, 0]);
        assert_eq!(Pentanomial::of(&results, 2, 1), one_by_one);
        assert_eq!(Pentanomial::of(&results, 0, 1).pairs(), 0);
    }

    #[test]
    fn nothing_and_perfection() {
        let nothing = Pentanomial::default();
        assert_eq!((nothing.score(), nothing.superiority()), (0.5, 0.5));
        assert_eq!(nothing.normalised_elo(), None);
        let perfect = Pentanomial {
            counts: [0, 0, 0, 0, 9],
        };
        assert_eq!(perfect.superiority(), 1.0);
        assert!(perfect.elo().value.is_infinite() && perfect.elo().low > 0.0);
    }
}
