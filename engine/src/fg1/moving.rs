//! Moving: where a leg may lead, and going it hex by hex.

use super::base::{BaseId, Mode};
use super::field::{Cell, OFF};
use super::kind::{Terrain, Toll};
use super::options::Moves;
use super::state::{Act, Fg1, Leg, Move, Stage};
use crate::hex::Dir;

/// mm across a hex; also what loading and unloading cost.
pub(super) const HEX: u16 = 20;

/// `percent` hundredths less.
fn less(left: u16, percent: u16) -> u16 {
    left * (100 - percent) / 100
}

impl Fg1 {
    /// The movement with which a base would begin a move in a mode.
    #[inline]
    pub(super) fn movement(&self, base: BaseId, mode: Mode) -> u16 {
        let (kind, terrain) = (self.kind(base), self.field().terrain(self.cell_of(base)));
        let mut left = kind.movement(mode);
        if base.bit() & self.loaded != 0 {
            left -= HEX;
        }
        match kind.toll(mode, terrain) {
            Toll::Percent(percent) => less(left, percent),
            _ => left,
        }
    }

    /// The movement left after entering a hex, if it may be entered as far as its terrain goes.
    #[inline]
    fn after_entering(
        &self,
        base: BaseId,
        left: u16,
        (from, to): (Terrain, Terrain),
    ) -> Option<u16> {
        let toll = match from == to {
            true => Toll::Free,
            false => self.toll(base, to),
        };
        let left = match toll {
            Toll::Free | Toll::Stop => left,
            Toll::Percent(percent) => less(left, percent),
            Toll::Millimetres(length) => left.checked_sub(length)?,
            Toll::Impassable => return None,
        };
        left.checked_sub(HEX)
    }

    /// By the mode in which the base is.
    #[inline]
    fn toll(&self, base: BaseId, terrain: Terrain) -> Toll {
        let mode = self.conditions[base.index()].mode;
        self.kind(base).toll(mode, terrain)
    }

    /// Does entering the hex end the move?
    #[inline]
    fn halts(&self, base: BaseId, (from, to): (Terrain, Terrain)) -> bool {
        from != to && self.toll(base, to) == Toll::Stop
    }

    #[inline]
    fn terrains(&self, from: Cell, to: Cell) -> (Terrain, Terrain) {
        (self.field().terrain(from), self.field().terrain(to))
    }

    /// Is another base on the hex, and an enemy's?
    #[inline]
    fn others_on(&self, cell: Cell, base: BaseId) -> (bool, bool) {
        let on = |side| self.mask_of(side, |place| place == cell);
        let (ours, theirs) = (on(base.side()) & !base.bit(), on(base.side().other()));
        (ours | theirs != 0, theirs != 0)
    }

    /// How many hexes a base may go in a direction with so much movement: bit `n - 1` for `n` hexes.
    #[inline]
    pub(super) fn reach(&self, base: BaseId, dir: Dir, mut left: u16) -> u64 {
        let flies = self.kind(base).is_fighter();
        let (mut cell, mut mask, mut bit) = (self.cell_of(base), 0, 1);
        loop {
            let next = self.field().next(cell, dir);
            if next == OFF {
                return mask;
            }
            let terrains = self.terrains(cell, next);
            let Some(rest) = self.after_entering(base, left, terrains) else {
                return mask;
            };
            let (taken, enemy) = self.others_on(next, base);
            if enemy && !flies {
                return mask;
            }
            if !taken {
                mask |= bit;
            }
            if self.halts(base, terrains) {
                return mask;
            }
            (cell, left, bit) = (next, rest, bit << 1);
        }
    }

    pub(super) fn begin_move(&mut self, base: BaseId, mode: Option<Mode>) {
        if self.rules.options.moves == Moves::Once {
            self.moved |= base.bit();
        }
        let condition = &mut self.conditions[base.index()];
        let changed = mode.is_some_and(|mode| mode != condition.mode);
        condition.mode = mode.unwrap_or(condition.mode);
        let mode = condition.mode;
        self.act = Act::Move(Move {
            actor: base,
            left: self.movement(base, mode),
            straight: 0,
            leg: Leg::First { changed },
            to_go: 0,
            halted: false,
        });
    }

    /// The move under way.
    #[inline]
    fn under_way(&mut self) -> &mut Move {
        match &mut self.act {
            Act::Move(under_way) => under_way,
            _ => unreachable!("legs belong to moves"),
        }
    }

    /// A vehicle goes ahead, or a squad steps.
    pub(super) fn begin_leg(&mut self, leg: Leg, hexes: u8) {
        let under_way = self.under_way();
        (under_way.leg, under_way.to_go) = (leg, hexes);
        self.walk();
    }

    pub(super) fn turn_by(&mut self, by: u8) {
        let actor = self.under_way().actor;
        let cost = self.kind(actor).turn_cost();
        let condition = &mut self.conditions[actor.index()];
        condition.facing = (condition.facing + by) % 6;
        let under_way = self.under_way();
        under_way.left -= cost;
        (under_way.straight, under_way.leg) = (0, Leg::Turn);
    }

    /// Goes on with the leg under way, up to a question or to its end.
    pub(super) fn walk(&mut self) {
        while self.under_way().to_go > 0 {
            let alone = self.enter_next();
            if alone && self.ask() {
                return;
            }
        }
        match self.under_way().halted {
            true => self.finish(),
            false => self.stage = Stage::Choose,
        }
    }

    /// Enters the next hex of the leg; is no other base there?
    fn enter_next(&mut self) -> bool {
        let under_way = *self.under_way();
        let actor = under_way.actor;
        let dir = match under_way.leg {
            Leg::Step(dir) => dir,
            _ => self.conditions[actor.index()].facing,
        };
        let cell = self.cell_of(actor);
        let next = self.field().next(cell, dir);
        let terrains = self.terrains(cell, next);
        let left = self.after_entering(actor, under_way.left, terrains);
        let halted = self.halts(actor, terrains);
        let after = self.under_way();
        after.left = left.expect("a legal leg can be gone");
        (after.straight, after.to_go) = (after.straight + HEX, after.to_go - 1);
        after.halted = halted;
        self.places[actor.index()] = next;
        !self.others_on(next, actor).0
    }
}
