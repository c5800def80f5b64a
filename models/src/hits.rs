//! Dice that hit: what is asked for at every action is looked up.

use std::sync::LazyLock;

use moonbase_engine::dice::capped_hits;

/// More dice than a shot has.
const DICE: u32 = 12;

/// Thresholds of a die that can miss and hit.
const THRESHOLDS: std::ops::RangeInclusive<u8> = 2..=6;

static EXPECTED: LazyLock<Table<f64>> = LazyLock::new(|| Table::of(expected));
static ODDS: LazyLock<Table<(f32, f32)>> = LazyLock::new(|| Table::of(odds));

/// Expected hits of `dice` dice on `threshold`+, capped at `cap`.
pub(crate) fn expected_hits(dice: u32, threshold: u8, cap: u8) -> f64 {
    EXPECTED.find(dice, threshold, cap.into())
}

/// Expected hits of `dice` dice on `threshold`+, at most `cap`, and the chance to hit `cap`.
pub(crate) fn hit_odds(dice: u32, threshold: u8, cap: u32) -> (f32, f32) {
    ODDS.find(dice, threshold, cap)
}

fn expected(dice: u32, threshold: u8, cap: u32) -> f64 {
    let (mut sum, mut total) = (0, 0);
    for (hits, weight) in capped_hits(dice, threshold, cap) {
        sum += u64::from(hits) * weight;
        total += weight;
    }
    sum as f64 / total as f64
}

fn odds(dice: u32, threshold: u8, cap: u32) -> (f32, f32) {
    let all = 6f64.powi(dice as i32);
    let mut expected = 0.0;
    let mut last = 0.0;
    for (hits, ways) in capped_hits(dice, threshold, cap) {
        let chance = ways as f64 / all;
        expected += f64::from(hits) * chance;
        last = if hits == cap { chance } else { 0.0 };
    }
    (expected as f32, last as f32)
}

/// A function of dice, threshold and cap that is the same for all caps above the number of dice.
struct Table<T> {
    work_out: fn(u32, u8, u32) -> T,
    known: Vec<T>,
}

impl<T: Copy> Table<T> {
    fn of(work_out: fn(u32, u8, u32) -> T) -> Self {
        let mut known = Vec::new();
        for dice in 0..=DICE {
            for threshold in THRESHOLDS {
                known.extend((0..=DICE + 1).map(|cap| work_out(dice, threshold, cap)));
            }
        }
        Table { work_out, known }
    }

    fn find(&self, dice: u32, threshold: u8, cap: u32) -> T {
        if dice > DICE || !THRESHOLDS.contains(&threshold) {
            return (self.work_out)(dice, threshold, cap);
        }
        let row = dice * THRESHOLDS.len() as u32 + u32::from(threshold - THRESHOLDS.start());
        let place = row * (DICE + 2) + cap.min(dice + 1);
        self.known[place as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_looked_up_is_what_is_worked_out() {
        for dice in 0..=DICE + 2 {
            for threshold in THRESHOLDS {
                for cap in 0..=DICE + 4 {
                    let found = hit_odds(dice, threshold, cap);
                    assert_eq!(found, odds(dice, threshold, cap));
                    let found = expected_hits(dice, threshold, cap as u8);
                    assert_eq!(found, expected(dice, threshold, cap));
                }
            }
        }
    }
}
