//! Playing what is missing.

use std::collections::{HashMap, HashSet};
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

use moonbase_agents::{Agent, AgentSpec, MakeAgent, Playable, Ply, Scripted};
use moonbase_engine::chance::{mix, rng_for};
use moonbase_engine::{Game, Seat};
use rand::Rng;

use super::plan::{BalanceError, BalancePlan, Grid};
use super::store::{GameRow, Place, Store};
use crate::error::EvalError;
use crate::game::{Finished, play_recorded};
use crate::luck::{LuckMeter, RulesOfThumb};
use crate::work::{Control, run};

/// Sets the agents' seeds apart from the dice's.
const AGENTS: u64 = 0x1ab;

/// How far a comparison has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Played {
    /// Games in the database, of those planned.
    pub games: u64,
    pub planned: u64,
}

/// The agents of a line-up, by seat.
pub type Sides<'a, G> = [&'a dyn MakeAgent<G>; 2];

/// The agents that specs name.
pub fn sides<G: Playable>([first, second]: &[AgentSpec; 2]) -> Sides<'_, G> {
    [first, second]
}

/// Can the agents play all cells? To be asked before a database is made.
///
/// # Errors
/// An agent that cannot be built, or does not play the rules of a cell.
pub fn check<G: Game>(
    grid: &Grid<G::Options>,
    lineups: &[Sides<'_, G>],
) -> Result<(), BalanceError> {
    for sides in lineups {
        for (seat, maker) in Seat::BOTH.into_iter().zip(sides) {
            let agent = maker.make().map_err(EvalError::from)?;
            for cell in &grid.cells {
                let start = G::new(&cell.options).map_err(EvalError::from)?;
                let fits = agent.check(&start, seat);
                fits.map_err(|error| BalanceError::Unfit {
                    cell: cell.label.clone(),
                    error: error.to_string(),
                })?;
            }
        }
    }
    Ok(())
}

/// Plays the games of the plan that are not in the database, and writes each there as soon as it is played. The cells take turns, game by game.
///
/// `lineups` are those of the plan, in its order. Progress counts games. Stopped, it returns with what is done.
///
/// # Errors
/// An agent that cannot be built or breaks the rules, a database that cannot be written.
pub fn play_missing<G: Scripted>(
    store: Store,
    grid: &Grid<G::Options>,
    lineups: &[Sides<'_, G>],
    control: &mut Control<'_>,
) -> Result<(Store, Played), BalanceError> {
    let plan = store.plan().clone();
    let table = Table {
        plan: &plan,
        grid,
        lineups,
        stop: control.stop,
    };
    play_rest(store, grid.cells.len(), |store, missing, _| {
        table.play_all(store, missing, control)
    })
}

/// Has the games played that are not in the database, of so many cells, whoever plays.
///
/// `play` is given the database, those games in order, and how many there are, of how many. It adds them, and tells how many; fewer if it was stopped.
///
/// # Errors
/// Those of `play`, and a database that cannot be read.
pub fn play_rest<E: From<BalanceError>>(
    store: Store,
    cells: usize,
    play: impl FnOnce(Store, &[Place], [u64; 2]) -> Result<(Store, usize), E>,
) -> Result<(Store, Played), E> {
    let plan = store.plan().clone();
    let done: HashSet<Place> = store.games()?.into_iter().map(|row| row.place).collect();
    let missing = missing(&plan, cells, &done);
    let planned = plan.games * (plan.lineups.len() * cells) as u64;
    let played = |new: usize| Played {
        games: (done.len() + new) as u64,
        planned,
    };
    if missing.is_empty() {
        return Ok((store, played(0)));
    }
    let (store, new) = play(store, &missing, [done.len() as u64, planned])?;
    Ok((store, played(new)))
}

/// A thread went down with the database in hand.
fn lost() -> EvalError {
    EvalError::Broken("the database was lost".into())
}

/// What is to be played, in order: the first game of each cell and line-up, the second of each, and so on.
fn missing(plan: &BalancePlan, cells: usize, done: &HashSet<Place>) -> Vec<Place> {
    let mut places = Vec::new();
    for game in 0..plan.games {
        for cell in 0..cells {
            let place = |lineup| Place { lineup, cell, game };
            places.extend((0..plan.lineups.len()).map(place));
        }
    }
    places.retain(|place| !done.contains(place));
    places
}

/// The agents that a thread has built so far, by line-up.
pub(super) type Seats<G> = HashMap<usize, [Box<dyn Agent<G>>; 2]>;

pub(super) struct Table<'a, G: Game> {
    pub plan: &'a BalancePlan,
    pub grid: &'a Grid<G::Options>,
    pub lineups: &'a [Sides<'a, G>],
    pub stop: &'a AtomicBool,
}

impl<G: Scripted> Table<'_, G> {
    /// Plays these games; fewer if stopped. Tells how many.
    fn play_all(
        &self,
        store: Store,
        missing: &[Place],
        control: &mut Control<'_>,
    ) -> Result<(Store, usize), BalanceError> {
        let broken = Mutex::new(None);
        let shared = Mutex::new(store);
        let job = |seats: &mut Seats<G>, index: u64| {
            let Some(row) = self.play(seats, missing[index as usize])? else {
                return Ok(None);
            };
            let mut store = shared.lock().map_err(|_| lost())?;
            if let Err(error) = store.add(&row) {
                *broken.lock().map_err(|_| lost())? = Some(error);
                return Err(lost());
            }
            Ok(Some(()))
        };
        let result = run(missing.len() as u64, control, || Ok(HashMap::new()), job);
        if let Ok(Some(error)) = broken.into_inner() {
            return Err(error);
        }
        let new = result?.len();
        let store = shared.into_inner().map_err(|_| lost())?;
        Ok((store, new))
    }

    /// A game; `None` if stopped. Its dice and the agents' seeds depend on its number only.
    pub fn play(&self, seats: &mut Seats<G>, place: Place) -> Result<Option<GameRow>, EvalError> {
        let options = &self.grid.cells[place.cell].options;
        let dice = rng_for(self.plan.seed, place.game).next_u64();
        let mut own = rng_for(mix(self.plan.seed ^ AGENTS), place.game);
        let mut agents = match seats.remove(&place.lineup) {
            Some(agents) => agents,
            None => {
                let [first, second] = self.lineups[place.lineup];
                [first.make()?, second.make()?]
            }
        };
        let [first, second] = &mut agents;
        first.new_game(own.next_u64());
        second.new_game(own.next_u64());
        let game = play_recorded(options, first.as_mut(), second.as_mut(), dice, self.stop)?;
        seats.insert(place.lineup, agents);
        game.map(|game| self.row(place, dice, &game)).transpose()
    }

    fn row(&self, place: Place, seed: u64, game: &Finished<G>) -> Result<GameRow, EvalError> {
        let options = &self.grid.cells[place.cell].options;
        let lineup = &self.plan.lineups[place.lineup];
        let agents = [lineup.first.as_str(), &lineup.second];
        let summary = &game.summary;
        let forfeit = summary.forfeit.as_ref();
        Ok(GameRow {
            place,
            outcome: summary.outcome.name.into(),
            score: summary.outcome.score(Seat::First),
            value: summary.outcome.value.0,
            decisions: summary.decisions,
            rolls: summary.rolls,
            turns: summary.turns,
            luck: luck(G::new(options)?, &game.plies),
            forfeit: forfeit.map(|(seat, reason)| format!("{}: {reason}", G::SEATS[*seat])),
            record: game.record(&self.plan.game, options, agents, seed)?,
        })
    }
}

/// The luck of a game's rolls as the first seat sees it, as the rules of thumb judge it.
fn luck<G: Scripted>(mut position: G, plies: &[Ply<G>]) -> f64 {
    let mut evaluator = RulesOfThumb;
    let mut meter = LuckMeter::new(&mut evaluator);
    let mut sum = 0.0;
    for ply in plies {
        match *ply {
            Ply::Action(action) => position.play_unchecked(action),
            Ply::Chance(outcome) => {
                sum += meter.roll(&position, outcome).0;
                position.resolve_unchecked(outcome);
            }
        }
    }
    sum
}
