//! Actions of `lost_patrol` that need more than a phrase.

use moonbase_engine::board::{Bits, TileMask};
use moonbase_engine::hex::{Dir, Hex, opposite};
use moonbase_engine::lost_patrol::{LostPatrol, Soldier, Task};

use super::phrases::{
    arriving, at, fresh, lurkers, percent, place, soldier_name, soldier_names, tiles, verb, way,
    ways,
};
use crate::tiles::phrases::lies;
use crate::words::count;

/// Must the soldier roll to leave his tile?
fn leaves_lianas(position: &LostPatrol, soldier: Soldier) -> bool {
    let tile = position.soldier_tile(soldier);
    tile.is_some_and(|tile| position.kinds().is_heavy(position.board().kind(tile)))
}

pub(super) fn move_label(position: &LostPatrol, soldier: Soldier, dir: Dir) -> String {
    let doubt = if leaves_lianas(position, soldier) {
        " (1-3)"
    } else {
        ""
    };
    format!("move {}{doubt}", way(dir))
}

pub(super) fn move_words(position: &LostPatrol, soldier: Soldier, dir: Dir) -> String {
    let to = place(position, soldier).step(dir);
    let (name, way) = (soldier_name(soldier), way(dir));
    if leaves_lianas(position, soldier) {
        return format!("{name} tries to leave the lianas {way} to {to}");
    }
    format!("{name} moves {way} to {to}")
}

/// Lurkers on the soldier's tile.
fn targets(position: &LostPatrol, soldier: Soldier) -> u8 {
    let tile = position.soldier_tile(soldier);
    tile.map_or(0, |tile| position.lurkers_on(tile))
}

pub(super) fn fire_label(position: &LostPatrol, soldier: Soldier) -> String {
    format!(
        "fire at {} ({}d 6)",
        targets(position, soldier),
        soldier.dice()
    )
}

pub(super) fn fire_words(position: &LostPatrol, soldier: Soldier) -> String {
    let (name, hex) = (soldier_name(soldier), place(position, soldier));
    format!(
        "{name} fires at {} on {hex}",
        lurkers(targets(position, soldier))
    )
}

/// The paths of the tile as it would lie; from which side it is laid, if several lead there.
pub(super) fn lay_label(position: &LostPatrol, hex: Hex, dir: Dir, exits: u8) -> String {
    let paths = ways(exits).replace(" and ", " ").replace(',', "");
    let board = position.board();
    let edges = board.visible_edges(position.tiles_with_soldiers());
    let to = hex.step(dir);
    let leads_there = |dir: &Dir| {
        let tile = board.find(to.step(*dir));
        tile.is_some_and(|tile| edges.contains(tile, opposite(*dir)))
    };
    match (0..6).filter(leads_there).count() {
        0 | 1 => paths,
        _ => format!("{paths} from {}", way(opposite(dir))),
    }
}

pub(super) fn lay_words(position: &LostPatrol, hex: Hex, dir: Dir, exits: u8) -> String {
    lies(position.board(), hex.step(dir), exits)
}

fn group(position: &LostPatrol, hex: Hex) -> TileMask {
    let board = position.board();
    board.within(1 << position.tile_at(hex), board.len())
}

pub(super) fn keep_label(position: &LostPatrol, hex: Hex) -> String {
    let group = group(position, hex);
    format!("{} from {hex}", tiles(group.count_ones()))
}

pub(super) fn keep_words(position: &LostPatrol, hex: Hex) -> String {
    let group = group(position, hex);
    let on = Bits(group).fold(0, |mask, tile| mask | position.soldiers_on(tile));
    let number = tiles(group.count_ones());
    format!(
        "the patrol keeps {number} from {hex} on, with {}",
        soldier_names(on)
    )
}

pub(super) fn new_words(position: &LostPatrol, hex: Hex) -> String {
    let number = arriving(position);
    format!("{} {} up at {hex}", lurkers(number), verb(number, "come"))
}

pub(super) fn add_label(position: &LostPatrol, hex: Hex) -> String {
    let there = position.lurkers_on(position.tile_at(hex));
    format!("{hex} ({there} there)")
}

pub(super) fn add_words(position: &LostPatrol, hex: Hex) -> String {
    let (number, there) = (
        arriving(position),
        position.lurkers_on(position.tile_at(hex)),
    );
    let more = count(number, "more lurker joins", "more lurkers join");
    format!("{more} the {there} at {hex}")
}

/// Lurkers of a stack that arrive.
pub(super) fn arrive(position: &LostPatrol, from: Hex, to: Hex) -> u8 {
    let board = position.board();
    let (from, to) = (position.tile_at(from), position.tile_at(to));
    let reached = |steps: &usize| board.within(1 << from, *steps) >> to & 1 == 1;
    let steps = (0..board.len()).find(reached).unwrap_or(0);
    position.lurkers_on(from).saturating_sub(steps as u8)
}

pub(super) fn go_label(position: &LostPatrol, from: Hex, to: Hex) -> String {
    format!("to {to} as {}", arrive(position, from, to))
}

pub(super) fn go_words(position: &LostPatrol, from: Hex, to: Hex) -> String {
    let count = position.lurkers_on(position.tile_at(from));
    let arrive = arrive(position, from, to);
    let onto = position.soldiers_on(position.tile_at(to));
    let onto = match onto {
        0 => String::new(),
        soldiers => format!(", onto {}", soldier_names(soldiers)),
    };
    let (go, there) = (
        verb(count, "go").replace("gos", "goes"),
        verb(arrive, "arrive"),
    );
    format!(
        "{} {go} from {from} to {to}{onto}; {arrive} {there}",
        lurkers(count)
    )
}

pub(super) fn ambush_label(position: &LostPatrol, hex: Hex) -> String {
    let tile = position.tile_at(hex);
    let odds = position.ambush_odds(tile, fresh(position, tile).min(6));
    format!("{hex} (win {})", percent(odds.lurker, 216))
}

pub(super) fn ambush_words(position: &LostPatrol, hex: Hex) -> String {
    let tile = position.tile_at(hex);
    let number = fresh(position, tile);
    let ambush = verb(number, "ambush").replace("ambushs", "ambushes");
    let prey = soldier_names(position.soldiers_on(tile));
    format!("{} {ambush} {prey} at {hex}", lurkers(number))
}

pub(super) fn back_words(position: &LostPatrol, soldier: Soldier, dir: Dir) -> String {
    let to = place(position, soldier).step(dir);
    format!("{} retreats {} to {to}", soldier_name(soldier), way(dir))
}

/// Where the beaten lurkers stand, and how many they are.
pub(super) fn fleeing(position: &LostPatrol) -> (Hex, u8) {
    match position.task() {
        Task::Flee { tile } => (at(position, tile), position.lurkers_on(tile)),
        _ => (Hex::ORIGIN, 0),
    }
}

pub(super) fn flee_words(position: &LostPatrol, dir: Dir) -> String {
    let (from, number) = fleeing(position);
    let flee = verb(number, "flee");
    format!(
        "{} {flee} {} from {from} to {}",
        lurkers(number),
        way(dir),
        from.step(dir)
    )
}
