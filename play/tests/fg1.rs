//! `fg1` for players: its words fit and tell everything, its maps fit, whole games can be typed, scenario files are checked and drawn.

mod common;

use std::collections::HashSet;
use std::io::Cursor;
use std::sync::atomic::AtomicBool;

use common::{
    Games, all_games, endings_are_told, labels_differ, make, options, rules_fit, screens_fit,
    texts_fit, told,
};
use moonbase_engine::fg1::{Action, BaseId, Fg1, Scenario};
use moonbase_engine::record::Record;
use moonbase_engine::{Game, Seat, Turn};
use moonbase_play::fg1::scenario::{check, draw, picture};
use moonbase_play::terminal::{Left, PlayOptions, play_with};
use moonbase_play::{AtTable, Draw, Played, Room, Show, Words};

const GAMES: Games = &[
    ("fg1-mini", &[]),
    ("fg1-mini", &["rally=roll", "crossfire=all"]),
    ("fg1-mini", &["moves=free", "max_initiatives=5"]),
    ("fg1-crossing", &["max_initiatives=10"]),
    ("fg1", &["max_initiatives=8", "scoring=win_loss"]),
];

#[test]
fn every_text_is_ascii_and_fits() {
    texts_fit::<Fg1>(GAMES);
}

#[test]
fn labels_under_one_heading_differ() {
    labels_differ::<Fg1>(GAMES);
}

#[test]
fn all_endings_are_told() {
    endings_are_told::<Fg1>(&["a_wiped_out", "b_wiped_out", "a_ahead", "b_ahead", "level"]);
}

#[test]
fn the_rules_have_chapters_that_fit_the_screen() {
    rules_fit::<Fg1>();
}

/// The scenario that the rules show is right.
#[test]
fn the_rules_show_a_scenario() {
    let rules = Fg1::rules();
    let from = rules.find("    fg1-scenario 1\n").unwrap();
    let lines = rules[from..].lines().take_while(|line| !line.is_empty());
    let text: String = lines.map(|line| line.trim().to_string() + "\n").collect();
    let told = check(&text).unwrap();
    assert_eq!(told[0], "duel: 5 by 3 hexes, 1 objective, 12 initiatives");
}

#[test]
fn no_base_is_lost_moved_turned_or_shaken_untold() {
    all_games::<Fg1>(GAMES, |before, played, after| {
        let told = told(before, played, after);
        for base in before.bases() {
            let inside = before
                .carrier(base)
                .filter(|_| before.carrier(base) == after.carrier(base));
            // Who is aboard goes with the hover.
            let base = inside.unwrap_or(base);
            let look = |position: &Fg1| {
                let alive = position.is_alive(base);
                let stand = alive.then(|| {
                    (
                        position.hex(base),
                        position.facing(base),
                        position.mode(base),
                    )
                });
                (
                    stand,
                    alive.then(|| position.status(base)),
                    position.carrier(base),
                )
            };
            assert!(
                look(before) == look(after) || told.contains(&base.to_string()),
                "{base}: {told}\n{before:?}\n{after:?}"
            );
            let ends_elsewhere = before.hex(base) != after.hex(base) && after.is_alive(base);
            let hex = after.hex(base).map(|hex| hex.to_string());
            let boarded = after.carrier(base).is_some();
            assert!(
                !ends_elsewhere || boarded || told.contains(&hex.unwrap()),
                "{base}: {told}"
            );
        }
    });
}

#[test]
fn who_has_the_initiative_and_the_objectives_is_told() {
    all_games::<Fg1>(GAMES, |before, played, after| {
        let told = told(before, played, after);
        let over = matches!(after.turn(), Turn::Over(_));
        if before.initiative() != after.initiative() && !over {
            assert!(told.contains("the initiative passes to side"), "{told}");
        }
        for objective in after.objectives() {
            let held = |p: &Fg1| Seat::BOTH.map(|side| p.holds(side, *objective));
            let hex = after.field().hex(*objective).to_string();
            assert!(held(before) == held(after) || told.contains(&hex), "{told}");
        }
    });
}

#[test]
fn everything_that_is_asked_comes_up() {
    let (mut actions, mut endings) = (HashSet::new(), 0);
    all_games::<Fg1>(GAMES, |_, played, after| {
        if let Played::Action(_, action) = played {
            actions.insert(std::mem::discriminant(&action));
        }
        endings += usize::from(matches!(after.turn(), Turn::Over(_)));
    });
    assert_eq!(
        (actions.len(), endings),
        (11, 6 * GAMES.len()),
        "{actions:?}"
    );
}

/// A leg that defensive fire may interrupt says how far it has come, and where it goes on to.
#[test]
fn a_leg_is_told_hex_by_hex() {
    let (mut stopped, mut gone_on) = (0, 0);
    all_games::<Fg1>(&GAMES[..2], |before, played, after| {
        let told = told(before, played, after);
        stopped += usize::from(told.contains(" so far"));
        gone_on += usize::from(told.contains(" goes on to "));
        if let Played::Action(_, Action::Hold) = played {
            assert!(told.starts_with("side "), "{told}");
        }
    });
    assert!(stopped > 0 && gone_on > 0, "{stopped} {gone_on}");
}

#[test]
fn screens_at_80_by_24() {
    screens_fit::<Fg1>(&[
        ("fg1-start.txt", "fg1", 7, 0),
        ("fg1-move.txt", "fg1", 5, 1),
        ("fg1-mini.txt", "fg1-mini", 3, 25),
        ("fg1-crossing.txt", "fg1-crossing", 2, 60),
    ]);
}

#[test]
fn drawings_fit_their_room() {
    all_games::<Fg1>(&GAMES[..1], |_, _, after| {
        for (width, height) in [(80, 24), (60, 12), (140, 50), (30, 3)] {
            let picture = after.draw_with_roster(Room::new(width, height));
            assert!(picture.lines.len() <= height);
            assert!(picture.lines.iter().all(|line| line.width() <= width));
        }
    });
}

#[test]
fn every_base_is_on_the_map() {
    for preset in ["fg1", "fg1-mini", "fg1-crossing"] {
        let start = Fg1::new(&options::<Fg1>(preset, &[])).unwrap();
        for width in [80, 400] {
            let picture = start.draw(Room::new(width, 1000));
            assert!(picture.hidden.is_empty());
            let text: String = picture
                .lines
                .iter()
                .map(|line| line.plain() + "\n")
                .collect();
            for base in start.bases() {
                assert!(text.contains(&base.to_string()), "{base}\n{text}");
            }
            assert!(text.contains("(*)"), "{text}");
        }
    }
}

#[test]
fn whole_games_are_typed_for_either_seat() {
    for seat in ["a", "b"] {
        let folder = tempfile::tempdir().unwrap();
        let options = PlayOptions {
            seat: Some(seat.into()),
            against: Some("random".parse().unwrap()),
            seed: Some(21),
            save: Some(folder.path().join("game.txt")),
            hint: "uct:sims=20".parse().unwrap(),
            ..PlayOptions::new("fg1-mini")
        };
        let typed = "h\nlegal\nmap\nundo\n?\n".to_string() + &"1\n".repeat(1000);
        let (mut output, stop) = (Vec::new(), AtomicBool::new(false));
        let finish = play_with::<Fg1>(&options, make, Cursor::new(typed), &mut output, &stop);
        let text = String::from_utf8(output).unwrap();
        assert!(matches!(finish.unwrap().left, Left::Over(_)), "{text}");
        let saved = std::fs::read_to_string(folder.path().join("game.txt")).unwrap();
        Record::parse(&saved).unwrap().replay::<Fg1>().unwrap();
    }
}

/// A page draws the terrain once: it never changes, and pieces stand on it.
#[test]
fn the_board_of_a_game_is_always_the_same() {
    all_games::<Fg1>(&GAMES[..1], |before, _, after| {
        let (before, after) = (before.scene(), after.scene());
        let (was, is) = (before.land.unwrap(), after.land.unwrap());
        assert_eq!((&was.rows, &was.grounds), (&is.rows, &is.grounds));
        for piece in &after.pieces {
            let [q, r] = piece.at.map(i32::from);
            let row = &is.rows[(r + q / 2) as usize];
            assert!(
                is.grounds
                    .contains_key(&row.chars().nth(q as usize).unwrap())
            );
        }
    });
}

/// What a base may shoot at lies where its fire may go, and nowhere else.
#[test]
fn what_a_piece_sees_is_what_it_may_shoot_at() {
    let mut shots = 0;
    all_games::<Fg1>(&GAMES[..1], |before, played, _| {
        let (Played::Action(seat, _), Some(land)) = (played, before.scene().land) else {
            return;
        };
        let mut legal = Vec::new();
        before.legal_actions(&mut legal);
        for action in legal {
            let Action::Fire { firers, target } = action else {
                continue;
            };
            let hex = before.hex(target).unwrap();
            assert_eq!(firers.side(), seat);
            for firer in firers.bases() {
                assert!(
                    land.stances[&firer.to_string()]
                        .sees
                        .contains(&[hex.q, hex.r])
                );
                shots += 1;
            }
        }
    });
    assert!(shots > 50);
}

#[test]
fn faults_of_scenario_files_have_a_place_and_a_mend() {
    let mini = Scenario::named("mini").unwrap();
    let text = mini.text();
    for (right, wrong, begin) in [
        ("name mini\n", "name mi ni\n", "line 3, column 9: "),
        ("...ww.ww...", "...wx.ww...", "line 9, column 5: "),
        ("a5 mw 0,4", "a5 mw 0,40", "line 21, column 12: "),
        ("b5 mw", "b5 tank", "line 26, column 9: "),
        ("objective 5,2\n", "objective 5;2\n", "line 16, column 11: "),
    ] {
        assert_eq!(text.matches(right).count(), 1, "{right}");
        let error = check(&text.replace(right, wrong)).unwrap_err().to_string();
        assert!(error.starts_with(begin) && !error.contains('\n'), "{error}");
        let broken = text.replace(right, wrong);
        assert!(draw(&broken, 80).is_err() && picture(&broken).is_err());
    }
}

#[test]
fn scenarios_are_drawn_as_text_and_as_pictures() {
    for name in Scenario::shipped() {
        let scenario = Scenario::named(name).unwrap();
        let lines = draw(scenario.text(), 80).unwrap();
        assert!(lines.iter().all(|line| line.width() <= 80), "{name}");
        let svg = picture(scenario.text()).unwrap();
        let hexes = scenario.field().len() + scenario.objectives().len();
        assert_eq!(svg.matches("<polygon").count(), hexes, "{name}");
        for base in scenario.bases() {
            assert!(
                svg.contains(&format!(">{}<", base.id)),
                "{name}: {}",
                base.id
            );
        }
        assert_eq!(svg.matches("<g>").count(), svg.matches("</g>").count());
    }
}

#[test]
fn crossfire_is_of_all_its_firers() {
    let a = |number| BaseId::new(Seat::First, number);
    let start = Fg1::new(&options::<Fg1>("fg1-mini", &[])).unwrap();
    let firers = moonbase_engine::fg1::Firers::new(&[a(1), a(2), a(3)]).unwrap();
    let fire = Action::Fire {
        firers,
        target: BaseId::new(Seat::Second, 1),
    };
    let aim = start.aim(fire);
    assert_eq!(aim.piece.as_deref(), Some("a1"));
    assert_eq!(aim.with, ["a2", "a3"]);
    let words = start.action_words(fire);
    assert!(
        words.starts_with("squads a1, a2 and a3 fire at squad b1 on 9,-2 with "),
        "{words}"
    );
}

#[test]
fn legs_are_measured_at_the_table_and_nothing_else() {
    all_games::<Fg1>(&GAMES[..1], |before, played, _| {
        let measured = before.measured(played);
        let leg = match played {
            Played::Action(_, Action::Ahead { .. } | Action::Step { .. }) => true,
            Played::Action(..) | Played::Chance(_) => false,
        };
        assert_eq!(measured.contains("25 mm"), leg, "{measured}");
    });
}
