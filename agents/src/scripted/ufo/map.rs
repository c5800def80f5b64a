//! Distances: Aliens walk from tile to neighbouring tile, SHADO drives along connected paths.

use moonbase_engine::board::{Bits, Board, MAX_TILES, TileIndex, TileMask};
use moonbase_engine::ufo::{GUNS, Ufo, Unit};

/// Farther than anything on the table.
pub(super) const FAR: u8 = 100;

/// A number for each tile.
pub(super) type Distances = [u8; MAX_TILES];

/// Steps that Aliens need from each tile to the nearest of `targets`.
pub(super) fn walking(board: &Board, targets: TileMask) -> Distances {
    distances(board, targets, |tile| board.adjacent(tile), |_| 1)
}

/// Move actions that a Mobile needs from each tile to the nearest of `targets`: two, on the average, to
/// leave heavy going.
pub(super) fn driving(position: &Ufo, targets: TileMask) -> Distances {
    let board = position.board();
    let cost = |tile| 1 + u8::from(position.kinds().is_heavy(board.kind(tile)));
    distances(board, targets, |tile| board.connected_tiles(tile), cost)
}

/// Moves that a team on foot needs from each tile to the nearest of `targets`.
pub(super) fn marching(board: &Board, targets: TileMask) -> Distances {
    distances(board, targets, |tile| board.connected_tiles(tile), |_| 1)
}

/// Shortest ways to `targets`, `cost` being that of leaving a tile (1 or 2).
fn distances(
    board: &Board,
    targets: TileMask,
    near: impl Fn(TileIndex) -> TileMask,
    cost: impl Fn(TileIndex) -> u8,
) -> Distances {
    let mut distances = [FAR; MAX_TILES];
    Bits(targets).for_each(|tile| distances[tile as usize] = 0);
    let mut fresh = targets;
    while fresh != 0 {
        let mut better = 0;
        for tile in Bits(fresh) {
            for next in Bits(near(tile)) {
                let way = distances[tile as usize] + cost(next);
                if way < distances[next as usize] {
                    distances[next as usize] = way;
                    better |= 1 << next;
                }
            }
        }
        fresh = better & board.all();
    }
    distances
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

/// Tiles from which a unit would see an open edge: there the forest grows.
pub(super) fn lookouts(board: &Board) -> TileMask {
    let tiles = Bits(board.all());
    let sees = |tile: &TileIndex| !board.visible_edges(1 << tile).is_empty();
    tiles.filter(sees).fold(0, |mask, tile| mask | 1 << tile)
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
