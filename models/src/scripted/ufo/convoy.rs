//! How SHADO moves: as a column of one Mobile a tile, the Command Mobile behind the first.

use moonbase_engine::board::TileIndex;
use moonbase_engine::hex::Dir;
use moonbase_engine::ufo::{GUNS, MOBILES, Unit};

use super::map::FAR;
use super::plan::Plan;
use super::shado::Shado;
use super::worth::unit_worth;

/// What a move with the convoy is worth, in units that the Aliens would else abduct.
const ADVANCE: f64 = 0.25;

/// What it costs to drive onto another Mobile's tile with a move left, and with the last one.
const PASSING: f64 = 0.2;
const CROWDING: f64 = 0.3;

/// The first of the column may be so many tiles ahead of the next.
const GAP: u8 = 2;

/// The first of the column may be so many tiles ahead of the last.
const COLUMN: u8 = 4;

/// Stragglers farther behind than this are not waited for.
const STRAGGLER: u8 = 5;

impl Shado<'_> {
    /// A Mobile's move.
    pub(super) fn drive(&self, unit: Unit, dir: Dir) -> f64 {
        let (Some(plan), Some(from)) = (&self.plan, self.position.unit_tile(unit)) else {
            return 0.0;
        };
        let to = self.position.board().neighbour(from, dir);
        let nearer = plan.drive[to as usize] < plan.drive[from as usize];
        if from == self.position.start_tile() && !nearer && self.spreads_out(unit, to) {
            return 0.15;
        }
        if plan.assault && plan.ready & unit.bit() != 0 {
            return if nearer { self.entry(unit) } else { -1.0 };
        }
        let way = plan.steps[to as usize];
        if !nearer || self.waits_before(unit, way) || !self.in_company(unit, way) {
            return -1.0;
        }
        let aliens = f64::from(self.position.aliens_on(to));
        let order = 0.002 * f64::from(plan.drive[from as usize]);
        let last = if unit == Unit::C { 0.05 } else { 0.0 };
        ADVANCE - self.crowding(unit, to) - 0.06 * aliens - order - last
    }

    /// Driving onto the UFO's tile: loaded Mobiles first.
    fn entry(&self, unit: Unit) -> f64 {
        10.0 + unit_worth(self.position, unit) - if unit == Unit::C { 2.0 } else { 0.0 }
    }

    /// In front of the UFO all wait until it is time; the Command Mobile leaves the last tile to the guns.
    fn waits_before(&self, unit: Unit, way: u8) -> bool {
        let guns = (self.position.units_alive() & GUNS).count_ones();
        let last = if unit == Unit::C && guns > 1 { 1 } else { 0 };
        self.position.ufo_placed() && way <= last
    }

    /// May a Mobile go to where `way` tiles are left to the goal? Only if the next one comes up to within two tiles,
    /// and the column does not grow too long, counting the moves that the others still have; the
    /// Command Mobile never goes in front.
    fn in_company(&self, unit: Unit, way: u8) -> bool {
        let others = self.position.units_alive() & MOBILES & !unit.bit();
        let ways = Unit::all_in(others).map(|other| (other, self.way_to_come(other)));
        let near = ways.filter(|(_, other)| *other <= way.saturating_add(STRAGGLER));
        let last = near.clone().map(|(_, other)| other).max();
        let next = near.clone().map(|(_, other)| other).min();
        let first_gun = near
            .filter(|(other, _)| other.is_gun())
            .map(|(other, _)| self.way_of(other))
            .min();
        let behind = unit != Unit::C || first_gun.is_none_or(|first| way >= first);
        behind
            && last.is_none_or(|last| way + COLUMN >= last)
            && next.is_none_or(|next| way + GAP >= next)
    }

    /// Leaving the crowd on the start tile for a tile of its own.
    fn spreads_out(&self, unit: Unit, to: TileIndex) -> bool {
        let here = self.position.units_on(self.position.start_tile()) & MOBILES;
        unit != Unit::C && here.count_ones() > 2 && self.position.units_on(to) == 0
    }

    /// In front of the UFO the guns come together for the assault.
    fn gathers_on(&self, tile: TileIndex) -> bool {
        let near = |plan: &Plan| plan.steps[tile as usize] <= 1;
        self.position.ufo_placed() && self.plan.as_ref().is_some_and(near)
    }

    /// What the Mobiles on a tile make it cost to come to it: if one of them is struck the others can be
    /// pushed together in excess of the limit.
    fn crowding(&self, unit: Unit, to: TileIndex) -> f64 {
        if to == self.position.start_tile() || self.gathers_on(to) {
            return 0.0;
        }
        let there = self.position.units_on(to) & MOBILES & !unit.bit();
        let stays = self.position.active() == Some(unit) && self.position.actions_left() == 1;
        f64::from(there.count_ones()) * if stays { CROWDING } else { PASSING }
    }

    /// Tiles to the goal from where a Mobile is.
    pub(super) fn way_of(&self, unit: Unit) -> u8 {
        let tile = self.position.unit_tile(unit);
        match (&self.plan, tile) {
            (Some(plan), Some(tile)) => plan.steps[tile as usize],
            _ => FAR,
        }
    }

    /// Tiles to the goal from where a Mobile can still get this turn.
    fn way_to_come(&self, unit: Unit) -> u8 {
        let left = match self.position.activated() & unit.bit() != 0 {
            true => 0,
            false if self.position.active() == Some(unit) => self.position.actions_left(),
            false => 2,
        };
        self.way_of(unit).saturating_sub(left)
    }

    /// A team on foot makes for a Mobile with room, or for the goal.
    pub(super) fn march(&self, unit: Unit, dir: Dir) -> f64 {
        let (Some(plan), Some(from)) = (&self.plan, self.position.unit_tile(unit)) else {
            return 0.0;
        };
        let to = self.position.board().neighbour(from, dir);
        if self.position.ufo_tile() == Some(to) {
            return if plan.assault { 9.0 } else { -1.0 };
        }
        let march = plan.march(self.position);
        let nearer = march[to as usize] < march[from as usize];
        if nearer {
            0.6 - 0.2 * f64::from(self.position.aliens_on(to))
        } else {
            -1.0
        }
    }
}
