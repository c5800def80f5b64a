//! What the patrol does.
//!
//! 1. Before each action it looks for the best formation that can be reached this turn (see [`super::squad`]),
//!    from everybody's staying where he is and from gathering anywhere near, improved soldier by soldier.
//! 2. Soldiers go where the formation has them, those in lianas first: then the others know who got away.
//! 3. Actions to spare are fired at lurkers on the own tile.
//! 4. It gives up troopers first, and retreats to comrades, away from fresh lurkers.

use moonbase_engine::board::{Bits, NO_TILE, TileIndex, TileMask};
use moonbase_engine::hex::{Dir, Hex};
use moonbase_engine::lost_patrol::{Action, LostPatrol, Phase, Soldier, Task};

use super::squad::{Ground, Places, marching, places};
use super::worth::{Odds, soldier_worth, squad_worth};
use crate::hits::expected_hits;
use crate::scripted::paths::{Distances, FAR, marching as steps_on_paths};

/// So many of the places to gather at are looked at closely.
const CLOSELY: usize = 3;

/// A decision of the patrol's, and the ways to the formation that it is after.
pub(super) struct Patrol<'a> {
    position: &'a LostPatrol,
    ground: &'a Ground<'a>,
    /// For each soldier, moves to his place in the formation.
    ways: [Distances; 5],
}

impl<'a> Patrol<'a> {
    pub(super) fn new(position: &'a LostPatrol, ground: &'a Ground<'a>) -> Self {
        let now = places(position);
        let plan = match position.phase() {
            Phase::Patrol => best_formation(position, ground),
            _ => now,
        };
        let way = |soldier: usize| match plan[soldier] {
            NO_TILE => [FAR; _],
            tile => marching(position, 1 << tile),
        };
        Patrol {
            position,
            ground,
            ways: std::array::from_fn(way),
        }
    }

    /// Ending an activation or the phase scores 0, so that only what helps is done.
    pub(super) fn score(&self, action: Action) -> f64 {
        match action {
            Action::Move { soldier, dir } => self.going(soldier, dir),
            Action::Fire { soldier } => self.firing(soldier),
            Action::Keep { at } => self.group(at),
            Action::Lost { soldier } => -soldier_worth(soldier),
            Action::Back { soldier, dir } => self.retreat(soldier, dir),
            _ => 0.0,
        }
    }

    /// A step towards the place in the plan.
    fn going(&self, soldier: Soldier, dir: Dir) -> f64 {
        let Some(from) = self.position.soldier_tile(soldier) else {
            return 0.0;
        };
        let way = &self.ways[soldier as usize];
        let to = self.position.board().neighbour(from, dir);
        if way[to as usize] >= way[from as usize] {
            return -1.0;
        }
        let kind = self.position.board().kind(from);
        let lianas = self.position.kinds().is_heavy(kind);
        1.0 + f64::from(u8::from(lianas))
            - 0.1 * f64::from(soldier as u8)
            - 0.01 * f64::from(way[to as usize])
    }

    /// Lurkers that a shot is expected to kill, if the soldier has an action to spare; before he goes, for
    /// there may be none where he arrives.
    fn firing(&self, soldier: Soldier) -> f64 {
        let Some(tile) = self.position.soldier_tile(soldier) else {
            return 0.0;
        };
        let left = match self.position.active() {
            Some(_) => self.position.actions_left(),
            None => 2,
        };
        if self.ways[soldier as usize][tile as usize] >= left {
            return -1.0;
        }
        3.0 * expected_hits(soldier.dice(), 6, self.position.lurkers_on(tile))
    }

    /// The soldiers of a group of tiles, and a little for having few lurkers.
    fn group(&self, at: Hex) -> f64 {
        let board = self.position.board();
        let group = board.within(1 << self.position.tile_at(at), board.len());
        let worth = Bits(group).map(|tile| squad_worth(self.position.soldiers_on(tile)));
        let lurkers = Bits(group).map(|tile| f64::from(self.position.lurkers_on(tile)));
        worth.sum::<f64>() - 0.05 * lurkers.sum::<f64>()
    }

    /// Away from lurkers that may still ambush this turn, to comrades, on towards the goal; not where too
    /// many would stand.
    fn retreat(&self, soldier: Soldier, dir: Dir) -> f64 {
        let Task::Retreat { tile, .. } = self.position.task() else {
            return 0.0;
        };
        let to = self.position.board().neighbour(tile, dir);
        let there = self.position.soldiers_on(to);
        let fresh = self.position.lurkers_on(to) - self.position.spent_on(to);
        let risk = Odds::new(fresh, 1, there.count_ones() as u8 + 1).lurker;
        let now = places(self.position);
        let crowd = f64::from(u8::from(!self.ground.has_room(&now, to)));
        0.3 * squad_worth(there).min(4.0)
            - 3.0 * risk
            - 0.2 * self.ground.way(to)
            - 2.0 * soldier_worth(soldier) * crowd
    }
}

/// The best formation that the soldiers can take up this turn.
fn best_formation(position: &LostPatrol, ground: &Ground) -> Places {
    let now = places(position);
    let reach = Soldier::ALL.map(|soldier| reach(position, soldier));
    let gathering = Bits(reach.iter().fold(0, |all, tiles| all | tiles));
    let mut starts: Vec<(f64, Places)> = gathering
        .map(|tile| gathered(position, ground, &reach, tile))
        .chain([now])
        .map(|squad| (ground.worth(&squad), squad))
        .collect();
    starts.sort_by(|a, b| b.0.total_cmp(&a.0));
    starts.truncate(CLOSELY);
    // Staying is looked at last, so that it is chosen only if it is better.
    let improved = starts
        .into_iter()
        .map(|start| improve(ground, &reach, start));
    let best = improved.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map_or(now, |(_, squad)| squad)
}

/// The tiles that a soldier can still come to this turn, with luck in lianas.
fn reach(position: &LostPatrol, soldier: Soldier) -> TileMask {
    let Some(tile) = position.soldier_tile(soldier) else {
        return 0;
    };
    let done = position.activated() & soldier.bit() != 0;
    let moves = match position.active() {
        _ if done => 0,
        Some(active) if active == soldier => position.actions_left(),
        _ => 2,
    };
    position.board().reach(1 << tile, moves.into())
}

/// Everybody as near to a tile as he can come.
fn gathered(
    position: &LostPatrol,
    ground: &Ground,
    reach: &[TileMask; 5],
    tile: TileIndex,
) -> Places {
    let way = steps_on_paths(position.board(), 1 << tile);
    let mut squad = [NO_TILE; 5];
    for (soldier, tiles) in reach.iter().enumerate() {
        let free = Bits(*tiles).filter(|tile| ground.has_room(&squad, *tile));
        if let Some(nearest) = free.min_by_key(|tile| way[*tile as usize]) {
            squad[soldier] = nearest;
        }
    }
    squad
}

/// Twice round: each soldier where he serves the formation best.
fn improve(ground: &Ground, reach: &[TileMask; 5], start: (f64, Places)) -> (f64, Places) {
    let (mut worth, mut squad) = start;
    for soldier in (0..5).chain(0..5) {
        for tile in Bits(reach[soldier]) {
            if tile == squad[soldier] || !ground.has_room(&squad, tile) {
                continue;
            }
            let mut other = squad;
            other[soldier] = tile;
            let judged = ground.worth(&other);
            if judged > worth {
                (worth, squad) = (judged, other);
            }
        }
    }
    (worth, squad)
}
