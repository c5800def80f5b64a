//! The position of `fg1`.

use std::hash::{Hash, Hasher};

use super::base::{BaseId, Firers, MOST_BASES, Mode, SideMask, Status};
use super::field::Cell;
use super::rules::Rules;
use super::scenario::Start;
use crate::game::{Seat, Turn};
use crate::hex::Dir;

/// Where in an initiative the game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    Action,
    Move,
    Load,
    Over,
}

impl Phase {
    pub const ALL: [Phase; 4] = [Phase::Action, Phase::Move, Phase::Load, Phase::Over];

    /// The name in dumps.
    pub fn name(self) -> &'static str {
        ["action", "move", "load", "over"][self as usize]
    }
}

/// The last leg of a move: the one under way, while it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Leg {
    /// There was none yet; was the mode changed?
    First {
        changed: bool,
    },
    Ahead,
    Turn,
    Step(Dir),
}

/// A move under way.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    pub actor: BaseId,
    /// mm of movement.
    pub left: u16,
    /// mm gone since the last turn, or since the move began.
    pub straight: u16,
    pub leg: Leg,
    /// Hexes of the leg that are still to be entered.
    pub to_go: u8,
    /// Has a river stopped the squad?
    pub halted: bool,
}

/// The action that the side with the initiative carries out, if others may answer it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Act {
    /// None, or one that nobody may answer.
    None,
    Move(Move),
    /// The squad is still on its hex.
    Load {
        squad: BaseId,
        hover: BaseId,
    },
    /// The squad is on its new hex.
    Unload {
        squad: BaseId,
    },
}

impl Act {
    /// Whose action it is: the only target of the answers to it.
    #[inline]
    pub fn actor(self) -> Option<BaseId> {
        match self {
            Act::None => None,
            Act::Move(under_way) => Some(under_way.actor),
            Act::Load { squad, .. } | Act::Unload { squad } => Some(squad),
        }
    }

    /// Is a squad loading or unloading?
    #[inline]
    pub fn is_loading(self) -> bool {
        matches!(self, Act::Load { .. } | Act::Unload { .. })
    }
}

/// What comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stage {
    /// The side with the initiative chooses its next action, or the next leg of its move.
    Choose,
    /// The other side chooses whether to answer.
    Answer,
    /// A shot in the air: a roll.
    Shot { firers: Firers, target: BaseId },
    /// A base rallies: a roll.
    Rally { base: BaseId },
    /// The game has ended.
    Over,
}

/// The last question to the other side, in a form that is the same exactly if the list of shots with their dice
/// is: who is in the list, and by how much a shot's dice differ from the sum of the firers'.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Question {
    pub firers: SideMask,
    pub modifier: i8,
}

/// What else there is to know of a base.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Condition {
    /// 0 for squads.
    pub facing: Dir,
    /// `Ground` for all but hovers.
    pub mode: Mode,
    pub status: Status,
}

impl Condition {
    /// Also of bases that are not in the game, or no longer.
    pub const NEW: Condition = Condition {
        facing: 0,
        mode: Mode::Ground,
        status: Status::Ok,
    };
}

/// Where a base is: a [`Cell`], or one of the following.
pub(super) type Place = u16;

/// Killed, or not in the game.
pub(super) const GONE: Place = Place::MAX;

/// With the index of a hover: aboard it.
pub(super) const ABOARD: Place = 0x4000;

/// A position of `fg1`; see [`super::view`] for reading it.
#[derive(Clone)]
pub struct Fg1 {
    pub(super) rules: &'static Rules,
    pub(super) places: [Place; MOST_BASES],
    pub(super) conditions: [Condition; MOST_BASES],
    /// Of the side with the initiative: those that moved in it.
    pub(super) moved: SideMask,
    /// Of the side with the initiative: those that loaded or unloaded in it.
    pub(super) loaded: SideMask,
    /// Of the other side: those whose defensive fire had no effect.
    pub(super) spent: SideMask,
    /// From 1.
    pub(super) initiative: u16,
    /// Chosen in this initiative, if the rules count them.
    pub(super) actions: u8,
    pub(super) side: Seat,
    pub(super) act: Act,
    pub(super) stage: Stage,
    pub(super) asked: Option<Question>,
    /// What the position waits for; follows from the rest.
    pub(super) node: Turn,
}

impl Fg1 {
    /// The bases as the scenario puts them; the first initiative begins.
    pub(super) fn start(rules: &'static Rules) -> Fg1 {
        let mut position = Fg1::blank(rules);
        for base in rules.options.scenario.bases() {
            position.put(base);
        }
        position.settle();
        position
    }

    /// An empty board.
    pub(super) fn blank(rules: &'static Rules) -> Fg1 {
        let first = rules.options.scenario.first();
        Fg1 {
            rules,
            places: [GONE; MOST_BASES],
            conditions: [Condition::NEW; MOST_BASES],
            moved: 0,
            loaded: 0,
            spent: 0,
            initiative: 1,
            actions: 0,
            side: first,
            act: Act::None,
            stage: Stage::Choose,
            asked: None,
            node: Turn::Decide(first),
        }
    }

    fn put(&mut self, base: &Start) {
        let cell = self.rules.field().cell(base.hex);
        self.places[base.id.index()] = match base.aboard {
            Some(hover) => ABOARD | hover.index() as Place,
            None => cell.expect("a hex of the scenario"),
        };
        self.conditions[base.id.index()] = Condition {
            facing: base.facing.unwrap_or(0),
            mode: base.mode.unwrap_or(Mode::Ground),
            status: Status::Ok,
        };
    }

    /// The place that a squad aboard a hover has.
    #[inline]
    pub(super) fn aboard(hover: BaseId) -> Place {
        ABOARD | hover.index() as Place
    }

    /// Removes a base and whoever is aboard it.
    pub(super) fn kill(&mut self, base: BaseId) {
        let inside = Fg1::aboard(base);
        for index in 0..MOST_BASES {
            if index == base.index() || self.places[index] == inside {
                let id = BaseId::from_index(index as u8);
                self.forget(id);
            }
        }
    }

    /// Removes a base from the board and from all lists.
    fn forget(&mut self, base: BaseId) {
        self.places[base.index()] = GONE;
        self.conditions[base.index()] = Condition::NEW;
        if base.side() == self.side {
            self.moved &= !base.bit();
            self.loaded &= !base.bit();
        } else {
            self.spent &= !base.bit();
        }
    }

    /// The cell of a base not aboard and not gone.
    #[inline]
    pub(super) fn cell_of(&self, base: BaseId) -> Cell {
        self.places[base.index()]
    }

    /// Everything of a small size that is not derived from the rest.
    #[allow(clippy::type_complexity)]
    fn essence(
        &self,
    ) -> (
        [u32; 3],
        (u16, u8, Seat),
        (Act, Stage, Option<Question>),
        &str,
    ) {
        (
            [self.moved, self.loaded, self.spent],
            (self.initiative, self.actions, self.side),
            (self.act, self.stage, self.asked),
            self.node.outcome_name(),
        )
    }
}

impl PartialEq for Fg1 {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.rules, other.rules)
            && self.places == other.places
            && self.conditions == other.conditions
            && self.essence() == other.essence()
    }
}

impl Eq for Fg1 {}

impl Hash for Fg1 {
    fn hash<H: Hasher>(&self, state: &mut H) {
        for places in self.places.chunks_exact(4) {
            let word = places
                .iter()
                .fold(0, |word, place| word << 16 | u64::from(*place));
            state.write_u64(word);
        }
        for conditions in self.conditions.chunks_exact(8) {
            let word = conditions.iter().fold(0, |word, condition| {
                let (mode, status) = (condition.mode as u64, condition.status as u64);
                word << 8 | u64::from(condition.facing) << 3 | mode << 2 | status
            });
            state.write_u64(word);
        }
        state.write_u64(u64::from(self.moved) << 32 | u64::from(self.loaded));
        let small = u64::from(self.initiative) << 16 | u64::from(self.actions) << 8;
        state.write_u64(u64::from(self.spent) << 32 | small | self.side as u64);
        if self.stage != Stage::Choose || self.act != Act::None {
            (self.act, self.stage, self.asked).hash(state);
        }
    }
}
