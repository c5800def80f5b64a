//! How a move goes: leg by leg to the best hex within the movement left.

use moonbase_engine::fg1::{Action, Cell, Leg, Mode, Move, Status};
use moonbase_engine::hex::{Dir, Hex};

use super::ground::{Ground, HARM, INITIATIVE};
use super::odds::Blow;
use super::plan::{CLOSELY, HEX, Plan};
use super::sheet::Unit;

/// A move under way, and where it should lead.
pub struct Legs<'g, 'a> {
    ground: &'g Ground<'a>,
    unit: &'g Unit<'a>,
    under_way: Move,
    mode: Mode,
    plan: Option<Plan>,
}

impl<'g, 'a> Legs<'g, 'a> {
    /// `None` if nobody is moving.
    pub fn new(ground: &'g Ground<'a>, under_way: Move) -> Option<Legs<'g, 'a>> {
        let unit = ground.sheet.unit(under_way.actor)?;
        let mode = ground.position().mode(unit.id).unwrap_or(Mode::Ground);
        Some(Legs {
            ground,
            unit,
            under_way,
            mode,
            plan: ground.plan(unit, mode, under_way.left, CLOSELY),
        })
    }

    /// What can be hoped for after a leg, in points.
    pub fn score(&self, action: Action) -> f32 {
        let facing = self.ground.position().facing(self.unit.id).unwrap_or(0);
        match action {
            Action::Ahead { hexes } => self.along(facing, hexes),
            Action::Step { dir, hexes } => self.along(dir, hexes),
            Action::Turn { by } => self.turned((facing + by) % 6),
            _ => self.ground.here(self.unit),
        }
    }

    /// So many hexes in a direction, and what may follow.
    fn along(&self, dir: Dir, hexes: u8) -> f32 {
        let field = self.ground.position().field();
        let (mut cell, mut risk) = (self.unit.target.cell, Blow::default());
        for _ in 0..hexes {
            let Some(next) = field.neighbour(cell, dir) else {
                break;
            };
            cell = next;
            let danger = self.danger(cell);
            risk.works = risk.works.max(danger.works);
            risk.harm = risk.harm.max(danger.harm);
        }
        let gone = HEX * u16::from(hexes);
        let left = self.under_way.left.saturating_sub(gone);
        let hope = self.hope(cell, left, self.under_way.straight + gone);
        let stay = self.ground.here(self.unit);
        hope - risk.works * ((hope - stay).max(0.0) + INITIATIVE) - HARM * risk.harm
    }

    /// What the other side's fire may do where the base comes; nothing once it has been stopped.
    fn danger(&self, cell: Cell) -> Blow {
        if self.unit.target.status != Status::Ok {
            return Blow::default();
        }
        let there = self.unit.at(self.ground.position(), cell, self.mode);
        self.ground.guard(&there.target)
    }

    /// The best of stopping on a hex and of going on from there.
    fn hope(&self, cell: Cell, left: u16, straight: u16) -> f32 {
        let stop = self.ground.value(self.unit, cell, self.mode);
        let Some(plan) = self.plan else {
            return stop;
        };
        if cell == plan.goal {
            return plan.value;
        }
        let turns = self.unit.kind.turn_cost();
        let may_turn = straight >= self.unit.kind.straight(self.mode);
        if !may_turn && turns > 0 {
            return stop;
        }
        let field = self.ground.position().field();
        let (from, to) = (field.hex(cell), field.hex(plan.goal));
        let bends = if lies_ahead(from, to) { 1 } else { 2 };
        let cost = HEX * u16::from(from.distance(to)) + turns * bends;
        stop.max(plan.value - price(cost, left, bends))
    }

    /// After a turn, the best point of the way ahead.
    fn turned(&self, facing: Dir) -> f32 {
        let field = self.ground.position().field();
        let stop = self.ground.here(self.unit);
        let (Some(plan), left) = (self.plan, self.under_way.left) else {
            return stop;
        };
        let left = left.saturating_sub(self.unit.kind.turn_cost());
        let goal = field.hex(plan.goal);
        let (mut cell, mut best) = (self.unit.target.cell, None);
        for gone in 1..=left / HEX {
            let Some(next) = field.neighbour(cell, facing) else {
                break;
            };
            if !self.unit.stands(field.terrain(next), self.mode) {
                break;
            }
            cell = next;
            let way = field.hex(cell).distance(goal);
            if best.is_none_or(|(nearest, _, _)| way < nearest) {
                best = Some((way, cell, gone));
            }
        }
        match best {
            Some((_, cell, gone)) => {
                let hope = self.hope(cell, left - HEX * gone, HEX * gone);
                hope - 0.01 * f32::from(u8::from(self.under_way.leg == Leg::Turn))
            }
            None => stop - 1.0,
        }
    }
}

/// Does a straight way lead from one hex to the other?
fn lies_ahead(from: Hex, to: Hex) -> bool {
    let (dq, dr) = (to.q - from.q, to.r - from.r);
    dq == 0 || dr == 0 || dq == -dr
}

/// What a goal loses by lying so far off: a little for each bend, much for what is out of reach.
fn price(cost: u16, left: u16, bends: u16) -> f32 {
    let missing = f32::from(cost.saturating_sub(left)) / f32::from(HEX);
    0.02 * f32::from(bends) + 0.2 * missing
}
