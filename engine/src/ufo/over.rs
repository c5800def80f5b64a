//! Phase 5, the assault, and the end of the turn.

use super::legal::within_limit;
use super::state::{Task, Ufo};
use crate::board::{Bits, NO_TILE, TileIndex};

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
            self.trim_aliens(|t| t < tile);
            self.task = Task::Idle;
            return;
        }
        self.trim_aliens(|_| true);
        self.begin_assault();
    }

    fn trim_aliens(&mut self, which: impl Fn(TileIndex) -> bool) {
        for tile in Bits(self.alien_tiles) {
            let excess = self.aliens[tile as usize].saturating_sub(ALIEN_LIMIT);
            if excess > 0 && tile != self.start_tile && which(tile) {
                self.take_aliens(tile, excess, 0);
                self.pool += excess;
            }
        }
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
