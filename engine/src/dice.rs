//! Exact integer weights of six-sided dice.

use rand::{Rng, RngExt};

/// Number of ways in which `hits` of `dice` dice show one of `faces` faces, of 6^`dice`.
///
/// ```
/// assert_eq!(moonbase_engine::dice::ways_to_hit(2, 3, 1), 18);
/// ```
pub fn ways_to_hit(dice: u32, faces: u64, hits: u32) -> u64 {
    choose(dice, hits) * faces.pow(hits) * (6 - faces).pow(dice - hits)
}

/// Binomial coefficient.
pub fn choose(n: u32, k: u32) -> u64 {
    (0..u64::from(k)).fold(1, |ways, i| ways * (u64::from(n) - i) / (i + 1))
}

/// Weights of min(hits, cap) for 0..=cap hits of `dice` dice on `threshold`+.
pub fn capped_hits(dice: u32, threshold: u8, cap: u32) -> impl Iterator<Item = (u32, u64)> {
    let faces = 7 - u64::from(threshold);
    let top = cap.min(dice);
    (0..=top).map(move |hits| {
        let last = if hits == top { dice } else { hits };
        let weight = (hits..=last).map(|h| ways_to_hit(dice, faces, h)).sum();
        (hits, weight)
    })
}

/// Number of ways in which two dice sum to at most `sum`, of 36.
pub const fn ways_two_dice_at_most(sum: i32) -> u64 {
    if sum < 2 {
        0
    } else if sum >= 12 {
        36
    } else if sum <= 7 {
        (sum * (sum - 1) / 2) as u64
    } else {
        let above = 12 - sum;
        (36 - above * (above + 1) / 2) as u64
    }
}

/// Rolls one die: 1 to 6.
#[inline]
pub fn die<R: Rng + ?Sized>(rng: &mut R) -> u8 {
    rng.random_range(1..=6)
}

/// Rolls `dice` dice and counts those that show `threshold` or more.
#[inline]
pub fn roll_hits<R: Rng + ?Sized>(dice: u32, threshold: u8, rng: &mut R) -> u32 {
    (0..dice).map(|_| u32::from(die(rng) >= threshold)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_dice_sum_to_all_throws() {
        for dice in 0..=15 {
            for threshold in 2..=6 {
                for cap in 0..=16 {
                    let sum: u64 = capped_hits(dice, threshold, cap).map(|(_, w)| w).sum();
                    assert_eq!(sum, 6u64.pow(dice));
                }
            }
        }
    }

    #[test]
    fn two_dice_by_counting() {
        for sum in -3..=15 {
            let count = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b));
            let count = count.filter(|total| *total <= sum).count();
            assert_eq!(ways_two_dice_at_most(sum), count as u64, "{sum}");
        }
    }
}
