//! A tournament's whole report: the table, and how games ended and how long they were.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::lucky::without_luck;
use super::plan::ArenaPlan;
use super::standing::Standing;
use super::store::{GameRow, Store, StoreError};
use crate::page::PageFormat;
use crate::stats::{Estimate, Spread};

/// What there is to say about a tournament.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ArenaReport {
    #[serde(flatten)]
    pub standing: Standing,
    pub plan: ArenaPlan,
    /// The program that began the tournament.
    pub program: String,
    pub endings: Endings,
    pub lengths: Lengths,
}

/// How games ended.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Endings {
    /// Each outcome with the first seat's return, the best for the first seat first.
    pub outcomes: Vec<(String, f64)>,
    /// All games, then those of each agent in each seat.
    pub rows: Vec<EndingRow>,
}

/// The shares of the outcomes among some games.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EndingRow {
    /// The agent and its seat; `None`: all games.
    pub agent: Option<(String, &'static str)>,
    pub games: u64,
    /// In the order of the outcomes.
    pub shares: Vec<Estimate>,
}

/// How long games were.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Lengths {
    /// 0 in games that roll no dice.
    pub turns: Spread,
    pub decisions: Spread,
    /// Decisions and rolls.
    pub plies: Spread,
    /// How many games had so many turns, and so many plies.
    pub games_by_turns: BTreeMap<u32, u64>,
    pub games_by_plies: BTreeMap<u32, u64>,
}

impl ArenaReport {
    /// Reads the games, fits the ratings, and takes luck out of the scores if that is wanted.
    ///
    /// # Errors
    /// As [`Standing::of`] and [`without_luck`].
    pub fn of(store: &Store, luck: bool) -> Result<ArenaReport, StoreError> {
        let (plan, games) = (store.plan().clone(), store.games()?);
        let mut standing = Standing::of_games(&plan, &games)?;
        if luck {
            let (rows, left_out) = without_luck(store, &games, &standing.pairings)?;
            (standing.without_luck, standing.luck_left_out) = (Some(rows), left_out);
        }
        Ok(ArenaReport {
            endings: Endings::of(&plan, standing.seats, &games),
            lengths: Lengths::of(&games),
            standing,
            program: store.program().into(),
            plan,
        })
    }
}

impl fmt::Display for ArenaReport {
    /// The page as text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.page().draw(PageFormat::Text))
    }
}

impl Endings {
    fn of(plan: &ArenaPlan, seats: [&'static str; 2], games: &[GameRow]) -> Endings {
        let kinds: BTreeMap<&str, f64> = games
            .iter()
            .map(|game| (game.outcome.as_str(), game.value))
            .collect();
        let mut outcomes: Vec<(String, f64)> = kinds
            .into_iter()
            .map(|(name, value)| (name.to_string(), value))
            .collect();
        outcomes.sort_by(|a, b| b.1.total_cmp(&a.1));
        let row = |agent: Option<(usize, usize)>| {
            let is_of =
                |game: &&GameRow| agent.is_none_or(|(number, seat)| game.sitting()[seat] == number);
            let games: Vec<&GameRow> = games.iter().filter(is_of).collect();
            EndingRow {
                agent: agent.map(|(number, seat)| (plan.agents[number].clone(), seats[seat])),
                games: games.len() as u64,
                shares: outcomes
                    .iter()
                    .map(|(name, _)| share(&games, name))
                    .collect(),
            }
        };
        let each = (0..plan.agents.len()).flat_map(|agent| [(agent, 0), (agent, 1)]);
        let rows = [None].into_iter().chain(each.map(Some)).map(row);
        Endings {
            rows: rows.filter(|row| row.games > 0).collect(),
            outcomes,
        }
    }
}

fn share(games: &[&GameRow], outcome: &str) -> Estimate {
    let so = |game: &&GameRow| f64::from(u8::from(game.outcome == outcome));
    Estimate::of_scores(&games.iter().map(so).collect::<Vec<_>>())
}

impl Lengths {
    fn of(games: &[GameRow]) -> Lengths {
        let all = |figure: fn(&GameRow) -> u32| games.iter().map(figure).collect::<Vec<u32>>();
        let turns = all(|game| game.turns);
        let plies = all(|game| game.decisions + game.rolls);
        Lengths {
            turns: Spread::of(&turns),
            decisions: Spread::of(&all(|game| game.decisions)),
            plies: Spread::of(&plies),
            games_by_turns: counted(&turns),
            games_by_plies: counted(&plies),
        }
    }
}

fn counted(values: &[u32]) -> BTreeMap<u32, u64> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(*value).or_insert(0) += 1;
    }
    counts
}
