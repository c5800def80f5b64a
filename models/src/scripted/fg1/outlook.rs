//! A quick judgement of a position.
//!
//! Points: those killed so far, what shaken bases have lost, objectives held (more as the end comes) or nearer
//! to one side, and what the best shots of both sides promise. Under `graded` scoring the value is the lead in points
//! as the rules count it, under `win_loss` the chance that the lead lasts.

use moonbase_engine::fg1::{Fg1, OBJECTIVE_POINTS, Scoring};
use moonbase_engine::{AbsoluteValue, Game, Seat, Turn};

use super::ground::{CONTESTS, Clock};
use super::odds::lost;
use super::sheet::Sheet;

/// Ways longer than this to an objective are all the same.
const LONGEST: u8 = 12;

/// A judgement within (-1, 1); at the end of the game its outcome.
pub fn evaluate(position: &Fg1) -> AbsoluteValue {
    if let Turn::Over(outcome) = position.turn() {
        return outcome.value;
    }
    let lead = f64::from(lead(position));
    let value = match position.options().scoring {
        Scoring::Graded => lead / f64::from(position.scenario().stakes()),
        Scoring::WinLoss => {
            let clock = Clock::new(position, Seat::First);
            (lead / f64::from(1.5 + 3.0 * (1.0 - clock.progress))).tanh()
        }
    };
    AbsoluteValue(value.clamp(-0.99, 0.99))
}

/// The first seat's lead in points, those to be hoped for included.
pub fn lead(position: &Fg1) -> f32 {
    let sheet = Sheet::new(position);
    let killed = |side: Seat| f32::from(position.points_killed(side));
    killed(Seat::Second) - killed(Seat::First) + shaken(&sheet, Seat::Second)
        - shaken(&sheet, Seat::First)
        + objectives(&sheet)
        + promise(&sheet, Seat::First)
        - promise(&sheet, Seat::Second)
}

/// What a side's shaken bases have lost; little if it can rally before it is shot at.
fn shaken(sheet: &Sheet, side: Seat) -> f32 {
    let units = sheet.units[side].iter();
    let lost = units.map(|unit| lost(unit.target.status) * unit.target.worth);
    let soon = if sheet.position.side() == side {
        0.2
    } else {
        0.8
    };
    soon * lost.sum::<f32>()
}

/// Objectives held, or nearer to one side's bases.
fn objectives(sheet: &Sheet) -> f32 {
    let position = sheet.position;
    let clock = Clock::new(position, Seat::First);
    let weight = 0.3 + 0.7 * clock.progress * clock.progress;
    let lead = position.objectives().iter().map(|cell| {
        let hex = position.field().hex(*cell);
        let way = |side: Seat| {
            let ways = sheet.units[side]
                .iter()
                .map(|unit| unit.target.hex.distance(hex));
            ways.min().unwrap_or(LONGEST).min(LONGEST)
        };
        let (ours, theirs) = (way(Seat::First), way(Seat::Second));
        let points = f32::from(OBJECTIVE_POINTS);
        let held = match (ours, theirs) {
            (0, _) if theirs > CONTESTS => points,
            (_, 0) if ours > CONTESTS => -points,
            _ => 0.0,
        };
        held * weight + 0.08 * (f32::from(theirs) - f32::from(ours))
    });
    lead.sum()
}

/// What a side's best shot would do; more for the side that is about to fire.
fn promise(sheet: &Sheet, side: Seat) -> f32 {
    let position = sheet.position;
    let clock = Clock::new(position, side);
    let begins = position.side() == side;
    if !begins && clock.mine == 0 {
        return 0.0;
    }
    let (mut most, mut sum) = (0.0f32, 0.0);
    for firer in &sheet.units[side] {
        let mut best = 0.0f32;
        for target in &sheet.units[side.other()] {
            let reach = if begins { firer.range } else { firer.reach() };
            best = best.max(sheet.shot(firer, reach, &target.target).harm);
        }
        (most, sum) = (most.max(best), sum + best);
    }
    let promised = most + 0.2 * (sum - most);
    promised * if begins { 0.9 } else { 0.5 }
}
