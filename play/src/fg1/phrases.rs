//! Names of things of `fg1`, as players say them.

use moonbase_engine::Seat;
use moonbase_engine::fg1::{BaseId, Effect, Fg1, Kind, Status, Terrain};
use moonbase_engine::hex::{DIR_NAMES, Dir, Hex};

use crate::words::{and_list, count};

/// A hex on the table, in mm, for the smallest figures.
pub(super) const HEX: u16 = 20;

/// `side a`.
pub(super) fn side_name(side: Seat) -> &'static str {
    ["side a", "side b"][side.index()]
}

/// `a` or `b`.
pub(super) fn side_letter(side: Seat) -> &'static str {
    ["a", "b"][side.index()]
}

pub(super) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Squad => "squad",
        Kind::LightHover => "light hover",
        Kind::MediumHover => "medium hover",
        Kind::HeavyHover => "heavy hover",
        Kind::LightWalker => "light walker",
        Kind::MediumWalker => "medium walker",
        Kind::HeavyWalker => "heavy walker",
        Kind::Fighter => "fighter",
    }
}

/// `light hover a4`.
pub(super) fn base_name(position: &Fg1, base: BaseId) -> String {
    format!("{} {base}", kind_name(position.kind(base)))
}

/// `squads a1 and a2`; different ones each with its kind.
pub(super) fn base_names(position: &Fg1, bases: &[BaseId]) -> String {
    let kinds = || bases.iter().map(|base| position.kind(*base));
    let alike = kinds().all(|kind| Some(kind) == kinds().next());
    if alike && bases.len() > 1 {
        let ids: Vec<String> = bases.iter().map(BaseId::to_string).collect();
        return format!("{}s {}", kind_name(position.kind(bases[0])), and_list(&ids));
    }
    let names: Vec<String> = bases
        .iter()
        .map(|base| base_name(position, *base))
        .collect();
    and_list(&names)
}

/// `is` or `are`, for so many.
pub(super) fn verb<'a>(bases: &[BaseId], one: &'a str, many: &'a str) -> &'a str {
    if bases.len() == 1 { one } else { many }
}

/// Of this terrain, with an article where one is said.
pub(super) fn terrain_name(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "clear ground",
        Terrain::Broken => "broken ground",
        Terrain::Wood => "a wood",
        Terrain::Swamp => "a swamp",
        Terrain::River => "a river",
        Terrain::Water => "water",
    }
}

/// In one word; empty for clear ground.
pub(super) fn terrain_word(terrain: Terrain) -> &'static str {
    match terrain {
        Terrain::Clear => "",
        Terrain::Broken => "broken",
        Terrain::Wood => "wood",
        Terrain::Swamp => "swamp",
        Terrain::River => "river",
        Terrain::Water => "water",
    }
}

pub(super) fn effect_name(effect: Effect) -> &'static str {
    match effect {
        Effect::None => "no effect",
        Effect::Pinned => "pinned",
        Effect::Suppressed => "suppressed",
        Effect::Killed => "killed",
    }
}

/// What a base can still do, by its status.
pub(super) fn status_words(status: Status) -> &'static str {
    match status {
        Status::Ok => "in good order",
        Status::Pinned => "pinned",
        Status::Suppressed => "suppressed",
    }
}

/// `3 hexes`.
pub(super) fn hexes(number: u8) -> String {
    count(number, "hex", "hexes")
}

/// `4 dice`.
pub(super) fn dice(number: u8) -> String {
    count(number, "die", "dice")
}

/// A length in mm as `6 cm` or `17.5 cm`.
pub(super) fn cm(mm: u16) -> String {
    match mm % 10 {
        0 => format!("{} cm", mm / 10),
        rest => format!("{}.{rest} cm", mm / 10),
    }
}

/// `NE`.
pub(super) fn way(dir: Dir) -> &'static str {
    DIR_NAMES[usize::from(dir)]
}

/// How far round a vehicle turns that turns by so many sixths, and the side to which.
pub(super) fn round(by: u8) -> (u16, &'static str) {
    match by {
        1 | 2 => (60 * u16::from(by), " right"),
        3 => (180, ""),
        _ => (60 * u16::from(6 - by.min(6)), " left"),
    }
}

/// The direction faced after a turn.
pub(super) fn facing_after(facing: Dir, by: u8) -> Dir {
    (facing + by) % 6
}

/// The hex on which a base stands; of one that is gone, 0,0.
pub(super) fn place(position: &Fg1, base: BaseId) -> Hex {
    position.hex(base).unwrap_or(Hex::ORIGIN)
}

/// The hex so many steps away.
pub(super) fn beyond(from: Hex, dir: Dir, steps: u8) -> Hex {
    (0..steps).fold(from, |hex, _| hex.step(dir))
}

/// The squads aboard a hover, in order.
pub(super) fn aboard(position: &Fg1, hover: BaseId) -> Vec<BaseId> {
    BaseId::all_in(hover.side(), position.passengers(hover)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_told_in_centimetres() {
        assert_eq!(
            (cm(60), cm(175), cm(5)),
            ("6 cm".into(), "17.5 cm".into(), "0.5 cm".into())
        );
    }

    #[test]
    fn turns_go_the_shorter_way_round() {
        let all: Vec<_> = (1..=5).map(round).collect();
        let right = [(60, " right"), (120, " right"), (180, "")];
        assert_eq!(all[..3], right);
        assert_eq!(all[3..], [(120, " left"), (60, " left")]);
        assert_eq!(facing_after(4, 3), 1);
    }
}
