//! What SHADO does.
//!
//! 1. Shoot what threatens most, by expected kills; teams step off, fire, and board again: it costs nothing.
//! 2. Drive for the nearest promising open exit, as a column of one Mobile a tile, the Command Mobile behind the
//!    first. A stack defends itself no better than a single Mobile, and loses more when it is driven back.
//! 3. Once the UFO is found, gather in front of it, and assault it with all at once: loaded Mobiles drive in
//!    first, then the rest as far as there is room, and the Command Mobile calls SKY1.

use std::cell::OnceCell;

use moonbase_engine::Game;
use moonbase_engine::board::{Bits, MAX_TILES, TileIndex};
use moonbase_engine::hex::{Dir, Hex};
use moonbase_engine::ufo::{Action, GUNS, Phase, Task, Ufo, Unit, Weapon};

use super::losses;
use super::odds::{expected_hits, expected_kills, some_six};
use super::plan::Plan;
use super::table::Table;
use super::worth::{dice_of, unit_worth};

/// What it is worth to remove an Alien that threatens nobody yet.
const ATTRITION: f64 = 0.05;

/// A turn of SHADO: the plan, and how near the Aliens' ways are.
pub(super) struct Shado<'a> {
    pub(super) position: &'a Ufo,
    pub(super) plan: Option<Plan>,
    table: &'a Table<'a>,
    /// Per tile, what each Alien there adds to the danger of the Aliens' best strike: once asked for.
    menace: [OnceCell<f64>; MAX_TILES],
    /// Per tile, what bombs there are worth: once asked for.
    bombs: [OnceCell<f64>; MAX_TILES],
}

impl<'a> Shado<'a> {
    pub(super) fn new(table: &'a Table<'a>) -> Self {
        let position = table.position;
        let moving = position.phase() == Phase::Shado && position.task() == Task::Idle;
        Shado {
            position,
            plan: moving.then(|| Plan::new(table)),
            table,
            menace: [const { OnceCell::new() }; MAX_TILES],
            bombs: [const { OnceCell::new() }; MAX_TILES],
        }
    }

    /// The score of a SHADO decision; `end` and `done` score 0.
    pub(super) fn score(&self, action: Action) -> f64 {
        let position = self.position;
        match action {
            Action::Cannon { unit, at } => self.shot(unit, Weapon::Cannon, position.tile_at(at)),
            Action::Fire { unit, at } => self.shot(unit, Weapon::SmallArms, position.tile_at(at)),
            Action::Missile { at } => self.shot(Unit::I1, Weapon::Missile, position.tile_at(at)),
            Action::Mortar { unit, dir } => self.mortar(unit, dir),
            Action::Move { unit, dir } if unit.is_mobile() => self.drive(unit, dir),
            Action::Move { unit, dir } => self.march(unit, dir),
            Action::Off { unit } => self.step_off(unit),
            Action::On { .. } => 2.01,
            Action::Sky => self.call_strike(),
            Action::SkyAssault => self.call_for_assault(),
            Action::Grant { unit } => 5.0 + unit_worth(position, unit),
            Action::Strike { at, dir } => self.strike(at, dir),
            Action::Lost { unit } => losses::score_lost(position, unit),
            Action::Back { unit, dir } => losses::score_own_retreat(position, unit, dir),
            Action::Flee { dir, count } => losses::score_flee(self.table, dir, count),
            _ => 0.0,
        }
    }

    /// Expected kills, weighted by what each of those Aliens adds to the danger.
    fn shot(&self, unit: Unit, weapon: Weapon, tile: TileIndex) -> f64 {
        let kills = expected_kills(self.position, unit, weapon, tile);
        // Teams with a Mobile to board fire first and then board, before the Mobile drives off.
        let boarding = unit.is_team() && self.mobile_here(unit);
        kills * self.threat(tile) + if boarding { 2.0 } else { 0.0 }
    }

    fn mortar(&self, unit: Unit, dir: Dir) -> f64 {
        let at = self.position.unit_tile(unit);
        let tile = at.map(|at| self.position.board().neighbour(at, dir));
        tile.map_or(0.0, |tile| self.shot(unit, Weapon::Mortar, tile))
    }

    /// How much a target on a tile matters. The Pod does not: an old one is harmless, and if it is shot
    /// the next one is fresh.
    fn threat(&self, tile: TileIndex) -> f64 {
        let aliens = f64::from(self.position.aliens_on(tile));
        let targets = f64::from(self.position.targets_at(tile).max(1));
        self.menace(tile) * aliens / targets
    }

    /// What each Alien on a tile adds to the worth of the Aliens' best strike, and a little for the long run; 0
    /// without any.
    fn menace(&self, tile: TileIndex) -> f64 {
        let aliens = self.position.aliens_on(tile);
        let work_out = || {
            let prey = self.table.prey();
            let now = prey.threat().map_or(0.0, |(_, worth)| worth);
            let saved = now - prey.worth_without(self.position, tile);
            saved / f64::from(aliens) + ATTRITION
        };
        match aliens {
            0 => 0.0,
            _ => *self.menace[tile as usize].get_or_init(work_out),
        }
    }

    /// A team steps off to fire if it sees a target; boarding again is free.
    fn step_off(&self, team: Unit) -> f64 {
        let Some(tile) = self.position.unit_tile(team) else {
            return 0.0;
        };
        let targets = self.position.board().sight(tile) & self.position.tiles_with_targets();
        let weapon = match team {
            Unit::I1 => Weapon::Missile,
            _ => Weapon::SmallArms,
        };
        let best = Bits(targets)
            .map(|target| expected_kills(self.position, team, weapon, target) * self.threat(target))
            .fold(0.0, f64::max);
        if best > 0.02 { 0.1 + best } else { -1.0 }
    }

    /// Is there a Gun Mobile with room on the team's tile?
    fn mobile_here(&self, team: Unit) -> bool {
        let here = self
            .position
            .unit_tile(team)
            .map_or(0, |tile| self.position.units_on(tile));
        Unit::all_in(here & GUNS).any(|gun| self.position.passenger_of(gun).is_none())
    }

    /// SKY1 is called for the assault once somebody has got to the UFO, unless the Command Mobile must itself
    /// drive there.
    fn call_for_assault(&self) -> f64 {
        let (Some(plan), Some(ufo)) = (&self.plan, self.position.ufo_tile()) else {
            return -1.0;
        };
        let command = Unit::C.bit();
        let needed = dice_of(plan.ready) > dice_of(plan.ready & !command);
        let left = match self.position.active() {
            Some(Unit::C) => self.position.actions_left(),
            _ => 2,
        };
        let drives = needed && left <= self.way_of(Unit::C);
        let begun = self.position.units_on(ufo) != 0;
        if begun && !drives { 8.0 } else { -1.0 }
    }

    /// SKY1 is called to strike where it hits more than a cannon would; one run is kept for the assault.
    fn call_strike(&self) -> f64 {
        if self.position.sky_left() <= 1 {
            return -1.0;
        }
        let starts = Bits(self.position.board().all());
        let starts = starts.flat_map(|tile| (0..3).map(move |dir| (tile, dir)));
        let runs = starts.filter_map(|(tile, dir)| self.run(tile, dir));
        let best = runs.map(|run| self.bombed(run)).fold(0.0, f64::max);
        let chance = f64::from(self.position.sky_left()) / 6.0;
        best * chance - 0.3
    }

    /// The three tiles of a run.
    fn run(&self, tile: TileIndex, dir: Dir) -> Option<[TileIndex; 3]> {
        let next = |tile| {
            let next = self.position.board().neighbour(tile, dir);
            (next != moonbase_engine::board::NO_TILE).then_some(next)
        };
        let second = next(tile)?;
        Some([tile, second, next(second)?])
    }

    /// What a run of SKY1 is expected to hit, less twice what it may cost.
    fn strike(&self, at: Hex, dir: Dir) -> f64 {
        let run = self.run(self.position.tile_at(at), dir);
        self.bombed(run.unwrap_or_default())
    }

    fn bombed(&self, run: [TileIndex; 3]) -> f64 {
        let bombs = |tile: TileIndex| *self.bombs[tile as usize].get_or_init(|| self.bombs(tile));
        run.into_iter().map(bombs).sum()
    }

    /// What bombs on one tile are expected to hit, less twice what they may cost.
    fn bombs(&self, tile: TileIndex) -> f64 {
        let threshold = self.position.options().sky_hits_on;
        let hits = expected_hits(2, threshold, self.position.targets_at(tile));
        let own = self.position.units_on(tile) != 0;
        hits * self.threat(tile) - if own { 2.0 * some_six(2) } else { 0.0 }
    }
}
