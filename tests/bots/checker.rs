//! `moonbase bot-check`, and the session in the docs.

use super::*;

fn passes(command: &str) {
    for game in ["ufo-micro", "lost_patrol-micro"] {
        let output = run(&["bot-check", command, "--game", game]);
        let shown = text(&output.stdout);
        assert!(output.status.success(), "{command}: {shown}");
        assert!(shown.ends_with("14 of 14 checks passed\n"), "{shown}");
    }
}

#[test]
fn the_example_in_shell_passes() {
    passes("sh docs/bots/first.sh");
}

#[test]
fn the_example_in_python_passes() {
    if python() {
        passes("python3 docs/bots/greedy.py");
    }
}

#[test]
fn our_own_bot_passes() {
    passes(&format!(
        "'{}' bot --agent scripted",
        env!("CARGO_BIN_EXE_moonbase")
    ));
}

fn checked(fault: &str) -> (Place, BotReport) {
    let place = Place::new();
    let options = PigOptions::default();
    let limit = if OVERTIME.contains(&fault) {
        1000
    } else {
        30_000
    };
    let report = check_bot(&BotCheckPlan::<Pig> {
        command: &place.command(fault),
        game: "pig",
        options: &options,
        limit: Duration::from_millis(limit),
        // A start may take longer than an answer.
        start: Duration::from_millis(if fault == "mute" { 700 } else { 30_000 }),
        errors: Errors::Hidden,
        seed: 3,
    });
    (place, report)
}

#[test]
fn the_checker_passes_a_sound_bot() {
    let (place, report) = checked("none");
    assert_eq!(report.failed(), 0, "{report}");
    assert_eq!(report.checks.len(), 14);
    place.assert_all_gone();
}

/// Each fault is found by the check that it belongs to, with these words.
#[test]
fn the_checker_names_each_fault() {
    let faults = [
        ("version", "hello", "version 2 instead of 1"),
        ("mute", "hello", "no answer to `hello` within 700 ms"),
        ("no-pong", "ping", "no answer to `ping`"),
        ("any-option", "options", "`ok` instead of `error`"),
        (
            "unknown",
            "unknown message",
            "`moonbase_later`: exit status: 4",
        ),
        ("illegal", "both seats", "`fly:0` is not legal"),
        ("paint", "both seats", "`\\u{1b}[31mfly` is not legal"),
        ("value", "both seats", "its value 7 is not in [-1, 1]"),
        ("crash-later", "both seats", "`go`: exit status: 3"),
        ("second-game", "games in a row", "game 2: its output ended"),
        (
            "second-game",
            "broken-off game",
            "before it answered `new_game`",
        ),
        ("chatter", "nothing unasked", "after its answer to `go`"),
        ("long-line", "any position", "a flood of output"),
        ("slow", "clock", "no answer to `go` within 1000 ms"),
        ("no-quit", "quit", "it still runs 2000 ms after `quit`"),
        ("bad-quit", "quit", "it ends with exit status: 1"),
        (
            "no-end",
            "end of input",
            "it still runs 2000 ms after an empty input",
        ),
    ];
    std::thread::scope(|scope| {
        for (fault, name, words) in faults {
            scope.spawn(move || {
                let (place, report) = checked(fault);
                let found = report.checks.iter().find(|check| check.name == name);
                let found = found.unwrap_or_else(|| panic!("{report}"));
                assert!(
                    !found.passed && found.detail.contains(words),
                    "{fault}: {report}"
                );
                let shown = report.to_string();
                assert!(
                    !shown.chars().any(|c| c.is_control() && c != '\n'),
                    "{shown}"
                );
                place.assert_all_gone();
            });
        }
    });
}

#[test]
fn the_checker_tells_by_its_exit_code() {
    let place = Place::new();
    let command = place.command("bad-quit");
    let output = run(&[
        "bot-check",
        &command,
        "--game",
        "ufo-micro",
        "--limit",
        "5000",
    ]);
    assert_eq!(output.status.code(), Some(1));
    let (shown, said) = (text(&output.stdout), text(&output.stderr));
    assert!(shown.contains("FAIL  quit"), "{shown}");
    assert_eq!(said, "moonbase: the bot fails 1 check of 14\n");
    let json = run(&["bot-check", "no-such-program", "--json"]);
    let json: Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["checks"][0]["passed"], false);
}

/// The session that the document shows is what happens.
#[test]
fn the_session_of_the_document_is_true() {
    let document = std::fs::read_to_string(Path::new(ROOT).join("docs/bots.md")).unwrap();
    let session = document
        .split("```text\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let side = |mark: &str| {
        let lines = session
            .unwrap()
            .lines()
            .filter_map(|line| line.strip_prefix(mark));
        lines.map(|line| format!("{line}\n")).collect::<String>()
    };
    let (requests, expected) = (side("> "), side("< "));
    assert!(requests.lines().count() > 5);
    let mut replies = Vec::new();
    let spec = AgentSpec::named("scripted");
    moonbase_agents::bot::serve(&spec, None, requests.as_bytes(), &mut replies).unwrap();
    assert_eq!(text(&replies), expected);
}
