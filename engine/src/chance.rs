//! The one module that samples chance.
//!
//! [`KeyedDice`] keys every random event by (game seed, [`EventKey`], how manieth): an event's result
//! is a pure function of that key and of the outcome weights, so two games on one seed stay comparable
//! after their play diverges, and no agent can shift or foresee the next roll. The generator behind a
//! key is xoshiro256++ seeded with a 64-bit mix of the key (Blackman and Vigna 2019; mixing function
//! of SplitMix64, Steele, Lea and Flood 2014).

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::game::{EventKey, Game};

/// The generator used wherever Moonbase needs a stream of random numbers.
pub type MoonRng = Xoshiro256PlusPlus;

/// A generator for work item `index` of the stream `seed`; independent of threads and order.
pub fn rng_for(seed: u64, index: u64) -> MoonRng {
    MoonRng::seed_from_u64(mix(mix(seed).wrapping_add(index)))
}

/// The finalizer of SplitMix64: a bijection of 64-bit words that mixes all bits.
pub fn mix(word: u64) -> u64 {
    let mut z = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A fast 64-bit hasher for position keys (not for untrusted keys).
///
/// Each word is folded in by a 64 by 64 bit multiplication whose halves are joined (as in wyhash, Wang 2019), so that a
/// difference anywhere in a word reaches bits everywhere, and the next word cannot undo it.
#[derive(Clone)]
pub struct Mix64(u64);

impl Default for Mix64 {
    fn default() -> Self {
        // Not 0, which words of 0 would leave as it is.
        Mix64(0x2545_f491_4f6c_dd1d)
    }
}

impl Hasher for Mix64 {
    fn finish(&self) -> u64 {
        mix(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9e37_79b9_7f4a_7c15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_u8(&mut self, word: u8) {
        self.write_u64(u64::from(word));
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }
}

/// Draws one of the weighted outcomes. The list must not be empty.
pub fn pick<T: Copy, R: Rng + ?Sized>(outcomes: &[(T, u64)], rng: &mut R) -> T {
    let total: u64 = outcomes.iter().map(|&(_, weight)| weight).sum();
    let mut left = rng.random_range(0..total);
    for &(outcome, weight) in outcomes {
        if left < weight {
            return outcome;
        }
        left -= weight;
    }
    unreachable!("a number below the sum of the weights falls on an outcome")
}

/// Dice keyed by event: see the module's documentation.
///
/// Holds the game's seed and how often each event has come up; to undo moves, make a new one and
/// [`KeyedDice::witness`] the chance nodes of the line that is kept.
#[derive(Clone, Debug)]
pub struct KeyedDice {
    seed: u64,
    seen: HashMap<EventKey, u64, BuildHasherDefault<Mix64>>,
}

impl KeyedDice {
    pub fn new(seed: u64) -> Self {
        KeyedDice {
            seed,
            seen: HashMap::default(),
        }
    }

    /// As [`KeyedDice::new`], with room for so many different events before memory grows.
    pub fn with_room(seed: u64, events: usize) -> Self {
        let seen = HashMap::with_capacity_and_hasher(events, BuildHasherDefault::default());
        KeyedDice { seed, seen }
    }

    /// Begins a game of another seed; keeps the memory.
    pub fn restart(&mut self, seed: u64) {
        self.seed = seed;
        self.seen.clear();
    }

    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Draws the outcome of the position's chance node and counts the event.
    pub fn roll<G: Game>(&mut self, position: &G) -> G::Chance {
        let mut rng = self.generator(position.event());
        position.random_chance(&mut rng)
    }

    /// Counts the position's event without drawing (its outcome came from elsewhere).
    pub fn witness<G: Game>(&mut self, position: &G) {
        *self.seen.entry(position.event()).or_default() += 1;
    }

    fn generator(&mut self, event: EventKey) -> MoonRng {
        let count = self.seen.entry(event).or_default();
        let place =
            u64::from(event.turn) << 16 | u64::from(event.phase) << 8 | u64::from(event.what);
        let word = mix(mix(mix(self.seed) ^ place) ^ u64::from(event.about));
        let rng = rng_for(word, *count);
        *count += 1;
        rng
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions that differ a little are what a search puts into one table.
    #[test]
    fn no_two_changes_of_a_byte_or_two_have_one_hash() {
        let (first, second) = (0x0403_ff00_1234_5678u64, 0x0000_05ff_ff01_0203u64);
        let mut hashes = Vec::new();
        let changes = |word: u64| {
            let of_byte = move |byte: u64| (1..256).map(move |x: u64| word ^ x << (8 * byte));
            std::iter::once(word).chain((0..8).flat_map(of_byte))
        };
        for one in changes(first) {
            for two in changes(second) {
                let mut hasher = Mix64::default();
                [7, one, two, 9]
                    .into_iter()
                    .for_each(|word| hasher.write_u64(word));
                hashes.push(hasher.finish());
            }
        }
        let all = hashes.len();
        hashes.sort_unstable();
        hashes.dedup();
        assert_eq!(hashes.len(), all);
    }
}
