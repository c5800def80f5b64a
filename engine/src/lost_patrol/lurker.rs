//! Phase 4: the lurkers' actions.

use super::state::{LostPatrol, Phase, Task};
use crate::board::{Bits, NO_TILE, TileIndex, TileMask};
use crate::hex::Hex;

/// Counters that come with one action.
const AT_ONCE: u8 = 2;

impl LostPatrol {
    pub(super) fn begin_lurker_phase(&mut self) {
        self.phase = Phase::Lurker;
        self.actions_left = self.rules.options.lurker_actions;
    }

    fn continue_lurker_phase(&mut self) {
        self.actions_left -= 1;
        if self.actions_left == 0 {
            self.begin_ambushes();
        }
    }

    /// Puts two counters, or the last one, on a tile.
    pub(super) fn bring_lurkers(&mut self, at: Hex) {
        let count = self.supply.min(AT_ONCE);
        self.supply -= count;
        self.lurkers.add(self.tile_at(at), count, 0);
        self.continue_lurker_phase();
    }

    /// A stack loses a counter for each hex that it enters.
    pub(super) fn move_stack(&mut self, from: Hex, to: Hex) {
        let (from, to) = (self.tile_at(from), self.tile_at(to));
        let (count, steps) = (self.lurkers.on(from), self.steps(from, to));
        self.lurkers.take(from, count, 0);
        self.lurkers.add(to, count - steps, 0);
        self.supply += steps;
        self.continue_lurker_phase();
    }

    /// Steps from one tile to another over placed hexes.
    fn steps(&self, from: TileIndex, to: TileIndex) -> u8 {
        let (mut reached, mut steps) = (1 << from, 0);
        while reached >> to & 1 == 0 {
            reached = self.board.within(reached, 1);
            steps += 1;
        }
        steps
    }

    /// Tiles to which a stack may go: it must arrive with at least one counter.
    pub(super) fn in_reach_of_stack(&self, tile: TileIndex) -> TileMask {
        let steps = self.lurkers.on(tile) - 1;
        self.board.within(1 << tile, steps.into()) & !(1 << tile)
    }

    /// Tiles on which a new stack may be put.
    pub(super) fn tiles_for_new_stack(&self) -> TileMask {
        let seen = self.board.seen_from(self.soldier_tiles());
        let free = seen & !self.lurkers.tiles();
        let mut tiles = Bits(free).fold(0, |mask, tile| {
            mask | u64::from(self.leads_out_of(seen, tile)) << tile
        });
        if self.ship_placed() {
            tiles |= 1 << self.ship_tile & !self.lurkers.tiles();
        }
        tiles
    }

    /// Has the tile two exits or more, and one of them to a hex that is not among those seen?
    fn leads_out_of(&self, seen: TileMask, tile: TileIndex) -> bool {
        let exits = self.board.exits(tile);
        let out = |dir: u8| {
            let next = self.board.neighbour(tile, dir);
            next == NO_TILE || seen >> next & 1 == 0
        };
        exits & (exits - 1) != 0 && Bits(u64::from(exits)).any(out)
    }

    pub(super) fn begin_ambushes(&mut self) {
        self.actions_left = 0;
        self.phase = Phase::Ambush;
        self.task = Task::Idle;
    }
}
