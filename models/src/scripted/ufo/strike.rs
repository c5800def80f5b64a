//! Whom the Aliens can fall upon with the actions they have, and with how many.
//!
//! A strike on a stack of SHADO units is: groups that walk there (an action a step), Aliens placed on the way,
//! perhaps the Pod dropped in the middle of them. The groups are chosen as in packing a knapsack: as many
//! Aliens as the actions allow.

use moonbase_engine::board::{Bits, TileIndex, TileMask};
use moonbase_engine::ufo::{MOBILES, Phase, TEAMS, Ufo, UnitMask};

use super::map::{Distances, crowd, walking};
use super::odds::abduction;
use super::worth::cheapest_unit;

/// More actions than the rules allow in a turn.
const MAX_ACTIONS: usize = 13;

/// A strike that could be carried out.
#[derive(Clone, Debug)]
pub(super) struct Strike {
    pub target: TileIndex,
    /// The chance that the abduction succeeds.
    pub odds: f64,
    /// `odds` times what SHADO would lose.
    pub worth: f64,
    /// Tiles whose Aliens walk to the target.
    pub walkers: TileMask,
    /// Where Aliens are placed, if some are.
    pub place: Option<TileIndex>,
    /// Is the Pod dropped on the target?
    pub pod: bool,
    /// Steps to the target.
    pub way: Distances,
}

/// The best strike on any stack with so many actions; `None` if there is nobody to strike.
pub(super) fn best_strike(position: &Ufo, actions: u8) -> Option<Strike> {
    Prey::all(position).best_strike(actions, 0)
}

/// The stacks that could be struck, and what does not depend on who strikes.
pub(super) struct Prey<'a> {
    position: &'a Ufo,
    stacks: Vec<Stack>,
}

/// One of them.
struct Stack {
    tile: TileIndex,
    /// Steps to it.
    way: Distances,
    /// Aliens expected out of the Pod if it is dropped on it now.
    from_pod: f64,
    /// What is added to SHADO's dice.
    bonus: u8,
    /// What a successful strike costs SHADO.
    cost: f64,
}

impl<'a> Prey<'a> {
    pub(super) fn all(position: &'a Ufo) -> Self {
        let stack = |tile| Stack {
            tile,
            way: walking(position.board(), 1 << tile),
            from_pod: pod_on(position, tile),
            bonus: position.abduction_bonus(tile),
            cost: cost_of_strike(position, tile),
        };
        let stacks = Bits(position.tiles_with_units()).map(stack).collect();
        Prey { position, stacks }
    }

    /// The best strike with so many actions, if there were no Aliens on some tiles.
    pub(super) fn best_strike(&self, actions: u8, without: TileMask) -> Option<Strike> {
        let strikes = self.stacks.iter();
        let strikes = strikes.map(|stack| strike_on(self.position, stack, actions, without));
        strikes.max_by(|a, b| a.worth.total_cmp(&b.worth))
    }
}

/// Actions that the Aliens have in their next phase (or have left in this one).
pub(super) fn actions_to_come(position: &Ufo) -> u8 {
    use moonbase_engine::Game;
    match position.phase() {
        Phase::Alien => position.actions_left(),
        _ => position.options().alien_actions,
    }
}

/// The strongest strike on one stack.
fn strike_on(position: &Ufo, stack: &Stack, actions: u8, without: TileMask) -> Strike {
    let packed = pack_walkers(position, stack, actions, without);
    let most = usize::from(actions).min(MAX_ACTIONS - 1);
    let options = packed[..=most].iter().enumerate().map(|(cost, pack)| {
        let left = usize::from(actions) - cost;
        reinforced(position, stack, pack, left as u8)
    });
    let strongest = options.max_by(|a, b| a.aliens.total_cmp(&b.aliens));
    let force = strongest.expect("at least the strike without actions");
    let odds = abduction(force.aliens, stack.bonus);
    Strike {
        target: stack.tile,
        odds,
        worth: odds * stack.cost,
        walkers: force.walkers,
        place: force.place,
        pod: force.pod,
        way: stack.way,
    }
}

/// Aliens that walk, and from where.
#[derive(Clone, Copy, Default)]
struct Pack {
    aliens: u8,
    from: TileMask,
}

/// For each number of actions, the most Aliens that can be brought by walking alone.
fn pack_walkers(
    position: &Ufo,
    stack: &Stack,
    actions: u8,
    without: TileMask,
) -> [Pack; MAX_ACTIONS] {
    let most = usize::from(actions).min(MAX_ACTIONS - 1);
    let mut best = [Pack::default(); MAX_ACTIONS];
    for tile in Bits(position.tiles_with_aliens() & !(1 << stack.tile | without)) {
        let cost = usize::from(stack.way[tile as usize]);
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

/// Who strikes.
struct Force {
    /// An expected number if the Pod is dropped.
    aliens: f64,
    walkers: TileMask,
    place: Option<TileIndex>,
    pod: bool,
}

/// The walkers, with what the actions left can add: the Pod, or Aliens placed.
fn reinforced(position: &Ufo, stack: &Stack, pack: &Pack, left: u8) -> Force {
    let here = position.aliens_on(stack.tile) + pack.aliens;
    let (place, placed) = best_place(position, pack, left, &stack.way);
    let pod = left > 0 && stack.from_pod > f64::from(placed);
    let added = if pod {
        stack.from_pod
    } else {
        f64::from(placed)
    };
    Force {
        aliens: f64::from(here) + added,
        walkers: pack.from,
        place: place.filter(|_| !pod && placed > 0),
        pod,
    }
}

/// Where to place Aliens so that most of them reach the target, and how many do.
fn best_place(position: &Ufo, pack: &Pack, left: u8, way: &Distances) -> (Option<TileIndex>, u8) {
    let placed_at = |tile: TileIndex| {
        // Those placed where a group sets out go along with it.
        let walk = if pack.from >> tile & 1 == 1 {
            0
        } else {
            way[tile as usize]
        };
        left.saturating_sub(walk).min(position.pool())
    };
    let tiles = Bits(position.board().open_tiles());
    let best = tiles
        .map(|tile| (tile, placed_at(tile)))
        .max_by_key(|(_, placed)| *placed);
    best.map_or((None, 0), |(tile, placed)| (Some(tile), placed))
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
