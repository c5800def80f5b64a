//! How the game goes on from one node to the next.

use super::notation::{Action, Chance};
use super::soldiers::Soldier;
use super::state::{LostPatrol, NONE, Phase, Task};
use crate::board::NO_TILE;
use crate::game::{AbsoluteValue, GameOutcome, Seat, Turn};

impl LostPatrol {
    #[inline]
    pub(super) fn waits_for(&self) -> Turn {
        match self.task {
            Task::Idle => match self.phase {
                Phase::Over => self.node,
                Phase::Patrol | Phase::Clearing | Phase::Excess => Turn::Decide(Seat::First),
                _ => Turn::Decide(Seat::Second),
            },
            Task::Draw | Task::Leave { .. } | Task::Fire | Task::Ambush { .. } => Turn::Chance,
            Task::Place { .. } | Task::Flee { .. } => Turn::Decide(Seat::Second),
            Task::Ambushed { .. } => Turn::Decide(Seat::First),
            Task::Retreat { seat, .. } => Turn::Decide(seat),
        }
    }

    /// Carries out an action.
    pub(super) fn apply(&mut self, action: Action) {
        match action {
            Action::Lay { at, dir, exits } => self.lay_tile(at, dir, exits),
            Action::Move { soldier, dir } => self.begin_move(soldier, dir),
            Action::Fire { soldier } => {
                self.pay(soldier);
                self.task = Task::Fire;
            }
            Action::Done { .. } => self.end_activation(),
            Action::Keep { at } => self.keep_group(at),
            Action::New { at } | Action::Add { at } => self.bring_lurkers(at),
            Action::Go { from, to } => self.move_stack(from, to),
            Action::End if self.phase == Phase::Patrol => self.end_patrol_phase(),
            Action::End => self.begin_ambushes(),
            Action::Ambush { at } => self.begin_ambush(at),
            Action::NoAmbush => self.end_ambushes(),
            Action::Lost { soldier } => self.apply_lost(soldier),
            Action::Back { soldier, dir } => self.retreat(soldier, dir),
            Action::Flee { dir } => self.flee(dir),
        }
    }

    /// Carries out a chance outcome.
    pub(super) fn befall(&mut self, outcome: Chance) {
        match outcome {
            Chance::Draw { kind } => self.draw_tile(kind),
            Chance::Free => self.leave(true),
            Chance::Stuck => self.leave(false),
            Chance::Hits { count } => self.hit(count),
            Chance::Contest(contest) => self.end_contest(contest),
        }
    }

    /// The patrol names a soldier that it loses: in an ambush, or in excess.
    fn apply_lost(&mut self, soldier: Soldier) {
        self.at[soldier as usize] = NO_TILE;
        if self.alive() == 0 {
            self.end_game("all_lost", -1.0);
            return;
        }
        match self.task {
            Task::Ambushed { tile } => self.begin_retreat(tile, self.driver()),
            _ => self.resolve_excess(),
        }
    }

    pub(super) fn clear_active(&mut self) {
        (self.active, self.actions_left) = (NONE, 0);
    }

    /// Ends the game; everything that is not part of the final position is cleared.
    pub(super) fn end_game(&mut self, name: &'static str, patrol: f64) {
        self.clear_active();
        (self.activated, self.redeals) = (0, 0);
        (self.task, self.ahead) = (Task::Idle, None);
        self.phase = Phase::Over;
        let value = AbsoluteValue(patrol);
        self.node = Turn::Over(GameOutcome { name, value });
    }
}
