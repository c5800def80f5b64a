//! `lost_patrol`: Lost Patrol, the 2000 rules.
//!
//! A position is one flat value; tile sets are masks over tile numbers (see [`crate::board`]).
//! The state machine is driven by two things: the phase, and the [`Task`] in hand. After each action
//! or outcome [`LostPatrol::settle`] goes on by itself while only one action or outcome is possible.

mod ambush;
mod dump;
mod flow;
mod laying;
mod legal;
mod lurker;
mod notation;
mod odds;
mod options;
mod patrol;
mod setup;
mod soldiers;
mod state;
mod symmetry;
#[cfg(test)]
mod tests;
mod view;

use rand::Rng;

pub use legal::{Group, Verb};
pub use notation::{Action, Chance, Contest};
pub use odds::AmbushOdds;
pub use options::{DriveBack, Fit, LostPatrolOptions};
pub use soldiers::{SQUAD, Soldier, SoldierMask};
pub use state::{Edge, LostPatrol, Phase, Task};

use crate::game::{BySeat, EventKey, Game, Turn};
use crate::groups::Grouped;
use crate::options::OptionsError;
use crate::tiled::{game_methods, tiled_position};

tiled_position!(LostPatrol, Chance, Phase, Task, Group);

impl Game for LostPatrol {
    type Action = Action;
    type Chance = Chance;
    type Options = LostPatrolOptions;

    const NAME: &'static str = "lost_patrol";
    const SEATS: BySeat<&'static str> = BySeat::new("patrol", "lurker");

    fn new(options: &LostPatrolOptions) -> Result<Self, OptionsError> {
        Ok(LostPatrol::start(state::rules_for(options)))
    }

    game_methods!();
}
