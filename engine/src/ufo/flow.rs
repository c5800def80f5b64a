//! How the game goes on from one node to the next.

use super::notation::{Action, Chance, Contest};
use super::options::{Forest, Scoring};
use super::state::{Lay, NONE, Phase, Task, Ufo};
use super::units::Unit;
use crate::board::NO_TILE;
use crate::game::{AbsoluteValue, GameOutcome, Seat, Turn};

impl Ufo {
    #[inline]
    pub(super) fn waits_for(&self) -> Turn {
        if self.phase == Phase::Over {
            return self.node;
        }
        if self.is_idle() {
            return Turn::Decide(match self.phase {
                Phase::Shado | Phase::Overstack => Seat::First,
                _ => Seat::Second,
            });
        }
        let dice = self.rules.options.forest == Forest::Dice;
        match self.lay {
            Lay::Draw { .. } => return Turn::Chance,
            Lay::Edge | Lay::Turn { .. } if dice => return Turn::Chance,
            Lay::Edge | Lay::Turn { .. } => return Turn::Decide(Seat::Second),
            Lay::No => {}
        }
        match self.task {
            Task::Leave { .. }
            | Task::Shot { .. }
            | Task::SkyAsked { .. }
            | Task::Bombing { .. }
            | Task::PodOpens
            | Task::Volley { .. }
            | Task::Abduction { .. }
            | Task::DrawFirst { .. }
            | Task::Assault { .. } => Turn::Chance,
            Task::Lose { .. } | Task::BombingLose { .. } => Turn::Decide(Seat::Second),
            Task::SkyComes
            | Task::BombingLost { .. }
            | Task::VolleyLost { .. }
            | Task::Abducted { .. } => Turn::Decide(Seat::First),
            Task::DriveBack { seat, .. } | Task::DriveOff { seat, .. } => Turn::Decide(seat),
            Task::Idle | Task::ThenAliens { .. } => {
                unreachable!("the Aliens scatter as soon as laying ends")
            }
        }
    }

    /// Where a decision has no action.
    pub(super) fn go_on_without_choice(&mut self) {
        unreachable!("no legal action in {self:?}")
    }

    /// Carries out an action.
    pub(super) fn apply(&mut self, action: Action) {
        match action {
            Action::Lay { at, dir } => self.choose_edge(at, dir),
            Action::Turn { exits } => self.lay_tile(exits),
            Action::Off { .. }
            | Action::Move { .. }
            | Action::Cannon { .. }
            | Action::Mortar { .. }
            | Action::Fire { .. }
            | Action::Missile { .. }
            | Action::Sky
            | Action::SkyAssault
            | Action::Grant { .. }
            | Action::On { .. }
            | Action::Done { .. }
            | Action::End
            | Action::Strike { .. } => self.apply_shado(action),
            Action::Lost { unit } => self.apply_lost(unit),
            Action::LoseAlien => self.apply_lose(false),
            Action::LosePod => self.apply_lose(true),
            Action::Place { .. }
            | Action::Pod { .. }
            | Action::Walk { .. }
            | Action::Shoot { .. } => self.apply_alien(action),
            Action::Abduct { at } => self.begin_abduction(at),
            Action::NoAbduction => self.end_abductions(),
            Action::Back { unit, dir } => self.drive_back(unit, dir),
            Action::Flee { dir, count } => self.drive_off(dir, count),
        }
    }

    /// Carries out a chance outcome.
    pub(super) fn befall(&mut self, outcome: Chance) {
        match outcome {
            Chance::Draw { kind } => self.draw_tile(kind),
            Chance::Lay { at, dir } => self.choose_edge(at, dir),
            Chance::Turn { exits } => self.lay_tile(exits),
            Chance::Free => self.leave(true),
            Chance::Stuck => self.leave(false),
            Chance::Hits { count } => self.hit(count),
            Chance::Sky { comes } => self.sky_answers(comes),
            Chance::Bombs { hits, own } => self.bomb(hits, own),
            Chance::Out { count } => self.come_out(count),
            Chance::Contest(contest) => match self.task {
                Task::Assault { .. } => self.end_game(contest.name(), contest_value(contest)),
                _ => self.end_contest(contest),
            },
            Chance::First { alien } => self.scatter(alien),
        }
    }

    /// SHADO names a unit that it loses: by its own bombs, a volley, an abduction, overstacking.
    fn apply_lost(&mut self, unit: Unit) {
        let task = self.task;
        if !self.lose_unit(unit) {
            return;
        }
        match task {
            Task::BombingLost { run, own } => self.bombing_lost(run, own - 1),
            Task::VolleyLost { tile, left } => self.volley_lost(tile, left - 1),
            Task::Abducted { tile } => self.drive_back_abducted(tile),
            _ => self.resolve_overstack(),
        }
    }

    /// Takes a unit out of the game; its passenger stays on foot. Returns whether the game goes on.
    pub(super) fn lose_unit(&mut self, unit: Unit) -> bool {
        self.at[unit as usize] = NO_TILE;
        self.activated &= !unit.bit();
        if unit.is_team() {
            self.carrier[unit as usize - 4] = NONE;
        }
        for carrier in &mut self.carrier {
            if *carrier == unit as u8 {
                *carrier = NONE;
            }
        }
        if self.active == unit as u8 {
            self.clear_active();
        }
        if self.alive() == 0 {
            self.end_game("all_lost", -1.0);
            return false;
        }
        true
    }

    pub(super) fn clear_active(&mut self) {
        self.active = NONE;
        self.actions_left = 0;
        self.weapon = None;
        self.moved = false;
    }

    /// Ends the game; everything that is not part of the final position is cleared.
    pub(super) fn end_game(&mut self, name: &'static str, graded: f64) {
        let value = match self.rules.options.scoring {
            Scoring::Graded => graded,
            Scoring::WinLoss if graded == 0.0 => 0.0,
            Scoring::WinLoss => graded.signum(),
        };
        self.clear_active();
        self.activated = 0;
        self.granted = NONE;
        self.redeals = 0;
        self.task = Task::Idle;
        self.lay = Lay::No;
        self.phase = Phase::Over;
        let value = AbsoluteValue(value);
        self.node = Turn::Over(GameOutcome { name, value });
    }
}

/// The graded return of the assault's result for SHADO.
fn contest_value(contest: Contest) -> f64 {
    [-1.0, -0.5, 0.0, 0.5, 1.0][contest as usize]
}
