//! A quick judgement of a position.
//!
//! `tanh(w · f)`: what the features `f` say is who is left, how much of the forest is laid, how far the Mobiles are from
//! where they must go, and what the Aliens threaten. The weights are a least-squares fit of the graded
//! return over 16,000 positions from 1,200 games between scripted players (`ufo`, `ufo-five`, and `ufo` with 8 Aliens; one
//! action in ten at random in half of them). Features with a weight against all reason were left out, but one
//! was put in by hand: Aliens on the table, or no search would see a reason to shoot at them.
//!
//! On such positions the fit has a mean squared error of 0.61, always saying the mean 0.69: most of what
//! decides a game of equal players is dice to come.

use moonbase_engine::board::Bits;
use moonbase_engine::ufo::{MOBILES, TEAMS, Ufo, Unit};
use moonbase_engine::{AbsoluteValue, Game};

use super::odds::assault;
use super::table::Table;
use super::worth::dice_of;

/// Ways longer than this are all the same.
const LONGEST: f64 = 10.0;

/// A judgement within (-1, 1) of a game that goes on.
pub(super) fn evaluate(table: &Table) -> AbsoluteValue {
    let hope = strength(table.position) + way_to_go(table) - danger(table) - 1.0;
    AbsoluteValue(hope.tanh().clamp(-0.99, 0.99))
}

/// Who is left, for the assault and before.
fn strength(position: &Ufo) -> f64 {
    let units = position.units_alive();
    let dice = dice_of(units);
    let spare = f64::from(units.count_ones()) - dice as f64;
    let command = f64::from(u8::from(units & Unit::C.bit() != 0));
    2.77 * assault(dice) + 0.12 * spare + 0.06 * command
}

/// The forest that is not laid yet, and the way to the UFO, or until it is found the way of the first Mobile
/// (without any, of the first team) to a place from which the forest grows.
fn way_to_go(table: &Table) -> f64 {
    let (position, way) = (table.position, table.drive());
    let units = position.units_alive();
    let movers = match units & MOBILES {
        0 => units & TEAMS,
        mobiles => mobiles,
    };
    let tiles = Unit::all_in(movers).filter_map(|unit| position.unit_tile(unit));
    let ways = tiles.map(|tile| f64::from(way[tile as usize]).min(LONGEST) / LONGEST);
    if position.ufo_placed() {
        let mean = ways.sum::<f64>() / f64::from(movers.count_ones().max(1));
        return 0.21 - 0.62 * mean;
    }
    let total = position.options().tiles.total() as f64;
    let unlaid = f64::from(position.deck().total()) / (total + 1.0);
    -1.42 * unlaid - 0.5 * ways.fold(1.0, f64::min)
}

/// Aliens on the table, a young Pod, and the best abduction that the Aliens could try next.
fn danger(table: &Table) -> f64 {
    let position = table.position;
    let tiles = Bits(position.tiles_with_aliens());
    let aliens: u8 = tiles.map(|tile| position.aliens_on(tile)).sum();
    let pod = position
        .pod()
        .map_or(0.0, |(_, age)| 1.0 - f64::from(age) / 6.0);
    let strike = table.prey().threat();
    let strike = strike.map_or(0.0, |(odds, worth)| 0.06 * odds + 0.12 * worth);
    0.5 * f64::from(aliens) / 12.0 + 0.03 * pod + strike
}
