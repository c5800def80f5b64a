//! Intervals by resampling pairs (Efron 1979), and the likelihood of superiority.
//!
//! A replicate draws, for each pairing, as many pairs as were played, with replacement; games on the same dice stay together, so
//! that their common luck is not counted twice. Some guards are among the pairs to be drawn (see [`Results::resample`]), so
//! that a perfect score has an interval too. The interval is that from the 2.5% to the 97.5% quantile of the
//! replicates, widened to hold the estimate. Replicate `i` draws from the generator `rng_for(seed, i)`: the same seed
//! gives the same intervals.

use moonbase_engine::chance::rng_for;
use moonbase_engine::{BySeat, Seat};
use serde::Serialize;

use super::bradley_terry::{BradleyTerry, Ratings};
use super::error::RatingError;
use super::results::Results;

/// A figure with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Interval {
    pub value: f64,
    pub low: f64,
    pub high: f64,
}

/// How often, and by which seed, results are resampled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bootstrap {
    pub seed: u64,
    /// At least one; a thousand for quantiles worth printing.
    pub replicates: u64,
}

impl Default for Bootstrap {
    fn default() -> Self {
        Bootstrap {
            seed: 1,
            replicates: 1000,
        }
    }
}

impl Bootstrap {
    /// What `statistic` makes of each replicate of the results, in order.
    pub fn replicates<T>(&self, results: &Results, statistic: impl Fn(&Results) -> T) -> Vec<T> {
        let one = |index| statistic(&results.resample(&mut rng_for(self.seed, index)));
        (0..self.replicates.max(1)).map(one).collect()
    }

    /// The figures that `statistic` gives, each with its interval; a replicate for which there are none is left out.
    ///
    /// ```
    /// use moonbase_engine::BySeat;
    /// use moonbase_eval::rating::{Bootstrap, PairScore, Payoffs, Results, Score::*, nash_averaging};
    /// let mut results = Results::new(3);
    /// for (a, b) in [(0, 1), (1, 2), (2, 0)] {
    ///     results.add(PairScore::new([a, b], BySeat::new(Win, Win))).unwrap();
    /// }
    /// let nash = |results: &Results| Payoffs::of(results).ok().map(|p| nash_averaging(&p.mean).unwrap().mixture);
    /// let shares = Bootstrap::default().intervals(&results, nash).unwrap();
    /// assert!((shares[0].value - 1.0 / 3.0).abs() < 1e-6 && shares[0].low < 0.1);
    /// ```
    pub fn intervals(
        &self,
        results: &Results,
        statistic: impl Fn(&Results) -> Option<Vec<f64>>,
    ) -> Option<Vec<Interval>> {
        let values = statistic(results)?;
        let drawn: Vec<_> = self.replicates(results, statistic);
        let drawn: Vec<Vec<f64>> = drawn.into_iter().flatten().collect();
        let column = |i: usize| drawn.iter().filter_map(move |row| row.get(i).copied());
        let interval = |(i, &value)| interval(value, column(i).collect());
        Some(values.iter().enumerate().map(interval).collect())
    }
}

/// The value with the 2.5% and 97.5% quantiles of the replicates.
fn interval(value: f64, mut drawn: Vec<f64>) -> Interval {
    drawn.sort_by(f64::total_cmp);
    Interval {
        value,
        low: quantile(&drawn, 0.025).map_or(value, |low| low.min(value)),
        high: quantile(&drawn, 0.975).map_or(value, |high| high.max(value)),
    }
}

/// The quantile of sorted numbers, between neighbours by proportion.
fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share * sorted.len().checked_sub(1)? as f64;
    let below = sorted[place.floor() as usize];
    let above = sorted[place.ceil() as usize];
    Some(below + (above - below) * place.fract())
}

/// An agent's ratings in Elo.
#[derive(Clone, PartialEq, Debug)]
pub struct RatedAgent {
    /// The mean of its seats'; `None` if it did not play both.
    pub overall: Option<Interval>,
    pub seats: BySeat<Option<Interval>>,
    /// Samples that it took part in: pairs, and single games.
    pub pairs: u64,
}

/// Ratings with intervals.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingTable {
    /// The fit; see [`Ratings::connected`] and [`Ratings::seats_identified`] before comparing.
    pub fit: Ratings,
    pub agents: Vec<RatedAgent>,
    /// The first seat's advantage between average agents, in Elo.
    pub balance: Interval,
    /// By agent and other: the likelihood that it is the stronger one over both seats. `None` if one did not play both.
    pub superiority: Vec<Vec<Option<f64>>>,
}

impl RatingTable {
    /// Fits and resamples.
    ///
    /// # Errors
    /// As [`BradleyTerry::fit`].
    ///
    /// ```
    /// use moonbase_engine::BySeat;
    /// use moonbase_eval::rating::{Bootstrap, BradleyTerry, PairScore, RatingTable, Results, Score::*};
    /// let mut results = Results::new(2);
    /// for game in 0..100 {
    ///     let second = if game % 4 == 0 { Loss } else { Win };
    ///     results.add(PairScore::new([0, 1], BySeat::new(Draw, second))).unwrap();
    /// }
    /// let table = RatingTable::of(&results, &BradleyTerry::default(), &Bootstrap::default()).unwrap();
    /// assert!(table.agents[0].overall.unwrap().low > 0.0);
    /// assert!(table.superiority[0][1].unwrap() > 0.99);
    /// ```
    pub fn of(
        results: &Results,
        model: &BradleyTerry,
        bootstrap: &Bootstrap,
    ) -> Result<RatingTable, RatingError> {
        let fit = model.fit(results)?;
        let drawn = bootstrap.replicates(results, |drawn| model.fit(drawn));
        let drawn = drawn.into_iter().collect::<Result<Vec<Ratings>, _>>()?;
        let all = 0..results.agents();
        let superior = |a| all.clone().map(|b| superiority(&drawn, a, b)).collect();
        Ok(RatingTable {
            agents: all
                .clone()
                .map(|agent| rated(agent, results, &fit, &drawn))
                .collect(),
            balance: interval(fit.balance, drawn.iter().map(|r| r.balance).collect()),
            superiority: all.clone().map(superior).collect(),
            fit,
        })
    }
}

fn rated(agent: usize, results: &Results, fit: &Ratings, drawn: &[Ratings]) -> RatedAgent {
    let over = |figure: &dyn Fn(&Ratings) -> Option<f64>| {
        figure(fit).map(|value| interval(value, drawn.iter().filter_map(figure).collect()))
    };
    let others = 0..results.agents();
    RatedAgent {
        overall: over(&|ratings| ratings.overall(agent)),
        seats: BySeat::from_fn(|seat: Seat| over(&|ratings| ratings.seats[agent][seat])),
        pairs: others.map(|other| results.pairs(agent, other)).sum(),
    }
}

/// The share of replicates in which `one` is rated above `other`; equal ones count half.
fn superiority(drawn: &[Ratings], one: usize, other: usize) -> Option<f64> {
    let above = |ratings: &Ratings| {
        let difference = ratings.overall(one)? - ratings.overall(other)?;
        Some(if difference == 0.0 {
            0.5
        } else {
            f64::from(u8::from(difference > 0.0))
        })
    };
    let shares: Vec<f64> = drawn.iter().filter_map(above).collect();
    (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / shares.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::super::elo::ELO_PER_NAT;
    use super::super::results::{PairScore, Score};
    use super::*;
    use moonbase_engine::chance::MoonRng;
    use rand::RngExt;

    #[test]
    fn quantiles_by_hand() {
        let sorted = [0.0, 1.0, 2.0, 3.0, 4.0];
        assert_eq!(quantile(&sorted, 0.5), Some(2.0));
        assert!((quantile(&sorted, 0.025).unwrap() - 0.1).abs() < 1e-12);
        assert_eq!(quantile(&[], 0.5), None);
    }

    fn results(agents: usize, pairs: &[([usize; 2], [Score; 2])]) -> Results {
        let pair = |&(agents, [first, second]): &([usize; 2], [Score; 2])| {
            PairScore::new(agents, BySeat::new(first, second))
        };
        let pairs: Vec<PairScore> = pairs.iter().map(pair).collect();
        Results::of(agents, &pairs).unwrap()
    }

    #[test]
    fn a_perfect_score_has_a_wide_interval_and_near_certain_superiority() {
        let played = results(2, &[([0, 1], [Score::Win; 2]); 100]);
        let table =
            RatingTable::of(&played, &BradleyTerry::default(), &Bootstrap::default()).unwrap();
        let overall = table.agents[0].overall.unwrap();
        assert!(
            overall.high - overall.low > 150.0 && overall.low > 100.0,
            "{overall:?}"
        );
        assert!(table.superiority[0][1].unwrap() > 0.99);
        assert_eq!(table.superiority[0][0], Some(0.5));
        assert_eq!(table.agents[0].pairs, 100);
    }

    #[test]
    fn the_same_seed_gives_the_same_table() {
        let played = results(
            3,
            &[
                ([0, 1], [Score::Win, Score::Draw]),
                ([1, 2], [Score::Loss, Score::Win]),
                ([0, 2], [Score::Win, Score::Loss]),
            ],
        );
        let table = |seed| {
            let bootstrap = Bootstrap {
                seed,
                replicates: 50,
            };
            RatingTable::of(&played, &BradleyTerry::default(), &bootstrap).unwrap()
        };
        assert_eq!(table(1), table(1));
        assert_ne!(table(1).agents, table(2).agents);
    }

    /// Both games of a pair end alike in half of all pairs, besides what strength makes of them.
    fn play(rng: &mut MoonRng, win: [f64; 2]) -> BySeat<Score> {
        let luck: [f64; 2] = rng.random();
        let second = if rng.random_bool(0.5) {
            luck[0]
        } else {
            luck[1]
        };
        let score = |luck: f64, win: f64| if luck < win { Score::Win } else { Score::Loss };
        BySeat::new(score(luck[0], win[0]), score(second, win[1]))
    }

    /// Ratings of 0, 60 and 120 in both seats, the first seat 100 Elo ahead.
    fn tournament(rng: &mut MoonRng, pairs: usize) -> Results {
        let mut results = Results::new(3);
        for [a, b] in [[0, 1], [1, 2], [0, 2]] {
            let difference = 60.0 * (a as f64 - b as f64);
            let win = [difference + 100.0, difference - 100.0];
            let win = win.map(|d| 1.0 / (1.0 + (-d / ELO_PER_NAT).exp()));
            for _ in 0..pairs {
                results.add(PairScore::new([a, b], play(rng, win))).unwrap();
            }
        }
        results
    }

    #[test]
    fn intervals_hold_the_truth_about_nineteen_times_of_twenty() {
        let model = BradleyTerry::default();
        let (trials, mut overall, mut seat, mut balance) = (300, 0, 0, 0);
        for trial in 0..trials {
            let played = tournament(&mut rng_for(5, trial), 60);
            let bootstrap = Bootstrap {
                seed: trial,
                replicates: 300,
            };
            let table = RatingTable::of(&played, &model, &bootstrap).unwrap();
            let holds = |interval: Option<Interval>, truth: f64| {
                interval.is_some_and(|i| i.low <= truth && truth <= i.high)
            };
            overall += u32::from(holds(table.agents[2].overall, 60.0));
            seat += u32::from(holds(table.agents[0].seats.first, -60.0));
            balance += u32::from(holds(Some(table.balance), 100.0));
        }
        // A standard error of 1.3%.
        for held in [overall, seat, balance] {
            let coverage = f64::from(held) / trials as f64;
            assert!((0.915..0.985).contains(&coverage), "{coverage}");
        }
    }
}
