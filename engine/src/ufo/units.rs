//! SHADO's units.

use std::fmt;
use std::str::FromStr;

use crate::board::Bits;
use crate::game::NotationError;

/// A SHADO unit, in the order used everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Unit {
    /// The Command Mobile.
    C,
    /// Gun Mobiles.
    G1,
    G2,
    G3,
    /// Infantry teams; `I1` carries the missile launcher.
    I1,
    I2,
    I3,
}

/// Masks of units, bit `i` for unit number `i`.
pub type UnitMask = u8;

pub const MOBILES: UnitMask = 0b0001111;
pub const GUNS: UnitMask = 0b0001110;
pub const TEAMS: UnitMask = 0b1110000;

impl Unit {
    pub const ALL: [Unit; 7] = [
        Unit::C,
        Unit::G1,
        Unit::G2,
        Unit::G3,
        Unit::I1,
        Unit::I2,
        Unit::I3,
    ];

    pub(super) const NAMES: [&str; 7] = ["C", "G1", "G2", "G3", "I1", "I2", "I3"];

    pub fn name(self) -> &'static str {
        Unit::NAMES[self as usize]
    }

    /// Unit number `index`.
    #[inline]
    pub fn from_index(index: u8) -> Unit {
        // The compiler sees through this, and not through a look-up.
        match index {
            0 => Unit::C,
            1 => Unit::G1,
            2 => Unit::G2,
            3 => Unit::G3,
            4 => Unit::I1,
            5 => Unit::I2,
            6 => Unit::I3,
            _ => panic!("no unit has number {index}"),
        }
    }

    #[inline]
    pub const fn bit(self) -> UnitMask {
        1 << self as u8
    }

    /// Is it a Mobile (or else a team)?
    #[inline]
    pub const fn is_mobile(self) -> bool {
        self.bit() & MOBILES != 0
    }

    #[inline]
    pub const fn is_gun(self) -> bool {
        self.bit() & GUNS != 0
    }

    #[inline]
    pub const fn is_team(self) -> bool {
        self.bit() & TEAMS != 0
    }

    /// The units of a mask, in unit order.
    #[inline]
    pub fn all_in(mask: UnitMask) -> impl Iterator<Item = Unit> + Clone {
        Bits(u64::from(mask)).map(Unit::from_index)
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Unit {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        let index = Unit::NAMES.iter().position(|name| *name == word);
        index.map(|i| Unit::ALL[i]).ok_or_else(|| NotationError {
            word: word.into(),
            what: "a SHADO unit",
        })
    }
}
