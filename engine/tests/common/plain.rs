//! A slow, plain version of what a board knows, from its tiles in a map.

use std::collections::{BTreeMap, BTreeSet};

use moonbase_engine::board::{Bits, Board, TileMask};
use moonbase_engine::hex::{Hex, opposite};
use moonbase_engine::tiles::is_straight;

/// Exits by hex.
pub type Tiles = BTreeMap<Hex, u8>;

pub fn tiles_of(board: &Board) -> Tiles {
    board.tiles().map(|(hex, _, exits)| (hex, exits)).collect()
}

/// The hexes of a mask's tiles.
pub fn hexes(board: &Board, mask: TileMask) -> BTreeSet<Hex> {
    Bits(mask).map(|tile| board.hex(tile)).collect()
}

pub fn has(tiles: &Tiles, hex: Hex, dir: u8) -> bool {
    tiles.get(&hex).is_some_and(|exits| exits >> dir & 1 == 1)
}

pub fn connected(tiles: &Tiles, hex: Hex, dir: u8) -> bool {
    has(tiles, hex, dir) && has(tiles, hex.step(dir), opposite(dir))
}

pub fn open(tiles: &Tiles, hex: Hex, dir: u8) -> bool {
    has(tiles, hex, dir) && !tiles.contains_key(&hex.step(dir))
}

/// The hexes seen from one in a direction, nearest first.
fn line(tiles: &Tiles, from: Hex, dir: u8) -> Vec<Hex> {
    let (mut seen, mut at) = (vec![], from);
    while connected(tiles, at, dir) {
        at = at.step(dir);
        seen.push(at);
        if !is_straight(tiles[&at]) {
            break;
        }
    }
    seen
}

pub fn sight(tiles: &Tiles, from: Hex) -> BTreeSet<Hex> {
    let lines = (0..6).flat_map(|dir| line(tiles, from, dir));
    lines.chain([from]).collect()
}

/// Open exits of tiles with troops, and open far exits of straights that they see along.
pub fn visible_edges(tiles: &Tiles, troops: &BTreeSet<Hex>) -> BTreeSet<(Hex, u8)> {
    let mut edges = BTreeSet::new();
    for from in troops {
        for dir in 0..6 {
            let along = line(tiles, *from, dir).into_iter();
            let along = along.filter(|hex| is_straight(tiles[hex]));
            let ends = along.chain([*from]).filter(|hex| open(tiles, *hex, dir));
            edges.extend(ends.map(|hex| (hex, dir)));
        }
    }
    edges
}

/// Edges of a hex where exactly one of the two tiles would have an exit.
pub fn blocked(tiles: &Tiles, hex: Hex, exits: u8) -> usize {
    let placed = (0..6u8).filter(|dir| tiles.contains_key(&hex.step(*dir)));
    let faces = |dir: &u8| has(tiles, hex.step(*dir), opposite(*dir)) != (exits >> dir & 1 == 1);
    placed.filter(faces).count()
}
