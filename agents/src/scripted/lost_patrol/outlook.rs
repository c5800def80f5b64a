//! A quick judgement of a position.

use moonbase_engine::board::Bits;
use moonbase_engine::lost_patrol::{LostPatrol, Soldier};
use moonbase_engine::{AbsoluteValue, Game, Turn};

use super::hunt::gain;
use super::squad::marching;

/// Ways longer than this are all the same.
const LONGEST: f64 = 8.0;

/// A judgement within (-1, 1); at the end of the game its outcome.
pub(super) fn evaluate(position: &LostPatrol) -> AbsoluteValue {
    if let Turn::Over(outcome) = position.turn() {
        return outcome.value;
    }
    let hope = strength(position) + way_to_go(position) - danger(position) - 1.0;
    AbsoluteValue(hope.tanh().clamp(-0.99, 0.99))
}

/// Who is left.
fn strength(position: &LostPatrol) -> f64 {
    let alive = |soldier: Soldier| f64::from(u8::from(position.soldier_tile(soldier).is_some()));
    let troopers = alive(Soldier::T1) + alive(Soldier::T2) + alive(Soldier::T3);
    0.6 * alive(Soldier::S) + 0.6 * alive(Soldier::L) + 0.25 * troopers
}

/// The jungle that is not laid yet, or the way to the ship.
fn way_to_go(position: &LostPatrol) -> f64 {
    let Some(ship) = position.ship_tile() else {
        let total = position.options().tiles.total() as f64;
        return -f64::from(position.deck().total()) / (total + 1.0);
    };
    let way = marching(position, 1 << ship);
    let tiles = Bits(position.tiles_with_soldiers());
    let ways = tiles.map(|tile| f64::from(way[tile as usize]).min(LONGEST) / LONGEST);
    0.3 - 0.5 * ways.fold(1.0, f64::min)
}

/// The worst ambush by lurkers on the soldiers' tiles.
fn danger(position: &LostPatrol) -> f64 {
    let tiles = Bits(position.tiles_with_soldiers());
    let losses = tiles.map(|tile| gain(position, tile, position.lurkers_on(tile)));
    0.2 * losses.fold(0.0, f64::max)
}
