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

impl Game for LostPatrol {
    type Action = Action;
    type Chance = Chance;
    type Options = LostPatrolOptions;

    const NAME: &'static str = "lost_patrol";
    const SEATS: BySeat<&'static str> = BySeat::new("patrol", "lurker");

    fn new(options: &LostPatrolOptions) -> Result<Self, OptionsError> {
        Ok(LostPatrol::start(state::rules_for(options)))
    }

    fn options(&self) -> &LostPatrolOptions {
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
