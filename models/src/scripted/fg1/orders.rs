//! What a side with the initiative does next.
//!
//! 1. It rallies, if that is sure: it costs nothing.
//! 2. It makes the moves that nobody can answer, the most useful first; squads far from the objectives board hovers,
//!    and get off beside them.
//! 3. It fires, for fire that fails ends the initiative no worse than a pass; or makes a move under fire, even one that
//!    is worth a little less, for after it the shot is still there.

use moonbase_engine::Game;
use moonbase_engine::fg1::{Action, BaseId, Firers, Mode, Rally, Status};
use moonbase_engine::hex::Dir;

use super::ground::{CONTESTS, Ground, HARM, INITIATIVE};
use super::plan::{HEX, ROUGHLY};
use super::sheet::Unit;

/// A move must gain as much, in points.
const WORTHWHILE: f32 = 0.2;

/// Squads as far from all objectives as this look for a hover.
const FAR: u8 = 8;

/// Squads get off as near to an objective as this.
const NEAR: u8 = 4;

/// The steps above, the first the highest.
const RALLY: f32 = 30.0;
/// Before hovers go.
const TRANSPORT: f32 = 20.0;
const SAFE: f32 = 10.0;
const FIRE: f32 = 2.0;
/// Below passing, which is 0.
const USELESS: f32 = -1.0;

impl Ground<'_> {
    /// The score of an action of the side with the initiative.
    pub fn order(&self, action: Action) -> f32 {
        match action {
            Action::Move { base, mode } => self.going(base, mode.unwrap_or(Mode::Ground)),
            Action::Fire { firers, target } => FIRE + self.shot_first(firers, target),
            Action::Load { squad, hover } => self.loading(squad, hover),
            Action::Unload { squad, dir } => self.unloading(squad, dir),
            Action::Rally { base } => self.rallying(base),
            _ => 0.0,
        }
    }

    fn going(&self, base: BaseId, mode: Mode) -> f32 {
        let Some(unit) = self.sheet.unit(base) else {
            return USELESS;
        };
        let loaded = self.position().loaded() & base.bit() != 0;
        let left = unit.kind.movement(mode) - if loaded { HEX } else { 0 };
        let Some(plan) = self.plan(unit, mode, left, ROUGHLY) else {
            return USELESS;
        };
        let gain = plan.value - self.here(unit);
        if gain < WORTHWHILE {
            return USELESS + 0.1 * gain.max(-5.0);
        }
        if plan.risk.works < 0.03 {
            return SAFE + gain;
        }
        let stopped = plan.risk.works;
        let net = (1.0 - stopped) * gain - stopped * INITIATIVE - HARM * plan.risk.harm;
        if net > 0.0 {
            FIRE + net
        } else {
            USELESS + 0.1 * net.max(-5.0)
        }
    }

    /// A shot beside a move of the same worth: it can be fired after the move, if that comes through.
    fn shot_first(&self, firers: Firers, target: BaseId) -> f32 {
        0.6 * self.firing(firers, target) - 0.4
    }

    /// What a shot does on average, and the initiative kept.
    pub fn firing(&self, firers: Firers, target: BaseId) -> f32 {
        let Some(unit) = self.sheet.unit(target) else {
            return 0.0;
        };
        let dice = self.position().shot_dice(firers, target);
        let blow = self.sheet.blow(dice, &unit.target, 1.0);
        blow.harm * self.weight(unit) + INITIATIVE * blow.works
    }

    /// An enemy at an objective counts more.
    fn weight(&self, unit: &Unit) -> f32 {
        let near = |hex| unit.target.hex.distance(hex) <= CONTESTS;
        match self.objectives.iter().any(|objective| near(objective.hex)) {
            true => 1.0 + self.clock.urgency(),
            false => 1.0,
        }
    }

    /// Steps to the nearest objective; 0 without one.
    fn way(&self, hex: moonbase_engine::hex::Hex) -> u8 {
        let ways = self.objectives.iter().map(|o| o.hex.distance(hex));
        ways.min().unwrap_or(0)
    }

    /// Squads that would take too long on foot board a hover that has still to move.
    fn loading(&self, squad: BaseId, hover: BaseId) -> f32 {
        let (Some(walks), Some(carries)) = (self.sheet.unit(squad), self.sheet.unit(hover)) else {
            return USELESS;
        };
        let way = self.way(walks.target.hex);
        let late = u16::from(way) > 2 * self.clock.mine;
        let goes = self.position().moved() & hover.bit() == 0 && self.clock.mine > 0;
        let safe = self.guard(&walks.target).works < 0.03;
        if goes && safe && (way >= FAR || late && way > NEAR) {
            return TRANSPORT + 0.01 * f32::from(way) + 0.1 * f32::from(carries.carries);
        }
        USELESS
    }

    /// Squads get off near an objective, on the best hex.
    fn unloading(&self, squad: BaseId, dir: Dir) -> f32 {
        let position = self.position();
        let hover = position
            .carrier(squad)
            .and_then(|hover| self.sheet.unit(hover));
        let cell = hover.and_then(|hover| position.field().neighbour(hover.target.cell, dir));
        let (Some(hover), Some(cell)) = (hover, cell) else {
            return USELESS;
        };
        let way = self.way(position.field().hex(cell));
        let stays = position.moved() & hover.id.bit() != 0 || self.clock.mine == 0;
        if way <= NEAR || stays && way <= FAR {
            return TRANSPORT - 0.1 * f32::from(way);
        }
        USELESS
    }

    fn rallying(&self, base: BaseId) -> f32 {
        let position = self.position();
        let worth = f32::from(position.kind(base).points());
        let sure = position.options().rally == Rally::Sure;
        match (sure, position.status(base)) {
            (true, _) => RALLY + worth,
            (false, Status::Suppressed) => FIRE + 0.15 * worth,
            (false, _) => FIRE + 0.05 * worth,
        }
    }
}
