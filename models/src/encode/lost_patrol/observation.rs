//! The observation of `lost_patrol`: everything that its dump says, in fields of fixed size.

use moonbase_engine::lost_patrol::{LostPatrol, Soldier, Task};

use crate::encode::layout::Axis::{self, Dirs, Plain, Slots};
use crate::encode::layout::{Layout, Row, numbered};
use crate::encode::tiles::{CommonWords, OWN, Writer, common_rows};

numbered! {
    /// The fields after the common ones, in the order of the layout.
    Part from OWN; Supply, Deck, DeckShare, Soldiers, Activated, Active, ActionsLeft, LayingOn, Drawn, Task, TaskTile,
    TaskDir, TaskCount,
}

/// Counts of lurkers are divided by this.
pub(super) const LURKERS: f32 = 18.0;

/// Counts of actions are divided by this.
const ACTIONS: f32 = 12.0;

/// Lurkers that count in an ambush.
const IN_AMBUSH: f32 = 6.0;

const WORDS: CommonWords = CommonWords {
    seat: "the seat that looks: patrol, lurker",
    to_move: "who chooses: patrol, lurker, nobody",
    phases: 8,
    phase: "setup, patrol, clearing, laying, lurker, ambush, excess, over",
    goal: ("ship", "the ship's tile"),
    stack: ("lurkers", "lurkers there, of 18"),
    spent: "spent lurkers there, of 18",
};

pub(super) fn layout(slots: usize, kinds: usize) -> Layout {
    let mut rows = common_rows(slots, &WORDS);
    rows.extend(own_rows(Slots(slots), kinds));
    assert_eq!(rows.len(), OWN + Part::ALL.len());
    Layout::new(rows)
}

const TASKS: usize = 9;

const TASK_NAMES: &str = "what is begun: nothing, a tile is drawn, laid, lianas are left, a shot, an ambush, who is lost in \
    it, soldiers retreat, lurkers flee";

fn own_rows(tile: Axis, kinds: usize) -> Vec<Row> {
    let flags = |name, axes: &[_], meaning| -> Row { (name, axes.to_vec(), "0 or 1", meaning) };
    let share = |name, axes: &[_], meaning| -> Row { (name, axes.to_vec(), "0..1", meaning) };
    let soldier = Plain(5);
    vec![
        share("supply", &[], "lurkers in the supply, of 18"),
        share(
            "deck",
            &[Plain(kinds)],
            "tiles left of each kind, of those in the box",
        ),
        share("deck_left", &[], "jungle tiles left, of all in the box"),
        flags(
            "soldiers",
            &[soldier, tile],
            "the soldier is there (`S L T1 T2 T3`)",
        ),
        flags(
            "activated",
            &[soldier],
            "the soldier's activation has ended",
        ),
        flags("active", &[soldier], "the soldier is active"),
        share(
            "actions_left",
            &[],
            "of the active soldier or the lurkers, of 12",
        ),
        flags(
            "laying_on",
            &[tile, Dirs],
            "the open far exit of the latest straight, laid on first",
        ),
        flags(
            "drawn",
            &[Plain(kinds + 1)],
            "the kind of the tile in hand, last the ship",
        ),
        flags("task", &[Plain(TASKS)], TASK_NAMES),
        flags("task_tile", &[tile], "where"),
        flags("task_dir", &[Dirs], "by which way lianas are left"),
        share("task_count", &[], "lurkers in the ambush, of 6"),
    ]
}

pub(super) fn write_own(writer: &mut Writer, position: &LostPatrol) {
    let supply = f32::from(position.supply());
    writer.put(Part::Supply, [], supply / LURKERS);
    let decks = (position.deck(), &position.kinds().deck());
    writer.put_deck(Part::Deck, Part::DeckShare, decks);
    write_soldiers(writer, position);
    if let Some(edge) = position.laying_on() {
        writer.mark(Part::LayingOn, [edge.tile.into(), edge.dir.into()]);
    }
    write_task(writer, position.task());
}

fn write_soldiers(writer: &mut Writer, position: &LostPatrol) {
    for tile in 0..position.board().len() as u8 {
        writer.mark_units_on(Part::Soldiers, tile, position.soldiers_on(tile));
    }
    writer.mark_units(Part::Activated, position.activated());
    writer.mark_units(Part::Active, position.active().map_or(0, Soldier::bit));
    let actions = f32::from(position.actions_left());
    writer.put(Part::ActionsLeft, [], actions / ACTIONS);
}

fn write_task(writer: &mut Writer, task: Task) {
    let (number, tile) = match task {
        Task::Idle => (0, None),
        Task::Draw => (1, None),
        Task::Place { kind } => {
            writer.mark(Part::Drawn, [kind.into()]);
            (2, None)
        }
        Task::Leave { dir } => {
            writer.mark(Part::TaskDir, [dir.into()]);
            (3, None)
        }
        Task::Fire => (4, None),
        Task::Ambush { tile, count } => {
            writer.put(Part::TaskCount, [], f32::from(count) / IN_AMBUSH);
            (5, Some(tile))
        }
        Task::Ambushed { tile } => (6, Some(tile)),
        // Whose choice it is says `to_move`.
        Task::Retreat { tile, .. } => (7, Some(tile)),
        Task::Flee { tile } => (8, Some(tile)),
    };
    writer.mark(Part::Task, [number]);
    writer.mark_tile(Part::TaskTile, tile);
}
