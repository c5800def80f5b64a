//! Bots that play as they should, their options and clocks.

use super::*;

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
