//! Phase 3: the Aliens' actions.

use super::notation::Action;
use super::state::{Phase, Task, Ufo};
use super::units::TEAMS;
use crate::board::{Bits, NO_TILE, TileIndex, TileMask};
use crate::groups::Grouped;

/// The Pod's age does not matter beyond this.
const OLDEST_POD: u8 = 6;

impl Ufo {
    pub(super) fn begin_alien_phase(&mut self) {
        self.phase = Phase::Alien;
        self.actions_left = self.rules.options.alien_actions;
        if self.pod_tile == NO_TILE {
            self.continue_alien_phase();
        } else {
            self.pod_age = (self.pod_age + 1).min(OLDEST_POD);
            self.task = Task::PodOpens;
        }
    }

    pub(super) fn apply_alien(&mut self, action: Action) {
        self.actions_left -= 1;
        match action {
            Action::Place { at } => {
                self.pool -= 1;
                let tile = self.tile_at(at);
                self.aliens.add(tile, 1, 0);
                self.continue_alien_phase();
            }
            Action::Pod { at } => {
                (self.pod_tile, self.pod_age) = (self.tile_at(at), 0);
                self.task = Task::PodOpens;
            }
            Action::Walk { at, dir, count } => {
                let from = self.tile_at(at);
                self.walk(from, self.board.neighbour(from, dir), count);
                self.continue_alien_phase();
            }
            Action::Shoot { at, dir } => {
                let from = self.tile_at(at);
                self.begin_volley(from, self.board.neighbour(from, dir));
            }
            _ => {}
        }
    }

    /// Goes on with the next action; when none is left or legal, with the abductions.
    fn continue_alien_phase(&mut self) {
        self.task = Task::Idle;
        if self.actions_left == 0 || !self.has_choice() && self.count_actions() == 0 {
            self.actions_left = 0;
            self.aliens.rest();
            self.phase = Phase::Abduct;
        }
    }

    /// Those that are not spent go first.
    fn walk(&mut self, from: TileIndex, to: TileIndex, count: u8) {
        let fresh = self.aliens.fresh_on(from);
        let spent = count.saturating_sub(fresh);
        self.aliens.take(from, count, spent);
        self.aliens.add(to, count, spent);
    }

    /// Aliens on the tile that may shoot.
    #[inline]
    pub(super) fn volley_dice(&self, tile: TileIndex) -> u8 {
        if self.rules.options.volley_once {
            self.aliens.fresh_on(tile)
        } else {
            self.aliens.on(tile)
        }
    }

    fn begin_volley(&mut self, from: TileIndex, tile: TileIndex) {
        let dice = self.volley_dice(from);
        if self.rules.options.volley_once {
            self.aliens.spend(from);
        }
        self.task = Task::Volley { tile, dice };
    }

    /// SHADO's teams on foot on a tile.
    #[inline]
    pub(super) fn teams_on_foot(&self, tile: TileIndex) -> u8 {
        self.units_at(tile) & TEAMS & !self.aboard()
    }

    #[inline]
    pub(super) fn tiles_with_teams_on_foot(&self) -> TileMask {
        let on_foot = self.alive() & TEAMS & !self.aboard();
        Bits(u64::from(on_foot)).fold(0, |mask, unit| mask | 1 << self.at[unit as usize])
    }

    /// Goes on with the losses of a volley, then with the next action.
    pub(super) fn volley_lost(&mut self, tile: TileIndex, left: u8) {
        if left > 0 {
            self.task = Task::VolleyLost { tile, left };
        } else {
            self.continue_alien_phase();
        }
    }

    pub(super) fn come_out(&mut self, count: u8) {
        self.pool -= count;
        self.aliens.add(self.pod_tile, count, 0);
        self.continue_alien_phase();
    }

    /// What is taken off the Pod's die: its age, and with crowding the SHADO units around.
    pub(super) fn pod_penalty(&self) -> u8 {
        if !self.rules.options.pod_crowding {
            return self.pod_age;
        }
        let near = self.board.adjacent(self.pod_tile) | 1 << self.pod_tile;
        // Without a branch; the bit of [`NO_TILE`] is not set.
        let here = |tile: &TileIndex| (near >> (tile & 63) & 1) as u8;
        self.pod_age + self.at.iter().map(here).sum::<u8>()
    }
}
