//! Phase 5, the assault, and the end of the turn.

use super::legal::within_limit;
use super::state::{Task, Ufo};
use crate::board::{Bits, NO_TILE, TileIndex, TileMask};

/// Aliens that may stay on a tile at the turn's end.
const ALIEN_LIMIT: u8 = 4;

impl Ufo {
    /// The first tile, in order, where SHADO exceeds the stack limit.
    pub(super) fn overstacked(&self) -> Option<TileIndex> {
        let over =
            |tile: &TileIndex| *tile != self.start_tile && !within_limit(self.units_at(*tile));
        Bits(self.unit_tiles()).find(over)
    }

    /// Goes on with overstacking: SHADO's losses are its choice, then Aliens above the limit leave.
    pub(super) fn resolve_overstack(&mut self) {
        if let Some(tile) = self.overstacked() {
            self.trim_aliens((1 << tile) - 1);
            self.task = Task::Idle;
            return;
        }
        self.trim_aliens(self.board.all());
        self.begin_assault();
    }

    fn trim_aliens(&mut self, tiles: TileMask) {
        self.pool += self
            .aliens
            .trim(tiles & !(1 << self.start_tile), ALIEN_LIMIT);
    }

    fn begin_assault(&mut self) {
        let there = if self.ufo_tile == NO_TILE {
            0
        } else {
            self.units_at(self.ufo_tile)
        };
        if there == 0 {
            self.begin_turn();
        } else {
            let dice = there.count_ones() as u8 + u8::from(self.sky_die);
            self.task = Task::Assault { dice };
        }
    }
}
