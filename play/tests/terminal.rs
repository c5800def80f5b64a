//! Whole games in the terminal, typed by a script.

mod common;

use std::io::{self, Cursor, Write};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use common::make;
use common::person::{Person, Screen};
use moonbase_engine::record::Record;
use moonbase_engine::ufo::Ufo;
use moonbase_play::terminal::{Finish, Left, Look, PlayError, PlayOptions, play_with};

fn run(options: &PlayOptions, typed: &str) -> (Result<Finish, PlayError>, String) {
    let mut output = Vec::new();
    let stop = AtomicBool::new(false);
    let input = Cursor::new(typed.to_string());
    let finish = play_with::<Ufo>(options, make, input, &mut output, &stop);
    (finish, String::from_utf8(output).unwrap())
}

fn mini(folder: &Path, seat: &str) -> PlayOptions {
    PlayOptions {
        seat: Some(seat.into()),
        against: Some("random".parse().unwrap()),
        seed: Some(21),
        save: Some(folder.join("game.txt")),
        hint: "uct:sims=20".parse().unwrap(),
        ..PlayOptions::new("ufo-mini")
    }
}

fn words_of(path: &Path) -> Vec<String> {
    let record = Record::parse(&std::fs::read_to_string(path).unwrap()).unwrap();
    record.replay::<Ufo>().unwrap();
    record
        .words()
        .iter()
        .map(|word| word.text.clone())
        .collect()
}

#[test]
fn a_whole_game_for_either_seat() {
    for seat in ["shado", "alien"] {
        let folder = tempfile::tempdir().unwrap();
        let (finish, text) = run(&mini(folder.path(), seat), &"1\n".repeat(1000));
        let finish = finish.unwrap();
        assert!(matches!(finish.left, Left::Over(_)), "{text}");
        let path = folder.path().join("game.txt");
        assert_eq!(finish.saved.as_deref(), Some(path.as_path()));
        assert!(
            text.contains("win for") || text.contains("a draw."),
            "{text}"
        );
        assert!(
            text.contains(&format!("moonbase replay {}", path.display())),
            "{text}"
        );
        assert!(
            !text.contains('\u{1b}'),
            "plain output has no escape sequences"
        );
        let record = Record::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert!(record.tag("result").is_some());
        record.replay::<Ufo>().unwrap();
    }
}

#[test]
fn lines_fit_and_screens_are_at_most_24_rows() {
    let folder = tempfile::tempdir().unwrap();
    let options = PlayOptions {
        preset: "ufo".into(),
        ..mini(folder.path(), "alien")
    };
    let typed =
        "?\nrules\nrules 3\nlegal\n1\nl all\nm\nb 0,0\n".to_string() + &"2\n1\nl\n".repeat(60);
    let (_, text) = run(&options, &typed);
    let wide: Vec<&str> = text
        .lines()
        .filter(|line| line.len() > 80 && !line.contains(" game.txt") && !line.contains("/"))
        .collect();
    assert!(wide.is_empty(), "{wide:?}");
}

/// Commands that show something, and wrong input, change nothing: the record is that of the plain game.
#[test]
fn looking_around_and_typing_errors_change_nothing() {
    let plain = tempfile::tempdir().unwrap();
    let chatty = tempfile::tempdir().unwrap();
    run(&mini(plain.path(), "shado"), &"1\n".repeat(1000))
        .0
        .unwrap();
    let noise = "h\nw\nl\nfly\n0\n99\nG1:move:9\nb x,y\n?\nrules 99\nlegal\nu\nr\nh nonsense\nh uct:sims=x\n\n1\n";
    let (finish, text) = run(&mini(chatty.path(), "shado"), &noise.repeat(1000));
    finish.unwrap();
    assert_eq!(
        words_of(&chatty.path().join("game.txt")),
        words_of(&plain.path().join("game.txt"))
    );
    for says in [
        "`fly` is not legal here; legal: ",
        "there is no action 99; give a number from 1 to",
        "b takes a hex: b 2,-1",
        "the rules have chapters 1 to",
        "unknown agent `nonsense`",
        "agent `uct`: sims cannot be `x`",
        "Hint of uct:sims=20: ",
        "Taken back.",
        "Played again.",
    ] {
        assert!(text.contains(says), "{says}");
    }
}

/// A game broken off anywhere and gone on with is the game that was never broken off.
#[test]
fn the_end_of_the_input_saves_and_loading_goes_on() {
    let whole = tempfile::tempdir().unwrap();
    run(&mini(whole.path(), "shado"), &"1\n".repeat(1000))
        .0
        .unwrap();
    let whole = words_of(&whole.path().join("game.txt"));
    for choices in [1, 7, 20] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let (finish, text) = run(&mini(folder.path(), "shado"), &"1\n".repeat(choices));
        let finish = finish.unwrap();
        assert_eq!(
            (finish.left, finish.saved.as_ref()),
            (Left::EndOfInput, Some(&path)),
            "{text}"
        );
        assert!(text.contains(&format!("--load {}", path.display())));
        let part = words_of(&path);
        assert_eq!(part[..], whole[..part.len()]);
        let load = PlayOptions {
            load: Some(path.clone()),
            ..PlayOptions::new("ufo-mini")
        };
        let load = PlayOptions {
            hint: "uct:sims=20".parse().unwrap(),
            ..load
        };
        let (finish, text) = run(&load, &"1\n".repeat(1000));
        assert!(matches!(finish.unwrap().left, Left::Over(_)), "{text}");
        assert_eq!(words_of(&path), whole);
    }
}

#[test]
fn quitting_asks_and_obeys() {
    for (typed, left, saved) in [
        ("1\nq\nn\n", Left::Quit, false),
        ("1\nq\ny\n", Left::Quit, true),
        ("1\nq\n\n", Left::Quit, true),
        ("1\nq\n", Left::EndOfInput, true),
        ("q\n", Left::Quit, false),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let (finish, text) = run(&mini(folder.path(), "alien"), typed);
        let finish = finish.unwrap();
        // The choice was saved by itself when it was made; the opponent's answer was not.
        assert_eq!(
            (finish.left, finish.saved.is_some()),
            (left, saved),
            "{typed:?}: {text}"
        );
        assert!(!saved || path.exists());
    }
}

#[test]
fn saving_elsewhere_does_not_write_over_another_game() {
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.txt");
    std::fs::write(&other, "mine").unwrap();
    let name = other.display();
    let (_, text) = run(
        &mini(folder.path(), "shado"),
        &format!("1\ns {name}\nq\n{name}\nn\n"),
    );
    assert!(text.contains("exists; s! "), "{text}");
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "mine");
    let mut again = mini(folder.path(), "shado");
    let (refused, _) = run(&again, "");
    assert!(matches!(refused, Err(PlayError::Exists { .. })));
    again.save = Some(folder.path().join("new.txt"));
    run(&again, &format!("1\ns! {name}\n")).0.unwrap();
    assert!(!words_of(&other).is_empty());
}

#[test]
fn giving_up_and_thinking_better_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let (finish, text) = run(
        &mini(folder.path(), "shado"),
        "1\nresign\n\nresign\nyes\nu\n1\nresign\ny\n\n",
    );
    assert!(
        text.contains("Given up by SHADO: a win for the Aliens."),
        "{text}"
    );
    assert!(matches!(finish.unwrap().left, Left::Over(_)));
    assert!(text.contains("Not given up."), "{text}");
    // Asked, and not answered: the game is not over.
    let folder = tempfile::tempdir().unwrap();
    let (finish, text) = run(&mini(folder.path(), "shado"), "1\nresign\n");
    assert_eq!(finish.unwrap().left, Left::EndOfInput, "{text}");
}

/// However often the question is answered wrongly, it is asked again.
#[test]
fn quitting_is_asked_until_it_is_answered() {
    let folder = tempfile::tempdir().unwrap();
    let wrong = "maybe\n".repeat(20_000);
    let (finish, text) = run(&mini(folder.path(), "alien"), &format!("1\nq\n{wrong}y\n"));
    assert_eq!(finish.unwrap().left, Left::Quit);
    assert_eq!(text.matches("`maybe` is none of these").count(), 20_000);
}

/// A second terminal on the same file: what it wrote stays, and this game goes on beside it.
#[test]
fn a_file_that_somebody_else_changed_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let (other, mut asked, watched) = (folder.path().join("game-2.txt"), 0, path.clone());
    let think = move |_: &str| {
        asked += 1;
        match asked {
            3 => std::fs::write(&watched, "of somebody else").unwrap(),
            6 => return Some("s".into()),
            7 => return None,
            _ => {}
        }
        Some("1".to_string())
    };
    let written = Screen::default();
    let person = Person::new(&written, think);
    let stop = AtomicBool::new(false);
    let options = mini(folder.path(), "shado");
    let finish = play_with::<Ufo>(&options, make, person, &mut written.clone(), &stop).unwrap();
    let text = written.text();
    let words: Vec<&str> = text.split_whitespace().collect();
    let news = format!(
        "{} was changed by somebody else since this game was saved there, and is left alone; this game is saved in {} from now on",
        path.display(),
        other.display()
    );
    assert_eq!(words.join(" ").matches(&news).count(), 1, "{text}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "of somebody else");
    assert_eq!((finish.saved.as_ref(), finish.lost), (Some(&other), None));
    assert!(words_of(&other).len() >= 5);
}

#[test]
fn a_raised_flag_stops_and_saves() {
    let folder = tempfile::tempdir().unwrap();
    let options = mini(folder.path(), "shado");
    let stop = AtomicBool::new(true);
    let finish = play_with::<Ufo>(&options, make, Cursor::new("1\n"), &mut Vec::new(), &stop);
    assert_eq!(finish.unwrap().left, Left::Stopped);
    // Raised while the player is being waited for.
    stop.store(false, Ordering::Relaxed);
    let (reader, _writer) = io::pipe().unwrap();
    let input = io::BufReader::new(reader);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        let finish = play_with::<Ufo>(&options, make, input, &mut Vec::new(), &stop);
        assert_eq!(finish.unwrap().left, Left::Stopped);
    });
}

/// A terminal that goes away after some bytes.
struct Vanishing(usize);

impl Write for Vanishing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_vanished_terminal_saves() {
    for bytes in [0, 10, 3_000, 10_000] {
        let folder = tempfile::tempdir().unwrap();
        let options = mini(folder.path(), "shado");
        let stop = AtomicBool::new(false);
        let input = Cursor::new("1\n".repeat(1000));
        let finish = play_with::<Ufo>(&options, make, input, &mut Vanishing(bytes), &stop).unwrap();
        assert_eq!(finish.left, Left::OutputGone);
        if bytes == 10_000 {
            assert!(!words_of(&folder.path().join("game.txt")).is_empty());
        }
    }
}

#[test]
fn bad_beginnings_are_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let good = mini(folder.path(), "shado");
    let missing = Some(folder.path().join("missing.txt"));
    let broken = folder.path().join("broken.txt");
    std::fs::write(&broken, "[game \"ufo-mini\"]\nfly\n").unwrap();
    for (options, says) in [
        (
            PlayOptions {
                seat: Some("general".into()),
                ..good.clone()
            },
            "seats: shado, alien, both, none",
        ),
        (
            PlayOptions {
                preset: "chess".into(),
                ..good.clone()
            },
            "chess",
        ),
        (
            PlayOptions {
                settings: vec!["aliens=13".into()],
                ..good.clone()
            },
            "1..12",
        ),
        (
            PlayOptions {
                against: Some("deep".parse().unwrap()),
                ..good.clone()
            },
            "unknown agent `deep`",
        ),
        (
            PlayOptions {
                load: missing,
                ..good.clone()
            },
            "cannot read ",
        ),
        (
            PlayOptions {
                load: Some(broken),
                save: None,
                ..good.clone()
            },
            "line 2: ",
        ),
    ] {
        let error = run(&options, "").0.unwrap_err().to_string();
        assert!(error.contains(says) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn watching_and_hot_seat() {
    let folder = tempfile::tempdir().unwrap();
    let (finish, text) = run(&mini(folder.path(), "none"), "");
    assert!(matches!(finish.unwrap().left, Left::Over(_)), "{text}");
    let folder = tempfile::tempdir().unwrap();
    let (finish, text) = run(&mini(folder.path(), "both"), &"1\n".repeat(2000));
    assert!(matches!(finish.unwrap().left, Left::Over(_)));
    assert!(text.contains("SHADO> 1") && text.contains("the Aliens> 1"));
}

#[test]
fn a_live_terminal_shows_that_the_agent_thinks() {
    let folder = tempfile::tempdir().unwrap();
    let options = PlayOptions {
        look: Look {
            live: true,
            colour: true,
            ..Look::PLAIN
        },
        against: Some("uct:ms=250".parse().unwrap()),
        ..mini(folder.path(), "shado")
    };
    let (_, text) = run(&options, "end\n");
    assert!(
        text.contains("the Aliens (uct:ms=250) thinks ... "),
        "{text:?}"
    );
}
