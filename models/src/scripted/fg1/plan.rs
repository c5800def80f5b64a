//! Where a base would go: the best of some hexes within its movement.

use arrayvec::ArrayVec;
use moonbase_engine::fg1::{Cell, Mode};
use moonbase_engine::hex::{Dir, Hex, STEPS};

use super::ground::Ground;
use super::odds::Blow;
use super::sheet::Unit;

/// mm across a hex.
pub const HEX: u16 = 20;

/// Hexes that are looked at for a move.
type Spots = ArrayVec<Cell, 72>;

/// The best hex that was found.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub goal: Cell,
    /// What it is worth to be there, in points.
    pub value: f32,
    /// What the other side's fire may do on the way.
    pub risk: Blow,
}

/// How closely to look: at the circles of so many quarters of the movement.
pub const ROUGHLY: &[u16] = &[2, 4];
pub const CLOSELY: &[u16] = &[1, 2, 3, 4];

impl Ground<'_> {
    /// The best hex that a base may come to with `left` mm in a mode; `None` if there is no other.
    pub fn plan(&self, unit: &Unit, mode: Mode, left: u16, quarters: &[u16]) -> Option<Plan> {
        let reach = left / HEX;
        let mut spots = Spots::new();
        self.circles(unit, mode, reach, quarters, &mut spots);
        let rated = |cell: Cell| (self.value(unit, cell, mode), cell);
        let better = |a: (f32, Cell), b: (f32, Cell)| if b.0 > a.0 { b } else { a };
        let (mut value, mut goal) = spots.into_iter().map(rated).reduce(better)?;
        if !unit.kind.is_squad() {
            let near = Spots::from_iter(self.beside(unit, mode, goal, reach));
            (value, goal) = near.into_iter().map(rated).fold((value, goal), better);
        }
        let risk = self.risk(unit, mode, goal);
        Some(Plan { goal, value, risk })
    }

    /// Hexes on circles about the base, and the objectives.
    fn circles(&self, unit: &Unit, mode: Mode, reach: u16, quarters: &[u16], spots: &mut Spots) {
        let from = unit.target.hex;
        let mut add = |hex: Hex| {
            if let Some(cell) = self.free(unit, mode, hex)
                && !spots.is_full()
            {
                spots.push(cell);
            }
        };
        for objective in &self.objectives {
            if u16::from(objective.hex.distance(from)) <= reach {
                add(objective.hex);
            }
        }
        let mut before = 0;
        for quarter in quarters {
            let radius = (reach * quarter / 4).max(1) as i8;
            if radius > before && u16::from(radius as u8) <= reach {
                circle(from, radius).for_each(&mut add);
                before = radius;
            }
        }
    }

    /// Hexes beside a goal.
    fn beside(
        &self,
        unit: &Unit,
        mode: Mode,
        goal: Cell,
        reach: u16,
    ) -> impl Iterator<Item = Cell> {
        let (from, centre) = (unit.target.hex, self.position().field().hex(goal));
        (0..6).filter_map(move |dir| {
            let hex = centre.step(dir);
            let near = u16::from(hex.distance(from)) <= reach;
            self.free(unit, mode, hex).filter(|_| near)
        })
    }

    /// The hex, if the base could end a leg on it.
    fn free(&self, unit: &Unit, mode: Mode, hex: Hex) -> Option<Cell> {
        let position = self.position();
        let cell = position.field().cell(hex)?;
        let stands = unit.stands(position.field().terrain(cell), mode);
        (stands && position.bases_on(cell).next().is_none()).then_some(cell)
    }

    /// What the other side's fire may do at the goal or half way there, whichever is worse.
    fn risk(&self, unit: &Unit, mode: Mode, goal: Cell) -> Blow {
        let position = self.position();
        let (from, to) = (unit.target.hex, position.field().hex(goal));
        let half = Hex::new(midway(from.q, to.q), midway(from.r, to.r));
        let half = position.field().cell(half).unwrap_or(goal);
        let danger = |cell| self.guard(&unit.at(position, cell, mode).target);
        let (at_goal, half_way) = (danger(goal), danger(half));
        Blow {
            works: at_goal.works.max(half_way.works),
            harm: at_goal.harm.max(half_way.harm),
        }
    }
}

fn midway(a: i8, b: i8) -> i8 {
    ((i16::from(a) + i16::from(b)) / 2) as i8
}

/// Twelve hexes at a distance: the corners of the circle and the middles of its sides.
fn circle(from: Hex, radius: i8) -> impl Iterator<Item = Hex> {
    let sides = if radius > 1 { 2 } else { 1 };
    (0..6).flat_map(move |dir| (0..sides).filter_map(move |part| around(from, dir, radius, part)))
}

/// The corner of a circle in a direction, or (`part` 1) the middle between it and the next; `None` if that is farther
/// off than coordinates go.
fn around(from: Hex, dir: Dir, radius: i8, part: i8) -> Option<Hex> {
    let aside = part * (radius / 2);
    let along = |dir: Dir, steps: i8| {
        let (dq, dr) = STEPS[usize::from(dir)];
        (
            i16::from(dq) * i16::from(steps),
            i16::from(dr) * i16::from(steps),
        )
    };
    let (ahead, aside) = (along(dir, radius - aside), along((dir + 1) % 6, aside));
    let (q, r) = (
        i16::from(from.q) + ahead.0 + aside.0,
        i16::from(from.r) + ahead.1 + aside.1,
    );
    (q.abs() <= 100 && r.abs() <= 100).then(|| Hex::new(q as i8, r as i8))
}
