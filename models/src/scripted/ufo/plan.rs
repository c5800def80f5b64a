//! Where SHADO goes: to a place from which the forest grows, and once the UFO is found, to the UFO.

use std::cell::OnceCell;

use moonbase_engine::Game;
use moonbase_engine::board::{Bits, MAX_TILES, TileIndex, TileMask};
use moonbase_engine::ufo::{GUNS, MOBILES, TEAMS, Ufo, Unit, UnitMask};

use super::map::{Distances, FAR, edges_seen_from, marching};
use super::table::Table;
use super::worth::dice_of;

/// SHADO waits for units that can be at the UFO within so many turns.
const PATIENCE: u8 = 3;

/// The plan of a turn.
pub(super) struct Plan {
    /// Move actions of a Mobile from each tile to the goal.
    pub drive: Distances,
    /// Tiles from each tile to the goal.
    pub steps: Distances,
    /// Where a team on foot goes: to the nearest Mobile that has room for it, or the goal.
    shelter: TileMask,
    march: OnceCell<Distances>,
    /// Does the assault start this turn?
    pub assault: bool,
    /// Units that can be on the UFO's tile this turn.
    pub ready: UnitMask,
}

impl Plan {
    pub(super) fn new(table: &Table) -> Plan {
        match table.position.ufo_tile() {
            Some(ufo) => Plan::to_the_ufo(table, ufo),
            None => Plan::to_explore(table),
        }
    }

    fn to_explore(table: &Table) -> Plan {
        let (position, goal) = (table.position, promising_lookout(table));
        Plan {
            drive: table.driving(goal),
            steps: marching(position.board(), goal),
            shelter: goal | mobiles_with_room(position),
            march: OnceCell::new(),
            assault: false,
            ready: 0,
        }
    }

    fn to_the_ufo(table: &Table, ufo: TileIndex) -> Plan {
        let (position, drive, on_foot) = (table.position, *table.drive(), *table.steps());
        let turns = |unit| turns_to(position, unit, &drive, &on_foot);
        let within = |most: u8| {
            let units = Unit::all_in(position.units_alive());
            units
                .filter(|unit| turns(*unit) <= most)
                .fold(0, |mask, unit| mask | unit.bit())
        };
        let (ready, soon) = (within(1), within(PATIENCE));
        let begun = position.units_on(ufo) != 0;
        let last_turn = position.turn_number() >= position.options().max_turns;
        let gathered = dice_of(ready) > 0 && dice_of(ready) >= dice_of(soon);
        Plan {
            drive,
            steps: on_foot,
            shelter: 1 << ufo | mobiles_with_room(position),
            march: OnceCell::new(),
            assault: begun || gathered || last_turn,
            ready,
        }
    }

    /// Moves of a team on foot from each tile to the nearest Mobile that has room for it, or the goal.
    pub(super) fn march(&self, position: &Ufo) -> &Distances {
        let march = || marching(position.board(), self.shelter);
        self.march.get_or_init(march)
    }
}

/// Turns that a unit needs to the UFO: a Mobile makes two moves a turn, a team on foot one; those that have
/// acted this turn come a turn later. An active one may still be lucky and leave heavy going at once.
fn turns_to(position: &Ufo, unit: Unit, drive: &Distances, on_foot: &Distances) -> u8 {
    let mover = position.carrier(unit).unwrap_or(unit);
    let Some(tile) = position.unit_tile(mover) else {
        return FAR;
    };
    let active = position.active() == Some(mover);
    let (way, pace) = match mover.is_mobile() {
        true if !active => (drive[tile as usize], 2),
        true => (on_foot[tile as usize], 2),
        false => (on_foot[tile as usize], 1),
    };
    let now = if position.activated() & mover.bit() != 0 {
        0
    } else if active && mover.is_mobile() {
        position.actions_left()
    } else {
        pace
    };
    match way {
        0 => 0,
        way if way <= now => 1,
        way => 1 + (way - now).div_ceil(pace),
    }
}

/// The lookout that the convoy should make for: near, with many open edges to see, without Aliens.
fn promising_lookout(table: &Table) -> TileMask {
    let (position, board) = (table.position, table.position.board());
    let ways = Ways::new(table);
    let appeal = |tile: TileIndex| {
        let open = f64::from(edges_seen_from(board, tile));
        let aliens = f64::from(position.aliens_on(tile));
        0.4 * open - 0.5 * aliens - ways.mean(tile)
    };
    let appeals = Bits(table.lookouts()).map(|tile| (tile, appeal(tile)));
    let best = appeals.max_by(|(_, a), (_, b)| a.total_cmp(b));
    best.map_or(0, |(tile, _)| 1 << tile)
}

/// Moves to each tile of the Mobiles (or, without any, of the teams), summed up.
struct Ways {
    total: [u16; MAX_TILES],
    movers: u32,
}

impl Ways {
    fn new(table: &Table) -> Ways {
        let position = table.position;
        let alive = position.units_alive();
        let movers = match alive & MOBILES {
            0 => alive & TEAMS,
            mobiles => mobiles,
        };
        let (mut total, mut known) = ([0; MAX_TILES], None);
        for from in Unit::all_in(movers).filter_map(|unit| position.unit_tile(unit)) {
            let way = match known {
                Some((tile, way)) if tile == from => way,
                _ => table.driving_from(from, table.lookouts()),
            };
            known = Some((from, way));
            for tile in Bits(table.lookouts()) {
                total[tile as usize] += u16::from(way[tile as usize]);
            }
        }
        let movers = movers.count_ones().max(1);
        Ways { total, movers }
    }

    /// The mean number of moves to a lookout.
    fn mean(&self, tile: TileIndex) -> f64 {
        f64::from(self.total[tile as usize]) / f64::from(self.movers)
    }
}

/// Tiles of Gun Mobiles that carry nobody.
fn mobiles_with_room(position: &Ufo) -> TileMask {
    let guns = Unit::all_in(position.units_alive() & GUNS);
    let empty = guns.filter(|gun| position.passenger_of(*gun).is_none());
    let tiles = empty.filter_map(|gun| position.unit_tile(gun));
    tiles.fold(0, |mask, tile| mask | 1 << tile)
}
