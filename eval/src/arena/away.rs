//! Pairs of a tournament that other processes play: see [`crate::away`].

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use moonbase_agents::{AgentSpec, MakeAgent, OnClock, Playable, TimeControl};
use moonbase_engine::registry::options_of;
use moonbase_engine::{Game, Seat};

use super::course::{Slot, score};
use super::plan::ArenaPlan;
use super::run::{ArenaError, Seats, Table, dice_of, games_of};
use super::store::{GameRow, Store};
use crate::away::{Item, Places, Worker, packed, specs_at, strange, unpacked};
use crate::error::EvalError;
use crate::rating::results::Kind;

/// Plays pairs of one tournament, one after the other; its agents stay.
pub struct PairWorker<G: Game> {
    plan: ArenaPlan,
    options: G::Options,
    specs: Vec<AgentSpec>,
    seats: Seats<G>,
}

impl<G: Playable> PairWorker<G> {
    /// # Errors
    /// Rules that cannot be, a plan that cannot be played, an agent that cannot be built or cannot play both seats.
    pub fn new(plan: ArenaPlan, places: &Places) -> Result<PairWorker<G>, EvalError> {
        let told = |error: &dyn std::fmt::Display| EvalError::Job(error.to_string());
        plan.check().map_err(|error| told(&error))?;
        let options = options_of::<G>(&plan.game, &plan.set).map_err(|error| told(&error))?;
        let specs = specs_at(&plan.agents, places)?;
        let start = G::new(&options)?;
        with_makers::<G, _>(&specs, plan.clock, |makers| check(&start, makers))?;
        Ok(PairWorker {
            plan,
            options,
            specs,
            seats: HashMap::new(),
        })
    }
}

impl<G: Playable> Worker for PairWorker<G> {
    fn play(&mut self, items: &[Item]) -> Result<Vec<Vec<u8>>, EvalError> {
        let PairWorker {
            plan,
            options,
            specs,
            seats,
        } = self;
        with_makers::<G, _>(specs, plan.clock, |makers| {
            let (table, never) = (Table::new(plan, options, makers), AtomicBool::new(false));
            let one = |item: &Item| {
                let slot = slot_of(item);
                if slot.0[0] > slot.0[1] || slot.0[1] >= plan.agents.len() {
                    return Err(strange(item));
                }
                let games = table.play_pair(seats, slot, &never)?;
                packed(&games.ok_or_else(|| strange(item))?)
            };
            items.iter().map(one).collect()
        })
    }
}

/// Gives the makers of the agents, on their clock if there is one.
pub fn with_makers<G: Playable, T>(
    specs: &[AgentSpec],
    clock: Option<TimeControl>,
    work: impl FnOnce(&[&dyn MakeAgent<G>]) -> T,
) -> T {
    let clocked: Vec<OnClock<G>> = match clock {
        Some(clock) => specs.iter().map(|spec| OnClock::new(spec, clock)).collect(),
        None => Vec::new(),
    };
    let makers: Vec<&dyn MakeAgent<G>> = match clock {
        Some(_) => clocked.iter().map(|agent| agent as _).collect(),
        None => specs.iter().map(|spec| spec as _).collect(),
    };
    work(&makers)
}

/// Can these agents play both seats?
fn check<G: Game>(start: &G, makers: &[&dyn MakeAgent<G>]) -> Result<(), EvalError> {
    for maker in makers {
        let agent = maker.make()?;
        for seat in Seat::BOTH {
            agent.check(start, seat)?;
        }
    }
    Ok(())
}

/// The number of a pair.
pub fn item_of(&([a, b], pair): &Slot) -> Item {
    [a as u64, b as u64, pair]
}

/// The pair of a number.
pub fn slot_of(&[a, b, pair]: &Item) -> Slot {
    ([a as usize, b as usize], pair)
}

/// Adds the games of pairs, as workers have sent them, to the database, all in one transaction; gives their scores.
///
/// # Errors
/// Bytes that are not the games of their pair, a database that cannot be written; then nothing is added.
pub fn add(store: &mut Store, pairs: &[(Slot, &[u8])]) -> Result<Vec<(Slot, Kind)>, ArenaError> {
    let (mut games, mut scores) = (Vec::new(), Vec::new());
    for (slot, bytes) in pairs {
        let pair = read(store.plan(), *slot, bytes)?;
        scores.push((*slot, score(&pair)));
        games.extend(pair);
    }
    store.add(&games)?;
    Ok(scores)
}

fn read(plan: &ArenaPlan, slot: Slot, bytes: &[u8]) -> Result<Vec<GameRow>, EvalError> {
    let games: Vec<GameRow> = unpacked(bytes)?;
    let (agents, pair) = slot;
    let (due, dice) = (games_of(agents), dice_of(plan, pair));
    let fits = |(game, first_is_a): (&GameRow, &bool)| {
        (game.agents, game.pair, game.first_is_a, game.seed) == (agents, pair, *first_is_a, dice)
    };
    match games.len() == due.len() && games.iter().zip(due).all(fits) {
        true => Ok(games),
        false => Err(strange(slot)),
    }
}
