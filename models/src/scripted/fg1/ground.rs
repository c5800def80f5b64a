//! What it is worth for a base to stand somewhere: what it can shoot at from there, what can shoot at it, and
//! objectives.

use arrayvec::ArrayVec;
use moonbase_engine::Seat;
use moonbase_engine::fg1::{BaseId, Cell, Fg1, Kind, Mode, OBJECTIVE_POINTS, SHORT_RANGE};
use moonbase_engine::hex::Hex;

use super::odds::Blow;
use super::sheet::{Sheet, Target, Unit};

/// Enemies within so many hexes contest an objective.
pub const CONTESTS: u8 = 2;

/// What it is worth to keep the initiative, in points.
pub const INITIATIVE: f32 = 0.3;

/// What a point that the other side's fire may take on the way counts, beside points gained by getting there: less than
/// one, for who never shows himself takes no objective.
pub const HARM: f32 = 0.4;

/// How the game stands in time, as one side sees it.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Share of the initiatives begun, up to 1.
    pub progress: f32,
    /// Initiatives of the side's own, and of the other's, after the present one.
    pub mine: u16,
    pub theirs: u16,
}

impl Clock {
    pub fn new(position: &Fg1, me: Seat) -> Clock {
        let last = position.last_initiative();
        let after = last.saturating_sub(position.initiative());
        let (turns, others) = (after / 2, after.div_ceil(2));
        let mine = position.side() == me;
        Clock {
            progress: f32::from(position.initiative()) / f32::from(last),
            mine: if mine { turns } else { others },
            theirs: if mine { others } else { turns },
        }
    }

    /// What an objective that is held now counts of one that is held at the end.
    pub fn urgency(&self) -> f32 {
        match self.mine {
            0 => 1.0,
            _ => 0.2 + 0.8 * self.progress * self.progress,
        }
    }
}

/// An objective, and who is there.
#[derive(Clone, Copy, Debug)]
pub struct Objective {
    pub hex: Hex,
    pub on: Option<BaseId>,
    /// Bases of mine, of theirs, that are near enough to contest it.
    pub mine: u8,
    pub theirs: u8,
}

/// The ground as one side sees it.
pub struct Ground<'a> {
    pub sheet: Sheet<'a>,
    pub me: Seat,
    pub clock: Clock,
    pub objectives: ArrayVec<Objective, 8>,
    fear: f32,
}

/// The most of several dangers or chances, and a part of the rest.
#[derive(Default)]
struct Sum {
    most: f32,
    all: f32,
}

impl Sum {
    #[inline]
    fn add(&mut self, harm: f32) {
        self.most = self.most.max(harm);
        self.all += harm;
    }

    fn total(&self) -> f32 {
        self.most + 0.25 * (self.all - self.most)
    }
}

impl<'a> Ground<'a> {
    pub fn new(position: &'a Fg1, me: Seat) -> Ground<'a> {
        let sheet = Sheet::new(position);
        let clock = Clock::new(position, me);
        let objectives = position.objectives().iter();
        let objectives = objectives
            .map(|cell| objective(&sheet, me, *cell))
            .collect();
        Ground {
            sheet,
            me,
            clock,
            objectives,
            fear: if clock.theirs > 0 { 0.5 } else { 0.0 },
        }
    }

    pub fn position(&self) -> &'a Fg1 {
        self.sheet.position
    }

    pub fn theirs(&self) -> &[Unit<'a>] {
        &self.sheet.units[self.me.other()]
    }

    /// What it is worth for a base to stand where it stands.
    pub fn here(&self, unit: &Unit) -> f32 {
        let mode = self.position().mode(unit.id).unwrap_or(Mode::Ground);
        self.value(unit, unit.target.cell, mode)
    }

    /// What it would be worth for a base to stand on a hex, having come there in a mode; in points.
    pub fn value(&self, unit: &Unit, cell: Cell, mode: Mode) -> f32 {
        let moved = unit.at(self.position(), cell, mode);
        let (mut chances, mut dangers) = (Sum::default(), Sum::default());
        let mut nearest = u8::MAX;
        for enemy in self.theirs() {
            nearest = nearest.min(enemy.target.hex.distance(moved.target.hex));
            chances.add(self.sheet.shot(&moved, moved.range, &enemy.target).harm);
            dangers.add(self.sheet.shot(enemy, enemy.range, &moved.target).harm);
        }
        let far = f32::from(nearest.saturating_sub(unit.range));
        0.6 * chances.total() - self.fear * dangers.total() - 0.02 * far
            + self.objectives_from(unit, moved.target.hex)
    }

    /// What the objectives are worth to a base on a hex.
    fn objectives_from(&self, unit: &Unit, hex: Hex) -> f32 {
        let worth = |objective: &Objective| self.objective_from(unit, hex, objective);
        self.objectives.iter().map(worth).sum()
    }

    fn objective_from(&self, unit: &Unit, hex: Hex, objective: &Objective) -> f32 {
        let full = f32::from(OBJECTIVE_POINTS) * self.clock.urgency();
        let away = hex.distance(objective.hex);
        let now = unit.target.hex.distance(objective.hex);
        let taken = objective.on.filter(|base| *base != unit.id);
        let held = taken.is_some_and(|base| base.side() == self.me);
        let mates = objective.mine.saturating_sub(u8::from(now <= CONTESTS));
        let mut worth = 0.0;
        if away == 0 {
            worth += if objective.theirs == 0 {
                full
            } else {
                0.3 * full
            };
        } else if away <= CONTESTS && mates == 0 && (taken.is_some() && !held) {
            worth += 0.9 * full;
        }
        let pull = pull(unit) * if held { 0.3 } else { 1.0 };
        worth - pull * (1.0 + 2.0 * self.clock.progress) * f32::from(away)
    }

    /// How likely the other side's fire stops a base that shows itself somewhere, and what it loses, in points.
    pub fn guard(&self, target: &Target) -> Blow {
        let position = self.position();
        // The bases of the side that answers.
        let spent = if position.side() == self.me {
            position.spent()
        } else {
            0
        };
        let (mut passes, mut harm) = (1.0, 0.0);
        for enemy in self.theirs() {
            if spent & enemy.id.bit() == 0 {
                let reach = enemy.reach().min(SHORT_RANGE);
                let shot = self.sheet.shot(enemy, reach, target);
                passes *= 1.0 - shot.works;
                harm += shot.harm;
            }
        }
        Blow {
            works: 1.0 - passes,
            harm,
        }
    }
}

fn objective(sheet: &Sheet, me: Seat, cell: Cell) -> Objective {
    let hex = sheet.position.field().hex(cell);
    let near = |side: Seat| {
        let units = sheet.units[side].iter();
        let near = units.filter(|unit| unit.target.hex.distance(hex) <= CONTESTS);
        near.count() as u8
    };
    Objective {
        hex,
        on: sheet.position.bases_on(cell).next(),
        mine: near(me),
        theirs: near(me.other()),
    }
}

/// How strongly objectives draw a base, in points a hex: squads are there to take them, long guns stay where they are.
fn pull(unit: &Unit) -> f32 {
    let own = match unit.kind {
        Kind::Squad => 0.2,
        Kind::LightHover | Kind::LightWalker => 0.06,
        Kind::MediumHover | Kind::MediumWalker => 0.04,
        Kind::HeavyHover | Kind::HeavyWalker => 0.02,
        Kind::Fighter => 0.01,
    };
    own + 0.12 * f32::from(unit.carries)
}
