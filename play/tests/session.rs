//! Sessions: taking back, playing again, saving, loading.

mod common;

use common::{agent, human, make, options, play_on, session, to_human, words};
use moonbase_engine::record::Record;
use moonbase_engine::ufo::Ufo;
use moonbase_engine::{BySeat, Game, Seat};
use moonbase_play::session::{Ending, Session, SessionError, Waiting};
use proptest::prelude::*;

fn reload(session: &Session<Ufo>, first: &str, second: &str) -> Session<Ufo> {
    let text = session.record().to_text::<Ufo>().unwrap();
    let player = |name: &str| {
        if name == "human" {
            human()
        } else {
            agent(name)
        }
    };
    let players = BySeat::new(player(first), player(second));
    Session::from_record(&Record::parse(&text).unwrap(), players, 0).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn what_is_taken_back_and_played_again_is_the_same(seed in 0..1000u64, choices in 1..30usize, back in 1..20usize) {
        let mut game = session::<Ufo>("ufo-mini", seed, human(), agent("random"));
        play_on(&mut game, choices);
        let (all, last) = (words(&game), game.position().clone());
        let mut taken = 0;
        while taken < back && game.undo().is_ok() {
            taken += 1;
            prop_assert!(matches!(game.waiting(), Waiting::Human(Seat::First)));
        }
        prop_assert!(taken > 0);
        let kept = game.steps().len();
        for _ in 0..taken {
            game.redo().unwrap();
        }
        prop_assert_eq!(&words(&game), &all);
        prop_assert_eq!(game.position(), &last);
        for _ in 0..taken {
            game.undo().unwrap();
        }
        prop_assert_eq!(game.steps().len(), kept);
        // The same choices anew: the dice and the agent do as before.
        play_on(&mut game, taken);
        prop_assert_eq!(words(&game), all);
    }

    #[test]
    fn a_loaded_game_is_the_game_that_was_saved(seed in 0..1000u64, choices in 0..40usize) {
        let mut game = session::<Ufo>("ufo-mini", seed, agent("random"), human());
        play_on(&mut game, choices);
        let mut loaded = reload(&game, "random", "human");
        prop_assert_eq!(loaded.position(), game.position());
        prop_assert_eq!(words(&loaded), words(&game));
        prop_assert_eq!(loaded.seed(), seed);
        play_on(&mut game, 30);
        play_on(&mut loaded, 30);
        prop_assert_eq!(words(&loaded), words(&game));
    }
}

#[test]
fn a_search_decides_the_same_after_loading_and_taking_back() {
    let mut game = session::<Ufo>("ufo-mini", 5, human(), agent("uct:sims=30"));
    play_on(&mut game, 12);
    let all = words(&game);
    let mut loaded = reload(&game, "human", "uct:sims=30");
    for _ in 0..4 {
        game.undo().unwrap();
        loaded.undo().unwrap();
    }
    play_on(&mut game, 4);
    play_on(&mut loaded, 4);
    assert_eq!((words(&game), words(&loaded)), (all.clone(), all));
}

#[test]
fn another_choice_forgets_what_was_taken_back() {
    let mut game = session::<Ufo>("ufo", 3, human(), agent("random"));
    play_on(&mut game, 5);
    game.undo().unwrap();
    let other = game.legal().into_iter().next_back().unwrap();
    game.act(other).unwrap();
    assert!(matches!(game.redo(), Err(SessionError::NothingToRedo)));
}

#[test]
fn each_of_two_people_takes_back_one_choice() {
    let mut game = session::<Ufo>("ufo-mini", 3, human(), human());
    play_on(&mut game, 6);
    let before: Vec<usize> = (0..3)
        .map(|_| {
            game.undo().unwrap();
            game.steps().len()
        })
        .collect();
    assert!(before.windows(2).all(|pair| pair[1] < pair[0]));
    assert!(matches!(game.waiting(), Waiting::Human(_)));
}

#[test]
fn refusals_change_nothing() {
    let mut game = session::<Ufo>("ufo", 3, human(), agent("random"));
    assert!(matches!(game.undo(), Err(SessionError::NothingToUndo)));
    assert!(matches!(game.redo(), Err(SessionError::NothingToRedo)));
    to_human(&mut game);
    let (all, last) = (words(&game), game.position().clone());
    for (word, says) in [
        ("0", "there is no action 0; give a number from 1 to"),
        ("1000", "there is no action 1000"),
        ("end now", "is not legal here; legal: "),
        (
            "G1:move:9",
            "`G1:move:9` is not legal here; legal: G1:move:0",
        ),
        ("place:0,0", "is not legal here"),
    ] {
        let error = game.find(word).unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }
    assert!(game.find("c:MOVE:0").is_ok());
    assert!(matches!(game.roll(), Err(SessionError::WrongTurn { .. })));
    assert!(matches!(game.think(), Err(SessionError::WrongTurn { .. })));
    assert_eq!((words(&game), game.position()), (all, &last));
}

#[test]
fn giving_up_ends_the_game_and_can_be_taken_back() {
    let mut game = session::<Ufo>("ufo", 3, human(), agent("random"));
    play_on(&mut game, 3);
    let last = game.position().clone();
    assert_eq!(game.resign().unwrap(), Seat::First);
    let over = Waiting::Over(Ending::Resigned(Seat::First));
    assert_eq!(game.waiting(), over);
    assert!(matches!(game.act(game.legal()[0]), Err(SessionError::Over)));
    let mut loaded = reload(&game, "human", "random");
    assert_eq!(loaded.waiting(), over);
    for game in [&mut game, &mut loaded] {
        game.undo().unwrap();
        assert_eq!(
            (game.waiting(), game.position()),
            (Waiting::Human(Seat::First), &last)
        );
        assert_eq!(game.record().tag("resigned"), None);
    }
}

#[test]
fn a_game_without_people_plays_itself() {
    let mut game = session::<Ufo>("ufo-mini", 1, agent("random"), agent("random"));
    to_human(&mut game);
    assert!(matches!(game.waiting(), Waiting::Over(Ending::Outcome(_))));
    assert!(matches!(game.resign(), Err(SessionError::Over)));
    let record = game.record();
    assert!(record.tag("result").is_some());
    assert_eq!(
        record.replay::<Ufo>().unwrap().last(),
        Some(game.position())
    );
}

#[test]
fn the_game_saves_itself_and_says_when_it_cannot() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let mut game = session::<Ufo>("ufo-mini", 9, human(), agent("random"));
    game.set_autosave(Some(path.clone()));
    play_on(&mut game, 2);
    let saved = Record::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert!(saved.words().len() >= 2);
    assert!(game.take_autosave_error().is_none());
    game.set_autosave(Some(folder.path().join("gone/game.txt")));
    let choices = game.steps().len();
    play_on(&mut game, 1);
    assert!(game.steps().len() > choices, "the game goes on");
    assert!(
        game.take_autosave_error()
            .unwrap()
            .to_string()
            .starts_with("cannot write")
    );
    assert!(game.is_unsaved());
}

/// Two sessions on one file: the one that writes last finds the other's game, and leaves it.
#[test]
fn a_file_of_somebody_else_is_not_saved_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let new = || {
        let mut game = session::<Ufo>("ufo-mini", 9, human(), agent("random"));
        game.set_autosave(Some(path.clone()));
        game
    };
    let (mut first, mut second) = (new(), new());
    play_on(&mut first, 2);
    let kept = std::fs::read(&path).unwrap();
    play_on(&mut second, 5);
    assert!(second.is_file_changed() && !first.is_file_changed());
    let said = second.take_autosave_error().unwrap().to_string();
    assert!(
        said.contains("was changed by somebody else") && !said.contains('\n'),
        "{said}"
    );
    assert_eq!(
        (std::fs::read(&path).unwrap(), second.is_unsaved()),
        (kept, true)
    );
    play_on(&mut first, 1);
    assert!(first.take_autosave_error().is_none());
    // Told to, it writes over it, and then it is the first that finds another's.
    second.save(&path).unwrap();
    play_on(&mut second, 1);
    assert!(second.take_autosave_error().is_none());
    play_on(&mut first, 1);
    assert!(first.take_autosave_error().is_some());
    // A file that is gone is nobody's.
    std::fs::remove_file(&path).unwrap();
    play_on(&mut first, 1);
    assert!(first.take_autosave_error().is_none() && path.exists());
}

#[test]
fn help_is_marked_when_it_was_given() {
    let mut game = session::<Ufo>("ufo-mini", 9, human(), agent("random"));
    assert!(game.undo().is_err() && !game.was_helped());
    let adviser = || make::<Ufo>(&"uct:sims=5".parse().unwrap()).unwrap();
    to_human(&mut game);
    let mut over = reload(&game, "human", "random");
    over.resign().unwrap();
    assert!(matches!(over.advice(adviser()), Err(SessionError::NoHint)));
    assert!(!over.was_helped());
    game.advice(adviser()).unwrap();
    assert!(game.was_helped());
    over.undo().unwrap();
    assert!(over.was_helped());
    // At a real table dice are corrected without help, choices are not.
    let mut game = session::<Ufo>("ufo", 9, human(), human());
    while game.waiting() != Waiting::Dice {
        game.act(game.legal()[0]).unwrap();
    }
    game.roll().unwrap();
    let last = game.steps().len() - 1;
    game.back_to(last).unwrap();
    assert!(!game.was_helped());
    game.back_to(last - 1).unwrap();
    assert!(game.was_helped());
}

#[test]
fn what_is_played_again_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.txt");
    let mut game = session::<Ufo>("ufo-mini", 9, human(), agent("random"));
    game.set_autosave(Some(path.clone()));
    play_on(&mut game, 3);
    game.back_to(1).unwrap();
    let count = || {
        Record::parse(&std::fs::read_to_string(&path).unwrap())
            .unwrap()
            .words()
            .len()
    };
    assert_eq!(count(), 1);
    game.redo().unwrap();
    assert_eq!((count(), game.is_unsaved()), (game.steps().len(), false));
}

#[test]
fn records_that_make_no_sense_are_refused() {
    let load = |text: &str| {
        let record = Record::parse(text).map_err(SessionError::from);
        let players = BySeat::new(human(), human());
        record
            .and_then(|record| Session::<Ufo>::from_record(&record, players, 0))
            .map(|_| ())
    };
    let error = |text: &str| load(text).unwrap_err().to_string();
    assert!(error("[game \"chess\"]").contains("chess"));
    assert!(error("[game \"ufo\"]\n[seed -3]").contains("tag `seed`"));
    assert!(error("[game \"ufo\"]\n[resigned \"nobody\"]").contains("tag `resigned`"));
    assert!(error("[game \"ufo\"]\n\nlay:0,0:0\nfly").starts_with("line 4: "));
    assert!(load("[game \"ufo\"]\nlay:0,0:0").is_ok());
}

#[test]
fn options_are_kept_in_the_record() {
    let setup = moonbase_play::session::Setup {
        preset: "ufo-mini".into(),
        options: options::<Ufo>("ufo-mini", &["aliens=6"]),
        seed: 4,
        players: BySeat::new(human(), agent("random")),
    };
    let game: Session<Ufo> = Session::new(setup).unwrap();
    assert_eq!(game.changed_options(), ["aliens=6"]);
    let loaded = reload(&game, "human", "random");
    assert_eq!(loaded.options(), game.options());
    assert_eq!(loaded.player(Seat::First), "human");
    assert_eq!(Ufo::new(loaded.options()).unwrap(), *loaded.position());
}

#[test]
fn taking_back_has_a_limit_that_a_saved_game_keeps() {
    let mut game = session::<Ufo>("ufo-mini", 5, human(), agent("random"));
    game.limit_takebacks(Some(2));
    assert!(!game.can_undo());
    assert!(matches!(game.undo(), Err(SessionError::NothingToUndo)));
    play_on(&mut game, 6);
    game.undo().unwrap();
    assert_eq!((game.takebacks_left(), game.can_redo()), (Some(1), true));
    let mut loaded = reload(&game, "human", "random");
    assert_eq!(
        (loaded.takebacks_left(), loaded.can_redo()),
        (Some(1), false)
    );
    loaded.undo().unwrap();
    let before = words(&loaded);
    assert!(
        loaded.can_undo(),
        "there is something, but no more may be taken back"
    );
    let error = loaded.undo().unwrap_err().to_string();
    assert_eq!(error, "taking back is over: this game allows it 2 times");
    assert_eq!(words(&loaded), before);
}

#[test]
fn a_job_decides_as_the_session_does() {
    let mut game = session::<Ufo>("ufo-mini", 9, human(), agent("uct:sims=30"));
    while !matches!(game.waiting(), Waiting::Agent(_)) {
        if matches!(game.waiting(), Waiting::Human(_)) {
            game.act(game.legal()[0]).unwrap();
        } else {
            game.advance().unwrap();
        }
    }
    let job = game.job().unwrap();
    let (first, second) = (job.run().unwrap(), job.run().unwrap());
    assert_eq!((job.agent(), first.action), ("uct:sims=30", second.action));
    let step = game.advance().unwrap().unwrap();
    assert_eq!(step.played.notation(), first.action.to_string());
}
