//! Inks as the terminal shows them.

use anstyle::{AnsiColor, Color as Ansi, Effects};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line as Text, Span};

use crate::ink::{Ink, Line};

/// A line with its inks; without colour only what is bold stays.
pub(super) fn text(line: &Line, colour: bool) -> Text<'static> {
    let span = |(text, ink): (&str, Ink)| Span::styled(text.to_string(), style(ink, colour));
    Text::from(line.pieces().map(span).collect::<Vec<_>>())
}

pub(super) fn style(ink: Ink, colour: bool) -> Style {
    let given = ink.style();
    let mut style = Style::new();
    if given.get_effects().contains(Effects::BOLD) {
        style = style.add_modifier(Modifier::BOLD);
    }
    match given.get_fg_color() {
        Some(Ansi::Ansi(fg)) if colour => style.fg(named(fg)),
        _ => style,
    }
}

fn named(colour: AnsiColor) -> Color {
    match colour {
        AnsiColor::Black => Color::Black,
        AnsiColor::Red => Color::Red,
        AnsiColor::Green => Color::Green,
        AnsiColor::Yellow => Color::Yellow,
        AnsiColor::Blue => Color::Blue,
        AnsiColor::Magenta => Color::Magenta,
        AnsiColor::Cyan => Color::Cyan,
        AnsiColor::White => Color::Gray,
        AnsiColor::BrightBlack => Color::DarkGray,
        AnsiColor::BrightRed => Color::LightRed,
        AnsiColor::BrightGreen => Color::LightGreen,
        AnsiColor::BrightYellow => Color::LightYellow,
        AnsiColor::BrightBlue => Color::LightBlue,
        AnsiColor::BrightMagenta => Color::LightMagenta,
        AnsiColor::BrightCyan => Color::LightCyan,
        AnsiColor::BrightWhite => Color::White,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_only_bold_is_left() {
        let (plain, bright) = (style(Ink::First, false), style(Ink::First, true));
        assert_eq!((plain.fg, bright.fg), (None, Some(Color::LightBlue)));
        assert!(plain.add_modifier.contains(Modifier::BOLD));
        assert_eq!(style(Ink::Key, false), Style::new());
    }
}
