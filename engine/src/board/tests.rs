//! What a board keeps up to date, against a plain version that goes by hexes alone.

use rand::RngExt;

use super::*;
use crate::chance::{MoonRng, rng_for};
use crate::tiles::is_straight;

/// The tile that lies on the neighbouring hex, found by looking at all tiles.
fn plain_neighbour(board: &Board, tile: TileIndex, dir: Dir) -> Option<TileIndex> {
    let hex = board.hex(tile).step(dir);
    (0..board.len).find(|other| board.hex(*other) == hex)
}

fn check(board: &Board) {
    let has = |tile: TileIndex, dir: Dir| board.exits(tile) >> dir & 1 == 1;
    for tile in 0..board.len {
        let (mut adjacent, mut linked, mut joined, mut open) = (0, 0, 0, 0);
        for dir in 0..6 {
            let near = plain_neighbour(board, tile, dir);
            assert_eq!(near.unwrap_or(NO_TILE), board.neighbour(tile, dir));
            adjacent |= near.map_or(0, |near| 1 << near);
            let both = near.filter(|near| has(tile, dir) && has(*near, opposite(dir)));
            linked |= both.map_or(0, |near| 1 << near);
            joined |= u8::from(both.is_some()) << dir;
            open |= u8::from(near.is_none() && has(tile, dir)) << dir;
        }
        assert_eq!(board.adjacent(tile), adjacent);
        assert_eq!(board.connected_tiles(tile), linked);
        assert_eq!((board.joined(tile), board.open(tile)), (joined, open));
        let mask_has = |mask: TileMask| mask >> tile & 1 == 1;
        assert_eq!(mask_has(board.open_tiles), open != 0);
        assert_eq!(mask_has(board.straights), is_straight(board.exits(tile)));
        let single = board.exits(tile).count_ones() == 1;
        assert_eq!(mask_has(board.dead_ends), single);
        for tiles in [0, board.all(), adjacent & 0x5555_5555_5555_5555] {
            let to = |dir: &Dir| board.adjacent_dirs(tile) >> dir & 1 == 1;
            let to = (0..6)
                .filter(to)
                .filter(|dir| tiles >> board.neighbour(tile, *dir) & 1 == 1);
            assert_eq!(
                board.dirs_to(tile, tiles),
                to.fold(0, |dirs, dir| dirs | 1 << dir)
            );
        }
    }
}

fn lay_at_random(board: &mut Board, tiles: usize, rng: &mut MoonRng) {
    while board.len() < tiles {
        let hex = Hex::new(rng.random_range(-5..=5), rng.random_range(-5..=5));
        if board.find(hex).is_none() {
            let around = board.surroundings(hex);
            let at = board.insert(hex, 0, rng.random_range(1..64));
            let placed = (0..6).filter(|dir| plain_neighbour(board, at, *dir).is_some());
            assert_eq!(around.placed, placed.fold(0, |dirs, dir| dirs | 1 << dir));
            check(board);
        }
    }
}

#[test]
fn masks_agree_with_the_plain_version() {
    for game in 0..20 {
        let (mut board, mut rng) = (Board::default(), rng_for(5, game));
        lay_at_random(&mut board, 40, &mut rng);
        board.retain(rng.random::<u64>() & board.all());
        check(&board);
        lay_at_random(&mut board, MAX_TILES - 1, &mut rng);
    }
}
