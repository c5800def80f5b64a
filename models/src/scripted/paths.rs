//! Distances on the board: over placed tiles, and along paths.

use moonbase_engine::board::{Bits, Board, MAX_TILES, TileIndex, TileMask};
use moonbase_engine::deck::Kinds;

/// Farther than anything on the table.
pub(in crate::scripted) const FAR: u8 = 100;

/// A number for each tile.
pub(in crate::scripted) type Distances = [u8; MAX_TILES];

/// Steps over placed neighbours from each tile to the nearest of `targets`.
pub(in crate::scripted) fn walking(board: &Board, targets: TileMask) -> Distances {
    distances(targets, |tile| board.adjacent(tile), 0)
}

/// Moves along connections from each tile to the nearest of `targets`.
pub(in crate::scripted) fn marching(board: &Board, targets: TileMask) -> Distances {
    distances(targets, |tile| board.connected_tiles(tile), 0)
}

/// The same for those who need two moves, on the average, to leave tiles of `heavy` going.
pub(in crate::scripted) fn ploughing(
    board: &Board,
    heavy: TileMask,
    targets: TileMask,
) -> Distances {
    distances(targets, |tile| board.connected_tiles(tile), heavy)
}

/// Tiles of heavy going.
pub(in crate::scripted) fn heavy(board: &Board, kinds: &Kinds) -> TileMask {
    let tiles = Bits(board.all()).filter(|tile| kinds.is_heavy(board.kind(*tile)));
    tiles.fold(0, |mask, tile| mask | 1 << tile)
}

/// Shortest ways to `targets`. It costs 2 to leave a tile of `slow`, and 1 to leave any other.
pub(in crate::scripted) fn distances(
    targets: TileMask,
    near: impl Fn(TileIndex) -> TileMask,
    slow: TileMask,
) -> Distances {
    let mut distances = [FAR; MAX_TILES];
    let around = |tiles| Bits(tiles).fold(0, |mask, tile| mask | near(tile));
    // What lies next to the tiles of the last distance, and next to those of the one before.
    let (mut next, mut second) = (0, 0);
    let (mut tiles, mut reached, mut way) = (targets, 0, 0);
    while tiles | next | second != 0 && way < FAR {
        Bits(tiles).for_each(|tile| distances[tile as usize] = way);
        reached |= tiles;
        (next, second) = (around(tiles), next);
        tiles = (next & !slow | second & slow) & !reached;
        way += 1;
    }
    distances
}

/// Tiles from which a unit would see an open edge: there the forest grows.
pub(in crate::scripted) fn lookouts(board: &Board) -> TileMask {
    let tiles = Bits(board.all());
    let sees = |tile: &TileIndex| board.has_visible_edge(1 << tile);
    tiles.filter(sees).fold(0, |mask, tile| mask | 1 << tile)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line of five tiles, the third of which is slow to leave, and one tile apart.
    #[test]
    fn ways_by_hand() {
        let near = |tile: TileIndex| match tile {
            0 => 0b10,
            4 => 0b1000,
            5 => 0,
            tile => 0b101 << (tile - 1),
        };
        let ways = |targets, slow| distances(targets, near, slow)[..6].to_vec();
        assert_eq!(ways(1 << 0, 0), [0, 1, 2, 3, 4, FAR]);
        // Leaving tile 2 costs two, for itself and for those behind it.
        assert_eq!(ways(1 << 0, 1 << 2), [0, 1, 3, 4, 5, FAR]);
        assert_eq!(ways(1 << 2, 1 << 2), [2, 1, 0, 1, 2, FAR]);
        assert_eq!(ways(1 << 1 | 1 << 5, 1 << 2), [1, 0, 2, 3, 4, 0]);
        // A slow tile between two goals is two from either.
        assert_eq!(ways(1 << 1 | 1 << 3, 1 << 2)[2], 2);
    }
}
