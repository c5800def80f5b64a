//! Ratings by maximum likelihood: Bradley and Terry's model with seats and draws.
//!
//! When agent `a` sits in the first seat and `b` in the second, with
//!
//! ```text
//! d = h + r1[a] - r2[b]
//! P(win) : P(draw) : P(loss) = e^(d/2) : ν : e^(-d/2)
//! ```
//!
//! `r1` and `r2` are the agents' ratings in the two seats, `h` the balance of the game (the first seat's advantage between
//! average agents), `ν` how drawish it is (Davidson 1970). The natural logarithms of odds are shown as Elo, 400 for a
//! factor of ten. Davidson's draws make the likelihood concave, and make a draw worth exactly half a win: only an agent's points
//! count, not how they are made up. Balance as in Davidson and Beaver 1977.
//!
//! *Prior.* Each parameter has a normal prior around 0 with a standard deviation of [`BradleyTerry::prior`] Elo, so that perfect
//! scores stay finite and the maximum is unique; beside a hundred games it is worth a third of a percent.
//!
//! *What is fixed.* Adding a constant to all ratings, or to all of one seat and to `h`, changes no probability. Ratings
//! are shown with mean 0 in each seat, over the agents that played there, and `h` takes up the rest. An overall rating is the
//! mean of the two seats'.
//!
//! *Limits.* One strength for each agent and seat: where strength goes round in circles, see [`super::nash`]. In a match of
//! two, or a gauntlet, no game tells whether one is good in a seat or the other bad in the other: the prior then splits the difference
//! evenly, and [`Ratings::seats_identified`] is false. A triangle of pairings, or an agent against itself, tells.
//! One `ν` for all: between very unlike agents draws may be rarer or more frequent.

use moonbase_engine::BySeat;

use super::elo::ELO_PER_NAT;
use super::error::RatingError;
use super::results::Results;
pub use knowledge::Knowledge;
use problem::Problem;

mod knowledge;
mod problem;
#[cfg(test)]
mod tests;

/// How ratings are fitted.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BradleyTerry {
    /// A rating for each seat; if not, both seats share one.
    pub per_seat: bool,
    /// Standard deviation of the prior of each parameter, in Elo.
    pub prior: f64,
}

impl Default for BradleyTerry {
    fn default() -> Self {
        BradleyTerry {
            per_seat: true,
            prior: 600.0,
        }
    }
}

/// Ratings of all agents, in Elo.
#[derive(Clone, PartialEq, Debug)]
pub struct Ratings {
    /// By agent and seat; `None` for a seat in which it played no game.
    pub seats: Vec<BySeat<Option<f64>>>,
    /// The first seat's advantage between average agents.
    pub balance: f64,
    /// Davidson's ν: between equals, draws are `ν / (2 + ν)` of all games.
    pub draws: f64,
    /// Do games join all agents? If not, only those that are joined can be compared.
    pub connected: bool,
    /// Can the two seats of an agent be told apart? See the module's documentation.
    pub seats_identified: bool,
}

/// Probabilities of how a game ends, as the first seat sees it; they sum to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Odds {
    pub win: f64,
    pub draw: f64,
    pub loss: f64,
}

impl Odds {
    /// Davidson's probabilities at a difference `d` in nats and a drawishness `ν`.
    fn at(d: f64, draws: f64) -> Odds {
        // Divided by the larger exponential, so that none overflows.
        let worse = (-d.abs()).exp();
        let draw = draws * (-d.abs() / 2.0).exp();
        let total = 1.0 + worse + draw;
        let (win, loss) = if d > 0.0 { (1.0, worse) } else { (worse, 1.0) };
        Odds {
            win: win / total,
            draw: draw / total,
            loss: loss / total,
        }
    }

    /// The first seat's expected score.
    pub fn score(&self) -> f64 {
        self.win + self.draw / 2.0
    }
}

impl Ratings {
    /// The mean of the seats' ratings; `None` if it did not play both.
    pub fn overall(&self, agent: usize) -> Option<f64> {
        let BySeat { first, second } = *self.seats.get(agent)?;
        Some((first? + second?) / 2.0)
    }

    /// How a game between two agents ends; `None` if one of them is unknown in its seat.
    pub fn odds(&self, agents: BySeat<usize>) -> Option<Odds> {
        let first = self.seats.get(agents.first)?.first?;
        let second = self.seats.get(agents.second)?.second?;
        let difference = (self.balance + first - second) / ELO_PER_NAT;
        Some(Odds::at(difference, self.draws))
    }
}

impl BradleyTerry {
    /// Fits ratings to all games.
    ///
    /// # Errors
    /// A prior that is not a positive number.
    ///
    /// ```
    /// use moonbase_engine::BySeat;
    /// use moonbase_eval::rating::{BradleyTerry, PairScore, Results, Score::{Loss, Win}};
    /// // Agent 0 wins three games of four, in both seats.
    /// let mut results = Results::new(2);
    /// for _ in 0..1000 {
    ///     results.add(PairScore::new([0, 1], BySeat::new(Win, Win))).unwrap();
    ///     results.add(PairScore::new([0, 1], BySeat::new(Loss, Win))).unwrap();
    ///     results.add(PairScore::new([0, 1], BySeat::new(Win, Loss))).unwrap();
    ///     results.add(PairScore::new([0, 1], BySeat::new(Win, Win))).unwrap();
    /// }
    /// let ratings = BradleyTerry::default().fit(&results).unwrap();
    /// let difference = ratings.overall(0).unwrap() - ratings.overall(1).unwrap();
    /// assert!((difference - 190.8).abs() < 0.5);
    /// ```
    pub fn fit(&self, results: &Results) -> Result<Ratings, RatingError> {
        self.check()?;
        let problem = Problem::new(self, results);
        Ok(problem.ratings(&problem.maximum()))
    }

    fn check(&self) -> Result<(), RatingError> {
        match self.prior > 0.0 && self.prior.is_finite() {
            true => Ok(()),
            false => Err(RatingError::Prior(self.prior)),
        }
    }
}
