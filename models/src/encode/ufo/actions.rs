//! The action codec of `ufo`: a block of indices for each kind of action.

use moonbase_engine::hex::opposite;
use moonbase_engine::ufo::{Action, Ufo, Unit};

use crate::encode::layout::Axis::{Dirs, Lines, Masks, Plain, Slots};
use crate::encode::layout::{Layout, Row, numbered};

numbered! {
    /// The blocks, in the order of the layout.
    Kind from 0; Lay, Turn, Off, Move, Cannon, Mortar, Fire, Missile, Sky, SkyAssault, Grant, On, Done, End, Strike,
    Lost, Lose, Place, Pod, Walk, Shoot, Abduct, NoAbduction, Back, Flee,
}

use Kind::*;

/// Those that fire small arms.
const SHOOTERS: [Unit; 4] = [Unit::C, Unit::I1, Unit::I2, Unit::I3];

pub(super) fn layout(slots: usize, aliens: usize) -> Layout {
    let tile = Slots(slots);
    let row = |name, axes: &[_], meaning| -> Row { (name, axes.to_vec(), "legal or not", meaning) };
    Layout::new(vec![
        row("lay", &[tile, Dirs], "`lay:q,r:d`: tile, direction"),
        row("turn", &[Masks], "`turn:M`: the mask"),
        row("off", &[Plain(3)], "`U:off`: team"),
        row("move", &[Plain(7), Dirs], "`U:move:d`: unit, direction"),
        row(
            "cannon",
            &[Plain(3), tile],
            "`G:cannon:q,r`: Gun Mobile, tile",
        ),
        row(
            "mortar",
            &[Plain(3), Dirs],
            "`G:mortar:d`: Gun Mobile, direction",
        ),
        row(
            "fire",
            &[Plain(4), tile],
            "`U:fire:q,r`: `C I1 I2 I3`, tile",
        ),
        row("missile", &[tile], "`I1:missile:q,r`: tile"),
        row("sky", &[], "`C:sky`"),
        row("sky_assault", &[], "`C:sky-assault`"),
        row("grant", &[Plain(7)], "`C:grant:U`: unit"),
        row("on", &[Plain(3), Plain(3)], "`I:on:G`: team, Gun Mobile"),
        row("done", &[Plain(7)], "`U:done`: unit"),
        row("end", &[], "`end`"),
        row(
            "strike",
            &[tile, Lines],
            "`strike:q,r:d`: the run's middle tile, its line `d mod 3`",
        ),
        row("lost", &[Plain(7)], "`lost:U`: unit"),
        row("lose", &[Plain(2)], "`lose:alien`, `lose:pod`"),
        row("place", &[tile], "`place:q,r`: tile"),
        row("pod", &[tile], "`pod:q,r`: tile"),
        row(
            "walk",
            &[tile, Dirs, Plain(aliens)],
            "`move:q,r:d:k`: tile, direction, `k` - 1",
        ),
        row("shoot", &[tile, Dirs], "`shoot:q,r:d`: tile, direction"),
        row("abduct", &[tile], "`abduct:q,r`: tile"),
        row("no_abduction", &[], "`done` of phase 4"),
        row("back", &[Plain(7), Dirs], "`U:back:d`: unit, direction"),
        row(
            "flee",
            &[Dirs, Plain(aliens + 1)],
            "`flee:d:k`: direction, `k`",
        ),
    ])
}

/// Where a legal action stands.
pub(super) fn index(layout: &Layout, position: &Ufo, action: Action) -> usize {
    let tile = |at| usize::from(position.tile_at(at));
    let gun = |unit: Unit| unit as usize - Unit::G1 as usize;
    let team = |unit: Unit| unit as usize - Unit::I1 as usize;
    match action {
        Action::Lay { at: hex, dir } => layout.at(Lay as usize, [tile(hex), dir.into()]),
        Action::Turn { exits } => layout.at(Turn as usize, [exits.into()]),
        Action::Off { unit } => layout.at(Off as usize, [team(unit)]),
        Action::Move { unit, dir } => layout.at(Move as usize, [unit as usize, dir.into()]),
        Action::Cannon { unit, at: hex } => layout.at(Cannon as usize, [gun(unit), tile(hex)]),
        Action::Mortar { unit, dir } => layout.at(Mortar as usize, [gun(unit), dir.into()]),
        Action::Fire { unit, at: hex } => {
            // `C` is 0, then the teams.
            let shooter = if unit == Unit::C { 0 } else { 1 + team(unit) };
            layout.at(Fire as usize, [shooter, tile(hex)])
        }
        Action::Missile { at: hex } => layout.at(Missile as usize, [tile(hex)]),
        Action::Sky => layout.at(Sky as usize, []),
        Action::SkyAssault => layout.at(SkyAssault as usize, []),
        Action::Grant { unit } => layout.at(Grant as usize, [unit as usize]),
        Action::On { unit, mobile } => layout.at(On as usize, [team(unit), gun(mobile)]),
        Action::Done { unit } => layout.at(Done as usize, [unit as usize]),
        Action::End => layout.at(End as usize, []),
        Action::Strike { at: hex, dir } => {
            layout.at(Strike as usize, [tile(hex.step(dir)), dir.into()])
        }
        Action::Lost { unit } => layout.at(Lost as usize, [unit as usize]),
        Action::LoseAlien => layout.at(Lose as usize, [0]),
        Action::LosePod => layout.at(Lose as usize, [1]),
        Action::Place { at: hex } => layout.at(Place as usize, [tile(hex)]),
        Action::Pod { at: hex } => layout.at(Pod as usize, [tile(hex)]),
        Action::Walk {
            at: hex,
            dir,
            count,
        } => layout.at(
            Walk as usize,
            [tile(hex), dir.into(), usize::from(count) - 1],
        ),
        Action::Shoot { at: hex, dir } => layout.at(Shoot as usize, [tile(hex), dir.into()]),
        Action::Abduct { at: hex } => layout.at(Abduct as usize, [tile(hex)]),
        Action::NoAbduction => layout.at(NoAbduction as usize, []),
        Action::Back { unit, dir } => layout.at(Back as usize, [unit as usize, dir.into()]),
        Action::Flee { dir, count } => layout.at(Flee as usize, [dir.into(), count.into()]),
    }
}

/// The action of an index; `None` beyond the last index and for tiles that are not placed.
pub(super) fn action(layout: &Layout, position: &Ufo, index: usize) -> Option<Action> {
    let (number, block) = layout.find(index)?;
    let [a, b, c] = block.place(index);
    let board = position.board();
    let tile = |slot: usize| (slot < board.len()).then(|| board.hex(slot as u8));
    let unit = |index: usize| Unit::from_index(index as u8);
    let (gun, team) = (|i| unit(1 + i), |i| unit(4 + i));
    let (first, second) = (a as u8, b as u8);
    Some(match Kind::ALL[number] {
        Lay => Action::Lay {
            at: tile(a)?,
            dir: second,
        },
        Turn => Action::Turn { exits: first },
        Off => Action::Off { unit: team(a) },
        Move => Action::Move {
            unit: unit(a),
            dir: second,
        },
        Cannon => Action::Cannon {
            unit: gun(a),
            at: tile(b)?,
        },
        Mortar => Action::Mortar {
            unit: gun(a),
            dir: second,
        },
        Fire => Action::Fire {
            unit: SHOOTERS[a],
            at: tile(b)?,
        },
        Missile => Action::Missile { at: tile(a)? },
        Sky => Action::Sky,
        SkyAssault => Action::SkyAssault,
        Grant => Action::Grant { unit: unit(a) },
        On => Action::On {
            unit: team(a),
            mobile: gun(b),
        },
        Done => Action::Done { unit: unit(a) },
        End => Action::End,
        Strike => Action::Strike {
            at: tile(a)?.step(opposite(second)),
            dir: second,
        },
        Lost => Action::Lost { unit: unit(a) },
        Lose if a == 0 => Action::LoseAlien,
        Lose => Action::LosePod,
        Place => Action::Place { at: tile(a)? },
        Pod => Action::Pod { at: tile(a)? },
        Walk => Action::Walk {
            at: tile(a)?,
            dir: second,
            count: c as u8 + 1,
        },
        Shoot => Action::Shoot {
            at: tile(a)?,
            dir: second,
        },
        Abduct => Action::Abduct { at: tile(a)? },
        NoAbduction => Action::NoAbduction,
        Back => Action::Back {
            unit: unit(a),
            dir: second,
        },
        Flee => Action::Flee {
            dir: first,
            count: second,
        },
    })
}
