//! Actions and chance outcomes of `lost_patrol`, and their notation.

use std::fmt;
use std::str::FromStr;

use super::soldiers::Soldier;
use crate::game::NotationError;
use crate::hex::{Dir, Hex};
use crate::tiles::KindName;
use crate::words::{canonical, dir, number};

/// A decision of either player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Action {
    /// `lay:q,r:d:M`: the visible open edge on which the drawn tile is laid, and its exits.
    Lay { at: Hex, dir: Dir, exits: u8 },
    /// `U:move:d`
    Move { soldier: Soldier, dir: Dir },
    /// `U:fire`: at the lurkers on the own tile.
    Fire { soldier: Soldier },
    /// `U:done`
    Done { soldier: Soldier },
    /// `keep:q,r`: the group of tiles that is kept, by its first tile.
    Keep { at: Hex },
    /// `new:q,r`: a new stack of lurkers.
    New { at: Hex },
    /// `add:q,r`: more lurkers to a stack.
    Add { at: Hex },
    /// `go:q,r:q2,r2`: a stack moves.
    Go { from: Hex, to: Hex },
    /// `end`: ends the patrol's or the lurkers' actions.
    End,
    /// `ambush:q,r`
    Ambush { at: Hex },
    /// `done`: no more ambushes this turn.
    NoAmbush,
    /// `lost:U`
    Lost { soldier: Soldier },
    /// `U:back:d`: a soldier retreats.
    Back { soldier: Soldier, dir: Dir },
    /// `flee:d`: the lurkers that lost an ambush retreat.
    Flee { dir: Dir },
}

/// Who wins an ambush.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Contest {
    Lurker,
    Draw,
    Patrol,
}

impl Contest {
    pub const ALL: [Contest; 3] = [Contest::Lurker, Contest::Draw, Contest::Patrol];

    pub fn name(self) -> &'static str {
        ["lurker", "draw", "patrol"][self as usize]
    }
}

/// An outcome of a chance node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Chance {
    /// `draw:KIND`
    Draw { kind: KindName },
    /// `free`: the soldier gets away from the lianas.
    Free,
    /// `stuck`
    Stuck,
    /// `hits:k`
    Hits { count: u8 },
    /// `lurker`, `draw`, `patrol`
    Contest(Contest),
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Lay { at, dir, exits } => write!(f, "lay:{at}:{dir}:{exits}"),
            Action::Move { soldier, dir } => write!(f, "{soldier}:move:{dir}"),
            Action::Fire { soldier } => write!(f, "{soldier}:fire"),
            Action::Done { soldier } => write!(f, "{soldier}:done"),
            Action::Keep { at } => write!(f, "keep:{at}"),
            Action::New { at } => write!(f, "new:{at}"),
            Action::Add { at } => write!(f, "add:{at}"),
            Action::Go { from, to } => write!(f, "go:{from}:{to}"),
            Action::End => f.write_str("end"),
            Action::Ambush { at } => write!(f, "ambush:{at}"),
            Action::NoAmbush => f.write_str("done"),
            Action::Lost { soldier } => write!(f, "lost:{soldier}"),
            Action::Back { soldier, dir } => write!(f, "{soldier}:back:{dir}"),
            Action::Flee { dir } => write!(f, "flee:{dir}"),
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Draw { kind } => write!(f, "draw:{kind}"),
            Chance::Free => f.write_str("free"),
            Chance::Stuck => f.write_str("stuck"),
            Chance::Hits { count } => write!(f, "hits:{count}"),
            Chance::Contest(contest) => f.write_str(contest.name()),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        canonical(word, parse_action(word), "an action of `lost_patrol`")
    }
}

impl FromStr for Chance {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        canonical(
            word,
            parse_chance(word),
            "a chance outcome of `lost_patrol`",
        )
    }
}

fn parse_action(word: &str) -> Option<Action> {
    let parts: Vec<&str> = word.split(':').collect();
    let action = match parts[..] {
        ["end"] => Action::End,
        ["done"] => Action::NoAmbush,
        ["lay", at, d, exits] => Action::Lay {
            at: at.parse().ok()?,
            dir: dir(d)?,
            exits: number(exits, 63)?,
        },
        ["go", from, to] => Action::Go {
            from: from.parse().ok()?,
            to: to.parse().ok()?,
        },
        ["flee", d] => Action::Flee { dir: dir(d)? },
        ["lost", soldier] => Action::Lost {
            soldier: soldier.parse().ok()?,
        },
        ["keep", at] => Action::Keep {
            at: at.parse().ok()?,
        },
        ["new", at] => Action::New {
            at: at.parse().ok()?,
        },
        ["add", at] => Action::Add {
            at: at.parse().ok()?,
        },
        ["ambush", at] => Action::Ambush {
            at: at.parse().ok()?,
        },
        [soldier, "fire"] => Action::Fire {
            soldier: soldier.parse().ok()?,
        },
        [soldier, "done"] => Action::Done {
            soldier: soldier.parse().ok()?,
        },
        [soldier, "move", d] => Action::Move {
            soldier: soldier.parse().ok()?,
            dir: dir(d)?,
        },
        [soldier, "back", d] => Action::Back {
            soldier: soldier.parse().ok()?,
            dir: dir(d)?,
        },
        _ => return None,
    };
    Some(action)
}

fn parse_chance(word: &str) -> Option<Chance> {
    let parts: Vec<&str> = word.split(':').collect();
    let chance = match parts[..] {
        ["free"] => Chance::Free,
        ["stuck"] => Chance::Stuck,
        ["draw", kind] => Chance::Draw {
            kind: KindName::find(kind)?,
        },
        ["hits", count] => Chance::Hits {
            count: number(count, 6)?,
        },
        [name] => Chance::Contest(Contest::ALL.into_iter().find(|c| c.name() == name)?),
        _ => return None,
    };
    Some(chance)
}
