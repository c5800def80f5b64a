//! Learning curves: what runs measured of themselves, drawn as SVG.
//!
//! A run's folder has `metrics.csv`, a row per iteration, and `recipe.toml`. Runs whose recipes differ in
//! nothing but the seed are drawn as one series: thin lines, and their mean with the range from the least to the
//! most as a band. A run that is alone has its 95% intervals as a band, where it measured any.

mod draw;
mod series;
mod table;
#[cfg(test)]
mod tests;

use std::fmt;
use std::path::PathBuf;

use moonbase_models::files::write_whole;

use self::series::panels;
use self::table::RunTable;

/// What to draw, and where.
#[derive(Clone, PartialEq, Debug)]
pub struct CurveOptions {
    /// The folders of one or more runs.
    pub runs: Vec<PathBuf>,
    /// A column of `metrics.csv`, or its name without the seat: then all seats are drawn. `None`: the score
    /// against each fixed opponent.
    pub metric: Option<String>,
    pub over: Over,
    /// The SVG file.
    pub out: PathBuf,
}

/// What runs along the horizontal axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Over {
    /// Hours of work.
    #[default]
    Hours,
    /// Decisions learned from.
    Decisions,
    Iterations,
}

/// What was drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CurvesReport {
    pub out: PathBuf,
    pub runs: usize,
    pub curves: usize,
}

/// Why nothing was drawn, in one line.
#[derive(Debug, thiserror::Error)]
pub enum CurvesError {
    #[error("{path}: {source}")]
    Read {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}: {source}")]
    Write {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}: line {line}: {fault}")]
    Malformed {
        path: PathBuf,
        line: usize,
        fault: String,
    },
    #[error("these runs have no metric `{metric}`; they have: {known}")]
    Metric { metric: String, known: String },
    #[error("these runs have not measured {0} yet")]
    Nothing(String),
}

impl Over {
    /// The axis's label.
    fn label(self) -> &'static str {
        match self {
            Over::Hours => "hours",
            Over::Decisions => "decisions learned from",
            Over::Iterations => "iterations",
        }
    }
}

/// Draws the learning curves of runs.
///
/// # Errors
/// A folder that holds no run or a damaged one, a metric that nobody measured, an unwritable file.
pub fn curves(options: &CurveOptions) -> Result<CurvesReport, CurvesError> {
    let runs: Result<Vec<RunTable>, _> = options.runs.iter().map(|r| RunTable::read(r)).collect();
    let runs = runs?;
    let panels = panels(&runs, options.metric.as_deref(), options.over)?;
    let svg = draw::svg(&panels, options.over);
    write_whole(&options.out, svg.as_bytes()).map_err(|source| CurvesError::Write {
        path: options.out.clone(),
        source,
    })?;
    Ok(CurvesReport {
        out: options.out.clone(),
        runs: runs.len(),
        curves: panels.iter().map(|panel| panel.series.len()).sum(),
    })
}

impl fmt::Display for CurvesReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let out = self.out.display();
        write!(f, "{out}: runs {}, curves {}", self.runs, self.curves)
    }
}
