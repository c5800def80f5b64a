//! Whom the Aliens can fall upon with the actions they have, and with how many.
//!
//! A strike on a stack of SHADO units is: groups that walk there (an action a step), Aliens placed on the way,
//! perhaps the Pod dropped in the middle of them. The groups are chosen as in packing a knapsack: as many
//! Aliens as the actions allow.

use arrayvec::ArrayVec;
use moonbase_engine::board::{Bits, TileIndex, TileMask};
use moonbase_engine::ufo::{MOBILES, Phase, TEAMS, Ufo, UnitMask};

use super::map::{Distances, FAR, crowd, walking_up_to};
use super::odds::abduction;
use super::worth::cheapest_unit;

/// More actions than the rules allow in a turn.
const MAX_ACTIONS: usize = 13;

/// Stacks that there can be: each unit on a tile of its own.
const UNITS: usize = 7;

/// A strike that could be carried out.
#[derive(Clone, Debug)]
pub(super) struct Strike {
    pub target: TileIndex,
    /// The chance that the abduction succeeds.
    pub odds: f64,
    /// Tiles whose Aliens walk to the target.
    pub walkers: TileMask,
    /// Where Aliens are placed, if some are.
    pub place: Option<TileIndex>,
    /// Is the Pod dropped on the target?
    pub pod: bool,
    /// Steps to the target, up to the actions that there are.
    pub way: Distances,
}

/// What the Aliens could do to SHADO next: the stacks that they could strike with so many actions, and the best strike
/// on each.
pub(super) struct Prey {
    actions: u8,
    stacks: ArrayVec<Stack, UNITS>,
}

/// A stack that could be struck.
struct Stack {
    tile: TileIndex,
    /// Steps to it, up to the actions that there are.
    way: Distances,
    /// Steps to it from the nearest tile on which Aliens can be placed.
    way_from_exit: u8,
    /// Aliens expected out of the Pod if it is dropped on it now.
    from_pod: f64,
    /// What is added to SHADO's dice.
    bonus: u8,
    /// What a successful strike costs SHADO.
    cost: f64,
    /// The strongest strike.
    force: Force,
}

impl Prey {
    /// The strikes with the actions that the Aliens have next.
    pub(super) fn to_come(position: &Ufo) -> Self {
        let actions = actions_to_come(position);
        let stack = |tile| Stack::new(position, tile, actions);
        let stacks = Bits(position.tiles_with_units()).map(stack).collect();
        Prey { actions, stacks }
    }

    /// The best strike on any stack; `None` if there is nobody to strike.
    pub(super) fn best(&self, position: &Ufo) -> Option<Strike> {
        let worth = |stack: &&Stack| stack.worth(&stack.force);
        let best = self
            .stacks
            .iter()
            .max_by(|a, b| worth(a).total_cmp(&worth(b)));
        best.map(|stack| stack.strike(position))
    }

    /// Odds and worth of the best strike.
    pub(super) fn threat(&self) -> Option<(f64, f64)> {
        let threats = self.stacks.iter().map(|stack| {
            let odds = stack.odds(&stack.force);
            (odds, odds * stack.cost)
        });
        threats.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// The worth of the best strike if there were no Aliens on some tile.
    pub(super) fn worth_without(&self, position: &Ufo, tile: TileIndex) -> f64 {
        let worths = self.stacks.iter().map(|stack| {
            let walks = usize::from(stack.way[tile as usize]) <= most(self.actions);
            match walks && tile != stack.tile {
                true => stack.worth(&stack.strongest(position, self.actions, 1 << tile)),
                false => stack.worth(&stack.force),
            }
        });
        worths.max_by(f64::total_cmp).unwrap_or(0.0)
    }
}

impl Stack {
    fn new(position: &Ufo, tile: TileIndex, actions: u8) -> Stack {
        // Farther off than that nothing can come in time.
        let way = walking_up_to(position.board(), 1 << tile, actions);
        let exits = Bits(position.board().open_tiles()).map(|exit| way[exit as usize]);
        let mut stack = Stack {
            tile,
            way,
            way_from_exit: exits.min().unwrap_or(FAR),
            from_pod: pod_on(position, tile),
            bonus: position.abduction_bonus(tile),
            cost: cost_of_strike(position, tile),
            force: Force::default(),
        };
        stack.force = stack.strongest(position, actions, 0);
        stack
    }

    fn odds(&self, force: &Force) -> f64 {
        abduction(force.aliens, self.bonus)
    }

    fn worth(&self, force: &Force) -> f64 {
        self.odds(force) * self.cost
    }

    /// The strongest strike, if there were no Aliens on some tiles.
    fn strongest(&self, position: &Ufo, actions: u8, without: TileMask) -> Force {
        let packed = self.pack_walkers(position, actions, without);
        let forces = packed[..=most(actions)].iter().enumerate();
        let forces =
            forces.map(|(cost, pack)| self.reinforced(position, pack, actions - cost as u8));
        let strongest = forces.max_by(|a, b| a.aliens.total_cmp(&b.aliens));
        strongest.expect("at least the strike without actions")
    }

    /// For each number of actions, the most Aliens that can be brought by walking alone.
    fn pack_walkers(&self, position: &Ufo, actions: u8, without: TileMask) -> [Pack; MAX_ACTIONS] {
        let most = most(actions);
        let mut best = [Pack::default(); MAX_ACTIONS];
        for tile in Bits(position.tiles_with_aliens() & !(1 << self.tile | without)) {
            let cost = usize::from(self.way[tile as usize]);
            for spent in (cost..=most).rev() {
                let without = best[spent - cost];
                let aliens = without.aliens + position.aliens_on(tile);
                if aliens > best[spent].aliens {
                    let from = without.from | 1 << tile;
                    best[spent] = Pack { aliens, from };
                }
            }
        }
        best
    }

    /// The walkers, with what the actions left can add: the Pod, or Aliens placed.
    fn reinforced(&self, position: &Ufo, pack: &Pack, left: u8) -> Force {
        let open = position.board().open_tiles();
        // Those placed where a group sets out go along with it.
        let walk = match pack.from & open {
            0 => self.way_from_exit,
            _ => 0,
        };
        // Without an open tile all ways are far.
        let placed = left.saturating_sub(walk).min(position.pool());
        let pod = left > 0 && self.from_pod > f64::from(placed);
        let added = if pod { self.from_pod } else { placed.into() };
        Force {
            aliens: f64::from(position.aliens_on(self.tile) + pack.aliens) + added,
            walkers: pack.from,
            placed: if pod { 0 } else { placed },
            left,
            pod,
        }
    }

    /// The strongest strike, with where Aliens are placed.
    fn strike(&self, position: &Ufo) -> Strike {
        let force = &self.force;
        Strike {
            target: self.tile,
            odds: self.odds(force),
            walkers: force.walkers,
            place: (force.placed > 0).then(|| self.place(position)).flatten(),
            pod: force.pod,
            way: self.way,
        }
    }

    /// Where to place Aliens so that most of them reach the target.
    fn place(&self, position: &Ufo) -> Option<TileIndex> {
        let Force { walkers, left, .. } = self.force;
        let placed_at = |tile: &TileIndex| {
            let walk = match walkers >> tile & 1 {
                1 => 0,
                _ => self.way[*tile as usize],
            };
            left.saturating_sub(walk).min(position.pool())
        };
        Bits(position.board().open_tiles()).max_by_key(placed_at)
    }
}

/// The actions that are counted.
fn most(actions: u8) -> usize {
    usize::from(actions).min(MAX_ACTIONS - 1)
}

/// Actions that the Aliens have in their next phase (or have left in this one).
pub(super) fn actions_to_come(position: &Ufo) -> u8 {
    use moonbase_engine::Game;
    match position.phase() {
        Phase::Alien => position.actions_left(),
        _ => position.options().alien_actions,
    }
}

/// Aliens that walk, and from where.
#[derive(Clone, Copy, Default)]
struct Pack {
    aliens: u8,
    from: TileMask,
}

/// Who strikes.
#[derive(Clone, Copy, Default)]
struct Force {
    /// An expected number if the Pod is dropped.
    aliens: f64,
    walkers: TileMask,
    /// Aliens placed that reach the target, with the actions that the walkers leave.
    placed: u8,
    left: u8,
    pod: bool,
}

/// Aliens expected out of the Pod if it is dropped there now; 0 if there is one in play.
pub(super) fn pod_on(position: &Ufo, tile: TileIndex) -> f64 {
    use moonbase_engine::Game;
    if position.pod().is_some() || position.ufo_tile() == Some(tile) {
        return 0.0;
    }
    let crowded = position.options().pod_crowding;
    let penalty = if crowded { crowd(position, tile) } else { 0 };
    expected_out(penalty, position.pool())
}

/// Mean of min(pool, max(0, d6 - penalty)).
pub(super) fn expected_out(penalty: u8, pool: u8) -> f64 {
    let faces = (1..=6u8).map(|face| face.saturating_sub(penalty).min(pool));
    faces.map(f64::from).sum::<f64>() / 6.0
}

/// What a successful strike costs SHADO: a unit, and what is in excess where the others can be pushed.
pub(super) fn cost_of_strike(position: &Ufo, target: TileIndex) -> f64 {
    let units = position.units_on(target);
    let board = position.board();
    let excess = |to: TileIndex| match to == position.start_tile() {
        true => 0,
        false => excess_of(units | position.units_on(to)).saturating_sub(1),
    };
    let worst = Bits(board.connected_tiles(target)).map(excess).max();
    cheapest_unit(position, units) + f64::from(worst.unwrap_or(0))
}

/// Units above the stack limit.
pub(super) fn excess_of(units: UnitMask) -> u32 {
    let (mobiles, teams) = ((units & MOBILES).count_ones(), (units & TEAMS).count_ones());
    let over = |m: u32, t: u32| mobiles.saturating_sub(m) + teams.saturating_sub(t);
    over(2, 2).min(over(1, 3))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::Scripted;
    use crate::scripted::testing::walk;
    use moonbase_engine::Game;

    /// The Aliens that the strongest strike on a stack has: the most over all sets of groups that walk and all tiles to
    /// place others on.
    fn plain_force(position: &Ufo, stack: &Stack, actions: u8, without: TileMask) -> f64 {
        let groups: Vec<TileIndex> =
            Bits(position.tiles_with_aliens() & !(1 << stack.tile | without)).collect();
        let mut most = f64::from(position.aliens_on(stack.tile));
        for set in 0..1u32 << groups.len() {
            let walk = groups.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
            let walk: Vec<TileIndex> = walk.map(|(_, tile)| *tile).collect();
            let cost: u32 = walk.iter().map(|t| u32::from(stack.way[*t as usize])).sum();
            if cost > u32::from(actions) {
                continue;
            }
            let left = actions - cost as u8;
            let come: u8 = walk.iter().map(|tile| position.aliens_on(*tile)).sum();
            let placed = Bits(position.board().open_tiles()).map(|tile| {
                let way = match walk.contains(&tile) {
                    true => 0,
                    false => stack.way[tile as usize],
                };
                left.saturating_sub(way).min(position.pool())
            });
            let placed = f64::from(placed.max().unwrap_or(0));
            let pod = if left > 0 { stack.from_pod } else { 0.0 };
            let here = f64::from(position.aliens_on(stack.tile) + come);
            most = most.max(here + placed.max(pod));
        }
        most
    }

    #[test]
    fn the_strongest_strike_is_that_of_the_best_set_of_groups() {
        let (mut strikes, mut short) = (0, 0);
        walk(8, |position: &Ufo| {
            let actions = actions_to_come(position);
            let prey = Prey::to_come(position);
            for stack in &prey.stacks {
                let plain = plain_force(position, stack, actions, 0);
                strikes += 1;
                // Of packs with as many walkers only one is kept, and another may set out from an open tile.
                assert!(stack.force.aliens <= plain);
                short += u32::from(stack.force.aliens < plain);
            }
        });
        assert!(
            strikes > 1000 && short * 20 < strikes,
            "{short} of {strikes}"
        );
    }

    #[test]
    fn without_a_group_the_best_strike_is_worked_out_anew() {
        let mut changed = 0;
        walk(8, |position: &Ufo| {
            let prey = Prey::to_come(position);
            for tile in Bits(position.tiles_with_aliens()) {
                let anew = prey
                    .stacks
                    .iter()
                    .map(|stack| stack.worth(&stack.strongest(position, prey.actions, 1 << tile)));
                let anew = anew.fold(0.0, f64::max);
                assert_eq!(prey.worth_without(position, tile), anew);
                changed += u32::from(prey.threat().is_some_and(|(_, worth)| worth != anew));
            }
        });
        assert!(changed > 100, "{changed}");
    }

    #[test]
    fn scores_and_judgement_are_the_same_at_once() {
        let (mut actions, mut alone, mut both) = (Vec::new(), Vec::new(), Vec::new());
        walk(8, |position: &Ufo| {
            position.legal_actions(&mut actions);
            alone.clear();
            both.clear();
            position.score_actions(&actions, &mut alone);
            let value = position.score_and_evaluate(&actions, &mut both);
            assert_eq!((value, &both), (position.evaluate(), &alone));
        });
    }
}
