//! What must be true of every position of a game, whatever has been played.

use std::collections::BTreeMap;

use moonbase_engine::board::{Bits, Board, NO_TILE};
use moonbase_engine::deck::{Deck, Kinds};
use moonbase_engine::fg1::{Fg1, Fg1Options};
use moonbase_engine::lost_patrol::{self, LostPatrol, LostPatrolOptions};
use moonbase_engine::ufo::{self, SetupError, Ufo, UfoOptions};
use moonbase_engine::{Game, Seat};
use serde_json::Value;

/// Laws of a game's own, checked by panicking.
pub trait Laws: Game {
    fn check_laws(&self);

    /// What must be true of a position and the one a step before it.
    fn check_change(&self, before: &Self);

    /// The position of a dump; `None` if the dump is refused.
    fn set_up(options: &Self::Options, dump: &Value) -> Option<Self>;
}

impl Laws for Ufo {
    fn check_laws(&self) {
        let missing = check_tiles(self.board(), self.deck(), self.kinds());
        // Before the UFO is placed, only a tile in hand is neither on the board nor in the deck.
        assert!(
            self.ufo_placed() || missing <= 1,
            "{missing} tiles are gone"
        );
        let placed: u8 = (0..self.board().len() as u8)
            .map(|tile| self.aliens_on(tile))
            .sum();
        assert_eq!(placed + self.pool(), self.options().aliens);
        for tile in Bits(self.tiles_with_aliens()) {
            assert!(self.aliens_on(tile) > 0 && self.spent_on(tile) <= self.aliens_on(tile));
        }
    }

    fn check_change(&self, before: &Self) {
        if self.board() != before.board() {
            check_board(self.board());
        }
        // At set-up a closed forest is gathered in.
        if before.phase() != ufo::Phase::Setup {
            assert!(self.board().len() >= before.board().len());
        }
        assert!(self.turn_number() >= before.turn_number());
        assert!(self.units_alive() & !before.units_alive() == 0);
    }

    fn set_up(options: &UfoOptions, dump: &Value) -> Option<Ufo> {
        let refused = |error: SetupError| assert!(!error.to_string().is_empty());
        Ufo::from_dump(options, dump).map_err(refused).ok()
    }
}

impl Laws for LostPatrol {
    fn check_laws(&self) {
        check_tiles(self.board(), self.deck(), self.kinds());
        let tiles = 0..self.board().len() as u8;
        let placed: u8 = tiles.map(|tile| self.lurkers_on(tile)).sum();
        assert_eq!(placed + self.supply(), self.options().lurkers);
        for tile in Bits(self.tiles_with_lurkers()) {
            assert!(self.lurkers_on(tile) > 0 && self.spent_on(tile) <= self.lurkers_on(tile));
        }
    }

    fn check_change(&self, before: &Self) {
        if self.board() != before.board() {
            check_board(self.board());
        }
        // At set-up a closed jungle is gathered in; later tiles are only lost, save the one in hand.
        if before.phase() != lost_patrol::Phase::Setup {
            let missing =
                |position: &Self| check_tiles(position.board(), position.deck(), position.kinds());
            assert!(self.ship_placed() || missing(self) + 1 >= missing(before));
        }
        assert!(self.turn_number() >= before.turn_number());
        assert!(self.soldiers_alive() & !before.soldiers_alive() == 0);
    }

    fn set_up(options: &LostPatrolOptions, dump: &Value) -> Option<LostPatrol> {
        let refused = |error: SetupError| assert!(!error.to_string().is_empty());
        LostPatrol::from_dump(options, dump).map_err(refused).ok()
    }
}

impl Laws for Fg1 {
    fn check_laws(&self) {
        let mut taken = Vec::new();
        for base in self.bases() {
            let cell = self.cell(base).expect("a base in play has a hex");
            match self.carrier(base) {
                Some(hover) => assert_eq!(self.cell(hover), Some(cell)),
                None => {
                    assert!(!taken.contains(&cell), "two bases on a hex");
                    taken.push(cell);
                }
            }
        }
    }

    fn check_change(&self, before: &Self) {
        assert!(self.initiative() >= before.initiative());
        for side in Seat::BOTH {
            assert!(self.alive(side) & !before.alive(side) == 0);
        }
    }

    fn set_up(options: &Fg1Options, dump: &Value) -> Option<Fg1> {
        let refused = |error: SetupError| assert!(!error.to_string().is_empty());
        Fg1::from_dump(options, dump).map_err(refused).ok()
    }
}

/// Everything that a board keeps up to date follows from its tiles.
fn check_board(board: &Board) {
    let mut again = Board::default();
    let mut tiles: Vec<_> = board.tiles().collect();
    tiles.reverse();
    for (hex, kind, exits) in tiles {
        again.insert(hex, kind, exits);
    }
    assert_eq!(&again, board);
    assert_eq!(again.open_tiles(), board.open_tiles());
    for tile in 0..board.len() as u8 {
        let kept = |board: &Board| {
            let near: [u8; 6] = std::array::from_fn(|dir| board.neighbour(tile, dir as u8));
            let around = (near, board.adjacent_dirs(tile), board.adjacent(tile));
            (
                around,
                (board.joined(tile), board.connected_tiles(tile)),
                board.open(tile),
                board.sight(tile),
            )
        };
        assert_eq!(kept(&again), kept(board), "tile {tile} of {board:?}");
        assert_eq!(board.find(board.hex(tile)), Some(tile));
        assert!(board.kind(tile) != NO_TILE && board.sight(tile) >> tile & 1 == 1);
    }
}

/// No kind has more tiles than the box holds; says how many are neither on the board nor in the deck.
fn check_tiles(board: &Board, deck: &Deck, kinds: &Kinds) -> u32 {
    let mut count: BTreeMap<u8, u32> = BTreeMap::new();
    for (_, kind, _) in board.tiles().filter(|(_, kind, _)| *kind < kinds.forest()) {
        *count.entry(kind).or_default() += 1;
    }
    let mut missing = 0;
    for kind in 0..kinds.forest() {
        let held = count.get(&kind).copied().unwrap_or(0) + u32::from(deck.count(kind));
        let boxed = u32::from(kinds.deck().count(kind));
        assert!(held <= boxed, "kind {kind}: {held} of {boxed}");
        missing += boxed - held;
    }
    missing
}
