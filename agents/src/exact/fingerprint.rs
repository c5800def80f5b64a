//! 96-bit fingerprints of positions.

use std::hash::{Hash, Hasher};

/// A position's fingerprint: the upper 96 bits of the number; the lower 32 are 0.
///
/// The lower bits leave room for a value, so that key and value together are one 16-byte word.
pub type Key = u128;

/// The bits of a [`Key`].
const MASK: u128 = !0xffff_ffff;

/// The fingerprint of anything that can be hashed: equal for equal things, and for unequal ones with
/// a probability of about 2^-96 (no protection against an adversary).
pub fn fingerprint<T: Hash>(thing: &T) -> Key {
    let mut lanes = Lanes::default();
    thing.hash(&mut lanes);
    // 0 stands for "no position" in tables.
    (lanes.finish_wide() & MASK).max(1 << 32)
}

/// Two lanes of folded multiplications (as in wyhash) with different constants.
struct Lanes(u64, u64);

impl Default for Lanes {
    fn default() -> Self {
        Lanes(0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344)
    }
}

impl Lanes {
    fn finish_wide(&self) -> u128 {
        let high = fold(self.0 ^ 0xa409_3822_299f_31d0, 0x9e37_79b9_7f4a_7c15);
        let low = fold(self.1 ^ 0x082e_fa98_ec4e_6c89, 0xd6e8_feb8_6659_fd93);
        u128::from(high) << 64 | u128::from(low)
    }
}

/// The two halves of a product, mixed.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

impl Hasher for Lanes {
    fn finish(&self) -> u64 {
        (self.finish_wide() >> 64) as u64
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
        self.write_u64(bytes.len() as u64);
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(word.into());
    }

    fn write_u16(&mut self, word: u16) {
        self.write_u64(word.into());
    }

    fn write_u32(&mut self, word: u32) {
        self.write_u64(word.into());
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = fold(self.0 ^ word, 0xe703_7ed1_a0b4_28db) ^ word.rotate_left(32);
        self.1 = fold(self.1 ^ word, 0x8ebc_6af0_9c88_c6e3).wrapping_add(word);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}
