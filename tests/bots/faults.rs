//! What a bot does wrong costs it that game and nobody anything else.

use super::*;

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
    all_lost("illegal", "it chose what is not legal: `fly:0`");
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
        "its output ended before it answered `go`: exit status: 3",
    );
    all_lost("killed", "before it answered `go`: signal: 9 (SIGKILL)");
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
    assert!(shown.contains(": exit status: 3 (1 game: 1)"), "{shown}");
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
