//! SHADO's units.

use crate::members::members;

members! {
    /// A SHADO unit, in the order used everywhere.
    Unit, UnitMask, "a SHADO unit";
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
}
