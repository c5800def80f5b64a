//! Beside a real table: what is asked, what can be typed, and whole games with typed dice.

mod common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use common::make;
use common::person::{Person, Screen, allowed, first_then, prompt};
use moonbase_agents::{Decision, Thought};
use moonbase_engine::chance::rng_for;
use moonbase_engine::lost_patrol::LostPatrol;
use moonbase_engine::record::Record;
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{Game, KeyedDice, Seat, SeatValue, Turn};
use moonbase_play::AtTable;
use moonbase_play::table::{Asked, Pick, Question, Reading, reason};
use moonbase_play::terminal::{Finish, Left, PlayOptions, play_with};
use rand::RngExt;

fn said(reading: &Reading, typed: &str) -> String {
    match reading.read(typed) {
        Ok(answer) => answer.to_string(),
        Err(error) => error.to_string(),
    }
}

const THREE: Reading = Reading::Count {
    dice: 3,
    at_least: 5,
};

#[test]
fn numbers_and_dice_are_read() {
    let best = Reading::Best { dice: 3 };
    for (reading, typed, answer) in [
        (&THREE, "0", "0"),
        (&THREE, " 3 ", "3"),
        (&THREE, "5 6 4", "2"),
        (&THREE, "5,6,6", "3"),
        (&Reading::Sum, "12", "12"),
        (&Reading::Sum, "3+4", "7"),
        (&Reading::Face, "6", "6"),
        (&best, "2 5 1", "5"),
    ] {
        assert_eq!(said(reading, typed), answer, "{typed}");
    }
}

#[test]
fn what_cannot_be_is_one_clear_line() {
    for (reading, typed, line) in [
        (
            &THREE,
            "two",
            "`two` is no number; type 0 to 3, or what each die shows",
        ),
        (
            &THREE,
            "",
            "`` is no number; type 0 to 3, or what each die shows",
        ),
        (&THREE, "4", "3 dice cannot show 4 of them; type 0 to 3"),
        (
            &THREE,
            "-1",
            "`-1` is no number; type 0 to 3, or what each die shows",
        ),
        (
            &THREE,
            "5 6",
            "3 dice are to be rolled, and 2 numbers typed",
        ),
        (&THREE, "5 6 7", "a die shows 1 to 6, not 7"),
        (&Reading::Face, "0", "a die shows 1 to 6, not 0"),
        (&Reading::Face, "x", "`x` is no number; type 1 to 6"),
        (&Reading::Sum, "13", "two dice add up to 2 to 12, not 13"),
        (&Reading::Sum, "256", "two dice add up to 2 to 12, not 256"),
    ] {
        assert_eq!(said(reading, typed), line, "{typed}");
    }
    let long = said(&Reading::Face, &"9".repeat(500));
    assert!(long.len() < 100, "{long}");
}

#[test]
fn lists_take_numbers_names_and_beginnings() {
    let pick = |name: &str| Pick {
        name: name.into(),
        words: String::new(),
    };
    let list = Reading::Pick {
        picks: ["straight", "straight-heavy", "sharp"].map(pick).into(),
        gone: vec!["y".into()],
    };
    for (typed, answer) in [
        ("3", "2"),
        ("STRAIGHT", "0"),
        ("straight-h", "1"),
        ("sh", "2"),
        ("4", "the list has 3 lines; there is none numbered 4"),
        ("0", "the list has 3 lines; there is none numbered 0"),
        ("y", "no y is left"),
        (
            "st",
            "`st` may be straight, straight-heavy; type more of it, or the number",
        ),
        (
            "s",
            "`s` is not in the list: straight, straight-heavy, sharp",
        ),
        (
            "x",
            "`x` is not in the list: straight, straight-heavy, sharp",
        ),
    ] {
        assert_eq!(said(&list, typed), answer, "{typed}");
    }
}

/// Every answer to a question, with its probability for real dice. `hit` is what SKY1's bombs hit on.
fn answers<G: AtTable>(position: &G, question: &Question, hit: u8) -> Vec<(u8, f64)> {
    let share = |ways: u32, of: u32| f64::from(ways) / f64::from(of);
    match &question.reading {
        Reading::Face => (1..=6).map(|face| (face, share(1, 6))).collect(),
        Reading::Sum => (2..=12u8)
            .map(|sum| (sum, share(6 - u32::from(sum.abs_diff(7)), 36)))
            .collect(),
        Reading::Best { dice } => {
            let up_to = |best: u8| share(best.into(), 6).powi((*dice).into());
            (1..=6)
                .map(|best| (best, up_to(best) - up_to(best - 1)))
                .collect()
        }
        Reading::Count { dice, at_least } => {
            let p = match question.text.starts_with("Of the dice that hit") {
                true => share(1, u32::from(7 - hit)),
                false => share(u32::from(7 - at_least), 6),
            };
            binomial(*dice, p)
        }
        Reading::Pick { picks, .. } => {
            let mut outcomes = Vec::new();
            position.chance_outcomes(&mut outcomes);
            assert_eq!(outcomes.len(), picks.len());
            let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
            let of = |(_, weight): &(G::Chance, u64)| *weight as f64 / total as f64;
            (0..).zip(outcomes.iter().map(of)).collect()
        }
    }
}

fn binomial(dice: u8, p: f64) -> Vec<(u8, f64)> {
    let mut chances = vec![1.0];
    for _ in 0..dice {
        let mut next = vec![0.0; chances.len() + 1];
        for (hits, chance) in chances.iter().enumerate() {
            next[hits] += chance * (1.0 - p);
            next[hits + 1] += chance * p;
        }
        chances = next;
    }
    (0..).zip(chances).collect()
}

/// Throws all dice of a chance node, and adds up what they come to.
fn throw<G: AtTable>(
    position: &G,
    (given, chance): (&mut Vec<u8>, f64),
    hit: u8,
    asked: &mut Vec<String>,
    found: &mut BTreeMap<String, f64>,
) {
    match position.ask(given) {
        Asked::Outcome(outcome) => *found.entry(outcome.to_string()).or_default() += chance,
        Asked::Question(question) => {
            asked.push(question.line());
            for (answer, p) in answers(position, &question, hit) {
                given.push(answer);
                throw(position, (&mut *given, chance * p), hit, asked, found);
                given.pop();
            }
        }
    }
}

/// At every roll and draw of random games all dice together come to the engine's outcomes, as often as its weights say.
fn dice_come_to_the_weights<G: AtTable>(games: common::Games, seeds: u64, hit: u8) -> Vec<String> {
    let mut asked = Vec::new();
    for (preset, settings) in games {
        let options = common::options::<G>(preset, settings);
        for seed in 0..seeds {
            let (mut rng, mut dice) = (rng_for(seed, 7), KeyedDice::new(seed));
            let mut position = G::new(&options).unwrap();
            loop {
                match position.turn() {
                    Turn::Over(_) => break,
                    Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
                    Turn::Chance => {
                        check_node(&position, hit, &mut asked);
                        let outcome = dice.roll(&position);
                        position.resolve_unchecked(outcome);
                    }
                }
            }
        }
        asked.sort();
        asked.dedup();
    }
    asked
}

fn check_node<G: AtTable>(position: &G, hit: u8, asked: &mut Vec<String>) {
    let mut found = BTreeMap::new();
    throw(position, (&mut Vec::new(), 1.0), hit, asked, &mut found);
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
    assert_eq!(found.len(), outcomes.len(), "{found:?} {outcomes:?}");
    for (outcome, weight) in outcomes {
        let (by_dice, by_rules) = (found[&outcome.to_string()], weight as f64 / total as f64);
        assert!(
            (by_dice - by_rules).abs() < 1e-9,
            "{outcome}: {by_dice} {by_rules}"
        );
    }
}

#[test]
fn the_questions_of_ufo_come_to_its_chances() {
    let games: common::Games = &[
        ("ufo", &[]),
        ("ufo-five", &["ufo_in_last=5", "pod_crowding=false"]),
        ("ufo-solo", &[]),
        ("ufo-mini", &[]),
    ];
    let asked = dice_come_to_the_weights::<Ufo>(games, 25, 5);
    for what in [
        "Draw a tile for 0,-1, N of 0,0: which is it?",
        "The dice lay the forest: which number of the list?",
        "in the heavy going: what does it show? (1 to 6)",
        "dice for the cannon of Gun Mobile G",
        "dice for the mortar of Gun Mobile G",
        "for SKY1: what does it show? (1 to 6)",
        "dice for SKY1's bombs on",
        "Of the dice that hit on",
        "for the Pod at",
        "for the Aliens' shots at",
        "for SHADO against the abduction at",
        "for who scatters first",
        "for SHADO's assault",
        "for the UFO: what does it show? (1 to 6)",
    ] {
        assert!(asked.iter().any(|line| line.contains(what)), "{what}");
    }
    assert!(asked.iter().all(|line| line.is_ascii() && line.len() < 110));
}

#[test]
fn bombs_that_hit_on_sixes_alone_are_asked_for_once() {
    let games: common::Games = &[("ufo", &["sky_hits_on=6"])];
    let asked = dice_come_to_the_weights::<Ufo>(games, 40, 6);
    assert!(asked.iter().any(|line| line.contains("SKY1's bombs")));
    assert!(
        !asked
            .iter()
            .any(|line| line.contains("Of the dice that hit"))
    );
}

#[test]
fn the_questions_of_lost_patrol_come_to_its_chances() {
    let games: common::Games = &[("lost_patrol", &[]), ("lost_patrol-mini", &[])];
    let asked = dice_come_to_the_weights::<LostPatrol>(games, 25, 6);
    for what in [
        "Draw a tile: which is it?",
        "in the lianas: what does it show? (1 to 6)",
        "Roll 3 dice for Trooper T1: how many show a 6? (0 to 3)",
        "dice for the patrol in the ambush at",
        "for the lurkers in the ambush at",
    ] {
        assert!(asked.iter().any(|line| line.contains(what)), "{what}");
    }
}

fn options(folder: &Path, preset: &str, seat: &str) -> PlayOptions {
    PlayOptions {
        seat: Some(seat.into()),
        against: Some("random".parse().unwrap()),
        seed: Some(3),
        save: Some(folder.join("table.game")),
        hint: "uct:sims=20".parse().unwrap(),
        table: true,
        ..PlayOptions::new(preset)
    }
}

fn run<G: AtTable>(
    options: &PlayOptions,
    think: impl FnMut(&str) -> Option<String> + Send + 'static,
) -> (Finish, String) {
    let screen = Screen::default();
    let person = Person::new(&screen, think);
    let stop = AtomicBool::new(false);
    let finish = play_with::<G>(options, make, person, &mut screen.clone(), &stop);
    (finish.unwrap(), screen.text())
}

/// A person with dice: the first legal action, and whatever the dice show.
fn player(seed: u64) -> impl FnMut(&str) -> Option<String> + Send + 'static {
    let mut dice = rng_for(seed, 1);
    move |text| {
        Some(match prompt(text) {
            "dice" | "table" => {
                let (low, high) = allowed(text);
                dice.random_range(low..=high).to_string()
            }
            "over" => "q".into(),
            _ => "1".into(),
        })
    }
}

fn record(path: &Path) -> Record {
    Record::parse(&std::fs::read_to_string(path).unwrap()).unwrap()
}

fn words(path: &Path) -> Vec<String> {
    let record = record(path);
    let words = record.words().iter();
    words.map(|word| word.text.clone()).collect()
}

#[test]
fn whole_games_of_both_kinds_with_every_seat() {
    fn play<G: AtTable>(preset: &str, seats: [&str; 4]) {
        for seat in seats {
            let folder = tempfile::tempdir().unwrap();
            let options = options(folder.path(), preset, seat);
            let (finish, text) = run::<G>(&options, player(5));
            assert!(matches!(finish.left, Left::Over(_)), "{seat}: {text}");
            let path = folder.path().join("table.game");
            let record = record(&path);
            assert_eq!(record.tag("dice").unwrap(), "typed");
            assert!(record.tag("result").is_some());
            record.replay::<G>().unwrap();
            assert!(text.contains("which is it?"), "{text}");
            let wide = |line: &&str| line.len() > 80 && !line.contains('/');
            assert_eq!(text.lines().find(wide), None);
        }
    }
    play::<Ufo>("ufo-mini", ["shado", "alien", "both", "none"]);
    play::<LostPatrol>("lost_patrol-mini", ["patrol", "lurker", "both", "none"]);
}

/// Nonsense costs one line each and changes nothing: the record is that of the game without it.
#[test]
fn typing_errors_lose_nothing() {
    let (plain, chatty) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    run::<Ufo>(&options(plain.path(), "ufo-mini", "shado"), player(6));
    let (mut person, mut asked, mut typed) = (player(6), 0, Vec::new());
    let errors = move |text: &str| {
        let nonsense = match prompt(text) {
            "dice" => ["seven", "99", "6 6 6 6 6 6 6", "u99", "h"],
            "table" => ["99", "0", "swamp", "s9", "legal"],
            "over" => return person(text),
            _ => ["fly", "99", "G9:move:0", "b x", "back 0"],
        };
        asked += 1;
        // Every second prompt: an error first, then what is meant.
        if asked % 2 == 1 {
            typed.push(nonsense[asked / 2 % nonsense.len()]);
            return typed.last().map(|line| line.to_string());
        }
        person(text)
    };
    let (finish, text) = run::<Ufo>(&options(chatty.path(), "ufo-mini", "shado"), errors);
    assert!(matches!(finish.left, Left::Over(_)), "{text}");
    let of = |folder: &tempfile::TempDir| words(&folder.path().join("table.game"));
    assert_eq!(of(&chatty), of(&plain));
    for line in [
        "`seven` is no number; type ",
        "the list has ",
        "`swamp` is not in the list: ",
        "`fly` is not legal here; legal: ",
        "back takes a number: back 3 is the third last answer",
        "the dice decide: roll or draw, and type what came",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

/// Going back takes off what came after the answer, says what to undo, and asks again; what is answered then counts.
#[test]
fn answers_are_corrected_by_going_back() {
    for (correction, taken) in [("back", 1), ("back 2", 2), ("answers\n2", 2), ("u", 1)] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("table.game");
        let (mut person, mut asked, watched) = (player(8), 0, path.clone());
        let think = move |text: &str| {
            asked += 1;
            match asked {
                20 => Some(correction.to_string()),
                21 => {
                    let words = words(&watched).len();
                    std::fs::write(watched.with_extension("count"), words.to_string()).unwrap();
                    person(text)
                }
                40 => None,
                _ => person(text),
            }
        };
        // Two people, so that every word but those without alternative is an answer.
        let (finish, text) = run::<Ufo>(&options(folder.path(), "ufo-mini", "both"), think);
        assert_eq!(finish.left, Left::EndOfInput);
        let after = text.split("Undo on the table, the latest first:").nth(1);
        let after = after.unwrap_or_else(|| panic!("{correction}: {text}"));
        assert!(after.starts_with("\n  - "), "{after}");
        let left = std::fs::read_to_string(path.with_extension("count")).unwrap();
        assert_eq!(left, (19 - taken).to_string(), "{correction}");
        record(&path).replay::<Ufo>().unwrap();
        // Nineteen answers, less those taken back, and nineteen more.
        assert_eq!(words(&path).len(), 19 - taken + 19, "{correction}");
    }
}

#[test]
fn there_is_a_first_answer() {
    let folder = tempfile::tempdir().unwrap();
    let think = first_then(&["back", "answers", "1", "back 5", "q"], |_| None);
    let (finish, text) = run::<Ufo>(&options(folder.path(), "ufo-mini", "both"), think);
    assert_eq!(finish.left, Left::Quit);
    assert!(
        text.contains("there is no answer yet to go back to"),
        "{text}"
    );
    assert!(
        text.contains("answers given so far: 1; back 1 is the first"),
        "{text}"
    );
}

/// What lies on the disk at any moment is the game so far: played on from there it is the game that was never broken off.
#[test]
fn a_game_cut_off_anywhere_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("table.game");
    let copies: Vec<PathBuf> = (0..3)
        .map(|n| folder.path().join(format!("cut-{n}.game")))
        .collect();
    let (mut person, mut asked, from, to) = (player(9), 0, path.clone(), copies.clone());
    let think = move |text: &str| {
        asked += 1;
        if let Some(n) = [7, 18, 31].iter().position(|at| *at == asked) {
            std::fs::copy(&from, &to[n]).unwrap();
        }
        person(text)
    };
    let (finish, _) = run::<Ufo>(&options(folder.path(), "ufo-mini", "alien"), think);
    assert!(matches!(finish.left, Left::Over(_)));
    let whole = words(&path);
    for copy in copies {
        let so_far = words(&copy);
        assert_eq!(so_far[..], whole[..so_far.len()]);
        let load = PlayOptions {
            load: Some(copy.clone()),
            hint: "uct:sims=20".parse().unwrap(),
            ..PlayOptions::new("ufo-mini")
        };
        let (finish, text) = run::<Ufo>(&load, player(10));
        assert!(matches!(finish.left, Left::Over(_)), "{text}");
        // It is known for a game at a table, and goes on there.
        assert!(
            text.contains("The table should look as the map says"),
            "{text}"
        );
        let now = words(&copy);
        assert_eq!(now[..so_far.len()], so_far[..]);
        assert!(now.len() > so_far.len());
        record(&copy).replay::<Ufo>().unwrap();
    }
}

/// A box of one's own: its tiles alone can be drawn, and each as often as it is there.
#[test]
fn the_box_is_the_players() {
    let folder = tempfile::tempdir().unwrap();
    let kind = |kind: &str, exits: &str, count: u8| {
        format!(r#"{{"kind":"{kind}","exits":{exits},"heavy":false,"count":{count}}}"#)
    };
    let set = [
        kind("wye", "[0,2,4]", 1),
        kind("cross", "[0,1,3,4]", 2),
        kind("straight", "[0,3]", 2),
    ];
    let options = PlayOptions {
        settings: vec![format!("tiles=[{}]", set.join(","))],
        ..options(folder.path(), "ufo-mini", "both")
    };
    let (mut person, mut draws) = (player(11), 0);
    let think = move |text: &str| {
        if prompt(text) != "table" {
            return person(text);
        }
        draws += 1;
        (draws <= 2).then(|| "wye".into())
    };
    let (_, text) = run::<Ufo>(&options, think);
    assert!(
        text.contains("Box: 5 tiles without start and UFO."),
        "{text}"
    );
    assert!(text.contains("wye       a Y junction: 1 left"), "{text}");
    assert!(text.contains("no wye is left"), "{text}");
}

/// The number before a word in the list of actions on the screen.
fn number_before(text: &str, word: &str) -> Option<String> {
    let screen = text.rsplit("(? helps)").next()?;
    let before = screen.split_once(word)?.0;
    let number = before.split_whitespace().next_back()?;
    number.parse::<u32>().ok().map(|number| number.to_string())
}

/// In every turn G2 drives on, shoots if it can, and the phase ends; until turn 4.
fn driver(seed: u64) -> impl FnMut(&str) -> Option<String> + Send + 'static {
    let (mut person, mut driven) = (player(seed), String::new());
    move |text| {
        let turn = text
            .rsplit("\nTurn ")
            .next()?
            .split(':')
            .next()?
            .to_string();
        if turn == "4" {
            return None;
        }
        if prompt(text) != "SHADO" {
            return person(text);
        }
        if number_before(text, " done").is_some() {
            let shot = number_before(text, " cannon ");
            return shot.or_else(|| number_before(text, " done"));
        }
        if driven == turn {
            return number_before(text, " end SHADO's actions");
        }
        driven = turn;
        let row = text.rsplit("\nG2 ").next()?;
        row.split_whitespace().next().map(str::to_string)
    }
}

/// The lines of turn `turn`, each map in short.
fn turn_of(text: &str, turn: usize) -> String {
    let starts = |line: &str, turn: usize| line.starts_with(&format!("Turn {turn}: SHADO acts"));
    let lines = text.lines().skip_while(|line| !starts(line, turn));
    let lines = lines.take_while(|line| !starts(line, turn + 1));
    let drawn = |line: &str| {
        let begins = line.trim_start().starts_with(['/', '?']);
        begins
            || ["\\", "___", "to act"]
                .iter()
                .any(|sign| line.contains(sign))
    };
    let mut short: Vec<&str> = Vec::new();
    for line in lines {
        match (drawn(line), short.last()) {
            (true, Some(&"   (the map)")) => {}
            (true, _) => short.push("   (the map)"),
            _ => short.push(line),
        }
    }
    // The map before the next turn.
    while short
        .last()
        .is_some_and(|line| line.starts_with("   (the map)") || line.starts_with("More tiles"))
    {
        short.pop();
    }
    short.join("\n")
}

/// The turn that `docs/at-the-table.md` shows is a real one. `MOONBASE_SNAPSHOTS=1` writes it anew.
#[test]
fn the_sheet_shows_a_real_turn() {
    const HEAD: &str = "```text\n";
    let folder = tempfile::tempdir().unwrap();
    let options = PlayOptions {
        against: Some("uct:sims=100".parse().unwrap()),
        seed: Some(5),
        ..options(folder.path(), "ufo", "shado")
    };
    let (_, text) = run::<Ufo>(&options, driver(4));
    let turn = turn_of(&text, 2);
    let sheet = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../docs/at-the-table.md");
    let page = std::fs::read_to_string(&sheet).unwrap();
    let (before, rest) = page.split_once(HEAD).unwrap();
    let (shown, after) = rest.split_once("\n```").unwrap();
    if std::env::var_os("MOONBASE_SNAPSHOTS").is_some() {
        std::fs::write(&sheet, format!("{before}{HEAD}{turn}\n```{after}")).unwrap();
        return;
    }
    assert_eq!(turn, shown);
    assert!(
        turn.contains("how many show")
            && turn.contains("which is it")
            && turn.contains("Why: then "),
        "{turn}"
    );
}

/// Searchers are told by chances, policies by their first sight, and who says nothing gives no reason.
#[test]
fn reasons_name_the_next_best() {
    let start = Ufo::new(&common::options::<Ufo>("ufo-mini", &[])).unwrap();
    let mut legal = Vec::new();
    start.legal_actions(&mut legal);
    let thought = |place: usize, visits, value: Option<f64>, prior| Thought {
        action: legal[place],
        visits,
        value: value.map(SeatValue),
        prior,
        bounds: None,
    };
    let why = |thoughts: Vec<Thought<_>>| {
        let decision = Decision {
            thoughts,
            ..Decision::plain(legal[0])
        };
        reason(&start, Seat::Second, &decision)
    };
    let searched = vec![
        thought(0, 60, Some(0.5), Some(0.1)),
        thought(1, 30, Some(0.0), Some(0.8)),
        thought(2, 0, None, Some(0.1)),
    ];
    let words = why(searched).unwrap();
    assert_eq!(
        words,
        "Why: then 75% for the Aliens; Exit 0,0 NE instead 50%."
    );
    let seen = [0.6, 0.15, 0.25].into_iter().enumerate();
    let seen = seen.map(|(place, prior)| thought(place, 0, None, Some(prior)));
    let words = why(seen.collect()).unwrap();
    assert_eq!(words, "Why: 60% at first sight; Exit 0,0 SE instead 25%.");
    assert_eq!(
        why(vec![thought(0, 9, Some(-1.0), None)]).unwrap(),
        "Why: then 0% for the Aliens."
    );
    assert_eq!(why(Vec::new()), None);
}
