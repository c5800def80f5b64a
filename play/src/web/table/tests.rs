use std::path::PathBuf;

use tempfile::TempDir;

use super::*;
use crate::web::at_table::AskedView;
use crate::web::menu::Opponents;
use crate::web::opening::{NewGame, begin};

/// A table in a folder of its own, with nobody but the test to have agents and dice go on.
struct Set {
    table: Arc<dyn Table>,
    path: PathBuf,
    _folder: TempDir,
}

impl Set {
    fn with(seat: &str, at_table: bool, words: usize) -> Set {
        Set::of(seat, at_table, words, 5)
    }

    fn of(seat: &str, at_table: bool, words: usize, seed: u64) -> Set {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.game");
        let game = NewGame {
            preset: "ufo-micro".into(),
            seat: Some(seat.into()),
            against: Some("scripted".into()),
            seed,
            table: at_table,
            ..NewGame::default()
        };
        let opponents = Opponents::new(&[], None).unwrap();
        let table = begin(&game, &opponents, &path, words).unwrap();
        Set {
            table,
            path,
            _folder: folder,
        }
    }

    fn new(seat: &str) -> Set {
        Set::with(seat, false, 1000)
    }

    fn view(&self) -> View {
        self.table.view(Have::default())
    }

    fn seen(&self) -> Seen {
        let view = self.view();
        Seen {
            words: view.log.total,
            lineage: Some(view.lineage),
        }
    }

    fn obey(&self, order: Order) -> Result<(), TableError> {
        self.table.obey(&order, self.seen())
    }

    /// Plays on until nobody but a person can.
    fn settle(&self) {
        while self.table.has_work() {
            self.table.think();
        }
    }

    /// The last of the list, which mostly ends something.
    fn choice(&self) -> Order {
        Order::Act(self.view().choices.last().unwrap().action.clone())
    }

    fn act(&self) {
        self.obey(self.choice()).unwrap();
        self.settle();
    }
}

#[test]
fn a_step_that_is_asked_for_twice_is_thought_once() {
    let set = Set::new("none");
    set.settle();
    assert_eq!(set.view().waiting.kind, "step");
    set.obey(Order::Step).unwrap();
    let (version, words) = (set.table.version(), set.view().log.total);
    assert_eq!(set.view().waiting.kind, "agent");
    set.obey(Order::Step).unwrap();
    assert_eq!(set.table.version(), version, "there is nothing new to hear");
    set.settle();
    assert!(set.view().log.total > words);
    assert_eq!(
        set.view().waiting.kind,
        "step",
        "one decision was asked for"
    );
}

#[test]
fn persons_have_nothing_to_step() {
    let set = Set::new("both");
    let version = set.table.version();
    set.obey(Order::Step).unwrap();
    assert_eq!(set.table.version(), version);
}

#[test]
fn a_choice_of_another_line_of_play_is_refused() {
    let set = Set::new("both");
    set.settle();
    let (order, seen) = (set.choice(), set.seen());
    set.act();
    set.obey(Order::Undo).unwrap();
    assert_eq!(set.seen().words, seen.words);
    let stale = set.table.obey(&order, seen);
    assert!(matches!(stale, Err(TableError::Outdated)));
    set.table.obey(&order, set.seen()).unwrap();
}

#[test]
fn a_game_that_cannot_be_saved_goes_on_and_is_saved_as_soon_as_it_can_be() {
    let set = Set::new("shado");
    set.settle();
    // No file can take the place of a folder.
    std::fs::remove_file(&set.path).unwrap();
    std::fs::create_dir(&set.path).unwrap();
    set.act();
    let view = set.view();
    assert!(view.trouble.unwrap().contains("not saved"));
    assert_eq!(set.table.at_stake(), Stake::Words);
    let answered = || {
        set.view()
            .log
            .entries
            .iter()
            .any(|entry| entry.seat == Some(1))
    };
    for _ in 0..40 {
        if !answered() {
            set.act();
        }
    }
    assert!(answered(), "the agent has played all the same");
    std::fs::remove_dir(&set.path).unwrap();
    set.act();
    assert_eq!(set.view().trouble, None);
    assert_eq!(set.table.at_stake(), Stake::Nothing);
    let saved = std::fs::read_to_string(&set.path).unwrap();
    assert_eq!(saved, set.table.record().unwrap());
}

#[test]
fn a_game_that_may_not_become_longer_says_so_and_can_be_taken_back() {
    let set = Set::with("both", false, 6);
    set.settle();
    for _ in 0..6 {
        if set.view().waiting.kind == "human" {
            set.act();
        }
    }
    let view = set.view();
    assert_eq!((view.waiting.kind, view.log.total), ("full", 6));
    assert!(view.choices.is_empty() && view.trouble.unwrap().contains("6 words"));
    assert!(!set.table.has_work());
    let refused = set.obey(Order::Act("end".into()));
    assert!(matches!(refused, Err(TableError::TooLong(6))));
    set.obey(Order::Undo).unwrap();
    assert_eq!(set.view().waiting.kind, "human");
    assert_eq!(set.view().trouble, None);
}

#[test]
fn a_resignation_at_once_can_be_taken_back_at_a_real_table() {
    let set = Set::with("both", true, 1000);
    assert!(!set.view().can.undo);
    set.obey(Order::Resign).unwrap();
    assert_eq!(set.view().waiting.kind, "over");
    assert!(set.view().can.undo);
    set.obey(Order::Undo).unwrap();
    assert_ne!(set.view().waiting.kind, "over");
}

/// Answers a question; has the roll come to something?
fn answer(set: &Set, asked: &AskedView) -> bool {
    let answer = match asked.range {
        Some((low, _)) => low.to_string(),
        None => asked.picks[0].name.clone(),
    };
    let words = set.view().log.total;
    set.obey(Order::Answer(answer, asked.given)).unwrap();
    set.view().log.total > words
}

/// Plays a game until a roll is answered in part; false if none ever is.
fn is_answered_in_part(set: &Set) -> bool {
    for turn in 0..300 {
        let view = set.view();
        assert_eq!(set.table.at_stake(), Stake::Nothing);
        if let Some(asked) = view.table.unwrap().asked {
            if !answer(set, &asked) {
                return true;
            }
        } else if let Some(choice) = view.choices.get(turn * 7 % view.choices.len().max(1)) {
            set.obey(Order::Act(choice.action.clone())).unwrap();
        }
        set.settle();
    }
    false
}

#[test]
fn half_an_answer_is_at_stake_and_nothing_else() {
    let games = (0..20).map(|seed| Set::of("both", true, 1000, seed));
    let set = games.into_iter().find(is_answered_in_part);
    let set = set.expect("a roll with two questions");
    assert_eq!(set.table.at_stake(), Stake::Little);
}
