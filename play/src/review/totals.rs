//! Sums over a game: skill and luck of each side, what turned it.

use std::collections::BTreeMap;

use moonbase_engine::{BySeat, Seat};

use super::{Choice, Side, Step, StepKind};
use crate::words::Words;

/// A decision that gives away so many points is a mistake. What is less may be the judge's noise.
pub(super) const MISTAKE: f64 = 3.0;

/// Turning points at most.
const TURNING_POINTS: usize = 3;

/// Fewer points turn nothing; rounding of exact values stays below.
const LEAST: f64 = 0.01;

impl Step {
    /// By how many points the first seat's chances changed by what was chosen or rolled.
    pub fn swing(&self, first_seat: &str) -> f64 {
        match &self.kind {
            StepKind::Roll { luck } => *luck,
            StepKind::Decision(choice) if choice.seat == first_seat => -choice.given_away,
            StepKind::Decision(choice) => choice.given_away,
        }
    }

    /// The decision, if it was one.
    pub fn choice(&self) -> Option<&Choice> {
        match &self.kind {
            StepKind::Decision(choice) => Some(choice),
            StepKind::Roll { .. } => None,
        }
    }
}

pub(super) fn sides<G: Words>(
    steps: &[Step],
    players: BySeat<Option<String>>,
) -> BTreeMap<&'static str, Side> {
    let rolls = steps.iter().filter(|step| step.choice().is_none());
    let luck = total(rolls.map(|step| step.swing(G::SEATS.first)));
    let side = |seat: Seat| {
        let own = |choice: &&Choice| choice.seat == G::SEATS[seat];
        let choices: Vec<&Choice> = steps.iter().filter_map(Step::choice).filter(own).collect();
        let mistakes = choices.iter().filter(|choice| choice.given_away >= MISTAKE);
        let side = Side {
            name: G::seat_name(seat),
            player: players[seat].clone(),
            decisions: choices.len(),
            mistakes: mistakes.count(),
            given_away: total(choices.iter().map(|choice| choice.given_away)),
            luck: match seat {
                Seat::First => luck,
                Seat::Second => 0.0 - luck,
            },
        };
        (G::SEATS[seat], side)
    };
    Seat::BOTH.map(side).into()
}

/// The sum; of nothing it is 0 and not -0, which would be printed so.
fn total(points: impl Iterator<Item = f64>) -> f64 {
    points.fold(0.0, |sum, points| sum + points)
}

/// The steps with the largest swings, the earlier first among equals, in the order of play.
pub(super) fn turning_points(steps: &[Step]) -> Vec<usize> {
    let size = |place: &usize| steps[*place].swing("").abs();
    let mut places: Vec<usize> = (0..steps.len()).filter(|p| size(p) > LEAST).collect();
    places.sort_by(|a, b| size(b).total_cmp(&size(a)));
    places.truncate(TURNING_POINTS);
    places.sort_unstable();
    places
}

/// The change of the chances over the game, less what was given away and the luck.
pub(super) fn drift<G: Words>(steps: &[Step], chances: &[f64]) -> f64 {
    let explained: f64 = steps.iter().map(|step| step.swing(G::SEATS.first)).sum();
    match chances {
        [first, .., last] => last - first - explained,
        _ => 0.0,
    }
}
