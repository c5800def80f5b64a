//! `ufo`: SHADO against the Aliens (rules for players: `docs/rules/ufo.md`).
//!
//! A position is one flat value; tile sets are masks over tile numbers (see [`crate::board`]).
//! The state machine is driven by two things: the phase, and the [`Task`] in hand. After each action
//! or outcome [`Ufo::settle`] goes on by itself while only one action or outcome is possible.

mod abduct;
mod alien;
mod dump;
mod flow;
mod forest;
mod legal;
mod notation;
mod odds;
mod options;
mod over;
mod setup;
mod shado;
mod state;
mod symmetry;
#[cfg(test)]
mod tests;
mod units;
mod view;

use rand::Rng;

pub use crate::setup::SetupError;
pub use legal::{Group, Verb};
pub use notation::{Action, Chance, Contest};
pub use odds::AbductionOdds;
pub use options::{DriveBack, Forest, Reveal, Scoring, SkyCounts, UfoOptions};
pub use state::{Lay, Phase, Run, Task, Ufo, Weapon};
pub use units::{GUNS, MOBILES, TEAMS, Unit, UnitMask};

use crate::game::{BySeat, EventKey, Game, Turn};
use crate::groups::Grouped;
use crate::options::OptionsError;
use crate::tiled::{game_methods, tiled_position};

tiled_position!(Ufo, Chance, Phase, Task, Group);

impl Game for Ufo {
    type Action = Action;
    type Chance = Chance;
    type Options = UfoOptions;

    const NAME: &'static str = "ufo";
    const SEATS: BySeat<&'static str> = BySeat::new("shado", "alien");

    fn new(options: &UfoOptions) -> Result<Self, OptionsError> {
        options.check()?;
        Ok(Ufo::start(state::rules_for(options)))
    }

    game_methods!();
}
