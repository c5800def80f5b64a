//! Chance nodes of `ufo`: outcomes with exact weights, and a fast draw from the same distribution.

use rand::{Rng, RngExt};

use super::notation::{Chance, Contest};
use super::state::{Lay, Task, Ufo};
use super::units::{GUNS, MOBILES, TEAMS, Unit};
use crate::board::TileIndex;
use crate::dice::{capped_hits, die, roll_hits, ways_two_dice_at_most};
use crate::game::EventKey;
use crate::groups::{Choice, Grouped};

/// Weights of an abduction's three results, of 36.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AbductionOdds {
    pub alien: u64,
    pub draw: u64,
    pub shado: u64,
}

impl AbductionOdds {
    /// Two for each Alien against two dice and a bonus.
    ///
    /// ```
    /// use moonbase_engine::ufo::AbductionOdds;
    /// assert_eq!(AbductionOdds::new(3, 0), AbductionOdds { alien: 10, draw: 5, shado: 21 });
    /// ```
    pub fn new(aliens: u8, bonus: u8) -> AbductionOdds {
        let tie = 2 * i32::from(aliens) - i32::from(bonus);
        let (below, up_to) = (ways_two_dice_at_most(tie - 1), ways_two_dice_at_most(tie));
        AbductionOdds {
            alien: below,
            draw: up_to - below,
            shado: 36 - up_to,
        }
    }
}

impl Ufo {
    /// SHADO's bonus against an abduction on a tile: 0 to 4.
    pub fn abduction_bonus(&self, tile: TileIndex) -> u8 {
        let here = self.units_at(tile);
        let guns = Unit::all_in(self.alive() & GUNS);
        let near = self.board.connected_tiles(tile);
        let hosed = guns
            .clone()
            .any(|gun| near >> self.at[gun as usize] & 1 == 1);
        u8::from(self.command_reaches(tile))
            + u8::from(hosed)
            + u8::from(here & MOBILES != 0)
            + u8::from(here & self.aboard() & TEAMS != 0)
    }

    /// Chance of SKY1's coming, of 6: 3 at first, then 2, then 1.
    pub(super) fn sky_faces(&self) -> u64 {
        u64::from(self.sky_left)
    }

    /// The only outcome of a chance node, if there is only one.
    pub(super) fn sole_outcome(&self) -> Option<Chance> {
        match (self.lay, self.task) {
            (Lay::Edge | Lay::Turn { .. }, _) => {
                return match self.choice() {
                    Choice::One(action) => Some(forest_outcome(action)),
                    Choice::Many | Choice::None => None,
                };
            }
            (Lay::No, Task::Leave { .. } | Task::DrawFirst { .. } | Task::Assault { .. }) => {
                return None;
            }
            (Lay::Draw { .. }, _) if self.deck.has_two_kinds() => return None,
            (Lay::No, Task::Bombing { run }) => {
                let nobody = self.targets_on(run.tile) == 0 && self.units_at(run.tile) == 0;
                return nobody.then_some(Chance::Bombs { hits: 0, own: 0 });
            }
            (Lay::No, Task::PodOpens) => {
                let penalty = self.pod_penalty();
                let (count, most) = (self.coming_out(1, penalty), self.coming_out(6, penalty));
                return (count == most).then_some(Chance::Out { count });
            }
            (Lay::No, Task::Shot { .. } | Task::SkyAsked { .. } | Task::Volley { .. }) => {
                return None;
            }
            _ => {}
        }
        self.only_outcome()
    }

    /// Hands over the outcomes with their weights, in the rules' order.
    pub(super) fn each_outcome(&self, give: &mut impl FnMut(Chance, u64)) {
        match self.lay {
            Lay::Draw { .. } => return self.each_draw(give),
            Lay::Edge | Lay::Turn { .. } => {
                for group in self.groups() {
                    for nth in 0..group.len() {
                        give(forest_outcome(self.action_of(group, nth)), 1);
                    }
                }
                return;
            }
            Lay::No => {}
        }
        match self.task {
            Task::Leave { .. } => {
                give(Chance::Free, 1);
                give(Chance::Stuck, 1);
            }
            Task::Shot { weapon, tile } => {
                let (dice, threshold) = self.shot_dice(Unit::from_index(self.active), weapon, tile);
                each_hit(dice, threshold, self.targets_on(tile), give);
            }
            Task::SkyAsked { .. } => {
                give(Chance::Sky { comes: false }, 6 - self.sky_faces());
                give(Chance::Sky { comes: true }, self.sky_faces());
            }
            Task::Bombing { run } => self.each_bombing(run.tile, give),
            Task::PodOpens => self.each_coming_out(give),
            Task::Volley { tile, dice } => {
                let prey = self.teams_on_foot(tile).count_ones() as u8;
                each_hit(u32::from(dice), 6, prey, give);
            }
            Task::Abduction { tile, aliens } => {
                let odds = AbductionOdds::new(aliens, self.abduction_bonus(tile));
                let weights = [odds.alien, odds.draw, odds.shado];
                for (contest, weight) in Contest::ALL[1..4].iter().zip(weights) {
                    if weight > 0 {
                        give(Chance::Contest(*contest), weight);
                    }
                }
            }
            Task::DrawFirst { .. } => {
                give(Chance::First { alien: true }, 1);
                give(Chance::First { alien: false }, 1);
            }
            Task::Assault { dice } => each_assault(u32::from(dice), give),
            _ => {}
        }
    }

    fn each_bombing(&self, tile: TileIndex, give: &mut impl FnMut(Chance, u64)) {
        let mut weights = [[0u64; 3]; 3];
        for a in 1..=6 {
            for b in 1..=6 {
                let (hits, own) = self.bombs(tile, a, b);
                weights[hits as usize][own as usize] += 1;
            }
        }
        for hits in 0..3u8 {
            for own in 0..3u8 {
                let weight = weights[hits as usize][own as usize];
                if weight > 0 {
                    give(Chance::Bombs { hits, own }, weight);
                }
            }
        }
    }

    /// What two dice do on a tile: hits on targets, sixes on SHADO's units.
    fn bombs(&self, tile: TileIndex, a: u8, b: u8) -> (u8, u8) {
        let threshold = self.rules.options.sky_hits_on;
        let hits = u8::from(a >= threshold) + u8::from(b >= threshold);
        let sixes = u8::from(a == 6) + u8::from(b == 6);
        let units = self.units_at(tile).count_ones() as u8;
        (hits.min(self.targets_on(tile)), sixes.min(units))
    }

    /// Aliens that come out of the Pod with this face of the die.
    fn coming_out(&self, face: u8, penalty: u8) -> u8 {
        face.saturating_sub(penalty).min(self.pool)
    }

    fn each_coming_out(&self, give: &mut impl FnMut(Chance, u64)) {
        let mut weights = [0u64; 7];
        let penalty = self.pod_penalty();
        for face in 1..=6 {
            weights[self.coming_out(face, penalty) as usize] += 1;
        }
        for (count, weight) in (0u8..).zip(weights) {
            if weight > 0 {
                give(Chance::Out { count }, weight);
            }
        }
    }

    /// Draws an outcome with the dice of the rules: the same distribution as the weights.
    pub(super) fn roll<R: Rng + ?Sized>(&self, rng: &mut R) -> Chance {
        match self.lay {
            Lay::Draw { .. } => return self.roll_draw(rng),
            Lay::Edge | Lay::Turn { .. } => {
                return forest_outcome(crate::game::Game::random_action(self, rng));
            }
            Lay::No => {}
        }
        match self.task {
            Task::Leave { .. } if rng.random() => Chance::Free,
            Task::Leave { .. } => Chance::Stuck,
            Task::Shot { weapon, tile } => {
                let (dice, threshold) = self.shot_dice(Unit::from_index(self.active), weapon, tile);
                roll_capped(dice, threshold, self.targets_on(tile), rng)
            }
            Task::SkyAsked { .. } => Chance::Sky {
                comes: u64::from(die(rng)) <= self.sky_faces(),
            },
            Task::Bombing { run } => {
                let (hits, own) = self.bombs(run.tile, die(rng), die(rng));
                Chance::Bombs { hits, own }
            }
            Task::PodOpens => Chance::Out {
                count: self.coming_out(die(rng), self.pod_penalty()),
            },
            Task::Volley { tile, dice } => {
                let prey = self.teams_on_foot(tile).count_ones() as u8;
                roll_capped(u32::from(dice), 6, prey, rng)
            }
            Task::Abduction { tile, aliens } => {
                let shado = die(rng) + die(rng) + self.abduction_bonus(tile);
                Chance::Contest(match shado.cmp(&(2 * aliens)) {
                    std::cmp::Ordering::Less => Contest::Alien,
                    std::cmp::Ordering::Equal => Contest::Draw,
                    std::cmp::Ordering::Greater => Contest::Shado,
                })
            }
            Task::DrawFirst { .. } => Chance::First {
                alien: rng.random(),
            },
            Task::Assault { dice } => {
                let best = (0..dice).map(|_| die(rng)).max().unwrap_or(1);
                Chance::Contest(assault_result(best, die(rng)))
            }
            _ => unreachable!("a roll where no chance is waited for: {self:?}"),
        }
    }

    fn roll_draw<R: Rng + ?Sized>(&self, rng: &mut R) -> Chance {
        let kinds = &self.rules.kinds;
        let total = self.deck.total();
        let nth = rng.random_range(0..total + u8::from(self.ufo_may_come()));
        let kind = if nth < total {
            self.deck.nth(nth)
        } else {
            kinds.end()
        };
        Chance::Draw {
            kind: kinds.rule(kind).name,
        }
    }

    /// The key of the random event that this position waits for.
    pub(super) fn event_key(&self) -> EventKey {
        let drawn = u32::from(self.redeals) << 8 | self.board.len() as u32;
        let forest = |what| EventKey {
            turn: 0,
            phase: 0,
            what,
            about: drawn,
        };
        let hex = |tile: TileIndex| {
            let hex = self.board.hex(tile);
            u32::from(hex.q as u8) << 8 | u32::from(hex.r as u8)
        };
        match self.lay {
            Lay::Draw { .. } => return forest(0),
            Lay::Edge => return forest(1),
            Lay::Turn { .. } => return forest(2),
            Lay::No => {}
        }
        let (what, about) = match self.task {
            Task::Leave { .. } => (3, u32::from(self.active)),
            Task::Shot { weapon, .. } => (4, u32::from(self.active) << 8 | weapon as u32),
            Task::SkyAsked { assault } => (5, u32::from(assault)),
            Task::Bombing { run } => (6, hex(run.tile)),
            Task::PodOpens => (7, 0),
            Task::Volley { tile, .. } => (8, hex(tile)),
            Task::Abduction { tile, .. } => (9, hex(tile)),
            Task::DrawFirst { tile } => (10, hex(tile)),
            _ => (11, 0),
        };
        EventKey {
            turn: self.turn,
            phase: self.phase as u8,
            what,
            about,
        }
    }
}

/// With `forest=dice` the dice's choice has the notation of the action.
fn forest_outcome(action: super::notation::Action) -> Chance {
    use super::notation::Action;
    match action {
        Action::Lay { at, dir } => Chance::Lay { at, dir },
        Action::Turn { exits } => Chance::Turn { exits },
        other => unreachable!("{other} is no choice of the dice"),
    }
}

fn each_hit(dice: u32, threshold: u8, cap: u8, give: &mut impl FnMut(Chance, u64)) {
    for (count, weight) in capped_hits(dice, threshold, u32::from(cap)) {
        give(Chance::Hits { count: count as u8 }, weight);
    }
}

fn roll_capped<R: Rng + ?Sized>(dice: u32, threshold: u8, cap: u8, rng: &mut R) -> Chance {
    let hits = roll_hits(dice, threshold, rng) as u8;
    Chance::Hits {
        count: hits.min(cap),
    }
}

fn assault_result(shado: u8, alien: u8) -> Contest {
    match i16::from(shado) - i16::from(alien) {
        ..=-2 => Contest::AlienBig,
        -1 => Contest::Alien,
        0 => Contest::Draw,
        1 => Contest::Shado,
        2.. => Contest::ShadoBig,
    }
}

/// Best of `dice` dice against one: weights of the five results, of 6^(`dice` + 1).
fn each_assault(dice: u32, give: &mut impl FnMut(Chance, u64)) {
    let mut weights = [0u64; 5];
    for best in 1..=6u64 {
        let ways = best.pow(dice) - (best - 1).pow(dice);
        for alien in 1..=6 {
            weights[assault_result(best as u8, alien) as usize] += ways;
        }
    }
    for (contest, weight) in Contest::ALL.into_iter().zip(weights) {
        if weight > 0 {
            give(Chance::Contest(contest), weight);
        }
    }
}
