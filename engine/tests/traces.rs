//! Traces of toy games: what is written agrees with the checker, and each kind of slip is found.

use moonbase_engine::chance::rng_for;
use moonbase_engine::toy::{Courier, Nim, Pig};
use moonbase_engine::trace::{Checker, Problem, Report, header_line, trace_game};
use moonbase_engine::{Game, KeyedDice, PlayError, RuleOptions};
use serde_json::{Value, json};

/// The lines of one random game.
fn trace<G: Game>(options: &G::Options, seed: u64) -> Vec<String> {
    let (preset, base) = G::Options::presets().swap_remove(0);
    let mut lines = vec![header_line(preset, &options.difference(&base))];
    let mut rng = rng_for(seed, 0);
    let played: Result<_, PlayError> = trace_game(
        &G::new(options).unwrap(),
        &mut KeyedDice::new(seed),
        |position, _| Ok(position.random_action(&mut rng)),
        |line| {
            lines.push(line);
            Ok(())
        },
    );
    played.unwrap();
    lines
}

fn check<G: Game>(lines: &[String]) -> Report {
    let mut checker = Checker::of::<G>();
    lines.iter().for_each(|line| checker.line(line));
    checker.finish()
}

fn agrees<G: Game>() {
    let games: Vec<String> = (0..20)
        .flat_map(|seed| trace::<G>(&Default::default(), seed))
        .collect();
    let report = check::<G>(&games);
    assert_eq!(report.faults, []);
    assert_eq!((report.games, report.nodes), (20, games.len() - 20));
}

#[test]
fn own_traces_agree() {
    agrees::<Pig>();
    agrees::<Nim>();
    agrees::<Courier>();
}

#[test]
fn the_format_is_exact() {
    let mut options = <Pig as Game>::Options::default();
    options.set("target", &json!(2)).unwrap();
    options.set("faces", &json!(3)).unwrap();
    let lines = trace::<Pig>(&options, 3);
    let position = Pig::new(&options).unwrap().dump();
    assert_eq!(
        lines[0],
        r#"{"game":"pig","options":{"faces":3,"target":2}}"#
    );
    let third = 1.0 / 3.0;
    let first: Value = serde_json::from_str(&lines[1]).unwrap();
    let outcome = first["outcome"].clone();
    let expected = json!({
        "node": "chance",
        "outcomes": [["face:1", third], ["face:2", third], ["face:3", third]],
        "outcome": outcome,
        "position": position,
    });
    assert_eq!(first, expected);
    let last: Value = serde_json::from_str(lines.last().unwrap()).unwrap();
    assert_eq!(last["node"], "terminal");
    assert_eq!(last["returns"]["a"].as_f64().map(f64::abs), Some(1.0));
}

/// A trace with one line changed, and what the checker says of it.
fn spoil(change: impl Fn(&mut Value)) -> Vec<Problem> {
    let mut lines = trace::<Pig>(&Default::default(), 5);
    for line in &mut lines {
        let mut value: Value = serde_json::from_str(line).unwrap();
        change(&mut value);
        *line = value.to_string();
    }
    let faults = check::<Pig>(&lines).faults;
    faults.into_iter().map(|fault| fault.problem).collect()
}

fn expect(change: impl Fn(&mut Value), detail: &str) {
    match &spoil(change)[..] {
        [Problem::Differs(details)] => {
            assert!(details.iter().any(|d| d.starts_with(detail)), "{details:?}")
        }
        other => panic!("{detail}: {other:?}"),
    }
}

fn at(node: &'static str, key: &'static str, to: Value) -> impl Fn(&mut Value) {
    move |value| {
        if value["node"] == node {
            value[key] = to.clone();
        }
    }
}

#[test]
fn each_slip_is_found_and_named() {
    expect(
        at("chance", "node", json!("decision")),
        "kind of node: engine \"chance\", trace \"decision\"",
    );
    expect(at("decision", "player", json!("c")), "player: engine");
    expect(
        at("decision", "legal", json!(["roll", "jump"])),
        "legal: only in the engine [\"hold\"], only in the trace [\"jump\"]",
    );
    expect(
        at("decision", "legal", json!(["hold", "roll"])),
        "legal: order or number differs",
    );
    expect(
        at("decision", "action", json!("jump")),
        "`jump` is not a legal action of",
    );
    expect(
        at("decision", "action", json!(null)),
        "the action or outcome is missing",
    );
    expect(
        at("chance", "outcome", json!("face:7")),
        "`face:7` is not a possible chance outcome",
    );
    expect(
        at("chance", "outcomes", json!([["face:1", 1.0]])),
        "outcomes: only in the engine",
    );
    expect(
        at("terminal", "outcome", json!("nobody")),
        "outcome: engine",
    );
    expect(
        at("terminal", "returns", json!({"a": 0, "b": 0})),
        "returns: engine",
    );
    expect(at("chance", "position", json!(null)), "position: engine");
    let shift = |value: &mut Value| {
        if value["node"] == "chance" {
            value["outcomes"][0][1] = json!(1.0 / 6.0 + 1e-11);
        }
    };
    expect(
        shift,
        "probability of face:1: engine 0.16666666666666666, trace 0.1666666666",
    );
}

#[test]
fn positions_are_compared_key_by_key_but_for_pending() {
    let absent = |value: &mut Value| {
        value["position"].as_object_mut().map(|p| p.remove("turn"));
    };
    expect(absent, "position.turn: engine 1, absent in the trace");
    let more = |value: &mut Value| value["position"]["wings"] = json!(2);
    expect(more, "position.wings: absent in the engine, trace 2");
    let points = |value: &mut Value| value["position"]["points"] = json!([0, 0.0]);
    expect(points, "position.points: only in the engine [");
    let harmless = |value: &mut Value| {
        value["position"]["pending"] = json!(["own words"]);
        value["position"]["turn"] = json!(value["position"]["turn"].as_f64());
    };
    let harmless = move |value: &mut Value| {
        if value.get("node").is_some() {
            harmless(value)
        }
    };
    assert_eq!(spoil(harmless), []);
}

fn problem_of(lines: &[&str]) -> (usize, usize, String) {
    let lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
    let report = check::<Pig>(&lines);
    let fault = report.faults.first().expect("a fault");
    (fault.line, fault.game, fault.problem.to_string())
}

#[test]
fn what_is_no_trace_is_refused_with_the_line() {
    let header = r#"{"game":"pig","options":{}}"#;
    let (line, game, problem) = problem_of(&[header, "{"]);
    assert_eq!((line, game), (2, 1));
    assert!(problem.starts_with("not a JSON object: "), "{problem}");
    let (line, game, problem) = problem_of(&["{}"]);
    assert_eq!((line, game), (1, 0));
    assert!(
        problem.starts_with("expected a line {\"game\""),
        "{problem}"
    );
    assert!(problem_of(&[]).2.starts_with("expected a line"));
    assert_eq!(
        problem_of(&[header]).2,
        "the trace ends before the game does"
    );
    assert_eq!(
        problem_of(&[header, header]),
        (2, 1, "the trace ends before the game does".into())
    );
    let refused = r#"{"game":"pig","options":{"faces":7}}"#;
    assert_eq!(
        problem_of(&[refused]).2,
        "option `faces` cannot be `7`; valid: 2..6"
    );
    assert_eq!(
        problem_of(&[r#"{"game":"chess","options":{}}"#]).2,
        "unknown game `chess`; games: pig, pig-coin"
    );
}

#[test]
fn checking_goes_on_with_the_next_game() {
    let mut lines = trace::<Pig>(&Default::default(), 1);
    lines[1] = "not JSON".into();
    lines.extend(trace::<Pig>(&Default::default(), 2));
    let report = check::<Pig>(&lines);
    assert_eq!((report.games, report.faults.len()), (2, 1));
    assert_eq!(report.nodes, trace::<Pig>(&Default::default(), 2).len() - 1);
}
