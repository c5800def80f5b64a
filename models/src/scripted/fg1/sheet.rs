//! Both sides' bases on the board, as fire sees them.

use arrayvec::ArrayVec;
use moonbase_engine::fg1::{
    BaseId, Cell, Crossfire, Fg1, Kind, MOST_A_SIDE, Mode, SHORT_RANGE, Start, Status, Terrain,
};
use moonbase_engine::hex::Hex;
use moonbase_engine::{BySeat, Game, Seat};

use super::odds::{Blow, Blows, blow, blows};

/// Squads of a platoon as near as this to each other fire together.
const TOGETHER: u8 = 2;

/// A base as a target, where it stands or might stand.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub cell: Cell,
    pub hex: Hex,
    /// Sees and is seen over wood.
    pub flies: bool,
    /// Dice that it adds to a shot at it.
    pub modifier: i8,
    pub saves: u8,
    pub status: Status,
    /// In points.
    pub worth: f32,
}

/// A base on the board.
#[derive(Clone, Copy, Debug)]
pub struct Unit<'a> {
    pub id: BaseId,
    pub kind: Kind,
    pub range: u8,
    /// Of its own and of those that would fire with it.
    pub dice: i8,
    /// Its own share of these.
    pub share: f32,
    /// Squads aboard.
    pub carries: u8,
    pub target: Target,
    platoon: &'a str,
}

/// Both sides.
pub struct Sheet<'a> {
    pub position: &'a Fg1,
    pub units: BySeat<ArrayVec<Unit<'a>, MOST_A_SIDE>>,
    blows: &'static Blows,
}

impl<'a> Sheet<'a> {
    pub fn new(position: &'a Fg1) -> Sheet<'a> {
        let mut units = BySeat::new(ArrayVec::new(), ArrayVec::new());
        for start in position.scenario().bases() {
            if let Some(unit) = Unit::new(position, start) {
                units[start.id.side()].push(unit);
            }
        }
        for side in Seat::BOTH {
            join(&mut units[side], position.options().crossfire);
        }
        Sheet {
            position,
            units,
            blows: blows(),
        }
    }

    /// The base, if it is on the board.
    pub fn unit(&self, id: BaseId) -> Option<&Unit<'a>> {
        self.units[id.side()].iter().find(|unit| unit.id == id)
    }

    /// What a shot within `reach` hexes would do, in points; nothing out of reach or sight.
    #[inline]
    pub fn shot(&self, firer: &Unit, reach: u8, target: &Target) -> Blow {
        let from = &firer.target;
        let distance = from.hex.distance(target.hex);
        if distance > reach {
            return Blow::default();
        }
        let clear = from.flies
            || target.flies
            || distance <= 1
            || self.position.sight().sees(from.cell, target.cell);
        if !clear {
            return Blow::default();
        }
        let long = if distance > SHORT_RANGE { 2 } else { 0 };
        self.blow(firer.dice + target.modifier - long, target, firer.share)
    }

    /// What so many dice would do, in points.
    #[inline]
    pub fn blow(&self, dice: i8, target: &Target, share: f32) -> Blow {
        let Blow { works, harm } = blow(self.blows, dice, target.saves, target.status);
        Blow {
            works: works * share,
            harm: harm * share * target.worth,
        }
    }
}

impl<'a> Unit<'a> {
    fn new(position: &Fg1, start: &'a Start) -> Option<Unit<'a>> {
        let id = start.id;
        if !position.is_alive(id) || position.carrier(id).is_some() {
            return None;
        }
        Some(Unit::standing(position, start, position.cell(id)?))
    }

    /// A base in play, as it is, on a hex.
    pub fn standing(position: &Fg1, start: &'a Start, cell: Cell) -> Unit<'a> {
        let (id, kind) = (start.id, start.kind);
        let carries = match kind.is_hover() {
            true => position.passengers(id).count_ones() as u8,
            false => 0,
        };
        let target = Target {
            cell,
            hex: position.field().hex(cell),
            flies: position.flies(id),
            modifier: modifier(position, id, cell, position.mode(id)),
            saves: kind.save_dice(),
            status: position.status(id),
            worth: f32::from(kind.points()) + 0.3 + 1.3 * f32::from(carries),
        };
        Unit {
            id,
            kind,
            range: kind.range(),
            dice: kind.dice() as i8,
            share: 1.0,
            carries,
            target,
            platoon: &start.platoon,
        }
    }

    /// How far it fires as it is.
    #[inline]
    pub fn reach(&self) -> u8 {
        match self.target.status {
            Status::Ok => self.range,
            Status::Pinned => self.range.min(SHORT_RANGE),
            Status::Suppressed => 0,
        }
    }

    /// The same base elsewhere, after a move in a mode.
    #[inline]
    pub fn at(&self, position: &Fg1, cell: Cell, mode: Mode) -> Unit<'a> {
        let hovering = self.kind.is_hover() && mode == Mode::Hover;
        let cover = position.field().terrain(cell).cover() as i8;
        Unit {
            target: Target {
                cell,
                hex: position.field().hex(cell),
                flies: hovering || self.kind.is_fighter(),
                modifier: 3 * i8::from(hovering) - cover,
                ..self.target
            },
            ..*self
        }
    }

    /// Whether it could stand there.
    pub fn stands(&self, terrain: Terrain, mode: Mode) -> bool {
        self.kind.passes(mode, terrain)
    }
}

/// Cover, hovering, loading.
fn modifier(position: &Fg1, id: BaseId, cell: Cell, mode: Option<Mode>) -> i8 {
    let cover = position.field().terrain(cell).cover() as i8;
    let loads = position.act().is_loading() && position.act().actor() == Some(id);
    3 * i8::from(mode == Some(Mode::Hover)) + i8::from(loads) - cover
}

/// Lets bases of a platoon that stand together count as one.
fn join(units: &mut [Unit], crossfire: Crossfire) {
    let may = |unit: &Unit| unit.kind.is_squad() || crossfire == Crossfire::All;
    let joint = |unit: &Unit| {
        let near = |other: &&Unit| {
            other.platoon == unit.platoon
                && other.target.status != Status::Suppressed
                && other.target.hex.distance(unit.target.hex) <= TOGETHER
        };
        let mates = units.iter().filter(near).filter(|_| may(unit));
        mates.map(|mate| mate.kind.dice() as i8).sum::<i8>()
    };
    let dice: ArrayVec<i8, MOST_A_SIDE> = units.iter().map(joint).collect();
    for (unit, dice) in units.iter_mut().zip(dice) {
        let own = unit.kind.dice() as i8;
        if dice > own {
            (unit.dice, unit.share) = (dice, f32::from(own) / f32::from(dice));
        }
    }
}
