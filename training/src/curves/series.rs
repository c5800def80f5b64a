//! Which curves there are: panels by seat, in them a series for each recipe and each column.

use super::table::RunTable;
use super::{CurvesError, Over};

/// How columns with scores against an opponent begin, after the seat.
const SCORE: &str = "score_";

/// One drawing: what belongs to a seat, or to no seat.
#[derive(Clone, PartialEq, Debug)]
pub struct Panel {
    pub title: String,
    /// The numbers are scores in [0, 1].
    pub scores: bool,
    pub series: Vec<Series>,
}

/// A column as the runs of one recipe measured it.
#[derive(Clone, PartialEq, Debug)]
pub struct Series {
    pub label: String,
    /// Each run's curve; its band is the 95% interval.
    pub runs: Vec<Vec<Point>>,
    /// The mean of several runs at the iterations that all of them measured, in a band from the least to the
    /// most; of one run its own curve.
    pub mean: Vec<Point>,
}

/// A point with the ends of its band; these are NaN if there is none.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub iteration: f64,
    pub x: f64,
    pub y: f64,
    pub low: f64,
    pub high: f64,
}

/// Everything to draw for a metric, or for the scores if it is `None`.
///
/// # Errors
/// No run has the metric, or it was never measured.
pub fn panels(
    runs: &[RunTable],
    metric: Option<&str>,
    over: Over,
) -> Result<Vec<Panel>, CurvesError> {
    let columns = columns(runs, metric)?;
    let groups = groups(runs);
    let mut panels: Vec<Panel> = Vec::new();
    for column in &columns {
        let (seat, name) = column.rsplit_once('/').unwrap_or(("", column));
        for group in &groups {
            let label = label(group, name, groups.len());
            let Some(series) = series(group, column, label, over) else {
                continue;
            };
            let title = match seat {
                "" => name.to_string(),
                seat => format!("{seat}: {}", metric.unwrap_or("score")),
            };
            match panels.iter_mut().find(|panel| panel.title == title) {
                Some(panel) => panel.series.push(series),
                None => panels.push(Panel {
                    title,
                    scores: name.starts_with(SCORE) || name == "self_play_score",
                    series: vec![series],
                }),
            }
        }
    }
    match panels.is_empty() {
        true => Err(CurvesError::Nothing(metric.unwrap_or("a score").into())),
        false => Ok(panels),
    }
}

/// The columns of a metric: itself, or those of all seats.
fn columns(runs: &[RunTable], metric: Option<&str>) -> Result<Vec<String>, CurvesError> {
    let known = curves_of(runs);
    let wanted = |column: &&String| {
        let name = bare(column);
        match metric {
            Some(metric) => *column == metric || name == metric,
            None => name.starts_with(SCORE),
        }
    };
    let found: Vec<String> = known.iter().filter(wanted).cloned().collect();
    match metric {
        Some(metric) if found.is_empty() => {
            let mut names: Vec<&str> = known.iter().map(|column| bare(column)).collect();
            names.sort_unstable();
            names.dedup();
            Err(CurvesError::Metric {
                metric: metric.into(),
                known: names.join(", "),
            })
        }
        None if found.is_empty() => Err(CurvesError::Nothing("a score".into())),
        _ => Ok(found),
    }
}

/// All columns that are curves, each once: not the number of the row, not the ends of intervals.
fn curves_of(runs: &[RunTable]) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for run in runs {
        let end = |column: &str| {
            let stem = column.strip_suffix("_low");
            let stem = stem.or_else(|| column.strip_suffix("_high"));
            stem.is_some_and(|stem| run.columns.iter().any(|other| other == stem))
        };
        for column in &run.columns {
            if column != "iteration" && !end(column) && !known.contains(column) {
                known.push(column.clone());
            }
        }
    }
    known
}

/// A column's name without the seat.
fn bare(column: &str) -> &str {
    column.rsplit_once('/').map_or(column, |(_, name)| name)
}

/// The runs by their recipes, in the order in which they were named.
fn groups(runs: &[RunTable]) -> Vec<Vec<&RunTable>> {
    let mut groups: Vec<Vec<&RunTable>> = Vec::new();
    for run in runs {
        match groups.iter_mut().find(|g| g[0].recipe == run.recipe) {
            Some(group) => group.push(run),
            None => groups.push(vec![run]),
        }
    }
    groups
}

/// What the legend calls a series: the opponent of a score, and the runs if there are several recipes.
fn label(group: &[&RunTable], name: &str, groups: usize) -> String {
    let what = name.strip_prefix(SCORE).unwrap_or(name);
    let (first, more) = (&group[0].name, group.len() - 1);
    match (groups, more) {
        (1, _) => what.to_string(),
        (_, 0) => format!("{first}: {what}"),
        (_, more) => format!("{first} (+{more}): {what}"),
    }
}

/// A column of runs of one recipe; `None` if it was never measured.
fn series(group: &[&RunTable], column: &str, label: String, over: Over) -> Option<Series> {
    let curves = group.iter().map(|run| curve(run, column, over));
    let runs: Vec<Vec<Point>> = curves.filter(|curve| !curve.is_empty()).collect();
    let mean = match runs.as_slice() {
        [] => return None,
        [run] => run.clone(),
        several => mean(several),
    };
    Some(Series { label, runs, mean })
}

fn curve(run: &RunTable, column: &str, over: Over) -> Vec<Point> {
    let (places, iterations) = (run.places(over), run.column("iteration"));
    let ends = ["low", "high"].map(|end| run.column(&format!("{column}_{end}")));
    let at = |values: &[f64], i: usize| values.get(i).copied().unwrap_or(f64::NAN);
    let point = |(i, &y): (usize, &f64)| Point {
        iteration: iterations[i],
        x: places[i],
        y,
        low: at(ends[0], i),
        high: at(ends[1], i),
    };
    let points = run.column(column).iter().enumerate().map(point);
    points.filter(|point| point.y.is_finite()).collect()
}

/// Mean and range at the iterations that all runs measured.
fn mean(runs: &[Vec<Point>]) -> Vec<Point> {
    let at = |run: &[Point], iteration: f64| {
        let found = run.binary_search_by(|point| point.iteration.total_cmp(&iteration));
        found.ok().map(|index| run[index])
    };
    let count = runs.len() as f64;
    let common = runs[0].iter().filter_map(|first| {
        let points: Option<Vec<Point>> = runs.iter().map(|run| at(run, first.iteration)).collect();
        points
    });
    let average = |points: Vec<Point>| Point {
        iteration: points[0].iteration,
        x: points.iter().map(|p| p.x).sum::<f64>() / count,
        y: points.iter().map(|p| p.y).sum::<f64>() / count,
        low: points.iter().map(|p| p.y).fold(f64::INFINITY, f64::min),
        high: points.iter().map(|p| p.y).fold(f64::NEG_INFINITY, f64::max),
    };
    common.map(average).collect()
}
