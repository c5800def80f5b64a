//! Distances: Aliens walk from tile to neighbouring tile, SHADO drives along connected paths.

use moonbase_engine::board::{Bits, TileIndex, TileMask};
use moonbase_engine::ufo::{GUNS, Ufo, Unit};

pub(super) use crate::scripted::paths::{Distances, FAR, lookouts, marching, walking};
use crate::scripted::paths::{heavy, ploughing};

/// Move actions that a Mobile needs from each tile to the nearest of `targets`: two, on the average, to
/// leave heavy going.
pub(super) fn driving(position: &Ufo, targets: TileMask) -> Distances {
    ploughing(position.board(), position.kinds(), targets)
}

/// The same from one tile to each other.
pub(super) fn driving_from(position: &Ufo, from: TileIndex) -> Distances {
    let heavy = heavy(position.board(), position.kinds());
    let slow = |tile: usize| (heavy >> tile & 1) as u8;
    let mut way = driving(position, 1 << from);
    for (tile, way) in way.iter_mut().enumerate().filter(|(_, way)| **way != FAR) {
        // The same path backwards; there the last tile is left, and not the first.
        *way = *way + slow(from.into()) - slow(tile);
    }
    way
}

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
