//! How much is known of the ratings, and what more games would tell.
//!
//! Near its maximum the likelihood times the prior is a normal distribution whose covariance `Σ` is the inverse of the information
//! `H` (Laplace's approximation). A game with the difference `d` has in `(d, ln ν)` the Fisher information
//!
//! ```text
//! J = | (win + loss - lead²) / 4      -lead · draw / 2    |      lead = win - loss
//!     | -lead · draw / 2              draw · (1 - draw)   |
//! ```
//!
//! and `d` is linear in the parameters. A pair of games adds `B K Bᵀ` to `H`, with three columns in `B`: how the two games' `d` and
//! `ln ν` hang on the parameters. Since `det(I + Σ B K Bᵀ) = det(I + K Bᵀ Σ B)`, a determinant of three by three tells its gain.

use moonbase_engine::{BySeat, Seat};

use super::super::error::RatingError;
use super::super::linear::{Matrix, inverse, log_determinant};
use super::super::results::Results;
use super::problem::{BALANCE, DRAWS, Problem};
use super::{BradleyTerry, Odds};

/// Directions that a pair of games tells about: both games' differences, and the drawishness.
const COLUMNS: usize = 3;

/// How these directions hang on the parameters, `B`: for each the parameters with their factors.
type Columns = [Vec<(usize, f64)>; COLUMNS];

/// The information in these directions, `K`.
type Weights = [[f64; COLUMNS]; COLUMNS];

/// The ratings as a normal distribution around their fit.
pub struct Knowledge {
    problem: Problem,
    /// The fit, in nats.
    at: Vec<f64>,
    information: Matrix,
    covariance: Matrix,
}

impl BradleyTerry {
    /// Fits ratings and says how much is known of them.
    ///
    /// # Errors
    /// A prior that is not a positive number.
    ///
    /// ```
    /// use moonbase_eval::rating::{BradleyTerry, Results};
    /// let mut knowledge = BradleyTerry::default().knowledge(&Results::new(3)).unwrap();
    /// let before = knowledge.gain([0, 1]);
    /// knowledge.add([0, 1]);
    /// assert!(knowledge.gain([0, 1]) < before && knowledge.gain([0, 1]) < knowledge.gain([0, 2]));
    /// ```
    pub fn knowledge(&self, results: &Results) -> Result<Knowledge, RatingError> {
        self.check()?;
        let problem = Problem::new(self, results);
        let at = problem.maximum();
        let (_, information) = problem.derivatives(&at);
        Ok(Knowledge {
            covariance: inverse(&information),
            problem,
            at,
            information,
        })
    }
}

impl Knowledge {
    /// By how much a pair of games of two agents is expected to lower the entropy, in nats.
    pub fn gain(&self, agents: [usize; 2]) -> f64 {
        let (columns, weights) = self.pair(agents);
        let through = |column: &[(usize, f64)], other: &[(usize, f64)]| -> f64 {
            let of_row = |&(row, x): &(usize, f64)| {
                other
                    .iter()
                    .map(|&(column, y)| x * y * self.covariance[(row, column)])
                    .sum::<f64>()
            };
            column.iter().map(of_row).sum()
        };
        let spread = Matrix::from_fn(COLUMNS, COLUMNS, |i, j| through(&columns[i], &columns[j]));
        let one_and = |i: usize, j: usize| {
            let product: f64 = (0..COLUMNS).map(|k| weights[i][k] * spread[(k, j)]).sum();
            product + if i == j { 1.0 } else { 0.0 }
        };
        let [x, y, z] = [0, 1, 2].map(|i| [0, 1, 2].map(|j| one_and(i, j)));
        let minor = |i: usize, j: usize| y[i] * z[j] - y[j] * z[i];
        (x[0] * minor(1, 2) - x[1] * minor(0, 2) + x[2] * minor(0, 1)).ln() / 2.0
    }

    /// Adds what a pair of games of two agents is expected to tell.
    pub fn add(&mut self, agents: [usize; 2]) {
        let (columns, weights) = self.pair(agents);
        for (i, one) in columns.iter().enumerate() {
            for (j, other) in columns.iter().enumerate() {
                for &(row, x) in one {
                    for &(column, y) in other {
                        self.information[(row, column)] += x * weights[i][j] * y;
                    }
                }
            }
        }
        self.covariance = inverse(&self.information);
    }

    /// The entropy of the parameters, in nats of them, less a constant: half the logarithm of the determinant of the covariance.
    pub fn entropy(&self) -> f64 {
        -log_determinant(self.information.clone()) / 2.0
    }

    /// `B` and `K`.
    fn pair(&self, [a, b]: [usize; 2]) -> (Columns, Weights) {
        let games = [BySeat::new(a, b), BySeat::new(b, a)];
        let [one, other] = games.map(|agents| {
            let place = |seat: Seat| self.problem.place(agents[seat], seat);
            vec![
                (BALANCE, 1.0),
                (place(Seat::First), 1.0),
                (place(Seat::Second), -1.0),
            ]
        });
        let of_game = |agents| {
            let difference = self.problem.difference(&self.at, agents);
            information(&Odds::at(difference, self.at[DRAWS].exp()))
        };
        let [
            [curve, mixed, draws],
            [other_curve, other_mixed, other_draws],
        ] = games.map(of_game);
        let weights = [
            [curve, 0.0, mixed],
            [0.0, other_curve, other_mixed],
            [mixed, other_mixed, draws + other_draws],
        ];
        ([one, other, vec![(DRAWS, 1.0)]], weights)
    }
}

/// The Fisher information of a game: of `d`, mixed, of `ln ν`.
pub(super) fn information(odds: &Odds) -> [f64; 3] {
    let lead = odds.win - odds.loss;
    let curve = (odds.win + odds.loss - lead * lead) / 4.0;
    [
        curve,
        -lead * odds.draw / 2.0,
        odds.draw * (1.0 - odds.draw),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::super::elo::ELO_PER_NAT;
    use super::super::super::results::{PairScore, Score};
    use super::*;

    fn results(pairs: &[([usize; 2], [Score; 2])]) -> Results {
        let mut results = Results::new(4);
        for &(agents, [first, second]) in pairs {
            let pair = PairScore::new(agents, BySeat::new(first, second));
            (0..40).for_each(|_| results.add(pair).unwrap());
        }
        results
    }

    /// Nothing known: win, draw and loss a third each, so that a game has 1/6 of d and 2/9 of ln ν, and nothing mixed. With the prior's
    /// variance s of each parameter, the two differences have variance 3s and covariance s (the balance).
    #[test]
    fn the_first_gain_by_hand() {
        let knowledge = BradleyTerry::default().knowledge(&Results::new(4)).unwrap();
        let s = (600.0 / ELO_PER_NAT).powi(2);
        let differences = (1.0 + 3.0 * s / 6.0).powi(2) - (s / 6.0).powi(2);
        let expected = (differences * (1.0 + 4.0 / 9.0 * s)).ln() / 2.0;
        for pairing in [[0, 1], [2, 3]] {
            assert!((knowledge.gain(pairing) - expected).abs() < 1e-9);
        }
        assert!((knowledge.entropy() - 10.0 * s.ln() / 2.0).abs() < 1e-9);
    }

    #[test]
    fn the_gain_is_the_entropy_that_goes() {
        use Score::{Draw, Loss, Win};
        let played = results(&[
            ([0, 1], [Win, Loss]),
            ([0, 1], [Win, Draw]),
            ([1, 2], [Win, Win]),
        ]);
        for model in [
            BradleyTerry::default(),
            BradleyTerry {
                per_seat: false,
                ..Default::default()
            },
        ] {
            let mut knowledge = model.knowledge(&played).unwrap();
            for pairing in [[0, 1], [0, 2], [1, 3], [2, 3]] {
                let (gain, before) = (knowledge.gain(pairing), knowledge.entropy());
                knowledge.add(pairing);
                assert!(
                    (before - knowledge.entropy() - gain).abs() < 1e-9,
                    "{pairing:?}"
                );
                assert!(gain > 0.0);
            }
        }
    }

    #[test]
    fn close_and_unknown_pairings_tell_more() {
        use Score::{Loss, Win};
        // 0 and 1 are level, both beat 2 always; 3 has not played.
        let played = results(&[
            ([0, 1], [Win, Loss]),
            ([0, 2], [Win, Win]),
            ([1, 2], [Win, Win]),
        ]);
        let knowledge = BradleyTerry::default().knowledge(&played).unwrap();
        let gain = |pairing| knowledge.gain(pairing);
        assert!(
            gain([0, 3]) > gain([0, 1]),
            "{} {}",
            gain([0, 3]),
            gain([0, 1])
        );
        assert!(gain([0, 1]) > 0.0 && (gain([0, 2]) - gain([1, 2])).abs() < 1e-6);
    }
}
