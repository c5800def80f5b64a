//! Actions and chance outcomes of `ufo`, and their notation.

use std::fmt;
use std::str::FromStr;

use super::units::Unit;
use crate::game::NotationError;
use crate::hex::{Dir, Hex};
use crate::tiles::KindName;
use crate::words::{canonical, dir, number};

/// A decision of either player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Action {
    /// `lay:q,r:d`: the visible open edge on which the next tile is laid.
    Lay { at: Hex, dir: Dir },
    /// `turn:M`: the orientation of the drawn tile, as its exits.
    Turn { exits: u8 },
    /// `U:off`
    Off { unit: Unit },
    /// `U:move:d`
    Move { unit: Unit, dir: Dir },
    /// `G:cannon:q,r`
    Cannon { unit: Unit, at: Hex },
    /// `G:mortar:d`
    Mortar { unit: Unit, dir: Dir },
    /// `U:fire:q,r`: small arms.
    Fire { unit: Unit, at: Hex },
    /// `I1:missile:q,r`
    Missile { at: Hex },
    /// `C:sky`
    Sky,
    /// `C:sky-assault`
    SkyAssault,
    /// `C:grant:U`
    Grant { unit: Unit },
    /// `I:on:G`
    On { unit: Unit, mobile: Unit },
    /// `U:done`
    Done { unit: Unit },
    /// `end`: ends phase 1.
    End,
    /// `strike:q,r:d`: SKY1's run over three tiles in a row.
    Strike { at: Hex, dir: Dir },
    /// `lost:U`
    Lost { unit: Unit },
    /// `lose:alien`
    LoseAlien,
    /// `lose:pod`
    LosePod,
    /// `place:q,r`
    Place { at: Hex },
    /// `pod:q,r`
    Pod { at: Hex },
    /// `move:q,r:d:k`: Aliens walk.
    Walk { at: Hex, dir: Dir, count: u8 },
    /// `shoot:q,r:d`
    Shoot { at: Hex, dir: Dir },
    /// `abduct:q,r`
    Abduct { at: Hex },
    /// `done`: no more abductions this turn.
    NoAbduction,
    /// `U:back:d`
    Back { unit: Unit, dir: Dir },
    /// `flee:d:k`
    Flee { dir: Dir, count: u8 },
}

/// Who wins a contest (an abduction, the assault), by how much.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Contest {
    AlienBig,
    Alien,
    Draw,
    Shado,
    ShadoBig,
}

impl Contest {
    pub const ALL: [Contest; 5] = [
        Contest::AlienBig,
        Contest::Alien,
        Contest::Draw,
        Contest::Shado,
        Contest::ShadoBig,
    ];

    pub fn name(self) -> &'static str {
        ["alien_big", "alien", "draw", "shado", "shado_big"][self as usize]
    }
}

/// An outcome of a chance node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Chance {
    /// `draw:KIND`
    Draw { kind: KindName },
    /// `lay:q,r:d`, with the option `forest=dice`.
    Lay { at: Hex, dir: Dir },
    /// `turn:M`, with the option `forest=dice`.
    Turn { exits: u8 },
    /// `free`: the Mobile leaves the heavy going.
    Free,
    /// `stuck`
    Stuck,
    /// `hits:k`
    Hits { count: u8 },
    /// `sky:no`, `sky:yes`
    Sky { comes: bool },
    /// `sky:h:s`: hits on targets, hits on SHADO's own units.
    Bombs { hits: u8, own: u8 },
    /// `out:n`: Aliens that come out of the Pod.
    Out { count: u8 },
    /// `alien`, `draw`, `shado`, in the assault also `alien_big`, `shado_big`.
    Contest(Contest),
    /// `first:alien`, `first:shado`: who scatters first.
    First { alien: bool },
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Lay { at, dir } => write!(f, "lay:{at}:{dir}"),
            Action::Turn { exits } => write!(f, "turn:{exits}"),
            Action::Off { unit } => write!(f, "{unit}:off"),
            Action::Move { unit, dir } => write!(f, "{unit}:move:{dir}"),
            Action::Cannon { unit, at } => write!(f, "{unit}:cannon:{at}"),
            Action::Mortar { unit, dir } => write!(f, "{unit}:mortar:{dir}"),
            Action::Fire { unit, at } => write!(f, "{unit}:fire:{at}"),
            Action::Missile { at } => write!(f, "I1:missile:{at}"),
            Action::Sky => f.write_str("C:sky"),
            Action::SkyAssault => f.write_str("C:sky-assault"),
            Action::Grant { unit } => write!(f, "C:grant:{unit}"),
            Action::On { unit, mobile } => write!(f, "{unit}:on:{mobile}"),
            Action::Done { unit } => write!(f, "{unit}:done"),
            Action::End => f.write_str("end"),
            Action::Strike { at, dir } => write!(f, "strike:{at}:{dir}"),
            Action::Lost { unit } => write!(f, "lost:{unit}"),
            Action::LoseAlien => f.write_str("lose:alien"),
            Action::LosePod => f.write_str("lose:pod"),
            Action::Place { at } => write!(f, "place:{at}"),
            Action::Pod { at } => write!(f, "pod:{at}"),
            Action::Walk { at, dir, count } => write!(f, "move:{at}:{dir}:{count}"),
            Action::Shoot { at, dir } => write!(f, "shoot:{at}:{dir}"),
            Action::Abduct { at } => write!(f, "abduct:{at}"),
            Action::NoAbduction => f.write_str("done"),
            Action::Back { unit, dir } => write!(f, "{unit}:back:{dir}"),
            Action::Flee { dir, count } => write!(f, "flee:{dir}:{count}"),
        }
    }
}

impl fmt::Display for Chance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Chance::Draw { kind } => write!(f, "draw:{kind}"),
            Chance::Lay { at, dir } => write!(f, "lay:{at}:{dir}"),
            Chance::Turn { exits } => write!(f, "turn:{exits}"),
            Chance::Free => f.write_str("free"),
            Chance::Stuck => f.write_str("stuck"),
            Chance::Hits { count } => write!(f, "hits:{count}"),
            Chance::Sky { comes } => f.write_str(if *comes { "sky:yes" } else { "sky:no" }),
            Chance::Bombs { hits, own } => write!(f, "sky:{hits}:{own}"),
            Chance::Out { count } => write!(f, "out:{count}"),
            Chance::Contest(contest) => f.write_str(contest.name()),
            Chance::First { alien: true } => f.write_str("first:alien"),
            Chance::First { alien: false } => f.write_str("first:shado"),
        }
    }
}

impl FromStr for Action {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        canonical(word, parse_action(word), "an action of `ufo`")
    }
}

impl FromStr for Chance {
    type Err = NotationError;

    fn from_str(word: &str) -> Result<Self, NotationError> {
        canonical(word, parse_chance(word), "a chance outcome of `ufo`")
    }
}

fn parse_action(word: &str) -> Option<Action> {
    let parts: Vec<&str> = word.split(':').collect();
    let action = match parts[..] {
        ["end"] => Action::End,
        ["done"] => Action::NoAbduction,
        ["lose", "alien"] => Action::LoseAlien,
        ["lose", "pod"] => Action::LosePod,
        ["C", "sky"] => Action::Sky,
        ["C", "sky-assault"] => Action::SkyAssault,
        ["turn", exits] => Action::Turn {
            exits: number(exits, 63)?,
        },
        ["lost", unit] => Action::Lost {
            unit: unit.parse().ok()?,
        },
        ["place", at] => Action::Place {
            at: at.parse().ok()?,
        },
        ["pod", at] => Action::Pod {
            at: at.parse().ok()?,
        },
        ["abduct", at] => Action::Abduct {
            at: at.parse().ok()?,
        },
        ["lay", at, d] => Action::Lay {
            at: at.parse().ok()?,
            dir: dir(d)?,
        },
        ["strike", at, d] => Action::Strike {
            at: at.parse().ok()?,
            dir: number(d, 2)?,
        },
        ["shoot", at, d] => Action::Shoot {
            at: at.parse().ok()?,
            dir: dir(d)?,
        },
        ["flee", d, count] => Action::Flee {
            dir: dir(d)?,
            count: number(count, 12)?,
        },
        ["move", at, d, count] => {
            let (at, count) = (at.parse().ok()?, number(count, 12)?);
            Action::Walk {
                at,
                dir: dir(d)?,
                count,
            }
        }
        [unit, verb] => unit_action(unit.parse().ok()?, verb)?,
        [unit, verb, target] => unit_action_at(unit.parse().ok()?, verb, target)?,
        _ => return None,
    };
    Some(action)
}

fn unit_action(unit: Unit, verb: &str) -> Option<Action> {
    match verb {
        "off" => unit.is_team().then_some(Action::Off { unit }),
        "done" => Some(Action::Done { unit }),
        _ => None,
    }
}

fn unit_action_at(unit: Unit, verb: &str, target: &str) -> Option<Action> {
    let action = match verb {
        "move" => Action::Move {
            unit,
            dir: dir(target)?,
        },
        "back" => Action::Back {
            unit,
            dir: dir(target)?,
        },
        "cannon" if unit.is_gun() => Action::Cannon {
            unit,
            at: target.parse().ok()?,
        },
        "mortar" if unit.is_gun() => Action::Mortar {
            unit,
            dir: dir(target)?,
        },
        "fire" if !unit.is_gun() => Action::Fire {
            unit,
            at: target.parse().ok()?,
        },
        "missile" if unit == Unit::I1 => Action::Missile {
            at: target.parse().ok()?,
        },
        "grant" if unit == Unit::C => Action::Grant {
            unit: target.parse().ok()?,
        },
        "on" if unit.is_team() => {
            let mobile: Unit = target.parse().ok()?;
            Action::On {
                unit,
                mobile: mobile.is_gun().then_some(mobile)?,
            }
        }
        _ => return None,
    };
    Some(action)
}

fn parse_chance(word: &str) -> Option<Chance> {
    let parts: Vec<&str> = word.split(':').collect();
    let chance = match parts[..] {
        ["free"] => Chance::Free,
        ["stuck"] => Chance::Stuck,
        ["sky", "no"] => Chance::Sky { comes: false },
        ["sky", "yes"] => Chance::Sky { comes: true },
        ["first", "alien"] => Chance::First { alien: true },
        ["first", "shado"] => Chance::First { alien: false },
        ["draw", kind] => Chance::Draw {
            kind: KindName::find(kind)?,
        },
        ["turn", exits] => Chance::Turn {
            exits: number(exits, 63)?,
        },
        ["hits", count] => Chance::Hits {
            count: number(count, 15)?,
        },
        ["out", count] => Chance::Out {
            count: number(count, 6)?,
        },
        ["lay", at, d] => Chance::Lay {
            at: at.parse().ok()?,
            dir: dir(d)?,
        },
        ["sky", hits, own] => Chance::Bombs {
            hits: number(hits, 2)?,
            own: number(own, 2)?,
        },
        [name] => Chance::Contest(Contest::ALL.into_iter().find(|c| c.name() == name)?),
        _ => return None,
    };
    Some(chance)
}
