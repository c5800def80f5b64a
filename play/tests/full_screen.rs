//! Whole games on the full screen, by keys, on a terminal of paper.

mod common;

use std::path::Path;
use std::time::Duration;

use common::make;
use moonbase_engine::lost_patrol::LostPatrol;
use moonbase_engine::record::Record;
use moonbase_engine::ufo::Ufo;
use moonbase_play::explain::odds_after;
use moonbase_play::full_screen::{Event, Key, Screen};
use moonbase_play::session::Waiting;
use moonbase_play::terminal::{Left, Look, MakeAgent, PlayError, PlayOptions};
use moonbase_play::{AtTable, Words};
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::style::{Color, Modifier};

/// A screen and the paper that it is drawn on.
struct Desk<G: AtTable> {
    screen: Screen<G>,
    paper: Terminal<TestBackend>,
}

fn options(folder: &Path, preset: &str, seat: &str) -> PlayOptions {
    PlayOptions {
        seat: Some(seat.into()),
        against: Some("random".parse().unwrap()),
        seed: Some(21),
        save: Some(folder.join("game.txt")),
        hint: "uct:sims=20".parse().unwrap(),
        ..PlayOptions::new(preset)
    }
}

fn desk<G: AtTable>(options: &PlayOptions, (width, height): (u16, u16)) -> Desk<G> {
    let screen = Screen::open(options, make as MakeAgent<G>).unwrap();
    let paper = Terminal::new(TestBackend::new(width, height)).unwrap();
    let mut desk = Desk { screen, paper };
    desk.settle();
    desk
}

impl<G: AtTable> Desk<G> {
    /// Waits for whoever thinks.
    fn settle(&mut self) {
        while self.screen.is_busy() {
            std::thread::sleep(Duration::from_micros(200));
            assert_eq!(self.screen.update(Event::Tick), None);
        }
    }

    fn press(&mut self, key: Key) -> Option<Left> {
        let left = self.screen.update(Event::Key(key));
        self.settle();
        left
    }

    fn types(&mut self, text: &str) {
        text.chars()
            .for_each(|c| assert_eq!(self.press(Key::Char(c)), None));
    }

    /// The rows as they are drawn now.
    fn rows(&mut self) -> Vec<String> {
        self.paper.draw(|frame| self.screen.draw(frame)).unwrap();
        let buffer = self.paper.backend().buffer();
        let width = usize::from(buffer.area.width);
        let rows = buffer.content.chunks(width);
        rows.map(|row| row.iter().map(|cell| cell.symbol()).collect())
            .collect()
    }

    fn text(&mut self) -> String {
        self.rows().join("\n")
    }

    fn words(&self) -> Vec<String> {
        common::words(self.screen.session())
    }

    /// Where a text begins, in columns and rows.
    fn find(&mut self, text: &str) -> (u16, u16) {
        let rows = self.rows();
        let mut found = rows
            .iter()
            .zip(0..)
            .filter_map(|(row, y)| Some((row.find(text)?, y)));
        let (x, y) = found
            .next()
            .unwrap_or_else(|| panic!("no {text:?} in\n{}", rows.join("\n")));
        // What comes before on the row may be wider in bytes than in columns.
        (rows[usize::from(y)][..x].chars().count() as u16, y)
    }
}

/// Plays to the end by Enter, moving down now and then so that all is not one kind of action.
fn whole_game<G: AtTable>(preset: &str, seat: &str) {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk::<G>(&options(folder.path(), preset, seat), (80, 24));
    for turn in 0..2000 {
        if matches!(desk.screen.session().waiting(), Waiting::Over(_)) {
            break;
        }
        if turn % 3 == 1 {
            desk.press(Key::Down);
        }
        assert_eq!(desk.press(Key::Enter), None);
        assert!(desk.text().contains("Actions"));
    }
    let Waiting::Over(ending) = desk.screen.session().waiting() else {
        panic!("{preset} does not end");
    };
    let result = ending.words::<G>();
    assert!(desk.text().contains(&result), "{}", desk.text());
    let left = desk.press(Key::Enter).unwrap();
    assert_eq!(left, Left::Over(ending));
    let words = desk.words();
    let (finish, told) = desk.screen.finish(left);
    let path = folder.path().join("game.txt");
    assert_eq!(finish.saved.as_deref(), Some(path.as_path()));
    assert!(
        told[0] == result && told.iter().any(|line| line.contains("moonbase replay")),
        "{told:?}"
    );
    let record = Record::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
    record.replay::<G>().unwrap();
    let saved: Vec<String> = record
        .words()
        .iter()
        .map(|word| word.text.clone())
        .collect();
    assert_eq!(saved, words);
}

#[test]
fn a_whole_game_by_keys() {
    whole_game::<Ufo>("ufo-mini", "shado");
    whole_game::<Ufo>("ufo-mini", "alien");
    whole_game::<LostPatrol>("lost_patrol-mini", "patrol");
}

#[test]
fn taking_back_and_playing_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk::<Ufo>(&options(folder.path(), "ufo-mini", "shado"), (80, 24));
    for _ in 0..3 {
        desk.press(Key::Enter);
    }
    let (before, rows) = (desk.words(), desk.rows());
    desk.press(Key::Enter);
    let after = desk.words();
    assert!(after.len() > before.len());
    desk.types("u");
    assert_eq!(desk.words(), before);
    assert!(desk.text().contains("Taken back."));
    desk.types("r");
    assert_eq!(desk.words(), after);
    desk.types("u");
    desk.press(Key::Escape);
    assert_eq!(desk.rows(), rows, "the screen is as it was");
    desk.types("uuuu");
    assert!(
        desk.text()
            .contains("nothing of yours is left to take back")
    );
}

#[test]
fn a_hint_comes_with_reasons_and_closes() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk::<Ufo>(&options(folder.path(), "ufo-mini", "shado"), (80, 24));
    let begun = desk.words().len();
    let plain = desk.rows();
    desk.types("h");
    let text = desk.text();
    assert!(text.contains("Hint of uct:sims=20"), "{text}");
    assert!(text.contains("it judges the position"), "{text}");
    // Keys are the sheet's: nothing is played.
    desk.press(Key::Down);
    assert_eq!(desk.words().len(), begun);
    desk.press(Key::Enter);
    assert_eq!((desk.words().len(), desk.rows()), (begun, plain));
    desk.types("?");
    assert!(desk.text().contains("Command Mobile"), "{}", desk.text());
}

#[test]
fn typing_finds_actions() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk::<Ufo>(&options(folder.path(), "ufo-mini", "shado"), (80, 24));
    let begun = desk.words().len();
    let legal: Vec<String> = desk
        .screen
        .session()
        .legal()
        .iter()
        .map(|a| a.to_string())
        .collect();
    let third = legal[2].clone();
    // A slash before, for notations may begin with a key.
    desk.types(&format!("/{third}"));
    assert!(
        desk.text().contains(&format!("/{third}_")),
        "{}",
        desk.text()
    );
    desk.types("zz");
    assert!(desk.text().contains("none fits"));
    desk.press(Key::Enter);
    assert_eq!(desk.words().len(), begun);
    desk.press(Key::Escape);
    desk.types("3");
    desk.press(Key::Enter);
    assert_eq!(desk.words()[begun], third);
    desk.types("x");
    assert!(desk.text().contains("`x` is no key"));
}

#[test]
fn a_click_chooses_and_a_second_one_acts() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk::<Ufo>(&options(folder.path(), "ufo-mini", "shado"), (120, 40));
    let begun = desk.words().len();
    let second = desk.screen.session().legal()[1].to_string();
    let (x, y) = desk.find(&second);
    desk.screen.update(Event::Click(x, y));
    desk.text();
    assert_eq!(desk.words().len(), begun);
    desk.screen.update(Event::Click(x, y));
    desk.settle();
    assert_eq!(desk.words()[begun], second);
    // The first action is chosen already: the first click on it does nothing more.
    let acted = desk.words().len();
    let first = desk.screen.session().legal()[0].to_string();
    let (x, y) = desk.find(&first);
    desk.screen.update(Event::Click(x, y));
    desk.settle();
    assert_eq!(desk.words().len(), acted);
    // A double click plays once.
    desk.screen.update(Event::Click(x, y));
    desk.settle();
    let played = desk.words();
    assert_eq!(played[acted], first);
    desk.text();
    desk.screen.update(Event::Click(x, y));
    desk.settle();
    assert_eq!(desk.words(), played);
    // Outside of everything.
    desk.screen.update(Event::Click(500, 500));
    desk.screen.update(Event::Wheel(500, 500, 2));
}

#[test]
fn it_fits_in_any_size() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk::<Ufo>(&options(folder.path(), "ufo", "shado"), (80, 24));
    for (width, height) in [(60, 20), (300, 100), (110, 20), (109, 80), (60, 100)] {
        desk.paper.backend_mut().resize(width, height);
        let rows = desk.rows();
        assert_eq!(rows.len(), usize::from(height));
        let text = rows.join("\n");
        assert!(
            text.contains("Actions") && text.contains("Log") && text.contains("q quit"),
            "{text}"
        );
    }
    for (width, height) in [(59, 20), (60, 19), (10, 3), (1, 1)] {
        desk.paper.backend_mut().resize(width, height);
        let rows = desk.rows();
        let told: Vec<&str> = rows.iter().flat_map(|row| row.split_whitespace()).collect();
        let whole = format!("{width}x{height} is too small, 60x20 needed; only q works: it leaves");
        assert!(width < 20 || told.join(" ") == whole, "{rows:?}");
        assert!(whole.starts_with(told[0].get(..1).unwrap()));
    }
    assert_eq!(desk.press(Key::Char('q')), Some(Left::Quit));
}

/// Nobody sees what keys and clicks would do there.
#[test]
fn on_a_screen_that_is_too_small_only_leaving_works() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk::<Ufo>(&options(folder.path(), "ufo-mini", "shado"), (80, 24));
    desk.press(Key::Enter);
    desk.types("/");
    let (words, rows) = (desk.words(), desk.rows());
    desk.paper.backend_mut().resize(50, 10);
    desk.text();
    for key in [
        Key::Enter,
        Key::Char('u'),
        Key::Char('g'),
        Key::Char('y'),
        Key::Down,
        Key::Tab,
    ] {
        assert_eq!(desk.press(key), None);
    }
    for _ in 0..3 {
        desk.screen.update(Event::Click(45, 18));
    }
    desk.paper.backend_mut().resize(80, 24);
    assert_eq!((desk.words(), desk.rows()), (words, rows));
    desk.paper.backend_mut().resize(50, 10);
    desk.text();
    assert_eq!(desk.press(Key::Char('q')), Some(Left::Quit));
}

#[test]
fn giving_up_is_asked_first() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk::<Ufo>(&options(folder.path(), "ufo-mini", "shado"), (80, 24));
    desk.types("g");
    assert!(desk.text().contains("give up the game?"), "{}", desk.text());
    desk.types("q");
    assert!(desk.text().contains("Not given up."), "{}", desk.text());
    assert!(matches!(desk.screen.session().waiting(), Waiting::Human(_)));
    desk.types("y");
    assert!(matches!(desk.screen.session().waiting(), Waiting::Human(_)));
    desk.types("gy");
    let over = "Given up by SHADO: a win for the Aliens.";
    assert!(desk.text().contains(over), "{}", desk.text());
    desk.types("g");
    assert!(desk.text().contains("the game is over"));
    desk.types("u");
    assert!(matches!(desk.screen.session().waiting(), Waiting::Human(_)));
}

/// Whatever is chosen, all of it is told, with all chances of its dice.
#[test]
fn the_state_is_told_whole() {
    for size in [(60, 20), (80, 24), (112, 30)] {
        let folder = tempfile::tempdir().unwrap();
        let mut desk = desk::<Ufo>(&options(folder.path(), "ufo", "shado"), size);
        let mut long = 0;
        for _ in 0..60 {
            for _ in 0..desk.screen.session().legal().len() {
                desk.press(Key::Down);
                long += usize::from(tells_the_chosen(&mut desk, size.0));
            }
            desk.press(Key::Enter);
        }
        assert!(long > 0, "nothing had to be broken");
    }
}

/// Is the chosen action told in more than a row? It is told whole.
fn tells_the_chosen(desk: &mut Desk<Ufo>, width: u16) -> bool {
    let rows = desk.rows();
    let cells = &desk.paper.backend().buffer().content;
    let cells = cells.chunks(width.into());
    let mut marked = cells.zip(&rows).filter_map(|(cells, row)| {
        let marked = cells
            .iter()
            .position(|cell| cell.modifier.contains(Modifier::REVERSED))?;
        let text: String = row.chars().skip(marked).collect();
        text.split_whitespace()
            .find_map(|word| word.parse::<usize>().ok())
    });
    let Some(number) = marked.next() else {
        return false;
    };
    let session = desk.screen.session();
    let action = session.legal()[number - 1];
    let odds = odds_after(session.position(), action).unwrap_or_default();
    let told = format!("{number} {}{odds}", session.position().action_words(action));
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    // From 110 columns on the actions stand beside the state.
    let left: Vec<String> = rows
        .iter()
        .map(|row| {
            row.chars()
                .take(if width < 110 {
                    width.into()
                } else {
                    usize::from(width) - 45
                })
                .collect()
        })
        .collect();
    assert!(
        words(&left.join(" ")).contains(&words(&told)),
        "{told}\n{}",
        rows.join("\n")
    );
    told.len() > left[0].chars().count()
}

#[test]
fn a_file_that_somebody_else_changed_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (
        folder.path().join("game.txt"),
        folder.path().join("game-2.txt"),
    );
    let mut desk = desk::<Ufo>(&options(folder.path(), "ufo-mini", "shado"), (120, 30));
    desk.press(Key::Enter);
    std::fs::write(&path, "of somebody else").unwrap();
    desk.types("s");
    assert!(
        desk.text().contains("was changed by somebody else"),
        "{}",
        desk.text()
    );
    desk.press(Key::Enter);
    let (finish, told) = desk.screen.finish(Left::Quit);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "of somebody else");
    assert_eq!((finish.saved.as_ref(), finish.lost), (Some(&other), None));
    assert!(
        told.iter().any(|line| line.contains("game-2.txt")),
        "{told:?}"
    );
}

#[test]
fn the_board_can_be_moved_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut desk = desk::<Ufo>(&options(folder.path(), "ufo", "shado"), (60, 20));
    for _ in 0..25 {
        desk.press(Key::Enter);
    }
    let here = desk.rows();
    desk.press(Key::Tab);
    for _ in 0..50 {
        desk.press(Key::Up);
        desk.press(Key::Left);
    }
    let away = desk.rows();
    assert!(away[1..8] != here[1..8], "{}", away.join("\n"));
    assert!(away[1..8].iter().any(|row| !row.trim().is_empty()));
    desk.types("c");
    desk.press(Key::Tab);
    desk.press(Key::Tab);
    assert_eq!(desk.rows(), here);
}

#[test]
fn without_colour_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let mut options = options(folder.path(), "ufo-mini", "shado");
    for colour in [false, true] {
        options.look = Look {
            colour,
            ..Look::PLAIN
        };
        let mut desk = desk::<Ufo>(&options, (80, 24));
        desk.text();
        let cells = &desk.paper.backend().buffer().content;
        assert_eq!(cells.iter().any(|cell| cell.fg != Color::Reset), colour);
        // The chosen action is marked all the same.
        assert!(
            cells
                .iter()
                .any(|cell| cell.modifier.contains(Modifier::REVERSED))
        );
    }
}

#[test]
fn leaving_saves_and_says_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let given = options(folder.path(), "ufo-mini", "shado");
    let mut desk = desk::<Ufo>(&given, (80, 24));
    desk.press(Key::Enter);
    assert_eq!(desk.press(Key::Interrupt), Some(Left::Stopped));
    let words = desk.words();
    let (finish, told) = desk.screen.finish(Left::Stopped);
    assert!(
        finish.lost.is_none() && told.iter().any(|line| line.contains("--full-screen")),
        "{told:?}"
    );
    let load = PlayOptions {
        load: finish.saved,
        hint: given.hint.clone(),
        ..PlayOptions::new("ufo-mini")
    };
    let again = desk_loaded(&load);
    assert_eq!(again.words()[..words.len()], words);
    assert!(matches!(
        Screen::open(&given, make as MakeAgent<Ufo>),
        Err(PlayError::Exists { .. })
    ));
}

fn desk_loaded(options: &PlayOptions) -> Desk<Ufo> {
    desk(options, (80, 24))
}

#[test]
fn games_with_real_dice_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let table = PlayOptions {
        table: true,
        ..options(folder.path(), "ufo-mini", "shado")
    };
    let refused = Screen::open(&table, make as MakeAgent<Ufo>);
    assert!(matches!(refused, Err(PlayError::TableOnScreen)));
}
