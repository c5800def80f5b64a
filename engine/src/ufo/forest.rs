//! Laying the forest: at set-up, in phase 2, after a drive-back, and with `reveal=move` after moves.

use super::notation::Chance;
use super::state::{Lay, Phase, Task, Ufo};
use crate::board::TileIndex;
use crate::deck::{KindIndex, MOST_REDEALS};
use crate::hex::{Dir, Hex, opposite};
use crate::tiles::KindName;

impl Ufo {
    /// Begins to lay the forest where it is seen to be missing; goes on at once if it is not.
    pub(super) fn begin_laying(&mut self) {
        let done = self.ufo_placed() || !self.board.has_visible_edge(self.unit_tiles());
        if done {
            self.lay = Lay::No;
            self.end_laying();
        } else {
            self.lay = Lay::Edge;
        }
    }

    pub(super) fn choose_edge(&mut self, at: Hex, dir: Dir) {
        let tile = self.tile_at(at);
        self.lay = Lay::Draw { tile, dir };
    }

    pub(super) fn draw_tile(&mut self, name: KindName) {
        let Lay::Draw { tile, dir } = self.lay else {
            return;
        };
        let kinds = &self.rules.kinds;
        let kind = kinds
            .find(name)
            .expect("an outcome of this position names a kind of the set");
        if kind != kinds.end() {
            self.deck.take(kind);
        }
        self.lay = Lay::Turn { tile, dir, kind };
    }

    pub(super) fn lay_tile(&mut self, exits: u8) {
        let Lay::Turn { tile, dir, kind } = self.lay else {
            return;
        };
        let hex = self.board.hex(tile).step(dir);
        self.put_tile(hex, kind, exits);
        self.begin_laying();
    }

    /// Weights of the draw: forest kinds by their number, and the UFO. Until only `ufo_in_last` - 1
    /// forest tiles are left it cannot come; then each tile left is as likely as it.
    pub(super) fn each_draw(&self, give: &mut impl FnMut(Chance, u64)) {
        let kinds = &self.rules.kinds;
        for (kind, count) in self.deck.kinds() {
            let kind = kinds.rule(kind).name;
            give(Chance::Draw { kind }, u64::from(count));
        }
        if self.ufo_may_come() {
            let kind = kinds.rule(kinds.end()).name;
            give(Chance::Draw { kind }, 1);
        }
    }

    pub(super) fn ufo_may_come(&self) -> bool {
        self.deck.total() < self.rules.options.ufo_in_last
    }

    /// The legal orientations of a tile drawn for an edge, as a mask over the kind's list.
    ///
    /// Back to the edge; then those that leave the forest open, if any does; of these the ones with
    /// the fewest blocked exits.
    pub(super) fn best_orientations(&self, tile: TileIndex, dir: Dir, kind: KindIndex) -> u8 {
        let around = self.board.beyond(tile, dir);
        let end = kind == self.rules.kinds.end();
        let open_elsewhere = end || self.open_exits_but_towards(around.facing);
        let rank = |exits| {
            let closed = !open_elsewhere && around.open(exits) == 0;
            (closed, around.blocked(exits))
        };
        let rule = self.rules.kinds.rule(kind);
        rule.best_orientations(opposite(dir), rank).1
    }

    /// Would an exit stay open if the hex with these exits facing it were filled?
    fn open_exits_but_towards(&self, facing: u8) -> bool {
        let tiles = self.board.open_tiles();
        // Each of them has one open exit at least, and a hex has six sides.
        if tiles.count_ones() > 6 {
            return true;
        }
        let tiles = crate::board::Bits(tiles);
        let open: u32 = tiles.map(|tile| self.board.open(tile).count_ones()).sum();
        open > facing.count_ones()
    }

    /// The laying is over: tests that the forest is open, and goes on with the game.
    fn end_laying(&mut self) {
        let open = self.ufo_placed() || self.board.open_tiles() != 0;
        if open {
            self.go_on_after_laying();
        } else if self.phase == Phase::Setup && self.redeals < MOST_REDEALS {
            self.redeals += 1;
            self.set_out();
        } else {
            self.end_game("lost_in_forest", -1.0);
        }
    }

    fn go_on_after_laying(&mut self) {
        match self.phase {
            Phase::Setup => {
                self.redeals = 0;
                self.begin_turn();
            }
            Phase::Shado => self.continue_activation(),
            Phase::Forest => self.begin_alien_phase(),
            Phase::Abduct => match self.task {
                Task::ThenAliens { tile } => {
                    self.begin_drive_off(tile, crate::game::Seat::Second, false)
                }
                _ => self.task = Task::Idle,
            },
            Phase::Alien | Phase::Overstack | Phase::Over => {}
        }
    }
}
