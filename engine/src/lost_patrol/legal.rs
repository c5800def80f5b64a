//! Legal actions of `lost_patrol`, by groups (see [`crate::groups`]).

use super::notation::Action;
use super::soldiers::{MOST_SOLDIERS, Soldier, SoldierMask};
use super::state::{LostPatrol, NONE, Phase, Task};
use crate::board::{Bits, TileIndex};
use crate::deck::KindIndex;
use crate::groups::{self, Grouped, Sink, give};

/// The kind of the actions of a group, and what their mask holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Mask of direction × 6 + orientation, by its number in the kind's list, on the tile.
    Lay,
    /// Mask of directions for the soldier.
    Move,
    /// Mask of soldiers.
    Fire,
    Done,
    /// One action.
    End,
    /// Mask of tiles.
    Keep,
    New,
    Add,
    /// Mask of tiles to which the stack on the tile may go.
    Go,
    /// Mask of tiles.
    Ambush,
    /// One action.
    NoAmbush,
    /// Mask of soldiers.
    Lost,
    /// Mask of directions for the soldier.
    Back,
    /// Mask of directions.
    Flee,
}

/// Legal actions of one verb that differ in one or two numbers.
pub type Group = groups::Group<Verb>;

impl Grouped for LostPatrol {
    type Verb = Verb;
    type Action = Action;

    /// In phases that the player may end at any time, that comes last.
    #[inline]
    fn more_follow(&self, verb: Verb) -> bool {
        matches!(
            verb,
            Verb::Move | Verb::Fire | Verb::New | Verb::Add | Verb::Go | Verb::Ambush
        )
    }

    #[inline]
    fn has_choice(&self) -> bool {
        if self.task != Task::Idle {
            return false;
        }
        match self.phase {
            Phase::Patrol => self.first_may_move(),
            // Lurkers may be added to a stack, or not.
            Phase::Lurker => self.supply > 0 && self.lurkers.tiles() != 0,
            _ => false,
        }
    }

    #[inline]
    fn action_of(&self, group: Group, nth: u32) -> Action {
        let (bit, _) = group.choice(nth);
        let tile = || self.board.hex(bit);
        let actor = || Soldier::from_index(group.subject);
        let soldier = || Soldier::from_index(bit);
        match group.verb {
            Verb::Lay => self.lay_action(group.subject, bit),
            Verb::Move => Action::Move {
                soldier: actor(),
                dir: bit,
            },
            Verb::Fire => Action::Fire { soldier: soldier() },
            Verb::Done => Action::Done { soldier: soldier() },
            Verb::End => Action::End,
            Verb::Keep => Action::Keep { at: tile() },
            Verb::New => Action::New { at: tile() },
            Verb::Add => Action::Add { at: tile() },
            Verb::Go => Action::Go {
                from: self.board.hex(group.subject),
                to: tile(),
            },
            Verb::Ambush => Action::Ambush { at: tile() },
            Verb::NoAmbush => Action::NoAmbush,
            Verb::Lost => Action::Lost { soldier: soldier() },
            Verb::Back => Action::Back {
                soldier: actor(),
                dir: bit,
            },
            Verb::Flee => Action::Flee { dir: bit },
        }
    }

    fn each_group(&self, sink: &mut impl Sink<Verb>) {
        if matches!(self.task, Task::Idle) {
            return self.each_of_phase(sink);
        }
        match self.task {
            Task::Place { kind } => self.each_lay(kind, sink),
            Task::Ambushed { tile } => {
                give!(sink, Verb::Lost, 0, self.soldiers_at(tile));
            }
            Task::Retreat { tile, .. } => {
                let first = self.soldiers_at(tile).trailing_zeros();
                give!(sink, Verb::Back, first, self.board.joined(tile));
            }
            Task::Flee { tile } => {
                give!(sink, Verb::Flee, 0, self.board.adjacent_dirs(tile));
            }
            Task::Idle | Task::Draw | Task::Leave { .. } | Task::Fire | Task::Ambush { .. } => {}
        }
    }
}

impl LostPatrol {
    fn lay_action(&self, tile: TileIndex, bit: u8) -> Action {
        let Task::Place { kind } = self.task else {
            unreachable!("a tile is laid only when one was drawn");
        };
        let orientations = &self.rules.kinds.rule(kind).orientations;
        Action::Lay {
            at: self.board.hex(tile),
            dir: bit / 6,
            exits: orientations[bit as usize % 6],
        }
    }

    fn each_of_phase(&self, sink: &mut impl Sink<Verb>) {
        match self.phase {
            Phase::Patrol => self.each_patrol(sink),
            Phase::Clearing => {
                give!(sink, Verb::Keep, 0, self.first_of_groups());
            }
            Phase::Lurker => self.each_lurker(sink),
            Phase::Ambush => {
                let tiles = self.lurkers.fresh_tiles(self.soldier_tiles());
                give!(sink, Verb::Ambush, 0, tiles);
                give!(sink, Verb::NoAmbush, 0, 1u8);
            }
            Phase::Excess => {
                let soldiers = self.crowded().map(|tile| self.soldiers_at(tile));
                give!(sink, Verb::Lost, 0, soldiers.unwrap_or(0));
            }
            Phase::Setup | Phase::Laying | Phase::Over => {}
        }
    }

    /// The latest straight is laid on first, if the tile fits there; else any visible open edge.
    fn each_lay(&self, kind: KindIndex, sink: &mut impl Sink<Verb>) {
        let fitting = |tile, dir| u64::from(self.fitting(tile, dir, kind)) << (6 * dir);
        if let Some(edge) = self.ahead {
            let mask = fitting(edge.tile, edge.dir);
            if mask != 0 {
                sink(Group::new(Verb::Lay, edge.tile, mask));
                return;
            }
        }
        let edges = self.board.visible_edges(self.soldier_tiles());
        for tile in Bits(edges.tiles) {
            let dirs = Bits(u64::from(edges.dirs[tile as usize]));
            give!(
                sink,
                Verb::Lay,
                tile,
                dirs.fold(0, |mask, dir| mask | fitting(tile, dir))
            );
        }
    }

    /// Is it certain at a glance that the first soldier who may act may move (or end something)?
    #[inline]
    fn first_may_move(&self) -> bool {
        let who = self.who_may_act();
        if who == 0 {
            return false;
        }
        let near = self
            .board
            .connected_tiles(self.at[who.trailing_zeros() as usize]);
        near != 0 && !self.holds(near.trailing_zeros() as u8, MOST_SOLDIERS)
    }

    /// Soldiers who may act: the active one, or all whose activation has not ended.
    #[inline]
    fn who_may_act(&self) -> SoldierMask {
        if self.active == NONE {
            self.alive() & !self.activated
        } else {
            1 << self.active
        }
    }

    fn each_patrol(&self, sink: &mut impl Sink<Verb>) {
        let who = self.who_may_act();
        let full = self.full_tile().map_or(0, |tile| 1 << tile);
        for soldier in Soldier::all_in(who) {
            let from = self.at[soldier as usize];
            let mut dirs = self.board.joined(from);
            if full != 0 {
                dirs &= !self.board.dirs_to(from, full);
            }
            give!(sink, Verb::Move, soldier, dirs);
        }
        give!(sink, Verb::Fire, 0, who & self.soldiers_with_lurkers());
        if self.active != NONE {
            give!(sink, Verb::Done, 0, who);
        } else {
            give!(sink, Verb::End, 0, 1u8);
        }
    }

    /// Soldiers with lurkers on their tile.
    pub(super) fn soldiers_with_lurkers(&self) -> u8 {
        // Without a branch; there is never a stack on [`NO_TILE`].
        let tiles = self.lurkers.tiles();
        let here = |soldier: usize| (tiles >> (self.at[soldier] & 63) & 1) as u8;
        (0..Soldier::ALL.len()).fold(0, |mask, soldier| mask | here(soldier) << soldier)
    }

    fn each_lurker(&self, sink: &mut impl Sink<Verb>) {
        if self.supply > 0 {
            give!(sink, Verb::New, 0, self.tiles_for_new_stack());
            give!(sink, Verb::Add, 0, self.lurkers.tiles());
        }
        for tile in Bits(self.lurkers.tiles()) {
            give!(sink, Verb::Go, tile, self.in_reach_of_stack(tile));
        }
        give!(sink, Verb::End, 0, 1u8);
    }
}
