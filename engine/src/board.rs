//! The tiles on the table, with masks for adjacency, connection and sight kept up to date.
//!
//! Tiles are numbered by `(q, r)` ascending, so that the same forest is the same value however it
//! was laid, and walking a mask's bits from the lowest is the rules' order. Laying a tile shifts the
//! numbers above it.

use crate::hex::{Dir, Hex, opposite};

pub use crate::bits::{Bits, close_gaps, open_gap};
pub use edges::EdgeSet;

mod change;
mod edges;
#[cfg(test)]
mod tests;

/// Room for 60 forest tiles, the start and the end tile. Number 63 is never given, so that its bit may
/// stand for [`NO_TILE`].
pub const MAX_TILES: usize = 64;

/// Number of a tile on the board.
pub type TileIndex = u8;

/// No tile.
pub const NO_TILE: TileIndex = 0xff;

/// A set of tiles: bit `i` for tile number `i`.
pub type TileMask = u64;

const FREE_KEY: i16 = i16::MAX;

/// The tiles on the table. Per tile: kind, exits, which of them are connected and which are open,
/// its neighbours, and what can be seen from it.
#[derive(Clone)]
pub struct Board {
    sight: [TileMask; MAX_TILES],
    /// Tiles on the neighbouring hexes.
    adjacent: [TileMask; MAX_TILES],
    /// Tiles connected to this one.
    linked: [TileMask; MAX_TILES],
    /// Tiles that have an open exit.
    open_tiles: TileMask,
    /// Tiles with a single exit.
    dead_ends: TileMask,
    /// Tiles along which one sees.
    straights: TileMask,
    keys: [i16; MAX_TILES],
    near: [[TileIndex; 6]; MAX_TILES],
    kind: [u8; MAX_TILES],
    exits: [u8; MAX_TILES],
    joined: [u8; MAX_TILES],
    /// Directions in which a neighbour is placed.
    around: [u8; MAX_TILES],
    len: u8,
    /// A hash of the tiles, each by itself and then XOR (Zobrist 1970): kept, for the board is the larger part of
    /// a position and rarely changes.
    key: u64,
}

/// What lies around a hex: which neighbours are placed, and which of them have an exit facing it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Surroundings {
    pub placed: u8,
    pub facing: u8,
}

impl Surroundings {
    /// Edges to placed neighbours where exactly one of the two tiles would have an exit.
    pub fn blocked(self, exits: u8) -> u32 {
        ((exits ^ self.facing) & self.placed).count_ones()
    }

    /// Exits that would face empty hexes.
    pub fn open(self, exits: u8) -> u8 {
        exits & !self.placed
    }
}

/// New numbers of the tiles of a board, by their old ones.
#[derive(Clone)]
pub struct Renumbering([TileIndex; MAX_TILES]);

impl Renumbering {
    /// The new number of a tile; [`NO_TILE`] for a tile that is gone, and for no tile.
    #[inline]
    pub fn tile(&self, tile: TileIndex) -> TileIndex {
        if tile == NO_TILE {
            NO_TILE
        } else {
            self.0[tile as usize]
        }
    }
}

/// The tile, unless it is [`NO_TILE`].
#[inline]
pub(crate) fn some_tile(tile: TileIndex) -> Option<TileIndex> {
    (tile != NO_TILE).then_some(tile)
}

/// The number of a tile after tile `at` was inserted.
#[inline]
pub(crate) fn make_room(tile: &mut TileIndex, at: TileIndex) {
    *tile += u8::from(*tile >= at && *tile != NO_TILE);
}

/// Where up to eight units stand, by unit number; [`NO_TILE`] for those not in play.
pub type Places = [TileIndex; 8];

/// The units that stand on a tile (or, for [`NO_TILE`], that are not in play): bit `i` for unit `i`.
#[inline]
pub fn units_on(places: &Places, tile: TileIndex) -> u8 {
    // Compares eight bytes at once: a byte of `differ` is zero where a unit is on the tile.
    const LOW7: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let differ = u64::from_le_bytes(*places) ^ (u64::from(tile) * 0x0101_0101_0101_0101);
    let equal = !(((differ & LOW7) + LOW7) | differ | LOW7);
    ((equal >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56) as u8
}

/// The tiles on which units stand.
#[inline]
pub fn tiles_with_units(places: &Places) -> TileMask {
    places.iter().fold(0, |mask, tile| mask | 1 << (tile & 63)) & REAL_TILES
}

/// All bits but that of [`NO_TILE`].
pub(crate) const REAL_TILES: TileMask = !(1 << (NO_TILE & 63));

/// The mask of one tile; empty for [`NO_TILE`]. Without a branch: whether a unit is left is hard to guess.
#[inline]
pub(crate) fn tile_bit(tile: TileIndex) -> TileMask {
    1 << (tile & 63) & REAL_TILES
}

impl Default for Board {
    fn default() -> Self {
        Board {
            sight: [0; MAX_TILES],
            adjacent: [0; MAX_TILES],
            linked: [0; MAX_TILES],
            open_tiles: 0,
            dead_ends: 0,
            straights: 0,
            keys: [FREE_KEY; MAX_TILES],
            near: [[NO_TILE; 6]; MAX_TILES],
            kind: [0; MAX_TILES],
            exits: [0; MAX_TILES],
            joined: [0; MAX_TILES],
            around: [0; MAX_TILES],
            len: 0,
            key: 0,
        }
    }
}

fn key_of(hex: Hex) -> i16 {
    i16::from(hex.q) << 8 | (i16::from(hex.r) + 128)
}

fn hex_of(key: i16) -> Hex {
    Hex::new((key >> 8) as i8, ((key & 0xff) - 128) as i8)
}

impl Board {
    pub fn len(&self) -> usize {
        self.len as usize
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// All tiles.
    #[inline]
    pub fn all(&self) -> TileMask {
        if self.len as usize == MAX_TILES {
            u64::MAX
        } else {
            (1 << self.len) - 1
        }
    }

    #[inline]
    pub fn hex(&self, tile: TileIndex) -> Hex {
        hex_of(self.keys[tile as usize])
    }

    #[inline]
    pub fn kind(&self, tile: TileIndex) -> u8 {
        self.kind[tile as usize]
    }

    /// The tile's exits in its orientation, bit `d` for direction `d`.
    #[inline]
    pub fn exits(&self, tile: TileIndex) -> u8 {
        self.exits[tile as usize]
    }

    /// Directions in which the tile is connected to a neighbour.
    #[inline]
    pub fn joined(&self, tile: TileIndex) -> u8 {
        self.joined[tile as usize]
    }

    /// Directions of the tile's open exits: those that face an empty hex.
    #[inline]
    pub fn open(&self, tile: TileIndex) -> u8 {
        self.exits(tile) & !self.adjacent_dirs(tile)
    }

    /// Tiles that have an open exit.
    #[inline]
    pub fn open_tiles(&self) -> TileMask {
        self.open_tiles
    }

    /// Tiles with a single exit.
    #[inline]
    pub fn dead_ends(&self) -> TileMask {
        self.dead_ends
    }

    /// The tile on the neighbouring hex, connected or not; [`NO_TILE`] if it is empty.
    #[inline]
    pub fn neighbour(&self, tile: TileIndex, dir: Dir) -> TileIndex {
        self.near[tile as usize][dir as usize]
    }

    /// The neighbour in a direction in which the tile is connected.
    #[inline]
    pub fn connected(&self, tile: TileIndex, dir: Dir) -> Option<TileIndex> {
        (self.joined(tile) >> dir & 1 == 1).then(|| self.neighbour(tile, dir))
    }

    /// Tiles on the six neighbouring hexes, connected or not.
    #[inline]
    pub fn adjacent(&self, tile: TileIndex) -> TileMask {
        self.adjacent[tile as usize]
    }

    /// Directions in which a neighbouring tile is placed, connected or not.
    #[inline]
    pub fn adjacent_dirs(&self, tile: TileIndex) -> u8 {
        self.around[tile as usize]
    }

    /// Directions in which a neighbouring tile is one of `tiles`.
    #[inline]
    pub fn dirs_to(&self, tile: TileIndex, tiles: TileMask) -> u8 {
        if self.adjacent(tile) & tiles == 0 {
            return 0;
        }
        let dirs = Bits(u64::from(self.adjacent_dirs(tile)));
        dirs.fold(0, |mask, dir| {
            mask | u8::from(tiles >> self.neighbour(tile, dir) & 1 == 1) << dir
        })
    }

    /// Tiles connected to this one.
    #[inline]
    pub fn connected_tiles(&self, tile: TileIndex) -> TileMask {
        self.linked[tile as usize]
    }

    /// Tiles seen from this one, itself included. Sight is symmetric.
    #[inline]
    pub fn sight(&self, tile: TileIndex) -> TileMask {
        self.sight[tile as usize]
    }

    /// The tile on a hex.
    #[inline]
    pub fn find(&self, hex: Hex) -> Option<TileIndex> {
        let rank = self.rank(key_of(hex));
        (rank < self.len && self.keys[rank as usize] == key_of(hex)).then_some(rank)
    }

    /// Number of tiles before this key in `(q, r)` order.
    #[inline]
    fn rank(&self, key: i16) -> u8 {
        // Without a branch, so that the compiler compares many keys at once.
        self.keys.iter().map(|k| u8::from(*k < key)).sum()
    }

    /// What lies around the hex that an exit of a tile faces.
    pub fn beyond(&self, tile: TileIndex, dir: Dir) -> Surroundings {
        self.surroundings(self.hex(tile).step(dir))
    }

    pub fn surroundings(&self, hex: Hex) -> Surroundings {
        let mut around = Surroundings {
            placed: 0,
            facing: 0,
        };
        for (dir, tile) in (0..).zip(self.tiles_around(hex)) {
            if tile != NO_TILE {
                around.placed |= 1 << dir;
                around.facing |= (self.exits(tile) >> opposite(dir) & 1) << dir;
            }
        }
        around
    }

    /// The tiles on the six neighbours of a hex, by direction; [`NO_TILE`] where none is placed.
    ///
    /// Neighbours in one column have consecutive numbers, so that three look-ups do for six.
    fn tiles_around(&self, hex: Hex) -> [TileIndex; 6] {
        let (left, middle, right) = (key_of(hex.step(5)), key_of(hex), key_of(hex.step(1)));
        let (nw, here, ne) = (self.rank(left), self.rank(middle), self.rank(right));
        let is = |rank: u8, key: i16| self.keys.get(rank as usize) == Some(&key);
        let tile = |rank: u8, key: i16| if is(rank, key) { rank } else { NO_TILE };
        let after = |rank: u8, key: i16| rank + u8::from(is(rank, key));
        [
            tile(here.wrapping_sub(1), middle - 1),
            tile(ne, right),
            tile(after(ne, right), right + 1),
            tile(after(here, middle), middle + 1),
            tile(after(nw, left), left + 1),
            tile(nw, left),
        ]
    }

    /// Tiles seen from `from` in one direction, itself not included.
    fn line(&self, from: TileIndex, dir: Dir) -> TileMask {
        let (mut seen, mut tile) = (0, from);
        while let Some(next) = self.connected(tile, dir) {
            seen |= 1 << next;
            if self.straights >> next & 1 == 0 {
                break;
            }
            tile = next;
        }
        seen
    }

    /// Tiles joined to `from` by connected tiles, `from` included.
    pub fn component(&self, from: TileMask) -> TileMask {
        self.reach(from, MAX_TILES)
    }

    /// Tiles that can be reached from `from` in at most `moves` moves to a connected neighbour.
    pub fn reach(&self, from: TileMask, moves: usize) -> TileMask {
        flood(from, moves, |tile| self.connected_tiles(tile))
    }

    /// Tiles at most `steps` steps from `from` over placed neighbours, connected or not.
    pub fn within(&self, from: TileMask, steps: usize) -> TileMask {
        flood(from, steps, |tile| self.adjacent(tile))
    }

    /// Tiles seen from any of these.
    pub fn seen_from(&self, tiles: TileMask) -> TileMask {
        Bits(tiles).fold(0, |seen, tile| seen | self.sight(tile))
    }

    /// Places of the tiles, in order: what makes two boards the same.
    pub fn tiles(&self) -> impl Iterator<Item = (Hex, u8, u8)> + '_ {
        (0..self.len).map(|tile| (self.hex(tile), self.kind(tile), self.exits(tile)))
    }
}

/// What can be reached from `from` in at most `steps` steps, `from` included.
#[inline]
fn flood(from: TileMask, steps: usize, next: impl Fn(TileIndex) -> TileMask) -> TileMask {
    let (mut reached, mut fresh) = (from, from);
    for _ in 0..steps {
        fresh = Bits(fresh).fold(0, |mask, tile| mask | next(tile)) & !reached;
        if fresh == 0 {
            break;
        }
        reached |= fresh;
    }
    reached
}

impl PartialEq for Board {
    /// Everything else follows from places, kinds and exits.
    fn eq(&self, other: &Self) -> bool {
        self.keys == other.keys && self.kind == other.kind && self.exits == other.exits
    }
}

impl Eq for Board {}

impl std::hash::Hash for Board {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        state.write_u64(self.key);
    }
}

impl std::fmt::Debug for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.tiles()).finish()
    }
}
