//! Names of things of `ufo`, as players say them.

use moonbase_engine::board::TileIndex;
use moonbase_engine::deck::KindIndex;
use moonbase_engine::hex::Hex;
use moonbase_engine::ufo::{Ufo, Unit, Weapon};

use crate::tiles::phrases;
pub(super) use crate::tiles::phrases::{dice, hits, percent, way, ways};
use crate::words::{and_list, count};

/// The end tile.
pub(super) const END: &str = "UFO";

/// `Gun Mobile G1`.
pub(super) fn unit_name(unit: Unit) -> String {
    match unit {
        Unit::C => "Command Mobile".into(),
        gun if gun.is_gun() => format!("Gun Mobile {gun}"),
        team => format!("Team {team}"),
    }
}

pub(super) fn weapon_name(weapon: Weapon) -> &'static str {
    match weapon {
        Weapon::Cannon => "cannon",
        Weapon::Mortar => "mortar",
        Weapon::SmallArms => "small arms",
        Weapon::Missile => "missile",
    }
}

pub(super) fn aliens(number: u8) -> String {
    count(number, "Alien", "Aliens")
}

/// A tile of a position, as text.
pub(super) fn at(position: &Ufo, tile: TileIndex) -> Hex {
    position.board().hex(tile)
}

/// `a straight with heavy going`, `the UFO`.
pub(super) fn kind_name(position: &Ufo, kind: KindIndex) -> String {
    phrases::kind_name(position.kinds(), kind, END, "heavy going")
}

/// What can be shot at on a tile: `3 Aliens and the Pod`.
pub(super) fn targets(position: &Ufo, tile: TileIndex) -> String {
    let mut all = Vec::new();
    if position.aliens_on(tile) > 0 {
        all.push(aliens(position.aliens_on(tile)));
    }
    if position.pod().is_some_and(|(pod, _)| pod == tile) {
        all.push("the Pod".into());
    }
    and_list(&all)
}

/// What is taken off the Pod's die: its age, and with crowding the SHADO units on and around its tile.
pub(super) fn pod_penalty(position: &Ufo) -> u32 {
    use moonbase_engine::Game;
    let Some((pod, age)) = position.pod() else {
        return 0;
    };
    let around = position.board().adjacent(pod) | 1 << pod;
    let near = |unit: &Unit| {
        position
            .unit_tile(*unit)
            .is_some_and(|t| around >> t & 1 == 1)
    };
    let crowd = Unit::all_in(position.units_alive()).filter(near).count() as u32;
    u32::from(age)
        + if position.options().pod_crowding {
            crowd
        } else {
            0
        }
}

/// The dice of a shot: `4 dice, 4+ hits`.
pub(super) fn shot(position: &Ufo, unit: Unit, weapon: Weapon, tile: TileIndex) -> String {
    let (number, threshold) = position.dice_of(unit, weapon, tile);
    match threshold {
        6 => format!("{}, hits on 6", dice(number)),
        _ => format!("{}, {threshold}+ hits", dice(number)),
    }
}
