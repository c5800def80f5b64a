//! Reports as pages: the same tables and plots as HTML, Markdown, CSV and text.
//!
//! A [`Page`] is what a report has to say, with its figures as numbers; [`html`], [`markdown`], [`csv`] and [`text`] draw it. So the four formats cannot
//! disagree, and whatever a report takes from a database or from an agent's spec is escaped in one place for each format.

use std::collections::BTreeMap;

use crate::stats::Spread;

pub mod csv;
pub mod figure;
pub mod html;
pub mod markdown;
mod markup;
mod svg;
pub mod text;

#[cfg(test)]
mod tests;

pub use figure::{Cell, Figure, Unit};
pub use markup::escaped;

/// A report.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Page {
    pub title: String,
    /// One line under the title.
    pub lead: String,
    /// What was played: name and value.
    pub facts: Vec<(String, String)>,
    pub sections: Vec<Section>,
}

/// A part of a report, with a heading.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Section {
    pub title: String,
    /// Paragraphs before the tables and plots.
    pub notes: Vec<String>,
    pub parts: Vec<Part>,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Part {
    Table(Table),
    /// Plots repeat what tables say: only HTML draws them.
    Plot(Plot),
}

/// A table. Each row has as many cells as there are columns.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Table {
    /// What it is called in CSV, and above the table.
    pub name: String,
    /// What the rows are.
    pub corner: String,
    pub columns: Vec<String>,
    pub rows: Vec<(String, Vec<Cell>)>,
    /// Colours the cells by how far their figures are from even.
    pub heat: bool,
}

/// A picture of figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    pub title: String,
    pub kind: PlotKind,
}

#[derive(Clone, PartialEq, Debug)]
pub enum PlotKind {
    Intervals(Intervals),
    Shares(Shares),
    Histogram(Histogram),
}

/// Dots with their intervals, a row for each label.
#[derive(Clone, PartialEq, Debug)]
pub struct Intervals {
    /// The names of the dots in a row; colours tell them apart.
    pub series: Vec<String>,
    pub rows: Vec<(String, Vec<Option<Figure>>)>,
    pub unit: Unit,
    /// A line across all rows: even, or no difference.
    pub reference: f64,
}

/// A bar for each label, divided in shares that sum to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Shares {
    /// The parts of a bar, and whom each is good for: from 1, the first seat, to -1.
    pub parts: Vec<(String, f64)>,
    pub rows: Vec<(String, Vec<f64>)>,
}

/// How often a whole number came up.
#[derive(Clone, PartialEq, Debug)]
pub struct Histogram {
    /// What is counted, in the plural: `turns`.
    pub what: String,
    pub bins: Vec<Bin>,
    pub mean: f64,
    pub median: f64,
}

/// The numbers `low..=high`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bin {
    pub low: u32,
    pub high: u32,
    pub count: u64,
}

impl Histogram {
    /// At most so many bars.
    const BARS: u32 = 30;

    /// Numbers and how often each came up, in bins of one width; `None` without any. `spread` is theirs.
    pub fn of(what: &str, counts: &BTreeMap<u32, u64>, spread: &Spread) -> Option<Histogram> {
        let (low, high) = (*counts.keys().next()?, *counts.keys().next_back()?);
        let width = (high - low) / Histogram::BARS + 1;
        let low = low - low % width;
        let empty = |low| Bin {
            low,
            high: low + (width - 1),
            count: 0,
        };
        let mut bins: Vec<Bin> = (low..=high).step_by(width as usize).map(empty).collect();
        for (value, count) in counts {
            bins[((value - low) / width) as usize].count += count;
        }
        Some(Histogram {
            what: what.into(),
            bins,
            mean: spread.mean,
            median: spread.median,
        })
    }
}

/// How a page is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PageFormat {
    #[default]
    Text,
    Html,
    Markdown,
    Csv,
}

impl Page {
    /// The page as a whole file.
    pub fn draw(&self, format: PageFormat) -> String {
        match format {
            PageFormat::Text => text::draw(self),
            PageFormat::Html => html::draw(self),
            PageFormat::Markdown => markdown::draw(self),
            PageFormat::Csv => csv::draw(self),
        }
    }

    pub(crate) fn tables(&self) -> impl Iterator<Item = &Table> {
        let parts = self.sections.iter().flat_map(|section| &section.parts);
        parts.filter_map(|part| match part {
            Part::Table(table) => Some(table),
            Part::Plot(_) => None,
        })
    }
}

impl Section {
    pub fn new(title: &str) -> Section {
        Section {
            title: title.into(),
            ..Section::default()
        }
    }

    pub fn note(mut self, note: impl Into<String>) -> Section {
        self.notes.push(note.into());
        self
    }

    pub fn table(mut self, table: Table) -> Section {
        self.parts.push(Part::Table(table));
        self
    }

    pub fn plot(mut self, title: &str, kind: PlotKind) -> Section {
        let title = title.into();
        self.parts.push(Part::Plot(Plot { title, kind }));
        self
    }
}

impl Table {
    /// An empty table.
    pub fn new(name: &str, corner: &str, columns: &[&str]) -> Table {
        Table {
            name: name.into(),
            corner: corner.into(),
            columns: columns.iter().map(|column| column.to_string()).collect(),
            ..Table::default()
        }
    }

    /// Adds a row.
    pub fn row(&mut self, head: impl Into<String>, cells: Vec<Cell>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows.push((head.into(), cells));
    }

    /// Leaves out the columns in which no row has anything.
    pub fn without_empty_columns(mut self) -> Table {
        let used: Vec<bool> = (0..self.columns.len())
            .map(|at| self.rows.iter().any(|(_, cells)| cells[at] != Cell::Empty))
            .collect();
        let mut keep = used.iter();
        self.columns.retain(|_| *keep.next().unwrap_or(&true));
        for (_, cells) in &mut self.rows {
            let mut keep = used.iter();
            cells.retain(|_| *keep.next().unwrap_or(&true));
        }
        self
    }
}
