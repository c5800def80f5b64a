//! The soldiers of the patrol.

use std::fmt;
use std::str::FromStr;

use crate::board::Bits;
use crate::game::NotationError;

/// A soldier, in the order used everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
#[repr(u8)]
pub enum Soldier {
    /// The sergeant.
    S,
    /// The one with the grenade launcher.
    L,
    /// Troopers.
    T1,
    T2,
    T3,
}

/// Masks of soldiers, bit `i` for soldier number `i`.
pub type SoldierMask = u8;

/// All soldiers.
pub const SQUAD: SoldierMask = 0b11111;

/// Soldiers that a tile holds, save the start tile.
pub(super) const MOST_SOLDIERS: u32 = 3;

/// Is this at least `number` soldiers?
#[inline]
pub(super) const fn are_at_least(number: u32, soldiers: SoldierMask) -> bool {
    // Counted at compile time: bit `m` is set if the soldiers of mask `m` are so many.
    const TABLES: [u32; 6] = {
        let mut tables = [0; 6];
        let mut mask = 0u32;
        while mask < 32 {
            let mut number = 0;
            while number <= mask.count_ones() as usize {
                tables[number] |= 1 << mask;
                number += 1;
            }
            mask += 1;
        }
        tables
    };
    TABLES[number as usize] >> soldiers & 1 == 1
}

impl Soldier {
    pub const ALL: [Soldier; 5] = [
        Soldier::S,
        Soldier::L,
        Soldier::T1,
        Soldier::T2,
        Soldier::T3,
    ];

    pub(super) const NAMES: [&str; 5] = ["S", "L", "T1", "T2", "T3"];

    pub fn name(self) -> &'static str {
        Soldier::NAMES[self as usize]
    }

    /// Soldier number `index`.
    #[inline]
    pub fn from_index(index: u8) -> Soldier {
        // The compiler sees through this, and not through a look-up.
        match index {
            0 => Soldier::S,
            1 => Soldier::L,
            2 => Soldier::T1,
            3 => Soldier::T2,
            4 => Soldier::T3,
            _ => panic!("no soldier has number {index}"),
        }
    }

    #[inline]
    pub const fn bit(self) -> SoldierMask {
        1 << self as u8
    }

    /// Dice that the soldier fires with.
    pub const fn dice(self) -> u32 {
        match self {
            Soldier::L => 6,
            _ => 3,
        }
    }

    /// The soldiers of a mask, in soldier order.
    #[inline]
    pub fn all_in(mask: SoldierMask) -> impl Iterator<Item = Soldier> + Clone {
        Bits(u64::from(mask)).map(Soldier::from_index)
    }
}

impl fmt::Display for Soldier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Soldier {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        let index = Soldier::NAMES.iter().position(|name| *name == word);
        index.map(|i| Soldier::ALL[i]).ok_or_else(|| NotationError {
            word: word.into(),
            what: "a soldier",
        })
    }
}
