//! Turning and mirroring a position.

use super::notation::Action;
use super::state::{Edge, LostPatrol, Task};
use crate::board::TileIndex;
use crate::hex::Symmetry;
use crate::symmetric::Symmetric;

impl LostPatrol {
    /// The position turned about the hex 0,0.
    pub fn turned(&self, symmetry: Symmetry) -> LostPatrol {
        let (board, to) = self.board.turned(symmetry);
        let to = |tile| to.tile(tile);
        let turned_edge = |edge: Edge| Edge {
            tile: to(edge.tile),
            dir: symmetry.dir(edge.dir),
        };
        LostPatrol {
            board,
            lurkers: self.lurkers.renumbered(to),
            at: self.at.map(to),
            start_tile: to(self.start_tile),
            ship_tile: to(self.ship_tile),
            task: turned_task(self.task, symmetry, &to),
            ahead: self.ahead.map(turned_edge),
            ..self.clone()
        }
    }

    /// The representative of the position's twelve images, which all have the same value: the same for all
    /// of them.
    pub fn canonical(&self) -> LostPatrol {
        let least = Symmetry::least(Symmetry::all(), |symmetry| {
            self.board.image_rank(symmetry, |tile| {
                let (lurkers, spent) = (self.lurkers.on(tile), self.lurkers.spent_on(tile));
                [lurkers, spent, self.soldiers_at(tile), 0]
            })
        });
        // Images with the same things on the same hexes may still differ in what is in hand.
        let mut images = least.map(|symmetry| self.turned(symmetry));
        let image = match (self.task, self.ahead) {
            (Task::Idle, None) => images.next(),
            _ => images.min_by_key(|image| format!("{:?} {:?}", image.task, image.ahead)),
        };
        image.unwrap_or_else(|| self.clone())
    }

    /// The action of the turned position that corresponds to an action of this one.
    pub fn turned_action(&self, action: Action, symmetry: Symmetry) -> Action {
        let hex = |at| symmetry.hex(at);
        let turn = |dir| symmetry.dir(dir);
        match action {
            Action::Lay { at, dir, exits } => Action::Lay {
                at: hex(at),
                dir: turn(dir),
                exits: symmetry.dirs(exits),
            },
            Action::Move { soldier, dir } => Action::Move {
                soldier,
                dir: turn(dir),
            },
            Action::Keep { at } => {
                // Turned, another tile of the group may come first.
                let group = self.group_of(1 << self.tile_at(at));
                let images = crate::board::Bits(group).map(|tile| hex(self.board.hex(tile)));
                Action::Keep {
                    at: images.min().unwrap_or(at),
                }
            }
            Action::New { at } => Action::New { at: hex(at) },
            Action::Add { at } => Action::Add { at: hex(at) },
            Action::Go { from, to } => Action::Go {
                from: hex(from),
                to: hex(to),
            },
            Action::Ambush { at } => Action::Ambush { at: hex(at) },
            Action::Back { soldier, dir } => Action::Back {
                soldier,
                dir: turn(dir),
            },
            Action::Flee { dir } => Action::Flee { dir: turn(dir) },
            Action::Fire { .. }
            | Action::Done { .. }
            | Action::End
            | Action::NoAmbush
            | Action::Lost { .. } => action,
        }
    }
}

fn turned_task(task: Task, symmetry: Symmetry, to: &impl Fn(TileIndex) -> TileIndex) -> Task {
    match task {
        Task::Leave { dir } => Task::Leave {
            dir: symmetry.dir(dir),
        },
        Task::Ambush { tile, count } => Task::Ambush {
            tile: to(tile),
            count,
        },
        Task::Ambushed { tile } => Task::Ambushed { tile: to(tile) },
        Task::Retreat { tile, seat } => Task::Retreat {
            tile: to(tile),
            seat,
        },
        Task::Flee { tile } => Task::Flee { tile: to(tile) },
        Task::Idle | Task::Draw | Task::Place { .. } | Task::Fire => task,
    }
}

impl Symmetric for LostPatrol {
    fn turned(&self, symmetry: Symmetry) -> LostPatrol {
        LostPatrol::turned(self, symmetry)
    }

    fn turned_action(&self, action: Action, symmetry: Symmetry) -> Action {
        LostPatrol::turned_action(self, action, symmetry)
    }
}
