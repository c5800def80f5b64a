//! Phase 1: the patrol's actions; and phase 2: clearing.

use super::soldiers::{MOST_SOLDIERS, SQUAD, Soldier, are_at_least};
use super::state::{LostPatrol, Phase, Task};
use crate::board::{MAX_TILES, NO_TILE, TileIndex, TileMask};
use crate::hex::{Dir, Hex};

/// A soldier's actions a turn.
const ACTIONS: u8 = 2;

/// Clearing keeps what could be seen after so many moves.
const MOVES_SEEN: usize = 2;

impl LostPatrol {
    /// Begins the next turn, or ends the game after the last one.
    pub(super) fn begin_turn(&mut self) {
        if self.turn == self.rules.options.max_turns {
            self.end_game("time_out", -1.0);
            return;
        }
        self.turn += 1;
        self.phase = Phase::Patrol;
        self.task = Task::Idle;
    }

    /// Begins the soldier's activation unless it is active, and pays for an action.
    pub(super) fn pay(&mut self, soldier: Soldier) {
        if self.active != soldier as u8 {
            (self.active, self.actions_left) = (soldier as u8, ACTIONS);
        }
        self.actions_left -= 1;
    }

    pub(super) fn end_activation(&mut self) {
        self.activated |= 1 << self.active;
        self.clear_active();
    }

    /// After an action has been carried out: ends the activation if its actions are spent.
    fn continue_activation(&mut self) {
        self.task = Task::Idle;
        if self.actions_left == 0 {
            self.end_activation();
        }
    }

    pub(super) fn begin_move(&mut self, soldier: Soldier, dir: Dir) {
        self.pay(soldier);
        let kind = self.board.kind(self.at[soldier as usize]);
        if self.rules.kinds.is_heavy(kind) {
            self.task = Task::Leave { dir };
        } else {
            self.shift_soldier(soldier, dir);
            self.continue_activation();
        }
    }

    pub(super) fn leave(&mut self, free: bool) {
        let Task::Leave { dir } = self.task else {
            return;
        };
        if free {
            self.shift_soldier(Soldier::from_index(self.active), dir);
        }
        self.continue_activation();
    }

    /// Moves a soldier to the neighbour in a direction.
    pub(super) fn shift_soldier(&mut self, soldier: Soldier, dir: Dir) {
        let place = &mut self.at[soldier as usize];
        *place = self.board.neighbour(*place, dir);
    }

    /// Dice of the active soldier's shot, and how many lurkers there are to hit.
    pub(super) fn shot(&self) -> (u32, u8) {
        let soldier = Soldier::from_index(self.active);
        let lurkers = self.lurkers.on(self.at[soldier as usize]);
        (soldier.dice(), lurkers)
    }

    pub(super) fn hit(&mut self, count: u8) {
        self.lurkers.take(self.at[self.active as usize], count, 0);
        self.supply += count;
        self.continue_activation();
    }

    pub(super) fn end_patrol_phase(&mut self) {
        self.activated = 0;
        if self.ship_placed() {
            self.lay_phase();
        } else {
            self.begin_clearing();
        }
    }

    fn begin_clearing(&mut self) {
        self.phase = Phase::Clearing;
        self.remove_all_but(self.kept_tiles());
        // With a single group its `keep` would be the only action; no group is without soldiers.
        if self.group_of(1) == self.board.all() {
            self.lay_phase();
        }
    }

    /// Tiles that clearing keeps.
    pub(super) fn kept_tiles(&self) -> TileMask {
        let reach = self.board.reach(self.soldier_tiles(), MOVES_SEEN);
        self.board.seen_from(reach)
    }

    /// The group of neighbouring hexes around these tiles.
    pub(super) fn group_of(&self, tiles: TileMask) -> TileMask {
        self.board.within(tiles, MAX_TILES)
    }

    /// The first tile of each group.
    pub(super) fn first_of_groups(&self) -> TileMask {
        let (mut firsts, mut rest) = (0, self.board.all());
        while rest != 0 {
            let first = rest & rest.wrapping_neg();
            firsts |= first;
            rest &= !self.group_of(first);
        }
        firsts
    }

    pub(super) fn keep_group(&mut self, at: Hex) {
        self.remove_all_but(self.group_of(1 << self.tile_at(at)));
        self.lay_phase();
    }

    fn lay_phase(&mut self) {
        self.phase = Phase::Laying;
        self.begin_laying();
    }

    /// The tile that a soldier may not move onto because enough are there; there is at most one.
    pub(super) fn full_tile(&self) -> Option<TileIndex> {
        // Three soldiers of five on one tile: one of the first three is among them.
        self.at[..=SQUAD.count_ones() as usize - MOST_SOLDIERS as usize]
            .iter()
            .copied()
            .find(|tile| *tile != NO_TILE && self.holds(*tile, MOST_SOLDIERS))
            .filter(|tile| *tile != self.start_tile)
    }

    /// Are at least so many soldiers on the tile?
    #[inline]
    pub(super) fn holds(&self, tile: TileIndex, number: u32) -> bool {
        are_at_least(number, self.soldiers_at(tile))
    }
}
