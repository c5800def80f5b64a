//! The action codec of `lost_patrol`: a block of indices for each kind of action.

use moonbase_engine::board::{Bits, MAX_TILES, TileIndex, TileMask};
use moonbase_engine::hex::{Dir, Hex, opposite};
use moonbase_engine::lost_patrol::{Action, LostPatrol, Soldier};
use moonbase_engine::tiles::rotate;

use crate::encode::layout::Axis::{Bends, Dirs, Plain, Slots};
use crate::encode::layout::{Layout, Row, numbered};

numbered! {
    /// The blocks, in the order of the layout.
    Kind from 0; Lay, Move, Fire, Done, Keep, New, Add, Go, End, Ambush, NoAmbush, Lost, Back, Flee,
}

use Kind::*;

pub(super) fn layout(slots: usize) -> Layout {
    let (tile, soldier) = (Slots(slots), Plain(5));
    let row = |name, axes: &[_], meaning| -> Row { (name, axes.to_vec(), "legal or not", meaning) };
    let rows = vec![
        row(
            "lay",
            &[tile, Dirs, Bends],
            "`lay:q,r:d:M`: tile, direction, and of the new tile's exits those beside the way back: 2^i for the one i + 1 \
             steps clockwise from it",
        ),
        row("move", &[soldier, Dirs], "`U:move:d`: soldier, direction"),
        row("fire", &[soldier], "`U:fire`: soldier"),
        row("done", &[soldier], "`U:done`: soldier"),
        row("keep", &[soldier], "`keep:q,r`: the group's first soldier"),
        row("new", &[tile], "`new:q,r`: tile"),
        row("add", &[tile], "`add:q,r`: tile"),
        row("go", &[tile, tile], "`go:q,r:q2,r2`: from tile, to tile"),
        row("end", &[], "`end`"),
        row("ambush", &[tile], "`ambush:q,r`: tile"),
        row("no_ambush", &[], "`done` of phase 5"),
        row("lost", &[soldier], "`lost:U`: soldier"),
        row("back", &[soldier, Dirs], "`U:back:d`: soldier, direction"),
        row("flee", &[Dirs], "`flee:d`: direction"),
    ];
    assert_eq!(rows.len(), Kind::ALL.len());
    Layout::new(rows)
}

/// Where a legal action stands.
pub(super) fn index(layout: &Layout, position: &LostPatrol, action: Action) -> usize {
    let tile = |at| usize::from(position.tile_at(at));
    match action {
        Action::Lay { at, dir, exits } => {
            layout.at(Lay.into(), [tile(at), dir.into(), bends(dir, exits)])
        }
        Action::Move { soldier, dir } => layout.at(Move.into(), [soldier as usize, dir.into()]),
        Action::Fire { soldier } => layout.at(Fire.into(), [soldier as usize]),
        Action::Done { soldier } => layout.at(Done.into(), [soldier as usize]),
        Action::Keep { at } => layout.at(Keep.into(), [first_soldier(position, at)]),
        Action::New { at } => layout.at(New.into(), [tile(at)]),
        Action::Add { at } => layout.at(Add.into(), [tile(at)]),
        Action::Go { from, to } => layout.at(Go.into(), [tile(from), tile(to)]),
        Action::End => layout.at(End.into(), []),
        Action::Ambush { at } => layout.at(Ambush.into(), [tile(at)]),
        Action::NoAmbush => layout.at(NoAmbush.into(), []),
        Action::Lost { soldier } => layout.at(Lost.into(), [soldier as usize]),
        Action::Back { soldier, dir } => layout.at(Back.into(), [soldier as usize, dir.into()]),
        Action::Flee { dir } => layout.at(Flee.into(), [dir.into()]),
    }
}

/// The action of an index; `None` beyond the last index, for tiles that are not placed, and for soldiers that
/// are not the first of their group.
pub(super) fn action(layout: &Layout, position: &LostPatrol, index: usize) -> Option<Action> {
    let (number, block) = layout.find(index)?;
    let [a, b, c] = block.place(index);
    let board = position.board();
    let tile = |slot: usize| (slot < board.len()).then(|| board.hex(slot as TileIndex));
    let soldier = |index: usize| Soldier::from_index(index as u8);
    let dir = b as Dir;
    Some(match Kind::ALL[number] {
        Lay => Action::Lay {
            at: tile(a)?,
            dir,
            exits: exits(dir, c),
        },
        Move => Action::Move {
            soldier: soldier(a),
            dir,
        },
        Fire => Action::Fire {
            soldier: soldier(a),
        },
        Done => Action::Done {
            soldier: soldier(a),
        },
        Keep => Action::Keep {
            at: group_led_by(position, soldier(a))?,
        },
        New => Action::New { at: tile(a)? },
        Add => Action::Add { at: tile(a)? },
        Go => Action::Go {
            from: tile(a)?,
            to: tile(b)?,
        },
        End => Action::End,
        Ambush => Action::Ambush { at: tile(a)? },
        NoAmbush => Action::NoAmbush,
        Lost => Action::Lost {
            soldier: soldier(a),
        },
        Back => Action::Back {
            soldier: soldier(a),
            dir,
        },
        Flee => Action::Flee { dir: a as Dir },
    })
}

/// The exits of a tile laid at an edge in direction `dir`, but for the way back; see [`Bends`].
fn bends(dir: Dir, exits: u8) -> usize {
    usize::from(rotate(exits, 6 - opposite(dir))) >> 1
}

fn exits(dir: Dir, bends: usize) -> u8 {
    rotate((bends as u8) << 1 | 1, opposite(dir))
}

/// The tiles of the group around a tile. None is without soldiers, and each soldier stands in one: so its first
/// soldier names it, however the board is turned.
fn group_of(position: &LostPatrol, tile: TileIndex) -> TileMask {
    position.board().within(1 << tile, MAX_TILES)
}

fn first_soldier(position: &LostPatrol, at: Hex) -> usize {
    let tiles = Bits(group_of(position, position.tile_at(at)));
    let soldiers = tiles.fold(0, |mask, tile| mask | position.soldiers_on(tile));
    soldiers.trailing_zeros() as usize
}

/// The first tile of the group whose first soldier is this one.
fn group_led_by(position: &LostPatrol, soldier: Soldier) -> Option<Hex> {
    let group = group_of(position, position.soldier_tile(soldier)?);
    let first = position.board().hex(group.trailing_zeros() as TileIndex);
    (first_soldier(position, first) == soldier as usize).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bends_and_exits_go_both_ways() {
        // A straight laid to the north has its way back in the south, and goes on three steps clockwise.
        assert_eq!(bends(0, 0b001001), 0b00100);
        for dir in 0..6 {
            for exits_of in (0..64).filter(|mask| mask >> opposite(dir) & 1 == 1) {
                assert_eq!(exits(dir, bends(dir, exits_of)), exits_of);
            }
        }
    }
}
