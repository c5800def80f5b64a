//! What units are worth.

use moonbase_engine::ufo::{MOBILES, TEAMS, Ufo, Unit, UnitMask};

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
