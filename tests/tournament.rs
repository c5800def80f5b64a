//! `moonbase tournament` and `moonbase report`.

mod common;
#[path = "common/database.rs"]
mod database;

use std::path::Path;

use common::moonbase;
use serde_json::Value;

const AGENTS: [&str; 3] = ["random", "scripted", "uct:sims=60"];

/// A tournament of a format that hangs on results, some dozens of pairs long.
fn contest(format: &'static str, pairs: &'static str, db: &'static str) -> Vec<&'static str> {
    let mut words = vec!["tournament"];
    words.extend(AGENTS);
    words.extend(["uct:sims=40", "--game", "ufo-mini", "--format", format]);
    words.extend(["--pairs", pairs, "--seed", "3", "--db", db]);
    words
}

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

/// Plays on, and is killed with no chance to save once so many pairs are there.
#[cfg(unix)]
fn killed_after(folder: &Path, words: &[&str], wanted: u64) {
    let path = folder.join(words.last().unwrap());
    database::killed_after(moonbase(words).current_dir(folder), &path, 2 * wanted);
}

#[cfg(unix)]
#[test]
fn a_tournament_killed_twice_loses_and_repeats_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let whole = output(folder, &arguments("whole"));
    killed_after(folder, &arguments("broken"), 20);
    killed_after(folder, &arguments("broken"), 60);
    let broken = output(folder, &arguments("broken"));
    assert_eq!(whole, broken);
    assert!(whole.contains("\n180 of 180 pairs"), "{whole}");
    let [whole, broken] = ["whole", "broken"].map(|db| report(folder, db));
    assert_eq!(whole, broken);
    assert_eq!(whole["agents"][2]["agent"], "random");
    assert_eq!(whole["pairings"].as_array().unwrap().len(), 3);
    let lucky = output(folder, &["report", "whole", "--luck"]);
    assert!(
        lucky.contains("Luck taken out") && lucky.contains("games saved"),
        "{lucky}"
    );
    // Asked for again there is nothing to do.
    assert_eq!(
        output(folder, &arguments("broken")),
        output(folder, &["report", "broken"])
    );
}

/// Pairings that hang on results are the same ones after having been killed.
#[cfg(unix)]
#[test]
fn swiss_knockout_and_adaptive_tournaments_survive_being_killed() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    for (format, length, own, section) in [
        ("swiss", "25", "Swiss, round 2 of 2\n", "Sonneborn-Berger"),
        ("knockout", "25", "\nWinner: ", "Winner: "),
        ("adaptive", "96", "\n96 of 96 pairs", "Ratings"),
    ] {
        let whole = output(folder, &contest(format, length, "whole"));
        killed_after(folder, &contest(format, length, "broken"), 10);
        killed_after(folder, &contest(format, length, "broken"), 40);
        let broken = output(folder, &contest(format, length, "broken"));
        assert_eq!(whole, broken, "{format}");
        assert!(whole.contains(own), "{whole}");
        let page = output(folder, &["report", "whole", "--format", "html"]);
        assert!(page.contains(section), "{format}");
        let [whole, broken] = ["whole", "broken"].map(|db| report(folder, db));
        assert_eq!(whole, broken);
        for db in ["whole", "broken"] {
            std::fs::remove_file(folder.join(db)).unwrap();
        }
    }
}

/// The second who would play the same tournament is turned away; the first plays on.
#[cfg(unix)]
#[test]
fn one_process_at_a_time_plays_a_tournament() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut first = database::silent(moonbase(&arguments("games")).current_dir(folder));
    while database::games_in(&folder.join("games")) == 0 {
        assert!(first.try_wait().unwrap().is_none());
    }
    let said = refusal(folder, &arguments("games"));
    assert!(
        said.contains("another process is playing this tournament"),
        "{said}"
    );
    first.kill().unwrap();
    first.wait().unwrap();
    // What it left behind holds nobody up.
    let table = output(folder, &arguments("games"));
    assert!(table.contains("180 of 180 pairs"), "{table}");
}

/// Time is only counted where there is none or more than enough: nothing here hangs on the machine.
#[test]
fn clocks_end_games() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let words = |clock: &'static str, db: &'static str| {
        let mut words = vec!["tournament", "random", "scripted", "--game", "ufo-micro"];
        words.extend(["--pairs", "4", "--clock", clock, "--db", db]);
        words
    };
    let late = output(folder, &words("0s", "late"));
    assert!(
        late.contains("\nclock: 0s+0s\n") && late.contains("it ran out of time"),
        "{late}"
    );
    let fair = output(folder, &words("24h+1s", "fair"));
    assert!(!fair.contains("given up"), "{fair}");
    let other = refusal(folder, &words("1h", "fair"));
    assert!(other.contains("holds another tournament"), "{other}");
    let odd = refusal(folder, &words("soon", "odd"));
    assert!(odd.contains("`soon` is no clock"), "{odd}");
    let late = [
        "match",
        "random",
        "scripted",
        "--game",
        "ufo-micro",
        "--games",
        "4",
        "--clock",
        "0s",
    ];
    let late = output(folder, &late);
    assert!(
        late.contains("(0s+0s)") && late.contains("it ran out of time"),
        "{late}"
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
    assert!(refusal(folder, &["report", "new"]).contains("new: there is no such file"));
    let rounds = [
        "tournament",
        "random",
        "scripted",
        "--rounds",
        "3",
        "--db",
        "new",
    ];
    assert!(refusal(folder, &rounds).contains("only for the format swiss"));
    let swiss = plan.replace("gauntlet", "swiss") + "rounds = 2\nclock = \"1h+1s\"\n";
    std::fs::write(folder.join("swiss.toml"), swiss).unwrap();
    let words = ["tournament", "--plan", "swiss.toml", "--db", "swiss"];
    assert!(output(folder, &words).contains("Swiss, round 2 of 2\n"));
    std::fs::write(
        folder.join("text"),
        "this is no database at all, only a text",
    )
    .unwrap();
    assert!(refusal(folder, &["report", "text"]).contains("not a tournament's database"));
}
