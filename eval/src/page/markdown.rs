//! A page as Markdown, with tables as GitHub has them.

use super::{Page, Part, Section, Table};

/// Draws the page; plots are left out.
pub fn draw(page: &Page) -> String {
    let mut out = format!("# {}\n\n{}\n\n", plain(&page.title), plain(&page.lead));
    for (name, value) in &page.facts {
        out += &format!("- **{}**: {}\n", plain(name), plain(value));
    }
    page.sections.iter().for_each(|part| out += &section(part));
    out
}

fn section(section: &Section) -> String {
    let mut out = format!("\n## {}\n", plain(&section.title));
    for note in &section.notes {
        out += &format!("\n{}\n", plain(note));
    }
    for part in &section.parts {
        if let Part::Table(of) = part {
            out += &table(of);
        }
    }
    out
}

fn table(table: &Table) -> String {
    let columns = table.columns.iter().map(|column| plain(column));
    let head = [vec![plain(&table.corner)], columns.collect()].concat();
    let rule = format!("|---|{}", "---:|".repeat(table.columns.len()));
    let mut out = format!("\n{}{rule}\n", row(&head));
    for (head, cells) in &table.rows {
        let cells = cells.iter().map(|cell| plain(&cell.written()));
        out += &row(&[vec![plain(head)], cells.collect()].concat());
    }
    out
}

fn row(cells: &[String]) -> String {
    format!("| {} |\n", cells.join(" | "))
}

/// Text that means nothing to Markdown, in one line. Brackets stay where no link can come of them.
pub(crate) fn plain(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '&' => out += "&amp;",
            '<' => out += "&lt;",
            '>' => out += "&gt;",
            c if c.is_control() => out.push(' '),
            // A link needs `](`, `][` or `]:`.
            ']' if matches!(rest.peek(), Some('(' | '[' | ':')) => out += "\\]",
            '\\' | '`' | '*' | '|' | '~' | '!' => {
                out.push('\\');
                out.push(c);
            }
            c => out.push(c),
        }
    }
    out
}
