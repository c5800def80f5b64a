//! Parts of position dumps that several games share.

use serde_json::{Value, json};

use crate::board::{Bits, Board, TileIndex};
use crate::deck::{Deck, Kinds};
use crate::game::{Game, Seat, Turn};
use crate::hex::Hex;
use crate::stacks::Stacks;

/// Whose move it is: a seat's name, `chance`, or `none` when the game is over.
pub(crate) fn player_name<G: Game>(node: Turn) -> &'static str {
    match node {
        Turn::Decide(Seat::First) => G::SEATS.first,
        Turn::Decide(Seat::Second) => G::SEATS.second,
        Turn::Chance => "chance",
        Turn::Over(_) => "none",
    }
}

/// `[q,r,kind,mask]` for each tile, by `(q,r)`.
pub(crate) fn tiles(board: &Board, kinds: &Kinds) -> Value {
    let tile = |(hex, kind, exits): (Hex, u8, u8)| {
        json!([hex.q, hex.r, kinds.rule(kind).name.as_str(), exits])
    };
    board.tiles().map(tile).collect()
}

/// Kind → number of tiles left, without zeros.
pub(crate) fn deck(deck: &Deck, kinds: &Kinds) -> Value {
    let entry = |(kind, count)| (kinds.rule(kind).name.to_string(), json!(count));
    Value::Object(deck.kinds().map(entry).collect())
}

/// `[q,r,n,spent]` for each stack, by `(q,r)`.
pub(crate) fn stacks(stacks: &Stacks, board: &Board) -> Value {
    let stack = |tile: TileIndex| {
        let hex = board.hex(tile);
        json!([hex.q, hex.r, stacks.on(tile), stacks.spent_on(tile)])
    };
    Bits(stacks.tiles()).map(stack).collect()
}
