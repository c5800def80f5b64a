//! The soldiers of the patrol.

use crate::members::members;

members! {
    /// A soldier, in the order used everywhere.
    Soldier, SoldierMask, "a soldier";
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
    /// Dice that the soldier fires with.
    pub const fn dice(self) -> u32 {
        match self {
            Soldier::L => 6,
            _ => 3,
        }
    }
}
