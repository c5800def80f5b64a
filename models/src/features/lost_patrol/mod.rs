//! Features of `lost_patrol`.
//!
//! The position: clock, forces, distances to the ship, threats, and six numbers for each soldier. An action:
//! its kind, the soldier, what comes of it (exact odds where there are dice), and a description of the tile it
//! starts from and of the one it aims at; the same description of every tile. All are made of counts, distances along paths and over tiles, and
//! odds, so that turning or mirroring the board changes none of them.

mod action;
mod outlook;
mod state;
mod tile;

use moonbase_engine::Seat;
use moonbase_engine::lost_patrol::{Action, LostPatrol};

use self::action::{ACTION_LEN, Cache, Effect, Verb};
use self::outlook::Outlook;
use self::state::{SOLDIER_NAMES, StateFeature};
use self::tile::{FROM_NAMES, TILE_NAMES, TO_NAMES};
use super::ground::TileRows;
use super::thumb::{self, THUMB_LEN, THUMB_NAMES, VALUE_NAME};
use super::{Features, Inputs, joined};

const STATE_LEN: usize = StateFeature::NAMES.len() + 5 * SOLDIER_NAMES.len() + VALUE_NAME.len();

/// Numbers per action, those of the rules of thumb last.
const ROW_LEN: usize = ACTION_LEN + THUMB_LEN;

macro_rules! soldier_names {
    ($($soldier:literal),*) => {
        &[$(
            concat!($soldier, "Alive"),
            concat!($soldier, "MayAct"),
            concat!($soldier, "GoalDistance"),
            concat!($soldier, "LurkersHere"),
            concat!($soldier, "LurkersAt1"),
            concat!($soldier, "Threat"),
        )*]
    };
}

const ALL_SOLDIER_NAMES: &[&str] = soldier_names!("S", "L", "T1", "T2", "T3");

const ALL_STATE_NAMES: [&str; STATE_LEN] =
    joined(&[StateFeature::NAMES, ALL_SOLDIER_NAMES, VALUE_NAME]);

const ALL_ACTION_NAMES: [&str; ROW_LEN] = joined(&[
    Verb::NAMES,
    Effect::NAMES,
    FROM_NAMES,
    TO_NAMES,
    THUMB_NAMES,
]);

impl Features for LostPatrol {
    const FEATURES_VERSION: u32 = 2;
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
        let mut cache = Cache {
            tiles: TileRows::new(inputs.tiles, all, describe),
            steps: None,
        };
        for (row, action) in inputs.actions.chunks_exact_mut(ROW_LEN).zip(actions) {
            action::describe(&outlook, &mut cache, *action, &mut row[..ACTION_LEN]);
        }
    }
}
