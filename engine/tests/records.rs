//! Game records: round trips, and what is said of wrong ones.

use moonbase_engine::chance::{KeyedDice, rng_for};
use moonbase_engine::record::{Place, Record, RecordProblem, WordError, listing};
use moonbase_engine::toy::{Courier, Nim, Pig};
use moonbase_engine::trace::{Checker, trace_record};
use moonbase_engine::{Game, RuleOptions, Turn};
use proptest::prelude::*;

/// A random game, played to its end, and all its positions.
fn random_record<G: Game>(preset: &str, options: &G::Options, seed: u64) -> (Record, Vec<G>) {
    let mut record = Record::new::<G>(preset, options).unwrap();
    let (mut rng, mut dice) = (rng_for(seed, 0), KeyedDice::new(seed));
    let mut positions = vec![G::new(options).unwrap()];
    loop {
        let mut position = positions.last().unwrap().clone();
        match position.turn() {
            Turn::Decide(_) => {
                let action = position.random_action(&mut rng);
                record.push(action);
                position.play_unchecked(action);
            }
            Turn::Chance => {
                let outcome = dice.roll(&position);
                record.push(outcome);
                position.resolve_unchecked(outcome);
            }
            Turn::Over(outcome) => {
                record.set_tag("result", outcome.name);
                return (record, positions);
            }
        }
        positions.push(position);
    }
}

fn check_round_trip<G: Game>(options: &G::Options, seed: u64) {
    let (preset, _) = G::Options::presets().swap_remove(0);
    let (mut record, positions) = random_record::<G>(preset, options, seed);
    record.set_tag("seed", seed);
    record.set_tag(
        G::SEATS.first,
        "a name, with \"quotes\", # and a\nsecond line]",
    );
    let text = record.to_text::<G>().unwrap();
    let read = Record::parse(&text).unwrap();
    assert_eq!(read.replay::<G>().unwrap(), positions);
    assert_eq!(read.to_text::<G>().unwrap(), text);
    assert_eq!(read.options(), record.options());
    assert_eq!(read.tag(G::SEATS.first), record.tag(G::SEATS.first));
    assert!(text.lines().all(|line| line.len() <= 88), "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn a_written_record_reads_back(seed: u64, target in 2..50u64) {
        let mut options = <Pig as Game>::Options::default();
        options.set("target", &target.into()).unwrap();
        check_round_trip::<Pig>(&options, seed);
        check_round_trip::<Nim>(&Default::default(), seed);
        check_round_trip::<Courier>(&Default::default(), seed);
    }

    #[test]
    fn no_text_makes_reading_panic(text in "(\\PC|\\[|\\]|\n| |game \"pig\"|roll|face:3|1\\.){0,40}") {
        let read = Record::parse(&text);
        let _ = read.map(|record| record.replay::<Pig>().map(|positions| positions.len()));
    }
}

fn error_of(text: &str) -> String {
    let read = Record::parse(text);
    let error = read.and_then(|record| record.replay::<Pig>().map(|_| ()));
    error.unwrap_err().to_string()
}

#[test]
fn turns_are_numbered_and_comments_and_numbers_skipped() {
    let text = "[game \"pig\"]\n[option.target 4]\n\n# a comment\n\
                1. face:2 roll # why not\nface:1\n2. face:3 hold 3. face:2\n  roll face:6";
    let record = Record::parse(text).unwrap();
    assert_eq!(record.replay::<Pig>().unwrap().len(), 9);
    let tidy = record.to_text::<Pig>().unwrap();
    let words = "1. face:2 roll face:1\n2. face:3 hold\n3. face:2 roll face:6\n";
    assert_eq!(
        tidy,
        format!("[game \"pig\"]\n[option.target 4]\n\n{words}")
    );
}

#[test]
fn a_wrong_word_is_reported_with_its_line_and_the_alternatives() {
    let error = error_of("[game \"pig\"]\n\nface:2 roll\nface:9 hold");
    assert_eq!(
        error,
        "line 4: `face:9` is not a possible chance outcome here; \
         possible: face:1 face:2 face:3 face:4 face:5 face:6"
    );
    let error = error_of("[game \"pig\"]\nface:2\n# x\njump");
    assert_eq!(
        error,
        "line 4: `jump` is not a legal action of a here; legal: roll hold"
    );
    let error = error_of("[game \"pig-coin\"]\nface:2\nroll");
    assert_eq!(
        error,
        "line 3: `roll` comes after the end of the game (first_wins); remove it"
    );
}

#[test]
fn wrong_tags_are_reported() {
    let cases = [
        (
            "face:2",
            "no game is named; add a line such as [game \"ufo\"]",
        ),
        ("[game \"pig\"]\n[seed x]", "line 2: `[seed x]` is no tag"),
        ("[game \"pig\"\n", "line 1: `[game \"pig\"` is no tag"),
        ("[game 3]\n", "line 1: the tag `game` must be a text"),
        (
            "[game \"pig\"]\n[seed 1]\n[seed 2]",
            "line 3: the tag `seed` is given twice",
        ),
        (
            "[game \"pig\"]\n[game \"pig\"]",
            "line 2: the tag `game` is given twice",
        ),
        (
            "[game \"nim\"]",
            "this record is of `nim`, which is not a preset of `pig`",
        ),
        (
            "[game \"pig\"]\n[option.wings 2]",
            "unknown option `wings`; valid options: target, faces",
        ),
        (
            "[game \"pig\"]\n[option.faces 9]",
            "option `faces` cannot be `9`; valid: 2..6",
        ),
        (
            "[game \"pig-coin\"]\n[result \"second_wins\"]\nface:2",
            "the tag `result` says \"second_wins\", but the game ends first_wins",
        ),
    ];
    for (text, expected) in cases {
        let error = error_of(text);
        assert!(error.starts_with(expected), "{text}: {error}");
        assert!(!error.contains('\n'), "{error}");
    }
}

#[test]
fn words_pushed_by_a_program_are_counted() {
    let mut record = Record::new::<Pig>("pig", &Default::default()).unwrap();
    record.push("face:2");
    record.push("jump");
    let error = record.replay::<Pig>().unwrap_err();
    assert_eq!(error.place, Place::Word(2));
    assert!(matches!(
        error.problem,
        RecordProblem::Word(WordError::Action { .. })
    ));
    record.truncate(1);
    assert_eq!(record.replay::<Pig>().unwrap().len(), 2);
}

#[test]
fn a_listing_says_who_chose_what_and_how_the_game_stands() {
    let mut record = Record::parse("[game \"pig\"]\n[option.target 4]\nface:2 roll").unwrap();
    let lines = listing::<Pig>(&record).unwrap();
    assert_eq!(
        lines,
        [
            "    1    1. chance   face:2",
            "    2    1. a        roll",
            "not finished: chance to go on"
        ]
    );
    record.push("face:2");
    let lines = listing::<Pig>(&record).unwrap();
    assert_eq!(lines.last().unwrap(), "first_wins: a +1, b -1");
}

#[test]
fn a_record_becomes_a_trace() {
    let (record, positions) = random_record::<Courier>("courier", &Default::default(), 3);
    let mut checker = Checker::of::<Courier>();
    for line in trace_record::<Courier>(&record).unwrap() {
        checker.line(&line);
    }
    let report = checker.finish();
    assert_eq!(report.faults, []);
    assert_eq!(report.nodes, positions.len());
}
