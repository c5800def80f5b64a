//! The table of a tournament.

use moonbase_agents::TimeControl;
use moonbase_engine::registry::family_of;
use moonbase_engine::{BySeat, Game, with_family};
use serde::Serialize;

use super::contest::Contest;
use super::course::{Course, Scores};
use super::lucky::WithoutLuck;
use super::plan::ArenaPlan;
use super::store::{GameRow, Store, StoreError, results};
use crate::forfeits::by_kind;
use crate::rating::{
    AlphaRank, Bootstrap, BradleyTerry, Interval, Payoffs, Pentanomial, RatingTable, Results,
    SeatRank, alpha_rank, alpha_rank_seats, nash_averaging, seat_payoffs,
};
use crate::stats::Estimate;

/// Where a tournament stands. Ratings are in Elo; scores count a win 1 and a draw ½.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Standing {
    pub game: String,
    pub seats: [&'static str; 2],
    pub seed: u64,
    /// Time for each side of a game, if it is limited.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<TimeControl>,
    /// Pairs played, and planned.
    pub pairs: u64,
    pub planned: u64,
    /// The best first; those without a rating last.
    pub agents: Vec<Entry>,
    /// The first seat's advantage between average agents, in Elo.
    pub balance: Interval,
    /// The first seat's score over all games.
    pub first_seat: Estimate,
    /// Do games join all agents? If not, only those that are joined can be compared.
    pub connected: bool,
    /// Every pairing that has been played.
    pub pairings: Vec<Pairing>,
    /// The share of the payoffs that goes round in circles, and what noise alone would give; once each has met each.
    pub cycles: Option<[f64; 2]>,
    /// The table by the format's own count, in formats that have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contest: Option<Contest>,
    /// Scores with luck taken out, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub without_luck: Option<Vec<WithoutLuck>>,
    /// Pairings that have too few pairs for that.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub luck_left_out: Vec<[String; 2]>,
    /// Games that an agent gave up: by agent and kind of reason, how often.
    pub forfeits: Vec<(String, String, u64)>,
}

/// One agent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Entry {
    pub agent: String,
    /// Over both seats.
    pub rating: Option<Interval>,
    pub by_seat: [Option<Interval>; 2],
    /// The likelihood of being stronger than the next in the table.
    pub superiority: Option<f64>,
    pub pairs: u64,
    /// Its share in the Nash average, and its mass in alpha-rank; once each has met each.
    pub nash: Option<f64>,
    pub alpha_rank: Option<f64>,
    /// Its mass in alpha-rank with a population for each seat; once each has met each and itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub alpha_by_seat: Option<[f64; 2]>,
}

/// Two agents' pairs, as the first of them sees them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pairing {
    pub agents: [String; 2],
    pub pairs: u64,
    pub score: Estimate,
    /// Elo difference by this pairing alone.
    pub elo: Interval,
}

impl Standing {
    /// Reads the games and fits the ratings.
    ///
    /// # Errors
    /// What the database says; a game that is not known here.
    pub fn of(store: &Store) -> Result<Standing, StoreError> {
        Standing::of_games(store.plan(), &store.games()?)
    }

    /// As [`Standing::of`], of games that have been read.
    pub(super) fn of_games(plan: &ArenaPlan, games: &[GameRow]) -> Result<Standing, StoreError> {
        let results = results(plan, games)?;
        let table = RatingTable::of(&results, &BradleyTerry::default(), &Bootstrap::default())?;
        let (order, scores) = (order(&table), Scores::of(games));
        let payoffs = Payoffs::of(&results).ok();
        let first: Vec<f64> = games.iter().map(|game| game.score).collect();
        Ok(Standing {
            game: plan.game.clone(),
            seats: seats(&plan.game),
            seed: plan.seed,
            clock: plan.clock,
            pairs: scores.len() as u64,
            planned: Course::new(plan).planned(&scores),
            agents: entries(plan, &table, &results, payoffs.as_ref(), &order),
            balance: table.balance,
            first_seat: Estimate::of_scores(&first),
            connected: table.fit.connected,
            pairings: pairings(plan, &results, &order),
            cycles: payoffs
                .map(|payoffs| payoffs.split())
                .map(|s| [s.share, s.noise]),
            contest: Contest::of(plan, &scores),
            without_luck: None,
            luck_left_out: Vec::new(),
            forfeits: forfeits(plan, games),
        })
    }
}

/// The names of a game's seats; a game that is not known here has none.
fn seats(game: &str) -> [&'static str; 2] {
    let Ok(family) = family_of(game) else {
        return ["first", "second"];
    };
    let BySeat { first, second } = with_family!(family, |G| <G as Game>::SEATS);
    [first, second]
}

/// The agents' numbers, the best first.
fn order(table: &RatingTable) -> Vec<usize> {
    let mut order: Vec<usize> = (0..table.agents.len()).collect();
    let rating = |i: &usize| table.agents[*i].overall.map_or(f64::MIN, |r| r.value);
    order.sort_by(|a, b| rating(b).total_cmp(&rating(a)));
    order
}

fn entries(
    plan: &ArenaPlan,
    table: &RatingTable,
    results: &Results,
    payoffs: Option<&Payoffs>,
    order: &[usize],
) -> Vec<Entry> {
    let nash = payoffs.and_then(|p| nash_averaging(&p.mean).ok());
    let alpha = payoffs.and_then(|p| alpha_rank(&p.mean, &AlphaRank::default()).ok());
    let seats = by_seat(results);
    let next = order[1..].iter().copied().map(Some).chain([None]);
    let entry = |(&agent, next): (&usize, Option<usize>)| {
        let rated = &table.agents[agent];
        Entry {
            agent: plan.agents[agent].clone(),
            rating: rated.overall,
            by_seat: [rated.seats.first, rated.seats.second],
            superiority: next.and_then(|next| table.superiority[agent][next]),
            pairs: rated.pairs,
            nash: nash.as_ref().map(|nash| nash.mixture[agent]),
            alpha_rank: alpha.as_ref().map(|alpha| alpha[agent]),
            alpha_by_seat: seats
                .as_ref()
                .map(|rank| [rank.first[agent], rank.second[agent]]),
        }
    };
    order.iter().zip(next).map(entry).collect()
}

/// Of more agents, alpha-rank with a population for each seat takes too long: its time grows with the sixth power.
const MOST_BY_SEAT: usize = 16;

/// Alpha-rank of the game of two populations: agents in the first seat against agents in the second.
fn by_seat(results: &Results) -> Option<SeatRank> {
    let payoffs = seat_payoffs(results).ok()?;
    let few = results.agents() <= MOST_BY_SEAT;
    few.then(|| alpha_rank_seats(&payoffs, &AlphaRank::default()).ok())?
}

fn pairings(plan: &ArenaPlan, results: &Results, order: &[usize]) -> Vec<Pairing> {
    let mut all = Vec::new();
    for (place, &a) in order.iter().enumerate() {
        for &b in &order[place + 1..] {
            let pairs = Pentanomial::of(results, a, b);
            if pairs.pairs() > 0 {
                all.push(Pairing {
                    agents: [a, b].map(|agent| plan.agents[agent].clone()),
                    pairs: pairs.pairs(),
                    score: pairs.estimate(),
                    elo: pairs.elo(),
                });
            }
        }
    }
    all
}

fn forfeits(plan: &ArenaPlan, games: &[GameRow]) -> Vec<(String, String, u64)> {
    let reasons = games.iter().filter_map(|game| {
        let reason = game.forfeit.as_deref()?;
        // Who gives up has lost.
        let [first, second] = game.sitting();
        Some((if game.score < 0.5 { first } else { second }, reason, ()))
    });
    let row = |(agent, reason, all): (usize, &str, Vec<()>)| {
        (plan.agents[agent].clone(), reason.into(), all.len() as u64)
    };
    by_kind(reasons).into_iter().map(row).collect()
}
