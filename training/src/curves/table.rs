//! The numbers of one run.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use super::{CurvesError, Over};
use crate::metrics::{METRICS, fields};

/// A run's `metrics.csv`.
#[derive(Clone, Debug)]
pub struct RunTable {
    /// The folder's name.
    pub name: String,
    /// The recipe without its seed: what runs that may be averaged have in common.
    pub recipe: String,
    /// The columns' names in order.
    pub columns: Vec<String>,
    /// Each column's numbers, a row per iteration; NaN where nothing was measured.
    values: HashMap<String, Vec<f64>>,
}

impl RunTable {
    /// Reads a run's folder.
    ///
    /// # Errors
    /// Files that are missing or malformed.
    pub fn read(folder: &Path) -> Result<RunTable, CurvesError> {
        let path = folder.join(METRICS);
        let text = read(&path)?;
        let recipe = read(&folder.join("recipe.toml"))?;
        let seedless = recipe.lines().filter(|line| !line.starts_with("seed ="));
        let mut table = RunTable {
            name: name_of(folder),
            recipe: seedless.collect::<Vec<_>>().join("\n"),
            columns: fields(text.lines().next().unwrap_or_default()),
            values: HashMap::new(),
        };
        table.fill(&text).map_err(|(line, fault)| {
            let path = path.clone();
            CurvesError::Malformed { path, line, fault }
        })?;
        Ok(table)
    }

    /// Takes the numbers from the text; a fault comes with its line.
    fn fill(&mut self, text: &str) -> Result<(), (usize, String)> {
        for needed in ["iteration", "samples", "seconds"] {
            if !self.columns.iter().any(|column| column == needed) {
                return Err((1, format!("there is no column `{needed}`")));
            }
        }
        for (i, line) in text.lines().enumerate().skip(1) {
            let cells = fields(line);
            if cells.len() != self.columns.len() {
                let fault = format!("{} cells instead of {}", cells.len(), self.columns.len());
                return Err((i + 1, fault));
            }
            for (column, cell) in self.columns.iter().zip(&cells) {
                let value = number(cell).ok_or((i + 1, format!("`{cell}` is not a number")))?;
                self.values.entry(column.clone()).or_default().push(value);
            }
        }
        Ok(())
    }

    /// A column's numbers; empty if the run has no such column.
    pub fn column(&self, name: &str) -> &[f64] {
        self.values.get(name).map_or(&[], Vec::as_slice)
    }

    /// Where each row lies on the horizontal axis.
    pub fn places(&self, over: Over) -> Vec<f64> {
        let (name, unit) = match over {
            Over::Hours => ("seconds", 3600.0),
            Over::Decisions => ("samples", 1.0),
            Over::Iterations => ("iteration", 1.0),
        };
        self.column(name).iter().map(|x| x / unit).collect()
    }
}

/// A cell's number; NaN for an empty one.
fn number(cell: &str) -> Option<f64> {
    if cell.is_empty() {
        return Some(f64::NAN);
    }
    cell.parse().ok().filter(|number: &f64| number.is_finite())
}

fn name_of(folder: &Path) -> String {
    // `.` and the like have a name only once they are resolved.
    let whole = folder.canonicalize().unwrap_or(PathBuf::from(folder));
    let name = whole.file_name().map(|name| name.to_string_lossy().into());
    name.unwrap_or_else(|| folder.display().to_string())
}

fn read(path: &Path) -> Result<String, CurvesError> {
    std::fs::read_to_string(path).map_err(|source| CurvesError::Read {
        path: path.into(),
        source,
    })
}
