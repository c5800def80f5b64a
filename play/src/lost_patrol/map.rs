//! The map of `lost_patrol`: tiles, and what stands on them.

use moonbase_engine::board::{Bits, TileIndex};
use moonbase_engine::hex::Hex;
use moonbase_engine::lost_patrol::{LostPatrol, Soldier, SoldierMask, Task, Verb};

use super::phrases::{END, place};
use crate::draw::Draw;
use crate::hexmap::Cell;
use crate::ink::{Ink, Line};
use crate::tiles::map::{self, Mark, empty_cell, hexes_beyond, middle};
use crate::tiles::phrases::kind_word;

impl Draw for LostPatrol {
    fn cells(&self) -> Vec<Cell> {
        let tiles = 0..self.board().len() as TileIndex;
        let mut cells: Vec<Cell> = tiles.map(|tile| tile_cell(self, tile)).collect();
        let word = match self.task() {
            Task::Place { kind } => kind_word(self.kinds(), kind, END),
            _ => String::new(),
        };
        let hexes = laying_hexes(self).into_iter();
        cells.extend(hexes.map(|hex| empty_cell(hex, &word)));
        cells
    }

    fn focus(&self) -> Hex {
        let board = self.board();
        if let Some(tile) = task_tile(self.task()) {
            return board.hex(tile);
        }
        match (self.active(), laying_hexes(self)) {
            (Some(soldier), _) => place(self, soldier),
            (None, hexes) if !hexes.is_empty() => middle(&hexes),
            _ => {
                let soldiers = Soldier::all_in(self.soldiers_alive());
                let hexes: Vec<Hex> = soldiers.map(|soldier| place(self, soldier)).collect();
                middle(&hexes)
            }
        }
    }

    fn roster(&self) -> Vec<Line> {
        super::roster::roster(self)
    }

    fn legend() -> Vec<Line> {
        let who = vec![
            Line::from("  ")
                .and(Ink::First, "S")
                .and(Ink::Plain, " the sergeant  ")
                .and(Ink::First, "L")
                .and(Ink::Plain, " the grenade launcher  ")
                .and(Ink::First, "T1 T2 T3")
                .and(Ink::Plain, " troopers, in short ")
                .and(Ink::First, "T123"),
            Line::from("  ")
                .and(Ink::Second, "3!")
                .and(Ink::Plain, " three lurkers  ")
                .and(Ink::Mark, "SHIP")
                .and(Ink::Plain, " the end tile  ")
                .and(Ink::Rough, "~")
                .and(Ink::Plain, " lianas"),
        ];
        map::legend(who, "jungle", "Soldiers keep")
    }
}

/// The tile that the task in hand is about.
fn task_tile(task: Task) -> Option<TileIndex> {
    match task {
        Task::Ambush { tile, .. }
        | Task::Ambushed { tile }
        | Task::Retreat { tile, .. }
        | Task::Flee { tile } => Some(tile),
        Task::Idle | Task::Draw | Task::Place { .. } | Task::Leave { .. } | Task::Fire => None,
    }
}

fn tile_cell(position: &LostPatrol, tile: TileIndex) -> Cell {
    let soldiers = soldiers_text(position.soldiers_on(tile));
    let marks = marks(position, tile);
    map::tile_cell(position.board(), position.kinds(), tile, marks, soldiers)
}

/// The ship, lurkers.
fn marks(position: &LostPatrol, tile: TileIndex) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut mark = |text: String, ink| {
        let gap = " ";
        marks.push(Mark { gap, text, ink });
    };
    if position.ship_tile() == Some(tile) {
        mark("SHIP".into(), Ink::Mark);
    }
    if position.lurkers_on(tile) > 0 {
        mark(format!("{}!", position.lurkers_on(tile)), Ink::Second);
    }
    marks
}

/// `S L T1`; several troopers are `T12`.
fn soldiers_text(soldiers: SoldierMask) -> String {
    let troopers = soldiers & !(Soldier::S.bit() | Soldier::L.bit());
    let numbers: String = Soldier::all_in(troopers).map(|t| &t.name()[1..]).collect();
    let troopers = (!numbers.is_empty()).then(|| format!("T{numbers}"));
    let leaders = Soldier::all_in(soldiers & (Soldier::S.bit() | Soldier::L.bit()));
    let names = leaders
        .map(|soldier| soldier.name().to_string())
        .chain(troopers);
    names.collect::<Vec<_>>().join(" ")
}

/// Empty hexes that the laying of the jungle is about: those on which the tile in hand can be laid, or
/// before it is drawn those that a soldier looks into.
pub(super) fn laying_hexes(position: &LostPatrol) -> Vec<Hex> {
    let board = position.board();
    match position.task() {
        Task::Draw => {
            let edges = board.visible_edges(position.tiles_with_soldiers());
            hexes_beyond(board, &edges)
        }
        Task::Place { .. } => {
            let groups = position
                .legal_groups()
                .filter(|group| group.verb == Verb::Lay);
            let hexes = groups.flat_map(|group| {
                let from = board.hex(group.subject);
                // A bit for each direction and orientation.
                Bits(group.mask).map(move |bit| from.step(bit / 6))
            });
            let mut hexes: Vec<Hex> = hexes.collect();
            hexes.sort_unstable();
            hexes.dedup();
            hexes
        }
        _ => Vec::new(),
    }
}
