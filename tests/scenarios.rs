//! Scenarios of `fg1` on the command line: `moonbase scenario`, and `--scenario` wherever a game is set up.

mod common;

use std::fs;
use std::path::Path;

use common::{complaint_in, output_of, run_in, text};
use serde_json::Value;

const DUEL: &str = "\
fg1-scenario 1
name duel
first b
max_initiatives 4
size 6 3
map
..w...
......
....s.
objective 2,0
base a1 inf 0,0 - p1
base a2 lh 0,1 2 p2
base b1 mw 4,-1 4 p1
";

/// The output of a command in a folder.
fn output_in(folder: &Path, arguments: &[&str]) -> String {
    let output = run_in(folder, arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_file_is_checked_drawn_and_played() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("duel.txt"), DUEL).unwrap();
    let told = output_in(folder.path(), &["scenario", "check", "duel.txt", "mini"]);
    let lines: Vec<&str> = told.lines().collect();
    assert_eq!(lines.len(), 6, "{told}");
    assert_eq!(lines[0], "duel: 6 by 3 hexes, 1 objective, 4 initiatives");
    assert_eq!(
        lines[1],
        "  side b has the first initiative: 1 base, 5 points"
    );
    let map = output_in(folder.path(), &["scenario", "draw", "duel.txt"]);
    assert!(
        map.contains("a1") && map.contains("b1") && map.contains("(*)"),
        "{map}"
    );
    let picture = ["scenario", "draw", "duel.txt", "--svg", "duel.svg"];
    assert_eq!(output_in(folder.path(), &picture), "");
    let svg = fs::read_to_string(folder.path().join("duel.svg")).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    let trace = output_in(folder.path(), &["trace", "fg1", "--scenario", "duel.txt"]);
    let header: Value = serde_json::from_str(trace.lines().next().unwrap()).unwrap();
    assert_eq!(header["options"]["scenario"], DUEL);
    let same = output_of(&["trace", "fg1", "--scenario", "mini"]);
    assert_eq!(same, output_of(&["trace", "fg1", "--set", "scenario=mini"]));
}

#[test]
fn a_scenario_to_start_from_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let printed = output_of(&["scenario", "draw", "crossing", "--text"]);
    fs::write(folder.path().join("mine.txt"), &printed).unwrap();
    let told = output_in(folder.path(), &["scenario", "check", "mine.txt"]);
    assert!(
        told.starts_with("crossing: 30 by 24 hexes, 2 objectives, 30 initiatives\n"),
        "{told}"
    );
}

#[test]
fn faults_are_one_line_with_their_place() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = DUEL.replace("....s.", "....x.");
    fs::write(folder.path().join("wrong.txt"), wrong).unwrap();
    for arguments in [
        &["scenario", "check", "wrong.txt"][..],
        &["scenario", "draw", "wrong.txt"],
        &["play", "fg1", "--scenario", "wrong.txt"],
    ] {
        let said = complaint_in(folder.path(), arguments, 2);
        assert!(
            said.contains("wrong.txt: line 9, column 5: `x` is no terrain"),
            "{said}"
        );
    }
    let said = complaint_in(folder.path(), &["scenario", "check", "nowhere.txt"], 2);
    assert!(
        said.contains("no scenario is called `nowhere.txt`"),
        "{said}"
    );
}
