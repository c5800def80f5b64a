//! Chance nodes of `fg1`: shots and rallying, with exact weights.
//!
//! A shot of `n` dice at a target with `s` save dice comes to `k` net hits in `Σ_h C(n,h)·5^(n-h) · C(s,h-k)·5^(s-h+k)` of
//! `6^(n+s)` throws (k > 0; none in the rest). Three heavy walkers in crossfire can bring it to 28 dice, more than 64 bits
//! can count: beyond 24 dice in all the weights are those of 6^24 throws, each off by less than one throw.

use rand::{Rng, RngExt};

use super::base::{BaseId, Firers, Status};
use super::notation::{Chance, Effect};
use super::state::{Act, Fg1, Stage};
use crate::game::EventKey;

/// At most so many dice fire: three heavy walkers, and three more at a hover in mode `hover`.
const MOST_DICE: usize = 24;

/// At most so many dice save: a heavy walker's.
const MOST_SAVES: usize = 4;

/// So many dice can be counted in 64 bits.
const COUNTED: u32 = 24;

/// Weights of 0, 1, 2, and 3 or more net hits, by dice and save dice.
static NET_HITS: [[[u64; 4]; MOST_SAVES + 1]; MOST_DICE + 1] = {
    let mut table = [[[0; 4]; MOST_SAVES + 1]; MOST_DICE + 1];
    let mut dice = 0;
    while dice <= MOST_DICE {
        let mut saves = 0;
        while saves <= MOST_SAVES {
            table[dice][saves] = net_hits(dice as u32, saves as u32);
            saves += 1;
        }
        dice += 1;
    }
    table
};

const fn net_hits(dice: u32, saves: u32) -> [u64; 4] {
    let mut ways = [0u128; 4];
    let mut hits = 0;
    while hits <= dice {
        let mut saved = 0;
        while saved <= saves {
            let net = hits.saturating_sub(saved);
            let net = if net > 3 { 3 } else { net as usize };
            ways[net] += ways_to_hit(dice, hits) * ways_to_hit(saves, saved);
            saved += 1;
        }
        hits += 1;
    }
    counted(ways, dice + saves)
}

/// Weights in 64 bits: the ways themselves, or their shares of 6^24.
const fn counted(ways: [u128; 4], dice: u32) -> [u64; 4] {
    let unit = if dice > COUNTED {
        6u128.pow(dice - COUNTED)
    } else {
        1
    };
    let (first, second, third) = (ways[0] / unit, ways[1] / unit, ways[2] / unit);
    let all = 6u128.pow(dice) / unit;
    let rest = all - first - second - third;
    [first as u64, second as u64, third as u64, rest as u64]
}

/// Throws of `dice` dice with so many sixes.
const fn ways_to_hit(dice: u32, hits: u32) -> u128 {
    let (mut choose, mut i) = (1u128, 0);
    while i < hits {
        choose = choose * (dice - i) as u128 / (i + 1) as u128;
        i += 1;
    }
    choose * 5u128.pow(dice - hits)
}

/// Weights of what a shot does, by [`Effect`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShotOdds(pub [u64; 4]);

impl ShotOdds {
    /// Of a shot with so many dice (0 to 24) at a target with so many save dice (0 to 4), in that state.
    ///
    /// ```
    /// use moonbase_engine::fg1::{ShotOdds, Status};
    /// // Two dice, no save: 25 throws of 36 without a six, ten with one, one with two.
    /// assert_eq!(ShotOdds::new(2, 0, Status::Ok), ShotOdds([25, 10, 1, 0]));
    /// assert_eq!(ShotOdds::new(2, 0, Status::Pinned), ShotOdds([35, 0, 1, 0]));
    /// assert_eq!(ShotOdds::new(2, 0, Status::Suppressed), ShotOdds([35, 0, 0, 1]));
    /// ```
    ///
    /// # Panics
    /// With more dice.
    #[inline]
    pub fn new(dice: u8, save_dice: u8, status: Status) -> ShotOdds {
        let [none, one, two, more] = NET_HITS[usize::from(dice)][usize::from(save_dice)];
        ShotOdds(match status {
            Status::Ok => [none, one, two, more],
            Status::Pinned => [none + one, 0, two, more],
            Status::Suppressed => [none + one, 0, 0, two + more],
        })
    }

    /// The weight of an effect; 0 if it is impossible.
    pub fn weight(&self, effect: Effect) -> u64 {
        self.0[effect as usize]
    }

    /// All throws.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The probability of an effect.
    pub fn probability(&self, effect: Effect) -> f64 {
        self.weight(effect) as f64 / self.total() as f64
    }
}

impl Fg1 {
    /// The odds of a shot by these firers at a target in view, as it stands.
    pub fn shot_odds(&self, firers: Firers, target: BaseId) -> ShotOdds {
        let dice = self.shot_dice(firers, target).max(0) as u8;
        ShotOdds::new(dice, self.kind(target).save_dice(), self.status(target))
    }

    /// Hands over the outcomes with their weights, in the rules' order.
    pub(super) fn each_outcome(&self, give: &mut impl FnMut(Chance, u64)) {
        match self.stage {
            Stage::Shot { firers, target } => {
                let odds = self.shot_odds(firers, target);
                for effect in Effect::ALL {
                    if odds.weight(effect) > 0 {
                        give(Chance::Shot(effect), odds.weight(effect));
                    }
                }
            }
            Stage::Rally { .. } => {
                give(Chance::Rally { rallied: false }, 1);
                give(Chance::Rally { rallied: true }, 1);
            }
            Stage::Choose | Stage::Answer | Stage::Over => {}
        }
    }

    /// Draws an outcome by its weight.
    pub(super) fn roll<R: Rng + ?Sized>(&self, rng: &mut R) -> Chance {
        let Stage::Shot { firers, target } = self.stage else {
            return Chance::Rally {
                rallied: rng.random(),
            };
        };
        let odds = self.shot_odds(firers, target);
        let mut left = rng.random_range(0..odds.total());
        for effect in Effect::ALL {
            if left < odds.weight(effect) {
                return Chance::Shot(effect);
            }
            left -= odds.weight(effect);
        }
        unreachable!("a number below the sum of the weights falls on an outcome")
    }

    /// The key of the random event that this position waits for: who fires at whom, or who rallies.
    pub(super) fn event_key(&self) -> EventKey {
        let (what, about) = match self.stage {
            Stage::Shot { firers, target } => {
                let what = 1 + u8::from(self.act != Act::None);
                (what, (target.index() as u32) << 20 | firers.mask())
            }
            Stage::Rally { base } => (3, base.index() as u32),
            Stage::Choose | Stage::Answer | Stage::Over => (0, 0),
        };
        EventKey {
            turn: self.initiative,
            phase: self.phase() as u8,
            what,
            about,
        }
    }
}
