//! Phase 4: the lurkers' actions.

use super::state::{LostPatrol, Phase, Task};
use crate::board::{Bits, TileIndex, TileMask};
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
        let free = seen & !self.lurkers.tiles() & !self.board.dead_ends();
        // An open exit leads to an empty hex, and that is not seen.
        let at_edge = free & self.board.open_tiles();
        let inside = Bits(free & !at_edge).filter(|tile| self.leads_out_of(seen, *tile));
        let mut tiles = inside.fold(at_edge, |tiles, tile| tiles | 1 << tile);
        if self.ship_placed() {
            tiles |= 1 << self.ship_tile & !self.lurkers.tiles();
        }
        tiles
    }

    /// Has the tile, none of whose exits is open, an exit to a tile that is not among those seen?
    fn leads_out_of(&self, seen: TileMask, tile: TileIndex) -> bool {
        let unseen = |dir: u8| seen >> self.board.neighbour(tile, dir) & 1 == 0;
        let blocked = self.board.exits(tile) & !self.board.joined(tile);
        self.board.connected_tiles(tile) & !seen != 0 || Bits(blocked.into()).any(unseen)
    }

    pub(super) fn begin_ambushes(&mut self) {
        self.actions_left = 0;
        self.phase = Phase::Ambush;
        self.task = Task::Idle;
    }
}
