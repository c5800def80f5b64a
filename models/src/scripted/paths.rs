//! Distances on the board: over placed tiles, and along paths.

use moonbase_engine::board::{Bits, Board, MAX_TILES, TileIndex, TileMask};
use moonbase_engine::deck::Kinds;
use moonbase_engine::hex::{Dir, opposite};
use moonbase_engine::tiles::is_straight;

/// Farther than anything on the table.
pub(in crate::scripted) const FAR: u8 = 100;

/// A number for each tile.
pub(in crate::scripted) type Distances = [u8; MAX_TILES];

/// Steps over placed neighbours from each tile to the nearest of `targets`.
pub(in crate::scripted) fn walking(board: &Board, targets: TileMask) -> Distances {
    walking_up_to(board, targets, FAR - 1)
}

/// The same up to `most` steps; all beyond is [`FAR`].
pub(in crate::scripted) fn walking_up_to(board: &Board, targets: TileMask, most: u8) -> Distances {
    steps(targets, |tile| board.adjacent(tile), most)
}

/// Moves along connections from each tile to the nearest of `targets`.
pub(in crate::scripted) fn marching(board: &Board, targets: TileMask) -> Distances {
    steps(targets, |tile| board.connected_tiles(tile), FAR - 1)
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

/// Steps to the nearest of `targets`, up to `most`.
fn steps(targets: TileMask, near: impl Fn(TileIndex) -> TileMask, most: u8) -> Distances {
    let mut distances = [FAR; MAX_TILES];
    let (mut ring, mut reached, mut way) = (targets, targets, 0);
    while ring != 0 && way <= most {
        let mut next = 0;
        for tile in Bits(ring) {
            distances[tile as usize] = way;
            next |= near(tile);
        }
        ring = next & !reached;
        reached |= ring;
        way += 1;
    }
    distances
}

/// Shortest ways to `targets`. It costs 2 to leave a tile of `slow`, and 1 to leave any other.
fn distances(targets: TileMask, near: impl Fn(TileIndex) -> TileMask, slow: TileMask) -> Distances {
    let mut distances = [FAR; MAX_TILES];
    // What lies next to the tiles of the last distance, and next to those of the one before.
    let (mut next, mut second) = (0, 0);
    let (mut tiles, mut reached, mut way) = (targets, 0, 0);
    while tiles | next | second != 0 && way < FAR {
        let mut around = 0;
        for tile in Bits(tiles) {
            distances[tile as usize] = way;
            around |= near(tile);
        }
        reached |= tiles;
        (next, second) = (around, next);
        tiles = (next & !slow | second & slow) & !reached;
        way += 1;
    }
    distances
}

/// Tiles from which a unit would see an open edge: there the forest grows. Those with an open exit, and those from which straights
/// lead to an open exit at the end of the line.
pub(in crate::scripted) fn lookouts(board: &Board) -> TileMask {
    let open = board.open_tiles();
    let straights = Bits(open).filter(|tile| is_straight(board.exits(*tile)));
    let ends = straights.flat_map(|tile| Bits(board.open(tile).into()).map(move |dir| (tile, dir)));
    ends.fold(open, |tiles, (tile, dir)| {
        tiles | looking_along(board, tile, dir)
    })
}

/// Tiles from which one looks along a straight tile in a direction.
fn looking_along(board: &Board, straight: TileIndex, dir: Dir) -> TileMask {
    let (mut tiles, mut at) = (0, straight);
    while let Some(before) = board.connected(at, opposite(dir)) {
        tiles |= 1 << before;
        if !is_straight(board.exits(before)) {
            break;
        }
        at = before;
    }
    tiles
}

/// Open edges that a unit on a tile sees: the tile's own, and those at the ends of lines of straights.
pub(in crate::scripted) fn edges_seen_from(board: &Board, tile: TileIndex) -> u32 {
    let along = |dir: Dir| {
        let (mut seen, mut at) = (0, tile);
        while let Some(next) = board.connected(at, dir) {
            if !is_straight(board.exits(next)) {
                break;
            }
            seen += u32::from(board.open(next) >> dir & 1);
            at = next;
        }
        seen
    };
    let lines: u32 = Bits(board.joined(tile).into()).map(along).sum();
    board.open(tile).count_ones() + lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::testing::walk;
    use moonbase_engine::ufo::Ufo;

    #[test]
    fn what_is_seen_is_what_the_rules_say() {
        let mut along = 0;
        walk(6, |position: &Ufo| {
            let board = position.board();
            let lookouts = lookouts(board);
            for tile in Bits(board.all()) {
                let edges = board.visible_edges(1 << tile);
                let count = Bits(edges.tiles).map(|t| edges.dirs[t as usize].count_ones());
                let count: u32 = count.sum();
                assert_eq!(edges_seen_from(board, tile), count);
                assert_eq!(lookouts >> tile & 1 == 1, count > 0);
                along += u32::from(count > board.open(tile).count_ones());
            }
        });
        assert!(along > 30, "{along}");
    }

    #[test]
    fn walking_stops_where_it_should() {
        let ring = |tile: TileIndex| match tile {
            0 => 0b10,
            4 => 0b1000,
            tile => 0b101 << (tile - 1),
        };
        assert_eq!(steps(1, ring, 2)[..5], [0, 1, 2, FAR, FAR]);
        assert_eq!(steps(1 | 1 << 4, ring, FAR - 1)[..5], [0, 1, 2, 1, 0]);
    }

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
