//! Boards as text.

use moonbase_engine::hex::Hex;

use crate::canvas::{Canvas, Window};
use crate::hexmap::{Cell, Zoom, crop, extent, paint, shows};
use crate::ink::{Ink, Line};
use crate::words::Words;

/// Room for a drawing, in columns and rows, and what to show if not everything fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Room {
    pub width: usize,
    pub height: usize,
    /// The hex in the middle; by default where the action is.
    pub focus: Option<Hex>,
}

impl Room {
    pub fn new(width: usize, height: usize) -> Room {
        Room {
            width,
            height,
            focus: None,
        }
    }
}

/// A drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Picture {
    pub lines: Vec<Line>,
    /// Tiles that did not fit in, and the directions in which they lie: `3 tiles beyond the left edge`.
    pub hidden: Vec<String>,
}

/// A game whose board can be drawn as text.
pub trait Draw: Words {
    /// The hexes of the board, and beside them those that the decision in hand is about.
    fn cells(&self) -> Vec<Cell>;

    /// Where the action is.
    fn focus(&self) -> Hex;

    /// A line for each unit or stack, at most 24 columns wide; the most important first.
    fn roster(&self) -> Vec<Line>;

    /// What the signs on the board mean, in lines of at most 80 columns.
    fn legend() -> Vec<Line>;

    /// The board in the room given: large if everything fits in so, else small, and cut off around the
    /// action if it must be.
    fn draw(&self, room: Room) -> Picture {
        let focus = room.focus.unwrap_or_else(|| self.focus());
        draw_cells(&self.cells(), focus, room)
    }

    /// The board with the roster beside it.
    fn draw_with_roster(&self, room: Room) -> Picture {
        let roster = self.roster();
        let wide = roster.iter().map(Line::width).max().unwrap_or(0);
        let map_width = room.width.saturating_sub(wide + 2);
        let mut picture = self.draw(Room {
            width: map_width,
            ..room
        });
        beside(&mut picture.lines, roster, room.width - wide, room.height);
        picture
    }
}

/// Draws hexes in the room given.
pub fn draw_cells(cells: &[Cell], focus: Hex, room: Room) -> Picture {
    let (width, height) = (room.width as i32, room.height as i32);
    let hexes = || cells.iter().map(|cell| cell.hex);
    let large = extent(hexes(), Zoom::Large);
    let fits = large.width <= width && large.height <= height;
    let zoom = if fits { Zoom::Large } else { Zoom::Small };
    let whole = extent(hexes(), zoom);
    let window = crop(whole, focus, zoom, width, height);
    let mut canvas = Canvas::new(window);
    paint(&mut canvas, cells, zoom);
    let mut lines = canvas.lines();
    while lines.last().is_some_and(|line| line.plain().is_empty()) {
        lines.pop();
    }
    Picture {
        lines,
        hidden: hidden(cells, window, zoom),
    }
}

/// Where tiles lie that the window does not show.
fn hidden(cells: &[Cell], window: Window, zoom: Zoom) -> Vec<String> {
    let mut sides = [("west", 0), ("east", 0), ("north", 0), ("south", 0)];
    for cell in cells.iter().filter(|cell| !shows(window, cell.hex, zoom)) {
        let frame = extent(std::iter::once(cell.hex), zoom);
        let out = [
            frame.left < window.left,
            frame.left + frame.width > window.left + window.width,
            frame.top < window.top,
            frame.top + frame.height > window.top + window.height,
        ];
        if let Some(side) = out.iter().position(|out| *out) {
            sides[side].1 += 1;
        }
    }
    let some = sides.iter().filter(|(_, count)| *count > 0);
    some.map(|(side, count)| format!("{count} {side}"))
        .collect()
}

/// Puts lines beside a picture, from column `left` on, within `height` rows.
fn beside(lines: &mut Vec<Line>, side: Vec<Line>, left: usize, height: usize) {
    let rows = lines.len().max(side.len().min(height));
    lines.resize(rows, Line::new());
    let cut = side.len() > rows;
    let shown = if cut {
        rows.saturating_sub(1)
    } else {
        side.len()
    };
    let more = Line::new().and(Ink::Faint, format!("... {} more", side.len() - shown));
    let side = side.into_iter().take(shown).chain(cut.then_some(more));
    for (line, beside) in lines.iter_mut().zip(side) {
        line.pad_to(left);
        line.extend(beside);
    }
}
