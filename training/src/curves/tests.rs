//! Curves from tables made by hand.

use std::path::{Path, PathBuf};

use super::*;

const HEAD: &str = "iteration,samples,seconds,entropy,\
    hare/score_random,hare/score_random_low,hare/score_random_high,\"hare/score_uct:sims=2,c=1\"";

/// A run's folder: its scores against `random` after iterations 2 and 4, each ± 0.1.
fn run(folder: &Path, name: &str, seed: u64, scores: [f64; 2]) -> PathBuf {
    let run = folder.join(name);
    let row = |i: usize, score: Option<f64>| {
        let cells = score.map_or(",,".into(), |s| format!("{s},{},{}", s - 0.1, s + 0.1));
        format!("{i},{},{},0.5,{cells},", 1000 * i, 1800 * i)
    };
    let [first, second] = scores.map(Some);
    let rows = [row(1, None), row(2, first), row(3, None), row(4, second)];
    std::fs::create_dir_all(&run).unwrap();
    std::fs::write(
        run.join("metrics.csv"),
        format!("{HEAD}\n{}\n", rows.join("\n")),
    )
    .unwrap();
    let recipe = format!("game = \"courier\"\nseed = {seed}\niterations = 4\n");
    std::fs::write(run.join("recipe.toml"), recipe).unwrap();
    run
}

fn tables(runs: &[PathBuf]) -> Vec<RunTable> {
    runs.iter()
        .map(|run| RunTable::read(run).unwrap())
        .collect()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-9
}

#[test]
fn a_run_alone_has_its_intervals() {
    let folder = tempfile::tempdir().unwrap();
    let runs = tables(&[run(folder.path(), "a", 1, [0.4, 0.6])]);
    let panels = panels(&runs, None, Over::Hours).unwrap();
    assert_eq!((panels.len(), panels[0].series.len()), (1, 1));
    assert_eq!(panels[0].title, "hare: score");
    let series = &panels[0].series[0];
    assert_eq!(series.label, "random");
    let last = series.mean[1];
    assert_eq!((last.iteration, last.x, last.y), (4.0, 2.0, 0.6));
    assert!(close(last.low, 0.5) && close(last.high, 0.7));
}

#[test]
fn seeds_of_one_recipe_are_averaged_where_all_have_measured() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let paths = [
        run(folder, "a", 1, [0.4, 0.6]),
        run(folder, "b", 2, [0.2, 0.9]),
        run(folder, "c", 3, [0.3, 0.3]),
    ];
    // The third run has not come so far.
    let csv = paths[2].join("metrics.csv");
    let text = std::fs::read_to_string(&csv).unwrap();
    let short: Vec<&str> = text.lines().take(3).collect();
    std::fs::write(csv, short.join("\n")).unwrap();
    let panels = panels(&tables(&paths), Some("score_random"), Over::Iterations).unwrap();
    let series = &panels[0].series[0];
    assert_eq!(series.runs.len(), 3);
    assert_eq!((series.runs[0].len(), series.mean.len()), (2, 1));
    let mean = series.mean[0];
    assert!(close(mean.x, 2.0) && close(mean.y, 0.3));
    assert_eq!((mean.low, mean.high), (0.2, 0.4));
}

#[test]
fn other_recipes_are_series_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a", "b"].map(|name| run(folder.path(), name, 1, [0.4, 0.6]));
    std::fs::write(paths[1].join("recipe.toml"), "seed = 1\niterations = 9\n").unwrap();
    let panels = panels(&tables(&paths), Some("entropy"), Over::Decisions).unwrap();
    let labels: Vec<&str> = panels[0].series.iter().map(|s| s.label.as_str()).collect();
    assert_eq!(labels, ["a: entropy", "b: entropy"]);
    assert_eq!(panels[0].series[0].mean[3].x, 4000.0);
}

#[test]
fn a_drawing_is_well_formed_and_names_what_it_shows() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let options = CurveOptions {
        runs: vec![
            run(folder, "a<b", 1, [0.4, 0.6]),
            run(folder, "c", 1, [0.1, 0.2]),
        ],
        metric: None,
        over: Over::Hours,
        out: folder.join("new/curves.svg"),
    };
    let report = curves(&options).unwrap();
    assert_eq!((report.runs, report.curves), (2, 1));
    let svg = std::fs::read_to_string(&options.out).unwrap();
    assert!(svg.contains("<svg") && svg.trim_end().ends_with("</svg>"));
    for text in [
        "hare: score",
        "random",
        "hours",
        "100%",
        "mean and range of 2 runs",
    ] {
        assert!(svg.contains(text), "{text}");
    }
    assert!(!svg.contains("a<b") && !svg.contains("NaN"));
}

#[test]
fn what_cannot_be_drawn_is_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let whole = run(folder, "a", 1, [0.4, 0.6]);
    let said = |run: &Path, metric: Option<&str>| {
        let options = CurveOptions {
            runs: vec![run.into()],
            metric: metric.map(String::from),
            over: Over::Hours,
            out: folder.join("curves.svg"),
        };
        curves(&options).unwrap_err().to_string()
    };
    assert!(said(&folder.join("none"), None).contains("metrics.csv"));
    let odd = said(&whole, Some("speed"));
    assert!(
        odd.contains("no metric `speed`; they have: entropy, samples, score_random"),
        "{odd}"
    );
    let unmeasured = said(&whole, Some("score_uct:sims=2,c=1"));
    assert!(unmeasured.contains("have not measured"), "{unmeasured}");
    let csv = whole.join("metrics.csv");
    for (text, fault) in [
        (format!("{HEAD}\n1,2,3,4\n"), "line 2: 4 cells instead of 8"),
        (
            format!("{HEAD}\n1,x,3,4,,,,\n"),
            "line 2: `x` is not a number",
        ),
        (format!("{HEAD}\n1,inf,3,4,,,,\n"), "line 2: `inf` is not"),
        (String::new(), "line 1: there is no column `iteration`"),
        (format!("{HEAD}\n"), "have not measured a score yet"),
    ] {
        std::fs::write(&csv, text).unwrap();
        let said = said(&whole, None);
        assert!(said.contains(fault) && said.lines().count() == 1, "{said}");
    }
    assert!(!folder.join("curves.svg").exists());
}
