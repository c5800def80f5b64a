//! Perft on games small enough to count by hand, and its table files.

use moonbase_engine::chance::mix;
use moonbase_engine::perft::{Count, PerftError, Table, perft, random_start};
use moonbase_engine::toy::{Courier, Nim, Pig};
use moonbase_engine::{Game, RuleOptions, Turn};

fn counts(rows: &[[u64; 3]]) -> Vec<Count> {
    let count = |&[decisions, chance, over]: &[u64; 3]| Count {
        decisions,
        chance,
        over,
    };
    rows.iter().map(count).collect()
}

#[test]
fn pig_on_a_coin_by_hand() {
    // To 2 points with faces 1 and 2: a 2 wins at once, a 1 keeps a point; the third roll wins.
    let (_, options) = <Pig as Game>::Options::presets().swap_remove(1);
    let start = Pig::new(&options).unwrap();
    let expected = counts(&[[0, 1, 0], [0, 1, 1], [0, 1, 1], [0, 0, 2], [0, 0, 0]]);
    assert_eq!(perft(&start, 4), expected);
}

/// The same count, by listing the paths instead of walking the tree.
fn plain<G: Game>(start: &G, depth: usize) -> Vec<Count> {
    let mut front = vec![start.clone()];
    let mut rows = Vec::new();
    for _ in 0..=depth {
        let kind = |wanted: fn(Turn) -> bool| front.iter().filter(|p| wanted(p.turn())).count();
        rows.push(Count {
            decisions: kind(|turn| matches!(turn, Turn::Decide(_))) as u64,
            chance: kind(|turn| matches!(turn, Turn::Chance)) as u64,
            over: kind(|turn| matches!(turn, Turn::Over(_))) as u64,
        });
        front = front.iter().flat_map(next).collect();
    }
    rows
}

fn next<G: Game>(position: &G) -> Vec<G> {
    let (mut actions, mut outcomes, mut after) = (Vec::new(), Vec::new(), Vec::new());
    position.legal_actions(&mut actions);
    position.chance_outcomes(&mut outcomes);
    for action in actions {
        after.push(position.clone());
        after.last_mut().unwrap().play(action).unwrap();
    }
    for (outcome, _) in outcomes {
        after.push(position.clone());
        after.last_mut().unwrap().resolve(outcome).unwrap();
    }
    after
}

fn check_against_plain<G: Game>(depth: usize) {
    let start = G::new(&Default::default()).unwrap();
    let counted = perft(&start, depth);
    assert_eq!(counted, plain(&start, depth));
    assert_eq!(perft(&start, depth - 1), counted[..depth]);
}

#[test]
fn walking_and_listing_agree() {
    check_against_plain::<Pig>(5);
    check_against_plain::<Nim>(6);
    check_against_plain::<Courier>(6);
}

#[test]
fn tables_read_back_and_differences_are_named() {
    let mut table = Table {
        game: "pig".into(),
        settings: vec!["target=6".into()],
        seed: Some(mix(1)),
        plies: 3,
        counts: counts(&[[0, 1, 0], [5, 1, 0]]),
    };
    let text = format!("# two tables\n{table}\n{table}");
    assert_eq!(
        Table::parse_all(&text).unwrap(),
        [table.clone(), table.clone()]
    );
    table.plies = 0;
    assert_eq!(
        table.count_of::<Pig>(1).unwrap(),
        counts(&[[0, 1, 0], [4, 1, 1]])
    );
    table.seed = None;
    let error = table
        .compare(&table.count_of::<Pig>(1).unwrap())
        .unwrap_err();
    assert_eq!(
        error.to_string(),
        "pig target=6, depth 1: the table says 5 1 0, the engine counts 4 1 1"
    );
}

#[test]
fn malformed_tables_are_refused_with_the_line() {
    for text in [
        "0 1 0 0",
        "game pig\n1 1 0 0",
        "game pig\n0 1 0",
        "game pig\n0 1 0 x",
        "game pig\nseed -1",
        "game pig\nsalt 3",
        "game pig\nplies x",
        "game",
    ] {
        let error = Table::parse_all(text).unwrap_err();
        let line = text.lines().count();
        assert!(
            matches!(error, PerftError::Line { line: l, .. } if l == line),
            "{text}: {error}"
        );
    }
}

#[test]
fn a_game_without_a_setup_starts_at_once() {
    let start = Pig::new(&Default::default()).unwrap();
    assert_eq!(random_start(&start, 5, 0), start);
    let after = random_start(&start, 5, 2);
    assert!(after != start && after == random_start(&start, 5, 2));
    let over = random_start(&start, 5, 10_000);
    assert!(matches!(over.turn(), Turn::Over(_)));
}
