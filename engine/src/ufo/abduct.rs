//! Phase 4: abductions, and who is driven where.

use super::notation::Contest;
use super::options::DriveBack;
use super::state::{Phase, Task, Ufo};
use super::units::Unit;
use crate::board::{Bits, TileIndex};
use crate::game::Seat;
use crate::hex::{Dir, Hex};

impl Ufo {
    pub(super) fn begin_abduction(&mut self, at: Hex) {
        let tile = self.tile_at(at);
        let aliens = self.aliens.fresh_on(tile);
        self.aliens.spend(tile);
        self.task = Task::Abduction { tile, aliens };
    }

    pub(super) fn end_abductions(&mut self) {
        self.aliens.rest();
        self.phase = Phase::Overstack;
        self.resolve_overstack();
    }

    pub(super) fn end_contest(&mut self, contest: Contest) {
        let Task::Abduction { tile, .. } = self.task else {
            return;
        };
        match contest {
            Contest::Alien | Contest::AlienBig => self.task = Task::Abducted { tile },
            Contest::Draw => self.task = Task::DrawFirst { tile },
            Contest::Shado | Contest::ShadoBig => {
                self.aliens.take(tile, 1, 1);
                self.pool += 1;
                self.begin_drive_off(tile, self.driver(Seat::First), false);
            }
        }
    }

    /// Who places the losers of an abduction won by `winner`.
    fn driver(&self, winner: Seat) -> Seat {
        match self.rules.options.drive_back {
            DriveBack::Winner => winner,
            DriveBack::Owner => winner.other(),
        }
    }

    /// One unit has been abducted: the others on the tile are driven back.
    pub(super) fn drive_back_abducted(&mut self, tile: TileIndex) {
        self.begin_drive_back(tile, self.driver(Seat::Second), false);
    }

    /// After a draw both scatter.
    pub(super) fn scatter(&mut self, aliens_first: bool) {
        let Task::DrawFirst { tile } = self.task else {
            return;
        };
        if aliens_first {
            self.begin_drive_off(tile, Seat::Second, true);
        } else {
            self.begin_drive_back(tile, Seat::First, true);
        }
    }

    fn begin_drive_back(&mut self, tile: TileIndex, seat: Seat, then_aliens: bool) {
        let can_go = self.board.joined(tile) != 0 && self.units_at(tile) != 0;
        if can_go {
            self.task = Task::DriveBack {
                tile,
                seat,
                then_aliens,
            };
        } else {
            self.end_drive_back(tile, then_aliens);
        }
    }

    pub(super) fn drive_back(&mut self, unit: Unit, dir: Dir) {
        let Task::DriveBack {
            tile, then_aliens, ..
        } = self.task
        else {
            return;
        };
        self.shift_unit(unit, dir);
        if self.units_at(tile) == 0 {
            self.end_drive_back(tile, then_aliens);
        }
    }

    fn end_drive_back(&mut self, tile: TileIndex, then_aliens: bool) {
        self.task = if then_aliens {
            Task::ThenAliens { tile }
        } else {
            Task::Idle
        };
        self.begin_laying();
    }

    /// Drives the Aliens off a tile, direction by direction.
    pub(super) fn begin_drive_off(&mut self, tile: TileIndex, seat: Seat, then_shado: bool) {
        let dirs = self.board.adjacent_dirs(tile);
        if self.aliens.on(tile) == 0 || dirs == 0 {
            self.end_drive_off(tile, then_shado);
            return;
        }
        let dir = dirs.trailing_zeros() as Dir;
        self.task = Task::DriveOff {
            tile,
            dir,
            seat,
            then_shado,
        };
    }

    pub(super) fn drive_off(&mut self, dir: Dir, count: u8) {
        let Task::DriveOff {
            tile,
            seat,
            then_shado,
            ..
        } = self.task
        else {
            return;
        };
        self.aliens.take(tile, count, count);
        self.aliens
            .add(self.board.neighbour(tile, dir), count, count);
        let next = Bits(u64::from(self.board.adjacent_dirs(tile))).find(|next| *next > dir);
        match next {
            Some(dir) if self.aliens.on(tile) > 0 => {
                self.task = Task::DriveOff {
                    tile,
                    dir,
                    seat,
                    then_shado,
                };
            }
            _ => self.end_drive_off(tile, then_shado),
        }
    }

    fn end_drive_off(&mut self, tile: TileIndex, then_shado: bool) {
        if then_shado {
            self.begin_drive_back(tile, Seat::First, false);
        } else {
            self.task = Task::Idle;
        }
    }
}
