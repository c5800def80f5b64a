//! What the tests of the scripts share.

use moonbase_engine::{GameOutcome, KeyedDice, RuleOptions, Seat, Turn};

use super::{Scripted, ScriptedAgent};
use crate::{Agent, Random};

/// Plays a game to its end, and checks every judgement on the way.
pub(in crate::scripted) fn play<G: Scripted>(
    options: &G::Options,
    agents: [&mut dyn Agent<G>; 2],
    seed: u64,
) -> GameOutcome {
    let [first, second] = agents;
    first.new_game(seed);
    second.new_game(seed + 1_000_000);
    let mut position = G::new(options).unwrap();
    let mut dice = KeyedDice::new(seed);
    loop {
        match position.turn() {
            Turn::Over(outcome) => {
                assert_eq!(position.evaluate(), outcome.value);
                return outcome;
            }
            Turn::Chance => position.resolve_unchecked(dice.roll(&position)),
            Turn::Decide(seat) => {
                let agent = match seat {
                    Seat::First => &mut *first,
                    Seat::Second => &mut *second,
                };
                let decision = agent.decide(&position);
                assert!(decision.value.is_none_or(|value| value.0.abs() <= 1.0));
                position.play(decision.action).unwrap();
            }
        }
    }
}

/// Mean score (win 1, draw 1/2) of the scripted agent in a seat against random play.
pub(in crate::scripted) fn score_against_random<G: Scripted>(seat: Seat, games: u64) -> f64 {
    let options = G::Options::default();
    let (mut script, mut random) = (ScriptedAgent::default(), Random::default());
    let score = |seed| {
        let agents: [&mut dyn Agent<G>; 2] = match seat {
            Seat::First => [&mut script, &mut random],
            Seat::Second => [&mut random, &mut script],
        };
        let value = play(&options, agents, seed).value.seen_by(seat).0;
        (value.signum() * f64::from(u8::from(value != 0.0)) + 1.0) / 2.0
    };
    (0..games).map(score).sum::<f64>() / games as f64
}

/// The scripts play all presets, and the game with each of these settings alone, to the end: against each
/// other and against random play.
pub(in crate::scripted) fn plays_every_variant<G: Scripted>(settings: &[&str]) {
    let presets = G::Options::presets().into_iter();
    let mut variants: Vec<G::Options> = presets.map(|(_, options)| options).collect();
    variants.extend(settings.iter().map(|setting| {
        let mut options = G::Options::default();
        options.set_text(setting).unwrap();
        options
    }));
    for options in &variants {
        for seed in 0..4 {
            let (mut a, mut b) = (ScriptedAgent::default(), ScriptedAgent::default());
            let (mut c, mut d) = (Random::default(), Random::default());
            play::<G>(options, [&mut a, &mut b], seed);
            play::<G>(options, [&mut a, &mut c], seed);
            play::<G>(options, [&mut d, &mut b], seed);
        }
    }
}

/// Two games on one seed are the same.
pub(in crate::scripted) fn repeats_itself<G: Scripted>(seed: u64) -> bool {
    let options = G::Options::default();
    let once = || {
        let (mut a, mut b) = (ScriptedAgent::default(), ScriptedAgent::default());
        play::<G>(&options, [&mut a, &mut b], seed)
    };
    once() == once()
}
