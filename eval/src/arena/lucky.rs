//! The scores of a tournament with luck taken out, by the rules of thumb (see [`crate::luck`]).

use moonbase_agents::Scripted;
use moonbase_engine::record::Record;
use moonbase_engine::registry::family_of;
use moonbase_engine::{AbsoluteValue, BySeat, with_family};
use serde::Serialize;

use super::store::{GameRow, Store, StoreError};
use crate::luck::{Adjusted, LuckError, LuckMeter, LuckySample, RulesOfThumb, adjust, lucky_pair};

/// The evaluator that luck is measured with, by name.
pub const EVALUATOR: &str = "rules of thumb";

/// A pairing's score as played and without luck, as its first agent sees it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct WithoutLuck {
    pub agents: [String; 2],
    pub score: Adjusted,
}

/// Each pairing's score without luck, from the records of its games.
///
/// # Errors
/// A record that is not of the tournament's game, or does not replay; what the database says.
pub fn without_luck(store: &Store) -> Result<Vec<WithoutLuck>, StoreError> {
    let plan = store.plan();
    let family = family_of(&plan.game).map_err(|error| store.odd(&error))?;
    let mut rows = Vec::new();
    let games = store.games()?;
    let pairings = games.chunk_by(|x, y| x.agents == y.agents);
    // Of an agent against itself there is nothing to say.
    for pairing in pairings.filter(|games| games[0].agents[0] != games[0].agents[1]) {
        let samples = with_family!(family, |G| samples::<G>(pairing));
        let samples = samples.map_err(|error| store.odd(&error))?;
        rows.push(WithoutLuck {
            agents: pairing[0].agents.map(|agent| plan.agents[agent].clone()),
            score: adjust(&samples, 0.0, 1.0),
        });
    }
    Ok(rows)
}

/// The pairs of a pairing with their luck; a pair of which a game is missing is left out.
fn samples<G: Scripted>(games: &[GameRow]) -> Result<Vec<LuckySample<2>>, LuckError> {
    let mut evaluator = RulesOfThumb;
    let mut meter = LuckMeter::<G>::new(&mut evaluator);
    let mut luck = |game: &GameRow| -> Result<AbsoluteValue, LuckError> {
        meter.record(&Record::parse(&game.record)?)
    };
    let mut samples = Vec::new();
    for pair in games.chunk_by(|x, y| x.pair == y.pair) {
        let [first, second] = pair else { continue };
        let score = BySeat::new(first.score, 1.0 - second.score);
        samples.push(lucky_pair(score, BySeat::new(luck(first)?, luck(second)?)));
    }
    Ok(samples)
}
