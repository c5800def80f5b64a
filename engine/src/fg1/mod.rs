//! `fg1`: Fog's Soldiers FG-1, a skirmish of squads, hovers, walkers and fighters on a board of hexes.
//!
//! A position is one flat value; what never changes in a game (board, sight, types, who may fire together) lies
//! beside it. The state machine is driven by the action under way, [`Act`], and by what comes next, [`Stage`]. After
//! each action or outcome [`Fg1::settle`] goes on by itself while only one action is possible.

mod base;
mod dump;
mod field;
mod fire;
mod flow;
mod kind;
mod legal;
mod moving;
mod notation;
mod odds;
mod options;
mod rules;
mod scenario;
mod score;
mod setup;
mod sight;
mod state;
mod view;

pub use base::{
    BaseId, Firers, MOST_A_SIDE, MOST_BASES, MOST_TOGETHER, Mode, SHORT_RANGE, SideMask, Status,
};
pub use field::{Cell, Field, hex_at};
pub use kind::{Kind, Terrain, Toll};
pub use legal::{Group, Verb};
pub use notation::{Action, Chance, Effect, LONGEST_LEG};
pub use odds::ShotOdds;
pub use options::{Crossfire, Fg1Options, Moves, Rally, Scoring};
pub use scenario::{Scenario, ScenarioError, Start};
pub use sight::{Sight, is_clear, line};
pub use state::{Act, Fg1, Leg, Move, Phase, Question, Stage};

use rand::Rng;

use crate::game::{BySeat, EventKey, Game, Turn};
use crate::groups::Grouped;
use crate::options::OptionsError;
use crate::tiled::game_methods;

/// What an objective that a side holds counts in its score.
pub const OBJECTIVE_POINTS: u16 = 3;

impl std::fmt::Debug for Fg1 {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.to_dump())
    }
}

impl Game for Fg1 {
    type Action = Action;
    type Chance = Chance;
    type Options = Fg1Options;

    const NAME: &'static str = "fg1";
    const SEATS: BySeat<&'static str> = BySeat::new("a", "b");

    fn new(options: &Fg1Options) -> Result<Self, OptionsError> {
        Ok(Fg1::start(rules::rules_for(options)))
    }

    game_methods!();

    fn return_scale(&self) -> f64 {
        self.usual_lead()
    }
}
