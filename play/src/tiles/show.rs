//! Tiles as faces with pictures are told of them.

use moonbase_engine::board::{Bits, Board, TileIndex};
use moonbase_engine::deck::{KindIndex, Kinds};
use moonbase_engine::hex::{Hex, opposite};

use crate::show::{Empty, Tile, at};

/// What a game calls its tiles.
pub(crate) struct Names<'a> {
    pub kinds: &'a Kinds,
    /// The end tile.
    pub end: &'a str,
    /// Heavy going.
    pub heavy: &'a str,
    pub start: Option<TileIndex>,
}

impl Names<'_> {
    fn of(&self, kind: KindIndex) -> String {
        super::phrases::kind_name(self.kinds, kind, self.end, self.heavy)
    }
}

/// All tiles of a board, in its order.
pub(crate) fn tiles(board: &Board, names: &Names) -> Vec<Tile> {
    let numbers = 0..board.len() as TileIndex;
    numbers.map(|tile| one(board, names, tile)).collect()
}

fn one(board: &Board, names: &Names, tile: TileIndex) -> Tile {
    let kind = board.kind(tile);
    let (role, name) = match kind {
        _ if names.start == Some(tile) => ("start", "the start tile".to_string()),
        kind if kind == names.kinds.end() => ("goal", names.of(kind)),
        kind => ("", names.of(kind)),
    };
    Tile {
        at: at(board.hex(tile)),
        exits: board.exits(tile),
        joined: board.joined(tile),
        open: board.open(tile),
        blocked: blocked(board, tile),
        heavy: names.kinds.is_heavy(kind),
        role,
        name,
        sees: Bits(board.sight(tile) & !(1 << tile)).collect(),
    }
}

/// Edges at which just one of the two tiles has a path.
fn blocked(board: &Board, tile: TileIndex) -> u8 {
    let differs = |dir: &u8| {
        let neighbour = board.find(board.hex(tile).step(*dir));
        let back = neighbour.map(|next| board.exits(next) >> opposite(*dir) & 1);
        back.is_some_and(|back| back != board.exits(tile) >> dir & 1)
    };
    (0..6).filter(differs).fold(0, |mask, dir| mask | 1 << dir)
}

/// Empty hexes with one word about all of them.
pub(crate) fn empty(hexes: impl IntoIterator<Item = Hex>, note: &str) -> Vec<Empty> {
    let one = |hex| Empty {
        at: at(hex),
        note: note.into(),
    };
    hexes.into_iter().map(one).collect()
}
