//! Who is lost, and who is driven where.

use moonbase_engine::Seat;
use moonbase_engine::board::{Bits, NO_TILE, TileIndex};
use moonbase_engine::hex::Dir;
use moonbase_engine::ufo::{Task, Ufo, Unit};

use super::strike::{excess_of, expected_out};
use super::table::Table;
use super::worth::unit_worth;

/// `lost`: SHADO gives up what is worth least.
pub(super) fn score_lost(position: &Ufo, unit: Unit) -> f64 {
    -unit_worth(position, unit)
}

/// `lose:pod`: the Aliens keep the Pod while more than two Aliens are still to come out of it.
pub(super) fn score_lose_pod(position: &Ufo) -> f64 {
    let Some((tile, age)) = position.pod() else {
        return 0.0;
    };
    let penalty = age + 1 + super::map::crowd(position, tile);
    2.0 - expected_out(penalty, position.pool())
}

/// The tile that a unit would be driven to, or [`NO_TILE`].
fn driven_to(position: &Ufo, dir: Dir) -> TileIndex {
    match position.task() {
        Task::DriveBack { tile, .. } | Task::DriveOff { tile, .. } => {
            position.board().neighbour(tile, dir)
        }
        _ => NO_TILE,
    }
}

/// `back` as SHADO chooses: away from Aliens, to friends, and not into an overstack.
pub(super) fn score_own_retreat(position: &Ufo, unit: Unit, dir: Dir) -> f64 {
    let to = driven_to(position, dir);
    if to == NO_TILE {
        return 0.0;
    }
    let friends = position.units_on(to);
    let company = f64::from(friends.count_ones().min(3)) * 0.3;
    let aliens = f64::from(position.aliens_on(to));
    company - aliens - 5.0 * f64::from(overstack(position, unit, to))
}

/// `back` as the Aliens choose: into an overstack, among fresh Aliens, away from open exits and the UFO.
pub(super) fn score_pushing_back(table: &Table, unit: Unit, dir: Dir) -> f64 {
    let position = table.position;
    let to = driven_to(position, dir);
    if to == NO_TILE {
        return 0.0;
    }
    let fresh = position.aliens_on(to) - position.spent_on(to);
    let way = table.steps()[to as usize].min(12);
    let over = f64::from(overstack(position, unit, to));
    4.0 * over + f64::from(fresh) + 0.2 * f64::from(way)
}

/// Units in excess of the stack limit if this one comes, with its passenger.
fn overstack(position: &Ufo, unit: Unit, to: TileIndex) -> u32 {
    if to == position.start_tile() {
        return 0;
    }
    let passenger = position.passenger_of(unit).map_or(0, Unit::bit);
    let units = position.units_on(to) | unit.bit() | passenger;
    excess_of(units)
}

/// `flee`: all go to one neighbouring tile, the best in the eyes of whoever chooses.
pub(super) fn score_flee(table: &Table, dir: Dir, count: u8) -> f64 {
    let position = table.position;
    let Task::DriveOff { tile, seat, .. } = position.task() else {
        return 0.0;
    };
    let dirs = Bits(position.board().adjacent_dirs(tile).into()).filter(|d| *d >= dir);
    let judge = |dir: Dir| {
        let to = position.board().neighbour(tile, dir);
        let refuge = refuge(table, to);
        match seat {
            Seat::First => -refuge,
            Seat::Second => refuge,
        }
    };
    let best = dirs.max_by(|a, b| judge(*a).total_cmp(&judge(*b)));
    let leave = best == Some(dir);
    if leave {
        f64::from(count)
    } else {
        -f64::from(count)
    }
}

/// How well beaten Aliens stand on a tile: hidden, near SHADO but not among it, and not too many there.
fn refuge(table: &Table, tile: TileIndex) -> f64 {
    let exposed = table.seen() >> tile & 1 == 1;
    let shelled = table.shelled() >> tile & 1 == 1;
    let crowded = table.position.aliens_on(tile) >= 3;
    let near = f64::from(u8::from(table.to_units()[tile as usize] <= 3));
    near - 2.0 * f64::from(u8::from(exposed))
        - f64::from(u8::from(shelled))
        - 3.0 * f64::from(u8::from(crowded))
}
