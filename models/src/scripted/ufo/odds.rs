//! Dice: expected hits, and the odds of an abduction and of the assault.

use moonbase_engine::board::TileIndex;
use moonbase_engine::ufo::{AbductionOdds, Ufo, Unit, Weapon};

pub(super) use crate::hits::expected_hits;

/// Expected number of targets that a shot removes.
pub(super) fn expected_kills(position: &Ufo, unit: Unit, weapon: Weapon, tile: TileIndex) -> f64 {
    let targets = position.targets_at(tile);
    let (dice, threshold) = position.dice_of(unit, weapon, tile);
    expected_hits(dice, threshold, targets)
}

/// The chance that at least one of `dice` dice shows a 6.
pub(super) fn some_six(dice: u8) -> f64 {
    1.0 - (5.0f64 / 6.0).powi(dice.into())
}

/// The chance that an abduction by `aliens` (perhaps an expected number) against a bonus succeeds.
pub(super) fn abduction(aliens: f64, bonus: u8) -> f64 {
    let whole = aliens.floor();
    let chance = |aliens: f64| AbductionOdds::new(aliens as u8, bonus).alien as f64 / 36.0;
    let low = chance(whole);
    low + (aliens - whole) * (chance(whole + 1.0) - low)
}

/// The assault's mean graded return for SHADO with 0 to 5 dice against one.
///
/// The best of `n` dice is at most `b` with (b/6)^n; a difference of 2 and more counts 1, of 1 counts ½.
pub(super) fn assault(dice: usize) -> f64 {
    let dice = dice.min(5) as i32;
    if dice == 0 {
        return -1.0;
    }
    let at_most = |best: i32| (f64::from(best) / 6.0).powi(dice);
    let pairs = (1..=6).flat_map(|best| (1..=6).map(move |alien| (best, best - alien)));
    let weigh = |(best, lead): (i32, i32)| {
        let value = f64::from(lead.clamp(-2, 2)) / 2.0;
        (at_most(best) - at_most(best - 1)) / 6.0 * value
    };
    pairs.map(weigh).sum()
}
