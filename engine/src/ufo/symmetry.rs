//! Turning and mirroring a position.

use arrayvec::ArrayVec;

use super::notation::Action;
use super::state::{Lay, Run, Task, Ufo};
use super::units::Unit;
use crate::board::{MAX_TILES, TileIndex};
use crate::hex::{Dir, Symmetry, opposite};
use crate::symmetric::Symmetric;

impl Ufo {
    /// The position turned about the start tile. Everything but the order in which things are listed
    /// (and so the directions in which Aliens are driven off one after another) is turned with it.
    pub fn turned(&self, symmetry: Symmetry) -> Ufo {
        let (board, to) = self.board.turned(symmetry);
        let to = |tile| to.tile(tile);
        Ufo {
            board,
            aliens: self.aliens.renumbered(to),
            at: self.at.map(to),
            start_tile: to(self.start_tile),
            ufo_tile: to(self.ufo_tile),
            pod_tile: to(self.pod_tile),
            task: turned_task(self.task, symmetry, &to),
            lay: turned_lay(self.lay, symmetry, &to),
            ..self.clone()
        }
    }

    /// The representative of the position's images of equal value: the same for all of them.
    ///
    /// Those are all twelve images, but while SKY1 may still bomb only two: its run is bombed tile by
    /// tile in one of the directions 0 to 2, and the two players decide in between.
    pub fn canonical(&self) -> Ufo {
        let bombs = self.sky_left > 0 && self.alive() & Unit::C.bit() != 0
            || !matches!(self.task, Task::Idle | Task::Assault { .. });
        let keeps_runs = |symmetry: &Symmetry| symmetry.dirs(0b000_111) == 0b000_111;
        let equal = Symmetry::all().filter(|symmetry| !bombs || keeps_runs(symmetry));
        let least = Symmetry::least(equal, |symmetry| self.image_rank(symmetry));
        // Images with the same things on the same hexes may still differ in what is in hand.
        let mut images = least.map(|symmetry| self.turned(symmetry));
        let nothing_in_hand = self.task == Task::Idle && matches!(self.lay, Lay::No | Lay::Edge);
        let image = match nothing_in_hand {
            true => images.next(),
            false => images.min_by_key(Ufo::in_hand_rank),
        };
        image.unwrap_or_else(|| self.clone())
    }

    /// What lies where in an image: with Aliens, spent ones, units, and whether the Pod is there.
    fn image_rank(&self, symmetry: Symmetry) -> ArrayVec<u64, MAX_TILES> {
        self.board.image_rank(symmetry, |tile| {
            let pod = u8::from(self.pod_tile == tile);
            let (aliens, spent) = (self.aliens.on(tile), self.aliens.spent_on(tile));
            [aliens, spent, self.units_at(tile), pod]
        })
    }

    /// Tells images apart that differ in nothing but what is in hand.
    fn in_hand_rank(&self) -> String {
        format!("{:?} {:?}", self.task, self.lay)
    }

    /// The action of the turned position that corresponds to an action of this one.
    pub fn turned_action(action: Action, symmetry: Symmetry) -> Action {
        let hex = |at| symmetry.hex(at);
        let turn = |dir| symmetry.dir(dir);
        match action {
            Action::Lay { at, dir } => Action::Lay {
                at: hex(at),
                dir: turn(dir),
            },
            Action::Turn { exits } => Action::Turn {
                exits: symmetry.dirs(exits),
            },
            Action::Move { unit, dir } => Action::Move {
                unit,
                dir: turn(dir),
            },
            Action::Cannon { unit, at } => Action::Cannon { unit, at: hex(at) },
            Action::Mortar { unit, dir } => Action::Mortar {
                unit,
                dir: turn(dir),
            },
            Action::Fire { unit, at } => Action::Fire { unit, at: hex(at) },
            Action::Missile { at } => Action::Missile { at: hex(at) },
            Action::Strike { at, dir } => match turn(dir) {
                // A run is named from the end where its direction is 0, 1 or 2.
                dir @ 3.. => Action::Strike {
                    at: hex(at).step(dir).step(dir),
                    dir: opposite(dir),
                },
                dir => Action::Strike { at: hex(at), dir },
            },
            Action::Place { at } => Action::Place { at: hex(at) },
            Action::Pod { at } => Action::Pod { at: hex(at) },
            Action::Walk { at, dir, count } => Action::Walk {
                at: hex(at),
                dir: turn(dir),
                count,
            },
            Action::Shoot { at, dir } => Action::Shoot {
                at: hex(at),
                dir: turn(dir),
            },
            Action::Abduct { at } => Action::Abduct { at: hex(at) },
            Action::Back { unit, dir } => Action::Back {
                unit,
                dir: turn(dir),
            },
            Action::Flee { dir, count } => Action::Flee {
                dir: turn(dir),
                count,
            },
            other => other,
        }
    }
}

fn turned_lay(lay: Lay, symmetry: Symmetry, to: &impl Fn(TileIndex) -> TileIndex) -> Lay {
    let turn = |dir: Dir| symmetry.dir(dir);
    match lay {
        Lay::No | Lay::Edge => lay,
        Lay::Draw { tile, dir } => Lay::Draw {
            tile: to(tile),
            dir: turn(dir),
        },
        Lay::Turn { tile, dir, kind } => Lay::Turn {
            tile: to(tile),
            dir: turn(dir),
            kind,
        },
    }
}

fn turned_task(task: Task, symmetry: Symmetry, to: &impl Fn(TileIndex) -> TileIndex) -> Task {
    let turn = |dir: Dir| symmetry.dir(dir);
    let turned_run = |run: Run| Run {
        tile: to(run.tile),
        dir: if run.left == 1 { 0 } else { turn(run.dir) },
        left: run.left,
    };
    match task {
        Task::Leave { dir } => Task::Leave { dir: turn(dir) },
        Task::Shot { weapon, tile } => Task::Shot {
            weapon,
            tile: to(tile),
        },
        Task::Lose { tile, hits } => Task::Lose {
            tile: to(tile),
            hits,
        },
        Task::Bombing { run } => Task::Bombing {
            run: turned_run(run),
        },
        Task::BombingLose { run, hits, own } => Task::BombingLose {
            run: turned_run(run),
            hits,
            own,
        },
        Task::BombingLost { run, own } => Task::BombingLost {
            run: turned_run(run),
            own,
        },
        Task::Volley { tile, dice } => Task::Volley {
            tile: to(tile),
            dice,
        },
        Task::VolleyLost { tile, left } => Task::VolleyLost {
            tile: to(tile),
            left,
        },
        Task::Abduction { tile, aliens } => Task::Abduction {
            tile: to(tile),
            aliens,
        },
        Task::Abducted { tile } => Task::Abducted { tile: to(tile) },
        Task::DrawFirst { tile } => Task::DrawFirst { tile: to(tile) },
        Task::DriveBack {
            tile,
            seat,
            then_aliens,
        } => Task::DriveBack {
            tile: to(tile),
            seat,
            then_aliens,
        },
        Task::DriveOff {
            tile,
            dir,
            seat,
            then_shado,
        } => Task::DriveOff {
            tile: to(tile),
            dir: turn(dir),
            seat,
            then_shado,
        },
        Task::ThenAliens { tile } => Task::ThenAliens { tile: to(tile) },
        Task::Idle
        | Task::SkyAsked { .. }
        | Task::SkyComes
        | Task::PodOpens
        | Task::Assault { .. } => task,
    }
}

impl Symmetric for Ufo {
    fn turned(&self, symmetry: Symmetry) -> Ufo {
        Ufo::turned(self, symmetry)
    }

    fn turned_action(&self, action: Action, symmetry: Symmetry) -> Action {
        Ufo::turned_action(action, symmetry)
    }
}
