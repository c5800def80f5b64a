//! Chance nodes of `lost_patrol`: outcomes with exact weights, and a fast draw from the same
//! distribution.

use std::cmp::Ordering;

use rand::{Rng, RngExt};

use super::notation::{Chance, Contest};
use super::soldiers::Soldier;
use super::state::{LostPatrol, Task};
use crate::board::{NO_TILE, TileIndex};
use crate::dice::{capped_hits, die, roll_hits};
use crate::game::EventKey;

/// What a shot hits on.
const HITS_ON: u8 = 6;

/// Weights of an ambush's three results, of 216.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AmbushOdds {
    pub lurker: u64,
    pub draw: u64,
    pub patrol: u64,
}

impl AmbushOdds {
    /// `lurkers` (1 to 6) against `soldiers` with a bonus of 0 to 2.
    ///
    /// Lurkers have their number, and one more if their die shows it. The patrol has the better of
    /// two dice and the bonus, or the number of soldiers if that is more.
    ///
    /// ```
    /// use moonbase_engine::lost_patrol::AmbushOdds;
    /// // Strength 2 (or 3 with a 2) against the better of two dice.
    /// let odds = AmbushOdds::new(2, 0, 1);
    /// assert_eq!(odds, AmbushOdds { lurker: 5 * 1 + 4, draw: 5 * 3 + 5, patrol: 5 * 32 + 27 });
    /// ```
    pub fn new(lurkers: u8, bonus: u8, soldiers: u8) -> AmbushOdds {
        let mut weights = [0; 3];
        let raised = u64::from((1..=6).contains(&lurkers));
        for best in 1..=6u8 {
            // Throws of two dice whose better one is `best`.
            let ways = 2 * u64::from(best) - 1;
            let patrol = (best + bonus).max(soldiers);
            weights[against(lurkers, patrol) as usize] += ways * (6 - raised);
            weights[against(lurkers + 1, patrol) as usize] += ways * raised;
        }
        let [lurker, draw, patrol] = weights;
        AmbushOdds {
            lurker,
            draw,
            patrol,
        }
    }
}

/// Who wins, by the lurkers' die and the better of the patrol's.
fn contest(lurkers: u8, die: u8, best: u8, bonus: u8, soldiers: u8) -> Contest {
    let lurker = lurkers + u8::from(die == lurkers);
    against(lurker, (best + bonus).max(soldiers))
}

/// Who wins, by both strengths.
fn against(lurker: u8, patrol: u8) -> Contest {
    match lurker.cmp(&patrol) {
        Ordering::Greater => Contest::Lurker,
        Ordering::Equal => Contest::Draw,
        Ordering::Less => Contest::Patrol,
    }
}

impl LostPatrol {
    /// The patrol's bonus in an ambush on a tile: one for `S` on it, one for `L` seeing it.
    pub fn ambush_bonus(&self, tile: TileIndex) -> u8 {
        let sergeant = self.at[Soldier::S as usize] == tile;
        let launcher = self.at[Soldier::L as usize];
        let covered = launcher != NO_TILE && self.board.sight(launcher) >> tile & 1 == 1;
        u8::from(sergeant) + u8::from(covered)
    }

    /// The odds of an ambush on a tile by so many lurkers.
    pub fn ambush_odds(&self, tile: TileIndex, lurkers: u8) -> AmbushOdds {
        let soldiers = self.soldiers_at(tile).count_ones() as u8;
        AmbushOdds::new(lurkers, self.ambush_bonus(tile), soldiers)
    }

    /// The only outcome of a chance node, if there is only one.
    pub(super) fn sole_outcome(&self) -> Option<Chance> {
        match self.task {
            Task::Leave { .. } | Task::Fire => return None,
            Task::Draw if self.deck.has_two_kinds() => return None,
            _ => {}
        }
        self.only_outcome()
    }

    /// Hands over the outcomes with their weights, in the rules' order.
    pub(super) fn each_outcome(&self, give: &mut impl FnMut(Chance, u64)) {
        match self.task {
            Task::Draw => self.each_draw(give),
            Task::Leave { .. } => {
                give(Chance::Free, 1);
                give(Chance::Stuck, 1);
            }
            Task::Fire => {
                let (dice, lurkers) = self.shot();
                for (hits, weight) in capped_hits(dice, HITS_ON, u32::from(lurkers)) {
                    give(Chance::Hits { count: hits as u8 }, weight);
                }
            }
            Task::Ambush { tile, count } => {
                let odds = self.ambush_odds(tile, count);
                let weights = [odds.lurker, odds.draw, odds.patrol];
                for (contest, weight) in Contest::ALL.into_iter().zip(weights) {
                    if weight > 0 {
                        give(Chance::Contest(contest), weight);
                    }
                }
            }
            _ => {}
        }
    }

    /// Draws an outcome with the dice of the rules: the same distribution as the weights.
    pub(super) fn roll<R: Rng + ?Sized>(&self, rng: &mut R) -> Chance {
        match self.task {
            Task::Draw => self.roll_draw(rng),
            Task::Leave { .. } if rng.random() => Chance::Free,
            Task::Leave { .. } => Chance::Stuck,
            Task::Fire => {
                let (dice, lurkers) = self.shot();
                let hits = roll_hits(dice, HITS_ON, rng) as u8;
                Chance::Hits {
                    count: hits.min(lurkers),
                }
            }
            Task::Ambush { tile, count } => {
                let soldiers = self.soldiers_at(tile).count_ones() as u8;
                let (bonus, best) = (self.ambush_bonus(tile), die(rng).max(die(rng)));
                Chance::Contest(contest(count, die(rng), best, bonus, soldiers))
            }
            _ => unreachable!("a roll where no chance is waited for: {self:?}"),
        }
    }

    fn roll_draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Chance {
        let kind = self.deck.nth(rng.random_range(0..self.deck.total()));
        Chance::Draw {
            kind: self.rules.kinds.rule(kind).name,
        }
    }

    /// The key of the random event that this position waits for.
    pub(super) fn event_key(&self) -> EventKey {
        let (what, about) = match self.task {
            Task::Draw => {
                let drawn = self.rules.kinds.deck().total() - self.deck.total();
                let about = u32::from(self.redeals) << 8 | u32::from(drawn);
                return EventKey {
                    about,
                    ..EventKey::default()
                };
            }
            Task::Leave { .. } => (1, u32::from(self.active)),
            Task::Fire => (2, u32::from(self.active)),
            Task::Ambush { tile, .. } => {
                let hex = self.board.hex(tile);
                (3, u32::from(hex.q as u8) << 8 | u32::from(hex.r as u8))
            }
            _ => (4, 0),
        };
        EventKey {
            turn: self.turn,
            phase: self.phase as u8,
            what,
            about,
        }
    }
}
