//! A page as one HTML file that needs nothing else: style and plots are in it, there are no scripts, and a policy in its head forbids the browser any
//! request. Light or dark as the reader's system is.

use super::figure::{Cell, Figure, Unit};
use super::markup::Markup;
use super::{Page, Part, Section, Table, svg};

const STYLE: &str = include_str!("page.css");

/// What the browser may load: nothing.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

/// Draws the page.
pub fn draw(page: &Page) -> String {
    let mut out = Markup::default();
    out.own("<!DOCTYPE html>\n");
    out.element("html", &[("lang", "en")], |out| {
        out.element("head", &[], |out| head(out, page));
        out.element("body", &[], |out| {
            out.element("main", &[], |out| body(out, page));
        });
    });
    out.finish() + "\n"
}

fn head(out: &mut Markup, page: &Page) {
    out.empty("meta", &[("charset", "utf-8")]);
    let wide = "width=device-width, initial-scale=1";
    out.empty("meta", &[("name", "viewport"), ("content", wide)]);
    out.empty(
        "meta",
        &[
            ("http-equiv", "Content-Security-Policy"),
            ("content", POLICY),
        ],
    );
    let schemes = [("name", "color-scheme"), ("content", "light dark")];
    out.empty("meta", &schemes);
    out.empty("link", &[("rel", "icon"), ("href", "data:,")]);
    out.leaf("title", &[], &page.title);
    out.element("style", &[], |out| out.own(STYLE));
}

fn body(out: &mut Markup, page: &Page) {
    out.element("header", &[], |out| {
        out.leaf("h1", &[], &page.title);
        out.leaf("p", &[("class", "lead")], &page.lead);
    });
    contents(out, page);
    page.sections.iter().enumerate().for_each(|(at, part)| {
        section(out, part, at);
    });
    facts(out, page);
}

fn contents(out: &mut Markup, page: &Page) {
    out.element("nav", &[("aria-label", "Contents")], |out| {
        out.element("ul", &[], |out| {
            let titles = page.sections.iter().map(|section| section.title.as_str());
            for (at, title) in titles.enumerate() {
                let href = format!("#s{at}");
                out.element("li", &[], |out| out.leaf("a", &[("href", &href)], title));
            }
            out.element("li", &[], |out| {
                out.leaf("a", &[("href", "#facts")], PLAYED);
            });
        });
    });
}

const PLAYED: &str = "What was played";

fn facts(out: &mut Markup, page: &Page) {
    out.element("section", &[("aria-labelledby", "facts")], |out| {
        out.leaf("h2", &[("id", "facts")], PLAYED);
        out.element("dl", &[], |out| {
            for (name, value) in &page.facts {
                out.leaf("dt", &[], name);
                out.leaf("dd", &[], value);
            }
        });
    });
}

fn section(out: &mut Markup, section: &Section, at: usize) {
    let id = format!("s{at}");
    out.element("section", &[("aria-labelledby", &id)], |out| {
        out.leaf("h2", &[("id", &id)], &section.title);
        for note in &section.notes {
            out.leaf("p", &[], note);
        }
        for part in &section.parts {
            match part {
                Part::Table(of) => table(out, of),
                Part::Plot(plot) => svg::draw(out, plot),
            }
        }
    });
}

/// A table that can be scrolled by itself where the screen is narrow.
fn table(out: &mut Markup, table: &Table) {
    let region = [
        ("class", "scroll"),
        ("role", "region"),
        ("aria-label", table.name.as_str()),
        ("tabindex", "0"),
    ];
    out.element("div", &region, |out| {
        let class = if table.heat { "heat" } else { "plain" };
        out.element("table", &[("class", class)], |out| {
            out.leaf("caption", &[], &table.name);
            out.element("thead", &[], |out| {
                out.element("tr", &[], |out| {
                    out.leaf("th", &[("scope", "col")], &table.corner);
                    for (at, column) in table.columns.iter().enumerate() {
                        let mut cells = table.rows.iter().map(|(_, cells)| &cells[at]);
                        let class = if cells.any(is_long) { "text" } else { "short" };
                        out.leaf("th", &[("scope", "col"), ("class", class)], column);
                    }
                });
            });
            out.element("tbody", &[], |out| rows(out, table));
        });
    });
}

fn rows(out: &mut Markup, table: &Table) {
    for (head, cells) in &table.rows {
        out.element("tr", &[], |out| {
            out.leaf("th", &[("scope", "row")], head);
            for (column, cell) in table.columns.iter().zip(cells) {
                match cell {
                    Cell::Figure(figure) if table.heat => heat(out, head, column, figure),
                    _ => data(out, cell),
                }
            }
        });
    }
}

/// Is it a text that is read as one, rather than a word among numbers?
fn is_long(cell: &Cell) -> bool {
    matches!(cell, Cell::Text(text) if text.chars().count() > 24)
}

fn data(out: &mut Markup, cell: &Cell) {
    match cell {
        Cell::Empty => out.leaf("td", &[("class", "none")], "–"),
        Cell::Text(text) if is_long(cell) => out.leaf("td", &[("class", "text")], text),
        Cell::Text(text) => out.leaf("td", &[], text),
        Cell::Figure(figure) => out.element("td", &[], |out| {
            out.text(&figure.unit.write(figure.value));
            if let Some(interval) = figure.written_interval() {
                out.text(" ");
                out.leaf("small", &[], &interval);
            }
        }),
    }
}

/// A cell as strongly coloured as its figure is far from even.
fn heat(out: &mut Markup, head: &str, column: &str, figure: &Figure) {
    let (strength, sign) = strength(figure);
    let style = format!("--h:{:.0}%", 70.0 * strength);
    let title = format!("{head}, {column}: {}", figure.written());
    let class = if sign { "hot" } else { "cold" };
    let attributes = [("class", class), ("style", &style), ("title", &title)];
    out.leaf("td", &attributes, &figure.unit.write(figure.value));
}

/// How far from even, 0 to 1, and whether above.
fn strength(figure: &Figure) -> (f64, bool) {
    let from_even = match figure.unit {
        Unit::Percent => 2.0 * figure.value - 1.0,
        Unit::Points => 2.0 * figure.value,
        _ => figure.value,
    };
    (from_even.abs().min(1.0), from_even >= 0.0)
}
