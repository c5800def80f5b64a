//! α-rank (Omidshafiei et al. 2019): how much of an evolution's time each agent rules.
//!
//! A population of `m` plays one agent. Now and then a mutant plays another; by imitation, the stronger the better it does, it
//! takes over or dies out. A mutant whose payoff is larger by `Δ` takes over with the probability
//!
//! ```text
//! ρ(u) = (1 - e^-u) / (1 - e^(-m u)),  u = α Δ;   ρ(0) = 1 / m
//! ```
//!
//! where `α` is the strength of selection. The populations form a Markov chain: each mutant comes with the same probability.
//! An agent's mass is the share of time that the chain spends with it. With one population
//! `Δ = A[r][s] - A[s][r]`; with one for each seat, a state is a pair of agents, a mutant changes one of them, and `Δ` is
//! what it gains in its seat. Formulas and defaults are OpenSpiel's (`open_spiel.python.egt.alpharank`), against which the tests check.
//!
//! *How.* Everything is worked out in logarithms, and the stationary distribution by elimination without subtraction
//! (Grassmann, Taksar and Heyman 1985), so that any `α` is exact where the plain way has 0 or infinity.
//!
//! *Limits.* A large `α` asks only who wins, not by how much, and takes the payoffs for certain: close
//! pairings need many games. Time grows with the cube of the states, for two seats with the sixth power of the agents: twenty
//! agents, seconds.

use serde::Serialize;

use super::error::RatingError;
use super::linear::Matrix;

/// The settings; the default is `α` = 100 and `m` = 50, for payoffs in [-1, 1].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AlphaRank {
    /// Strength of selection `α`, above 0.
    pub selection: f64,
    /// Size of a population `m`, at least 2.
    pub population: u32,
}

impl Default for AlphaRank {
    fn default() -> Self {
        AlphaRank {
            selection: 100.0,
            population: 50,
        }
    }
}

/// The masses of the two seats' agents; each seat's sum to 1.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatRank {
    pub first: Vec<f64>,
    pub second: Vec<f64>,
    /// The mass of each pair of agents: row in the first seat, column in the second.
    pub joint: Matrix,
}

impl AlphaRank {
    fn check(&self, payoffs: &Matrix) -> Result<(), RatingError> {
        if !(self.selection > 0.0 && self.selection.is_finite()) || self.population < 2 {
            return Err(RatingError::Selection);
        }
        let sound = payoffs.is_sound();
        if sound {
            Ok(())
        } else {
            Err(RatingError::Payoffs)
        }
    }

    /// The logarithm of the probability that a mutant that gains so much takes over.
    fn log_fixation(&self, gain: f64) -> f64 {
        let (u, m) = (self.selection * gain, f64::from(self.population));
        if u.abs() < 1e-14 {
            return -m.ln();
        }
        let share = |x: f64| (-(-x.abs()).exp_m1()).ln();
        // For u < 0 both terms are multiplied by their exponentials: e^((m-1) u) remains.
        (m - 1.0) * u.min(0.0) + share(u) - share(m * u)
    }
}

/// The mass of each agent in one population, from a square payoff matrix (row against column); they sum to 1.
///
/// # Errors
/// A matrix that is empty, not square or not finite; settings out of range.
///
/// ```
/// use moonbase_eval::rating::{AlphaRank, Matrix, alpha_rank};
/// let better = Matrix::from_fn(2, 2, |r, c| [[0.0, 0.2], [-0.2, 0.0]][r][c]);
/// assert!(alpha_rank(&better, &AlphaRank::default()).unwrap()[0] > 0.999);
/// ```
pub fn alpha_rank(payoffs: &Matrix, settings: &AlphaRank) -> Result<Vec<f64>, RatingError> {
    settings.check(payoffs)?;
    let n = payoffs.rows();
    if payoffs.columns() != n {
        return Err(RatingError::Payoffs);
    }
    let log_rate = |from: usize, to: usize| {
        let gain = payoffs[(to, from)] - payoffs[(from, to)];
        settings.log_fixation(gain) - ((n - 1) as f64).ln()
    };
    Ok(stationary(Matrix::from_fn(n, n, |from, to| {
        match from == to {
            true => f64::NEG_INFINITY,
            false => log_rate(from, to),
        }
    })))
}

/// The masses with one population for each seat, from the first seat's payoffs (row in the first seat, column in the
/// second); the second seat gains what the first loses.
///
/// # Errors
/// A matrix that is empty or not finite; settings out of range.
pub fn alpha_rank_seats(payoffs: &Matrix, settings: &AlphaRank) -> Result<SeatRank, RatingError> {
    settings.check(payoffs)?;
    let (rows, columns) = (payoffs.rows(), payoffs.columns());
    let agents = |state: usize| (state / columns, state % columns);
    let log_rate = |from: usize, to: usize| {
        let ((a, b), (c, d)) = (agents(from), agents(to));
        let gain = match (a == c, b == d) {
            (false, true) => payoffs[(c, b)] - payoffs[(a, b)],
            (true, false) => payoffs[(a, b)] - payoffs[(a, d)],
            _ => return f64::NEG_INFINITY,
        };
        settings.log_fixation(gain) - ((rows + columns - 2) as f64).ln()
    };
    let states = rows * columns;
    let mass = stationary(Matrix::from_fn(states, states, log_rate));
    let joint = Matrix::from_fn(rows, columns, |a, b| mass[a * columns + b]);
    Ok(SeatRank {
        first: (0..rows).map(|a| joint.row(a).iter().sum()).collect(),
        second: (0..columns)
            .map(|b| (0..rows).map(|a| joint[(a, b)]).sum())
            .collect(),
        joint,
    })
}

/// The stationary distribution of a chain, from the logarithms of its rates of change; the diagonal is not used.
/// Every state must be reachable from every other.
fn stationary(mut rates: Matrix) -> Vec<f64> {
    let n = rates.rows();
    // Takes the last state out: whoever went there goes on at once as it would have gone on.
    for last in (1..n).rev() {
        let leave = log_sum((0..last).map(|to| rates[(last, to)]));
        for from in 0..last {
            let through = rates[(from, last)] - leave;
            rates[(from, last)] = through;
            for to in (0..last).filter(|&to| to != from) {
                let by_way = through + rates[(last, to)];
                rates[(from, to)] = log_sum([rates[(from, to)], by_way].into_iter());
            }
        }
    }
    let mut logs = vec![0.0];
    for state in 1..n {
        let flow = (0..state).map(|from| logs[from] + rates[(from, state)]);
        logs.push(log_sum(flow));
    }
    let total = log_sum(logs.iter().copied());
    logs.iter().map(|log| (log - total).exp()).collect()
}

/// The logarithm of a sum of numbers given by their logarithms.
fn log_sum(logs: impl Iterator<Item = f64> + Clone) -> f64 {
    let most = logs.clone().fold(f64::NEG_INFINITY, f64::max);
    if most == f64::NEG_INFINITY {
        return most;
    }
    most + logs.map(|log| (log - most).exp()).sum::<f64>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(cells: &[&[f64]]) -> Matrix {
        Matrix::from_fn(cells.len(), cells[0].len(), |r, c| cells[r][c])
    }

    /// Rates 0 to 1 of 0.1, 1 to 0 of 0.3, 1 to 2 of 0.2, 2 to 1 of 0.4: detailed balance gives 6 : 2 : 1.
    #[test]
    fn a_chain_by_hand() {
        let none = 0.0;
        let rates = matrix(&[&[none, 0.1, none], &[0.3, none, 0.2], &[none, 0.4, none]]);
        let mass = stationary(Matrix::from_fn(3, 3, |r, c| rates[(r, c)].ln()));
        for (found, expected) in mass.iter().zip([6.0 / 9.0, 2.0 / 9.0, 1.0 / 9.0]) {
            assert!((found - expected).abs() < 1e-12);
        }
    }

    #[test]
    fn fixation_is_that_of_the_formula() {
        let settings = AlphaRank {
            selection: 1.0,
            population: 5,
        };
        for u in [-3.0f64, -0.5, -1e-9, 1e-9, 0.5, 3.0] {
            let plain = (1.0 - (-u).exp()) / (1.0 - (-5.0 * u).exp());
            let found = settings.log_fixation(u).exp();
            assert!((found / plain - 1.0).abs() < 1e-6, "{u}: {found} {plain}");
        }
        assert!((settings.log_fixation(0.0).exp() - 0.2).abs() < 1e-12);
    }

    /// Strong selection, where the plain formula is 0/0: the winner rules; a circle is ruled in turns.
    #[test]
    fn strong_selection_is_exact() {
        let strong = AlphaRank {
            selection: 1e6,
            population: 50,
        };
        let ladder = matrix(&[&[0.0, 0.1, 0.2], &[-0.1, 0.0, 0.1], &[-0.2, -0.1, 0.0]]);
        assert_eq!(alpha_rank(&ladder, &strong).unwrap(), [1.0, 0.0, 0.0]);
        let circle = matrix(&[&[0.0, 0.9, -0.1], &[-0.9, 0.0, 0.5], &[0.1, -0.5, 0.0]]);
        for mass in alpha_rank(&circle, &strong).unwrap() {
            assert!((mass - 1.0 / 3.0).abs() < 1e-9);
        }
    }

    #[test]
    fn one_agent_rules_alone() {
        let settings = AlphaRank::default();
        assert_eq!(alpha_rank(&Matrix::zeros(1, 1), &settings), Ok(vec![1.0]));
        let seats = alpha_rank_seats(&Matrix::zeros(1, 1), &settings).unwrap();
        assert_eq!((seats.first, seats.second), (vec![1.0], vec![1.0]));
    }

    #[test]
    fn each_seat_has_its_best() {
        let payoffs = matrix(&[&[0.5, 0.9, 0.1], &[0.4, 0.7, -0.5]]);
        let rank = alpha_rank_seats(&payoffs, &AlphaRank::default()).unwrap();
        assert!(rank.first[0] > 0.99 && rank.second[2] > 0.99, "{rank:?}");
        assert!((rank.first.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!((rank.joint[(0, 2)] - rank.second[2]).abs() < 0.01);
    }

    #[test]
    fn nonsense_is_refused() {
        let fine = AlphaRank::default();
        assert_eq!(
            alpha_rank(&Matrix::zeros(2, 3), &fine),
            Err(RatingError::Payoffs)
        );
        assert_eq!(
            alpha_rank_seats(&Matrix::zeros(0, 0), &fine),
            Err(RatingError::Payoffs)
        );
        let weak = AlphaRank {
            selection: 0.0,
            ..fine
        };
        assert_eq!(
            alpha_rank(&Matrix::zeros(2, 2), &weak),
            Err(RatingError::Selection)
        );
    }
}
