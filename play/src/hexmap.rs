//! Maps of flat-topped hexes in text.
//!
//! ```text
//!            Large                            Small
//!    ________                          ________
//!   /        \                        / -1,0   \_________
//!  /  -1,0    \________               \_________/ 0,0     \
//!  \          /        \                        \_________/
//!   \________/  0,0     \
//!            \          /
//!             \________/
//! ```
//! A column of hexes lies half a hex lower than the one to its left with the same `r`. Where a path
//! crosses an edge the wall is left out; a path that leads off the map is marked `?`, one that ends at
//! a wall `x`.

use moonbase_engine::hex::{Dir, Hex};

use crate::canvas::{Canvas, Window};
use crate::ink::{Ink, Line};

/// How large hexes are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Zoom {
    /// Two rows a hex.
    Small,
    /// Four rows a hex.
    Large,
}

/// Columns from one column of hexes to the next.
const ADVANCE: i32 = 10;

/// What an edge of a hex looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// Nothing is drawn.
    None,
    Wall,
    /// A path crosses the edge.
    Path,
    /// A path leads to an empty hex.
    Open,
    /// A path ends at a wall.
    Blocked,
}

/// A hex of the map.
#[derive(Clone, Debug)]
pub struct Cell {
    pub hex: Hex,
    /// In the order of directions.
    pub edges: [Edge; 6],
    /// Two lines of at most [`Cell::WIDTH`] columns.
    pub text: [Line; 2],
}

impl Cell {
    /// Columns of text that fit in.
    pub const WIDTH: usize = ADVANCE as usize - 1;
}

impl Zoom {
    /// Rows of half a hex.
    fn half(self) -> i32 {
        match self {
            Zoom::Small => 1,
            Zoom::Large => 2,
        }
    }

    /// The column and row where a hex's first row begins, inside its walls.
    fn corner(self, hex: Hex) -> (i32, i32) {
        let (q, r) = (i32::from(hex.q), i32::from(hex.r));
        (q * ADVANCE, (2 * r + q) * self.half())
    }

    /// The columns between the walls of a hex's first and last row.
    fn inside(self) -> i32 {
        ADVANCE - self.half()
    }

    /// The rectangle that a hex and its walls take up.
    fn frame(self, hex: Hex) -> Window {
        let (x, y) = self.corner(hex);
        let half = self.half();
        Window {
            left: x - half,
            top: y - 1,
            width: self.inside() + 2 * half,
            height: 2 * half + 1,
        }
    }
}

/// The rectangle that some hexes take up; empty if there are none.
pub fn extent(hexes: impl Iterator<Item = Hex>, zoom: Zoom) -> Window {
    let frames = hexes.map(|hex| zoom.frame(hex));
    let all = frames.reduce(|a, b| {
        let (left, top) = (a.left.min(b.left), a.top.min(b.top));
        let right = (a.left + a.width).max(b.left + b.width);
        let bottom = (a.top + a.height).max(b.top + b.height);
        Window {
            left,
            top,
            width: right - left,
            height: bottom - top,
        }
    });
    all.unwrap_or(Window {
        left: 0,
        top: 0,
        width: 0,
        height: 0,
    })
}

/// Does the window show the whole hex?
pub fn shows(window: Window, hex: Hex, zoom: Zoom) -> bool {
    let frame = zoom.frame(hex);
    window.contains(frame.left, frame.top)
        && window.contains(frame.left + frame.width - 1, frame.top + frame.height - 1)
}

/// A window of at most `width` × `height` on `whole`, around `focus` as far as the edges allow.
pub fn crop(whole: Window, focus: Hex, zoom: Zoom, width: i32, height: i32) -> Window {
    let frame = zoom.frame(focus);
    let place = |at: i32, size: i32, from: i32, all: i32, room: i32| {
        if all <= room {
            return (from, all);
        }
        let wanted = at + size / 2 - room / 2;
        (wanted.clamp(from, from + all - room), room)
    };
    let (left, width) = place(frame.left, frame.width, whole.left, whole.width, width);
    let (top, height) = place(frame.top, frame.height, whole.top, whole.height, height);
    Window {
        left,
        top,
        width,
        height,
    }
}

/// Draws hexes on a sheet.
pub fn paint(canvas: &mut Canvas, cells: &[Cell], zoom: Zoom) {
    for cell in cells {
        for dir in 0..6 {
            paint_edge(canvas, cell, dir, zoom);
        }
    }
    // Half a text would be misread.
    let window = canvas.window();
    let whole = cells.iter().filter(|cell| shows(window, cell.hex, zoom));
    for cell in whole {
        paint_text(canvas, cell, zoom);
    }
}

fn paint_text(canvas: &mut Canvas, cell: &Cell, zoom: Zoom) {
    let (x, y) = zoom.corner(cell.hex);
    // Large hexes have room to the left and a row above.
    let (dx, dy) = match zoom {
        Zoom::Small => (0, 0),
        Zoom::Large => (0, 1),
    };
    for (row, line) in (0..).zip(&cell.text) {
        write_over(canvas, x + dx, y + dy + row, line);
    }
}

/// Writes without wiping out a wall under blanks.
fn write_over(canvas: &mut Canvas, x: i32, y: i32, line: &Line) {
    let mut at = x;
    for (text, ink) in line.pieces() {
        for c in text.chars() {
            if c != ' ' {
                canvas.set(at, y, c, ink);
            }
            at += 1;
        }
    }
}

fn paint_edge(canvas: &mut Canvas, cell: &Cell, dir: Dir, zoom: Zoom) {
    let edge = cell.edges[dir as usize];
    if edge == Edge::None {
        return;
    }
    let (x, y) = zoom.corner(cell.hex);
    let (half, inside) = (zoom.half(), zoom.inside());
    match dir {
        0 => paint_level(canvas, x, y - 1, inside, edge),
        3 => paint_level(canvas, x, y + 2 * half - 1, inside, edge),
        _ => {
            for row in 0..half {
                let (column, row, wall) = match dir {
                    1 => (x + inside + row, y + row, '\\'),
                    2 => (x + inside + half - 1 - row, y + half + row, '/'),
                    4 => (x - half + row, y + half + row, '\\'),
                    _ => (x - 1 - row, y + row, '/'),
                };
                let (c, ink) = mark(edge, wall);
                canvas.set(column, row, c, ink);
            }
        }
    }
}

/// The wall above or below a hex; a path leaves a gap in its middle.
fn paint_level(canvas: &mut Canvas, x: i32, y: i32, width: i32, edge: Edge) {
    for column in 0..width {
        let in_gap = (2..width - 2).contains(&column);
        let (c, ink) = match edge {
            Edge::Path | Edge::Open | Edge::Blocked if column == width / 2 => mark(edge, '_'),
            Edge::Wall => mark(Edge::Wall, '_'),
            _ if in_gap => (' ', Ink::Plain),
            _ => mark(Edge::Wall, '_'),
        };
        canvas.set(x + column, y, c, ink);
    }
}

fn mark(edge: Edge, wall: char) -> (char, Ink) {
    match edge {
        Edge::Wall => (wall, Ink::Faint),
        Edge::None => (' ', Ink::Plain),
        Edge::Path => ('=', Ink::Way),
        Edge::Open => ('?', Ink::Way),
        Edge::Blocked => ('x', Ink::Warning),
    }
}
