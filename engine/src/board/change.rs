//! Laying and removing tiles, with everything that follows from it kept up to date.

use arrayvec::ArrayVec;

use super::{
    Bits, Board, FREE_KEY, MAX_TILES, NO_TILE, Renumbering, TileIndex, TileMask, close_gaps,
    key_of, open_gap,
};
use crate::chance::mix;
use crate::hex::{Dir, Hex, Symmetry, opposite};
use crate::tiles::is_straight;

impl Board {
    /// Puts a tile on an empty hex and returns its number; tiles from that number on have moved up
    /// by one.
    pub fn insert(&mut self, hex: Hex, kind: u8, exits: u8) -> TileIndex {
        assert!(
            (self.len as usize) < MAX_TILES - 1,
            "a board has room for {} tiles",
            MAX_TILES - 1
        );
        let at = self.rank(key_of(hex));
        self.make_room(at);
        self.keys[at as usize] = key_of(hex);
        self.kind[at as usize] = kind;
        self.exits[at as usize] = exits;
        self.key ^= self.tile_key(at);
        self.dead_ends |= u64::from(exits.is_power_of_two()) << at;
        self.straights |= u64::from(is_straight(exits)) << at;
        self.link(at, hex);
        self.look(at);
        at
    }

    fn make_room(&mut self, at: TileIndex) {
        let (from, to) = (at as usize, self.len as usize);
        shift(&mut self.keys, from, to);
        shift(&mut self.kind, from, to);
        shift(&mut self.exits, from, to);
        shift(&mut self.joined, from, to);
        shift(&mut self.around, from, to);
        shift(&mut self.near, from, to);
        shift(&mut self.sight, from, to);
        shift(&mut self.adjacent, from, to);
        shift(&mut self.linked, from, to);
        self.len += 1;
        for near in self.near[..self.len as usize].as_flattened_mut() {
            *near += u8::from(*near >= at) & u8::from(*near != NO_TILE);
        }
        for masks in [&mut self.sight, &mut self.adjacent, &mut self.linked] {
            for mask in &mut masks[..self.len as usize] {
                *mask = open_gap(*mask, at);
            }
        }
        self.open_tiles = open_gap(self.open_tiles, at);
        self.dead_ends = open_gap(self.dead_ends, at);
        self.straights = open_gap(self.straights, at);
    }

    fn link(&mut self, at: TileIndex, hex: Hex) {
        let exits = self.exits(at);
        let (mut around, mut joined, mut adjacent, mut linked) = (0, 0, 0, 0);
        let near = self.tiles_around(hex);
        for (dir, tile) in (0..6u8).zip(near) {
            if tile == NO_TILE {
                continue;
            }
            let back = opposite(dir);
            around |= 1 << dir;
            adjacent |= 1 << tile;
            self.near[tile as usize][back as usize] = at;
            self.around[tile as usize] |= 1 << back;
            self.adjacent[tile as usize] |= 1 << at;
            if exits >> dir & self.exits(tile) >> back & 1 == 1 {
                joined |= 1 << dir;
                linked |= 1 << tile;
                self.joined[tile as usize] |= 1 << back;
                self.linked[tile as usize] |= 1 << at;
            }
            if self.open(tile) == 0 {
                self.open_tiles &= !(1 << tile);
            }
        }
        self.near[at as usize] = near;
        (self.around[at as usize], self.joined[at as usize]) = (around, joined);
        (self.adjacent[at as usize], self.linked[at as usize]) = (adjacent, linked);
        if self.open(at) != 0 {
            self.open_tiles |= 1 << at;
        }
    }

    /// Brings sight up to date after tile `at` was linked: it and those on its lines see each other,
    /// and through a straight both ends do.
    fn look(&mut self, at: TileIndex) {
        let lines: [TileMask; 6] = std::array::from_fn(|dir| self.line(at, dir as Dir));
        self.sight[at as usize] = lines.iter().fold(1 << at, |seen, line| seen | line);
        let through = self.straights >> at & 1 == 1;
        for dir in 0..6 {
            let beyond = if through {
                lines[opposite(dir as Dir) as usize]
            } else {
                0
            };
            for tile in Bits(lines[dir]) {
                self.sight[tile as usize] |= 1 << at | beyond;
            }
        }
    }

    /// Removes all tiles but these, and returns the new numbers of the tiles kept.
    pub fn retain(&mut self, kept: TileMask) -> Renumbering {
        let mut to = Renumbering([NO_TILE; MAX_TILES]);
        for (tile, from) in Bits(kept).enumerate() {
            to.0[from as usize] = tile as TileIndex;
        }
        for (tile, from) in Bits(kept).enumerate() {
            self.take_over(tile, from as usize, &to);
        }
        for tile in kept.count_ones() as usize..self.len() {
            self.vacate(tile);
        }
        self.len = kept.count_ones() as u8;
        self.dead_ends = close_gaps(self.dead_ends, kept);
        self.straights = close_gaps(self.straights, kept);
        self.key = (0..self.len).fold(0, |key, tile| key ^ self.tile_key(tile));
        self.look_afresh();
        to
    }

    /// A hash of a tile: where it lies, its kind and exits.
    fn tile_key(&self, tile: TileIndex) -> u64 {
        let at = u64::from(self.keys[tile as usize] as u16);
        mix(at << 16 | u64::from(self.kind(tile)) << 8 | u64::from(self.exits(tile)))
    }

    /// Makes tile `from` tile number `tile`: one that is not above it, and is not needed any more.
    fn take_over(&mut self, tile: usize, from: usize, to: &Renumbering) {
        self.keys[tile] = self.keys[from];
        self.kind[tile] = self.kind[from];
        self.exits[tile] = self.exits[from];
        let near = self.near[from].map(|near| to.tile(near));
        let placed = (0..6).filter(|dir| near[*dir] != NO_TILE);
        let around = placed.fold(0, |dirs, dir| dirs | 1 << dir);
        self.near[tile] = near;
        self.around[tile] = around;
        self.joined[tile] = self.joined[from] & around;
        let to = |dirs: u8| Bits(dirs.into()).fold(0, |mask, dir| mask | 1 << near[dir as usize]);
        (self.adjacent[tile], self.linked[tile]) = (to(around), to(self.joined[tile]));
    }

    /// Clears the place of a tile, so that equal boards are equal values.
    fn vacate(&mut self, tile: usize) {
        self.keys[tile] = FREE_KEY;
        self.near[tile] = [NO_TILE; 6];
        (self.kind[tile], self.exits[tile]) = (0, 0);
        (self.joined[tile], self.around[tile]) = (0, 0);
        (self.sight[tile], self.adjacent[tile], self.linked[tile]) = (0, 0, 0);
    }

    /// Works out sight and open tiles from nothing.
    fn look_afresh(&mut self) {
        self.open_tiles = 0;
        for tile in 0..self.len {
            let lines = Bits(u64::from(self.joined(tile))).map(|dir| self.line(tile, dir));
            self.sight[tile as usize] = lines.fold(1 << tile, |seen, line| seen | line);
            self.open_tiles |= u64::from(self.open(tile) != 0) << tile;
        }
    }

    /// The board turned about the hex 0,0, and the new numbers of its tiles.
    pub fn turned(&self, symmetry: Symmetry) -> (Board, Renumbering) {
        let mut turned = Board::default();
        for (hex, kind, exits) in self.tiles() {
            turned.insert(symmetry.hex(hex), kind, symmetry.dirs(exits));
        }
        let mut to = Renumbering([NO_TILE; MAX_TILES]);
        for tile in 0..self.len {
            let image = turned.find(symmetry.hex(self.hex(tile)));
            to.0[tile as usize] = image.unwrap_or(NO_TILE);
        }
        (turned, to)
    }

    /// What lies where in an image of the board, as words in the order of its tiles: a byte each for q, r, kind
    /// and exits, and the four bytes that say what is on a tile.
    pub(crate) fn image_rank(
        &self,
        symmetry: Symmetry,
        there: impl Fn(TileIndex) -> [u8; 4],
    ) -> ArrayVec<u64, MAX_TILES> {
        let word = |(tile, (hex, kind, exits)): (usize, (Hex, u8, u8))| {
            let hex = symmetry.hex(hex);
            let [a, b, c, d] = there(tile as TileIndex);
            let (q, r) = (hex.q as u8 ^ 0x80, hex.r as u8 ^ 0x80);
            u64::from_be_bytes([q, r, kind, symmetry.dirs(exits), a, b, c, d])
        };
        let mut rank: ArrayVec<u64, MAX_TILES> = self.tiles().enumerate().map(word).collect();
        rank.sort_unstable();
        rank
    }
}

/// Moves `items[from..to]` up by one place.
fn shift<T: Copy>(items: &mut [T; MAX_TILES], from: usize, to: usize) {
    items.copy_within(from..to, from + 1);
}
