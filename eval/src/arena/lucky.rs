//! The scores of a tournament with luck taken out, by the rules of thumb (see [`crate::luck`]).

use moonbase_agents::Scripted;
use moonbase_engine::record::Record;
use moonbase_engine::registry::family_of;
use moonbase_engine::{AbsoluteValue, BySeat, with_family};
use serde::Serialize;

use super::standing::Pairing;
use super::store::{GameRow, Store, StoreError};
use crate::luck::{
    Adjusted, FEWEST, LuckError, LuckMeter, LuckySample, RulesOfThumb, adjust, lucky_pair,
};

/// The evaluator that luck is measured with, by name.
pub const EVALUATOR: &str = "rules of thumb";

/// A pairing's score as played and without luck, as its first agent sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WithoutLuck {
    pub agents: [String; 2],
    pub score: Adjusted,
}

/// The scores of pairings without luck, and the pairings that are left out.
pub type Taken = (Vec<WithoutLuck>, Vec<[String; 2]>);

/// Each pairing's score without luck, from the records of its games, in the order of the pairings and with their first agents first. Of fewer
/// than [`FEWEST`] pairs nothing can be said: such a pairing is left out.
///
/// # Errors
/// A record that is not of the tournament's game, or does not replay.
pub fn without_luck(
    store: &Store,
    games: &[GameRow],
    pairings: &[Pairing],
) -> Result<Taken, StoreError> {
    let plan = store.plan();
    let family = family_of(&plan.game).map_err(|error| store.odd(&error))?;
    let (mut rows, mut left_out) = (Vec::new(), Vec::new());
    for Pairing { agents, .. } in pairings {
        let number = |name: &String| plan.agents.iter().position(|agent| agent == name);
        let [Some(one), Some(other)] = agents.each_ref().map(number) else {
            continue;
        };
        let both = [one.min(other), one.max(other)];
        let games: Vec<&GameRow> = games.iter().filter(|game| game.agents == both).collect();
        let pairs = both_ways(&games, one);
        if pairs.len() < FEWEST {
            left_out.push(agents.clone());
            continue;
        }
        let samples = with_family!(family, |G| samples::<G>(&pairs));
        let samples = samples.map_err(|error| store.odd(&error))?;
        rows.push(WithoutLuck {
            agents: agents.clone(),
            score: adjust(&samples, 0.0, 1.0),
        });
    }
    Ok((rows, left_out))
}

/// The two games of each pair, that with this agent in the first seat first; a pair of which a game is missing is left out.
fn both_ways<'a>(games: &[&'a GameRow], agent: usize) -> Vec<[&'a GameRow; 2]> {
    let pairs = games.chunk_by(|x, y| x.pair == y.pair);
    let both = |pair: &[&'a GameRow]| {
        let seated = |seat: usize| {
            pair.iter()
                .copied()
                .find(|game| game.sitting()[seat] == agent)
        };
        Some([seated(0)?, seated(1)?])
    };
    pairs.filter_map(both).collect()
}

/// The pairs with their luck, as the agent sees them that has the first seat in the first game.
fn samples<G: Scripted>(pairs: &[[&GameRow; 2]]) -> Result<Vec<LuckySample<2>>, LuckError> {
    let mut evaluator = RulesOfThumb;
    let mut meter = LuckMeter::<G>::new(&mut evaluator);
    let mut luck = |game: &GameRow| -> Result<AbsoluteValue, LuckError> {
        meter.record(&Record::parse(&game.record)?)
    };
    let sample = |[there, back]: &[&GameRow; 2]| -> Result<LuckySample<2>, LuckError> {
        let score = BySeat::new(there.score, 1.0 - back.score);
        Ok(lucky_pair(score, BySeat::new(luck(there)?, luck(back)?)))
    };
    pairs.iter().map(sample).collect()
}
