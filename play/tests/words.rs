//! Words of `ufo`: they fit, and they tell everything.

mod common;

use common::{Games, all_games, endings_are_told, labels_differ, rules_fit, texts_fit, told};
use moonbase_engine::ufo::{Chance, Lay, Ufo, Unit};
use moonbase_engine::{Game, Turn};
use moonbase_play::Played;

const GAMES: Games = &[
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

#[test]
fn every_text_is_ascii_and_fits() {
    texts_fit::<Ufo>(GAMES);
}

#[test]
fn labels_under_one_heading_differ() {
    labels_differ::<Ufo>(GAMES);
}

#[test]
fn no_unit_is_lost_or_moved_untold() {
    all_games::<Ufo>(GAMES, |before, played, after| {
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
    all_games::<Ufo>(GAMES, |before, played, after| {
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
    all_games::<Ufo>(GAMES, |before, played, after| {
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
fn endings_and_questions_come_up() {
    let mut endings = std::collections::BTreeSet::new();
    let mut laid = 0;
    all_games::<Ufo>(GAMES, |before, _, after| {
        laid += u32::from(matches!(before.laying(), Lay::Turn { .. }));
        if let Turn::Over(outcome) = after.turn() {
            endings.insert(outcome.name);
        }
    });
    assert!(laid > 0 && endings.len() >= 2, "{endings:?}");
}

#[test]
fn all_endings_are_told() {
    endings_are_told::<Ufo>(&[
        "shado_big",
        "shado",
        "draw",
        "alien",
        "alien_big",
        "all_lost",
        "lost_in_forest",
        "time_out",
    ]);
}

#[test]
fn the_rules_have_chapters_that_fit_the_screen() {
    rules_fit::<Ufo>();
}
