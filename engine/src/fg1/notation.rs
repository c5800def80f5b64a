//! Actions and chance outcomes of `fg1`, and their notation.

use std::fmt;
use std::str::FromStr;

use super::base::{BaseId, Firers, Mode};
use crate::game::NotationError;
use crate::hex::Dir;
use crate::words::{canonical, dir, number};

/// A leg is at most so many hexes long: 600 mm of a fighter.
pub const LONGEST_LEG: u8 = 30;

/// A decision of either player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Action {
    /// `X:move`; for hovers `X:move:ground`, `X:move:hover`.
    Move { base: BaseId, mode: Option<Mode> },
    /// `X:fire:T`, `X+Y:fire:T`, `X+Y+Z:fire:T`: offensive, or the answer to a move.
    Fire { firers: Firers, target: BaseId },
    /// `S:load:H`
    Load { squad: BaseId, hover: BaseId },
    /// `S:unload:d`
    Unload { squad: BaseId, dir: Dir },
    /// `X:rally`
    Rally { base: BaseId },
    /// `pass`: ends the initiative.
    Pass,
    /// `ahead:n`: a vehicle goes n hexes the way it faces.
    Ahead { hexes: u8 },
    /// `turn:k`: facing + k.
    Turn { by: u8 },
    /// `step:d:n`: a squad goes n hexes.
    Step { dir: Dir, hexes: u8 },
    /// `stop`: ends the move.
    Stop,
    /// `hold`: no defensive fire here.
    Hold,
}

/// What a shot does to its target.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Effect {
    None,
    Pinned,
    Suppressed,
    Killed,
}

impl Effect {
    pub const ALL: [Effect; 4] = [
        Effect::None,
        Effect::Pinned,
        Effect::Suppressed,
        Effect::Killed,
    ];

    pub fn name(self) -> &'static str {
        ["none", "pinned", "suppressed", "killed"][self as usize]
    }
}

/// An outcome of a chance node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Chance {
    /// `none`, `pinned`, `suppressed`, `killed`: of a shot.
    Shot(Effect),
    /// `rally:no`, `rally:yes`
    Rally { rallied: bool },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move { base, mode: None } => write!(f, "{base}:move"),
            Action::Move {
                base,
                mode: Some(mode),
            } => write!(f, "{base}:move:{}", mode.name()),
            Action::Fire { firers, target } => write!(f, "{firers}:fire:{target}"),
            Action::Load { squad, hover } => write!(f, "{squad}:load:{hover}"),
            Action::Unload { squad, dir } => write!(f, "{squad}:unload:{dir}"),
            Action::Rally { base } => write!(f, "{base}:rally"),
            Action::Pass => f.write_str("pass"),
            Action::Ahead { hexes } => write!(f, "ahead:{hexes}"),
            Action::Turn { by } => write!(f, "turn:{by}"),
            Action::Step { dir, hexes } => write!(f, "step:{dir}:{hexes}"),
            Action::Stop => f.write_str("stop"),
            Action::Hold => f.write_str("hold"),
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Chance::Shot(effect) => effect.name(),
            Chance::Rally { rallied: false } => "rally:no",
            Chance::Rally { rallied: true } => "rally:yes",
        })
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        canonical(word, parse_action(word), "an action of `fg1`")
    }
}

impl FromStr for Chance {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        let effect = Effect::ALL.into_iter().find(|effect| effect.name() == word);
        let chance = match word {
            "rally:no" => Some(Chance::Rally { rallied: false }),
            "rally:yes" => Some(Chance::Rally { rallied: true }),
            _ => effect.map(Chance::Shot),
        };
        canonical(word, chance, "a chance outcome of `fg1`")
    }
}

fn parse_action(word: &str) -> Option<Action> {
    let parts: Vec<&str> = word.split(':').collect();
    let action = match parts[..] {
        ["pass"] => Action::Pass,
        ["stop"] => Action::Stop,
        ["hold"] => Action::Hold,
        ["ahead", hexes] => Action::Ahead {
            hexes: leg(hexes, LONGEST_LEG)?,
        },
        ["turn", by] => Action::Turn { by: leg(by, 5)? },
        ["step", d, hexes] => Action::Step {
            dir: dir(d)?,
            hexes: leg(hexes, LONGEST_LEG)?,
        },
        [base, "move"] => Action::Move {
            base: base.parse().ok()?,
            mode: None,
        },
        [base, "move", mode] => Action::Move {
            base: base.parse().ok()?,
            mode: Some(Mode::ALL.into_iter().find(|m| m.name() == mode)?),
        },
        [firers, "fire", target] => Action::Fire {
            firers: firers.parse().ok()?,
            target: target.parse().ok()?,
        },
        [squad, "load", hover] => Action::Load {
            squad: squad.parse().ok()?,
            hover: hover.parse().ok()?,
        },
        [squad, "unload", d] => Action::Unload {
            squad: squad.parse().ok()?,
            dir: dir(d)?,
        },
        [base, "rally"] => Action::Rally {
            base: base.parse().ok()?,
        },
        _ => return None,
    };
    Some(action)
}

/// A number from 1 to `most`.
fn leg(text: &str, most: u8) -> Option<u8> {
    number(text, most).filter(|n| *n > 0)
}
