//! Games of a comparison that other processes play: see [`crate::away`].

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use moonbase_agents::{AgentSpec, Playable};
use moonbase_engine::Game;

use super::plan::{BalanceError, BalancePlan, Grid};
use super::run::{Seats, Sides, Table, check, sides};
use super::store::{GameRow, Place, Store};
use crate::away::{Item, Places, Worker, packed, specs_at, strange, unpacked};
use crate::error::EvalError;

/// Plays games of one comparison, one after the other; its agents stay.
pub struct CellWorker<G: Game> {
    plan: BalancePlan,
    grid: Grid<G::Options>,
    specs: Vec<[AgentSpec; 2]>,
    seats: Seats<G>,
}

impl<G: Playable> CellWorker<G> {
    /// # Errors
    /// A plan that cannot be played, an agent that cannot be built or does not play the rules of a cell.
    pub fn new(plan: BalancePlan, places: &Places) -> Result<CellWorker<G>, BalanceError> {
        let grid = plan.grid::<G>()?;
        let specs = specs_of(&plan, places)?;
        let lineups: Vec<Sides<G>> = specs.iter().map(sides::<G>).collect();
        check::<G>(&grid, &lineups)?;
        Ok(CellWorker {
            plan,
            grid,
            specs,
            seats: HashMap::new(),
        })
    }
}

/// The agents of the line-ups, made of the copies of their files.
///
/// # Errors
/// A malformed spec.
pub fn specs_of(plan: &BalancePlan, places: &Places) -> Result<Vec<[AgentSpec; 2]>, EvalError> {
    let both = |lineup: &super::Lineup| {
        let agents = [lineup.first.clone(), lineup.second.clone()];
        let [first, second] = [&agents[..1], &agents[1..]].map(|one| specs_at(one, places));
        let (mut both, second) = (first?, second?);
        both.extend(second);
        <[AgentSpec; 2]>::try_from(both).map_err(strange)
    };
    plan.lineups.iter().map(both).collect()
}

impl<G: Playable> Worker for CellWorker<G> {
    fn play(&mut self, items: &[Item]) -> Result<Vec<Vec<u8>>, EvalError> {
        let lineups: Vec<Sides<G>> = self.specs.iter().map(sides::<G>).collect();
        let table = Table {
            plan: &self.plan,
            grid: &self.grid,
            lineups: &lineups,
            stop: &AtomicBool::new(false),
        };
        let mut results = Vec::new();
        for item in items {
            let place = place_of(item);
            if place.lineup >= lineups.len() || place.cell >= table.grid.cells.len() {
                return Err(strange(item));
            }
            let game = table.play(&mut self.seats, place)?;
            results.push(packed(&game.ok_or_else(|| strange(item))?)?);
        }
        Ok(results)
    }
}

/// The number of a game.
pub fn item_of(place: &Place) -> Item {
    [place.lineup as u64, place.cell as u64, place.game]
}

/// The game of a number.
pub fn place_of(&[lineup, cell, game]: &Item) -> Place {
    Place {
        lineup: lineup as usize,
        cell: cell as usize,
        game,
    }
}

/// Adds games, as workers have sent them, to the database, all in one transaction.
///
/// # Errors
/// Bytes that are not their game, a database that cannot be written; then nothing is added.
pub fn add(store: &mut Store, games: &[(Place, &[u8])]) -> Result<(), BalanceError> {
    let mut rows = Vec::new();
    for (place, bytes) in games {
        let game: GameRow = unpacked(bytes)?;
        if game.place != *place {
            return Err(strange(place).into());
        }
        rows.push(game);
    }
    store.add_all(&rows)
}
