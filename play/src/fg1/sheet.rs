//! A large board in little room: two columns further for each column of hexes, whose hexes stand half a hex lower than
//! those of the column before, so that each has four columns for itself.
//!
//! ```text
//! r/q  0   2   4
//!   0  .   ww  .
//!        .   a4/
//!   1  .   .   .
//! ```

use moonbase_engine::fg1::Field;
use moonbase_engine::hex::Hex;

use crate::canvas::{Canvas, Window};
use crate::draw::{Picture, Room};
use crate::ink::{Ink, Line};

/// Columns from one column of hexes to the next.
const ADVANCE: i32 = 2;

/// Columns of a hex.
const CELL: i32 = 4;

/// Columns on the left for the numbers of rows.
const MARGIN: usize = 4;

/// Where a hex's text begins.
fn corner(hex: Hex) -> (i32, i32) {
    let (q, r) = (i32::from(hex.q), i32::from(hex.r));
    (ADVANCE * q, 2 * r + q)
}

fn shows(window: Window, hex: Hex) -> bool {
    let (x, y) = corner(hex);
    window.contains(x, y) && window.contains(x + CELL - 1, y)
}

/// Draws a board around a hex as far as the room goes, with what `sign` says of each hex in at most four columns.
pub(super) fn draw(field: &Field, focus: Hex, room: Room, sign: impl Fn(Hex) -> Line) -> Picture {
    let window = window(field, focus, room);
    let mut canvas = Canvas::new(window);
    let hexes = field.hexes().iter().copied();
    for hex in hexes.clone().filter(|hex| shows(window, *hex)) {
        let (x, y) = corner(hex);
        canvas.write(x, y, &sign(hex));
    }
    let rows = (window.top..).zip(canvas.lines());
    let rows = rows.map(|(y, line)| numbered(field, window, y, line));
    Picture {
        lines: [heads(field, window)].into_iter().chain(rows).collect(),
        hidden: hidden(window, hexes),
    }
}

/// What of the board is shown: around `focus`, within the board.
fn window(field: &Field, focus: Hex, room: Room) -> Window {
    let span = |at: i32, all: i32, room: i32| {
        let size = all.min(room.max(1));
        ((at - size / 2).clamp(0, all - size), size)
    };
    let (x, y) = corner(focus);
    let wide = ADVANCE * field.width() as i32 + CELL - ADVANCE;
    let room_wide = room.width.saturating_sub(MARGIN) as i32;
    let (left, width) = span(x, wide, room_wide);
    let (top, height) = span(
        y,
        2 * field.height() as i32,
        room.height.saturating_sub(1) as i32,
    );
    Window {
        left,
        top,
        width,
        height,
    }
}

/// The even columns that are shown, by number.
fn columns(field: &Field, window: Window) -> impl Iterator<Item = i32> {
    let columns = (0..field.width() as i32).step_by(2);
    columns.filter(move |q| {
        let x = ADVANCE * q;
        x >= window.left && x + CELL <= window.left + window.width
    })
}

/// Above the map: the numbers of every second column.
fn heads(field: &Field, window: Window) -> Line {
    let mut line = Line::new().and(Ink::Faint, "r/q ");
    for q in columns(field, window) {
        line.pad_to(MARGIN + (ADVANCE * q - window.left) as usize);
        line.push(Ink::Faint, format!("{q:>2}"));
    }
    line
}

/// A line of the map behind the number of the row in the first column shown.
fn numbered(field: &Field, window: Window, y: i32, line: Line) -> Line {
    let first = columns(field, window).next();
    let row = first.filter(|q| (y - q) % 2 == 0);
    let number = row.map_or(String::new(), |q| ((y - q).div_euclid(2)).to_string());
    let mut whole = Line::new().and(Ink::Faint, format!("{number:>3} "));
    whole.extend(line);
    whole
}

/// How many hexes lie beyond each edge of what is shown.
fn hidden(window: Window, hexes: impl Iterator<Item = Hex>) -> Vec<String> {
    let mut sides = [("west", 0), ("east", 0), ("north", 0), ("south", 0)];
    for hex in hexes.filter(|hex| !shows(window, *hex)) {
        let (x, y) = corner(hex);
        let out = [
            x < window.left,
            x + CELL > window.left + window.width,
            y < window.top,
            y >= window.top + window.height,
        ];
        if let Some(side) = out.iter().position(|out| *out) {
            sides[side].1 += 1;
        }
    }
    let some = sides.iter().filter(|(_, count)| *count > 0);
    some.map(|(side, count)| format!("{count} {side}"))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::fg1::Scenario;

    fn plain(focus: Hex, room: Room) -> (Vec<String>, Vec<String>) {
        let scenario = Scenario::named("mini").unwrap();
        let field = scenario.field();
        let picture = draw(field, focus, room, |hex| {
            Line::from(format!(" {}", field.terrain_of(hex).unwrap().letter()))
        });
        (
            picture.lines.iter().map(Line::plain).collect(),
            picture.hidden,
        )
    }

    #[test]
    fn the_whole_board_has_numbered_columns_and_rows() {
        let (lines, hidden) = plain(Hex::ORIGIN, Room::new(80, 40));
        assert_eq!(lines.len(), 17);
        assert_eq!(lines[0], "r/q  0   2   4   6   8  10");
        assert_eq!(lines[1], "  0  .   .   w   w   .   .");
        assert_eq!(lines[2], "       .   .   .   .   .");
        assert!(hidden.is_empty());
    }

    /// Twenty columns and four rows: 4,1 is in the middle, and what is left out is counted.
    #[test]
    fn a_part_is_around_the_focus() {
        let (lines, hidden) = plain(Hex::new(4, 1), Room::new(24, 5));
        assert_eq!(lines.len(), 5);
        assert_eq!(lines[0], "r/q  0   2   4   6   8");
        let all: usize = hidden
            .iter()
            .map(|side| side.split(' ').next().unwrap().parse::<usize>().unwrap())
            .sum();
        // Nine columns, every row of which two hexes are shown.
        assert_eq!(all, 11 * 8 - 9 * 2, "{hidden:?}");
    }
}
