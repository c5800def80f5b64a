//! What keys, the mouse and the passing of time do.

use std::time::{Duration, Instant};

use moonbase_agents::Decision;
use moonbase_engine::Seat;

use super::{Event, Key, Pane, Screen, Sheet, Work};
use crate::explain::{explain, why};
use crate::ink::{Ink, Line, printable};
use crate::session::{Session, SessionError, Waiting};
use crate::table::AtTable;
use crate::terminal::{Left, open};

/// Rows of a page.
const PAGE: i32 = 5;

/// The keys: a heading's width and a text, in lines of at most [`super::view::SHEET_LEAST`] columns.
const KEYS: [(&str, &str); 13] = [
    ("up, down", "choose an action; Enter carries it out"),
    ("1 2 ...", "the number of an action, then Enter"),
    ("/ or capital", "part of a name: only what fits is shown"),
    ("u, r", "take back to your choice, play again"),
    ("h", "a hint and its reasons"),
    ("w", "why the opponent did its last action"),
    ("s", "save now, as after each choice anyway"),
    ("g", "give up; asks whether you mean it"),
    ("Tab", "arrow keys move actions, board or log"),
    ("c", "the board back to where the action is"),
    ("mouse", "click chooses, the next on it acts"),
    ("Esc", "clears what was typed, closes a text"),
    ("q, Ctrl-C", "leave; the game is saved"),
];

/// Columns of the keys in the help.
const KEY: usize = 13;

impl<G: AtTable> Screen<G> {
    /// Takes an event; `Some` if the player leaves with it.
    pub fn update(&mut self, event: Event) -> Option<Left> {
        match event {
            Event::Tick => self.glance(),
            Event::Click(x, y) => self.click(x, y),
            Event::Wheel(x, y, rows) => self.wheel(x, y, rows),
            Event::Key(Key::Interrupt) => return Some(Left::Stopped),
            Event::Key(Key::Char('q')) if self.cramped => return Some(self.leaving()),
            Event::Key(_) if self.cramped => {}
            Event::Key(key) => {
                self.message = None;
                return self.key(key);
            }
        }
        None
    }

    fn key(&mut self, key: Key) -> Option<Left> {
        if self.giving_up {
            self.give_up_key(key);
            return None;
        }
        if self.sheet.is_some() {
            self.sheet_key(key);
            return None;
        }
        match key {
            Key::Enter => return self.enter(),
            Key::Escape => self.actions.clear_filter(),
            Key::Backspace => self.actions.erase(),
            Key::Char(c) if self.actions.typing => self.actions.type_char(c),
            Key::Char(c) => return self.letter(c),
            Key::Tab => self.next_pane(),
            key => self.travel(key),
        }
        None
    }

    fn letter(&mut self, c: char) -> Option<Left> {
        match c {
            'q' => return Some(self.leaving()),
            'u' => self.change(Session::undo, "Taken back."),
            'r' => self.change(Session::redo, "Played again."),
            'h' => self.advise(),
            'w' => self.why(),
            's' => self.store(),
            'g' => self.give_up(),
            '?' => self.help(),
            'c' => self.pan = (0, 0),
            '/' => self.actions.typing = true,
            c if c.is_ascii_digit() || c.is_ascii_uppercase() => self.actions.type_char(c),
            c => self.warn(format!(
                "`{}` is no key here; ? shows the keys",
                c.escape_default()
            )),
        }
        None
    }

    fn leaving(&self) -> Left {
        self.session.ending().map_or(Left::Quit, Left::Over)
    }

    /// Carries out the chosen action; at the end of the game, leaves.
    fn enter(&mut self) -> Option<Left> {
        match self.session.waiting() {
            Waiting::Over(ending) => return Some(Left::Over(ending)),
            Waiting::Human(_) => {}
            _ => return None,
        }
        let Some(number) = self.actions.number() else {
            self.warn("no action fits; Esc clears what was typed".into());
            return None;
        };
        let action = self.session.find(&number.to_string());
        match action.and_then(|action| self.session.act(action).map(|_| ())) {
            Ok(()) => self.go_on(),
            Err(error) => self.refuse(&error),
        }
        None
    }

    /// Lets dice fall and agents begin to think, until somebody is waited for.
    pub(super) fn go_on(&mut self) {
        self.work = Work::Nothing;
        while self.session.waiting() == Waiting::Dice {
            if let Err(error) = self.session.roll() {
                self.refuse(&error);
                break;
            }
        }
        if let Some(news) = open::going_news(&mut self.session, &mut self.save) {
            self.warn(news);
        }
        if let (Waiting::Agent(_), false) = (self.session.waiting(), self.failed) {
            match self.session.think() {
                Ok(thinking) => self.begin(Work::Move(thinking)),
                Err(error) => self.refuse(&error),
            }
        }
        let asked = matches!(self.session.waiting(), Waiting::Human(_));
        self.actions.renew(&self.session, asked);
    }

    fn begin(&mut self, work: Work<G>) {
        (self.work, self.since) = (work, Instant::now());
    }

    /// Looks whether somebody has decided.
    fn glance(&mut self) {
        let answer = match &self.work {
            Work::Nothing => return,
            Work::Move(thinking) | Work::Hint(thinking, _) => thinking.wait(Duration::ZERO),
        };
        let answer = match answer {
            Ok(None) => return,
            Ok(Some(decision)) => Ok(decision),
            Err(error) => Err(error),
        };
        match (std::mem::replace(&mut self.work, Work::Nothing), answer) {
            (Work::Hint(thinking, seat), Ok(decision)) => {
                self.hinted(thinking.agent(), seat, &decision)
            }
            (Work::Hint(..), Err(error)) => self.refuse(&error),
            (_, answer) => self.decided(answer),
        }
    }

    fn decided(&mut self, answer: Result<Decision<G::Action>, SessionError>) {
        let done = answer.and_then(|decision| self.session.accept(decision).map(|_| ()));
        if let Err(error) = done {
            // An agent that fails would fail again.
            self.failed = true;
            self.refuse(&error);
        }
        self.go_on();
    }

    /// Takes back or plays again, whoever is thinking.
    fn change(
        &mut self,
        change: impl FnOnce(&mut Session<G>) -> Result<(), SessionError>,
        said: &str,
    ) {
        match change(&mut self.session) {
            Ok(()) => {
                self.failed = false;
                self.pan = (0, 0);
                self.story.forget();
                self.message = Some((said.into(), false));
                self.go_on();
            }
            Err(error) => self.refuse(&error),
        }
    }

    /// Asks the adviser.
    fn advise(&mut self) {
        let Waiting::Human(seat) = self.session.waiting() else {
            return self.warn("nobody needs a hint now".into());
        };
        let made = (self.make)(&self.hint).map_err(SessionError::from);
        match made.and_then(|adviser| self.session.advice(adviser)) {
            Ok(job) => self.begin(Work::Hint(job.start(), seat)),
            Err(error) => self.refuse(&error),
        }
    }

    fn hinted(&mut self, agent: &str, seat: Seat, decision: &Decision<G::Action>) {
        let name = format!("Hint of {agent}");
        let lines = explain(self.session.position(), seat, &name, decision);
        self.open_sheet("Hint", lines.into_iter().map(Line::from).collect());
    }

    /// Explains the last decision of an agent.
    fn why(&mut self) {
        match why(&self.session, 0) {
            Some(lines) => self.open_sheet("Why", lines.into_iter().map(Line::from).collect()),
            None => {
                self.warn("no agent has decided anything since the game was begun or loaded".into())
            }
        }
    }

    fn store(&mut self) {
        self.session.save_by_itself();
        match open::saving_news(&mut self.session, &mut self.save) {
            None => self.message = Some((format!("Saved in {}.", self.save.display()), false)),
            Some(news) => self.warn(news),
        }
    }

    /// Gives up, if it is meant.
    fn give_up(&mut self) {
        match self.session.who_resigns() {
            Ok(_) => {
                self.giving_up = true;
                self.warn("give up the game? y: yes; any other key: no".into());
            }
            Err(error) => self.refuse(&error),
        }
    }

    fn give_up_key(&mut self, key: Key) {
        self.giving_up = false;
        match key {
            Key::Char('y' | 'Y') => {
                self.change(|session| session.resign().map(|_| ()), "Given up.")
            }
            _ => self.message = Some(("Not given up.".into(), false)),
        }
    }

    fn help(&mut self) {
        let row = |(key, text): &(&str, &str)| {
            Line::new()
                .and(Ink::Key, format!("{key:<KEY$}"))
                .and(Ink::Plain, *text)
        };
        let mut lines: Vec<Line> = KEYS.iter().map(row).collect();
        lines.push(Line::new());
        lines.extend(G::legend());
        self.open_sheet("Help", lines);
    }

    fn open_sheet(&mut self, title: &str, lines: Vec<Line>) {
        let title = title.into();
        self.sheet = Some(Sheet {
            title,
            lines,
            from: 0,
        });
    }

    fn sheet_key(&mut self, key: Key) {
        match key {
            Key::Up | Key::Down | Key::PageUp | Key::PageDown => self.scroll_sheet(rows_of(key)),
            _ => self.sheet = None,
        }
    }

    fn scroll_sheet(&mut self, rows: i32) {
        if let Some(sheet) = &mut self.sheet {
            // The end is known when it is drawn.
            sheet.from = sheet.from.saturating_add_signed(rows as isize);
        }
    }

    fn next_pane(&mut self) {
        self.pane = match self.pane {
            Pane::Actions => Pane::Board,
            Pane::Board => Pane::Log,
            Pane::Log => Pane::Actions,
        };
    }

    /// Moves what the arrow keys are set to.
    fn travel(&mut self, key: Key) {
        match (self.pane, key) {
            (Pane::Board, Key::Left) => self.shift((-1, 0)),
            (Pane::Board, Key::Right) => self.shift((1, 0)),
            (pane, key) => self.scroll(pane, rows_of(key)),
        }
    }

    fn scroll(&mut self, pane: Pane, rows: i32) {
        match pane {
            Pane::Actions => self.actions.step(rows),
            Pane::Board => self.shift((0, rows.signum())),
            Pane::Log => self.story.scroll(rows),
        }
    }

    /// Moves the board's middle, as long as it stays among the tiles.
    fn shift(&mut self, by: (i32, i32)) {
        let pan = (self.pan.0 + by.0, self.pan.1 + by.1);
        let middle = self.middle(pan);
        let near = |hex: moonbase_engine::hex::Hex| hex.distance(middle) <= 1;
        if self
            .session
            .position()
            .cells()
            .iter()
            .any(|cell| near(cell.hex))
        {
            self.pan = pan;
        }
    }

    fn click(&mut self, x: u16, y: u16) {
        if self.cramped || self.sheet.take().is_some() {
            return;
        }
        self.message = None;
        self.giving_up = false;
        let Some((pane, row)) = self.places.at(x, y) else {
            return;
        };
        self.pane = pane;
        if pane == Pane::Actions && self.actions.click(row) == Some(true) {
            // At the end of a game there is no action to click on.
            let _ = self.enter();
        }
    }

    fn wheel(&mut self, x: u16, y: u16, rows: i32) {
        if self.sheet.is_some() {
            return self.scroll_sheet(rows);
        }
        if let Some((pane, _)) = self.places.at(x, y) {
            self.scroll(pane, rows);
        }
    }

    fn refuse(&mut self, error: &SessionError) {
        self.warn(error.to_string());
    }

    fn warn(&mut self, text: String) {
        self.message = Some((printable(&text), true));
    }
}

/// How far a key goes.
fn rows_of(key: Key) -> i32 {
    const ALL: i32 = 100_000;
    match key {
        Key::Up => -1,
        Key::Down => 1,
        Key::PageUp => -PAGE,
        Key::PageDown => PAGE,
        Key::Home => -ALL,
        Key::End => ALL,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::full_screen::view::SHEET_LEAST;

    #[test]
    fn the_keys_fit_on_the_smallest_screen() {
        for (key, text) in KEYS {
            assert!(key.len() < KEY && KEY + text.len() <= SHEET_LEAST, "{text}");
        }
    }
}
