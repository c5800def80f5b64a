//! Phase 1: SHADO's actions.

use super::notation::Action;
use super::options::{Reveal, SkyCounts};
use super::state::{NONE, Phase, Run, Task, Ufo, Weapon};
use super::units::{GUNS, Unit};
use crate::board::{NO_TILE, TileIndex};
use crate::hex::{Dir, Hex};

impl Ufo {
    /// Begins the next turn, or ends the game after the last one.
    pub(super) fn begin_turn(&mut self) {
        if self.turn == self.rules.options.max_turns {
            self.end_game("time_out", -1.0);
            return;
        }
        self.turn += 1;
        self.phase = Phase::Shado;
        self.task = Task::Idle;
        self.sky_die = false;
        self.activated = 0;
        self.granted = NONE;
        self.clear_active();
    }

    pub(super) fn apply_shado(&mut self, action: Action) {
        match action {
            Action::Off { unit } => {
                self.activate(unit);
                self.carrier[unit as usize - 4] = NONE;
            }
            Action::Move { unit, dir } => self.begin_move(unit, dir),
            Action::Cannon { unit, at } => self.shoot_at(unit, Weapon::Cannon, self.tile_at(at)),
            Action::Mortar { unit, dir } => {
                let tile = self.board.neighbour(self.at[unit as usize], dir);
                self.shoot_at(unit, Weapon::Mortar, tile);
            }
            Action::Fire { unit, at } => self.shoot_at(unit, Weapon::SmallArms, self.tile_at(at)),
            Action::Missile { at } => self.shoot_at(Unit::I1, Weapon::Missile, self.tile_at(at)),
            Action::Sky | Action::SkyAssault => {
                self.pay(Unit::C);
                self.task = Task::SkyAsked {
                    assault: action == Action::SkyAssault,
                };
            }
            Action::Grant { unit } => self.granted = unit as u8,
            Action::On { unit, mobile } => {
                self.activate(unit);
                self.carrier[unit as usize - 4] = mobile as u8;
                self.end_activation();
            }
            Action::Done { .. } => self.end_activation(),
            Action::End => self.end_shado_phase(),
            Action::Strike { at, dir } => self.begin_strike(at, dir),
            _ => {}
        }
    }

    /// Begins the unit's activation, unless it is active.
    fn activate(&mut self, unit: Unit) {
        if self.active == unit as u8 {
            return;
        }
        self.active = unit as u8;
        self.actions_left = 2 + u8::from(self.granted == unit as u8);
        self.weapon = None;
        self.moved = false;
    }

    fn pay(&mut self, unit: Unit) {
        self.activate(unit);
        self.actions_left -= 1;
    }

    fn end_activation(&mut self) {
        self.activated |= 1 << self.active;
        self.clear_active();
    }

    /// After an action has been carried out with all that follows: ends the activation if its
    /// actions are spent and the unit has no free choice left.
    pub(super) fn continue_activation(&mut self) {
        self.task = Task::Idle;
        if self.active == NONE || self.actions_left > 0 {
            return;
        }
        let unit = Unit::from_index(self.active);
        if unit.is_mobile() || self.mobiles_to_board(unit) == 0 {
            self.end_activation();
        }
    }

    fn begin_move(&mut self, unit: Unit, dir: Dir) {
        self.pay(unit);
        self.moved = unit.is_team();
        let heavy = self
            .rules
            .kinds
            .is_heavy(self.board.kind(self.at[unit as usize]));
        if unit.is_mobile() && heavy {
            self.task = Task::Leave { dir };
        } else {
            self.carry_out_move(unit, dir);
        }
    }

    pub(super) fn leave(&mut self, free: bool) {
        let Task::Leave { dir } = self.task else {
            return;
        };
        self.task = Task::Idle;
        if free {
            self.carry_out_move(Unit::from_index(self.active), dir);
        } else {
            self.continue_activation();
        }
    }

    fn carry_out_move(&mut self, unit: Unit, dir: Dir) {
        self.shift_unit(unit, dir);
        if self.rules.options.reveal == Reveal::Move {
            self.begin_laying();
        } else {
            self.continue_activation();
        }
    }

    /// Moves a unit to its neighbour in a direction, with its passenger.
    pub(super) fn shift_unit(&mut self, unit: Unit, dir: Dir) {
        let to = self.board.neighbour(self.at[unit as usize], dir);
        self.at[unit as usize] = to;
        if unit.is_gun()
            && let Some(team) = self.passenger(unit)
        {
            self.at[team as usize] = to;
        }
    }

    fn shoot_at(&mut self, unit: Unit, weapon: Weapon, tile: TileIndex) {
        self.pay(unit);
        if unit.is_gun() {
            self.weapon = Some(weapon);
        }
        self.task = Task::Shot { weapon, tile };
    }

    /// Targets on a tile: its Aliens, and the Pod.
    #[inline]
    pub(super) fn targets_on(&self, tile: TileIndex) -> u8 {
        self.aliens.on(tile) + u8::from(self.pod_tile == tile)
    }

    /// Dice and threshold of a shot by a unit at a tile.
    pub(super) fn shot_dice(&self, unit: Unit, weapon: Weapon, tile: TileIndex) -> (u32, u8) {
        let (dice, threshold) = match weapon {
            Weapon::Cannon => (self.targets_on(tile), 4),
            Weapon::Mortar => (2, 5),
            Weapon::SmallArms => (self.targets_on(tile), 6),
            Weapon::Missile => (2, 4),
        };
        (u32::from(dice) + self.extra_dice(unit), threshold)
    }

    /// Covering fire and tactical info: at most one die each.
    pub(super) fn extra_dice(&self, unit: Unit) -> u32 {
        let tile = self.at[unit as usize];
        let guns = Unit::all_in(self.alive() & GUNS & !unit.bit());
        let tiles = guns.fold(0u64, |mask, gun| mask | 1 << self.at[gun as usize]);
        let covered = tiles != 0 && self.board.connected_tiles(tile) & tiles != 0;
        let informed = unit != Unit::C && self.command_reaches(tile);
        u32::from(covered) + u32::from(informed)
    }

    /// Is the Command Mobile within distance 2 of the tile?
    #[inline]
    pub(super) fn command_reaches(&self, tile: TileIndex) -> bool {
        let command = self.at[Unit::C as usize];
        command != NO_TILE && self.board.hex(command).distance(self.board.hex(tile)) <= 2
    }

    /// The result of a shot, of SHADO's or the Aliens'.
    pub(super) fn hit(&mut self, count: u8) {
        match self.task {
            Task::Shot { tile, .. } => {
                if self.remove_targets(tile, count) {
                    self.continue_activation();
                } else {
                    self.task = Task::Lose { tile, hits: count };
                }
            }
            Task::Volley { tile, .. } => self.volley_lost(tile, count),
            _ => {}
        }
    }

    /// Removes `hits` of the targets on a tile; `false`, and nothing is done, if the Alien player
    /// has a choice between the Pod and an Alien.
    fn remove_targets(&mut self, tile: TileIndex, hits: u8) -> bool {
        let (aliens, pod) = (self.aliens.on(tile), self.pod_tile == tile);
        if hits > 0 && pod && aliens > 0 && hits < aliens + 1 {
            return false;
        }
        self.kill(tile, hits.min(aliens), hits > aliens);
        true
    }

    /// Removes Aliens to the pool, and perhaps the Pod.
    fn kill(&mut self, tile: TileIndex, aliens: u8, pod: bool) {
        self.aliens.take(tile, aliens, 0);
        self.pool += aliens;
        if pod {
            (self.pod_tile, self.pod_age) = (NO_TILE, 0);
        }
    }

    /// The Alien player has chosen: the Pod and one Alien fewer, or Aliens only.
    pub(super) fn apply_lose(&mut self, pod: bool) {
        match self.task {
            Task::Lose { tile, hits } => {
                self.kill(tile, hits - u8::from(pod), pod);
                self.continue_activation();
            }
            Task::BombingLose { run, hits, own } => {
                self.kill(run.tile, hits - u8::from(pod), pod);
                self.bombing_lost(run, own);
            }
            _ => {}
        }
    }

    pub(super) fn sky_answers(&mut self, comes: bool) {
        let Task::SkyAsked { assault } = self.task else {
            return;
        };
        if comes || self.rules.options.sky_counts == SkyCounts::Calls {
            self.sky_left -= 1;
        }
        if comes && !assault {
            self.task = Task::SkyComes;
            return;
        }
        self.sky_die |= comes;
        self.continue_activation();
    }

    fn begin_strike(&mut self, at: Hex, dir: Dir) {
        let tile = self.tile_at(at);
        self.task = Task::Bombing {
            run: Run { tile, dir, left: 3 },
        };
    }

    pub(super) fn bomb(&mut self, hits: u8, own: u8) {
        let Task::Bombing { run } = self.task else {
            return;
        };
        if self.remove_targets(run.tile, hits) {
            self.bombing_lost(run, own);
        } else {
            self.task = Task::BombingLose { run, hits, own };
        }
    }

    /// Goes on with SHADO's own losses, then with the next tile of the run.
    pub(super) fn bombing_lost(&mut self, run: Run, own: u8) {
        if own > 0 {
            self.task = Task::BombingLost { run, own };
            return;
        }
        if run.left == 1 {
            self.continue_activation();
            return;
        }
        let tile = self.board.neighbour(run.tile, run.dir);
        let left = run.left - 1;
        let dir = if left == 1 { 0 } else { run.dir };
        self.task = Task::Bombing {
            run: Run { tile, dir, left },
        };
    }

    fn end_shado_phase(&mut self) {
        self.clear_active();
        self.activated = 0;
        self.granted = NONE;
        self.phase = Phase::Forest;
        self.begin_laying();
    }
}
