//! The screen in a real terminal: raw mode, the alternate screen and the mouse, all undone at the end.

use std::any::Any;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use ratatui::Terminal;
use ratatui::backend::{Backend, ClearType, TermionBackend};
use ratatui::termion;
use termion::event::{Event as Input, Key as Pressed, MouseButton, MouseEvent};
use termion::input::{MouseTerminal, TermRead};
use termion::raw::IntoRawMode;
use termion::screen::IntoAlternateScreen;

use super::{Event, Key, Screen};
use crate::ink::printable;
use crate::table::AtTable;
use crate::terminal::{Finish, Left, MakeAgent, PlayError, PlayOptions};

/// How often agents, the size of the terminal and the stop flag are looked at.
const BEAT: Duration = Duration::from_millis(50);

/// Rows that the wheel scrolls.
const WHEEL: i32 = 2;

/// The thread of an agent, whose panics the session reports.
const THINKING: &str = "thinking";

/// Plays in the terminal of standard input and output, and says goodbye once that is as it was.
pub(super) fn run<G: AtTable>(
    options: &PlayOptions,
    make: MakeAgent<G>,
    stop: &AtomicBool,
) -> Result<Finish, PlayError> {
    let mut screen = Screen::open(options, make)?;
    let left = quietly(|| play(&mut screen, stop)).unwrap_or(Left::OutputGone);
    let (finish, told) = screen.finish(left);
    let mut output = io::stdout();
    for line in told {
        // Whoever is gone need not be told.
        let _ = writeln!(output, "{}", printable(&line));
    }
    Ok(finish)
}

/// Plays with a changed terminal, which is put right again on every way out.
fn play<G: AtTable>(screen: &mut Screen<G>, stop: &AtomicBool) -> io::Result<Left> {
    let output = io::stdout().into_raw_mode()?.into_alternate_screen()?;
    let mut terminal = Terminal::new(TermionBackend::new(MouseTerminal::from(output)))?;
    terminal.hide_cursor()?;
    // The terminal's own `clear` asks where the cursor is, which not all of them answer.
    terminal.backend_mut().clear_region(ClearType::All)?;
    let left = turns(&mut terminal, screen, &events(), stop);
    let shown = terminal.show_cursor();
    let left = left?;
    shown.map(|()| left)
}

/// Draws and takes events until the player leaves.
fn turns<G: AtTable, W: Write>(
    terminal: &mut Terminal<TermionBackend<W>>,
    screen: &mut Screen<G>,
    events: &Receiver<Event>,
    stop: &AtomicBool,
) -> io::Result<Left> {
    let mut size = None;
    let mut anew = true;
    loop {
        let now = terminal.size()?;
        if anew || screen.is_busy() || size != Some(now) {
            terminal.draw(|frame| screen.draw(frame))?;
        }
        size = Some(now);
        if stop.load(Ordering::Relaxed) {
            return Ok(Left::Stopped);
        }
        let event = match events.recv_timeout(BEAT) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => Event::Tick,
            Err(RecvTimeoutError::Disconnected) => return Ok(Left::EndOfInput),
        };
        // What an agent decided at this beat is to be seen.
        anew = event != Event::Tick || screen.is_busy();
        if let Some(left) = screen.update(event) {
            return Ok(left);
        }
    }
}

/// What is typed and clicked, from a thread that may outlive the game, waiting for a last key.
fn events() -> Receiver<Event> {
    let (sender, events) = channel();
    let read = move || {
        for input in io::stdin().events() {
            let Ok(input) = input else { return };
            if let Some(event) = meant(&input)
                && sender.send(event).is_err()
            {
                return;
            }
        }
    };
    // Without a thread the channel is closed, which reads as the end of the input.
    let _ = std::thread::Builder::new().name("keys".into()).spawn(read);
    events
}

/// What an input means, if anything.
fn meant(input: &Input) -> Option<Event> {
    match input {
        Input::Key(pressed) => key(*pressed).map(Event::Key),
        Input::Mouse(MouseEvent::Press(button, x, y)) => {
            let (x, y) = (x.saturating_sub(1), y.saturating_sub(1));
            match button {
                MouseButton::Left => Some(Event::Click(x, y)),
                MouseButton::WheelUp => Some(Event::Wheel(x, y, -WHEEL)),
                MouseButton::WheelDown => Some(Event::Wheel(x, y, WHEEL)),
                _ => None,
            }
        }
        _ => None,
    }
}

fn key(pressed: Pressed) -> Option<Key> {
    Some(match pressed {
        Pressed::Char('\n' | '\r') => Key::Enter,
        Pressed::Char('\t') => Key::Tab,
        Pressed::Char(c) if !c.is_control() => Key::Char(c),
        Pressed::Ctrl('c') => Key::Interrupt,
        Pressed::Esc => Key::Escape,
        Pressed::Backspace | Pressed::Delete => Key::Backspace,
        Pressed::Up => Key::Up,
        Pressed::Down => Key::Down,
        Pressed::Left => Key::Left,
        Pressed::Right => Key::Right,
        Pressed::PageUp => Key::PageUp,
        Pressed::PageDown => Key::PageDown,
        Pressed::Home => Key::Home,
        Pressed::End => Key::End,
        _ => return None,
    })
}

/// Runs something that has the screen: what a panic says is kept back until the terminal is put right.
fn quietly<T>(run: impl FnOnce() -> T) -> T {
    let said = Arc::new(Mutex::new(String::new()));
    let keep = said.clone();
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() != Some(THINKING) {
            *keep.lock().unwrap_or_else(PoisonError::into_inner) = panic.to_string();
        }
    }));
    let done: Result<T, Box<dyn Any + Send>> = catch_unwind(AssertUnwindSafe(run));
    std::panic::set_hook(usual);
    done.unwrap_or_else(|panic| {
        let said = said.lock().unwrap_or_else(PoisonError::into_inner);
        eprintln!("moonbase: {said}");
        resume_unwind(panic)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_the_mouse_are_understood() {
        let typed: &[u8] = b"a\r\t\x03\x1b[A\x1b[<0;5;7M\x1b[<64;1;1M\x1b[<0;5;7m\x7f";
        let events: Vec<Event> = typed
            .events()
            .filter_map(|input| meant(&input.unwrap()))
            .collect();
        let keys = [
            Key::Char('a'),
            Key::Enter,
            Key::Tab,
            Key::Interrupt,
            Key::Up,
        ];
        let mut expected: Vec<Event> = keys.into_iter().map(Event::Key).collect();
        expected.extend([
            Event::Click(4, 6),
            Event::Wheel(0, 0, -WHEEL),
            Event::Key(Key::Backspace),
        ]);
        assert_eq!(events, expected);
    }

    #[test]
    fn a_panic_goes_on_after_the_terminal_is_put_right() {
        let caught = catch_unwind(|| quietly(|| panic!("lost")));
        assert_eq!(caught.unwrap_err().downcast_ref::<&str>(), Some(&"lost"));
    }
}
