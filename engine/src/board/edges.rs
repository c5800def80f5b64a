//! Open exits that units see.

use super::{Bits, Board, MAX_TILES, TileIndex, TileMask};
use crate::hex::Dir;

/// Exits seen by somebody that lead to an empty hex.
#[derive(Clone)]
pub struct EdgeSet {
    pub tiles: TileMask,
    /// Per tile, the open exits that are seen (bit `d` for direction `d`).
    pub dirs: [u8; MAX_TILES],
}

impl EdgeSet {
    pub fn is_empty(&self) -> bool {
        self.tiles == 0
    }

    pub fn contains(&self, tile: TileIndex, dir: Dir) -> bool {
        self.dirs[tile as usize] >> dir & 1 == 1
    }

    fn add(&mut self, tile: TileIndex, dirs: u8) {
        if dirs != 0 {
            self.tiles |= 1 << tile;
            self.dirs[tile as usize] |= dirs;
        }
    }
}

impl Board {
    /// The visible open edges of units on these tiles: their open exits, and the open far exits of
    /// straights that they see along.
    pub fn visible_edges(&self, from: TileMask) -> EdgeSet {
        let mut edges = EdgeSet {
            tiles: 0,
            dirs: [0; MAX_TILES],
        };
        for tile in Bits(from) {
            edges.add(tile, self.open(tile));
            let straights = self.connected_tiles(tile) & self.straights;
            for dir in Bits(u64::from(self.dirs_to(tile, straights))) {
                self.add_edge_along(tile, dir, &mut edges);
            }
        }
        edges
    }

    fn add_edge_along(&self, from: TileIndex, dir: Dir, edges: &mut EdgeSet) {
        let mut tile = from;
        while let Some(next) = self.connected(tile, dir) {
            if self.straights >> next & 1 == 0 {
                return;
            }
            edges.add(next, self.open(next) & 1 << dir);
            tile = next;
        }
    }

    /// Is there a visible open edge of units on these tiles?
    pub fn has_visible_edge(&self, from: TileMask) -> bool {
        // Most edges are seen from their own tile.
        self.open_tiles & from != 0 || !self.visible_edges(from).is_empty()
    }
}
