//! Walking, moving, counting and selecting the bits of masks.
//!
//! Counting and selecting are fast without the processor's instructions for it too: a binary for every
//! x86-64 may use neither `popcnt` nor `pdep`. Most masks here are of directions or units, eight bits at
//! most, so a table does: one load instead of a dozen instructions for counting, and no loop, whose end the
//! processor would guess wrong, for selecting. See `docs/benchmarks.md`.

const LOW: u64 = 0x0101_0101_0101_0101;
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Number of bits of each byte.
const COUNTS: [u8; 256] = {
    let mut table = [0; 256];
    let mut mask = 0;
    while mask < 256 {
        table[mask] = (mask as u8).count_ones() as u8;
        mask += 1;
    }
    table
};

/// The place of each bit of each byte, by its number from the lowest.
static PLACES: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut mask = 0;
    while mask < 256 {
        let (mut bit, mut nth) = (0, 0);
        while bit < 8 {
            if mask >> bit & 1 == 1 {
                table[mask][nth] = bit;
                nth += 1;
            }
            bit += 1;
        }
        mask += 1;
    }
    table
};

/// Walks the set bits of a mask, lowest first.
#[derive(Clone, Copy)]
pub struct Bits(pub u64);

impl Iterator for Bits {
    type Item = u8;
    #[inline]
    fn next(&mut self) -> Option<u8> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros() as u8;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}

/// Makes room for a new bit `at` in a mask: the bits from `at` on move up by one.
#[inline]
pub fn open_gap(mask: u64, at: u8) -> u64 {
    let low = mask & ((1 << at) - 1);
    low | (mask ^ low) << 1
}

/// Leaves only the bits at the places of `kept`, moved together.
#[inline]
pub fn close_gaps(mask: u64, kept: u64) -> u64 {
    let bits = Bits(kept).enumerate();
    bits.fold(0, |closed, (to, from)| closed | (mask >> from & 1) << to)
}

/// A mask of one of the two widths in use.
pub(crate) trait Mask: Copy {
    fn wide(self) -> u64;

    /// Number of set bits.
    fn count(self) -> u8;
}

impl Mask for u8 {
    #[inline(always)]
    fn wide(self) -> u64 {
        u64::from(self)
    }

    #[inline(always)]
    fn count(self) -> u8 {
        static TABLE: [u8; 256] = COUNTS;
        if cfg!(target_feature = "popcnt") {
            self.count_ones() as u8
        } else {
            TABLE[self as usize]
        }
    }
}

impl Mask for u64 {
    #[inline(always)]
    fn wide(self) -> u64 {
        self
    }

    #[inline(always)]
    fn count(self) -> u8 {
        self.count_ones() as u8
    }
}

/// The place of the `nth` set bit of a mask that has more than `nth` bits set.
#[inline]
pub(crate) fn nth_bit(mask: u64, nth: u32) -> u8 {
    if mask < 256 {
        return PLACES[mask as usize][nth as usize & 7];
    }
    nth_bit_of_many(mask, nth)
}

/// Finds the byte by the numbers of bits up to each, all eight compared at once; then the bit by the table
/// (Vigna, "Broadword implementation of rank/select queries", 2008).
fn nth_bit_of_many(mask: u64, nth: u32) -> u8 {
    let pairs = mask - (mask >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    let up_to = bytes.wrapping_mul(LOW);
    // The high bit of each byte whose bits, with those below, are at most `nth`.
    let past = (((u64::from(nth) * LOW) | HIGH) - up_to) & HIGH;
    let shift = (past >> 7).wrapping_mul(LOW) >> 53 & 0x38;
    let before = up_to << 8 >> shift & 0xff;
    let byte = mask >> shift & 0xff;
    let nth = u64::from(nth) - before;
    shift as u8 + PLACES[byte as usize][nth as usize & 7]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::rng_for;
    use rand::{Rng, RngExt};

    /// Clears the lowest bit as often as needed.
    fn plain_nth_bit(mut mask: u64, nth: u32) -> u8 {
        (0..nth).for_each(|_| mask &= mask - 1);
        mask.trailing_zeros() as u8
    }

    #[test]
    fn counting_and_selecting_agree_with_the_plain_version() {
        for byte in 0..=255u8 {
            assert_eq!(u32::from(Mask::count(byte)), byte.count_ones());
        }
        let mut rng = rng_for(1, 0);
        let random =
            (0..20_000).map(|_| rng.next_u64() & rng.next_u64() >> rng.random_range(0..64));
        for mask in (0..512)
            .chain([u64::MAX, 1 << 63, u64::MAX << 1])
            .chain(random)
        {
            assert_eq!(u32::from(Mask::count(mask)), mask.count_ones());
            for nth in 0..mask.count_ones() {
                assert_eq!(
                    nth_bit(mask, nth),
                    plain_nth_bit(mask, nth),
                    "{mask:#x} {nth}"
                );
            }
        }
    }
}
