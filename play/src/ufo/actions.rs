//! Actions of `ufo` that need more than a phrase.

use moonbase_engine::board::TileIndex;
use moonbase_engine::hex::{Dir, Hex};
use moonbase_engine::ufo::{AbductionOdds, Lay, Ufo, Unit, Weapon};

use super::phrases::{aliens, at, percent, targets, unit_name, way, ways, weapon_name};
use crate::tiles::phrases::lies;
use crate::words::{and_list, count};

/// The hex next to a unit.
pub(super) fn neighbour_of(position: &Ufo, unit: Unit, dir: Dir) -> Hex {
    let tile = position.unit_tile(unit);
    tile.map_or(Hex::ORIGIN, |tile| at(position, tile))
        .step(dir)
}

/// Must the unit roll to leave its tile?
fn leaves_heavy(position: &Ufo, unit: Unit) -> bool {
    let tile = position.unit_tile(unit);
    unit.is_mobile() && tile.is_some_and(|t| position.kinds().is_heavy(position.board().kind(t)))
}

pub(super) fn carrier_name(position: &Ufo, team: Unit) -> String {
    position
        .carrier(team)
        .map_or("its Mobile".into(), unit_name)
}

pub(super) fn move_label(position: &Ufo, unit: Unit, dir: Dir) -> String {
    let doubt = if leaves_heavy(position, unit) {
        " (4+)"
    } else {
        ""
    };
    format!("move {}{doubt}", way(dir))
}

pub(super) fn move_words(position: &Ufo, unit: Unit, dir: Dir) -> String {
    let to = neighbour_of(position, unit, dir);
    let (unit_name, way) = (unit_name(unit), way(dir));
    if leaves_heavy(position, unit) {
        return format!("{unit_name} tries to leave the heavy going {way} to {to}");
    }
    format!("{unit_name} moves {way} to {to}")
}

pub(super) fn shot_label(position: &Ufo, unit: Unit, weapon: Weapon, hex: Hex) -> String {
    let (number, threshold) = position.dice_of(unit, weapon, position.tile_at(hex));
    let name = if weapon == Weapon::SmallArms {
        "fire"
    } else {
        weapon_name(weapon)
    };
    format!("{name} {hex} ({number}d {threshold}+)")
}

pub(super) fn shot_words(position: &Ufo, unit: Unit, weapon: Weapon, hex: Hex) -> String {
    let targets = targets(position, position.tile_at(hex));
    let (unit, weapon) = (unit_name(unit), weapon_name(weapon));
    format!("{unit} fires its {weapon} at {targets} on {hex}")
}

/// Which way round the drawn tile lies, and what its paths meet.
pub(super) fn turn_words(position: &Ufo, exits: u8) -> String {
    let Lay::Turn { tile, dir, .. } = position.laying() else {
        return format!("it lies with paths {}", ways(exits));
    };
    lies(position.board(), at(position, tile).step(dir), exits)
}

/// A run of SKY1, with what stands under it.
pub(super) fn strike_words(position: &Ufo, hex: Hex, dir: Dir) -> String {
    let hexes = [hex, hex.step(dir), hex.step(dir).step(dir)];
    let mut names: Vec<String> = Vec::new();
    for hex in hexes {
        let tile = position.tile_at(hex);
        let own = position.units_on(tile).count_ones();
        let mut there = Vec::new();
        if position.targets_at(tile) > 0 {
            there.push(targets(position, tile));
        }
        if own > 0 {
            there.push(count(own, "SHADO unit", "SHADO units"));
        }
        let there = if there.is_empty() {
            String::new()
        } else {
            format!(" ({})", and_list(&there))
        };
        names.push(format!("{hex}{there}"));
    }
    format!("SKY1 flies {} over {}", way(dir), and_list(&names))
}

pub(super) fn walk_words(position: &Ufo, hex: Hex, dir: Dir, number: u8) -> String {
    let to = hex.step(dir);
    let walk = if number == 1 { "walks" } else { "walk" };
    let onto = position.units_on(position.tile_at(to)).count_ones();
    let onto = match onto {
        0 => String::new(),
        units => format!(" onto {}", count(units, "SHADO unit", "SHADO units")),
    };
    format!(
        "{} {walk} {} from {hex} to {to}{onto}",
        aliens(number),
        way(dir)
    )
}

/// Aliens on a tile that are not spent.
fn fresh(position: &Ufo, tile: TileIndex) -> u8 {
    position.aliens_on(tile) - position.spent_on(tile)
}

pub(super) fn volley_words(position: &Ufo, hex: Hex, dir: Dir) -> String {
    use moonbase_engine::Game;
    let tile = position.tile_at(hex);
    let once = position.options().volley_once;
    let number = if once {
        fresh(position, tile)
    } else {
        position.aliens_on(tile)
    };
    let to = hex.step(dir);
    let on_foot = position.units_on(position.tile_at(to)) & !position.teams_aboard();
    let teams: Vec<String> = Unit::all_in(on_foot)
        .filter(|unit| unit.is_team())
        .map(unit_name)
        .collect();
    let shoot = if number == 1 { "shoots" } else { "shoot" };
    let (number, teams) = (aliens(number), and_list(&teams));
    format!("{number} at {hex} {shoot} at {teams} on {to}")
}

fn abduction_odds(position: &Ufo, tile: TileIndex) -> AbductionOdds {
    AbductionOdds::new(fresh(position, tile), position.abduction_bonus(tile))
}

pub(super) fn abduct_label(position: &Ufo, hex: Hex) -> String {
    let odds = abduction_odds(position, position.tile_at(hex));
    format!("{hex} (win {})", percent(odds.alien, 36))
}

pub(super) fn abduct_words(position: &Ufo, hex: Hex) -> String {
    let number = fresh(position, position.tile_at(hex));
    let tries = if number == 1 { "tries" } else { "try" };
    format!("{} {tries} an abduction at {hex}", aliens(number))
}

pub(super) fn back_words(position: &Ufo, unit: Unit, dir: Dir) -> String {
    let to = neighbour_of(position, unit, dir);
    format!("{} is driven back {} to {to}", unit_name(unit), way(dir))
}

pub(super) fn flee_words(position: &Ufo, dir: Dir, number: u8) -> String {
    use moonbase_engine::ufo::Task;
    let Task::DriveOff { tile, .. } = position.task() else {
        return format!("{} driven {}", aliens(number), way(dir));
    };
    let from = at(position, tile);
    let who = match number {
        0 => "no Alien is".into(),
        1 => "1 Alien is".into(),
        number => format!("{number} Aliens are"),
    };
    format!(
        "{who} driven off {} from {from} to {}",
        way(dir),
        from.step(dir)
    )
}
