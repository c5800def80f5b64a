use super::*;
use crate::{Agent, Random, ScriptedAgent};
use moonbase_engine::{KeyedDice, RuleOptions, ufo::UfoOptions};

/// Plays a game and returns the first seat's return.
fn play(options: &UfoOptions, agents: [&mut dyn Agent<Ufo>; 2], seed: u64) -> f64 {
    let [first, second] = agents;
    first.new_game(seed);
    second.new_game(seed + 1_000_000);
    let mut position = Ufo::new(options).unwrap();
    let mut dice = KeyedDice::new(seed);
    loop {
        match position.turn() {
            Turn::Over(outcome) => return outcome.value.0,
            Turn::Chance => position.resolve_unchecked(dice.roll(&position)),
            Turn::Decide(seat) => {
                let agent = if seat == Seat::First {
                    &mut *first
                } else {
                    &mut *second
                };
                let decision = agent.decide(&position);
                assert!(decision.value.is_none_or(|value| value.0.abs() <= 1.0));
                position.play(decision.action).unwrap();
            }
        }
    }
}

/// Mean score of the scripted agent in a seat against random play.
fn score_against_random(seat: Seat, games: u64) -> f64 {
    let options = UfoOptions::default();
    let (mut script, mut random) = (ScriptedAgent::default(), Random::default());
    let score = |seed| {
        let value = match seat {
            Seat::First => play(&options, [&mut script, &mut random], seed),
            Seat::Second => -play(&options, [&mut random, &mut script], seed),
        };
        if value == 0.0 {
            0.5
        } else {
            f64::from(u8::from(value > 0.0))
        }
    };
    (0..games).map(score).sum::<f64>() / games as f64
}

#[test]
fn shado_beats_random_play() {
    assert!(score_against_random(Seat::First, 200) > 0.7);
}

#[test]
fn aliens_beat_random_play() {
    assert!(score_against_random(Seat::Second, 200) > 0.95);
}

/// All presets and every option set away from its default: legal actions to the end of the game.
#[test]
fn scripts_play_every_variant() {
    let mut variants: Vec<UfoOptions> = UfoOptions::presets().into_iter().map(|(_, o)| o).collect();
    let settings = [
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
    ];
    variants.extend(settings.map(|setting| {
        let mut options = UfoOptions::default();
        options.set_text(setting).unwrap();
        options
    }));
    for options in &variants {
        for seed in 0..4 {
            let (mut a, mut b) = (ScriptedAgent::default(), ScriptedAgent::default());
            let (mut c, mut d) = (Random::default(), Random::default());
            play(options, [&mut a, &mut b], seed);
            play(options, [&mut a, &mut c], seed);
            play(options, [&mut d, &mut b], seed);
        }
    }
}

#[test]
fn one_seed_gives_one_game() {
    let options = UfoOptions::default();
    let once = || {
        play(
            &options,
            [&mut ScriptedAgent::default(), &mut ScriptedAgent::default()],
            8,
        )
    };
    assert_eq!(once(), once());
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
