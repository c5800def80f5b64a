//! Playing what is missing.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;

use moonbase_agents::{Agent, MakeAgent};
use moonbase_engine::Game;
use moonbase_engine::chance::{mix, rng_for};
use moonbase_engine::record::Record;
use rand::Rng;

use super::plan::ArenaPlan;
use super::store::{GameRow, Store, StoreError};
use crate::error::EvalError;
use crate::game::{Finished, play_recorded};
use crate::work::{Control, run};

/// How far a tournament has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Pairs in the database, of those planned.
    pub pairs: u64,
    pub planned: u64,
}

/// Why a tournament broke off, in one line. What had been played by then is in the database.
#[derive(Debug, thiserror::Error)]
pub enum ArenaError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Game(#[from] EvalError),
}

/// Plays the pairs of the plan that are not in the database, and writes each there as soon as it is played.
///
/// `agents` are those of the plan, in its order. Progress counts pairs. Stopped, it returns with what is done.
///
/// # Errors
/// An agent that cannot be built or breaks the rules, a database that cannot be written.
pub fn play_missing<G: Game>(
    store: Store,
    options: &G::Options,
    agents: &[&dyn MakeAgent<G>],
    control: &mut Control<'_>,
) -> Result<(Store, Played), ArenaError> {
    let plan = store.plan().clone();
    let done: HashSet<_> = store.played()?.into_iter().collect();
    let missing: Vec<_> = plan
        .schedule()
        .filter(|pair| !done.contains(pair))
        .collect();
    let played = |new: usize| Played {
        pairs: (done.len() + new) as u64,
        planned: plan.pairs * plan.pairings().len() as u64,
    };
    if missing.is_empty() {
        return Ok((store, played(0)));
    }
    let table = Table {
        plan: &plan,
        options,
        agents,
    };
    let broken = Mutex::new(None);
    let shared = Mutex::new(store);
    let job = |seats: &mut Seats<G>, index: u64| {
        let (agents, pair) = missing[index as usize];
        let Some(games) = table.play_pair(seats, agents, pair, control.stop)? else {
            return Ok(None);
        };
        let mut store = shared.lock().map_err(|_| lost())?;
        if let Err(error) = store.add(&games) {
            *broken.lock().map_err(|_| lost())? = Some(error);
            return Err(lost());
        }
        Ok(Some(()))
    };
    let stop = control.stop;
    let mut inner = Control {
        threads: control.threads,
        stop,
        progress: &mut *control.progress,
    };
    let result = run(missing.len() as u64, &mut inner, || Ok(HashMap::new()), job);
    if let Ok(Some(error)) = broken.into_inner() {
        return Err(error.into());
    }
    let new = result?.len();
    let store = shared.into_inner().map_err(|_| lost())?;
    Ok((store, played(new)))
}

/// A thread went down with the database in hand.
fn lost() -> EvalError {
    EvalError::Broken("the database was lost".into())
}

/// The agents that a thread has built so far, by number.
type Seats<G> = HashMap<usize, Box<dyn Agent<G>>>;

struct Table<'a, G: Game> {
    plan: &'a ArenaPlan,
    options: &'a G::Options,
    agents: &'a [&'a dyn MakeAgent<G>],
}

impl<G: Game> Table<'_, G> {
    /// Both games of a pair; `None` if stopped.
    fn play_pair(
        &self,
        seats: &mut Seats<G>,
        agents: [usize; 2],
        pair: u64,
        stop: &std::sync::atomic::AtomicBool,
    ) -> Result<Option<Vec<GameRow>>, EvalError> {
        let dice = rng_for(self.plan.seed, pair).next_u64();
        let own = mix(self.plan.seed ^ mix((agents[0] as u64) << 32 | agents[1] as u64));
        let mut seeds = rng_for(own, pair);
        let mut rows = Vec::new();
        for first_is_a in [true, false] {
            let [a, b] = agents;
            let order = if first_is_a { [a, b] } else { [b, a] };
            let mut players = Vec::new();
            for number in order {
                let mut agent = match seats.remove(&number) {
                    Some(agent) => agent,
                    None => self.agents[number].make()?,
                };
                agent.new_game(seeds.next_u64());
                players.push(agent);
            }
            let [first, second] = players.as_mut_slice() else {
                unreachable!("two players");
            };
            let game = play_recorded(self.options, first.as_mut(), second.as_mut(), dice, stop)?;
            order.into_iter().zip(players).for_each(|(number, agent)| {
                seats.insert(number, agent);
            });
            let Some(game) = game else {
                return Ok(None);
            };
            rows.push(self.row(agents, pair, first_is_a, dice, game)?);
        }
        Ok(Some(rows))
    }

    fn row(
        &self,
        agents: [usize; 2],
        pair: u64,
        first_is_a: bool,
        seed: u64,
        game: Finished<G>,
    ) -> Result<GameRow, EvalError> {
        let [a, b] = agents.map(|agent| self.plan.agents[agent].as_str());
        let [first, second] = if first_is_a { [a, b] } else { [b, a] };
        let summary = &game.summary;
        let broken = |error: String| EvalError::Broken(error);
        let mut record = Record::new::<G>(&self.plan.game, self.options)
            .map_err(|error| broken(error.to_string()))?;
        record.set_tag(G::SEATS.first, first);
        record.set_tag(G::SEATS.second, second);
        record.set_tag("seed", seed);
        game.plies.iter().for_each(|ply| record.push(ply));
        let text = record.to_text::<G>();
        Ok(GameRow {
            agents,
            pair,
            first_is_a,
            seed,
            outcome: summary.outcome.name.into(),
            score: summary.outcome.score(moonbase_engine::Seat::First),
            value: summary.outcome.value.0,
            decisions: summary.decisions,
            rolls: summary.rolls,
            turns: summary.turns,
            forfeit: summary
                .forfeit
                .as_ref()
                .map(|(_, reason)| reason.to_string()),
            record: text.map_err(|error| broken(error.to_string()))?,
        })
    }
}
