//! The map of `ufo`: tiles, and what stands on them.

use moonbase_engine::board::TileIndex;
use moonbase_engine::hex::Hex;
use moonbase_engine::ufo::{GUNS, Lay, TEAMS, Task, Ufo, Unit, UnitMask};

use super::phrases::END;
use crate::draw::Draw;
use crate::hexmap::Cell;
use crate::ink::{Ink, Line};
use crate::tiles::map::{self, Mark, empty_cell, hexes_beyond, middle};
use crate::tiles::phrases::kind_word;

impl Draw for Ufo {
    fn cells(&self) -> Vec<Cell> {
        let tiles = 0..self.board().len() as TileIndex;
        let mut cells: Vec<Cell> = tiles.map(|tile| tile_cell(self, tile)).collect();
        cells.extend(laying_cells(self));
        cells
    }

    fn focus(&self) -> Hex {
        let board = self.board();
        match (self.laying(), task_tile(self.task())) {
            (Lay::Draw { tile, dir } | Lay::Turn { tile, dir, .. }, _) => {
                return board.hex(tile).step(dir);
            }
            (_, Some(tile)) => return board.hex(tile),
            _ => {}
        }
        match self.active().and_then(|unit| self.unit_tile(unit)) {
            Some(tile) => board.hex(tile),
            None => middle_of_units(self),
        }
    }

    fn roster(&self) -> Vec<Line> {
        super::roster::roster(self)
    }

    fn legend() -> Vec<Line> {
        let who = vec![
            Line::from("  ")
                .and(Ink::First, "C")
                .and(Ink::Plain, " Command Mobile  ")
                .and(Ink::First, "G1 G2 G3")
                .and(Ink::Plain, " Gun Mobiles  ")
                .and(Ink::First, "I1 I2 I3")
                .and(Ink::Plain, " teams on foot"),
            Line::from("  ")
                .and(Ink::First, "G1+")
                .and(Ink::Plain, " a team is aboard G1  ")
                .and(Ink::First, "G12")
                .and(Ink::Plain, " is short for G1 G2"),
            Line::from("  ")
                .and(Ink::Second, "3A")
                .and(Ink::Plain, " three Aliens  ")
                .and(Ink::Second, "P")
                .and(Ink::Plain, " the Escape Pod  ")
                .and(Ink::Mark, "UFO")
                .and(Ink::Plain, " the end tile  ")
                .and(Ink::Rough, "~")
                .and(Ink::Plain, " heavy going"),
        ];
        map::legend(who, "forest", "SHADO keeps")
    }
}

/// The hex in the middle of SHADO's units.
fn middle_of_units(position: &Ufo) -> Hex {
    let units = Unit::all_in(position.units_alive());
    let hexes: Vec<Hex> = units
        .filter_map(|unit| Some(position.board().hex(position.unit_tile(unit)?)))
        .collect();
    middle(&hexes)
}

/// The tile that the task in hand is about.
fn task_tile(task: Task) -> Option<TileIndex> {
    match task {
        Task::Lose { tile, .. }
        | Task::Shot { tile, .. }
        | Task::Volley { tile, .. }
        | Task::VolleyLost { tile, .. }
        | Task::Abduction { tile, .. }
        | Task::Abducted { tile }
        | Task::DrawFirst { tile }
        | Task::DriveBack { tile, .. }
        | Task::DriveOff { tile, .. }
        | Task::ThenAliens { tile } => Some(tile),
        Task::Bombing { run } | Task::BombingLose { run, .. } | Task::BombingLost { run, .. } => {
            Some(run.tile)
        }
        _ => None,
    }
}

fn tile_cell(position: &Ufo, tile: TileIndex) -> Cell {
    let (marks, units) = (marks(position, tile), units_text(position, tile));
    map::tile_cell(position.board(), position.kinds(), tile, marks, units)
}

/// Aliens, the Pod, the UFO.
fn marks(position: &Ufo, tile: TileIndex) -> Vec<Mark> {
    let mut marks = Vec::new();
    let mut mark = |gap, text: String, ink| marks.push(Mark { gap, text, ink });
    if position.ufo_tile() == Some(tile) {
        mark(" ", END.into(), Ink::Mark);
    }
    if position.aliens_on(tile) > 0 {
        mark(" ", format!("{}A", position.aliens_on(tile)), Ink::Second);
    }
    if position.pod().is_some_and(|(pod, _)| pod == tile) {
        mark("", "P".into(), Ink::Second);
    }
    marks
}

/// `C G1+ I2`; if that is too long `C G12+ I2`, and at the worst without blanks.
fn units_text(position: &Ufo, tile: TileIndex) -> String {
    let all = position.units_on(tile);
    let riding = position.teams_aboard() & all;
    let loaded = Unit::all_in(riding)
        .filter_map(|team| position.carrier(team))
        .fold(0, |mask, gun| mask | gun.bit());
    let single = |unit: Unit| format!("{unit}{}", if loaded & unit.bit() != 0 { "+" } else { "" });
    let spaced: Vec<String> = Unit::all_in(all & !riding).map(single).collect();
    let spaced = spaced.join(" ");
    if spaced.len() <= Cell::WIDTH {
        return spaced;
    }
    let groups = [
        ("C", "", all & Unit::C.bit()),
        ("G", "+", all & GUNS & loaded),
        ("G", "", all & GUNS & !loaded),
        ("I", "", all & TEAMS & !riding),
    ];
    let some = groups.into_iter().filter(|(_, _, units)| *units != 0);
    let grouped: Vec<String> = some
        .map(|(kind, end, units)| group(kind, end, units))
        .collect();
    let spaced = grouped.join(" ");
    if spaced.len() <= Cell::WIDTH {
        spaced
    } else {
        grouped.concat()
    }
}

/// `G12+`: the units of a kind by their numbers.
fn group(kind: &str, end: &str, units: UnitMask) -> String {
    let numbers: String = Unit::all_in(units).map(|unit| &unit.name()[1..]).collect();
    format!("{kind}{numbers}{end}")
}

/// Empty hexes that the laying of the forest is about.
fn laying_cells(position: &Ufo) -> Vec<Cell> {
    let board = position.board();
    match position.laying() {
        Lay::No => Vec::new(),
        Lay::Edge => {
            let edges = board.visible_edges(position.tiles_with_units());
            let hexes = hexes_beyond(board, &edges).into_iter();
            hexes.map(|hex| empty_cell(hex, "")).collect()
        }
        Lay::Draw { tile, dir } => vec![empty_cell(board.hex(tile).step(dir), "next")],
        Lay::Turn { tile, dir, kind } => {
            let drawn = kind_word(position.kinds(), kind, END);
            vec![empty_cell(board.hex(tile).step(dir), &drawn)]
        }
    }
}
