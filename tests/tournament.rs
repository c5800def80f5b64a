//! `moonbase tournament` and `moonbase report`.

mod common;

use std::path::Path;
use std::process::Stdio;

use common::moonbase;
use serde_json::Value;

const AGENTS: [&str; 3] = ["random", "scripted", "uct:sims=20"];

fn arguments(db: &'static str) -> Vec<&'static str> {
    let mut words = vec!["tournament"];
    words.extend(AGENTS);
    words.extend([
        "--game", "ufo-mini", "--pairs", "60", "--seed", "7", "--db", db,
    ]);
    words
}

fn output(folder: &Path, words: &[&str]) -> String {
    let output = moonbase(words).current_dir(folder).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn refusal(folder: &Path, words: &[&str]) -> String {
    let output = moonbase(words).current_dir(folder).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{words:?}");
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(errors.trim_end().lines().count(), 1, "{errors}");
    errors
}

fn report(folder: &Path, db: &str) -> Value {
    serde_json::from_str(&output(folder, &["report", db, "--json"])).unwrap()
}

/// Pairs in the database so far; 0 while there is none.
fn pairs(folder: &Path, db: &str) -> u64 {
    let output = moonbase(&["report", db, "--json"])
        .current_dir(folder)
        .output();
    let report: Option<Value> = serde_json::from_slice(&output.unwrap().stdout).ok();
    report
        .and_then(|report| report["pairs"].as_u64())
        .unwrap_or(0)
}

/// Plays on, and is killed with no chance to save once so many pairs are there.
#[cfg(unix)]
fn killed_after(folder: &Path, wanted: u64) {
    use std::os::unix::process::ExitStatusExt;
    let mut child = moonbase(&arguments("broken"))
        .current_dir(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while pairs(folder, "broken") < wanted && child.try_wait().unwrap().is_none() {}
    // The standard library's way to kill is SIGKILL.
    child.kill().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(9), "it ended before");
}

#[cfg(unix)]
#[test]
fn a_tournament_killed_twice_loses_and_repeats_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let whole = output(folder, &arguments("whole"));
    killed_after(folder, 20);
    killed_after(folder, 60);
    let broken = output(folder, &arguments("broken"));
    assert_eq!(whole, broken);
    assert!(whole.contains("ufo-mini: 180 of 180 pairs"), "{whole}");
    let [whole, broken] = ["whole", "broken"].map(|db| report(folder, db));
    assert_eq!(whole, broken);
    assert_eq!(whole["agents"][2]["agent"], "random");
    assert_eq!(whole["pairings"].as_array().unwrap().len(), 3);
    let lucky = output(folder, &["report", "whole", "--luck"]);
    assert!(
        lucky.contains("without luck") && lucky.contains("games saved"),
        "{lucky}"
    );
    // Asked for again there is nothing to do.
    assert_eq!(
        output(folder, &arguments("broken")),
        output(folder, &["report", "broken"])
    );
}

#[test]
fn plans_come_from_files_and_faults_are_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let plan = "game = \"ufo-mini\"\nagents = [\"random\", \"scripted\"]\npairs = 3\nformat = \"gauntlet\"\n";
    std::fs::write(folder.join("plan.toml"), plan).unwrap();
    let table = output(
        folder,
        &["tournament", "--plan", "plan.toml", "--db", "games"],
    );
    assert!(table.contains("3 of 3 pairs"), "{table}");
    std::fs::write(folder.join("odd.toml"), format!("{plan}colour = 3\n")).unwrap();
    let odd = refusal(folder, &["tournament", "--plan", "odd.toml", "--db", "odd"]);
    assert!(odd.contains("odd.toml") && odd.contains("colour"), "{odd}");
    let other = [
        "tournament",
        "random",
        "scripted",
        "--pairs",
        "2",
        "--db",
        "games",
    ];
    assert!(refusal(folder, &other).contains("holds another tournament"));
    let twice = ["tournament", "random", "random", "--db", "new"];
    assert!(refusal(folder, &twice).contains("named twice"));
    let unknown = ["tournament", "random", "nobody", "--db", "new"];
    assert!(refusal(folder, &unknown).contains("nobody"));
    assert!(!folder.join("new").exists(), "nothing was made");
    assert!(refusal(folder, &["report", "new"]).contains("new"));
    std::fs::write(
        folder.join("text"),
        "this is no database at all, only a text",
    )
    .unwrap();
    assert!(refusal(folder, &["report", "text"]).contains("not a tournament's database"));
}
