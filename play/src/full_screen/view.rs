//! How the screen is laid out and drawn.

use moonbase_engine::hex::Hex;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Block, Borders, Clear, Paragraph, Widget};

use super::style::{style, text};
use super::{LEAST, Pane, Screen, Work};
use crate::draw::Room;
use crate::explain::odds_after;
use crate::ink::{Ink, Line, printable};
use crate::session::Waiting;
use crate::table::AtTable;

/// From so many columns on, the actions have a column of their own.
const WIDE: u16 = 110;

/// Columns of that.
const SIDE: u16 = 44;

/// Rows of the state, with its heading, on a high screen and on another; more where its lines are broken.
const STATE: (u16, u16) = (7, 6);

/// A screen is high from so many rows on.
const HIGH: u16 = 24;

/// Rows that the board keeps when the state takes more.
const BOARD_LEAST: u16 = 5;

/// Most rows of a message.
const MESSAGE: usize = 4;

/// Columns around the text of a sheet: outside of its frame, and within.
const MARGIN: u16 = 4;

/// Columns of a sheet's text on the smallest screen.
#[cfg(test)]
pub(super) const SHEET_LEAST: usize = (LEAST.0 - 2 * MARGIN) as usize;

/// The areas drawn last, without their headings.
#[derive(Clone, Copy, Default)]
pub(super) struct Places {
    board: Rect,
    actions: Rect,
    log: Rect,
}

impl Places {
    /// The pane at a place of the screen, and the row in it.
    pub fn at(&self, x: u16, y: u16) -> Option<(Pane, usize)> {
        let all = [
            (Pane::Board, self.board),
            (Pane::Actions, self.actions),
            (Pane::Log, self.log),
        ];
        let found = all
            .into_iter()
            .find(|(_, area)| area.contains((x, y).into()));
        found.map(|(pane, area)| (pane, usize::from(y - area.y)))
    }
}

/// Where everything goes.
struct Areas {
    board: Rect,
    state: Rect,
    actions: Rect,
    log: Rect,
    bottom: Rect,
}

impl Areas {
    /// `last` is how many rows the bottom has, `state` says how many the lines of the state take up in so many columns.
    fn of(all: Rect, last: u16, state: impl Fn(u16) -> u16) -> Areas {
        let rows = Layout::vertical([Constraint::Min(0), Constraint::Length(last)]);
        let [upper, bottom] = rows.areas(all);
        if all.width < WIDE {
            let lower = (all.height / 3).clamp(6, 14);
            let state = state_rows(all.height, lower + last, state(all.width));
            let rows = [Constraint::Min(0), state, Constraint::Length(lower)];
            let [board, state, lower] = Layout::vertical(rows).areas(upper);
            let halves = Layout::horizontal([Constraint::Percentage(50); 2]).spacing(1);
            let [actions, log] = halves.areas(lower);
            return Areas {
                board,
                state,
                actions,
                log,
                bottom,
            };
        }
        let columns = Layout::horizontal([Constraint::Min(0), Constraint::Length(SIDE)]).spacing(1);
        let [left, actions] = columns.areas(upper);
        let log = (all.height / 4).max(5);
        let state = state_rows(all.height, log + last, state(left.width));
        let rows = [Constraint::Min(0), state, Constraint::Length(log)];
        let [board, state, log] = Layout::vertical(rows).areas(left);
        Areas {
            board,
            state,
            actions,
            log,
            bottom,
        }
    }
}

/// Rows of the state on a screen of that height with `below` rows below it, if its lines take up so many.
fn state_rows(height: u16, below: u16, lines: u16) -> Constraint {
    let usual = if height < HIGH { STATE.1 } else { STATE.0 };
    let most = height.saturating_sub(below + BOARD_LEAST).max(usual);
    Constraint::Length((lines + 1).clamp(usual, most))
}

impl<G: AtTable> Screen<G> {
    /// Draws everything, as large as the frame is.
    pub fn draw(&mut self, frame: &mut Frame) {
        let all = frame.area();
        self.cramped = all.width < LEAST.0 || all.height < LEAST.1;
        if self.cramped {
            return self.too_small(frame);
        }
        let state = self.state_lines();
        let bottom = self.bottom_lines(all.width);
        let rows = |width| broken(&state, width).len() as u16;
        let areas = Areas::of(all, bottom.len() as u16, rows);
        self.places = Places {
            board: below_heading(areas.board),
            actions: below_heading(areas.actions),
            log: below_heading(areas.log),
        };
        self.draw_board(frame, areas.board);
        self.draw_state(frame, areas.state, &state);
        self.draw_actions(frame, areas.actions);
        self.draw_log(frame, areas.log);
        self.lines(frame, areas.bottom, &bottom);
        self.draw_sheet(frame, all);
    }

    fn too_small(&mut self, frame: &mut Frame) {
        let Rect { width, height, .. } = frame.area();
        self.places = Places::default();
        let (w, h) = LEAST;
        let words =
            format!("{width}x{height} is too small, {w}x{h} needed; only q works: it leaves");
        let lines = Line::from(words).broken(width.into());
        self.lines(frame, frame.area(), &lines);
    }

    /// The hex that a board moved so far shows in its middle.
    pub(super) fn middle(&self, (east, south): (i32, i32)) -> Hex {
        let focus = self.session.position().focus();
        // Two columns to the east lie one row higher in these coordinates.
        let (q, r) = (
            i32::from(focus.q) + 2 * east,
            i32::from(focus.r) - east + south,
        );
        let near = |at: i32| at.clamp(-60, 60) as i8;
        Hex::new(near(q), near(r))
    }

    fn draw_board(&self, frame: &mut Frame, area: Rect) {
        let inner = below_heading(area);
        let room = Room {
            width: inner.width.into(),
            height: inner.height.into(),
            focus: Some(self.middle(self.pan)),
        };
        let picture = self.session.position().draw_with_roster(room);
        let mut title = format!("{} seed {}", self.session.preset(), self.session.seed());
        if !picture.hidden.is_empty() {
            title += &format!(" - more tiles: {}", picture.hidden.join(", "));
        }
        self.heading(frame, area, title, self.pane == Pane::Board);
        self.lines(frame, inner, &picture.lines);
    }

    /// State, question or who thinks, the last dice, the chosen action.
    fn state_lines(&self) -> Vec<Line> {
        let position = self.session.position();
        let mut lines: Vec<Line> = position.status().into_iter().map(Line::from).collect();
        lines.push(Line::new().and(Ink::Strong, self.question()));
        lines.extend(self.dice());
        lines.extend(self.chosen());
        lines
    }

    fn draw_state(&self, frame: &mut Frame, area: Rect, lines: &[Line]) {
        self.heading(frame, area, self.session.position().stage(), false);
        let (area, lines) = (below_heading(area), broken(lines, area.width));
        // If there is not room for all, the first lines can be done without best.
        let cut = lines.len().saturating_sub(area.height.into());
        self.lines(frame, area, &lines[cut..]);
    }

    fn question(&self) -> String {
        let seconds = self.since.elapsed().as_secs_f32();
        match (&self.work, self.session.waiting()) {
            (Work::Hint(thinking, _), _) => {
                format!(
                    "The adviser ({}) thinks ... {seconds:.1} s",
                    printable(thinking.agent())
                )
            }
            (Work::Move(thinking), _) => {
                let who = self.session.position().to_move();
                format!(
                    "{who} ({}) thinks ... {seconds:.1} s",
                    printable(thinking.agent())
                )
            }
            (_, Waiting::Over(ending)) => ending.words::<G>(),
            (_, Waiting::Human(seat)) => {
                format!(
                    "{}: {}",
                    G::seat_name(seat),
                    self.session.position().question()
                )
            }
            _ => "Nobody goes on: u takes back, q leaves.".into(),
        }
    }

    /// The last dice, if they fell after the last choice.
    fn dice(&self) -> Option<Line> {
        let last = self.session.steps().last()?;
        let entry = last.entry();
        let dice = Line::new()
            .and(Ink::Rough, "Dice: ")
            .and(Ink::Strong, entry.words);
        entry.is_dice.then_some(dice)
    }

    /// The chosen action in words, with the chances of its dice.
    fn chosen(&self) -> Option<Line> {
        let number = self.actions.number()?;
        let action = *self.session.legal().get(number - 1)?;
        let position = self.session.position();
        let odds = odds_after(position, action).unwrap_or_default();
        let words = format!("{}{odds}", position.action_words(action));
        Some(
            Line::new()
                .and(Ink::Key, format!("{number} "))
                .and(Ink::Plain, words),
        )
    }

    fn draw_actions(&mut self, frame: &mut Frame, area: Rect) {
        let inner = below_heading(area);
        let filter = match (self.actions.typing, self.actions.filter()) {
            (false, "") => String::new(),
            (_, filter) => format!("  /{filter}_"),
        };
        let title = format!("Actions{}{filter}", self.actions.count_words());
        self.heading(frame, area, title, self.pane == Pane::Actions);
        let (rows, chosen) = self.actions.rows(inner.width.into(), inner.height.into());
        if rows.is_empty() {
            let note = self.no_action();
            return self.lines(frame, inner, &[Line::new().and(Ink::Faint, note)]);
        }
        self.lines(frame, inner, &rows);
        if let Some(chosen) = chosen {
            let row = Rect {
                y: inner.y + chosen as u16,
                height: 1,
                ..inner
            };
            frame
                .buffer_mut()
                .set_style(row, Style::new().add_modifier(Modifier::REVERSED));
        }
    }

    fn no_action(&self) -> &'static str {
        match self.session.waiting() {
            Waiting::Over(_) => "u takes back, Enter or q leaves",
            Waiting::Human(_) => "none fits; Esc clears",
            _ => "wait ...",
        }
    }

    fn draw_log(&mut self, frame: &mut Frame, area: Rect) {
        let inner = below_heading(area);
        let (width, height) = (usize::from(inner.width), usize::from(inner.height));
        let rows = self
            .story
            .rows(self.session.steps(), width, height)
            .to_vec();
        let title = match self.story.back() {
            0 => "Log".into(),
            back => format!("Log - {back} more below"),
        };
        self.heading(frame, area, title, self.pane == Pane::Log);
        self.lines(frame, inner, &rows);
    }

    /// What is told once, or the keys.
    fn bottom_lines(&self, width: u16) -> Vec<Line> {
        // What matters most comes first: narrow screens cut the rest.
        const KEYS: &str = "Enter acts  u undo  h hint  ? help  q quit  / finds  r redo  Tab pane";
        let Some((said, warning)) = &self.message else {
            return vec![Line::new().and(Ink::Faint, KEYS)];
        };
        let ink = if *warning { Ink::Warning } else { Ink::Strong };
        let mut lines = Line::new().and(ink, said).broken(width.into());
        lines.truncate(MESSAGE);
        lines
    }

    fn draw_sheet(&mut self, frame: &mut Frame, all: Rect) {
        let colour = self.look.colour;
        let Some(sheet) = &mut self.sheet else {
            return;
        };
        let width = all.width.saturating_sub(MARGIN).min(90);
        let lines = broken(&sheet.lines, width - MARGIN);
        let height = (lines.len() as u16 + 2).min(all.height - 2);
        let most = lines.len().saturating_sub(usize::from(height) - 2);
        sheet.from = sheet.from.min(most);
        let area = Rect {
            x: (all.width - width) / 2,
            y: (all.height - height) / 2,
            width,
            height,
        };
        let end = if most > 0 {
            " (up, down; Esc closes) "
        } else {
            " (Esc closes) "
        };
        let title = text(
            &Line::new().and(Ink::Key, format!(" {}{end}", sheet.title)),
            colour,
        );
        let block = Block::bordered().title(title);
        let inner = block.inner(area);
        frame.render_widget(Clear, area);
        frame.render_widget(block, area);
        let inner = Rect {
            x: inner.x + 1,
            width: inner.width - 1,
            ..inner
        };
        let rows = lines.iter().skip(sheet.from).map(|line| text(line, colour));
        frame.render_widget(Paragraph::new(rows.collect::<Vec<_>>()), inner);
    }

    /// A rule with a title; marked if the arrow keys move what is below.
    fn heading(&self, frame: &mut Frame, area: Rect, title: String, marked: bool) {
        let title = if marked {
            format!("> {title} ")
        } else {
            format!(" {title} ")
        };
        let ink = if marked { Ink::Strong } else { Ink::Key };
        let block = Block::new()
            .borders(Borders::TOP)
            .border_style(style(Ink::Faint, self.look.colour))
            .title(text(&Line::new().and(ink, title), self.look.colour));
        frame.render_widget(block, area);
    }

    fn lines(&self, frame: &mut Frame, area: Rect, lines: &[Line]) {
        for (line, row) in lines.iter().zip(area.rows()) {
            text(line, self.look.colour).render(row, frame.buffer_mut());
        }
    }
}

fn below_heading(area: Rect) -> Rect {
    let taken = area.height.min(1);
    Rect {
        y: area.y + taken,
        height: area.height - taken,
        ..area
    }
}

fn broken(lines: &[Line], width: u16) -> Vec<Line> {
    let lines = lines.iter().cloned();
    lines.flat_map(|line| line.broken(width.into())).collect()
}
