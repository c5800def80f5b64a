//! Phase 5: ambushes and retreats; and phase 6: excess, and the end of the turn.

use super::notation::Contest;
use super::options::DriveBack;
use super::soldiers::{MOST_SOLDIERS, Soldier};
use super::state::{LostPatrol, Phase, Task};
use crate::board::{Bits, TileIndex, TileMask};
use crate::game::Seat;
use crate::hex::{Dir, Hex};

/// Lurkers that may stay on a tile at the turn's end, and that count in an ambush.
pub(super) const MOST_LURKERS: u8 = 6;

impl LostPatrol {
    pub(super) fn begin_ambush(&mut self, at: Hex) {
        let tile = self.tile_at(at);
        let count = self.lurkers.fresh_on(tile).min(MOST_LURKERS);
        self.lurkers.spend(tile);
        self.task = Task::Ambush { tile, count };
    }

    pub(super) fn end_contest(&mut self, contest: Contest) {
        let Task::Ambush { tile, .. } = self.task else {
            return;
        };
        match contest {
            Contest::Lurker => self.task = Task::Ambushed { tile },
            Contest::Draw => self.begin_retreat(tile, Seat::First),
            Contest::Patrol => self.beat_lurkers(tile),
        }
    }

    /// Who places the soldiers that have lost an ambush.
    pub(super) fn driver(&self) -> Seat {
        match self.rules.options.drive_back {
            DriveBack::Owner => Seat::First,
            DriveBack::Winner => Seat::Second,
        }
    }

    pub(super) fn begin_retreat(&mut self, tile: TileIndex, seat: Seat) {
        let can_go = self.board.joined(tile) != 0 && self.soldiers_at(tile) != 0;
        self.task = if can_go {
            Task::Retreat { tile, seat }
        } else {
            Task::Idle
        };
    }

    pub(super) fn retreat(&mut self, soldier: Soldier, dir: Dir) {
        let Task::Retreat { tile, seat } = self.task else {
            return;
        };
        self.shift_soldier(soldier, dir);
        self.begin_retreat(tile, seat);
    }

    fn beat_lurkers(&mut self, tile: TileIndex) {
        self.lurkers.take(tile, 1, 1);
        self.supply += 1;
        let can_go = self.lurkers.on(tile) > 0 && self.board.adjacent_dirs(tile) != 0;
        self.task = if can_go {
            Task::Flee { tile }
        } else {
            Task::Idle
        };
    }

    pub(super) fn flee(&mut self, dir: Dir) {
        let Task::Flee { tile } = self.task else {
            return;
        };
        let count = self.lurkers.on(tile);
        self.lurkers.take(tile, count, count);
        let to = self.board.neighbour(tile, dir);
        self.lurkers.add(to, count, count);
        self.task = Task::Idle;
    }

    pub(super) fn end_ambushes(&mut self) {
        self.lurkers.rest();
        self.phase = Phase::Excess;
        self.resolve_excess();
    }

    /// Of these tiles, those with a limit: all but the start tile.
    #[inline]
    pub(super) fn limited(&self, tiles: TileMask) -> TileMask {
        match self.start_tile() {
            Some(start) => tiles & !(1 << start),
            None => tiles,
        }
    }

    /// The first tile, in order, with too many soldiers.
    pub(super) fn crowded(&self) -> Option<TileIndex> {
        let over = |tile: &TileIndex| self.holds(*tile, MOST_SOLDIERS + 1);
        Bits(self.limited(self.soldier_tiles())).find(over)
    }

    /// Goes on with excess: the patrol's losses are its choice, lurkers above the limit leave.
    pub(super) fn resolve_excess(&mut self) {
        self.task = Task::Idle;
        if let Some(tile) = self.crowded() {
            self.trim_lurkers((1 << tile) - 1);
        } else {
            self.trim_lurkers(self.board.all());
            self.end_turn();
        }
    }

    fn trim_lurkers(&mut self, tiles: TileMask) {
        self.supply += self.lurkers.trim(self.limited(tiles), MOST_LURKERS);
    }

    fn end_turn(&mut self) {
        if self.ship_placed() && self.soldiers_at(self.ship_tile) != 0 {
            self.end_game("escaped", 1.0);
        } else {
            self.begin_turn();
        }
    }
}
