//! Axial hex coordinates of flat-topped hexes, directions 0..5 clockwise from north.

use std::fmt;
use std::str::FromStr;

use crate::game::NotationError;

/// Directions are numbers 0..5: N, NE, SE, S, SW, NW.
pub type Dir = u8;

/// `(dq, dr)` of each direction.
pub const STEPS: [(i8, i8); 6] = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0)];

/// The compass names of the directions.
pub const DIR_NAMES: [&str; 6] = ["N", "NE", "SE", "S", "SW", "NW"];

/// The opposite direction.
pub const fn opposite(dir: Dir) -> Dir {
    if dir < 3 { dir + 3 } else { dir - 3 }
}

/// A hex `q,r`. Ordered by q, then r. Coordinates stay within ±100.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Hex {
    pub q: i8,
    pub r: i8,
}

impl Hex {
    pub const ORIGIN: Hex = Hex { q: 0, r: 0 };

    pub const fn new(q: i8, r: i8) -> Self {
        Hex { q, r }
    }

    /// The neighbour in direction `dir`.
    pub const fn step(self, dir: Dir) -> Hex {
        let (dq, dr) = STEPS[dir as usize];
        Hex::new(self.q + dq, self.r + dr)
    }

    /// Number of steps to `other`.
    pub const fn distance(self, other: Hex) -> u8 {
        let dq = (self.q as i16 - other.q as i16).unsigned_abs();
        let dr = (self.r as i16 - other.r as i16).unsigned_abs();
        let ds = (self.q as i16 + self.r as i16 - other.q as i16 - other.r as i16).unsigned_abs();
        ((dq + dr + ds) / 2) as u8
    }
}

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.q, self.r)
    }
}

impl FromStr for Hex {
    type Err = NotationError;

    /// Parses `q,r`; only the canonical spelling of numbers within ±100 is taken.
    fn from_str(word: &str) -> Result<Self, NotationError> {
        let parsed = word.split_once(',').and_then(|(q, r)| {
            let hex = Hex::new(coordinate(q)?, coordinate(r)?);
            (hex.to_string() == word).then_some(hex)
        });
        parsed.ok_or_else(|| NotationError {
            word: word.into(),
            what: "a hex",
        })
    }
}

fn coordinate(text: &str) -> Option<i8> {
    text.parse().ok().filter(|n: &i8| (-100..=100).contains(n))
}

/// An element of the hexagon's symmetry group D6: first a reflection (q and r swapped) if `mirror`,
/// then `turns` steps of 60° clockwise.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Symmetry {
    pub mirror: bool,
    pub turns: u8,
}

impl Symmetry {
    pub const IDENTITY: Symmetry = Symmetry {
        mirror: false,
        turns: 0,
    };

    /// All twelve symmetries, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        [false, true]
            .into_iter()
            .flat_map(|mirror| (0..6).map(move |turns| Symmetry { mirror, turns }))
    }

    /// Those of some symmetries under which the image of something ranks lowest.
    pub(crate) fn least<R: Ord>(
        symmetries: impl Iterator<Item = Symmetry>,
        rank: impl Fn(Symmetry) -> R,
    ) -> impl Iterator<Item = Symmetry> {
        let ranked: Vec<(R, Symmetry)> = symmetries.map(|s| (rank(s), s)).collect();
        let least = ranked.iter().map(|(rank, _)| rank).min();
        let least = ranked.iter().filter(|(rank, _)| Some(rank) == least);
        let least: Vec<Symmetry> = least.map(|(_, symmetry)| *symmetry).collect();
        least.into_iter()
    }

    pub fn hex(self, hex: Hex) -> Hex {
        let Hex { mut q, mut r } = hex;
        if self.mirror {
            (q, r) = (r, q);
        }
        for _ in 0..self.turns {
            (q, r) = (-r, q + r);
        }
        Hex::new(q, r)
    }

    pub fn dir(self, dir: Dir) -> Dir {
        // Swapping q and r maps N to NW, NE to SW, SE to S: direction d to 5 - d.
        let dir = if self.mirror { 5 - dir } else { dir };
        (dir + self.turns) % 6
    }

    /// A mask of directions (bit `d` for direction `d`).
    pub fn dirs(self, mask: u8) -> u8 {
        (0..6)
            .filter(|d| mask >> d & 1 == 1)
            .fold(0, |turned, d| turned | 1 << self.dir(d))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_is_the_number_of_steps() {
        let far = (0..5)
            .fold(Hex::ORIGIN, |hex, _| hex.step(1))
            .step(3)
            .step(3);
        assert_eq!(Hex::ORIGIN.distance(far), 5);
        assert_eq!(far.distance(Hex::ORIGIN), 5);
    }

    #[test]
    fn symmetries_commute_with_steps() {
        let hex = Hex::new(3, -1);
        for symmetry in Symmetry::all() {
            for dir in 0..6 {
                let turned = symmetry.hex(hex).step(symmetry.dir(dir));
                assert_eq!(symmetry.hex(hex.step(dir)), turned, "{symmetry:?} {dir}");
            }
        }
    }

    #[test]
    fn only_canonical_hexes_parse() {
        assert_eq!("-3,12".parse(), Ok(Hex::new(-3, 12)));
        for word in ["+3,1", "03,1", "3", "3,", "3,1,2", "300,1", "a,b", "-0,1"] {
            assert!(word.parse::<Hex>().is_err(), "{word}");
        }
    }
}
