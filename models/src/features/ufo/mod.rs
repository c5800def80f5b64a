//! Features of `ufo`.
//!
//! The position: clock, forces, distances to the goal, threats, and six numbers for each unit. An action:
//! its kind, the unit, what comes of it (exact odds where there are dice), and a description of the tile it
//! starts from and of the one it aims at. All are made of counts, distances along paths and over tiles, and
//! odds, so that turning or mirroring the board changes none of them.

mod action;
mod outlook;
mod state;
mod tile;

use moonbase_engine::Seat;
use moonbase_engine::ufo::{Action, Ufo};

use self::action::{ACTION_LEN, Effect, Verb};
use self::outlook::Outlook;
use self::state::{StateFeature, UNIT_NAMES};
use self::tile::{FROM_NAMES, TO_NAMES};
use super::ground::TileRows;
use super::{Features, joined};

const STATE_LEN: usize = StateFeature::NAMES.len() + 7 * UNIT_NAMES.len();

macro_rules! unit_names {
    ($($unit:literal),*) => {
        &[$(
            concat!($unit, "Alive"),
            concat!($unit, "Aboard"),
            concat!($unit, "MayAct"),
            concat!($unit, "GoalDistance"),
            concat!($unit, "AliensHere"),
            concat!($unit, "AliensAt1"),
        )*]
    };
}

const ALL_UNIT_NAMES: &[&str] = unit_names!("C", "G1", "G2", "G3", "I1", "I2", "I3");

const ALL_STATE_NAMES: [&str; STATE_LEN] = joined(&[StateFeature::NAMES, ALL_UNIT_NAMES]);

const ALL_ACTION_NAMES: [&str; ACTION_LEN] =
    joined(&[Verb::NAMES, Effect::NAMES, FROM_NAMES, TO_NAMES]);

impl Features for Ufo {
    const FEATURES_VERSION: u32 = 1;
    const STATE_NAMES: &'static [&'static str] = &ALL_STATE_NAMES;
    const ACTION_NAMES: &'static [&'static str] = &ALL_ACTION_NAMES;

    fn features(&self, _seat: Seat, actions: &[Action], state: &mut [f32], rows: &mut [f32]) {
        let outlook = Outlook::new(self);
        state::describe(&outlook, state);
        let mut tiles = TileRows::default();
        for (row, action) in rows.chunks_exact_mut(ACTION_LEN).zip(actions) {
            action::describe(&outlook, &mut tiles, *action, row);
        }
    }
}

/// SHADO's score (win 1, draw ½) in an assault with so many dice, of which the best counts, against one.
fn assault_score(dice: u32) -> f32 {
    let ways = |best: i32| f64::from(best).powi(dice as i32);
    let of = 6f64.powi(dice as i32);
    let score = |best: i32| {
        let chance = (ways(best) - ways(best - 1)) / of;
        chance * (f64::from(best - 1) + 0.5) / 6.0
    };
    (1..=6).map(score).sum::<f64>() as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assaults_by_hand() {
        // The rules' table: with 1 die SHADO wins 42%, draws 17%; with 5 dice 74% and 9%.
        assert!((assault_score(1) - 0.5).abs() < 1e-6);
        assert!((assault_score(5) - (0.744 + 0.5 * 0.164)).abs() < 0.02);
    }
}
