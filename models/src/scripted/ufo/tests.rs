use super::*;
use crate::scripted::testing::{plays_every_variant, repeats_itself, score_against_random};

#[test]
fn shado_beats_random_play() {
    assert!(score_against_random::<Ufo>(Seat::First, 200) > 0.7);
}

#[test]
fn aliens_beat_random_play() {
    assert!(score_against_random::<Ufo>(Seat::Second, 200) > 0.95);
}

/// All presets and every option set away from its default: legal actions to the end of the game.
#[test]
fn scripts_play_every_variant() {
    plays_every_variant::<Ufo>(&[
        "tiles=mini",
        "units=[\"I1\"]",
        "units=[\"C\"]",
        "units=[\"G2\",\"I1\"]",
        "aliens=3",
        "alien_actions=12",
        "max_turns=5",
        "ufo_in_last=20",
        "sky_hits_on=2",
        "sky_counts=calls",
        "forest=dice",
        "reveal=move",
        "drive_back=owner",
        "scoring=win_loss",
        "command_grant=true",
        "pod_crowding=false",
        "volley_once=true",
    ]);
}

#[test]
fn one_seed_gives_one_game() {
    assert!(repeats_itself::<Ufo>(8));
}

#[test]
fn the_odds_are_those_of_the_dice() {
    // 1 to 5 dice against one: wins less losses, big ones counting twice, halved.
    assert!((odds::assault(1) - 0.0).abs() < 1e-12);
    assert!(odds::assault(2) > 0.2 && odds::assault(5) > odds::assault(4));
    // Three Aliens without a bonus succeed with 10/36; two and a half are halfway between two and three.
    assert_eq!(odds::abduction(3.0, 0), 10.0 / 36.0);
    assert!((odds::abduction(2.5, 0) - (3.0 + 10.0) / 72.0).abs() < 1e-12);
    assert_eq!(odds::expected_hits(2, 4, 1), 0.75);
    assert_eq!(odds::expected_hits(2, 4, 2), 1.0);
}
