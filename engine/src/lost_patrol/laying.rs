//! Laying the jungle: at set-up and in phase 3.

use super::notation::Chance;
use super::options::Fit;
use super::state::{Edge, LostPatrol, Phase, Task};
use crate::board::TileIndex;
use crate::deck::{KindIndex, MOST_REDEALS};
use crate::hex::{Dir, Hex, opposite};
use crate::tiles::KindName;

impl LostPatrol {
    /// Begins to lay the jungle where it is seen to be missing.
    pub(super) fn begin_laying(&mut self) {
        self.ahead = None;
        self.continue_laying();
    }

    fn continue_laying(&mut self) {
        let done = self.ship_placed() || !self.board.has_visible_edge(self.soldier_tiles());
        if done {
            self.end_laying();
        } else {
            self.task = Task::Draw;
        }
    }

    pub(super) fn draw_tile(&mut self, name: KindName) {
        let kinds = &self.rules.kinds;
        let kind = kinds
            .find(name)
            .expect("an outcome of this position names a kind of the set");
        self.take_tile(kind);
    }

    fn take_tile(&mut self, kind: KindIndex) {
        if kind != self.rules.kinds.end() {
            self.deck.take(kind);
        }
        self.task = Task::Place { kind };
    }

    /// The tile drawn matches nowhere: it is gone for good, and the next one is drawn.
    pub(super) fn go_on_without_choice(&mut self) {
        debug_assert!(
            matches!(self.task, Task::Place { kind } if kind != self.rules.kinds.end()),
            "no legal action in {self:?}"
        );
        self.task = Task::Draw;
    }

    pub(super) fn lay_tile(&mut self, at: Hex, dir: Dir, exits: u8) {
        let Task::Place { kind } = self.task else {
            return;
        };
        let hex = at.step(dir);
        self.put_tile(hex, kind, exits);
        self.look_ahead(kind, hex, dir);
        self.continue_laying();
    }

    /// Notes where the next tile must be laid: on the open far exit of the latest straight.
    fn look_ahead(&mut self, kind: KindIndex, hex: Hex, dir: Dir) {
        if self.rules.kinds.rule(kind).straight {
            let tile = self.tile_at(hex);
            self.ahead = Some(Edge { tile, dir });
        }
        let open = |edge: &Edge| self.board.open(edge.tile) >> edge.dir & 1 == 1;
        self.ahead = self.ahead.filter(open);
    }

    /// Weights of the draw: the kinds left by their number, then the ship.
    pub(super) fn each_draw(&self, give: &mut impl FnMut(Chance, u64)) {
        let kinds = &self.rules.kinds;
        for (kind, count) in self.deck.kinds() {
            let kind = kinds.rule(kind).name;
            give(Chance::Draw { kind }, u64::from(count));
        }
        if self.deck.total() == 0 {
            let kind = kinds.rule(kinds.end()).name;
            give(Chance::Draw { kind }, 1);
        }
    }

    /// The orientations in which a tile may be laid on an open edge, as a mask over the kind's list.
    pub(super) fn fitting(&self, tile: TileIndex, dir: Dir, kind: KindIndex) -> u8 {
        let kinds = &self.rules.kinds;
        let rule = kinds.rule(kind);
        if kind == kinds.end() {
            return rule.best_orientations(opposite(dir), |_| 0).1;
        }
        let around = self.board.beyond(tile, dir);
        let (blocked, mask) = rule.best_orientations(opposite(dir), |exits| around.blocked(exits));
        match self.rules.options.fit {
            Fit::Strict if blocked != Some(0) => 0,
            Fit::Strict | Fit::Path => mask,
        }
    }

    /// The laying is over: tests that the jungle is not closed, and goes on with the game.
    fn end_laying(&mut self) {
        (self.task, self.ahead) = (Task::Idle, None);
        if !self.is_closed() {
            self.go_on_after_laying();
        } else if self.phase == Phase::Setup && self.redeals < MOST_REDEALS {
            self.redeals += 1;
            self.set_out();
        } else {
            self.end_game("lost_in_jungle", -1.0);
        }
    }

    /// Is no place left where a tile could be added and a soldier could come?
    fn is_closed(&self) -> bool {
        let joined = self.board.component(self.soldier_tiles());
        !self.ship_placed() && joined & self.board.open_tiles() == 0
    }

    fn go_on_after_laying(&mut self) {
        if self.phase == Phase::Setup {
            self.redeals = 0;
            self.begin_turn();
        } else {
            self.begin_lurker_phase();
        }
    }
}
