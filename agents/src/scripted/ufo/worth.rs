//! What units are worth, and what a position is.

use moonbase_engine::ufo::{MOBILES, Phase, TEAMS, Ufo, Unit, UnitMask};
use moonbase_engine::{AbsoluteValue, Game, Turn};

use super::odds::assault;
use super::strike::{actions_to_come, best_strike};

/// What SHADO would lose with a unit. A loaded Mobile brings two dice to the UFO; the Command Mobile helps all
/// others; a team on foot hardly gets there.
pub(super) fn unit_worth(position: &Ufo, unit: Unit) -> f64 {
    let loaded = position.passenger_of(unit).is_some();
    match unit {
        Unit::C => 1.5,
        _ if unit.is_gun() && loaded => 1.8,
        _ if unit.is_gun() => 1.2,
        Unit::I1 => 1.0,
        _ => 0.9,
    }
}

/// What the unit costs that SHADO would give up first, of several.
pub(super) fn cheapest_unit(position: &Ufo, units: UnitMask) -> f64 {
    let worths = Unit::all_in(units).map(|unit| unit_worth(position, unit));
    let cheapest = worths.fold(f64::INFINITY, f64::min);
    if cheapest.is_finite() { cheapest } else { 0.0 }
}

/// The most dice that these units could bring to the UFO, within the stack limit.
pub(super) fn dice_of(units: UnitMask) -> usize {
    let mobiles = (units & MOBILES).count_ones() as usize;
    let teams = (units & TEAMS).count_ones() as usize;
    let two_by_two = mobiles.min(2) + teams.min(2);
    two_by_two.max(mobiles.min(1) + teams.min(3))
}

/// A quick judgement: how the assault would go with the units left, less so the farther away it is, and
/// less what the Aliens threaten to take.
pub(super) fn evaluate(position: &Ufo) -> AbsoluteValue {
    if let Turn::Over(outcome) = position.turn() {
        return outcome.value;
    }
    let units = position.units_alive();
    let spare = units.count_ones() as f64 - dice_of(units) as f64;
    let prospect = assault(dice_of(units)) + 0.05 * spare;
    // Some units will be lost on the way.
    let way = 1.0 - progress(position);
    let hope = prospect - 0.35 * way - 0.15 * threat(position);
    AbsoluteValue(hope.clamp(-0.95, 0.95))
}

/// The part of the forest that is laid; 1 once the UFO is.
fn progress(position: &Ufo) -> f64 {
    if position.ufo_placed() {
        return 1.0;
    }
    let total = position.options().tiles.total() as f64;
    1.0 - f64::from(position.deck().total()) / (total + 1.0)
}

/// What the best strike would take, in units.
fn threat(position: &Ufo) -> f64 {
    if matches!(position.phase(), Phase::Overstack) {
        return 0.0;
    }
    let strike = best_strike(position, actions_to_come(position));
    strike.map_or(0.0, |strike| strike.odds)
}
