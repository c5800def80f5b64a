//! What a run reports of each iteration: a row of `metrics.csv`, and TensorBoard scalars.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use moonbase_models::files::write_whole;

use crate::tensorboard::EventFile;

/// The table in a run's folder.
pub const METRICS: &str = "metrics.csv";

/// What the names of TensorBoard's files begin with.
pub const EVENTS: &str = "events.out.tfevents.";

/// The metrics files of a run's folder.
pub struct Metrics {
    csv: PathBuf,
    /// The rows so far, header first; the file is rewritten whole, it is small.
    rows: Vec<String>,
    events: EventFile,
}

impl Metrics {
    /// Opens the metrics of a run that has done `iterations`: later rows, of work that was lost, are
    /// dropped.
    ///
    /// # Errors
    /// What the file system says.
    pub fn open(folder: &Path, iterations: u64) -> io::Result<Metrics> {
        std::fs::create_dir_all(folder)?;
        let csv = folder.join(METRICS);
        let rows = if iterations == 0 {
            Vec::new()
        } else {
            rows_until(
                &std::fs::read_to_string(&csv).unwrap_or_default(),
                iterations,
            )
        };
        // A new file for each start: TensorBoard reads all files of a folder together.
        let name = format!("{EVENTS}{:010}.{iterations}", seconds() as u64);
        let events = EventFile::open(&folder.join(name))?;
        Ok(Metrics { csv, rows, events })
    }

    /// Adds a row. The names must be the same for every row of a run.
    ///
    /// # Errors
    /// What the file system says.
    pub fn add(&mut self, iteration: u64, values: &[(String, f64)]) -> io::Result<()> {
        if self.rows.is_empty() {
            let names: Vec<String> = values.iter().map(|(name, _)| quoted(name)).collect();
            self.rows.push(format!("iteration,{}", names.join(",")));
        }
        let cells: Vec<String> = values.iter().map(|(_, value)| cell(*value)).collect();
        self.rows.push(format!("{iteration},{}", cells.join(",")));
        write_whole(&self.csv, (self.rows.join("\n") + "\n").as_bytes())?;
        let known = values.iter().filter(|(_, value)| value.is_finite());
        let known: Vec<(String, f64)> = known.cloned().collect();
        self.events.scalars(seconds(), iteration, &known)
    }
}

/// A name as a cell: in quotes if it has commas (RFC 4180), as an opponent with settings has.
fn quoted(name: &str) -> String {
    if name.contains([',', '"']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name.to_string()
    }
}

/// The cells of a row, without the quotes.
pub fn fields(row: &str) -> Vec<String> {
    let (mut cells, mut cell, mut inside) = (Vec::new(), String::new(), false);
    let mut letters = row.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if inside && letters.next_if_eq(&'"').is_some() => cell.push('"'),
            '"' => inside = !inside,
            ',' if !inside => cells.push(std::mem::take(&mut cell)),
            letter => cell.push(letter),
        }
    }
    cells.push(cell);
    cells
}

/// A number with six digits; nothing for what was not measured.
fn cell(value: f64) -> String {
    if value.is_finite() {
        format!("{value:.6}")
    } else {
        String::new()
    }
}

fn rows_until(text: &str, iterations: u64) -> Vec<String> {
    let iteration = |row: &str| row.split(',').next().and_then(|n| n.parse::<u64>().ok());
    let kept = |row: &&str| iteration(row).is_none_or(|n| n <= iterations);
    text.lines().filter(kept).map(String::from).collect()
}

fn seconds() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0.0, |duration| duration.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_commas_and_quotes_are_one_cell() {
        for name in ["plain", "uct:sims=20,c=1", "a \"b\", c", ""] {
            let row = format!("1,{},2", quoted(name));
            assert_eq!(fields(&row), ["1", name, "2"]);
        }
    }

    #[test]
    fn rows_of_lost_work_are_dropped_on_resuming() {
        let folder = tempfile::tempdir().unwrap();
        let row = |x: f64| vec![("x".to_string(), x), ("y".to_string(), f64::NAN)];
        let mut metrics = Metrics::open(folder.path(), 0).unwrap();
        for i in 1..=3 {
            metrics.add(i, &row(i as f64)).unwrap();
        }
        let mut metrics = Metrics::open(folder.path(), 2).unwrap();
        metrics.add(3, &row(30.0)).unwrap();
        let text = std::fs::read_to_string(folder.path().join("metrics.csv")).unwrap();
        let expected = "iteration,x,y\n1,1.000000,\n2,2.000000,\n3,30.000000,\n";
        assert_eq!(text, expected);
    }
}
