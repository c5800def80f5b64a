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
    /// Aliens that would take part; an expected number if the Pod is dropped.
    pub aliens: f64,
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
    best_strike_without(position, actions, 0)
}

/// The best strike if there were no Aliens on some tiles.
pub(super) fn best_strike_without(
    position: &Ufo,
    actions: u8,
    without: TileMask,
) -> Option<Strike> {
    let targets = Bits(position.tiles_with_units());
    let strikes = targets.map(|target| strike_on(position, target, actions, without));
    strikes.max_by(|a, b| a.worth.total_cmp(&b.worth))
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
fn strike_on(position: &Ufo, target: TileIndex, actions: u8, without: TileMask) -> Strike {
    let way = walking(position.board(), 1 << target);
    let packed = pack_walkers(position, target, actions, without, &way);
    let options = packed.iter().enumerate().map(|(cost, pack)| {
        let left = usize::from(actions) - cost;
        reinforced(position, target, pack, left as u8, &way)
    });
    let strongest = options.max_by(|a, b| a.aliens.total_cmp(&b.aliens));
    let mut strike = strongest.expect("at least the strike without actions");
    strike.odds = abduction(strike.aliens, position.abduction_bonus(target));
    strike.worth = strike.odds * cost_of_strike(position, target);
    strike.way = way;
    strike
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
    target: TileIndex,
    actions: u8,
    without: TileMask,
    way: &Distances,
) -> Vec<Pack> {
    let most = usize::from(actions).min(MAX_ACTIONS - 1);
    let mut best = vec![Pack::default(); most + 1];
    for tile in Bits(position.tiles_with_aliens() & !(1 << target | without)) {
        let cost = usize::from(way[tile as usize]);
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
fn reinforced(position: &Ufo, target: TileIndex, pack: &Pack, left: u8, way: &Distances) -> Strike {
    let here = position.aliens_on(target) + pack.aliens;
    let (place, placed) = best_place(position, pack, left, way);
    let from_pod = pod_on(position, target);
    let with_pod = left > 0 && from_pod > f64::from(placed);
    Strike {
        target,
        aliens: f64::from(here)
            + if with_pod {
                from_pod
            } else {
                f64::from(placed)
            },
        odds: 0.0,
        worth: 0.0,
        walkers: pack.from,
        place: place.filter(|_| !with_pod && placed > 0),
        pod: with_pod,
        way: *way,
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
