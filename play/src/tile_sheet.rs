//! A tile set as a picture: each kind as a hex with its exits, how many there are, and how likely a draw
//! of it is.

use moonbase_engine::hex::{DIR_NAMES, Hex};
use moonbase_engine::tiles::{TileKind, TileSet};

use crate::canvas::Canvas;
use crate::hexmap::{Cell, Edge, Zoom, extent, paint};
use crate::ink::{Ink, Line};

/// Blank columns between pictures.
const GAP: usize = 2;

/// The set in lines of at most `width` columns where one picture fits in.
///
/// ```
/// use moonbase_engine::tiles::TileSet;
/// use moonbase_play::tile_sheet::tile_sheet;
/// let sheet = tile_sheet(&TileSet::named("mini").unwrap(), 80);
/// assert_eq!(sheet.last().unwrap().plain(), "8 tiles: 7 plain, 1 heavy going");
/// ```
pub fn tile_sheet(set: &TileSet, width: usize) -> Vec<Line> {
    let blocks: Vec<Vec<Line>> = set
        .kinds()
        .iter()
        .map(|kind| block(kind, set.total()))
        .collect();
    let lines = blocks.iter().flatten();
    let column = lines.map(Line::width).max().unwrap_or(0) + GAP;
    let per_row = ((width + GAP) / column).max(1);
    let mut sheet: Vec<Line> = blocks
        .chunks(per_row)
        .flat_map(|row| side_by_side(row, column))
        .collect();
    sheet.push(total(set));
    sheet
}

fn total(set: &TileSet) -> Line {
    let heavy = set
        .kinds()
        .iter()
        .filter(|kind| kind.heavy)
        .map(|kind| kind.count);
    let heavy = heavy.sum::<i64>() as usize;
    let plain = set.total() - heavy;
    Line::from(format!(
        "{} tiles: {plain} plain, {heavy} heavy going",
        set.total()
    ))
}

/// The picture of a kind, and four lines below.
fn block(kind: &TileKind, total: usize) -> Vec<Line> {
    let mut lines = picture(kind);
    lines.push(Line::new().and(Ink::Strong, kind.kind.as_str()));
    let exits = (0..6).filter(|dir| kind.mask() >> dir & 1 == 1);
    let exits: Vec<&str> = exits.map(|dir| DIR_NAMES[dir]).collect();
    lines.push(Line::from(exits.join(" ")));
    let percent = 100.0 * kind.count as f64 / total as f64;
    lines.push(Line::from(format!(
        "{} of {total}, {percent:.1}%",
        kind.count
    )));
    lines.push(Line::new());
    lines
}

/// The hex, with gaps in its walls where the exits are.
fn picture(kind: &TileKind) -> Vec<Line> {
    let edge = |dir: usize| match kind.mask() >> dir & 1 {
        1 => Edge::Path,
        _ => Edge::Wall,
    };
    let going = match kind.heavy {
        true => Line::from("  ").and(Ink::Rough, "heavy"),
        false => Line::new(),
    };
    let count = Line::from("   ").and(Ink::Key, format!("x{}", kind.count));
    let cell = Cell {
        hex: Hex::ORIGIN,
        edges: std::array::from_fn(edge),
        text: [going, count],
    };
    let mut canvas = Canvas::new(extent(std::iter::once(cell.hex), Zoom::Large));
    paint(&mut canvas, &[cell], Zoom::Large);
    canvas.lines()
}

fn side_by_side(blocks: &[Vec<Line>], column: usize) -> Vec<Line> {
    let mut rows = vec![Line::new(); blocks[0].len()];
    for (nth, block) in blocks.iter().enumerate() {
        for (row, line) in rows.iter_mut().zip(block) {
            row.pad_to(nth * column);
            row.extend(line.clone());
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_is_drawn_in_the_width_given() {
        let set = TileSet::named("mini").unwrap();
        let plain =
            |width| -> Vec<String> { tile_sheet(&set, width).iter().map(Line::plain).collect() };
        let expected = [
            "  __  = __        __  = __",
            " /        \\      /        \\",
            "/   heavy  \\    /          \\",
            "\\    x1    /    \\    x3    =",
            " \\__  = __/      \\________=",
            "straight-heavy  gentle",
            "N S             N SE",
            "1 of 8, 12.5%   3 of 8, 37.5%",
            "",
        ];
        assert_eq!(plain(31)[..9], expected);
        assert_eq!(plain(31).len(), 2 * 9 + 1);
        assert_eq!(plain(1).len(), 4 * 9 + 1);
        assert!(plain(80).iter().all(|line| line.chars().count() <= 80));
    }
}
