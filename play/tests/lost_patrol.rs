//! `lost_patrol` for players: its words fit and tell everything, its map fits, whole games can be typed.

mod common;

use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use common::{
    Games, all_games, endings_are_told, labels_differ, make, rules_fit, screens_fit, texts_fit,
    told,
};
use moonbase_engine::hex::Hex;
use moonbase_engine::lost_patrol::{Action, LostPatrol, Phase, Soldier, Task};
use moonbase_engine::record::Record;
use moonbase_engine::{Game, Turn};
use moonbase_play::terminal::{Left, PlayOptions, play_with};
use moonbase_play::{Draw, Played, Room};

const GAMES: Games = &[
    ("lost_patrol", &[]),
    (
        "lost_patrol",
        &["fit=path", "drive_back=winner", "lurker_actions=12"],
    ),
    ("lost_patrol", &["soldiers=T2", "lurkers=1", "max_turns=5"]),
    ("lost_patrol", &["tiles=mini", "lurkers=5"]),
    ("lost_patrol-mini", &[]),
    ("lost_patrol-micro", &[]),
];

#[test]
fn every_text_is_ascii_and_fits() {
    texts_fit::<LostPatrol>(GAMES);
}

#[test]
fn labels_under_one_heading_differ() {
    labels_differ::<LostPatrol>(GAMES);
}

#[test]
fn all_endings_are_told() {
    endings_are_told::<LostPatrol>(&["escaped", "all_lost", "lost_in_jungle", "time_out"]);
}

#[test]
fn the_rules_have_chapters_that_fit_the_screen() {
    rules_fit::<LostPatrol>();
}

#[test]
fn no_soldier_is_lost_or_moved_untold() {
    all_games::<LostPatrol>(GAMES, |before, played, after| {
        let told = told(before, played, after);
        for soldier in Soldier::all_in(before.soldiers_alive()) {
            let place = |p: &LostPatrol| p.soldier_tile(soldier).map(|tile| p.board().hex(tile));
            let name = match soldier {
                Soldier::S => "Sergeant S".into(),
                Soldier::L => "Launcher L".into(),
                trooper => format!("Trooper {trooper}"),
            };
            let redealt = after.redeals() > before.redeals();
            assert!(
                place(before) == place(after) || told.contains(&name) || redealt,
                "{soldier}: {told}\n{before:?}\n{after:?}"
            );
        }
    });
}

/// Hexes with what lies there: lurkers, and the tile.
fn changed_hexes(before: &LostPatrol, after: &LostPatrol) -> Vec<Hex> {
    let content = |p: &LostPatrol, hex: Hex| {
        let tile = p.board().find(hex)?;
        Some((
            p.board().kind(tile),
            p.board().exits(tile),
            p.lurkers_on(tile),
        ))
    };
    let hexes = before.board().tiles().chain(after.board().tiles());
    let changed = hexes.map(|(hex, _, _)| hex);
    changed
        .filter(|hex| content(before, *hex) != content(after, *hex))
        .collect()
}

#[test]
fn no_lurker_and_no_tile_comes_or_goes_untold() {
    all_games::<LostPatrol>(GAMES, |before, played, after| {
        let told = told(before, played, after);
        let hits = matches!(before.task(), Task::Fire);
        let redealt = after.redeals() > before.redeals();
        for hex in changed_hexes(before, after) {
            let named = told.contains(&hex.to_string());
            assert!(
                named || hits || redealt,
                "{hex}: {told}\n{before:?}\n{after:?}"
            );
        }
    });
}

/// Every tile that leaves the deck is in hand, lies on the table, or is told to be gone.
#[test]
fn no_tile_is_discarded_untold() {
    let mut discarded = 0;
    all_games::<LostPatrol>(GAMES, |before, played, after| {
        if after.redeals() > before.redeals() {
            return;
        }
        let in_hand = |p: &LostPatrol| match p.task() {
            Task::Place { kind } => i32::from(kind != p.kinds().end()),
            _ => 0,
        };
        let drawn = i32::from(before.deck().total()) - i32::from(after.deck().total());
        let fresh = after.board().tiles().filter(|(hex, kind, _)| {
            *kind != after.kinds().end() && before.board().find(*hex).is_none()
        });
        let gone = drawn + in_hand(before) - in_hand(after) - fresh.count() as i32;
        let told = told(before, played, after);
        assert_eq!(gone > 0, told.contains("nowhere"), "{told}");
        discarded += gone;
    });
    assert!(discarded > 0);
}

#[test]
fn everything_that_is_asked_comes_up() {
    let (mut questions, mut endings) = (std::collections::HashSet::new(), 0);
    all_games::<LostPatrol>(GAMES, |before, played, after| {
        if let Played::Action(_, action) = played {
            questions.insert((before.phase() as u8, std::mem::discriminant(&action)));
        }
        endings += u32::from(matches!(after.turn(), Turn::Over(_)));
    });
    assert!(
        questions.len() >= 12 && endings == 6 * GAMES.len() as u32,
        "{questions:?}"
    );
    let kept = std::mem::discriminant(&Action::Keep { at: Hex::ORIGIN });
    assert!(questions.contains(&(Phase::Clearing as u8, kept)));
}

#[test]
fn screens_at_80_by_24() {
    screens_fit::<LostPatrol>(&[
        ("patrol-start.txt", "lost_patrol", 7, 9),
        ("patrol-turn-1.txt", "lost_patrol", 7, 14),
        ("patrol-lurkers.txt", "lost_patrol", 11, 60),
        ("patrol-late.txt", "lost_patrol", 3, 150),
        ("patrol-mini.txt", "lost_patrol-mini", 2, 8),
    ]);
}

#[test]
fn whole_games_are_typed_for_either_seat() {
    for seat in ["patrol", "lurker"] {
        let folder = tempfile::tempdir().unwrap();
        let options = PlayOptions {
            seat: Some(seat.into()),
            against: Some("random".parse().unwrap()),
            seed: Some(21),
            save: Some(folder.path().join("game.txt")),
            hint: "uct:sims=20".parse().unwrap(),
            ..PlayOptions::new("lost_patrol-mini")
        };
        let typed = "h\nlegal\nmap\nundo\n?\n".to_string() + &"1\n".repeat(1000);
        let (mut output, stop) = (Vec::new(), AtomicBool::new(false));
        let finish =
            play_with::<LostPatrol>(&options, make, Cursor::new(typed), &mut output, &stop);
        let text = String::from_utf8(output).unwrap();
        assert!(matches!(finish.unwrap().left, Left::Over(_)), "{text}");
        assert!(text.contains("a win for the"), "{text}");
        let saved = std::fs::read_to_string(folder.path().join("game.txt")).unwrap();
        Record::parse(&saved)
            .unwrap()
            .replay::<LostPatrol>()
            .unwrap();
    }
}

#[test]
fn drawings_fit_their_room() {
    all_games::<LostPatrol>(&GAMES[..1], |_, _, after| {
        for (width, height) in [(80, 24), (60, 12), (140, 50)] {
            let picture = after.draw_with_roster(Room::new(width, height));
            assert!(picture.lines.len() <= height);
            assert!(picture.lines.iter().all(|line| line.width() <= width));
        }
    });
}
