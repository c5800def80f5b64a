//! How the jungle grows: how many tiles are drawn where somebody looks into the open.
//!
//! A tile that fits nowhere is discarded, so that on a hex that `f` of the `d` tiles in the deck fit
//! `(d + 1) / (f + 1)` are drawn on the average until one lies there. One that none fits brings the ship.

use moonbase_engine::Game;
use moonbase_engine::board::{Bits, Board, EdgeSet, Surroundings, TileMask};
use moonbase_engine::hex::{Hex, opposite};
use moonbase_engine::lost_patrol::{Fit, LostPatrol};

/// The empty hexes that open exits face, each once.
pub(super) fn hexes_beyond(board: &Board, edges: &EdgeSet) -> Vec<Hex> {
    let beyond = |tile| {
        let dirs = Bits(edges.dirs[tile as usize].into());
        dirs.map(move |dir| board.hex(tile).step(dir))
    };
    let mut hexes: Vec<Hex> = Bits(edges.tiles).flat_map(beyond).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// Tiles expected to be drawn until one fits on a hex, if only the tiles `kept` were there; at most the deck
/// and the ship.
pub(super) fn draws(position: &LostPatrol, hex: Hex, kept: TileMask) -> f64 {
    if position.options().fit == Fit::Path {
        return 1.0;
    }
    let around = surroundings(position.board(), hex, kept);
    let fitting: u32 = (position.deck().kinds())
        .filter(|(kind, _)| {
            let orientations = &position.kinds().rule(*kind).orientations;
            orientations.iter().any(|exits| around.blocked(*exits) == 0)
        })
        .map(|(_, count)| u32::from(count))
        .sum();
    f64::from(position.deck().total() + 1) / f64::from(fitting + 1)
}

fn surroundings(board: &Board, hex: Hex, kept: TileMask) -> Surroundings {
    let mut around = Surroundings {
        placed: 0,
        facing: 0,
    };
    for dir in 0..6 {
        let neighbour = board.find(hex.step(dir));
        if let Some(tile) = neighbour.filter(|tile| kept >> tile & 1 == 1) {
            around.placed |= 1 << dir;
            around.facing |= (board.exits(tile) >> opposite(dir) & 1) << dir;
        }
    }
    around
}

/// Tiles expected to be drawn if soldiers stand on these tiles and only `kept` is there: one for each
/// hex in the open, and for the narrowest what does not fit. At most the deck and the ship.
pub(super) fn drawn_from(position: &LostPatrol, soldiers: TileMask, kept: TileMask) -> f64 {
    let board = position.board();
    let hexes = hexes_beyond(board, &board.visible_edges(soldiers));
    let narrowest = hexes.iter().map(|hex| draws(position, *hex, kept));
    let Some(narrowest) = narrowest.reduce(f64::max) else {
        return 0.0;
    };
    let all = f64::from(position.deck().total() + 1);
    (hexes.len() as f64 - 1.0 + narrowest).min(all)
}
