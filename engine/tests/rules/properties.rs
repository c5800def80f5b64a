//! Properties that hold at every node of every random game.

use moonbase_engine::Game;
use moonbase_engine::board::Bits;
use moonbase_engine::ufo::{Lay, MOBILES, Phase, TEAMS, Ufo};
use proptest::prelude::*;

use super::common::random::{last_of, play_choices};
use super::scene::options;

/// Settings of `ufo`: the presets, and each option away from its default.
pub const VARIANTS: &[&[&str]] = &[
    &[],
    &["alien_actions=5"],
    &["forest=dice"],
    &[
        "tiles=mini",
        r#"units=["C","G1","I1"]"#,
        "aliens=4",
        "alien_actions=2",
        "max_turns=12",
    ],
    &[r#"units=["I3","C","G2"]"#],
    &["aliens=3", "ufo_in_last=29"],
    &["max_turns=2", "ufo_in_last=9", "tiles=mini"],
    &["sky_hits_on=2", "sky_counts=calls"],
    &["reveal=move", "ufo_in_last=25"],
    &["reveal=move", "forest=dice", "drive_back=owner"],
    &["drive_back=owner", "scoring=win_loss"],
    &["command_grant=true", "pod_crowding=false"],
    &["volley_once=true", "alien_actions=12"],
    &[super::plain::TIGHT, "ufo_in_last=10"],
];

fn aliens_are_conserved(position: &Ufo) {
    let on_board = Bits(position.tiles_with_aliens()).map(|tile| position.aliens_on(tile));
    let placed: u8 = on_board.sum();
    assert_eq!(placed + position.pool(), position.options().aliens);
}

fn tiles_are_conserved(position: &Ufo) {
    let (board, kinds) = (position.board(), position.kinds());
    for kind in (0..kinds.forest()).filter(|_| !position.ufo_placed()) {
        let laid = board.tiles().filter(|tile| tile.1 == kind).count() as u8;
        let in_hand = matches!(position.laying(), Lay::Turn { kind: drawn, .. } if drawn == kind);
        let sum = laid + u8::from(in_hand) + position.deck().count(kind);
        assert_eq!(sum, kinds.deck().count(kind));
    }
    if position.ufo_placed() {
        assert_eq!(position.deck().total(), 0);
    }
}

/// From the end of phase 5 to the next phase 3 nobody exceeds the stack limit.
fn stacks_are_within_limits(position: &Ufo) {
    if !matches!(position.phase(), Phase::Shado | Phase::Forest) {
        return;
    }
    for tile in 0..position.board().len() as u8 {
        let units = position.units_on(tile);
        let (mobiles, teams) = ((units & MOBILES).count_ones(), (units & TEAMS).count_ones());
        let fits = mobiles <= 2 && teams <= 2 || mobiles <= 1 && teams <= 3;
        let home = tile == position.start_tile();
        assert!(fits || home, "{position:?}");
        assert!(position.aliens_on(tile) <= 4 || home, "{position:?}");
    }
}

fn passengers_are_with_their_mobiles(position: &Ufo) {
    for team in moonbase_engine::ufo::Unit::all_in(TEAMS) {
        if let Some(mobile) = position.carrier(team) {
            assert!(position.unit_tile(team).is_some());
            assert_eq!(position.unit_tile(team), position.unit_tile(mobile));
            assert_eq!(position.passenger_of(mobile), Some(team));
        }
    }
}

fn check(position: &Ufo) {
    aliens_are_conserved(position);
    tiles_are_conserved(position);
    stacks_are_within_limits(position);
    passengers_are_with_their_mobiles(position);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..Default::default() })]

    #[test]
    fn random_games_keep_what_must_be_kept(
        variant in 0..VARIANTS.len(),
        seed: u64,
        choices in prop::collection::vec(any::<u16>(), 1..200),
    ) {
        let (record, last) = play_choices(&options(VARIANTS[variant]), seed, &choices, check);
        prop_assert_eq!(last_of::<Ufo>(&record), Some(last));
    }
}
