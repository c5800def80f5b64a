//! Scores, and how the game ends.

use super::OBJECTIVE_POINTS;
use super::base::BaseId;
use super::field::Cell;
use super::options::Scoring;
use super::state::{Fg1, Stage};
use crate::game::{AbsoluteValue, BySeat, GameOutcome, Seat, Turn};

/// An enemy base within so many hexes contests an objective.
const CONTESTS: u8 = 2;

impl Fg1 {
    /// The scores as they would count now.
    pub fn score(&self) -> BySeat<u16> {
        BySeat::from_fn(|side| {
            let objectives = self.rules.objectives.iter();
            let held = objectives.filter(|cell| self.holds(side, **cell)).count() as u16;
            self.points_killed(side.other()) + OBJECTIVE_POINTS * held
        })
    }

    /// Points of the bases that a side has lost.
    pub fn points_killed(&self, side: Seat) -> u16 {
        let alive = BaseId::all_in(side, self.alive(side));
        let left: u16 = alive.map(|base| self.kind(base).points()).sum();
        self.rules.points[side] - left
    }

    /// Does the side hold an objective: a base of its on it, no enemy base within 2 hexes?
    pub fn holds(&self, side: Seat, objective: Cell) -> bool {
        let there = self.mask_of(side, |place| place == objective) != 0;
        let other = side.other();
        let near = |base: BaseId| self.field().distance(self.cell_of(base), objective) <= CONTESTS;
        there && !BaseId::all_in(other, self.on_board(other)).any(near)
    }

    /// The side has no bases left.
    pub(super) fn wipe_out(&mut self, side: Seat) {
        self.end(match side {
            Seat::First => ("a_wiped_out", -1.0),
            Seat::Second => ("b_wiped_out", 1.0),
        });
    }

    /// The last initiative has ended.
    pub(super) fn end_by_score(&mut self) {
        let score = self.score();
        let (a, b) = (i32::from(score.first), i32::from(score.second));
        let name = match (a - b).signum() {
            1 => "a_ahead",
            -1 => "b_ahead",
            _ => "level",
        };
        self.end((name, self.value_of(a - b)));
    }

    /// What the first seat gets for a lead on score.
    pub(super) fn value_of(&self, lead: i32) -> f64 {
        let options = &self.rules.options;
        match options.scoring {
            Scoring::WinLoss => f64::from(lead.signum()),
            Scoring::Graded => f64::from(lead) / f64::from(options.scenario.stakes()),
        }
    }

    /// The value of a usual lead: an objective's worth.
    pub(super) fn usual_lead(&self) -> f64 {
        self.value_of(i32::from(OBJECTIVE_POINTS))
    }

    /// Ends the game; what was under way is no part of the final position.
    pub(super) fn end(&mut self, (name, value): (&'static str, f64)) {
        self.rest();
        self.stage = Stage::Over;
        let value = AbsoluteValue(value);
        self.node = Turn::Over(GameOutcome { name, value });
    }
}
