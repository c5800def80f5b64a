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

    fn options(&self) -> &UfoOptions {
        &self.rules.options
    }

    #[inline]
    fn turn(&self) -> Turn {
        self.node
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) {
        actions.clear();
        if let Turn::Decide(_) = self.node {
            self.list_actions(actions);
        }
    }

    fn count_legal(&self) -> usize {
        match self.node {
            Turn::Decide(_) => self.count_actions(),
            _ => 0,
        }
    }

    #[inline]
    fn random_action<R: Rng + ?Sized>(&self, rng: &mut R) -> Action {
        self.select_action(rng)
    }

    fn chance_outcomes(&self, outcomes: &mut Vec<(Chance, u64)>) {
        outcomes.clear();
        if matches!(self.node, Turn::Chance) {
            self.each_outcome(&mut |outcome, weight| outcomes.push((outcome, weight)));
        }
    }

    #[inline]
    fn random_chance<R: Rng + ?Sized>(&self, rng: &mut R) -> Chance {
        self.roll(rng)
    }

    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        self.apply(action);
        self.settle();
    }

    #[inline]
    fn resolve_unchecked(&mut self, outcome: Chance) {
        self.befall(outcome);
        self.settle();
    }

    fn event(&self) -> EventKey {
        self.event_key()
    }

    fn dump(&self) -> serde_json::Value {
        self.to_dump()
    }
}
