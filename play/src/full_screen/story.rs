//! The log: what has happened, in lines, kept as far as it was told.

use crate::draw::Draw;
use crate::ink::Line;
use crate::session::Step;
use crate::terminal::replies::story;

/// The lines of the log for one width.
#[derive(Default)]
pub(super) struct Story {
    lines: Vec<Line>,
    told: usize,
    stage: String,
    width: usize,
    /// Rows between the last one shown and the end.
    back: usize,
}

impl Story {
    /// Something was taken back or played again: tells all anew.
    pub fn forget(&mut self) {
        *self = Story::default();
    }

    /// Scrolls by rows; below 0 is towards the beginning.
    pub fn scroll(&mut self, rows: i32) {
        self.back = self.back.saturating_add_signed(-rows as isize);
    }

    /// Rows between the last one shown and the end.
    pub fn back(&self) -> usize {
        self.back
    }

    /// The rows that fit in, of all that was played.
    pub fn rows<G: Draw>(&mut self, steps: &[Step<G>], width: usize, height: usize) -> &[Line] {
        if width != self.width || steps.len() < self.told {
            let back = self.back;
            *self = Story {
                width,
                back,
                ..Story::default()
            };
        }
        if steps.len() > self.told {
            let more = story(&steps[self.told..], &mut self.stage, width);
            self.lines.extend(more);
            // What is new is shown.
            self.back = 0;
        }
        self.told = steps.len();
        self.back = self.back.min(self.lines.len().saturating_sub(height));
        let end = self.lines.len() - self.back;
        &self.lines[end.saturating_sub(height)..end]
    }
}
