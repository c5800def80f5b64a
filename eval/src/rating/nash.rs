//! Nash averaging (Balduzzi et al. 2018): ratings that neither copies of an agent nor circles can bend.
//!
//! Two players each choose an agent; the antisymmetric payoff matrix `A` says who gains what. Of this game's equilibria the
//! one of greatest entropy `p` is unique; the *skill* of an agent is its payoff `A p` against it. Skill is 0 for all
//! agents in the mixture and at most 0 for all others; agents that are copies of each other share one agent's weight.
//!
//! *How.* For a temperature `τ > 0` there is exactly one `p` with `p ∝ exp(A p / τ)`: the equilibrium of the game in which
//! both also gain `τ` times the entropy of their choice. As `τ` falls to 0, `p` goes to the equilibrium of greatest entropy.
//! (For any equilibrium `q`, the saddle point's inequalities give `H(q) ≤ H(p)`.) Newton's method follows
//! `τ ln p - A p + c = 0, Σ p = 1` as `τ` is halved, down to 10⁻⁸ of the largest payoff. The matrix of each step is `τ` times the
//! identity plus one similar to an antisymmetric matrix, so it is never singular.
//!
//! *Limits.* Payoffs are measured, and a small change can swap who is in the mixture: see [`super::Bootstrap::intervals`] for
//! how sure it is. Skills change less. One agent that beats all others has all the weight.

use serde::Serialize;

use super::error::RatingError;
use super::linear::{Matrix, solve};

/// The equilibrium of greatest entropy.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct NashAverage {
    /// The probability of each agent; they sum to 1.
    pub mixture: Vec<f64>,
    /// Each agent's payoff against the mixture: at most 0, up to 10⁻⁶.
    pub skill: Vec<f64>,
}

/// Nash averaging of an antisymmetric payoff matrix (row against column).
///
/// # Errors
/// A matrix that is empty, not square, not finite or not antisymmetric.
///
/// ```
/// use moonbase_eval::rating::{Matrix, nash_averaging};
/// // Rock, paper, scissors, and scissors again.
/// let cells = [[0.0, -1.0, 1.0, 1.0], [1.0, 0.0, -1.0, -1.0], [-1.0, 1.0, 0.0, 0.0], [-1.0, 1.0, 0.0, 0.0]];
/// let nash = nash_averaging(&Matrix::from_fn(4, 4, |r, c| cells[r][c])).unwrap();
/// for (share, expected) in nash.mixture.iter().zip([1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0, 1.0 / 6.0]) {
///     assert!((share - expected).abs() < 1e-6);
/// }
/// ```
pub fn nash_averaging(payoffs: &Matrix) -> Result<NashAverage, RatingError> {
    let n = payoffs.rows();
    let opposite = |i: usize| {
        let (a, b) = (i / n, i % n);
        (payoffs[(a, b)] + payoffs[(b, a)]).abs() <= 1e-9 * payoffs.largest()
    };
    if !payoffs.is_sound() || payoffs.columns() != n || !(0..n * n).all(opposite) {
        return Err(RatingError::Payoffs);
    }
    let mixture = match payoffs.largest() {
        0.0 => vec![1.0 / n as f64; n],
        scale => {
            let scaled = Matrix::from_fn(n, n, |a, b| payoffs[(a, b)] / scale);
            follow(&scaled)
        }
    };
    let skill = payoffs.times(&mixture);
    Ok(NashAverage { mixture, skill })
}

/// The last temperature, in units of the largest payoff.
const COLD: f64 = 1e-8;

/// Follows the mixture from hot to cold.
fn follow(payoffs: &Matrix) -> Vec<f64> {
    let n = payoffs.rows();
    let (mut logs, mut level) = (vec![-(n as f64).ln(); n], 0.0);
    let mut temperature = 1.0;
    loop {
        // Some steps suffice; where rounding keeps the last digits moving, the next temperature goes on from there.
        for _ in 0..30 {
            if !improve(payoffs, temperature, &mut logs, &mut level) {
                break;
            }
        }
        if temperature <= COLD {
            break;
        }
        temperature = COLD.max(temperature / 2.0);
    }
    let mixture: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
    let total: f64 = mixture.iter().sum();
    mixture.iter().map(|share| share / total).collect()
}

/// One step of Newton's method; false when it has nothing left to improve.
fn improve(payoffs: &Matrix, temperature: f64, logs: &mut [f64], level: &mut f64) -> bool {
    let n = logs.len();
    let mixture: Vec<f64> = logs.iter().map(|log| log.exp()).collect();
    let gains = payoffs.times(&mixture);
    let mut wrong: Vec<f64> = (0..n)
        .map(|i| gains[i] - temperature * logs[i] - *level)
        .collect();
    wrong.push(1.0 - mixture.iter().sum::<f64>());
    let slope = Matrix::from_fn(n + 1, n + 1, |row, column| match (row < n, column < n) {
        (true, true) => {
            let own = if row == column { temperature } else { 0.0 };
            own - payoffs[(row, column)] * mixture[column]
        }
        (true, false) => 1.0,
        (false, true) => mixture[column],
        (false, false) => 0.0,
    });
    let Some(step) = solve(slope, wrong) else {
        return false;
    };
    // No share grows by more than a factor of e at once: exponentials that jump do not come back.
    let growth = step[..n].iter().fold(1.0, |most: f64, x| most.max(*x));
    logs.iter_mut()
        .zip(&step)
        .for_each(|(log, x)| *log += x / growth);
    *level += step[n] / growth;
    let moved = mixture.iter().zip(&step).map(|(share, x)| share * x.abs());
    growth > 1.0 || moved.fold(0.0, f64::max) > 1e-12
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::chance::rng_for;
    use rand::RngExt;

    fn matrix(n: usize, cell: impl Fn(usize, usize) -> f64) -> Matrix {
        Matrix::from_fn(n, n, cell)
    }

    fn close(found: &[f64], expected: &[f64]) -> bool {
        let mut pairs = found.iter().zip(expected);
        found.len() == expected.len() && pairs.all(|(a, b)| (a - b).abs() < 1e-6)
    }

    #[test]
    fn the_best_of_a_ladder_has_all() {
        let nash = nash_averaging(&matrix(4, |a, b| (b as f64 - a as f64) / 5.0)).unwrap();
        assert!(close(&nash.mixture, &[1.0, 0.0, 0.0, 0.0]), "{nash:?}");
        assert!(close(&nash.skill, &[0.0, -0.2, -0.4, -0.6]));
    }

    #[test]
    fn equals_share_alike() {
        let nash = nash_averaging(&matrix(5, |_, _| 0.0)).unwrap();
        assert!(close(&nash.mixture, &[0.2; 5]));
    }

    /// Winning by x, y and z round the circle: the shares are as y : z : x.
    #[test]
    fn an_uneven_circle_by_hand() {
        let cells = [[0.0, 0.1, -0.3], [-0.1, 0.0, 0.2], [0.3, -0.2, 0.0]];
        let nash = nash_averaging(&matrix(3, |a, b| cells[a][b])).unwrap();
        assert!(
            close(&nash.mixture, &[2.0 / 6.0, 3.0 / 6.0, 1.0 / 6.0]),
            "{nash:?}"
        );
        assert!(close(&nash.skill, &[0.0; 3]));
    }

    #[test]
    fn no_agent_gains_against_the_mixture() {
        let mut rng = rng_for(2, 0);
        for n in (1..20).chain([60]) {
            // Every second one with many equal payoffs, where equilibria are not unique.
            let cells: Vec<f64> = (0..n * n)
                .map(|_| match n % 2 {
                    0 => rng.random_range(-1.0..1.0),
                    _ => f64::from(rng.random_range(-1..=1)),
                })
                .collect();
            let payoffs = matrix(n, |a, b| match a.cmp(&b) {
                std::cmp::Ordering::Less => cells[n * a + b],
                std::cmp::Ordering::Equal => 0.0,
                std::cmp::Ordering::Greater => -cells[n * b + a],
            });
            let nash = nash_averaging(&payoffs).unwrap();
            assert!((nash.mixture.iter().sum::<f64>() - 1.0).abs() < 1e-12);
            assert!(nash.skill.iter().all(|&skill| skill < 1e-6), "{nash:?}");
        }
    }

    #[test]
    fn a_copy_changes_nobodys_skill() {
        let cells = [[0.0, 0.4, -0.2], [-0.4, 0.0, 0.5], [0.2, -0.5, 0.0]];
        let three = nash_averaging(&matrix(3, |a, b| cells[a][b])).unwrap();
        let four = nash_averaging(&matrix(4, |a, b| cells[a.min(2)][b.min(2)])).unwrap();
        assert!(close(&four.skill[..3], &three.skill));
        assert!((four.mixture[2] + four.mixture[3] - three.mixture[2]).abs() < 1e-6);
        assert!((four.mixture[2] - four.mixture[3]).abs() < 1e-6);
    }

    #[test]
    fn what_is_no_payoff_matrix_is_refused() {
        let refused = |m: Matrix| assert_eq!(nash_averaging(&m), Err(RatingError::Payoffs));
        refused(Matrix::zeros(0, 0));
        refused(Matrix::zeros(2, 3));
        refused(matrix(2, |_, _| 1.0));
        refused(matrix(2, |_, _| f64::NAN));
    }
}
