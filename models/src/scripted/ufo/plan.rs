//! Where SHADO goes: to a place from which the forest grows, and once the UFO is found, to the UFO.

use moonbase_engine::Game;
use moonbase_engine::board::{Bits, MAX_TILES, TileIndex, TileMask};
use moonbase_engine::ufo::{GUNS, MOBILES, TEAMS, Ufo, Unit, UnitMask};

use super::map::{Distances, FAR, marching};
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
    /// Moves of a team on foot from each tile to the nearest Mobile that has room for it, or the goal.
    pub march: Distances,
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
            march: marching(position.board(), goal | mobiles_with_room(position)),
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
            march: marching(position.board(), 1 << ufo | mobiles_with_room(position)),
            assault: begun || gathered || last_turn,
            ready,
        }
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
    let way = mean_ways(table);
    let appeal = |tile: TileIndex| {
        let edges = board.visible_edges(1 << tile);
        let open: u32 = Bits(edges.tiles)
            .map(|t| edges.dirs[t as usize].count_ones())
            .sum();
        let aliens = f64::from(position.aliens_on(tile));
        0.4 * f64::from(open) - 0.5 * aliens - way[tile as usize]
    };
    let appeals = Bits(table.lookouts()).map(|tile| (tile, appeal(tile)));
    let best = appeals.max_by(|(_, a), (_, b)| a.total_cmp(b));
    best.map_or(0, |(tile, _)| 1 << tile)
}

/// Mean number of moves of the Mobiles (or, without any, of the teams) to each tile.
fn mean_ways(table: &Table) -> [f64; MAX_TILES] {
    let position = table.position;
    let alive = position.units_alive();
    let movers = if alive & MOBILES != 0 {
        alive & MOBILES
    } else {
        alive & TEAMS
    };
    let (mut total, mut known) = ([0.0; MAX_TILES], None);
    for from in Unit::all_in(movers).filter_map(|unit| position.unit_tile(unit)) {
        let way = match known {
            Some((tile, way)) if tile == from => way,
            _ => table.driving_from(from),
        };
        known = Some((from, way));
        for (sum, way) in total.iter_mut().zip(way) {
            *sum += f64::from(way);
        }
    }
    let count = f64::from(movers.count_ones().max(1));
    total.map(|sum| sum / count)
}

/// Tiles of Gun Mobiles that carry nobody.
fn mobiles_with_room(position: &Ufo) -> TileMask {
    let guns = Unit::all_in(position.units_alive() & GUNS);
    let empty = guns.filter(|gun| position.passenger_of(*gun).is_none());
    let tiles = empty.filter_map(|gun| position.unit_tile(gun));
    tiles.fold(0, |mask, tile| mask | 1 << tile)
}
