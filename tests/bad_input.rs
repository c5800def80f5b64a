//! Whatever is wrong is said in one line, with the right exit code: 2 for what was given, 1 for what failed,
//! 130 for Ctrl-C.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;

#[cfg(unix)]
use common::interrupt;
use common::{complaint, complaint_in, moonbase, text};

#[test]
fn usage() {
    let cases: [(&[&str], &str); 11] = [
        (&[], "see `moonbase --help`"),
        (&["frobnicate"], "unrecognized subcommand 'frobnicate'"),
        (&["trace"], "required arguments were not provided"),
        (
            &["trace", "ufo", "--sede", "1"],
            "unexpected argument '--sede'",
        ),
        (
            &["trace", "ufo", "--seed", "x"],
            "invalid value 'x' for '--seed <SEED>'",
        ),
        (
            &["trace", "ufo", "--agents", "random"],
            "1 agents instead of two",
        ),
        (&["trace", "ufo", "--check", "x"], "cannot be used with"),
        (&["bench", "--seconds", "0"], "a number of seconds"),
        (
            &["exploit", "random"],
            "required arguments were not provided",
        ),
        (
            &["exploit", "random", "--hours", "1", "--seat", "pilot"],
            "the seat cannot be pilot; valid: shado or alien",
        ),
        (
            &["exploit", "uct", "--game", "ufo-micro", "--exact"],
            "what `uct` plays depends on more than the position",
        ),
    ];
    for (args, expected) in cases {
        let said = complaint(args, 2);
        assert!(said.contains(expected), "{args:?}: {said}");
    }
}

#[test]
fn games_and_options() {
    let valid = "games: ufo, ufo-five";
    for args in [
        &["trace", "chess"][..],
        &["perft", "chess"],
        &["match", "random", "random", "--game", "chess"],
        &["bench", "--game", "chess"],
    ] {
        let said = complaint(args, 2);
        assert!(
            said.starts_with("unknown game `chess`; ") && said.contains(valid),
            "{said}"
        );
    }
    let cases = [
        ("wings=2", "unknown option `wings`; valid options: "),
        ("aliens=13", "option `aliens` cannot be `13`; valid: 1..12"),
        ("aliens", "option `aliens` cannot be ``; valid: NAME=VALUE"),
        ("units=[]", "option `units` cannot be `[]`"),
        (
            "forest=paper",
            "option `forest` cannot be `paper`; valid: alien or dice",
        ),
    ];
    for (setting, expected) in cases {
        for command in ["trace", "perft"] {
            let said = complaint(&[command, "ufo", "--set", setting], 2);
            assert!(said.starts_with(expected), "{setting}: {said}");
        }
    }
}

#[test]
fn agents() {
    let cases = [
        (
            "minimax",
            "unknown agent `minimax`; agents: random, scripted, uct",
        ),
        (
            "uct:sim=3",
            "agent `uct` has no setting `sim`; its settings: sims",
        ),
        (
            "uct:sims=0",
            "agent `uct`: sims cannot be `0`; valid: an integer 1..",
        ),
    ];
    for (agent, expected) in cases {
        let said = complaint(&["match", "random", agent, "--game", "ufo-mini"], 2);
        assert!(said.starts_with(expected), "{agent}: {said}");
        let pair = format!("random,{agent}");
        let said = complaint(&["trace", "ufo-mini", "--agents", &pair], 2);
        assert!(said.starts_with(expected), "{agent}: {said}");
    }
    let said = complaint(&["match", "random", "uct:400"], 2);
    assert!(said.contains("`400` is not key=value"), "{said}");
    let said = complaint(&["match", "random", "random", "--games", "0"], 2);
    assert!(said.contains("at least one game"), "{said}");
}

#[test]
fn records() {
    let folder = tempfile::tempdir().unwrap();
    let cases = [
        ("", "no game is named"),
        ("[game \"chess\"]", "unknown game `chess`"),
        ("[game ufo]", "line 1: `[game ufo]` is no tag"),
        (
            "[game \"ufo\"]\n[option.aliens 0]",
            "option `aliens` cannot be `0`",
        ),
        (
            "[game \"ufo\"]\nlay:0,0:0\ndraw:glass",
            "line 3: `draw:glass` is not a possible chance outcome here; possible: draw:",
        ),
        (
            "[game \"ufo\"]\nlay:0,0:6",
            "line 2: `lay:0,0:6` is not a legal action of alien here; legal: lay:0,0:0 ",
        ),
    ];
    for (record, expected) in cases {
        std::fs::write(folder.path().join("game.txt"), record).unwrap();
        let said = complaint_in(folder.path(), &["replay", "game.txt"], 2);
        let expected = format!("game.txt: {expected}");
        assert!(said.starts_with(&expected), "{said}");
    }
    std::fs::write(folder.path().join("game.txt"), [0xff, 0xfe]).unwrap();
    let said = complaint_in(folder.path(), &["replay", "game.txt"], 2);
    assert!(said.starts_with("cannot read game.txt: "), "{said}");
}

#[test]
fn games_to_play() {
    let folder = tempfile::tempdir().unwrap();
    let said = |args: &[&str]| complaint_in(folder.path(), args, 2);
    let seat = said(&["play", "ufo", "--as", "nobody"]);
    assert_eq!(
        seat,
        "seat `nobody` is none of this game; seats: shado, alien, both, none"
    );
    let agent = said(&["play", "ufo", "--against", "minimax"]);
    assert!(agent.starts_with("unknown agent `minimax`; "), "{agent}");
    std::fs::write(folder.path().join("game.txt"), "[game \"ufo\"]\nC:fly").unwrap();
    let taken = said(&["play", "ufo", "--save", "game.txt"]);
    assert!(taken.starts_with("game.txt exists already; "), "{taken}");
    let wrong = said(&["play", "--load", "game.txt"]);
    assert!(
        wrong.contains("line 2: `C:fly` is not a legal action"),
        "{wrong}"
    );
    let unwritable = said(&["play", "ufo", "--save", "game.txt/in/a/file"]);
    assert!(unwritable.contains("game.txt/in/a/file"), "{unwritable}");
    assert!(said(&["play"]).contains("required arguments were not provided"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn missing_files() {
    for args in [
        &["replay", "no/file"][..],
        &["perft", "--check", "no/file"],
        &["trace", "--check", "no/file"],
        &["play", "--load", "no/file"],
    ] {
        assert!(
            complaint(args, 2).starts_with("cannot read no/file: "),
            "{args:?}"
        );
    }
}

#[test]
fn tables_and_traces_that_differ_fail() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("table.txt");
    std::fs::write(&table, "game ufo\n0 1 0 0\n1 0 5 0\n").unwrap();
    let said = complaint_in(folder.path(), &["perft", "--check", "table.txt"], 1);
    assert_eq!(
        said,
        "table.txt: ufo, depth 1: the table says 0 5 0, the engine counts 0 6 0"
    );
    std::fs::write(&table, "game ufo\n0 1 0\n").unwrap();
    let said = complaint_in(folder.path(), &["perft", "--check", "table.txt"], 2);
    assert!(
        said.starts_with("table.txt: line 2: `0 1 0` is not part of a perft table"),
        "{said}"
    );

    let trace = common::output_of(&["trace", "ufo-mini"]);
    let spoilt = trace.replace("\"sky_left\":3", "\"sky_left\":2");
    std::fs::write(folder.path().join("trace.jsonl"), spoilt).unwrap();
    let output = common::run_in(folder.path(), &["trace", "--check", "trace.jsonl"]);
    assert_eq!(output.status.code(), Some(1));
    let said = text(&output.stdout);
    assert!(
        said.contains("trace.jsonl: line 2, game 1: the trace differs:"),
        "{said}"
    );
    assert!(
        said.contains("position.sky_left: engine 3, trace 2"),
        "{said}"
    );
    assert_eq!(
        text(&output.stderr),
        "moonbase: 1 game not as the engine plays\n"
    );
}

#[test]
fn output_that_nobody_reads_ends_quietly() {
    let mut child = moonbase(&["trace", "ufo", "--games", "1000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut first).unwrap();
    drop(reader);
    let mut errors = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut errors)
        .unwrap();
    assert!(child.wait().unwrap().success());
    assert_eq!(errors, "");
    assert!(first.starts_with("{\"game\":\"ufo\""), "{first}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    for args in [
        &["trace", "ufo-mini"][..],
        &["perft", "ufo"],
        &["agents"],
        &["--help"],
    ] {
        let full = std::fs::File::options()
            .write(true)
            .open("/dev/full")
            .unwrap();
        let output = moonbase(args).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        let said = text(&output.stderr);
        assert!(
            said.contains("No space left") && said.lines().count() == 1,
            "{args:?}: {said}"
        );
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_the_game_that_is_played() {
    let folder = tempfile::tempdir().unwrap();
    let play = [
        "play", "ufo", "--as", "shado", "--seed", "1", "--save", "game.txt",
    ];
    let mut child = moonbase(&play)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // Held open: its end would end the game as well.
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"C:done\n1\n").unwrap();
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let replayed = common::run_in(folder.path(), &["replay", "game.txt"]);
    assert!(replayed.status.success());
    assert!(text(&replayed.stdout).contains("shado"));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_long_commands() {
    for args in [
        &["trace", "ufo", "--games", "1000000"][..],
        &["match", "random", "random", "--games", "1000000"],
        &["match", "uct:sims=1000000000", "random", "--games", "2"],
    ] {
        let mut child = moonbase(args)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        interrupt(&child);
        let mut errors = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut errors)
            .unwrap();
        assert_eq!(
            child.wait().unwrap().code(),
            Some(130),
            "{args:?}: {errors}"
        );
        assert_eq!(errors, "moonbase: interrupted\n", "{args:?}");
    }
}

#[test]
fn analyses_of_what_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("game.txt"), "[game \"ufo\"]\n").unwrap();
    let base = ["analyse", "ufo", "--agent", "random", "--record"];
    let of = |rest: &[&str]| complaint_in(folder.path(), &[&base[..], rest].concat(), 2);
    assert_eq!(
        of(&["game.txt", "--ply", "1"]),
        "game.txt: --ply 1 is beyond its 0 words"
    );
    assert!(
        of(&["game.txt", "--set", "aliens=3"]).contains("a game of ufo, under other rule options")
    );
    assert!(of(&["none.txt"]).starts_with("cannot read none.txt: "));
}

#[test]
fn what_could_not_be_saved_is_said_before_the_work() {
    let folder = tempfile::tempdir().unwrap();
    let of = |out| complaint_in(folder.path(), &["solve", "ufo-micro", "--out", out], 2);
    assert_eq!(of("no/x"), "cannot write no/x: there is no such folder");
    assert_eq!(of("."), "cannot write .: is a directory");
    let said = complaint(&["match", "random", "random", "--threads", "0"], 2);
    assert!(said.contains("threads from 1 to 1024"), "{said}");
    let said = complaint(&["match", "random", "random", "--seed", "-1"], 2);
    assert!(said.contains("invalid value '-1' for '--seed"), "{said}");
}
