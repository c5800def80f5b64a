//! Who gains how much from whom, and how much of that goes round in circles.
//!
//! The payoff of agent `a` against `b` is its mean return over both seats, win 1, draw 0, loss -1: twice the score, less one. The
//! matrix is antisymmetric. It splits into a *transitive* part `r[a] - r[b]`, with `r` the rows' means, and a *cyclic*
//! part, which is the rest: rock, paper, scissors. The two are orthogonal (a Hodge decomposition; Jiang et al. 2011,
//! Balduzzi et al. 2018), so that the squares of their cells sum to those of the whole.
//!
//! *Limits.* Measured payoffs are noisy, and noise looks cyclic. [`Split::noise`] says how large the cyclic part would be on
//! the average by noise alone, if all true payoffs were differences of ratings.

use moonbase_engine::{BySeat, Seat};
use serde::Serialize;

use super::error::RatingError;
use super::linear::Matrix;
use super::results::{Kind, Results, Score};

/// Payoffs between agents, in [-1, 1].
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Payoffs {
    /// Row against column, antisymmetric.
    pub mean: Matrix,
    /// The standard error of each; the pairs are the samples.
    pub error: Matrix,
}

/// The split of a payoff matrix.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Split {
    /// The transitive part's rating of each agent: its mean payoff against all, itself included.
    pub ratings: Vec<f64>,
    /// What the ratings leave unexplained, antisymmetric.
    pub cyclic: Matrix,
    /// The share of the squared payoffs that is cyclic, in [0, 1]; 0 if all payoffs are 0.
    pub share: f64,
    /// The share that noise alone would make cyclic on the average.
    pub noise: f64,
}

fn gain(score: Score) -> f64 {
    2.0 * score.points() - 1.0
}

impl Payoffs {
    /// From the results of every pairing, both seats weighing alike.
    ///
    /// # Errors
    /// Two agents have not met in both seats.
    ///
    /// ```
    /// use moonbase_engine::BySeat;
    /// use moonbase_eval::rating::{PairScore, Payoffs, Results, Score::{Draw, Win}};
    /// let mut results = Results::new(2);
    /// results.add(PairScore::new([0, 1], BySeat::new(Win, Draw))).unwrap();
    /// assert_eq!(Payoffs::of(&results).unwrap().mean.row(0), [0.0, 0.5]);
    /// ```
    pub fn of(results: &Results) -> Result<Payoffs, RatingError> {
        let n = results.agents();
        let (mut mean, mut error) = (Matrix::zeros(n, n), Matrix::zeros(n, n));
        let mut missing = (0..n * n).map(|i| (i / n, i % n)).filter(|(a, b)| a < b);
        if let Some((a, b)) = missing.find(|&(a, b)| results.pairs(a, b) == 0) {
            return Err(RatingError::NotMet(a, b));
        }
        for ([a, b], kinds) in results.pairings().filter(|([a, b], _)| a != b) {
            let (gain, spread) = over_seats(&kinds).ok_or(RatingError::NotMet(a, b))?;
            (mean[(a, b)], mean[(b, a)]) = (gain, -gain);
            (error[(a, b)], error[(b, a)]) = (spread, spread);
        }
        Ok(Payoffs { mean, error })
    }

    /// Splits the payoffs into ratings and circles.
    pub fn split(&self) -> Split {
        let n = self.mean.rows();
        let ratings: Vec<f64> = (0..n)
            .map(|a| self.mean.row(a).iter().sum::<f64>() / n as f64)
            .collect();
        let cyclic = Matrix::from_fn(n, n, |a, b| self.mean[(a, b)] - ratings[a] + ratings[b]);
        let energy = self.mean.energy();
        let share = |part: f64| if energy > 0.0 { part / energy } else { 0.0 };
        Split {
            share: share(cyclic.energy()),
            noise: share(self.noise()),
            ratings,
            cyclic,
        }
    }

    /// The expected squares of the cyclic part of independent errors. A cell's cyclic part is `(n-2)/n` of its own
    /// error, less and plus an `n`th of those of both agents against each third.
    fn noise(&self) -> f64 {
        let n = self.mean.rows();
        let variance = |a, b| self.error[(a, b)].powi(2);
        let mut sum = 0.0;
        for (a, b) in (0..n * n).map(|i| (i / n, i % n)).filter(|(a, b)| a != b) {
            let others = (0..n).filter(|&c| c != a && c != b);
            let others: f64 = others.map(|c| variance(a, c) + variance(b, c)).sum();
            let own = variance(a, b) * (n as f64 - 2.0).powi(2);
            sum += (own + others) / (n as f64).powi(2);
        }
        sum
    }
}

/// The mean over seats of the mean gains, and its standard error; `None` if one seat was not played.
fn over_seats(kinds: &[(Kind, u64)]) -> Option<(f64, f64)> {
    let games = BySeat::from_fn(|seat| {
        let played = kinds.iter().filter(|(kind, _)| kind[seat].is_some());
        played.map(|&(_, count)| count as f64).sum::<f64>()
    });
    if games.first == 0.0 || games.second == 0.0 {
        return None;
    }
    let means = BySeat::from_fn(|seat| {
        let gains = kinds
            .iter()
            .filter_map(|(kind, count)| Some(gain(kind[seat]?) * *count as f64));
        gains.sum::<f64>() / games[seat]
    });
    // What a pair adds to the mean beyond its expectation, the two games of a pair together.
    let part = |kind: &Kind, seat: Seat| {
        kind[seat].map_or(0.0, |score| (gain(score) - means[seat]) / games[seat] / 2.0)
    };
    let both = |kind: &Kind| part(kind, Seat::First) + part(kind, Seat::Second);
    let squares = kinds
        .iter()
        .map(|(kind, count)| *count as f64 * both(kind).powi(2));
    let samples: u64 = kinds.iter().map(|(_, count)| count).sum();
    Some((
        (means.first + means.second) / 2.0,
        error(squares.sum(), samples),
    ))
}

/// The standard error, from the sum of the samples' squared parts: as for a variance, `n - 1`. A single sample tells nothing of
/// its spread and counts as a fair coin.
fn error(squares: f64, samples: u64) -> f64 {
    match samples {
        0 | 1 => 1.0,
        n => (squares * n as f64 / (n as f64 - 1.0)).sqrt(),
    }
}

/// The mean return of each agent in the first seat (row) against each in the second (column), as the first seat sees it.
///
/// # Errors
/// Some such game has not been played; those of an agent against itself are needed too.
pub fn seat_payoffs(results: &Results) -> Result<Matrix, RatingError> {
    let (n, games) = (results.agents(), results.games());
    let mut payoffs = Matrix::zeros(n, n);
    for (a, b) in (0..n * n).map(|i| (i / n, i % n)) {
        let counts = games.get(&(a, b)).ok_or(RatingError::NoGame(a, b))?;
        let lead = counts.wins as f64 - counts.losses as f64;
        payoffs[(a, b)] = lead / counts.games() as f64;
    }
    Ok(payoffs)
}

#[cfg(test)]
mod tests {
    use super::super::results::PairScore;
    use super::*;
    use moonbase_engine::chance::rng_for;
    use rand::RngExt;

    fn exact(n: usize, cell: impl Fn(usize, usize) -> f64) -> Payoffs {
        Payoffs {
            mean: Matrix::from_fn(n, n, cell),
            error: Matrix::zeros(n, n),
        }
    }

    #[test]
    fn a_ladder_has_no_circles_and_a_circle_no_ladder() {
        let ladder = exact(4, |a, b| 0.2 * (b as f64 - a as f64)).split();
        assert!(ladder.share < 1e-12 && ladder.ratings[0] > ladder.ratings[3]);
        let circle = exact(3, |a, b| [0.0, 1.0, -1.0][(3 + b - a) % 3]).split();
        assert!((circle.share - 1.0).abs() < 1e-12);
        assert!(circle.ratings.iter().all(|r| r.abs() < 1e-12));
    }

    #[test]
    fn the_parts_add_up() {
        let mut rng = rng_for(3, 0);
        let cells: Vec<f64> = (0..25).map(|_| rng.random_range(-1.0..1.0)).collect();
        let payoffs = exact(5, |a, b| cells[5 * a + b] - cells[5 * b + a]);
        let split = payoffs.split();
        let ladder = Matrix::from_fn(5, 5, |a, b| split.ratings[a] - split.ratings[b]);
        let whole = payoffs.mean.energy();
        assert!((ladder.energy() + split.cyclic.energy() - whole).abs() < 1e-9);
        assert!((split.cyclic.energy() / whole - split.share).abs() < 1e-12);
    }

    /// Four pairs of gains (1, 1), (1, -1), (1, -1), (-1, -1): means 0.5 and -0.5, pair sums 1, 0, 0, -1 of mean 0, variance
    /// 2/3, standard error sqrt(2/3/4).
    #[test]
    fn mean_and_error_by_hand() {
        use Score::{Loss, Win};
        let mut results = Results::new(2);
        for (first, second) in [(Win, Win), (Win, Loss), (Win, Loss), (Loss, Loss)] {
            results
                .add(PairScore::new([0, 1], BySeat::new(first, second)))
                .unwrap();
        }
        let payoffs = Payoffs::of(&results).unwrap();
        assert_eq!(payoffs.mean[(0, 1)], 0.0);
        assert!((payoffs.error[(1, 0)] - (2.0f64 / 12.0).sqrt()).abs() < 1e-12);
    }

    #[test]
    fn seats_weigh_alike_and_can_be_seen_apart() {
        let mut results = Results::new(2);
        for (agents, score) in [
            ([0, 1], Score::Win),
            ([0, 1], Score::Win),
            ([1, 0], Score::Win),
        ] {
            let agents = BySeat::new(agents[0], agents[1]);
            results.add(PairScore::single(agents, score)).unwrap();
        }
        assert_eq!(Payoffs::of(&results).unwrap().mean[(0, 1)], 0.0);
        assert_eq!(seat_payoffs(&results), Err(RatingError::NoGame(0, 0)));
        for agent in [0, 1] {
            let itself = PairScore::single(BySeat::new(agent, agent), Score::Draw);
            results.add(itself).unwrap();
        }
        let payoffs = seat_payoffs(&results).unwrap();
        assert_eq!(
            (payoffs.row(0), payoffs.row(1)),
            (&[0.0, 1.0][..], &[1.0, 0.0][..])
        );
    }

    #[test]
    fn who_has_not_met_is_named() {
        let mut results = Results::new(3);
        let pair = BySeat::new(Score::Win, Score::Win);
        results.add(PairScore::new([0, 1], pair)).unwrap();
        assert_eq!(Payoffs::of(&results), Err(RatingError::NotMet(0, 2)));
    }

    /// Equal agents: all is noise, and the cyclic part is as large as foretold.
    #[test]
    fn noise_is_foretold() {
        let mut rng = rng_for(4, 0);
        let (mut seen, mut foretold) = (0.0, 0.0);
        for _ in 0..100 {
            let mut results = Results::new(5);
            for (a, b) in (0..25).map(|i| (i / 5, i % 5)).filter(|(a, b)| a < b) {
                for _ in 0..40 {
                    let score = |_: Seat| Score::ALL[rng.random_range(0..3)];
                    let pair = PairScore::new([a, b], BySeat::from_fn(score));
                    results.add(pair).unwrap();
                }
            }
            let payoffs = Payoffs::of(&results).unwrap();
            seen += payoffs.split().cyclic.energy();
            foretold += payoffs.noise();
        }
        assert!((seen / foretold - 1.0).abs() < 0.1, "{seen} {foretold}");
    }
}
