//! A page as plain text: its tables, lined up.

use super::{Page, Part, Section, Table};
use crate::table::render;

/// Draws the page as text.
pub fn draw(page: &Page) -> String {
    let mut out = format!("{}\n{}\n", line(&page.title), line(&page.lead));
    for (name, value) in &page.facts {
        out += &format!("{}: {}\n", line(name), line(value));
    }
    page.sections.iter().for_each(|part| out += &section(part));
    out
}

fn section(section: &Section) -> String {
    let mut out = format!("\n{}\n", line(&section.title));
    for note in &section.notes {
        out += &format!("{}\n", line(note));
    }
    for part in &section.parts {
        if let Part::Table(of) = part {
            out += &format!("\n{}", table(of));
        }
    }
    out
}

pub(crate) fn table(table: &Table) -> String {
    let columns = table.columns.iter().map(|column| line(column));
    let mut rows = vec![[vec![line(&table.corner)], columns.collect()].concat()];
    for (head, cells) in &table.rows {
        let cells = cells.iter().map(|cell| line(&cell.written()));
        rows.push([vec![line(head)], cells.collect()].concat());
    }
    render(&rows)
}

/// One line, without what a terminal would obey.
fn line(text: &str) -> String {
    let shown = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(shown).collect()
}
