//! Names of directions, tiles, dice and chances, as players say them.

use moonbase_engine::board::{Bits, Board};
use moonbase_engine::deck::{KindIndex, Kinds};
use moonbase_engine::hex::{DIR_NAMES, Dir, Hex};
use moonbase_engine::tiles::{is_straight, orientations};

use crate::words::{and_list, count};

/// The name of a direction.
pub(crate) fn way(dir: Dir) -> &'static str {
    DIR_NAMES[dir as usize % 6]
}

/// The directions of a mask of exits: `N and SE`.
pub(crate) fn ways(exits: u8) -> String {
    let names: Vec<String> = Bits(u64::from(exits)).map(|dir| way(dir).into()).collect();
    and_list(&names)
}

/// The shape of a tile by its exits: `gentle bend`.
pub(crate) fn shape(exits: u8) -> String {
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

/// `a straight with lianas`, `the ship`; `end` and `heavy` are what the game calls the end tile and heavy
/// going.
pub(crate) fn kind_name(kinds: &Kinds, kind: KindIndex, end: &str, heavy: &str) -> String {
    if kind == kinds.end() {
        return format!("the {end}");
    }
    let going = match kinds.is_heavy(kind) {
        true => format!(" with {heavy}"),
        false => String::new(),
    };
    format!("a {}{going}", shape(kinds.rule(kind).exits))
}

/// The shape of a kind in one word: `bend`.
pub(crate) fn kind_word(kinds: &Kinds, kind: KindIndex, end: &str) -> String {
    if kind == kinds.end() {
        return end.into();
    }
    let shape = shape(kinds.rule(kind).exits);
    shape.split(' ').next_back().unwrap_or_default().into()
}

/// Which way round a tile would lie on a hex, and what its paths would meet.
pub(crate) fn lies(board: &Board, hex: Hex, exits: u8) -> String {
    let around = board.surroundings(hex);
    let (joined, open) = (exits & around.facing, around.open(exits));
    let mut ends = Vec::new();
    let mut add = |dirs: u8, what: &str| {
        if dirs != 0 {
            ends.push(format!("{what} {}", ways(dirs)));
        }
    };
    add(joined, "joined");
    add(open, "open");
    add((exits ^ around.facing) & around.placed, "blocked");
    let ends = ends.join("; ");
    format!("it lies at {hex} with paths {} ({ends})", ways(exits))
}

pub(crate) fn dice(number: u32) -> String {
    count(number, "die", "dice")
}

pub(crate) fn hits(number: u8) -> String {
    match number {
        0 => "no hit".into(),
        number => count(number, "hit", "hits"),
    }
}

/// A chance of `part` in `whole`, rounded to per cent.
pub(crate) fn percent(part: u64, whole: u64) -> String {
    format!("{}%", (100 * part + whole / 2) / whole)
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
