//! Features of `fg1`.
//!
//! The position: clock, score, forces and threats of both sides, as the seat sees them. An action: its kind, what comes of
//! it (exact odds where there are dice), and a description of the base that acts and of the one that it aims at, or of
//! the actor where the action leads; the same description of every base, in the place of tiles. All are made of
//! counts, distances and odds, so that neither a reflected board nor sides swapped change any of them.

mod action;
mod base;
mod state;

use moonbase_engine::fg1::{Action, BaseId, Fg1, MOST_BASES, Mode};
use moonbase_engine::hex::Hex;
use moonbase_engine::{AbsoluteValue, Seat};

use self::action::{ACTION_LEN, Effect, Verb};
use self::base::{FROM_NAMES, TILE_LEN, TILE_NAMES, TO_NAMES};
use self::state::StateFeature;
use super::thumb::{self, THUMB_LEN, THUMB_NAMES, VALUE_NAME};
use super::{Features, Inputs, joined};
use crate::scripted::fg1::{Ground, Unit};

const STATE_LEN: usize = StateFeature::NAMES.len() + VALUE_NAME.len();

/// Numbers per action, those of the rules of thumb last.
const ROW_LEN: usize = ACTION_LEN + THUMB_LEN;

const ALL_STATE_NAMES: [&str; STATE_LEN] = joined(&[StateFeature::NAMES, VALUE_NAME]);

const ALL_ACTION_NAMES: [&str; ROW_LEN] = joined(&[
    Verb::NAMES,
    Effect::NAMES,
    FROM_NAMES,
    TO_NAMES,
    THUMB_NAMES,
]);

impl Features for Fg1 {
    const FEATURES_VERSION: u32 = 2;
    const STATE_NAMES: &'static [&'static str] = &ALL_STATE_NAMES;
    const ACTION_NAMES: &'static [&'static str] = &ALL_ACTION_NAMES;
    const TILE_NAMES: &'static [&'static str] = TILE_NAMES;

    fn features(&self, seat: Seat, actions: &[Action], inputs: Inputs) {
        let mut outlook = Outlook::new(self, seat);
        let (value, known) = inputs.state.split_last_mut().expect("a value");
        state::describe(&outlook, known);
        let thumb = thumb::describe(self, actions, inputs.actions, ROW_LEN);
        *value = AbsoluteValue(thumb.into()).seen_by(seat).0 as f32;
        for (row, action) in inputs.actions.chunks_exact_mut(ROW_LEN).zip(actions) {
            action::describe(&mut outlook, *action, &mut row[..ACTION_LEN]);
        }
        if inputs.all_tiles {
            outlook.append_rows(inputs.tiles);
        }
    }
}

/// What the numbers are made of, computed once.
pub struct Outlook<'a> {
    pub seat: Seat,
    pub ground: Ground<'a>,
    /// The numbers of each base where it stands, once they are asked for.
    rows: Vec<Option<[f32; TILE_LEN]>>,
}

impl<'a> Outlook<'a> {
    fn new(position: &'a Fg1, seat: Seat) -> Self {
        Outlook {
            seat,
            ground: Ground::new(position, seat),
            rows: vec![None; MOST_BASES],
        }
    }

    /// The base, if it is on the board.
    fn unit(&self, id: BaseId) -> Option<Unit<'a>> {
        self.ground.sheet.unit(id).copied()
    }

    /// A squad aboard, as if it stood on its hover's hex.
    fn passenger(&self, squad: BaseId, hover: BaseId) -> Option<Unit<'a>> {
        let cell = self.unit(hover)?.target.cell;
        let position = self.ground.position();
        let start = position.scenario().base(squad)?;
        Some(Unit::standing(position, start, cell))
    }

    /// Copies the numbers of a base where it stands; none of one that is not on the board.
    fn copy_row(&mut self, id: BaseId, to: &mut [f32]) {
        let Some(unit) = self.unit(id) else {
            return;
        };
        let row = match self.rows[id.index()] {
            Some(row) => row,
            None => self.row_of(&unit),
        };
        self.rows[id.index()] = Some(row);
        to.copy_from_slice(&row);
    }

    fn row_of(&self, unit: &Unit) -> [f32; TILE_LEN] {
        let mode = self.ground.position().mode(unit.id);
        let mut row = [0.0; TILE_LEN];
        base::describe(
            self,
            unit,
            unit.target.cell,
            mode.unwrap_or(Mode::Ground),
            &mut row,
        );
        row
    }

    /// The numbers of all bases on the board.
    fn append_rows(&self, rows: &mut Vec<f32>) {
        for side in Seat::BOTH {
            for unit in &self.ground.sheet.units[side] {
                rows.extend(self.row_of(unit));
            }
        }
    }

    /// Steps to the nearest objective; 0 without one.
    fn way(&self, hex: Hex) -> u8 {
        let ways = self.ground.objectives.iter();
        ways.map(|objective| objective.hex.distance(hex))
            .min()
            .unwrap_or(0)
    }

    /// Has it moved in this initiative, or spent its fire?
    fn is_done(&self, id: BaseId) -> bool {
        let position = self.ground.position();
        let moved = position.side() == id.side() && position.moved() & id.bit() != 0;
        moved || self.is_spent(id)
    }

    fn is_spent(&self, id: BaseId) -> bool {
        let position = self.ground.position();
        position.side() != id.side() && position.spent() & id.bit() != 0
    }
}
