//! How the lurkers lay the jungle: so that it lasts.
//!
//! 1. A jungle that closes is won.
//! 2. Few ways on: each one that the patrol can see next will take a tile of the deck.
//! 3. No gap that hardly any tile fits into: it would use up the deck at once.
//! 4. The ship goes where the sergeant and the launcher have the longest way.

use moonbase_engine::board::{Bits, EdgeSet, MAX_TILES, TileMask};
use moonbase_engine::lost_patrol::{Action, LostPatrol, Soldier};
use moonbase_engine::{Game, Turn};

use super::growth::{drawn_from, draws, hexes_beyond};
use super::squad::marching;

/// Exits that the patrol does not see yet count so much, within its reach and beyond.
const SOON: f64 = 0.5;
const LATER: f64 = 0.15;

/// A gap that takes more tiles than this is as bad as one that takes the whole deck.
const WORST: f64 = 12.0;

/// A way of laying the tile in hand, judged by the jungle after it.
pub(super) fn score(position: &LostPatrol, action: Action) -> f64 {
    let mut after = position.clone();
    after.play_unchecked(action);
    match (after.turn(), after.ship_tile()) {
        (Turn::Over(_), _) => 1000.0,
        (_, Some(ship)) => way_to_ship(&after, 1 << ship),
        _ => -drawn_soon(&after),
    }
}

/// The way to the ship of those that are needed there.
fn way_to_ship(after: &LostPatrol, ship: TileMask) -> f64 {
    let way = marching(after, ship);
    let far = |soldier: Soldier| {
        let weight = match soldier {
            Soldier::S | Soldier::L => 1.0,
            _ => 0.3,
        };
        let tile = after.soldier_tile(soldier);
        weight * tile.map_or(0.0, |tile| f64::from(way[tile as usize].min(20)))
    };
    Soldier::ALL.map(far).iter().sum()
}

/// Tiles that will be drawn before long.
fn drawn_soon(after: &LostPatrol) -> f64 {
    let board = after.board();
    let soldiers = after.tiles_with_soldiers();
    let near = board.reach(soldiers, 2);
    let joined = board.component(soldiers);
    let on = |tiles: TileMask| -> f64 {
        let hexes = hexes_beyond(board, &open_exits(after, tiles & !soldiers));
        let draws = hexes.iter().map(|hex| draws(after, *hex, board.all()));
        draws.map(|draws| draws.min(WORST)).sum()
    };
    drawn_from(after, soldiers, board.all()) + SOON * on(near) + LATER * on(joined & !near)
}

/// All open exits of these tiles.
fn open_exits(after: &LostPatrol, tiles: TileMask) -> EdgeSet {
    let board = after.board();
    let mut edges = EdgeSet {
        tiles: tiles & board.open_tiles(),
        dirs: [0; MAX_TILES],
    };
    for tile in Bits(edges.tiles) {
        edges.dirs[tile as usize] = board.open(tile);
    }
    edges
}
