//! Distances on the board: over placed tiles, and along paths.

use moonbase_engine::board::{Bits, Board, MAX_TILES, TileIndex, TileMask};

/// Farther than anything on the table.
pub(in crate::scripted) const FAR: u8 = 100;

/// A number for each tile.
pub(in crate::scripted) type Distances = [u8; MAX_TILES];

/// Steps over placed neighbours from each tile to the nearest of `targets`.
pub(in crate::scripted) fn walking(board: &Board, targets: TileMask) -> Distances {
    distances(board, targets, |tile| board.adjacent(tile), |_| 1)
}

/// Moves along connections from each tile to the nearest of `targets`.
pub(in crate::scripted) fn marching(board: &Board, targets: TileMask) -> Distances {
    distances(board, targets, |tile| board.connected_tiles(tile), |_| 1)
}

/// Shortest ways to `targets`, `cost` being that of leaving a tile (1 or 2).
pub(in crate::scripted) fn distances(
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

/// Tiles from which a unit would see an open edge: there the forest grows.
pub(in crate::scripted) fn lookouts(board: &Board) -> TileMask {
    let tiles = Bits(board.all());
    let sees = |tile: &TileIndex| !board.visible_edges(1 << tile).is_empty();
    tiles.filter(sees).fold(0, |mask, tile| mask | 1 << tile)
}
