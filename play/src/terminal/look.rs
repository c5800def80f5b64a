//! What the terminal can show.

use std::io::IsTerminal;

/// Smallest size that is drawn for; a smaller terminal wraps lines.
const LEAST: (usize, usize) = (60, 20);

/// Widest and highest that anything is drawn.
const MOST: (usize, usize) = (200, 100);

/// Size and abilities of the terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Look {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    pub colour: bool,
    /// Can a line be written over, to show that an agent thinks?
    pub live: bool,
}

impl Look {
    /// 80×24 without colour: what files and pipes get.
    pub const PLAIN: Look = Look {
        width: 80,
        height: 24,
        colour: false,
        live: false,
    };

    /// What standard output is. No colour if it is no terminal, `TERM` is `dumb` or missing, or
    /// `NO_COLOR` is set to anything (no-color.org).
    pub fn detect() -> Look {
        let terminal = std::io::stdout().is_terminal();
        let able = terminal && std::env::var_os("TERM").is_some_and(|term| term != "dumb");
        let forbidden = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let size = terminal_size::terminal_size().filter(|_| terminal);
        let size = size.map(|(w, h)| (usize::from(w.0), usize::from(h.0)));
        Look {
            colour: able && !forbidden,
            live: able,
            ..Look::PLAIN
        }
        .sized(size)
    }

    /// With a size that can be drawn for.
    pub(super) fn within_reason(self) -> Look {
        self.sized(Some((self.width, self.height)))
    }

    fn sized(self, size: Option<(usize, usize)>) -> Look {
        let Some((width, height)) = size else {
            return self;
        };
        Look {
            width: width.clamp(LEAST.0, MOST.0),
            height: height.clamp(LEAST.1, MOST.1),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_sizes_are_brought_into_range() {
        let sized = |w, h| {
            let look = Look::PLAIN.sized(Some((w, h)));
            (look.width, look.height)
        };
        assert_eq!((sized(0, 0), sized(5000, 5000)), ((60, 20), (200, 100)));
        assert_eq!(
            (sized(100, 30), Look::PLAIN.sized(None)),
            ((100, 30), Look::PLAIN)
        );
    }
}
