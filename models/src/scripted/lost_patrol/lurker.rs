//! What the lurkers do.
//!
//! 1. They think their actions through to the end (see [`super::hunt`]): gather a stack of six next to the patrol, go on, and
//!    fall upon the tile where most is to be gained: where the sergeant or the launcher is alone, or a trooper whom
//!    they do not help.
//! 2. Ambushes: all that gain more than a failure costs; the ship last, when the launcher may have been driven
//!    out of sight of it. Whoever stands on the ship is always ambushed.
//! 3. Beaten, they flee to where they can come from again.

use std::cell::OnceCell;

use moonbase_engine::hex::Dir;
use moonbase_engine::lost_patrol::{Action, LostPatrol, Soldier, Task};

use super::hunt::{Counts, Hunt, after, counts_of, gain};
use super::squad::{length, ways_to_goal};
use super::worth::{MOST, ROOM};
use crate::scripted::paths::Distances;
use moonbase_engine::board::TileIndex;

/// Actions that are thought ahead.
const AHEAD: u8 = 3;

/// What it is worth to drive the launcher off while soldiers stand on the ship.
const OUT_OF_SIGHT: f64 = 1.5;

/// A decision of the lurkers', and what they see.
pub(super) struct Lurker<'a> {
    position: &'a LostPatrol,
    hunt: Hunt<'a>,
    counts: Counts,
    /// The soldiers' ways to their goal, once asked for.
    ways: OnceCell<Distances>,
}

impl<'a> Lurker<'a> {
    pub(super) fn new(position: &'a LostPatrol) -> Self {
        Lurker {
            position,
            hunt: Hunt::new(position),
            counts: counts_of(position),
            ways: OnceCell::new(),
        }
    }

    pub(super) fn score(&self, action: Action) -> f64 {
        match action {
            Action::New { .. } | Action::Add { .. } | Action::Go { .. } => {
                let (counts, supply) = after(self.position, action);
                let left = self.position.actions_left().min(AHEAD) - 1;
                self.hunt.best(&counts, supply, left)
            }
            Action::End => self.hunt.judge(&self.counts, self.position.supply()) + 0.001,
            Action::Ambush { at } => self.ambush(self.position.tile_at(at)),
            Action::Flee { dir } => self.fleeing(dir),
            Action::Back { soldier, dir } => self.pushing(soldier, dir),
            _ => 0.0,
        }
    }

    /// No more ambushes scores 0.
    fn ambush(&self, tile: TileIndex) -> f64 {
        let fresh = self.position.lurkers_on(tile) - self.position.spent_on(tile);
        let gain = gain(self.position, tile, fresh);
        let Some(ship) = self.position.ship_tile() else {
            return gain;
        };
        if tile == ship {
            return 0.001;
        }
        let launcher = self.position.soldiers_on(tile) & Soldier::L.bit() != 0;
        let helps = launcher && self.position.soldiers_on(ship) != 0;
        gain + OUT_OF_SIGHT * f64::from(u8::from(helps))
    }

    /// Near soldiers, where the stack does not grow beyond what may stay.
    fn fleeing(&self, dir: Dir) -> f64 {
        let Task::Flee { tile } = self.position.task() else {
            return 0.0;
        };
        let to = self.position.board().neighbour(tile, dir);
        let merged = self.counts.on(tile) + self.counts.on(to);
        let wasted = merged.saturating_sub(MOST);
        self.hunt.hope(to, merged.min(MOST)) - 0.1 * f64::from(wasted)
    }

    /// Away from the goal, among fresh lurkers, into a crowd.
    fn pushing(&self, soldier: Soldier, dir: Dir) -> f64 {
        let Some(from) = self.position.soldier_tile(soldier) else {
            return 0.0;
        };
        let to = self.position.board().neighbour(from, dir);
        let ways = self.ways.get_or_init(|| ways_to_goal(self.position));
        let away = length(ways[to as usize]);
        let limited = self.position.start_tile() != Some(to);
        let full = limited && self.position.soldiers_on(to).count_ones() >= ROOM;
        let fresh = self.counts.on(to) - self.position.spent_on(to);
        0.1 * away + 0.2 * f64::from(fresh.min(MOST)) + 3.0 * f64::from(u8::from(full))
    }
}
