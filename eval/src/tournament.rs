//! A small tournament: agents for each seat against the same opponents.
//!
//! Game `i` of every row has the same dice, so that rows can be compared; a row's samples are its games.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use moonbase_agents::{Agent, MakeAgent};
use moonbase_engine::chance::{mix, rng_for};
use moonbase_engine::{BySeat, Game, Seat};
use rand::Rng;
use serde::Serialize;

use crate::error::EvalError;
use crate::forfeits::ForfeitedGame;
use crate::game::{GameSummary, play_game};
use crate::matches::{Length, shares};
use crate::stats::Estimate;
use crate::work::{Control, run};

/// Who plays whom: each agent of a seat against each opponent in the other one.
pub struct Tournament<'a, G: Game> {
    pub options: &'a G::Options,
    pub entrants: BySeat<Vec<&'a dyn MakeAgent<G>>>,
    pub opponents: Vec<&'a dyn MakeAgent<G>>,
    /// Games of each row.
    pub games: u64,
    pub seed: u64,
}

/// The results, a row for each agent, seat and opponent, in the order of the plan.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TournamentReport {
    pub rows: Vec<Row>,
    pub games: u64,
    pub seed: u64,
    /// False if it was stopped before all games were played.
    pub complete: bool,
}

/// How an agent did in a seat against an opponent.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Row {
    pub agent: String,
    pub seat: &'static str,
    pub opponent: String,
    pub score: Estimate,
    #[serde(rename = "return")]
    pub returns: Estimate,
    pub outcomes: BTreeMap<&'static str, f64>,
    pub length: Length,
    /// Games that an agent gave up, which count as lost.
    pub forfeits: Vec<ForfeitedGame>,
}

/// A row to be played.
struct Pairing<'a, G: Game> {
    seat: Seat,
    agent: &'a dyn MakeAgent<G>,
    opponent: &'a dyn MakeAgent<G>,
}

impl<'a, G: Game> Tournament<'a, G> {
    fn pairings(&self) -> Vec<Pairing<'a, G>> {
        let mut pairings = Vec::new();
        for seat in Seat::BOTH {
            for &agent in &self.entrants[seat] {
                let opponents = self.opponents.iter();
                pairings.extend(opponents.map(|&opponent| Pairing {
                    seat,
                    agent,
                    opponent,
                }));
            }
        }
        pairings
    }
}

/// Plays a tournament, all rows side by side.
///
/// # Errors
/// No games, an agent that cannot be built, or one that breaks the rules.
pub fn play_tournament<G: Game>(
    plan: &Tournament<'_, G>,
    control: &mut Control<'_>,
) -> Result<TournamentReport, EvalError> {
    let pairings = plan.pairings();
    let count = plan.games * pairings.len() as u64;
    if count == 0 {
        return Err(EvalError::NoGames);
    }
    let stop = control.stop;
    let make = || pairings.iter().map(seated).collect::<Result<Vec<_>, _>>();
    let job = |rows: &mut Vec<Seated<G>>, index: u64| {
        let (row, game) = (index % rows.len() as u64, index / rows.len() as u64);
        play_row(plan, &mut rows[row as usize], row, game, stop)
    };
    let results = run(count, control, make, job)?;
    let rows = pairings.len() as u64;
    let of_row = |row: u64| {
        results
            .iter()
            .filter(move |(i, _)| i % rows == row)
            .map(move |(i, game)| (i / rows + 1, game))
    };
    let reports = (0..)
        .zip(&pairings)
        .map(|(row, pairing)| report(pairing, of_row(row)));
    Ok(TournamentReport {
        rows: reports.collect(),
        games: plan.games,
        seed: plan.seed,
        complete: results.len() as u64 == count,
    })
}

type Seated<G> = BySeat<Box<dyn Agent<G>>>;

fn seated<G: Game>(pairing: &Pairing<'_, G>) -> Result<Seated<G>, EvalError> {
    let (agent, opponent) = (pairing.agent.make()?, pairing.opponent.make()?);
    Ok(match pairing.seat {
        Seat::First => BySeat::new(agent, opponent),
        Seat::Second => BySeat::new(opponent, agent),
    })
}

fn play_row<G: Game>(
    plan: &Tournament<'_, G>,
    agents: &mut Seated<G>,
    row: u64,
    game: u64,
    stop: &AtomicBool,
) -> Result<Option<GameSummary>, EvalError> {
    let mut seeds = rng_for(plan.seed, game);
    let dice = seeds.next_u64();
    let mut seeds = rng_for(mix(seeds.next_u64()), row);
    agents.first.new_game(seeds.next_u64());
    agents.second.new_game(seeds.next_u64());
    let (first, second) = (agents.first.as_mut(), agents.second.as_mut());
    play_game(plan.options, first, second, dice, stop)
}

/// `numbered` are the row's games, counted from 1.
fn report<'a, G: Game>(
    pairing: &Pairing<'_, G>,
    numbered: impl Iterator<Item = (u64, &'a GameSummary)> + Clone,
) -> Row {
    let seat = pairing.seat;
    let games = numbered.clone().map(|(_, game)| game);
    let scores: Vec<f64> = games.clone().map(|game| game.outcome.score(seat)).collect();
    let returns = games.clone().map(|game| game.outcome.value.seen_by(seat).0);
    let returns: Vec<f64> = returns.collect();
    Row {
        agent: pairing.agent.name(),
        seat: G::SEATS[seat],
        opponent: pairing.opponent.name(),
        score: Estimate::of_scores(&scores),
        returns: Estimate::of_returns(&returns),
        outcomes: shares(games.clone()),
        length: Length::of(games),
        forfeits: forfeits(pairing, numbered),
    }
}

fn forfeits<'a, G: Game>(
    pairing: &Pairing<'_, G>,
    numbered: impl Iterator<Item = (u64, &'a GameSummary)>,
) -> Vec<ForfeitedGame> {
    let (agent, opponent) = (pairing.agent.name(), pairing.opponent.name());
    let agents = match pairing.seat {
        Seat::First => [agent.as_str(), &opponent],
        Seat::Second => [opponent.as_str(), &agent],
    };
    let of_game = |(number, game)| ForfeitedGame::of::<G>(number, game, agents);
    numbered.filter_map(of_game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_agents::AgentSpec;
    use moonbase_engine::toy::{Nim, NimOptions};

    fn nim(threads: usize) -> TournamentReport {
        let [scripted, random] = ["scripted", "random"].map(AgentSpec::named);
        let options = NimOptions::new(&[3, 4, 5]);
        let plan = Tournament::<Nim> {
            options: &options,
            entrants: BySeat::new(vec![&scripted, &random], vec![&scripted]),
            opponents: vec![&scripted, &random],
            games: 40,
            seed: 3,
        };
        let stop = AtomicBool::new(false);
        let mut control = Control {
            threads,
            stop: &stop,
            progress: &mut |_, _| {},
        };
        play_tournament(&plan, &mut control).unwrap()
    }

    #[test]
    fn every_agent_meets_every_opponent_in_its_seat() {
        let report = nim(2);
        let seen: Vec<_> = report
            .rows
            .iter()
            .map(|r| (r.agent.as_str(), r.seat, r.opponent.as_str()))
            .collect();
        assert_eq!(
            seen[..2],
            [("scripted", "a", "scripted"), ("scripted", "a", "random")]
        );
        assert_eq!(seen[5], ("scripted", "b", "random"));
        // The first player wins by cancelling; the second loses against that.
        assert_eq!(
            (report.rows[0].score.mean, report.rows[4].score.mean),
            (1.0, 0.0)
        );
        assert!(report.rows[5].score.mean > 0.8 && report.complete);
    }

    #[test]
    fn the_same_for_any_number_of_threads() {
        assert_eq!(nim(1), nim(3));
    }

    #[test]
    fn the_text_has_a_line_for_each_row() {
        let text = nim(2).to_string();
        assert_eq!(text.lines().count(), 8);
        assert!(text.lines().nth(1).unwrap().starts_with("scripted"));
        assert!(text.contains("100.0% ["));
    }
}
