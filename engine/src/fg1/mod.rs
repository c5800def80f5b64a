//! `fg1`: Fog's Soldiers FG-1, a skirmish of squads, hovers, walkers and fighters on a board of hexes.
//!
//! A position is one flat value; what never changes in a game (board, sight, types, who may fire together) lies
//! beside it. The state machine is driven by the action under way, [`Act`], and by what comes next, [`Stage`]. After
//! each action or outcome [`Fg1::settle`] goes on by itself while only one action is possible.

mod base;
mod field;
mod kind;
mod notation;
mod options;
mod rules;
mod scenario;
mod sight;
mod state;
mod view;

pub use base::{
    BaseId, Firers, MOST_A_SIDE, MOST_BASES, MOST_TOGETHER, Mode, SHORT_RANGE, SideMask, Status,
};
pub use field::{Cell, Field, hex_at};
pub use kind::{Kind, Terrain, Toll};
pub use notation::{Action, Chance, Effect, LONGEST_LEG};
pub use options::{Crossfire, Fg1Options, Moves, Rally, Scoring};
pub use scenario::{Scenario, ScenarioError, Start};
pub use sight::{Sight, is_clear, line};
pub use state::{Act, Fg1, Leg, Move, Phase, Question, Stage};

/// What an objective that a side holds counts in its score.
pub const OBJECTIVE_POINTS: u16 = 3;

impl Fg1 {
    /// Goes on by itself to the next true choice.
    pub(super) fn settle(&mut self) {}
}
