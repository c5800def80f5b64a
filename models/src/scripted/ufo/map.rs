//! Distances and sight: Aliens walk from tile to neighbouring tile, SHADO drives along connected paths.

use moonbase_engine::board::{Bits, TileIndex, TileMask};
use moonbase_engine::ufo::{GUNS, Ufo, Unit};

pub(super) use crate::scripted::paths::{
    Distances, FAR, edges_seen_from, lookouts, marching, walking, walking_up_to,
};

/// Tiles that some SHADO unit sees.
pub(super) fn seen_by_shado(position: &Ufo) -> TileMask {
    let board = position.board();
    Bits(position.tiles_with_units()).fold(0, |seen, tile| seen | board.sight(tile))
}

/// Tiles next to a Gun Mobile, within reach of its mortar.
pub(super) fn under_mortars(position: &Ufo) -> TileMask {
    let guns = Unit::all_in(position.units_alive() & GUNS);
    let tiles = guns.filter_map(|gun| position.unit_tile(gun));
    tiles.fold(0, |mask, tile| mask | position.board().adjacent(tile))
}

/// SHADO units on a tile and its six neighbours.
pub(super) fn crowd(position: &Ufo, tile: TileIndex) -> u8 {
    let around = position.board().adjacent(tile) | 1 << tile;
    let units = Unit::all_in(position.units_alive());
    let near = units.filter(|unit| {
        let at = position.unit_tile(*unit);
        at.is_some_and(|at| around >> at & 1 == 1)
    });
    near.count() as u8
}
