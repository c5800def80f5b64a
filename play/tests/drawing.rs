//! Boards as text, at 80×24. The files in `snapshots/` are what a player sees; after a change that is
//! meant, run the tests with `MOONBASE_SNAPSHOTS=write` and look at the difference.

mod common;

use common::{options, play_on, random_game, screens_fit, session};
use moonbase_engine::hex::Hex;
use moonbase_engine::ufo::Ufo;
use moonbase_play::terminal::{Look, screen};
use moonbase_play::{Draw, Room};

/// Without escape sequences.
fn stripped(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some(start) = rest.find('\u{1b}') {
        plain += &rest[..start];
        let end = rest[start..].find('m').expect("a style ends with m");
        rest = &rest[start + end + 1..];
    }
    plain + rest
}

#[test]
fn screens_at_80_by_24() {
    screens_fit::<Ufo>(&[
        ("start.txt", "ufo", 7, 9),
        ("turn-1.txt", "ufo", 7, 12),
        ("aliens.txt", "ufo", 11, 90),
        ("late.txt", "ufo", 3, 400),
        ("mini.txt", "ufo-mini", 2, 30),
    ]);
}

#[test]
fn colour_changes_no_text() {
    let mut game = session::<Ufo>("ufo", 11, common::human(), common::human());
    for _ in 0..20 {
        play_on(&mut game, 12);
        for line in screen(
            &game,
            Look {
                colour: true,
                ..Look::PLAIN
            },
        ) {
            assert_eq!(stripped(&line.coloured()).trim_end(), line.plain());
        }
    }
}

#[test]
fn drawings_fit_their_room_and_say_what_they_hide() {
    random_game::<Ufo>(&options::<Ufo>("ufo", &[]), 5, |_, _, after| {
        for (width, height) in [(80, 24), (60, 12), (140, 50)] {
            let picture = after.draw_with_roster(Room::new(width, height));
            assert!(picture.lines.len() <= height);
            assert!(picture.lines.iter().all(|line| line.width() <= width));
        }
    });
}

/// Every tile is shown whole or counted as hidden.
#[test]
fn no_tile_is_hidden_untold() {
    random_game::<Ufo>(&options::<Ufo>("ufo", &[]), 6, |_, _, after| {
        let picture = after.draw(Room::new(60, 12));
        let text: String = picture
            .lines
            .iter()
            .map(|line| line.plain() + "\n")
            .collect();
        let shown = after
            .cells()
            .iter()
            .filter(|cell| text.contains(&cell.text[0].plain()))
            .count();
        let hidden = picture
            .hidden
            .iter()
            .map(|side| -> usize { side.split(' ').next().unwrap().parse().unwrap() });
        // Places that are part of another's text are found too often, never too seldom.
        assert!(
            shown + hidden.sum::<usize>() >= after.cells().len(),
            "{text}"
        );
    });
}

#[test]
fn the_window_goes_where_it_is_sent() {
    let mut last: Option<Ufo> = None;
    random_game::<Ufo>(&options::<Ufo>("ufo", &[]), 5, |_, _, after| {
        last = Some(after.clone())
    });
    let board = last.unwrap();
    let far: Hex = board.board().hex(0);
    let room = Room {
        focus: Some(far),
        ..Room::new(50, 10)
    };
    let text: String = board
        .draw(room)
        .lines
        .iter()
        .map(|line| line.plain() + "\n")
        .collect();
    assert!(text.contains(&far.to_string()), "{text}");
}
