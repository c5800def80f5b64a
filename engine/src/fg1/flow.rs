//! How the game goes on from one node to the next.

use super::base::{BaseId, Status};
use super::notation::{Action, Chance};
use super::options::{Moves, Rally};
use super::state::{Act, Fg1, Leg, Stage};
use crate::game::Turn;
use crate::groups::{Choice, Grouped};
use crate::hex::Dir;

/// With `moves=free` the initiative passes after so many actions.
pub(super) const MOST_ACTIONS: u8 = 100;

impl Fg1 {
    /// Takes the actions that have no alternative, up to the next true choice.
    #[inline]
    pub(super) fn settle(&mut self) {
        loop {
            self.node = self.waits_for();
            if !matches!(self.node, Turn::Decide(_)) {
                return;
            }
            match self.choice() {
                Choice::One(action) => self.apply(action),
                Choice::Many | Choice::None => return,
            }
        }
    }

    /// Chance nodes always have two outcomes or more: shots without a possible effect are not fired.
    #[inline]
    pub(super) fn waits_for(&self) -> Turn {
        match self.stage {
            Stage::Choose => Turn::Decide(self.side),
            Stage::Answer => Turn::Decide(self.side.other()),
            Stage::Shot { .. } | Stage::Rally { .. } => Turn::Chance,
            Stage::Over => self.node,
        }
    }

    /// Carries out an action.
    pub(super) fn apply(&mut self, action: Action) {
        match action {
            Action::Ahead { hexes } => return self.begin_leg(Leg::Ahead, hexes),
            Action::Step { dir, hexes } => return self.begin_leg(Leg::Step(dir), hexes),
            Action::Turn { by } => return self.turn_by(by),
            Action::Stop => return self.finish(),
            Action::Hold => return self.go_on(),
            Action::Fire { firers, target } if self.act != Act::None => {
                self.stage = Stage::Shot { firers, target };
                return;
            }
            _ => {}
        }
        if self.rules.options.moves == Moves::Free {
            self.actions += 1;
        }
        self.begin(action);
    }

    /// Begins an action of the side with the initiative.
    fn begin(&mut self, action: Action) {
        match action {
            Action::Move { base, mode } => self.begin_move(base, mode),
            Action::Fire { firers, target } => self.stage = Stage::Shot { firers, target },
            Action::Load { squad, hover } => self.begin_load(squad, hover),
            Action::Unload { squad, dir } => self.begin_unload(squad, dir),
            Action::Rally { base } => match self.rules.options.rally {
                Rally::Sure => self.rally(base),
                Rally::Roll => self.stage = Stage::Rally { base },
            },
            _ => self.begin_next_initiative(),
        }
    }

    /// Carries out a chance outcome.
    pub(super) fn befall(&mut self, outcome: Chance) {
        match (outcome, self.stage) {
            (Chance::Shot(effect), _) => self.land(effect),
            (Chance::Rally { rallied: true }, Stage::Rally { base }) => self.rally(base),
            (Chance::Rally { .. }, _) => self.begin_next_initiative(),
        }
    }

    fn begin_load(&mut self, squad: BaseId, hover: BaseId) {
        self.loaded |= squad.bit();
        self.act = Act::Load { squad, hover };
        if !self.ask() {
            self.go_on();
        }
    }

    fn begin_unload(&mut self, squad: BaseId, dir: Dir) {
        self.loaded |= squad.bit();
        let hover = self.carrier(squad).expect("a squad aboard");
        self.places[squad.index()] = self.field().next(self.cell_of(hover), dir);
        self.act = Act::Unload { squad };
        if !self.ask() {
            self.go_on();
        }
    }

    /// The action under way goes on: nobody answers it here, or no more.
    pub(super) fn go_on(&mut self) {
        match self.act {
            Act::Move(_) => self.walk(),
            Act::Load { squad, hover } => {
                self.places[squad.index()] = Fg1::aboard(hover);
                self.finish();
            }
            Act::Unload { .. } | Act::None => self.finish(),
        }
    }

    fn rally(&mut self, base: BaseId) {
        let status = &mut self.conditions[base.index()].status;
        *status = match status {
            Status::Suppressed => Status::Pinned,
            Status::Pinned | Status::Ok => Status::Ok,
        };
        self.finish();
    }

    /// Ends a successful action.
    pub(super) fn finish(&mut self) {
        self.rest();
        if self.actions >= MOST_ACTIONS {
            self.begin_next_initiative();
        }
    }

    /// Nothing is under way.
    pub(super) fn rest(&mut self) {
        (self.act, self.stage, self.asked) = (Act::None, Stage::Choose, None);
    }

    /// The initiative ends: after an unsuccessful action, a pass, or too many actions.
    pub(super) fn begin_next_initiative(&mut self) {
        self.rest();
        if self.initiative >= self.rules.last_initiative {
            return self.end_by_score();
        }
        self.initiative += 1;
        self.side = self.side.other();
        (self.moved, self.loaded, self.spent, self.actions) = (0, 0, 0, 0);
    }
}
