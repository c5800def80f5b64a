//! Text with a meaning instead of a colour: the faces decide how it looks.

use std::fmt::Write;

use anstyle::{AnsiColor, Effects, Style};

/// What a piece of text is about. Everything is said by the characters themselves; colour only helps.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ink {
    #[default]
    Plain,
    /// Walls, what is spent, what can wait.
    Faint,
    /// What matters now.
    Strong,
    /// Headings, and the numbers to choose by.
    Key,
    /// Pieces and names of the first seat.
    First,
    /// Pieces and names of the second seat.
    Second,
    /// Goals and other marks on the board.
    Mark,
    /// Slow or dangerous ground.
    Rough,
    /// Ways on.
    Way,
    /// What went wrong.
    Warning,
}

impl Ink {
    pub(crate) fn style(self) -> Style {
        let colour = |colour: AnsiColor| Style::new().fg_color(Some(colour.into()));
        match self {
            Ink::Plain => Style::new(),
            Ink::Faint => colour(AnsiColor::Green),
            Ink::Strong => Style::new().effects(Effects::BOLD),
            Ink::Key => colour(AnsiColor::Cyan),
            Ink::First => colour(AnsiColor::BrightBlue).effects(Effects::BOLD),
            Ink::Second => colour(AnsiColor::BrightRed).effects(Effects::BOLD),
            Ink::Mark => colour(AnsiColor::BrightMagenta).effects(Effects::BOLD),
            Ink::Rough => colour(AnsiColor::Yellow),
            Ink::Way => colour(AnsiColor::BrightYellow),
            Ink::Warning => colour(AnsiColor::Red),
        }
    }
}

/// A line of text in pieces.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Line(Vec<(String, Ink)>);

impl Line {
    pub fn new() -> Line {
        Line::default()
    }

    /// The line with a piece more.
    pub fn and(mut self, ink: Ink, text: impl Into<String>) -> Line {
        self.push(ink, text);
        self
    }

    pub fn push(&mut self, ink: Ink, text: impl Into<String>) {
        let text = text.into();
        match self.0.last_mut() {
            Some((last, its)) if *its == ink => last.push_str(&text),
            _ if text.is_empty() => {}
            _ => self.0.push((text, ink)),
        }
    }

    pub fn extend(&mut self, other: Line) {
        for (text, ink) in other.0 {
            self.push(ink, text);
        }
    }

    /// Appends blanks up to column `width`.
    pub fn pad_to(&mut self, width: usize) {
        let missing = width.saturating_sub(self.width());
        self.push(Ink::Plain, " ".repeat(missing));
    }

    /// Columns that the line takes up.
    pub fn width(&self) -> usize {
        let widths = self.0.iter().map(|(text, _)| text.chars().count());
        widths.sum()
    }

    /// The first `width` columns.
    pub fn cut_to(self, width: usize) -> Line {
        let mut left = width;
        let mut cut = Line::new();
        for (text, ink) in self.0 {
            let kept: String = text.chars().take(left).collect();
            left -= kept.chars().count();
            cut.push(ink, kept);
        }
        cut
    }

    /// The pieces in order.
    pub fn pieces(&self) -> impl Iterator<Item = (&str, Ink)> {
        self.0.iter().map(|(text, ink)| (text.as_str(), *ink))
    }

    /// The text without its inks and without blanks at its end.
    pub fn plain(&self) -> String {
        let all: String = self.0.iter().map(|(text, _)| text.as_str()).collect();
        all.trim_end().into()
    }

    /// The text with escape sequences for a terminal in colour.
    pub fn coloured(&self) -> String {
        let mut all = String::new();
        for (text, ink) in &self.0 {
            let style = ink.style();
            // A string takes all that is written.
            let _ = write!(all, "{style}{text}{style:#}");
        }
        all
    }

    /// With or without escape sequences.
    pub fn render(&self, colour: bool) -> String {
        if colour {
            self.coloured()
        } else {
            self.plain()
        }
    }
}

impl From<&str> for Line {
    fn from(text: &str) -> Line {
        Line::new().and(Ink::Plain, text)
    }
}

impl From<String> for Line {
    fn from(text: String) -> Line {
        Line::new().and(Ink::Plain, text)
    }
}

/// Breaks a text into lines of at most `width` columns, at blanks where there are some. Lines after
/// the first begin with `indent` blanks.
///
/// ```
/// use moonbase_play::ink::wrap;
/// assert_eq!(wrap("one two three", 8, 2), ["one two", "  three"]);
/// ```
pub fn wrap(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut empty = true;
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a line");
        let used = line.chars().count() + usize::from(!empty);
        if !empty && used + word.chars().count() > width {
            lines.push(" ".repeat(indent) + word);
            continue;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines
}

pub use moonbase_eval::table::printable;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coloured_form_holds_the_plain_text() {
        let line = Line::from("a ").and(Ink::First, "G1").and(Ink::Plain, "  ");
        assert_eq!(line.plain(), "a G1");
        assert_eq!(line.coloured(), "a \u{1b}[1m\u{1b}[94mG1\u{1b}[0m  ");
        assert_eq!(line.width(), 6);
        assert_eq!(line.cut_to(3).plain(), "a G");
    }

    #[test]
    fn long_words_are_not_broken() {
        assert_eq!(wrap("a bbbbbbbb c", 4, 1), ["a", " bbbbbbbb", " c"]);
        assert_eq!(wrap("", 4, 1), [""]);
    }
}
