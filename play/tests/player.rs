//! The player's strength, the level that suits it, and the file that keeps it.

use std::io::{self, Cursor, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use moonbase_agents::{Agent, AgentError, AgentSpec, Decision, Random};
use moonbase_engine::lost_patrol::LostPatrol;
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{Game, Seat};
use moonbase_play::full_screen::{Event, Key, Screen};
use moonbase_play::levels::{LEVELS, level_of, levels, spec_of, text};
use moonbase_play::player::{Book, Strength, after_game, level_for, newcomer};
use moonbase_play::session::Waiting;
use moonbase_play::terminal::{Left, LevelWish, PlayError, PlayOptions, play_with};

/// By hand (Glicko with a sure opponent and one game): RD 200, r 1500 against 1400, won. E = 0.640065, 1/d² = q²·0.230382 =
/// 7.6341e-6, RD'² = 1/(2.5e-5 + 7.6341e-6) = 30642.8, r' = 1500 + q·30642.8·0.359935 = 1563.49.
#[test]
fn a_game_by_hand() {
    let before = Strength {
        rating: 1500.0,
        deviation: 200.0,
        games: 4,
    };
    let after = before.after(1400.0, 1.0);
    assert!((after.rating - 1563.49).abs() < 0.05, "{after:?}");
    assert!((after.deviation - 175.05).abs() < 0.05, "{after:?}");
    assert_eq!(after.games, 5);
}

#[test]
fn the_deviation_keeps_above_its_floor() {
    let mut strength = Strength::unsure(0.0);
    for _ in 0..1000 {
        strength = strength.after(0.0, 0.5);
    }
    assert_eq!((strength.rating, strength.deviation), (0.0, 60.0));
}

#[test]
fn wins_lead_up_and_losses_down() {
    for seat in Seat::BOTH {
        let mut strength = newcomer::<Ufo>();
        let mut last = level_for::<Ufo>(strength, seat).unwrap();
        for _ in 0..40 {
            let level = level_for::<Ufo>(strength, seat).unwrap();
            assert!(level >= last);
            last = level;
            strength = after_game::<Ufo>(strength, seat, level, 1.0);
        }
        assert_eq!(last, LEVELS);
        for _ in 0..150 {
            let level = level_for::<Ufo>(strength, seat).unwrap();
            strength = after_game::<Ufo>(strength, seat, level, 0.0);
        }
        assert_eq!(level_for::<Ufo>(strength, seat), Some(1));
    }
}

/// Seats of unequal worth begin with unequal levels: in `lost_patrol` even ratings are a level's Elo -130 and +130.
#[test]
fn newcomers_begin_where_the_docs_say() {
    fn begins<G: Game>() -> [usize; 2] {
        Seat::BOTH.map(|seat| level_for::<G>(newcomer::<G>(), seat).unwrap())
    }
    assert_eq!((begins::<Ufo>(), begins::<LostPatrol>()), ([3, 3], [5, 1]));
}

#[test]
fn only_plain_levels_are_levels() {
    let level = |spec: &str| level_of(&spec.parse().unwrap());
    assert_eq!(level("level:n=7"), Some(7));
    for other in [
        "level:n=7,x=1",
        "level:n=11",
        "level:n=07",
        "scripted",
        "level",
    ] {
        assert_eq!(level(other), None, "{other}");
    }
    assert_eq!(spec_of(10).to_string(), "level:n=10");
    for table in ["ufo", "lost_patrol"].map(|game| levels(game).unwrap()) {
        let rising = |two: &[moonbase_play::levels::Level]| two[0].elo < two[1].elo;
        assert!(table.rows.windows(2).all(rising), "{}", table.game);
    }
    assert_eq!(text().matches("level:n=10").count(), 2);
    assert!(levels("pig").is_none());
}

#[test]
fn wishes_are_read() {
    assert_eq!("auto".parse(), Ok(LevelWish::Auto));
    assert_eq!("10".parse(), Ok(LevelWish::Of(10)));
    for wrong in ["0", "11", "", "five"] {
        let said = wrong.parse::<LevelWish>().unwrap_err();
        assert_eq!(said, "a level is 1 to 10, or auto");
    }
}

#[test]
fn what_is_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/player.json");
    assert_eq!(Book::read(&path).unwrap(), Book::default());
    let mut book = Book::default();
    book.set(Ufo::NAME, "shado", Strength::unsure(123.5));
    book.write(&path).unwrap();
    let again = Book::read(&path).unwrap();
    assert_eq!(again, book);
    let known = again.strength("ufo", "shado");
    assert_eq!(known, Some(Strength::unsure(123.5)));
    assert_eq!(again.strength("ufo", "alien"), None);
    let files = std::fs::read_dir(path.parent().unwrap()).unwrap();
    assert_eq!(files.count(), 1);
}

#[test]
fn damaged_files_are_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("player.json");
    let strength = |rating: &str| {
        let strength = format!(r#"{{"rating":{rating},"deviation":90,"games":3}}"#);
        format!(r#"{{"version":1,"ratings":{{"ufo":{{"shado":{strength}}}}}}}"#)
    };
    for (text, fault) in [
        ("{", "EOF while parsing"),
        (r#"{"version":2,"ratings":{}}"#, "it is version 2, not 1"),
        (&strength("1e9"), "a rating is out of range"),
        (&strength("\"x\""), "invalid type"),
    ] {
        std::fs::write(&path, text).unwrap();
        let said = Book::read(&path).unwrap_err().to_string();
        assert!(
            said.contains(fault) && said.contains("player.json"),
            "{said}"
        );
        assert!(!said.contains('\n'), "{said}");
    }
    std::fs::write(&path, strength("10")).unwrap();
    assert!(Book::read(&path).is_ok());
}

/// An agent that is called a level and plays at random: what counts a result looks at its name only.
struct Stub(AgentSpec, Random);

impl Agent<Ufo> for Stub {
    fn new_game(&mut self, seed: u64) {
        Agent::<Ufo>::new_game(&mut self.1, seed);
    }

    fn decide(&mut self, position: &Ufo) -> Decision<<Ufo as Game>::Action> {
        self.1.decide(position)
    }

    fn name(&self) -> String {
        self.0.to_string()
    }
}

fn stub(spec: &AgentSpec) -> Result<Box<dyn Agent<Ufo>>, AgentError> {
    Ok(Box::new(Stub(spec.clone(), Random::default())))
}

fn play(folder: &Path, options: PlayOptions, typed: &str) -> Result<String, PlayError> {
    let mut output = Vec::new();
    let options = PlayOptions {
        player: Some(folder.join("player.json")),
        seed: Some(21),
        ..options
    };
    let input = Cursor::new(typed.to_string());
    let stop = AtomicBool::new(false);
    play_with::<Ufo>(&options, stub, input, &mut output, &stop)?;
    Ok(String::from_utf8(output).unwrap())
}

fn wish(folder: &Path, level: LevelWish, game: u32) -> PlayOptions {
    PlayOptions {
        level: Some(level),
        save: Some(folder.join(format!("{game}.game"))),
        ..PlayOptions::new("ufo-mini")
    }
}

#[test]
fn a_game_against_a_level_is_counted_once_and_suits_the_next() {
    let folder = tempfile::tempdir().unwrap();
    let whole = "1\n".repeat(1000);
    let strength = || {
        let book = Book::read(&folder.path().join("player.json")).unwrap();
        book.strength("ufo-mini", "shado")
    };
    let auto = |game| {
        play(
            folder.path(),
            wish(folder.path(), LevelWish::Auto, game),
            &whole,
        )
    };
    let text = auto(1).unwrap();
    assert!(
        text.contains("to begin with: no result of yours is known yet."),
        "{text}"
    );
    assert!(text.contains("from 1 game as shado: level "), "{text}");
    let first = strength().unwrap();
    assert_eq!(first.games, 1);

    // Opened again it is over already, and counts no more.
    let load = PlayOptions {
        load: Some(folder.path().join("1.game")),
        ..PlayOptions::new("ufo-mini")
    };
    let text = play(folder.path(), load, "q\n").unwrap();
    assert!(!text.contains("Not counted"), "{text}");
    assert_eq!(strength(), Some(first));

    let text = auto(2).unwrap();
    assert!(
        text.contains(": about as strong as you as shado (rating "),
        "{text}"
    );
    assert_eq!(strength().unwrap().games, 2);

    // Helped, broken off, or against something else: nothing is counted.
    let helped = "1\n1\nu\n".to_string() + &whole;
    let text = play(
        folder.path(),
        wish(folder.path(), LevelWish::Of(2), 3),
        &helped,
    )
    .unwrap();
    assert!(text.contains("Not counted for your rating"), "{text}");
    play(
        folder.path(),
        wish(folder.path(), LevelWish::Of(2), 4),
        "1\n1\n",
    )
    .unwrap();
    // What helped is remembered when the game is broken off and taken up again.
    play(
        folder.path(),
        wish(folder.path(), LevelWish::Of(2), 7),
        "1\n1\nu\nq\ny\n",
    )
    .unwrap();
    let later = PlayOptions {
        load: Some(folder.path().join("7.game")),
        ..PlayOptions::new("ufo-mini")
    };
    let text = play(folder.path(), later, &whole).unwrap();
    assert!(text.contains("Not counted for your rating"), "{text}");
    let other = PlayOptions {
        against: Some("scripted".parse().unwrap()),
        save: Some(folder.path().join("5.game")),
        ..PlayOptions::new("ufo-mini")
    };
    play(folder.path(), other, &whole).unwrap();
    assert_eq!(strength().unwrap().games, 2);

    // Giving up is a loss.
    play(
        folder.path(),
        wish(folder.path(), LevelWish::Of(2), 6),
        "1\nresign\ny\nq\n",
    )
    .unwrap();
    assert_eq!(strength().unwrap().games, 3);
}

#[test]
fn a_suiting_level_needs_one_person_and_a_sound_file() {
    let folder = tempfile::tempdir().unwrap();
    let both = PlayOptions {
        seat: Some("both".into()),
        ..wish(folder.path(), LevelWish::Auto, 1)
    };
    let error = play(folder.path(), both, "").unwrap_err().to_string();
    assert_eq!(
        error,
        "--level auto suits one person: take a seat with --as"
    );
    std::fs::write(folder.path().join("player.json"), "{").unwrap();
    let error = play(folder.path(), wish(folder.path(), LevelWish::Auto, 1), "");
    assert!(error.unwrap_err().to_string().contains("cannot be read: "));
}

/// A terminal that goes away as soon as the end of the game is told.
#[derive(Default)]
struct GoneAtTheEnd(Vec<u8>);

impl Write for GoneAtTheEnd {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.extend_from_slice(bytes);
        let tail = self.0.len().saturating_sub(200);
        let told = String::from_utf8_lossy(&self.0[tail..]);
        match told.contains("win for") || told.contains("a draw.") {
            true => Err(io::ErrorKind::BrokenPipe.into()),
            false => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn games_of(folder: &Path) -> u32 {
    let book = Book::read(&folder.join("player.json")).unwrap();
    book.strength("ufo-mini", "shado")
        .map_or(0, |strength| strength.games)
}

#[test]
fn a_finished_game_counts_however_it_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let options = PlayOptions {
        player: Some(folder.path().join("player.json")),
        seed: Some(21),
        ..wish(folder.path(), LevelWish::Of(2), 1)
    };
    let (input, stop) = (Cursor::new("1\n".repeat(1000)), AtomicBool::new(false));
    let mut gone = GoneAtTheEnd::default();
    let finish = play_with::<Ufo>(&options, stub, input, &mut gone, &stop).unwrap();
    assert_eq!(
        (finish.left, games_of(folder.path())),
        (Left::OutputGone, 1)
    );

    // On the whole screen, by Ctrl-C.
    let options = PlayOptions {
        save: Some(folder.path().join("2.game")),
        ..options
    };
    let mut screen = Screen::<Ufo>::open(&options, stub).unwrap();
    while !matches!(screen.session().waiting(), Waiting::Over(_)) {
        let event = match screen.is_busy() {
            true => Event::Tick,
            false => Event::Key(Key::Enter),
        };
        assert_eq!(screen.update(event), None);
    }
    let left = screen.update(Event::Key(Key::Interrupt)).unwrap();
    let (_, told) = screen.finish(left);
    assert_eq!((left, games_of(folder.path())), (Left::Stopped, 2));
    assert!(
        told.iter().any(|line| line.contains("from 2 games")),
        "{told:?}"
    );

    // Opened again and left before anything was told, it does not count once more.
    let load = PlayOptions {
        load: options.save.clone(),
        save: None,
        level: None,
        ..options
    };
    let mut closed = GoneAtTheEnd(b"win for".to_vec());
    play_with::<Ufo>(&load, stub, Cursor::new("q\n"), &mut closed, &stop).unwrap();
    assert_eq!(games_of(folder.path()), 2);
}

/// What fails helps nobody, and the game counts.
#[test]
fn help_that_was_refused_is_no_help() {
    let folder = tempfile::tempdir().unwrap();
    let refused = "h nonsense:fast\nu\n".to_string() + &"1\n".repeat(1000);
    let text = play(
        folder.path(),
        wish(folder.path(), LevelWish::Of(2), 1),
        &refused,
    )
    .unwrap();
    assert!(
        text.contains("nothing of yours is left to take back"),
        "{text}"
    );
    assert!(
        !text.contains("Not counted") && text.contains("from 1 game"),
        "{text}"
    );
}

#[test]
fn a_seat_that_is_none_is_named_with_those_that_are() {
    let folder = tempfile::tempdir().unwrap();
    for level in [LevelWish::Auto, LevelWish::Of(3)] {
        let options = PlayOptions {
            seat: Some("shaddo".into()),
            ..wish(folder.path(), level, 1)
        };
        let said = play(folder.path(), options, "").unwrap_err().to_string();
        assert_eq!(
            said,
            "seat `shaddo` is none of this game; seats: shado, alien, both, none"
        );
    }
}
