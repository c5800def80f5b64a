//! Names of things of `lost_patrol`, as players say them.

use moonbase_engine::board::TileIndex;
use moonbase_engine::deck::KindIndex;
use moonbase_engine::hex::Hex;
use moonbase_engine::lost_patrol::{LostPatrol, Soldier, SoldierMask};

use crate::tiles::phrases;
pub(super) use crate::tiles::phrases::{dice, hits, percent, way, ways};
use crate::words::{and_list, count};

/// The end tile.
pub(super) const END: &str = "ship";

/// `Trooper T1`.
pub(super) fn soldier_name(soldier: Soldier) -> String {
    match soldier {
        Soldier::S => "Sergeant S".into(),
        Soldier::L => "Launcher L".into(),
        trooper => format!("Trooper {trooper}"),
    }
}

/// `Sergeant S and Trooper T1`.
pub(super) fn soldier_names(soldiers: SoldierMask) -> String {
    let names: Vec<String> = Soldier::all_in(soldiers).map(soldier_name).collect();
    and_list(&names)
}

pub(super) fn lurkers(number: u8) -> String {
    count(number, "lurker", "lurkers")
}

pub(super) fn tiles(number: u32) -> String {
    count(number, "tile", "tiles")
}

/// `s` for the verb of one.
pub(super) fn verb(number: u8, verb: &str) -> String {
    format!("{verb}{}", if number == 1 { "s" } else { "" })
}

/// A tile of a position, as text.
pub(super) fn at(position: &LostPatrol, tile: TileIndex) -> Hex {
    position.board().hex(tile)
}

/// `a straight with lianas`, `the ship`.
pub(super) fn kind_name(position: &LostPatrol, kind: KindIndex) -> String {
    phrases::kind_name(position.kinds(), kind, END, "lianas")
}

/// The hex on which a soldier stands; 0,0 for one that is not in play.
pub(super) fn place(position: &LostPatrol, soldier: Soldier) -> Hex {
    let tile = position.soldier_tile(soldier);
    tile.map_or(Hex::ORIGIN, |tile| at(position, tile))
}

/// Lurkers on a tile that may still ambush this turn.
pub(super) fn fresh(position: &LostPatrol, tile: TileIndex) -> u8 {
    position.lurkers_on(tile) - position.spent_on(tile)
}

/// Counters that come with one action.
pub(super) fn arriving(position: &LostPatrol) -> u8 {
    position.supply().min(2)
}
