//! `moonbase balance`, and the pages of `moonbase report`.

mod common;
#[path = "common/database.rs"]
mod database;

use std::path::Path;
use std::process::Stdio;

#[cfg(unix)]
use common::interrupt;
use common::{complaint_in, moonbase, run_in, text};
use serde_json::Value;

const COMPARE: [&str; 11] = [
    "balance",
    "ufo-mini",
    "--vary",
    "alien_actions=2,3",
    "--vary",
    "pod_crowding=true,false",
    "--agents",
    "scripted,uct:sims=8",
    "--games",
    "12",
    "--seed=3",
];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&COMPARE[..], more].concat()
}

fn output(folder: &Path, words: &[&str]) -> String {
    let output = run_in(folder, words);
    let errors = text(&output.stderr);
    assert!(output.status.success(), "{words:?}: {errors}");
    text(&output.stdout)
}

fn json(folder: &Path, words: &[&str]) -> Value {
    serde_json::from_str(&output(folder, words)).unwrap()
}

#[test]
fn a_grid_is_played_alike_by_any_number_of_threads() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let one = json(folder, &with(&["--threads", "1", "--json"]));
    let three = json(folder, &with(&["--threads", "3", "--json"]));
    assert_eq!(one, three);
    assert_eq!((&one["played"], &one["planned"]), (&96.into(), &96.into()));
    let cells = one["lineups"][1]["cells"].as_array().unwrap();
    let labels: Vec<&str> = cells
        .iter()
        .map(|cell| cell["label"].as_str().unwrap())
        .collect();
    let expected = [
        "alien_actions=2, pod_crowding=true",
        "alien_actions=2, pod_crowding=false",
        "alien_actions=3, pod_crowding=true",
        "alien_actions=3, pod_crowding=false",
    ];
    assert_eq!(labels, expected);
    assert_eq!(cells[0]["base"], true);
    assert_eq!(one["lineups"][1]["effects"].as_array().unwrap().len(), 2);
    let sum =
        |cell: &Value| ["shado", "alien"].map(|seat| cell["score"][seat]["mean"].as_f64().unwrap());
    assert!(
        cells
            .iter()
            .all(|cell| (sum(cell).iter().sum::<f64>() - 1.0).abs() < 1e-12)
    );
    // One agent for each seat.
    let words = [
        "balance", "ufo-mini", "--first", "scripted", "--second", "random", "--games", "6",
    ];
    let uneven = output(folder, &words);
    assert!(
        uneven.contains("scripted as shado, random as alien"),
        "{uneven}"
    );
    assert!(uneven.contains("6 of 6 games"), "{uneven}");
}

/// Plays on, and is killed with no chance to save once so many games are there.
#[cfg(unix)]
fn killed_after(folder: &Path, wanted: u64) {
    let command = &mut moonbase(&long("broken"));
    database::killed_after(command.current_dir(folder), &folder.join("broken"), wanted);
}

/// Long enough to be killed twice.
fn long(db: &'static str) -> Vec<&'static str> {
    let words = [
        "--vary=alien_actions=2,3",
        "--agents=uct:sims=30",
        "--games=40",
        "--db",
        db,
    ];
    [&["balance", "ufo-mini"][..], &words].concat()
}

#[cfg(unix)]
#[test]
fn a_comparison_killed_twice_loses_and_repeats_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let whole = output(folder, &long("whole"));
    killed_after(folder, 8);
    killed_after(folder, 30);
    let broken = output(folder, &long("broken"));
    assert_eq!(whole, broken);
    assert!(whole.contains("80 of 80 games"), "{whole}");
    // Asked for again there is nothing to do; the report of the database is the same.
    assert_eq!(
        output(folder, &long("broken")),
        output(folder, &["report", "broken"])
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = [
        "balance",
        "ufo-mini",
        "--agents=uct:sims=20",
        "--games=100000",
        "--db=games",
    ];
    let child = moonbase(&words)
        .current_dir(folder)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while json_or_null(folder)["played"].as_u64().unwrap_or(0) == 0 {}
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = text(&output.stderr);
    assert!(
        said.contains("interrupted; saved; the same command goes on"),
        "{said}"
    );
    assert!(text(&output.stdout).contains("of 100000 games"));
    assert!(json_or_null(folder)["played"].as_u64().unwrap() > 0);
}

fn json_or_null(folder: &Path) -> Value {
    let output = run_in(folder, &["report", "games", "--json"]);
    serde_json::from_slice(&output.stdout).unwrap_or_default()
}

#[test]
fn faults_are_one_line_and_make_no_database() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let root = env!("CARGO_MANIFEST_DIR");
    let net = format!("--agents=net:file={root}/models/agents/ufo.safetensors");
    let cases: [(&[&str], &str); 12] = [
        (&["chess"], "unknown game `chess`"),
        (
            &["ufo", "--vary", "alien_actions"],
            "is not NAME=VALUE,VALUE,... or NAME=A..B",
        ),
        (&["ufo", "--vary", "alien_actions=5..3"], "a range rises"),
        (
            &["ufo", "--vary", "alien_actions=3..13"],
            "option `alien_actions` cannot be `13`",
        ),
        (&["ufo", "--vary", "wings=1,2"], "unknown option `wings`"),
        (&["ufo", "--vary", "aliens=3,3"], "the value 3 twice"),
        (
            &["ufo", "--vary=aliens=3", "--vary=aliens=4"],
            "`aliens` is varied twice",
        ),
        (&["ufo", "--games", "0"], "1 to 1000000 games"),
        (&["ufo", "--agents", "nobody"], "unknown agent `nobody`"),
        (&["ufo", "--first", "random"], "--second"),
        (
            &["ufo", "--vary=alien_actions=4,5", &net],
            "with alien_actions=5: agent `net`",
        ),
        (&["ufo", "--out", "page.pdf"], "names no format"),
    ];
    for (words, expected) in cases {
        let words = [&["balance", "--db", "new"], words].concat();
        let said = complaint_in(folder, &words, 2);
        assert!(said.contains(expected), "{words:?}: {said}");
    }
    assert!(!folder.join("new").exists());
    let said = complaint_in(folder, &["balance", "ufo", "--json", "--format", "csv"], 2);
    assert!(said.contains("cannot be used with"), "{said}");
}

#[test]
fn reports_are_written_in_every_format() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    output(folder, &with(&["--db", "rules"]));
    let tournament = [
        "tournament",
        "scripted",
        "random",
        "uct:sims=5",
        "--game=ufo-mini",
    ];
    output(
        folder,
        &[&tournament[..], &["--pairs=10", "--db=games"]].concat(),
    );
    for db in ["rules", "games"] {
        for (ending, start) in [
            ("html", "<!DOCTYPE html>"),
            ("md", "# ufo-mini: "),
            ("csv", "table,row,column,value,low,high\n"),
            ("json", "{"),
            ("txt", "ufo-mini"),
        ] {
            let file = format!("{db}.{ending}");
            let said = output(folder, &["report", db, "--out", &file]);
            assert_eq!(said, format!("{file} written\n"));
            let written = std::fs::read_to_string(folder.join(&file)).unwrap();
            assert!(written.starts_with(start), "{file}: {written}");
            assert!(written.contains("ufo-mini"), "{file}");
        }
        let [asked, json] = [&["--format", "json"][..], &["--json"]]
            .map(|form| output(folder, &[&["report", db], form].concat()));
        assert_eq!(asked, json);
        let page = output(folder, &["report", db, "--format", "md"]);
        assert_eq!(
            page,
            std::fs::read_to_string(folder.join(format!("{db}.md"))).unwrap()
        );
    }
    let page = output(folder, &["report", "games", "--luck", "--format", "html"]);
    assert!(page.contains("Luck taken out") && page.contains("games saved"));
    let said = complaint_in(folder, &["report", "games", "--out", "page"], 2);
    assert!(said.contains("names no format"), "{said}");
    let said = complaint_in(folder, &["report", "games", "--out", "games/page.md"], 2);
    assert!(said.contains("cannot write games/page.md"), "{said}");
}
