//! The table of a tournament.

use std::fmt;

use moonbase_agents::TimeControl;
use moonbase_engine::registry::family_of;
use moonbase_engine::{BySeat, Game, with_family};
use serde::Serialize;

use super::contest::Contest;
use super::course::{Course, Scores};
use super::lucky::{EVALUATOR, WithoutLuck};
use super::plan::ArenaPlan;
use super::store::{GameRow, Store, StoreError, results};
use crate::rating::{
    AlphaRank, Bootstrap, BradleyTerry, Interval, Payoffs, Pentanomial, RatingTable, Results,
    SeatRank, alpha_rank, alpha_rank_seats, nash_averaging, seat_payoffs,
};
use crate::stats::Estimate;
use crate::table::render;

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
    /// Games that an agent gave up: by agent and reason, how often.
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
        let (plan, games) = (store.plan(), store.games()?);
        let results = results(plan, &games)?;
        let table = RatingTable::of(&results, &BradleyTerry::default(), &Bootstrap::default())?;
        let (order, scores) = (order(&table), Scores::of(&games));
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
            forfeits: forfeits(plan, &games),
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
    let mut counts = std::collections::BTreeMap::new();
    for game in games {
        let Some(reason) = &game.forfeit else {
            continue;
        };
        // Who gives up has lost.
        let first_lost = game.score < 0.5;
        let [a, b] = game.agents;
        let loser = if first_lost == game.first_is_a { a } else { b };
        *counts.entry((loser, reason.clone())).or_insert(0) += 1;
    }
    let row = |((agent, reason), count): ((usize, String), u64)| {
        (plan.agents[agent].clone(), reason, count)
    };
    counts.into_iter().map(row).collect()
}

fn lucky_rows(rows: &[WithoutLuck]) -> Vec<Vec<String>> {
    let head = ["pairing", "as played", "without luck", "games saved"].map(String::from);
    let row = |row: &WithoutLuck| {
        let [a, b] = &row.agents;
        vec![
            format!("{a} - {b}"),
            crate::report::percent(&row.score.plain),
            crate::report::percent(&row.score.adjusted),
            format!("{:.0}%", 100.0 * row.score.games_saved()),
        ]
    };
    [head.to_vec()]
        .into_iter()
        .chain(rows.iter().map(row))
        .collect()
}

/// `+123 [+101, +145]`
fn elo(rating: Option<Interval>) -> String {
    rating.map_or("-".into(), |r| {
        format!("{:+.0} [{:+.0}, {:+.0}]", r.value, r.low, r.high)
    })
}

impl Standing {
    fn ratings(&self) -> Vec<Vec<String>> {
        let [first, second] = self.seats;
        let head = [
            "agent",
            "Elo",
            first,
            second,
            "stronger than next",
            "pairs",
            "Nash",
            "alpha",
        ];
        let share = |x: Option<f64>| x.map_or("-".into(), |x| format!("{:.0}%", 100.0 * x));
        let by_seat = self
            .agents
            .iter()
            .any(|entry| entry.alpha_by_seat.is_some());
        let more = |texts: [String; 2]| if by_seat { texts.to_vec() } else { Vec::new() };
        let row = |entry: &Entry| {
            let numbers = [
                elo(entry.rating),
                elo(entry.by_seat[0]),
                elo(entry.by_seat[1]),
                share(entry.superiority),
                entry.pairs.to_string(),
                share(entry.nash),
                share(entry.alpha_rank),
            ];
            let seats = [0, 1].map(|seat| share(entry.alpha_by_seat.map(|alpha| alpha[seat])));
            [vec![entry.agent.clone()], numbers.into(), more(seats)].concat()
        };
        let rows = self.agents.iter().map(row);
        let seats = more([first, second].map(|seat| format!("alpha {seat}")));
        [[head.map(String::from).to_vec(), seats].concat()]
            .into_iter()
            .chain(rows)
            .collect()
    }

    fn crosses(&self) -> Vec<Vec<String>> {
        let head = ["pairing", "score, 95% interval", "Elo", "pairs"].map(String::from);
        let row = |pairing: &Pairing| {
            let [a, b] = &pairing.agents;
            vec![
                format!("{a} - {b}"),
                crate::report::percent(&pairing.score),
                elo(Some(pairing.elo)),
                pairing.pairs.to_string(),
            ]
        };
        [head.to_vec()]
            .into_iter()
            .chain(self.pairings.iter().map(row))
            .collect()
    }
}

impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Standing {
            game,
            seed,
            pairs,
            planned,
            ..
        } = self;
        writeln!(
            f,
            "{game}: {pairs} of {planned} pairs of games, seed {seed}{}",
            self.clock
                .map_or(String::new(), |clock| format!(", clock {clock}"))
        )?;
        if let Some(contest) = &self.contest {
            writeln!(f, "{contest}")?;
        }
        f.write_str(&render(&self.ratings()))?;
        writeln!(f)?;
        f.write_str(&render(&self.crosses()))?;
        writeln!(f)?;
        let [first, _] = self.seats;
        let score = crate::report::percent(&self.first_seat);
        writeln!(
            f,
            "{first} scores {score} over all games; between average agents it is worth {} Elo",
            elo(Some(self.balance))
        )?;
        if let Some([share, noise]) = self.cycles {
            let [share, noise] = [share, noise].map(|x| 100.0 * x);
            writeln!(
                f,
                "cycles: {share:.1}% of the payoffs go round in circles; noise alone would give {noise:.1}%"
            )?;
        }
        if let Some(rows) = &self.without_luck {
            writeln!(f, "\nluck taken out, as judged by the {EVALUATOR}:")?;
            f.write_str(&render(&lucky_rows(rows)))?;
        }
        if !self.connected {
            writeln!(
                f,
                "not all agents are joined by games: only those that are can be compared"
            )?;
        }
        for (agent, reason, count) in &self.forfeits {
            writeln!(f, "{agent} gave up {count} games: {reason}")?;
        }
        Ok(())
    }
}
