//! Playing what is missing.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use moonbase_agents::{Agent, MakeAgent};
use moonbase_engine::Game;
use moonbase_engine::chance::{mix, rng_for};
use rand::Rng;

use super::course::{Course, Scores, Slot, score};
use super::plan::ArenaPlan;
use super::store::{GameRow, Store, StoreError};
use crate::error::EvalError;
use crate::game::{Finished, play_recorded};
use crate::rating::results::Kind;
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

/// Plays the pairs of the plan that are not in the database, round by round, and writes each there as soon as it is played.
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
    let table = Table::new(&plan, options, agents);
    play_rounds(store, |store, round, [done, planned]| {
        let mut inner = Control {
            threads: control.threads,
            stop: control.stop,
            progress: &mut |new, _| (control.progress)(done + new, planned),
        };
        table.play_round(store, round, &mut inner)
    })
}

/// Goes through the rounds of the database's tournament, whoever plays.
///
/// `play` is given the database, the pairs of a round that are not in it (perhaps none), and how many pairs have been played, of how many. It
/// adds the games, and gives the pairs it added with their scores; fewer than it was given if it was stopped, which ends all.
///
/// # Errors
/// Those of `play`, and a database that cannot be read.
pub fn play_rounds<E: From<StoreError>>(
    mut store: Store,
    mut play: impl FnMut(Store, &[Slot], [u64; 2]) -> Result<(Store, Vec<(Slot, Kind)>), E>,
) -> Result<(Store, Played), E> {
    let plan = store.plan().clone();
    let mut scores = Scores::of(&store.games()?);
    let mut course = Course::new(&plan);
    loop {
        let mut round = course.next_round(&scores);
        if round.is_empty() {
            break;
        }
        round.retain(|slot| !scores.has(slot));
        let counts = [scores.len() as u64, course.planned(&scores)];
        let new;
        (store, new) = play(store, &round, counts)?;
        let whole = new.len() == round.len();
        new.into_iter()
            .for_each(|(slot, score)| scores.add(slot, score));
        if !whole {
            break;
        }
    }
    let played = Played {
        pairs: scores.len() as u64,
        planned: course.planned(&scores),
    };
    Ok((store, played))
}

/// A thread went down with the database in hand.
fn lost() -> EvalError {
    EvalError::Broken("the database was lost".into())
}

/// The agents that a thread has built so far: by number, and apart for an agent's two sides against itself.
pub(super) type Seats<G> = HashMap<(usize, bool), Box<dyn Agent<G>>>;

pub(super) struct Table<'a, G: Game> {
    plan: &'a ArenaPlan,
    options: &'a G::Options,
    agents: &'a [&'a dyn MakeAgent<G>],
    /// Agents of threads of the rounds before.
    pool: Mutex<Vec<Seats<G>>>,
}

/// A thread's agents, which go back to the pool in the end.
struct Lent<'a, G: Game> {
    seats: Seats<G>,
    pool: &'a Mutex<Vec<Seats<G>>>,
}

impl<G: Game> Drop for Lent<'_, G> {
    fn drop(&mut self) {
        if let Ok(mut pool) = self.pool.lock() {
            pool.push(std::mem::take(&mut self.seats));
        }
    }
}

/// The seed of a pair's dice: that of its number, in every pairing.
pub(super) fn dice_of(plan: &ArenaPlan, pair: u64) -> u64 {
    rng_for(plan.seed, pair).next_u64()
}

/// Who of a pair's agents has the first seat, game by game: the one of the lower number, then the other; an agent against itself plays one game.
pub(super) fn games_of(agents: [usize; 2]) -> &'static [bool] {
    match agents[0] == agents[1] {
        true => &[true],
        false => &[true, false],
    }
}

impl<'a, G: Game> Table<'a, G> {
    pub fn new(
        plan: &'a ArenaPlan,
        options: &'a G::Options,
        agents: &'a [&'a dyn MakeAgent<G>],
    ) -> Table<'a, G> {
        Table {
            plan,
            options,
            agents,
            pool: Mutex::new(Vec::new()),
        }
    }
}

impl<G: Game> Table<'_, G> {
    /// Plays these pairs; fewer if stopped.
    fn play_round(
        &self,
        store: Store,
        round: &[Slot],
        control: &mut Control<'_>,
    ) -> Result<(Store, Vec<(Slot, Kind)>), ArenaError> {
        if round.is_empty() {
            return Ok((store, Vec::new()));
        }
        let (broken, shared, stop) = (Mutex::new(None), Mutex::new(store), control.stop);
        let lend = || {
            let seats = self
                .pool
                .lock()
                .map_err(|_| lost())?
                .pop()
                .unwrap_or_default();
            let pool = &self.pool;
            Ok(Lent { seats, pool })
        };
        let job = |lent: &mut Lent<'_, G>, index: u64| {
            let slot = round[index as usize];
            let Some(games) = self.play_pair(&mut lent.seats, slot, stop)? else {
                return Ok(None);
            };
            let mut store = shared.lock().map_err(|_| lost())?;
            if let Err(error) = store.add(&games) {
                *broken.lock().map_err(|_| lost())? = Some(error);
                return Err(lost());
            }
            Ok(Some((slot, score(&games))))
        };
        let result = run(round.len() as u64, control, lend, job);
        if let Ok(Some(error)) = broken.into_inner() {
            return Err(error.into());
        }
        let new = result?.into_iter().map(|(_, played)| played).collect();
        let store = shared.into_inner().map_err(|_| lost())?;
        Ok((store, new))
    }

    /// Both games of a pair, or the one of an agent against itself; `None` if stopped.
    pub fn play_pair(
        &self,
        seats: &mut Seats<G>,
        (agents, pair): Slot,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<GameRow>>, EvalError> {
        let dice = dice_of(self.plan, pair);
        let own = mix(self.plan.seed ^ mix((agents[0] as u64) << 32 | agents[1] as u64));
        let mut seeds = rng_for(own, pair);
        let mut rows = Vec::new();
        for &first_is_a in games_of(agents) {
            let [a, b] = agents;
            let order = if first_is_a { [a, b] } else { [b, a] };
            let keys = [(order[0], false), (order[1], a == b)];
            let [mut first, mut second] = [
                self.seated(seats, keys[0], seeds.next_u64())?,
                self.seated(seats, keys[1], seeds.next_u64())?,
            ];
            let game = play_recorded(self.options, first.as_mut(), second.as_mut(), dice, stop)?;
            seats.extend([(keys[0], first), (keys[1], second)]);
            let Some(game) = game else {
                return Ok(None);
            };
            rows.push(self.row(agents, pair, first_is_a, dice, game)?);
        }
        Ok(Some(rows))
    }

    /// An agent at its seat, told of a new game.
    fn seated(
        &self,
        seats: &mut Seats<G>,
        key: (usize, bool),
        seed: u64,
    ) -> Result<Box<dyn Agent<G>>, EvalError> {
        let mut agent = match seats.remove(&key) {
            Some(agent) => agent,
            None => self.agents[key.0].make()?,
        };
        agent.new_game(seed);
        Ok(agent)
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
            record: game.record(&self.plan.game, self.options, [first, second], seed)?,
        })
    }
}
