//! A page's tables as one CSV file (RFC 4180): a line for each cell.
//!
//! ```text
//! table,row,column,value,low,high
//! ratings,scripted,Elo,101.53,80.1,123.4
//! ```
//!
//! Numbers have all their digits, shares are from 0 to 1. A text that a spreadsheet would take for a formula has an apostrophe before it.

use super::{Cell, Page};

const HEAD: &str = "table,row,column,value,low,high\n";

/// Draws the tables of the page.
pub fn draw(page: &Page) -> String {
    let mut out = HEAD.to_string();
    for (name, value) in &page.facts {
        push(&mut out, ["facts", name, "", value].map(guarded), None);
    }
    for table in page.tables() {
        for (head, cells) in &table.rows {
            for (column, cell) in table.columns.iter().zip(cells) {
                let place = [&table.name, head, column].map(|text| guarded(text));
                cell_line(&mut out, place, cell);
            }
        }
    }
    out
}

fn cell_line(out: &mut String, [table, row, column]: [String; 3], cell: &Cell) {
    match cell {
        Cell::Empty => {}
        Cell::Text(text) => push(out, [table, row, column, guarded(text)], None),
        Cell::Figure(figure) => {
            let value = figure.value.to_string();
            push(out, [table, row, column, value], figure.interval);
        }
    }
}

fn push(out: &mut String, fields: [String; 4], interval: Option<[f64; 2]>) {
    let [low, high] = interval.map_or([String::new(), String::new()], |i| i.map(|x| x.to_string()));
    let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    *out += &format!("{},{low},{high}\n", fields.join(","));
}

/// No formula of a spreadsheet.
fn guarded(text: &str) -> String {
    match text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{text}"),
        false => text.to_string(),
    }
}

fn quoted(text: &str) -> String {
    match text.contains(['"', ',', '\n', '\r']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_string(),
    }
}
