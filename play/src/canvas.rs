//! A sheet of characters with inks, on which boards are drawn.

use crate::ink::{Ink, Line};

/// A rectangle of a sheet, in columns and rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    pub left: i32,
    pub top: i32,
    pub width: i32,
    pub height: i32,
}

impl Window {
    pub fn contains(&self, x: i32, y: i32) -> bool {
        (self.left..self.left + self.width).contains(&x)
            && (self.top..self.top + self.height).contains(&y)
    }
}

/// Characters and their inks within a window; what is written outside is dropped.
#[derive(Clone, Debug)]
pub struct Canvas {
    window: Window,
    cells: Vec<(char, Ink)>,
}

impl Canvas {
    /// A blank sheet that shows `window`.
    pub fn new(window: Window) -> Canvas {
        let area = window.width.max(0) * window.height.max(0);
        Canvas {
            window,
            cells: vec![(' ', Ink::Plain); area as usize],
        }
    }

    pub fn window(&self) -> Window {
        self.window
    }

    /// Writes a character.
    pub fn set(&mut self, x: i32, y: i32, c: char, ink: Ink) {
        if self.window.contains(x, y) {
            let (x, y) = (x - self.window.left, y - self.window.top);
            self.cells[(y * self.window.width + x) as usize] = (c, ink);
        }
    }

    /// Writes a line from `(x, y)` to the right.
    pub fn write(&mut self, x: i32, y: i32, line: &Line) {
        let mut at = x;
        for (text, ink) in line.pieces() {
            for c in text.chars() {
                self.set(at, y, c, ink);
                at += 1;
            }
        }
    }

    /// The rows from the top.
    pub fn lines(&self) -> Vec<Line> {
        let width = self.window.width.max(1) as usize;
        let rows = self.cells.chunks(width);
        rows.map(|row| {
            let pieces = row.iter().map(|(c, ink)| (c.to_string(), *ink));
            pieces.fold(Line::new(), |line, (text, ink)| line.and(ink, text))
        })
        .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_outside_the_window_is_dropped() {
        let mut canvas = Canvas::new(Window {
            left: 1,
            top: 1,
            width: 3,
            height: 2,
        });
        canvas.write(-1, 1, &Line::from("abcdefg"));
        canvas.set(2, 0, 'x', Ink::Plain);
        let lines: Vec<String> = canvas.lines().iter().map(Line::plain).collect();
        assert_eq!(lines, ["cde", ""]);
    }
}
