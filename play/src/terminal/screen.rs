//! What a player sees before choosing: board, state, legal actions.

use crate::draw::{Draw, Picture, Room};
use crate::ink::{Ink, Line, wrap};
use crate::session::{Entry, Session};
use crate::terminal::Look;
use crate::words::by_heading;

/// Rows that legal actions may take up before they are shortened; a high terminal has more.
const LEGAL_ROWS: usize = 8;

/// Rows of the status, the question and the prompt.
const OTHER_ROWS: usize = 4;

/// The board has at least so many rows.
const LEAST_BOARD: usize = 8;

/// The whole screen of a decision, without the prompt.
pub fn screen<G: Draw>(session: &Session<G>, look: Look) -> Vec<Line> {
    let position = session.position();
    let most = LEGAL_ROWS.max(look.height / 3);
    let legal = legal_rows(session, look.width, most);
    // The board keeps its size whatever the actions take up: it would jump about else.
    let height = look
        .height
        .saturating_sub(most + OTHER_ROWS)
        .max(LEAST_BOARD);
    let mut lines = board(position, look, Room::new(look.width, height));
    lines.extend(position.status().into_iter().map(Line::from));
    let question = Line::new().and(Ink::Strong, position.question());
    lines.push(question.and(Ink::Faint, "  (? helps)"));
    lines.extend(legal);
    lines
}

/// The board with its roster, and a line that says what is not shown.
pub(super) fn board<G: Draw>(position: &G, look: Look, room: Room) -> Vec<Line> {
    let picture = position.draw_with_roster(room);
    if picture.hidden.is_empty() {
        return picture.lines;
    }
    let less = Room {
        height: room.height - 1,
        ..room
    };
    with_note(position.draw_with_roster(less), look)
}

/// The map alone, as much as the width allows.
pub(super) fn map<G: Draw>(position: &G, look: Look) -> Vec<Line> {
    let tall = 1000;
    with_note(position.draw(Room::new(look.width, tall)), look)
}

fn with_note(picture: Picture, look: Look) -> Vec<Line> {
    let mut lines = picture.lines;
    if !picture.hidden.is_empty() {
        let hidden = picture.hidden.join(", ");
        let note = format!("More tiles: {hidden} (b Q,R looks there, m shows all)");
        lines.push(Line::new().and(Ink::Faint, note).cut_to(look.width));
    }
    lines
}

/// The numbered legal actions, by heading. If they take more than `most` rows, short ones are put side by
/// side; if that is not enough, the longest are shortened.
pub(super) fn legal_rows<G: Draw>(session: &Session<G>, width: usize, most: usize) -> Vec<Line> {
    let mut groups = grouped(session, width, false);
    let count = |groups: &[Vec<Line>]| groups.iter().map(Vec::len).sum::<usize>();
    if count(&groups) > most {
        groups = side_by_side(grouped(session, width, true), width);
    }
    while count(&groups) > most {
        let longest = groups.iter_mut().max_by_key(|rows| rows.len());
        match longest.filter(|rows| rows.len() > 1) {
            Some(rows) => shorten(rows, width),
            None => break,
        }
    }
    groups.into_iter().flatten().collect()
}

/// Puts groups of one row behind each other as far as they fit.
fn side_by_side(groups: Vec<Vec<Line>>, width: usize) -> Vec<Vec<Line>> {
    const GAP: &str = "   ";
    let mut packed: Vec<Vec<Line>> = Vec::new();
    for mut rows in groups {
        match (
            packed.last_mut().map(Vec::as_mut_slice),
            rows.as_mut_slice(),
        ) {
            (Some([before]), [row]) if before.width() + GAP.len() + row.width() <= width => {
                before.push(Ink::Plain, GAP);
                before.extend(std::mem::take(row));
            }
            _ => packed.push(rows),
        }
    }
    packed
}

/// Leaves out a group's last row.
fn shorten(rows: &mut Vec<Line>, width: usize) {
    const MORE: &str = " ...(legal)";
    rows.pop();
    if let Some(last) = rows.pop() {
        let kept = whole_items(&last.plain(), width - MORE.len());
        let mut cut = last.cut_to(kept);
        cut.push(Ink::Faint, MORE);
        rows.push(cut);
    }
}

/// Columns that the items take up which fit in; items are two blanks apart.
fn whole_items(row: &str, width: usize) -> usize {
    match row.len() <= width {
        true => row.len(),
        false => row[..width].rfind("  ").unwrap_or(width),
    }
}

/// For each heading, in the order in which they come up, its rows.
fn grouped<G: Draw>(session: &Session<G>, width: usize, dense: bool) -> Vec<Vec<Line>> {
    let position = session.position();
    let item = |(index, action): (usize, G::Action)| {
        (
            position.heading(action),
            (index + 1, position.label(action)),
        )
    };
    let groups = by_heading(session.legal().into_iter().enumerate().map(item));
    let indent = groups
        .iter()
        .map(|(heading, _)| heading.len())
        .max()
        .unwrap_or(0)
        + 1;
    let rows = groups
        .into_iter()
        .map(|(heading, items)| group_rows(&heading, &items, (indent, dense), width));
    rows.collect()
}

/// A heading and its items: in columns of equal width, unless that takes more rows than one after the
/// other, or it is to be `dense`.
fn group_rows(
    heading: &str,
    items: &[(usize, String)],
    (indent, dense): (usize, bool),
    width: usize,
) -> Vec<Line> {
    let digits = items
        .iter()
        .map(|(number, _)| number.to_string().len())
        .max()
        .unwrap_or(1);
    let longest = items
        .iter()
        .map(|(_, label)| label.len())
        .max()
        .unwrap_or(0);
    let rows = |cell: usize| item_rows(heading, items, (indent, digits, cell), width);
    let (columns, flow) = (rows(digits + 1 + longest), rows(0));
    if !dense && columns.len() <= flow.len() {
        columns
    } else {
        flow
    }
}

/// Items in cells of at least `cell` columns, numbers in `digits` columns, two blanks between.
fn item_rows(
    heading: &str,
    items: &[(usize, String)],
    (indent, digits, cell): (usize, usize, usize),
    width: usize,
) -> Vec<Line> {
    let mut rows = vec![Line::new().and(Ink::Strong, heading)];
    let mut at = indent;
    for (number, label) in items {
        let size = (digits + 1 + label.len()).max(cell);
        if at + size > width && at > indent {
            rows.push(Line::new());
            at = indent;
        }
        let row = rows.last_mut().expect("there is always a row");
        row.pad_to(at);
        row.push(Ink::Key, format!("{number:>digits$} "));
        row.push(Ink::Plain, label);
        at += size + 2;
    }
    rows
}

/// All legal actions in full, each with its notation.
pub(super) fn legal_list<G: Draw>(session: &Session<G>) -> Vec<Line> {
    let position = session.position();
    let row = |(index, action): (usize, G::Action)| {
        Line::new()
            .and(Ink::Key, format!("{:>3} ", index + 1))
            .and(Ink::Faint, format!("{:<14} ", action.to_string()))
            .and(Ink::Plain, position.action_words(action))
    };
    session.legal().into_iter().enumerate().map(row).collect()
}

/// An entry of the log in lines: who and what, then what else changed.
pub(super) fn entry_lines(entry: &Entry, width: usize) -> Vec<Line> {
    const WHO: usize = 11;
    let ink = if entry.is_dice {
        Ink::Rough
    } else {
        Ink::Strong
    };
    let words = wrap(&entry.words, width - WHO - 2, 2);
    let mut lines: Vec<Line> = Vec::new();
    for (row, words) in words.into_iter().enumerate() {
        let who = if row == 0 { entry.who } else { "" };
        lines.push(
            Line::new()
                .and(ink, format!("{who:>WHO$}  "))
                .and(Ink::Plain, words),
        );
    }
    let tail = format!("  [{}]", entry.notation);
    match lines.last_mut() {
        Some(last) if last.width() + tail.len() <= width => last.push(Ink::Faint, tail),
        _ => {}
    }
    for news in &entry.news {
        let bullets = std::iter::once("* ").chain(std::iter::repeat("  "));
        for (bullet, words) in bullets.zip(wrap(news, width - WHO - 4, 0)) {
            let blank = Line::from(" ".repeat(WHO + 2));
            lines.push(blank.and(Ink::Mark, bullet).and(Ink::Plain, words));
        }
    }
    lines
}
