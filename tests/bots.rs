//! Bots in other languages: they play as they should, and what they do wrong costs them one game and nobody anything else.
#![cfg(unix)]

mod common;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::{complaint, complaint_in, interrupt, moonbase, output_of, run, text};
use moonbase_agents::ext::Errors;
use moonbase_agents::{Agent, AgentError, AgentSpec, Decision, MakeAgent, OnClock};
use moonbase_engine::BySeat;
use moonbase_engine::toy::{Pig, PigAction, PigOptions};
use moonbase_eval::{
    BotCheckPlan, BotReport, Control, EvalError, MatchPlan, MatchReport, Tournament, check_bot,
    play_match, play_tournament,
};
use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The faults that only a limit of time ends.
const OVERTIME: [&str; 4] = ["hang", "mute", "slow", "no-pong"];

/// A folder with the log of the bots that were started.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn log(&self) -> PathBuf {
        self.0.path().join("log")
    }

    fn command(&self, fault: &str) -> String {
        format!(
            "sh {ROOT}/tests/bots/faulty.sh {fault} {}",
            self.log().display()
        )
    }

    /// Its time is short only where it will be used up.
    fn spec(&self, fault: &str, more: &str) -> AgentSpec {
        let limit = if OVERTIME.contains(&fault) {
            700
        } else {
            30_000
        };
        let command = self.command(fault);
        let text = format!("ext:cmd=\"{command}\",limit={limit},hello={limit}{more}");
        text.parse().unwrap()
    }

    /// The numbers of the bots, and of what they started.
    fn processes(&self) -> Vec<u32> {
        let log = std::fs::read_to_string(self.log()).unwrap_or_default();
        log.lines().map(|line| line.parse().unwrap()).collect()
    }

    /// Nobody is left; what a bot had started may still wait for the system to forget it.
    fn assert_all_gone(&self) {
        let deadline = Instant::now() + Duration::from_secs(20);
        for process in self.processes() {
            while is_running(process) {
                assert!(Instant::now() < deadline, "process {process} is left");
                std::thread::sleep(Duration::from_millis(20));
            }
            assert!(
                !is_our_zombie(process),
                "process {process} was not waited for"
            );
        }
    }
}

/// State and parent of a process.
fn status_of(process: u32) -> Option<(String, u32)> {
    let id = process.to_string();
    let output = Command::new("ps")
        .args(["-o", "stat=,ppid=", "-p", &id])
        .output();
    let output = text(&output.expect("ps runs").stdout);
    let (state, parent) = output.trim().split_once(char::is_whitespace)?;
    Some((state.into(), parent.trim().parse().unwrap()))
}

fn is_running(process: u32) -> bool {
    status_of(process).is_some_and(|(state, _)| !state.starts_with('Z'))
}

fn is_our_zombie(process: u32) -> bool {
    status_of(process).is_some_and(|(_, parent)| parent == std::process::id())
}

fn play(one: &dyn MakeAgent<Pig>, games: u64, threads: usize) -> Result<MatchReport, EvalError> {
    let other = AgentSpec::named("random");
    let options = PigOptions::default();
    let plan = MatchPlan::<Pig> {
        game: "pig",
        options: &options,
        agents: [one, &other],
        games,
        seed: 5,
    };
    let stop = AtomicBool::new(false);
    let mut control = Control {
        threads,
        stop: &stop,
        progress: &mut |_, _| {},
    };
    play_match(&plan, &mut control)
}

/// A match of four games, all of which the bot loses for this reason.
fn all_lost(fault: &str, reason: &str) {
    let place = Place::new();
    let spec = place.spec(fault, "");
    let report = play(&spec, 4, 1).unwrap();
    assert_eq!((report.games, report.forfeits.len()), (4, 4), "{fault}");
    assert_eq!(report.score.overall, 0.0);
    for (number, forfeit) in (1..).zip(&report.forfeits) {
        assert_eq!((forfeit.game, &forfeit.agent), (number, &spec.to_string()));
        assert!(
            forfeit.reason.contains(reason),
            "{fault}: {}",
            forfeit.reason
        );
    }
    assert_eq!(report.outcomes["a"]["forfeit"], 1.0);
    let shown = report.to_string();
    assert!(
        shown.contains("(4 games: 1, 2, 3, 4)") && shown.contains(reason),
        "{shown}"
    );
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["forfeits"][1]["seat"], "b");
    place.assert_all_gone();
    let started: BTreeSet<u32> = place.processes().into_iter().collect();
    assert!(started.len() >= 4, "each game has a fresh process");
}

#[test]
fn a_bot_that_hangs_loses() {
    all_lost("hang", "no answer to `go` within 700 ms");
    all_lost("mute", "no answer to `hello` within 700 ms");
    all_lost("slow", "no answer to `go` within 700 ms");
}

#[test]
fn a_bot_that_floods_loses() {
    all_lost(
        "long-line",
        "a flood of output: a line of more than 1048576 bytes",
    );
    all_lost("many-lines", "a flood of output: more than 1048576 bytes");
}

#[test]
fn a_bot_that_lies_or_talks_rubbish_loses() {
    all_lost("illegal", "it chose `fly:0`, which is not legal");
    all_lost("rubbish", "is no JSON");
    all_lost("wrong-id", "is not to request");
    all_lost(
        "version",
        "its answer to `hello` is none: version 2 instead of 1",
    );
    all_lost("gives-up", "it gave up at `go`: no idea");
}

#[test]
fn a_bot_that_ends_loses() {
    all_lost(
        "crash",
        "its output ended before it answered `go` (exit status: 3)",
    );
    all_lost("killed", "before it answered `go` (signal: 9 (SIGKILL))");
}

/// What was said too much is taken for the next answer, which it is not.
#[test]
fn a_bot_that_chatters_loses_at_its_next_decision() {
    let place = Place::new();
    let report = play(&place.spec("chatter", ""), 4, 1).unwrap();
    assert!(!report.forfeits.is_empty());
    assert!(report.forfeits[0].reason.contains("is not to request"));
    place.assert_all_gone();
}

#[test]
fn a_fault_in_the_middle_costs_that_game() {
    let place = Place::new();
    let report = play(&place.spec("crash-later", ""), 6, 1).unwrap();
    assert_eq!(report.games, 6);
    assert!(!report.forfeits.is_empty() && report.length.decisions > 2.0);
    place.assert_all_gone();
}

#[test]
fn after_a_fault_the_next_game_has_a_fresh_process() {
    let place = Place::new();
    let report = play(&place.spec("crash-once", ""), 8, 1).unwrap();
    assert_eq!((report.games, report.forfeits.len()), (8, 1));
    assert_eq!(report.forfeits[0].game, 1);
    assert_eq!(place.processes().len(), 2);
    place.assert_all_gone();
    // The others were played like those of a bot without a fault: the dice do not know of it.
    let sound = Place::new();
    let whole = play(&sound.spec("none", ""), 8, 1).unwrap();
    let lost = |report: &MatchReport| report.outcomes["b"].clone();
    assert_eq!(lost(&report), lost(&whole));
}

#[test]
fn tournaments_name_forfeits_by_row() {
    let place = Place::new();
    let (bot, sound) = (place.spec("crash-once", ""), AgentSpec::named("random"));
    let options = PigOptions::default();
    let plan = Tournament::<Pig> {
        options: &options,
        entrants: BySeat::new(vec![&sound], vec![&bot]),
        opponents: vec![&sound],
        games: 5,
        seed: 2,
    };
    let stop = AtomicBool::new(false);
    let mut control = Control {
        threads: 1,
        stop: &stop,
        progress: &mut |_, _| {},
    };
    let report = play_tournament(&plan, &mut control).unwrap();
    let [fair, faulty] = &report.rows[..] else {
        panic!("{report}")
    };
    assert!(report.complete && fair.forfeits.is_empty());
    assert_eq!((faulty.forfeits.len(), faulty.forfeits[0].game), (1, 1));
    assert_eq!(faulty.forfeits[0].seat, "b");
    assert_eq!(faulty.outcomes["forfeit"], 0.2);
    let shown = report.to_string();
    assert!(shown.contains("(exit status: 3) (1 game: 1)"), "{shown}");
    place.assert_all_gone();
}

#[test]
fn each_thread_has_a_process_of_its_own() {
    let (one, two) = (Place::new(), Place::new());
    let alone = play(&one.spec("none", ""), 40, 1).unwrap();
    let together = play(&two.spec("none", ""), 40, 2).unwrap();
    assert!(alone.forfeits.is_empty());
    assert_eq!((one.processes().len(), two.processes().len()), (1, 2));
    assert_eq!(alone.score, together.score);
    one.assert_all_gone();
    two.assert_all_gone();
}

#[test]
fn fresh_starts_the_program_for_each_game() {
    let place = Place::new();
    let report = play(&place.spec("none", ",fresh=on"), 6, 1).unwrap();
    assert!(report.forfeits.is_empty());
    assert_eq!(place.processes().len(), 6);
    place.assert_all_gone();
}

/// Fails as no agent should.
struct Panics;

impl Agent<Pig> for Panics {
    fn new_game(&mut self, _: u64) {}
    fn decide(&mut self, _: &Pig) -> Decision<PigAction> {
        panic!("a fault of ours")
    }
    fn name(&self) -> String {
        "panics".into()
    }
}

struct MakePanics;

impl MakeAgent<Pig> for MakePanics {
    fn make(&self) -> Result<Box<dyn Agent<Pig>>, AgentError> {
        Ok(Box::new(Panics))
    }
    fn name(&self) -> String {
        "panics".into()
    }
}

#[test]
fn bots_are_ended_when_our_side_panics() {
    let place = Place::new();
    let (bot, options) = (place.spec("no-quit", ""), PigOptions::default());
    let plan = MatchPlan::<Pig> {
        game: "pig",
        options: &options,
        agents: [&bot, &MakePanics],
        games: 2,
        seed: 1,
    };
    let stop = AtomicBool::new(false);
    let mut control = Control {
        threads: 1,
        stop: &stop,
        progress: &mut |_, _| {},
    };
    let error = play_match(&plan, &mut control).unwrap_err();
    assert!(matches!(error, EvalError::Broken(_)), "{error}");
    assert!(!place.processes().is_empty());
    place.assert_all_gone();
}

#[test]
fn ctrl_c_ends_bots_that_hang() {
    let place = Place::new();
    let spec = format!("ext:cmd=\"{}\"", place.command("hang"));
    let mut child = moonbase(&["match", &spec, "random", "--game", "ufo-micro"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    // Bot and child, for at least one thread.
    while place.processes().len() < 2 && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(20));
    }
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(place.processes().len() >= 2);
    place.assert_all_gone();
}

/// The spec of one of our agents behind the protocol.
fn behind(agent: &str) -> String {
    format!(
        "ext:cmd=\"'{}' bot --agent {agent}\"",
        env!("CARGO_BIN_EXE_moonbase")
    )
}

#[test]
fn an_agent_behind_the_protocol_plays_the_very_same_games() {
    for (game, agent) in [
        ("ufo-mini", "scripted"),
        ("lost_patrol-mini", "scripted"),
        ("ufo-micro", "uct:sims=15"),
    ] {
        let games = |agent: &str| {
            let agents = format!("{agent},random");
            output_of(&["trace", game, "--agents", &agents, "--games", "2"])
        };
        assert_eq!(games(&behind(agent)), games(agent), "{agent} in {game}");
        let report = |agent: &str| {
            let args = [
                "match", agent, "random", "--game", game, "--games", "4", "--json",
            ];
            let mut report: Value = serde_json::from_str(&output_of(&args)).unwrap();
            report.as_object_mut().unwrap().remove("agents");
            report
        };
        assert_eq!(report(&behind(agent)), report(agent), "{agent} in {game}");
    }
}

#[test]
fn bots_serve_wherever_agents_do() {
    let bot = behind("scripted");
    let analysis = output_of(&["analyse", "ufo-mini", "--agent", &bot, "--json"]);
    let plain = output_of(&["analyse", "ufo-mini", "--agent", "scripted", "--json"]);
    let choice = |text: &str| serde_json::from_str::<Value>(text).unwrap()["choice"].clone();
    assert_eq!(choice(&analysis), choice(&plain));
    let folder = tempfile::tempdir().unwrap();
    let save = folder.path().join("game.txt").display().to_string();
    let args = [
        "play",
        "ufo-micro",
        "--as",
        "none",
        "--against",
        &bot,
        "--seed",
        "3",
        "--save",
        &save,
    ];
    output_of(&args);
    let record = std::fs::read_to_string(&save).unwrap();
    assert!(record.contains("[result "), "{record}");
    // What a saved game names is not run without being asked for.
    let said = complaint(&["play", "--load", &save], 2);
    assert!(
        said.contains("give it with --against to let it run"),
        "{said}"
    );
    let said = complaint_in(
        folder.path(),
        &["trace", "ufo-micro", "--agents", "ext:cmd=false,random"],
        1,
    );
    assert!(
        said.contains("forfeits: its output ended before it answered `hello`"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_started_is_said_in_one_line() {
    let said = complaint(&["match", "ext", "random"], 2);
    assert_eq!(said, "agent `ext` needs cmd=...");
    let said = complaint(&["match", "ext:cmd=no-such-program", "random"], 2);
    assert!(
        said.starts_with("agent `ext`: cannot start `no-such-program`: "),
        "{said}"
    );
    let said = complaint(&["bot", "--agent", "minimax"], 2);
    assert!(said.starts_with("unknown agent `minimax`"), "{said}");
    let said = complaint(&["bot", "--agent", "random", "--game", "chess"], 2);
    assert!(said.starts_with("unknown game `chess`"), "{said}");
}

/// Is there a Python to run the example with?
fn python() -> bool {
    let found = Command::new("python3").arg("--version").output();
    let found = found.is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: there is no python3");
    }
    found
}

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

#[test]
fn an_option_reaches_the_bot() {
    if !python() {
        return;
    }
    let path = Path::new(ROOT).join("docs/bots/greedy.py");
    let spec = |value: &str| {
        format!(
            "ext:cmd=\"python3 {}\",option.reckless={value}",
            path.display()
        )
    };
    let games = |spec: &str| {
        let agents = format!("{spec},random");
        output_of(&["trace", "ufo-micro", "--agents", &agents])
    };
    assert_eq!(games(&spec("0")), games(&spec("0")));
    assert_ne!(games(&spec("0")), games(&spec("1")));
    let refused = [
        "trace",
        "ufo-micro",
        "--agents",
        &format!("{},random", spec("much")),
    ];
    let said = complaint(&refused, 2);
    assert!(said.contains("the bot refuses an option"), "{said}");
}

/// Nothing is played with an option that the bot does not have.
#[test]
fn an_unknown_option_is_refused_before_the_first_game() {
    let place = Place::new();
    let spec = place.spec("none", ",option.depth=3").to_string();
    let folder = tempfile::tempdir().unwrap();
    let db = folder.path().join("games").display().to_string();
    for args in [
        &["match", "random", &spec, "--game", "ufo-micro"][..],
        &[
            "tournament",
            "random",
            &spec,
            "--game",
            "ufo-micro",
            "--db",
            &db,
        ],
    ] {
        let said = complaint(args, 2);
        let expected =
            "agent `ext`: the bot refuses an option: no options; its options: it names none";
        assert_eq!(said, expected);
    }
    assert!(!Path::new(&db).exists());
    place.assert_all_gone();
}

/// The clock ends what the bot's own limit would wait for; who has time enough plays as ever.
#[test]
fn bots_play_on_clocks() {
    let clocked = |fault: &str, clock: &str| {
        let place = Place::new();
        let spec = format!("ext:cmd=\"{}\"", place.command(fault))
            .parse::<AgentSpec>()
            .unwrap();
        let report = play(&OnClock::new(&spec, clock.parse().unwrap()), 4, 1).unwrap();
        place.assert_all_gone();
        report
    };
    for fault in ["hang", "slow"] {
        let report = clocked(fault, "0.7s");
        let reasons: Vec<&str> = report
            .forfeits
            .iter()
            .map(|game| game.reason.as_str())
            .collect();
        assert_eq!(reasons, ["it ran out of time"; 4], "{fault}");
    }
    // Its start and its greeting are off the clock, but not its answers.
    assert_eq!(clocked("none", "0s").forfeits.len(), 4);
    let (fair, place) = (clocked("none", "1h+1s"), Place::new());
    let plain = play(&place.spec("none", ""), 4, 1).unwrap();
    assert!(fair.forfeits.is_empty());
    assert_eq!((fair.score, fair.length), (plain.score, plain.length));
    assert!(fair.agents[0].ends_with(" (3600s+1s)"), "{:?}", fair.agents);
}

#[test]
fn a_bot_is_told_what_its_clock_shows() {
    let place = Place::new();
    let spec = format!("ext:cmd=\"{}\"", place.command("tells-clock"))
        .parse::<AgentSpec>()
        .unwrap();
    let report = play(&OnClock::new(&spec, "1h+1s".parse().unwrap()), 2, 1).unwrap();
    // It gives up, and says what it was told.
    let told = r#""clock":{"limit_ms":60000,"left_ms":3600000,"increment_ms":1000}"#;
    assert!(
        report.forfeits[0].reason.contains(told),
        "{}",
        report.forfeits[0].reason
    );
    place.assert_all_gone();
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
        ("mute", "hello", "no answer to `hello`"),
        ("no-pong", "ping", "no answer to `ping`"),
        ("any-option", "options", "`ok` instead of `error`"),
        ("unknown", "unknown message", "(exit status: 4)"),
        ("illegal", "both seats", "`fly:0` is not legal"),
        ("paint", "both seats", "`\\u{1b}[31mfly` is not legal"),
        ("value", "both seats", "its value 7 is not in [-1, 1]"),
        ("crash-later", "both seats", "(exit status: 3)"),
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
