//! Counters lying in stacks on tiles, some of each stack spent: Aliens, lurkers.

use crate::board::{Bits, MAX_TILES, TileIndex, TileMask, close_gaps, open_gap};

/// Stacks of like counters, by tile number.
#[derive(Clone, PartialEq, Eq)]
pub struct Stacks {
    /// Tiles with a stack; follows from the counts.
    tiles: TileMask,
    count: [u8; MAX_TILES],
    spent: [u8; MAX_TILES],
}

impl Default for Stacks {
    fn default() -> Self {
        Stacks {
            tiles: 0,
            count: [0; MAX_TILES],
            spent: [0; MAX_TILES],
        }
    }
}

impl Stacks {
    /// Tiles with a stack.
    #[inline]
    pub fn tiles(&self) -> TileMask {
        self.tiles
    }

    /// Counters on a tile.
    #[inline]
    pub fn on(&self, tile: TileIndex) -> u8 {
        self.count[tile as usize]
    }

    /// Of the counters on a tile, those that are spent.
    #[inline]
    pub fn spent_on(&self, tile: TileIndex) -> u8 {
        self.spent[tile as usize]
    }

    /// Of the counters on a tile, those that are not spent.
    #[inline]
    pub fn fresh_on(&self, tile: TileIndex) -> u8 {
        self.count[tile as usize] - self.spent[tile as usize]
    }

    /// Of these tiles, those with a counter that is not spent.
    #[inline]
    pub fn fresh_tiles(&self, among: TileMask) -> TileMask {
        let fresh = Bits(among & self.tiles).filter(|tile| self.fresh_on(*tile) > 0);
        fresh.fold(0, |mask, tile| mask | 1 << tile)
    }

    /// Puts counters on a tile, some of them spent.
    #[inline]
    pub fn add(&mut self, tile: TileIndex, count: u8, spent: u8) {
        self.count[tile as usize] += count;
        self.spent[tile as usize] += spent;
        if count > 0 {
            self.tiles |= 1 << tile;
        }
    }

    /// Takes counters off a tile, some of them spent.
    #[inline]
    pub fn take(&mut self, tile: TileIndex, count: u8, spent: u8) {
        self.count[tile as usize] -= count;
        self.spent[tile as usize] -= spent;
        if self.count[tile as usize] == 0 {
            self.tiles &= !(1 << tile);
        }
    }

    /// All counters on a tile are spent.
    pub fn spend(&mut self, tile: TileIndex) {
        self.spent[tile as usize] = self.count[tile as usize];
    }

    /// No counter is spent any more.
    pub fn rest(&mut self) {
        for tile in Bits(self.tiles) {
            self.spent[tile as usize] = 0;
        }
    }

    /// Takes what exceeds `limit` off each of these tiles, and returns how much that is. No counter
    /// may be spent.
    pub fn trim(&mut self, tiles: TileMask, limit: u8) -> u8 {
        let mut excess = 0;
        for tile in Bits(tiles & self.tiles) {
            let more = self.on(tile).saturating_sub(limit);
            self.count[tile as usize] -= more;
            excess += more;
        }
        excess
    }

    /// Tile `at` was inserted into a board that now has `len` tiles.
    pub fn make_room(&mut self, at: TileIndex, len: usize) {
        let (from, to) = (at as usize, len - 1);
        self.count.copy_within(from..to, from + 1);
        self.spent.copy_within(from..to, from + 1);
        (self.count[from], self.spent[from]) = (0, 0);
        self.tiles = open_gap(self.tiles, at);
    }

    /// All tiles but these were removed from a board; returns how many counters lay on the others.
    /// No counter may be spent.
    pub fn retain(&mut self, kept: TileMask) -> u8 {
        let lost = Bits(self.tiles & !kept).map(|tile| self.on(tile)).sum();
        let mut count = [0; MAX_TILES];
        for (tile, from) in Bits(kept).enumerate() {
            count[tile] = self.count[from as usize];
        }
        self.count = count;
        self.tiles = close_gaps(self.tiles, kept);
        lost
    }

    /// The same stacks on a board whose tiles are numbered anew.
    pub fn renumbered(&self, to: impl Fn(TileIndex) -> TileIndex) -> Stacks {
        let mut stacks = Stacks::default();
        for tile in Bits(self.tiles) {
            stacks.add(to(tile), self.on(tile), self.spent_on(tile));
        }
        stacks
    }
}

impl std::hash::Hash for Stacks {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        for tile in Bits(self.tiles) {
            let word = [tile, self.on(tile), self.spent_on(tile), 1];
            state.write_u64(u64::from(u32::from_le_bytes(word)));
        }
    }
}
