//! Laying the forest, as the Aliens like it: narrow, and turned away.
//!
//! A forest that has no open exit left before the UFO comes is lost to SHADO, and few exits mean long ways.

use moonbase_engine::board::{Bits, Board};
use moonbase_engine::hex::{Dir, Hex};
use moonbase_engine::ufo::{Lay, Ufo};

/// `lay`: the edge that is hemmed in most comes first; what is laid there is the likeliest to be blocked.
pub(super) fn score_lay(position: &Ufo, at: Hex, dir: Dir) -> f64 {
    f64::from(hemmed_in(position.board(), at.step(dir)))
}

/// `turn`: as few open exits as the rules allow, and those that stay lead to where little room is.
pub(super) fn score_turn(position: &Ufo, exits: u8) -> f64 {
    let Lay::Turn { tile, dir, .. } = position.laying() else {
        return 0.0;
    };
    let board = position.board();
    let hex = board.hex(tile).step(dir);
    let opened = board.surroundings(hex).open(exits);
    let room = |dir: Dir| 6.0 - f64::from(hemmed_in(board, hex.step(dir)));
    let room: f64 = Bits(opened.into()).map(room).sum();
    -10.0 * f64::from(opened.count_ones()) - room
}

/// Number of tiles around a hex.
fn hemmed_in(board: &Board, hex: Hex) -> u32 {
    board.surroundings(hex).placed.count_ones()
}
