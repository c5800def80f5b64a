//! Opponents by level, from the command line.

mod common;

use common::{complaint, output_of};

#[test]
fn all_levels_are_listed() {
    for command in ["levels", "agents"] {
        let list = output_of(&[command]);
        for level in 1..=10 {
            assert_eq!(
                list.matches(&format!("level:n={level} ")).count(),
                3,
                "{list}"
            );
        }
    }
    let json: serde_json::Value = serde_json::from_str(&output_of(&["levels", "--json"])).unwrap();
    assert_eq!(json[0]["game"], "ufo");
    assert_eq!(json[1]["rows"].as_array().unwrap().len(), 10);
    assert_eq!(json[2]["game"], "fg1");
}

/// All games, small: levels play under any options and wherever the program runs.
#[test]
fn levels_play_both_seats() {
    for game in ["ufo-mini", "lost_patrol-mini", "fg1-mini"] {
        for level in ["level:n=1", "level:n=5", "level:n=8"] {
            let folder = tempfile::tempdir().unwrap();
            let arguments = ["match", level, "random", "--game", game, "--games", "4"];
            let output = common::run_in(folder.path(), &arguments);
            let (table, errors) = (common::text(&output.stdout), common::text(&output.stderr));
            assert!(
                output.status.success() && table.contains("overall"),
                "{errors}"
            );
        }
    }
}

#[test]
fn one_seed_one_measurement() {
    let measure = |levels: &str, threads: &str| {
        let arguments = [
            "levels",
            "--measure",
            "--game",
            "ufo-micro",
            "--levels",
            levels,
        ];
        let rest = ["--games", "20", "--threads", threads, "--json"];
        let output = output_of(&[&arguments[..], &rest].concat());
        serde_json::from_str::<serde_json::Value>(&output).unwrap()
    };
    let both = measure("2-3", "1");
    assert_eq!(both, measure("2-3", "2"));
    // A level's games are its own, whatever else is measured.
    assert_eq!(both["rungs"][1], measure("3", "1")["rungs"][0]);
    assert_eq!(both["rungs"][1]["match"]["agents"][0], "level:n=3");
}

#[test]
fn what_is_no_level_is_refused() {
    let cases: [(&[&str], &str); 6] = [
        (
            &["play", "ufo", "--level", "11"],
            "a level is 1 to 10, or auto",
        ),
        (
            &["play", "ufo", "--level", "auto", "--as", "both"],
            "--level auto suits one person: take a seat with --as",
        ),
        (
            &["play", "ufo", "--level", "3", "--against", "random"],
            "cannot be used with",
        ),
        (
            &["match", "level:n=0", "random", "--game", "ufo-mini"],
            "valid: level:n=1 to level:n=10",
        ),
        (
            &["levels", "--measure", "--levels", "1-3"],
            "levels from 2 to 10 are needed, such as 2-5",
        ),
        (&["levels", "--games", "3"], "--measure"),
    ];
    for (arguments, expected) in cases {
        let said = complaint(arguments, 2);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}
