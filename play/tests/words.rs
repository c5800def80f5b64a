//! Words of `ufo`: they fit, and they tell everything.

mod common;

use common::{options, random_game};
use moonbase_engine::ufo::{Chance, Lay, Ufo, Unit};
use moonbase_engine::{Game, Turn};
use moonbase_play::{Draw, Played, Words};

const GAMES: [(&str, &[&str]); 7] = [
    ("ufo", &[]),
    ("ufo-five", &["command_grant=true", "reveal=move"]),
    ("ufo-solo", &["ufo_in_last=5", "drive_back=owner"]),
    (
        "ufo",
        &[
            "aliens=12",
            "alien_actions=12",
            "volley_once=true",
            "max_turns=20",
        ],
    ),
    (
        "ufo",
        &[
            "sky_hits_on=2",
            "sky_counts=calls",
            "pod_crowding=false",
            "max_turns=20",
        ],
    ),
    ("ufo-mini", &[]),
    ("ufo-micro", &[]),
];

fn all_games(mut see: impl FnMut(&Ufo, Played<Ufo>, &Ufo)) {
    for (preset, settings) in GAMES {
        for seed in 0..6 {
            random_game(&options(preset, settings), seed, &mut see);
        }
    }
}

fn check(text: &str, most: usize) {
    assert!(
        !text.is_empty() && text.len() <= most,
        "{} columns: {text}",
        text.len()
    );
    assert!(text.bytes().all(|b| (0x20..0x7f).contains(&b)), "{text:?}");
}

#[test]
fn every_text_is_ascii_and_fits() {
    let mut legal = Vec::new();
    all_games(|before, played, after| {
        before.legal_actions(&mut legal);
        for action in &legal {
            check(&before.heading(*action), 12);
            check(&before.label(*action), 24);
            check(&before.action_words(*action), 200);
        }
        if let Played::Chance(outcome) = played {
            check(&before.chance_words(outcome), 200);
        }
        before
            .news(played, after)
            .iter()
            .for_each(|news| check(news, 200));
        let status = before.status();
        assert!(status.len() <= 2);
        status.iter().for_each(|line| check(line, 80));
        check(&before.stage(), 80);
        check(&before.question(), 66);
        assert!(
            before.roster().iter().all(|line| line.width() <= 24),
            "{:?}",
            before.roster()
        );
    });
}

#[test]
fn labels_under_one_heading_differ() {
    let mut legal = Vec::new();
    all_games(|before, _, _| {
        before.legal_actions(&mut legal);
        let mut labels: Vec<String> = legal
            .iter()
            .map(|a| before.heading(*a) + " " + &before.label(*a))
            .collect();
        let all = labels.len();
        labels.sort();
        labels.dedup();
        assert_eq!(labels.len(), all, "{labels:?}");
    });
}

/// All that is said of a step.
fn told(before: &Ufo, played: Played<Ufo>, after: &Ufo) -> String {
    let words = match played {
        Played::Action(_, action) => before.action_words(action),
        Played::Chance(outcome) => before.chance_words(outcome),
    };
    words + "; " + &before.news(played, after).join("; ")
}

#[test]
fn no_unit_is_lost_or_moved_untold() {
    all_games(|before, played, after| {
        let told = told(before, played, after);
        for unit in Unit::all_in(before.units_alive()) {
            let place = |p: &Ufo| p.unit_tile(unit).map(|tile| p.board().hex(tile));
            let with = before.carrier(unit).unwrap_or(unit);
            let named = told.contains(unit.name()) || told.contains(with.name());
            // The Command Mobile is called by its rank.
            let named = named || unit == Unit::C && told.contains("Command Mobile");
            assert!(
                place(before) == place(after) || named,
                "{unit}: {told}\n{before:?}\n{after:?}"
            );
        }
    });
}

#[test]
fn no_alien_comes_goes_or_walks_untold() {
    all_games(|before, played, after| {
        let told = told(before, played, after);
        for tile in 0..after.board().len() as u8 {
            let hex = after.board().hex(tile);
            let was = before
                .board()
                .find(hex)
                .map_or(0, |tile| before.aliens_on(tile));
            let named = told.contains(&hex.to_string());
            let out = matches!(played, Played::Chance(Chance::Out { .. }));
            assert!(
                was == after.aliens_on(tile) || named || out,
                "{hex}: {told}\n{before:?}\n{after:?}"
            );
        }
        let pod = |p: &Ufo| p.pod().map(|(tile, _)| p.board().hex(tile));
        assert!(pod(before) == pod(after) || told.contains("Pod"), "{told}");
    });
}

#[test]
fn no_tile_is_laid_untold() {
    all_games(|before, played, after| {
        let told = told(before, played, after);
        let redealt =
            after.redeals() > before.redeals() || after.board().len() < before.board().len();
        for tile in 0..after.board().len() as u8 {
            let hex = after.board().hex(tile);
            let new = before.board().find(hex).is_none();
            assert!(
                !new || redealt || told.contains(&hex.to_string()),
                "{hex}: {told}"
            );
        }
    });
}

#[test]
fn questions_and_endings_are_in_words() {
    let mut endings = std::collections::BTreeSet::new();
    let mut laid = 0;
    all_games(|before, _, after| {
        if let Turn::Decide(_) = before.turn() {
            assert!(before.question().ends_with('?'), "{}", before.question());
        }
        laid += u32::from(matches!(before.laying(), Lay::Turn { .. }));
        if let Turn::Over(outcome) = after.turn() {
            assert!(Ufo::outcome_words(&outcome).ends_with('.'));
            endings.insert(outcome.name);
        }
    });
    assert!(laid > 0 && endings.len() >= 2, "{endings:?}");
    for name in [
        "shado_big",
        "shado",
        "draw",
        "alien",
        "alien_big",
        "all_lost",
        "lost_in_forest",
        "time_out",
    ] {
        let outcome = moonbase_engine::GameOutcome {
            name,
            value: moonbase_engine::AbsoluteValue(0.0),
        };
        assert_ne!(Ufo::outcome_words(&outcome), name);
    }
}

#[test]
fn the_rules_have_chapters_that_fit_the_screen() {
    let rules = Ufo::rules();
    assert!(rules.matches("\n## ").count() >= 10);
    assert!(
        rules
            .lines()
            .all(|line| line.len() <= 80 && line.is_ascii())
    );
    assert!(Ufo::legend().iter().all(|line| line.width() <= 80));
}
