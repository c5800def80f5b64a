//! The action codec of `fg1`: a block of indices for each kind of action.

use arrayvec::ArrayVec;
use moonbase_engine::fg1::{Action, BaseId, Fg1, Firers, LONGEST_LEG, MOST_TOGETHER, Mode};
use moonbase_engine::hex::Dir;
use moonbase_engine::{Game, Seat, Turn};

use crate::encode::layout::Axis::{Dirs, Plain};
use crate::encode::layout::{Layout, Row, numbered};

numbered! {
    /// The blocks, in the order of the layout.
    Kind from 0; Move, Fire, Load, Unload, Rally, Pass, Ahead, Turning, Step, Stop, Hold,
}

use Kind::*;

/// Squads go at most so many hexes.
const LONGEST_STEP: usize = 2;

/// The first firer alone, or with either or both of those of its platoon that come after it.
const COMPANIES: usize = 4;

pub(super) fn layout(bases: usize) -> Layout {
    let base = Plain(bases);
    let row = |name, axes: &[_], meaning| -> Row { (name, axes.to_vec(), "legal or not", meaning) };
    let rows = vec![
        row(
            "move",
            &[base, Plain(3)],
            "`X:move`, `X:move:ground`, `X:move:hover`: base, which of the three",
        ),
        row(
            "fire",
            &[base, Plain(COMPANIES), base],
            "`X+Y+Z:fire:T`: the first firer; with none, the next, the next but one or both of its platoon's bases of \
             higher numbers; target",
        ),
        row("load", &[base, base], "`S:load:H`: squad, hover"),
        row("unload", &[base, Dirs], "`S:unload:d`: squad, direction"),
        row("rally", &[base], "`X:rally`: base"),
        row("pass", &[], "`pass`"),
        row(
            "ahead",
            &[Plain(LONGEST_LEG as usize)],
            "`ahead:n`: `n` - 1",
        ),
        row("turn", &[Plain(5)], "`turn:k`: `k` - 1"),
        row(
            "step",
            &[Dirs, Plain(LONGEST_STEP)],
            "`step:d:n`: direction, `n` - 1",
        ),
        row("stop", &[], "`stop`"),
        row("hold", &[], "`hold`"),
    ];
    assert_eq!(rows.len(), Kind::ALL.len());
    Layout::new(rows)
}

fn slot(base: BaseId) -> usize {
    base.number() - 1
}

/// Where a legal action stands.
pub(super) fn index(layout: &Layout, position: &Fg1, action: Action) -> usize {
    let less = |count: u8| usize::from(count) - 1;
    match action {
        Action::Move { base, mode } => {
            let which = mode.map_or(0, |mode| 1 + mode as usize);
            layout.at(Move.into(), [slot(base), which])
        }
        Action::Fire { firers, target } => {
            let first = firers.first();
            let company = company_of(position, firers);
            layout.at(Fire.into(), [slot(first), company, slot(target)])
        }
        Action::Load { squad, hover } => layout.at(Load.into(), [slot(squad), slot(hover)]),
        Action::Unload { squad, dir } => layout.at(Unload.into(), [slot(squad), dir.into()]),
        Action::Rally { base } => layout.at(Rally.into(), [slot(base)]),
        Action::Pass => layout.at(Pass.into(), []),
        Action::Ahead { hexes } => layout.at(Ahead.into(), [less(hexes)]),
        Action::Turn { by } => layout.at(Turning.into(), [less(by)]),
        Action::Step { dir, hexes } => layout.at(Step.into(), [dir.into(), less(hexes)]),
        Action::Stop => layout.at(Stop.into(), []),
        Action::Hold => layout.at(Hold.into(), []),
    }
}

/// The action of an index, by the seat to move; `None` beyond the last index, where nobody is to move, and for bases that
/// are not in the scenario.
pub(super) fn action(layout: &Layout, position: &Fg1, index: usize) -> Option<Action> {
    let (number, block) = layout.find(index)?;
    let Turn::Decide(seat) = position.turn() else {
        return None;
    };
    let [a, b, c] = block.place(index);
    let base = |slot: usize, side: Seat| {
        let id = BaseId::new(side, slot + 1);
        position.scenario().base(id).map(|start| start.id)
    };
    let own = |slot: usize| base(slot, seat);
    let (count, dir) = (a as u8 + 1, b as Dir);
    Some(match Kind::ALL[number] {
        Move => Action::Move {
            base: own(a)?,
            mode: b.checked_sub(1).map(|mode| Mode::ALL[mode]),
        },
        Fire => Action::Fire {
            firers: company(position, own(a)?, b)?,
            target: base(c, seat.other())?,
        },
        Load => Action::Load {
            squad: own(a)?,
            hover: own(b)?,
        },
        Unload => Action::Unload {
            squad: own(a)?,
            dir,
        },
        Rally => Action::Rally { base: own(a)? },
        Pass => Action::Pass,
        Ahead => Action::Ahead { hexes: count },
        Turning => Action::Turn { by: count },
        Step => Action::Step {
            dir: a as Dir,
            hexes: b as u8 + 1,
        },
        Stop => Action::Stop,
        Hold => Action::Hold,
    })
}

/// An index on the reflected board: turns go the other way round.
pub(super) fn turned_the_other_way(layout: &Layout, index: usize) -> usize {
    match layout.find(index) {
        Some((number, block)) if Kind::ALL[number] == Turning => {
            layout.at(Turning.into(), [4 - block.place(index)[0]])
        }
        _ => index,
    }
}

/// The bases of a platoon that come after one of it, in order.
fn later_mates(position: &Fg1, first: BaseId) -> ArrayVec<BaseId, MOST_TOGETHER> {
    let scenario = position.scenario();
    let platoon = scenario.base(first).map(|start| &start.platoon);
    let mates = scenario
        .bases_of(first.side())
        .filter(|start| start.id > first && Some(&start.platoon) == platoon);
    mates.map(|start| start.id).collect()
}

/// Who fires with the first: bit 0 for the next of its platoon, bit 1 for the one after that.
fn company_of(position: &Fg1, firers: Firers) -> usize {
    let mates = later_mates(position, firers.first());
    let fires = |mate: &BaseId| usize::from(firers.mask() & mate.bit() != 0);
    let bits = mates.iter().enumerate();
    bits.map(|(bit, mate)| fires(mate) << bit).sum()
}

/// A base and these of those that come after it; `None` if there are not so many.
fn company(position: &Fg1, first: BaseId, mates: usize) -> Option<Firers> {
    let later = later_mates(position, first);
    let mut firers = ArrayVec::<BaseId, MOST_TOGETHER>::new();
    firers.push(first);
    for bit in (0..2).filter(|bit| mates >> bit & 1 == 1) {
        firers.push(*later.get(bit)?);
    }
    Firers::new(&firers)
}
