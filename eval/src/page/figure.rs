//! Figures and how they are written.

use crate::rating::Interval;
use crate::stats::{Estimate, Spread};

/// What stands in a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Cell {
    Empty,
    Text(String),
    Figure(Figure),
}

/// A number, perhaps with its 95% interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figure {
    pub value: f64,
    pub interval: Option<[f64; 2]>,
    pub unit: Unit,
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// A whole number.
    Count,
    /// A share, 0.615: `61.5%`.
    Percent,
    /// A difference of shares, 0.05: `+5.0`, in percentage points.
    Points,
    /// `+123`.
    Elo,
    /// So many decimals.
    Number(u8),
    /// The same, with the sign: a difference.
    Signed(u8),
}

impl Unit {
    /// The number as it is written, without its interval.
    pub fn write(self, value: f64) -> String {
        let signed = |value: f64, decimals: usize| {
            let text = plain(value, decimals);
            let nothing = text.trim_start_matches(['0', '.']).is_empty();
            match nothing || text.starts_with('-') {
                true => text,
                false => format!("+{text}"),
            }
        };
        match self {
            Unit::Count => plain(value, 0),
            Unit::Percent => format!("{}%", plain(100.0 * value, 1)),
            Unit::Points => signed(100.0 * value, 1),
            Unit::Elo => signed(value, 0),
            Unit::Number(decimals) => plain(value, decimals.into()),
            Unit::Signed(decimals) => signed(value, decimals.into()),
        }
    }

    /// A round number, for an axis: `60%` rather than `60.0%`.
    pub fn write_short(self, value: f64) -> String {
        let text = self.write(value);
        let (number, sign) = match text.strip_suffix('%') {
            Some(number) => (number, "%"),
            None => (text.as_str(), ""),
        };
        match number.contains('.') {
            true => format!(
                "{}{sign}",
                number.trim_end_matches('0').trim_end_matches('.')
            ),
            false => text,
        }
    }
}

/// So many decimals, and no "-0.0".
fn plain(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.trim_start_matches(['-', '0', '.']).is_empty() {
        true => text.trim_start_matches('-').into(),
        false => text,
    }
}

impl Figure {
    pub fn new(value: f64, unit: Unit) -> Figure {
        let interval = None;
        Figure {
            value,
            interval,
            unit,
        }
    }

    pub fn within(self, low: f64, high: f64) -> Figure {
        let interval = Some([low, high]);
        Figure { interval, ..self }
    }

    /// An estimate; one without samples says nothing.
    pub fn of(estimate: &Estimate, unit: Unit) -> Option<Figure> {
        let Estimate {
            mean, low, high, ..
        } = *estimate;
        (estimate.samples > 0).then(|| Figure::new(mean, unit).within(low, high))
    }

    pub fn elo(rating: Interval) -> Figure {
        Figure::new(rating.value, Unit::Elo).within(rating.low, rating.high)
    }

    /// A single sample has no interval.
    pub fn mean(spread: &Spread, unit: Unit) -> Figure {
        let Spread {
            mean, low, high, ..
        } = *spread;
        Figure::of_samples([mean, low, high], spread.samples, unit)
    }

    /// A mean and its interval, which a single sample does not have.
    pub fn of_samples([mean, low, high]: [f64; 3], samples: usize, unit: Unit) -> Figure {
        let figure = Figure::new(mean, unit);
        match samples {
            0 | 1 => figure,
            _ => figure.within(low, high),
        }
    }

    /// The interval as it is written: `[57.9, 65.1]`.
    pub fn written_interval(&self) -> Option<String> {
        let bare = |value: f64| self.unit.write(value).replace('%', "");
        let interval = self.interval?;
        Some(format!("[{}, {}]", bare(interval[0]), bare(interval[1])))
    }

    /// The number with its interval: `61.5% [57.9, 65.1]`.
    pub fn written(&self) -> String {
        let value = self.unit.write(self.value);
        match self.written_interval() {
            Some(interval) => format!("{value} {interval}"),
            None => value,
        }
    }
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    pub fn count(count: u64) -> Cell {
        // Counts stay far below 2^53.
        Cell::Figure(Figure::new(count as f64, Unit::Count))
    }

    pub fn number(value: f64, unit: Unit) -> Cell {
        Cell::Figure(Figure::new(value, unit))
    }

    pub fn estimate(estimate: &Estimate, unit: Unit) -> Cell {
        Figure::of(estimate, unit).into()
    }

    /// As a table shows it.
    pub fn written(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) => text.clone(),
            Cell::Figure(figure) => figure.written(),
        }
    }
}

impl From<Option<Figure>> for Cell {
    fn from(figure: Option<Figure>) -> Cell {
        figure.map_or(Cell::Empty, Cell::Figure)
    }
}

impl From<Figure> for Cell {
    fn from(figure: Figure) -> Cell {
        Cell::Figure(figure)
    }
}
