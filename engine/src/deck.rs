//! A tile set put to use: kinds by number, and the deck of tiles not drawn yet.

use arrayvec::ArrayVec;

use crate::board::Bits;
use crate::hex::Dir;
use crate::tiles::{KindName, MAX_FOREST, TileSet, is_straight, orientations};

/// After so many redeals a closed forest at set-up ends the game.
pub(crate) const MOST_REDEALS: u8 = 3;

/// A kind of tile by its number: forest kinds in the set's order, then the end tile, then the start.
pub type KindIndex = u8;

/// What the rules need to know of a kind of tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KindRule {
    pub name: KindName,
    /// Exits before the tile is turned.
    pub exits: u8,
    /// The distinct orientations, ascending.
    pub orientations: ArrayVec<u8, 6>,
    pub straight: bool,
}

impl KindRule {
    /// The best of the orientations with an exit in direction `back`: the lowest rank among them, and
    /// those that have it, as a mask over the list.
    pub fn best_orientations<K: Ord + Copy>(
        &self,
        back: Dir,
        rank: impl Fn(u8) -> K,
    ) -> (Option<K>, u8) {
        let (mut best, mut mask) = (None, 0);
        for (index, exits) in self.orientations.iter().enumerate() {
            if exits >> back & 1 == 0 {
                continue;
            }
            let rank = rank(*exits);
            if best.is_none_or(|best| rank < best) {
                (best, mask) = (Some(rank), 0);
            }
            mask |= u8::from(best == Some(rank)) << index;
        }
        (best, mask)
    }
}

/// The kinds of a game's tiles, forest kinds without tiles left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kinds {
    rules: Vec<KindRule>,
    heavy: u64,
    counts: Deck,
}

impl Kinds {
    /// Kinds of `set`, of the end tile called `end`, and of the start tile.
    pub fn new(set: &TileSet, end: &str) -> Kinds {
        let in_box = set.kinds().iter().filter(|kind| kind.count > 0);
        let mut rules = Vec::new();
        let (mut heavy, mut counts) = (0, Deck::default());
        for (index, kind) in in_box.enumerate() {
            rules.push(kind_rule(&kind.kind, kind.mask()));
            heavy |= u64::from(kind.heavy) << index;
            counts.put(index as KindIndex, kind.count as u8);
        }
        rules.push(kind_rule(end, 1));
        rules.push(kind_rule("start", 63));
        Kinds {
            rules,
            heavy,
            counts,
        }
    }

    /// The full deck.
    pub fn deck(&self) -> Deck {
        self.counts
    }

    pub fn rule(&self, kind: KindIndex) -> &KindRule {
        &self.rules[kind as usize]
    }

    pub fn is_heavy(&self, kind: KindIndex) -> bool {
        self.heavy >> kind & 1 == 1
    }

    /// The end tile (`ufo`, `ship`).
    pub fn end(&self) -> KindIndex {
        self.rules.len() as u8 - 2
    }

    pub fn start(&self) -> KindIndex {
        self.rules.len() as u8 - 1
    }

    /// Number of kinds of forest tiles.
    pub fn forest(&self) -> u8 {
        self.rules.len() as u8 - 2
    }

    /// The kind of that name.
    pub fn find(&self, name: KindName) -> Option<KindIndex> {
        let index = self.rules.iter().position(|rule| rule.name == name)?;
        Some(index as u8)
    }
}

fn kind_rule(name: &str, exits: u8) -> KindRule {
    KindRule {
        name: KindName::intern(name),
        exits,
        orientations: orientations(exits),
        straight: is_straight(exits),
    }
}

/// Forest tiles not drawn yet, by kind; unordered. The end tile is not counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deck {
    left: [u8; MAX_FOREST],
    /// Kinds of which tiles are left; follows from their numbers.
    kinds: u64,
    total: u8,
}

impl Default for Deck {
    fn default() -> Self {
        Deck {
            left: [0; MAX_FOREST],
            kinds: 0,
            total: 0,
        }
    }
}

impl Deck {
    /// Number of forest tiles left.
    pub fn total(&self) -> u8 {
        self.total
    }

    /// Number of tiles left of a kind.
    pub fn count(&self, kind: KindIndex) -> u8 {
        self.left[kind as usize]
    }

    /// Puts tiles of a kind into the deck.
    pub(crate) fn put(&mut self, kind: KindIndex, count: u8) {
        self.left[kind as usize] += count;
        self.total += count;
        self.kinds |= u64::from(count > 0) << kind;
    }

    /// Takes a tile of that kind out of the deck.
    pub fn take(&mut self, kind: KindIndex) {
        self.left[kind as usize] -= 1;
        self.total -= 1;
        if self.left[kind as usize] == 0 {
            self.kinds &= !(1 << kind);
        }
    }

    /// Are tiles of two kinds or more left?
    pub fn has_two_kinds(&self) -> bool {
        self.kinds & self.kinds.wrapping_sub(1) != 0
    }

    pub fn clear(&mut self) {
        *self = Deck::default();
    }

    /// Kinds of which tiles are left, with their number, in kind order.
    pub fn kinds(&self) -> impl Iterator<Item = (KindIndex, u8)> + '_ {
        Bits(self.kinds).map(|kind| (kind, self.count(kind)))
    }

    /// The kind of tile number `nth` when the tiles left are counted through in kind order.
    ///
    /// # Panics
    /// If fewer tiles are left.
    pub fn nth(&self, nth: u8) -> KindIndex {
        let mut past = nth;
        for (kind, count) in self.kinds() {
            if past < count {
                return kind;
            }
            past -= count;
        }
        panic!("tile {nth} of a deck of {}", self.total)
    }
}
