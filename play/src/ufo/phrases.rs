//! Names of things of `ufo`, as players say them.

use moonbase_engine::board::{Bits, TileIndex};
use moonbase_engine::deck::KindIndex;
use moonbase_engine::hex::{DIR_NAMES, Dir, Hex};
use moonbase_engine::tiles::{is_straight, orientations};
use moonbase_engine::ufo::{Ufo, Unit, Weapon};

use crate::words::{and_list, count};

/// The name of a direction.
pub(super) fn way(dir: Dir) -> &'static str {
    DIR_NAMES[dir as usize % 6]
}

/// The directions of a mask of exits: `N and SE`.
pub(super) fn ways(exits: u8) -> String {
    let names: Vec<String> = Bits(u64::from(exits)).map(|dir| way(dir).into()).collect();
    and_list(&names)
}

/// `Gun Mobile G1`.
pub(super) fn unit_name(unit: Unit) -> String {
    match unit {
        Unit::C => "Command Mobile".into(),
        gun if gun.is_gun() => format!("Gun Mobile {gun}"),
        team => format!("Team {team}"),
    }
}

/// The shape of a tile by its exits: `gentle bend`.
pub(super) fn shape(exits: u8) -> String {
    let first = orientations(exits)[0];
    match (exits.count_ones(), first) {
        (1, _) => "dead end".into(),
        (2, _) if is_straight(exits) => "straight".into(),
        (2, 0b000011) => "sharp bend".into(),
        (2, _) => "gentle bend".into(),
        (3, 0b010101) => "Y junction".into(),
        (6, _) => "six-way crossing".into(),
        (exits, _) => format!("junction of {exits} paths"),
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

pub(super) fn dice(number: u32) -> String {
    count(number, "die", "dice")
}

pub(super) fn hits(number: u8) -> String {
    match number {
        0 => "no hit".into(),
        number => count(number, "hit", "hits"),
    }
}

/// A tile of a position, as text.
pub(super) fn at(position: &Ufo, tile: TileIndex) -> Hex {
    position.board().hex(tile)
}

/// `a straight with heavy going`, `the UFO`.
pub(super) fn kind_name(position: &Ufo, kind: KindIndex) -> String {
    let kinds = position.kinds();
    if kind == kinds.end() {
        return "the UFO".into();
    }
    let heavy = if kinds.is_heavy(kind) {
        " with heavy going"
    } else {
        ""
    };
    format!("a {}{heavy}", shape(kinds.rule(kind).exits))
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
        6 => format!("{}, 6 hits", dice(number)),
        _ => format!("{}, {threshold}+ hits", dice(number)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_told_by_their_exits_however_turned() {
        for (mask, name) in [
            (0b001000, "dead end"),
            (0b010010, "straight"),
            (0b100001, "sharp bend"),
            (0b010001, "gentle bend"),
            (0b000101, "gentle bend"),
            (0b101010, "Y junction"),
            (0b000111, "junction of 3 paths"),
            (0b111111, "six-way crossing"),
        ] {
            assert_eq!(shape(mask), name, "{mask:06b}");
        }
    }
}
