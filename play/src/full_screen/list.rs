//! The legal actions by heading, with a filter and a choice.

use crate::draw::Draw;
use crate::ink::{Ink, Line};
use crate::session::Session;
use crate::words::by_heading;

/// Columns of headings.
const HEADING: usize = 12;

/// A legal action in the list.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Item {
    /// From 1, as in the lines of the terminal.
    number: usize,
    heading: String,
    label: String,
    notation: String,
}

impl Item {
    /// Does it begin with the number, or hold all the words?
    fn fits(&self, filter: &str) -> bool {
        if is_number(filter) {
            return self.number.to_string().starts_with(filter);
        }
        let all = format!("{} {} {}", self.heading, self.label, self.notation).to_lowercase();
        filter
            .to_lowercase()
            .split_whitespace()
            .all(|word| all.contains(word))
    }
}

fn is_number(filter: &str) -> bool {
    !filter.is_empty() && filter.bytes().all(|byte| byte.is_ascii_digit())
}

/// The list with its state.
#[derive(Default)]
pub(super) struct Actions {
    items: Vec<Item>,
    /// Which of the items fit the filter.
    shown: Vec<usize>,
    filter: String,
    /// Is the filter being typed?
    pub typing: bool,
    /// The chosen one among the shown.
    chosen: usize,
    /// The one among the shown that was clicked on last, if nothing else was done since.
    clicked: Option<usize>,
    /// Rows that are scrolled away.
    from: usize,
}

impl Actions {
    /// The actions of the position, or none if nobody is asked.
    pub fn renew<G: Draw>(&mut self, session: &Session<G>, asked: bool) {
        let legal = if asked { session.legal() } else { Vec::new() };
        let position = session.position();
        let item = |(index, action): (usize, G::Action)| Item {
            number: index + 1,
            heading: position.heading(action),
            label: position.label(action),
            notation: action.to_string(),
        };
        let items: Vec<Item> = legal.into_iter().enumerate().map(item).collect();
        *self = Actions {
            items: grouped(items),
            ..Actions::default()
        };
        self.sieve();
    }

    pub fn filter(&self) -> &str {
        &self.filter
    }

    pub fn type_char(&mut self, c: char) {
        self.typing = true;
        self.filter.push(c);
        self.sieve();
    }

    /// Takes back a character; without one left, typing ends.
    pub fn erase(&mut self) {
        self.typing = self.filter.pop().is_some() && !self.filter.is_empty();
        self.sieve();
    }

    pub fn clear_filter(&mut self) {
        self.filter.clear();
        self.typing = false;
        self.sieve();
    }

    /// Finds what fits; an action with the very number typed is chosen.
    fn sieve(&mut self) {
        let fits = |index: &usize| self.items[*index].fits(&self.filter);
        self.shown = (0..self.items.len()).filter(fits).collect();
        let exact = self.filter.parse().ok();
        let exact = self
            .shown
            .iter()
            .position(|index| Some(self.items[*index].number) == exact);
        (self.chosen, self.from) = (exact.unwrap_or(0), 0);
        self.clicked = None;
    }

    /// Moves the choice by rows, within the list.
    pub fn step(&mut self, rows: i32) {
        let last = self.shown.len().saturating_sub(1);
        self.chosen = self.chosen.saturating_add_signed(rows as isize).min(last);
        self.clicked = None;
    }

    /// The number of the chosen action in the legal list, from 1.
    pub fn number(&self) -> Option<usize> {
        let index = self.shown.get(self.chosen)?;
        Some(self.items[*index].number)
    }

    /// Chooses what is shown on this row of the pane; was it clicked on just before? `None` if nothing is there.
    pub fn click(&mut self, row: usize) -> Option<bool> {
        let at = self.from + row;
        (at < self.shown.len()).then(|| {
            self.chosen = at;
            self.clicked.replace(at) == Some(at)
        })
    }

    /// `12 of 33 actions`
    pub fn count_words(&self) -> String {
        match (self.shown.len(), self.items.len()) {
            (_, 0) => String::new(),
            (shown, all) if shown == all => format!(" {all}"),
            (shown, all) => format!(" {shown} of {all}"),
        }
    }

    /// The rows that fit in, the chosen one among them, and which of them that is.
    pub fn rows(&mut self, width: usize, height: usize) -> (Vec<Line>, Option<usize>) {
        let least = (self.chosen + 1).saturating_sub(height);
        self.from = self.from.clamp(least, self.chosen.max(least));
        let digits = self.items.len().to_string().len();
        let shown = self.shown.iter().skip(self.from).take(height);
        let mut before = None;
        let mut rows = Vec::new();
        for item in shown.map(|index| &self.items[*index]) {
            let heading = if before == Some(&item.heading) {
                ""
            } else {
                &item.heading
            };
            before = Some(&item.heading);
            rows.push(row(item, heading, digits, width));
        }
        let chosen = (!rows.is_empty()).then(|| self.chosen - self.from);
        (rows, chosen)
    }
}

/// `G1           10 move NE              G1:move:1`
fn row(item: &Item, heading: &str, digits: usize, width: usize) -> Line {
    let mut line = Line::new().and(Ink::Strong, heading);
    line.pad_to(HEADING);
    line.push(Ink::Key, format!(" {:>digits$} ", item.number));
    line.push(Ink::Plain, &item.label);
    if line.width() + item.notation.len() + 2 <= width {
        line.pad_to(width - item.notation.len());
        line.push(Ink::Faint, &item.notation);
    }
    line.cut_to(width)
}

/// Items with the same heading behind each other, in the order in which headings come up.
fn grouped(items: Vec<Item>) -> Vec<Item> {
    let named = items.into_iter().map(|item| (item.heading.clone(), item));
    let groups = by_heading(named).into_iter();
    groups.flat_map(|(_, items)| items).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(number: usize, heading: &str, label: &str) -> Item {
        let notation = format!("{heading}:{number}");
        let (heading, label) = (heading.into(), label.into());
        Item {
            number,
            heading,
            label,
            notation,
        }
    }

    fn list() -> Actions {
        let items = vec![
            item(1, "G1", "move N"),
            item(2, "C", "move N"),
            item(3, "G1", "cannon"),
        ];
        let more = (4..=21).map(|number| item(number, "C", "fire"));
        let mut list = Actions {
            items: grouped(items.into_iter().chain(more).collect()),
            ..Actions::default()
        };
        list.sieve();
        list
    }

    #[test]
    fn headings_stay_together_and_are_named_once() {
        let (rows, chosen) = list().rows(40, 3);
        let plain: Vec<String> = rows.iter().map(Line::plain).collect();
        assert_eq!(
            plain,
            [
                "G1            1 move N              G1:1",
                "              3 cannon              G1:3",
                "C             2 move N               C:2"
            ]
        );
        assert_eq!(chosen, Some(0));
    }

    #[test]
    fn a_number_typed_chooses_that_action() {
        let mut list = list();
        list.type_char('2');
        // 2, 20 and 21, and the first of them is meant.
        assert_eq!((list.shown.len(), list.number()), (3, Some(2)));
        list.type_char('1');
        assert_eq!((list.shown.len(), list.number()), (1, Some(21)));
        list.erase();
        list.erase();
        assert_eq!((list.shown.len(), list.typing), (21, false));
    }

    #[test]
    fn words_are_looked_for_in_heading_label_and_notation() {
        let mut list = list();
        "g1 MOVE".chars().for_each(|c| list.type_char(c));
        assert_eq!((list.shown.len(), list.number()), (1, Some(1)));
        list.type_char('x');
        assert_eq!((list.number(), list.rows(40, 3).1), (None, None));
        list.clear_filter();
        assert_eq!(list.shown.len(), 21);
    }

    #[test]
    fn the_choice_stays_in_the_list_and_in_sight() {
        let mut list = list();
        list.step(-1);
        assert_eq!(list.number(), Some(1));
        list.step(99);
        assert_eq!((list.number(), list.rows(40, 5).1), (Some(21), Some(4)));
        // The first row shown is now the seventeenth.
        assert_eq!((list.click(0), list.number()), (Some(false), Some(17)));
        assert_eq!((list.click(0), list.click(9)), (Some(true), None));
    }

    #[test]
    fn the_first_click_chooses_only() {
        let mut list = list();
        // Chosen already, but not clicked on.
        assert_eq!((list.click(0), list.click(0)), (Some(false), Some(true)));
        // A key between two clicks parts them.
        list.step(0);
        assert_eq!((list.click(0), list.click(1)), (Some(false), Some(false)));
        assert_eq!(list.number(), Some(3));
    }
}
