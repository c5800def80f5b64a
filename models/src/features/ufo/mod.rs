//! Features of `ufo`.
//!
//! The position: clock, forces, distances to the goal, threats, and nine numbers for each unit. An action:
//! its kind, the unit, what comes of it (exact odds where there are dice), and a description of the tile it
//! starts from and of the one it aims at; the same description of every tile. All are made of counts, distances along paths and over tiles, and
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
use self::tile::{FROM_NAMES, TILE_NAMES, TO_NAMES};
use super::ground::TileRows;
use super::thumb::{self, THUMB_LEN, THUMB_NAMES, VALUE_NAME};
use super::{Features, Inputs, joined};

const STATE_LEN: usize = StateFeature::NAMES.len() + 7 * UNIT_NAMES.len() + VALUE_NAME.len();

/// Numbers per action, those of the rules of thumb last.
const ROW_LEN: usize = ACTION_LEN + THUMB_LEN;

macro_rules! unit_names {
    ($($unit:literal),*) => {
        &[$(
            concat!($unit, "Alive"),
            concat!($unit, "Aboard"),
            concat!($unit, "MayAct"),
            concat!($unit, "GoalDistance"),
            concat!($unit, "AliensHere"),
            concat!($unit, "AliensAt1"),
            concat!($unit, "TurnsToGoal"),
            concat!($unit, "Bonus"),
            concat!($unit, "Strike"),
        )*]
    };
}

const ALL_UNIT_NAMES: &[&str] = unit_names!("C", "G1", "G2", "G3", "I1", "I2", "I3");

const ALL_STATE_NAMES: [&str; STATE_LEN] =
    joined(&[StateFeature::NAMES, ALL_UNIT_NAMES, VALUE_NAME]);

const ALL_ACTION_NAMES: [&str; ROW_LEN] = joined(&[
    Verb::NAMES,
    Effect::NAMES,
    FROM_NAMES,
    TO_NAMES,
    THUMB_NAMES,
]);

impl Features for Ufo {
    const FEATURES_VERSION: u32 = 3;
    const STATE_NAMES: &'static [&'static str] = &ALL_STATE_NAMES;
    const ACTION_NAMES: &'static [&'static str] = &ALL_ACTION_NAMES;
    const TILE_NAMES: &'static [&'static str] = TILE_NAMES;

    fn features(&self, _seat: Seat, actions: &[Action], inputs: Inputs) {
        let outlook = Outlook::new(self);
        let (value, known) = inputs.state.split_last_mut().expect("a value");
        state::describe(&outlook, known);
        *value = thumb::describe(self, actions, inputs.actions, ROW_LEN);
        let all = if inputs.all_tiles {
            self.board().all()
        } else {
            0
        };
        let describe = |tile, row: &mut _| tile::describe(&outlook, tile, row);
        let mut tiles = TileRows::new(inputs.tiles, all, describe);
        for (row, action) in inputs.actions.chunks_exact_mut(ROW_LEN).zip(actions) {
            action::describe(&outlook, &mut tiles, *action, &mut row[..ACTION_LEN]);
        }
    }
}

/// More dice than there can be in an assault: seven units and SKY1's.
const MOST_DICE: usize = 9;

/// SHADO's score by the number of dice.
static ASSAULT_SCORES: [f32; MOST_DICE] = {
    let (mut scores, mut dice) = ([0.0; MOST_DICE], 1);
    while dice < MOST_DICE {
        scores[dice] = exact_assault_score(dice as u32);
        dice += 1;
    }
    scores
};

/// Σ over SHADO's best face b of P(b) · (faces of the Alien's die below b + ½) / 6.
const fn exact_assault_score(dice: u32) -> f32 {
    let (mut twelfths, mut best) = (0, 1u64);
    while best <= 6 {
        twelfths += (best.pow(dice) - (best - 1).pow(dice)) * (2 * best - 1);
        best += 1;
    }
    twelfths as f32 / (12 * 6u64.pow(dice)) as f32
}

/// SHADO's score (win 1, draw ½) in an assault with so many dice, of which the best counts, against one.
fn assault_score(dice: u32) -> f32 {
    ASSAULT_SCORES[(dice as usize).min(MOST_DICE - 1)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assaults_by_hand() {
        // The rules' table: with 1 die SHADO wins 42%, draws 17%; with 5 dice 74% and 9%.
        assert!((assault_score(1) - 0.5).abs() < 1e-6);
        assert!((assault_score(5) - (0.744 + 0.5 * 0.164)).abs() < 0.02);
        // With two dice P(best = b) = (2b - 1) / 36: Σ (2b - 1)² / 432 = 286 / 432.
        assert!((assault_score(2) - 286.0 / 432.0).abs() < 1e-6);
    }
}
