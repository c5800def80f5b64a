//! Properties that hold at every node of every random game.

use std::collections::HashSet;

use moonbase_engine::board::Bits;
use moonbase_engine::chance::rng_for;
use moonbase_engine::hex::Symmetry;
use moonbase_engine::lost_patrol::{LostPatrol, Phase, Task};
use moonbase_engine::{Game, KeyedDice, Turn};
use proptest::prelude::*;

use super::common::random::{last_of, look_at_nodes, play_choices};
use super::common::turned::{Turned, check_turned};
use super::scene::{TIGHT, options};

/// Settings of `lost_patrol`: the presets, and each option away from its default.
pub const VARIANTS: &[&[&str]] = &[
    &[],
    &[
        "tiles=mini",
        r#"soldiers=["S","L"]"#,
        "lurkers=6",
        "lurker_actions=2",
        "max_turns=12",
    ],
    &["fit=path"],
    &["drive_back=winner"],
    &["soldiers=T3,S", "lurkers=3"],
    &["lurker_actions=12"],
    &["lurker_actions=1", "max_turns=2"],
    &[TIGHT],
    &[TIGHT, "fit=path", "drive_back=winner"],
];

fn lurkers_are_conserved(position: &LostPatrol) {
    let on_board = Bits(position.tiles_with_lurkers()).map(|tile| position.lurkers_on(tile));
    let placed: u8 = on_board.sum();
    assert_eq!(placed + position.supply(), position.options().lurkers);
}

fn no_more_tiles_than_in_the_box(position: &LostPatrol) {
    let (board, kinds) = (position.board(), position.kinds());
    for kind in 0..kinds.forest() {
        let laid = board.tiles().filter(|tile| tile.1 == kind).count() as u8;
        let sum = laid + position.deck().count(kind);
        assert!(sum <= kinds.deck().count(kind));
    }
    assert!(!position.ship_placed() || position.deck().total() == 0);
}

/// From phase 6 to the next phase 5 nobody exceeds the limits.
fn stacks_are_within_limits(position: &LostPatrol) {
    if !matches!(
        position.phase(),
        Phase::Patrol | Phase::Laying | Phase::Clearing
    ) {
        return;
    }
    for tile in 0..position.board().len() as u8 {
        let home = Some(tile) == position.start_tile();
        let fits = position.soldiers_on(tile).count_ones() <= 3 && position.lurkers_on(tile) <= 6;
        assert!(fits || home, "{position:?}");
    }
}

/// With `strict` exits meet exits; only the ship may face what does not face it.
fn exits_match(position: &LostPatrol) {
    if position.options().fit != moonbase_engine::lost_patrol::Fit::Strict {
        return;
    }
    let board = position.board();
    for tile in 0..board.len() as u8 {
        let apart = board.adjacent_dirs(tile) & board.exits(tile) & !board.joined(tile);
        for dir in Bits(u64::from(apart)) {
            let ends = [tile, board.neighbour(tile, dir)].map(Some);
            assert!(ends.contains(&position.ship_tile()), "{position:?}");
        }
    }
}

fn spent_only_in_ambushes(position: &LostPatrol) {
    let spent = Bits(position.tiles_with_lurkers()).any(|tile| position.spent_on(tile) > 0);
    assert!(!spent || matches!(position.phase(), Phase::Ambush | Phase::Over));
}

fn dump_sets_up_again(position: &LostPatrol) {
    if position.pending().is_empty() {
        let again = LostPatrol::from_dump(position.options(), &position.dump());
        assert_eq!(again.as_ref(), Ok(position));
    } else {
        assert!(LostPatrol::from_dump(position.options(), &position.dump()).is_err());
    }
}

fn check(position: &LostPatrol) {
    lurkers_are_conserved(position);
    no_more_tiles_than_in_the_box(position);
    stacks_are_within_limits(position);
    exits_match(position);
    spent_only_in_ambushes(position);
    dump_sets_up_again(position);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_games_keep_what_must_be_kept(
        variant in 0..VARIANTS.len(),
        seed: u64,
        choices in prop::collection::vec(any::<u16>(), 1..200),
    ) {
        let (record, last) = play_choices(&options(VARIANTS[variant]), seed, &choices, check);
        prop_assert_eq!(last_of::<LostPatrol>(&record), Some(last));
    }
}

impl Turned for LostPatrol {
    /// Tiles in excess come in the order of `(q, r)`.
    fn has_an_order(&self) -> bool {
        self.phase() == Phase::Excess
    }
}

#[test]
fn turned_positions_have_turned_actions_and_successors() {
    let symmetries: Vec<_> = Symmetry::all().collect();
    let mut kept = 0;
    for seed in 0..40 {
        let options = options(VARIANTS[seed as usize % VARIANTS.len()]);
        look_at_nodes(&options, (seed, 2), 600, |position: &LostPatrol, node| {
            kept += u32::from(position.phase() == Phase::Clearing);
            check_turned(position, symmetries[node % 12]);
        });
    }
    assert!(kept > 0, "a choice between groups was among them");
}

#[test]
fn draws_are_keyed_by_their_number_alone() {
    let mut order: Vec<Vec<String>> = Vec::new();
    for play in 0..6 {
        let mut position = LostPatrol::new(&options(&[])).unwrap();
        let (mut dice, mut rng) = (KeyedDice::new(77), rng_for(play, 0));
        let mut drawn = Vec::new();
        while position.phase() != Phase::Over && drawn.len() < 25 {
            match position.turn() {
                Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
                _ => {
                    let outcome = dice.roll(&position);
                    if position.task() == Task::Draw {
                        assert_eq!(position.event().turn, 0);
                        drawn.push(outcome.to_string());
                    }
                    position.resolve_unchecked(outcome);
                }
            }
        }
        order.push(drawn);
    }
    let shortest = order.iter().map(Vec::len).min().unwrap();
    let first: HashSet<_> = order.iter().map(|drawn| &drawn[..shortest]).collect();
    assert!(
        shortest > 8 && first.len() == 1,
        "one seed, one deck: {order:?}"
    );
}
