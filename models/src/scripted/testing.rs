//! What the tests of the rules of thumb share.

use moonbase_engine::chance::rng_for;
use moonbase_engine::{BySeat, Game, GameOutcome, KeyedDice, RuleOptions, Seat, Turn};

use super::Scripted;

/// Plays a game to its end, the seats named by rules of thumb and the others at random, and checks every judgement on
/// the way.
pub(in crate::scripted) fn play<G: Scripted>(
    options: &G::Options,
    by_rules: BySeat<bool>,
    seed: u64,
) -> GameOutcome {
    let mut rngs = BySeat::from_fn(|seat| rng_for(seed, seat.index() as u64));
    let mut position = G::new(options).unwrap();
    let mut dice = KeyedDice::new(seed);
    loop {
        assert!(position.evaluate().0.abs() <= 1.0);
        match position.turn() {
            Turn::Over(outcome) => {
                assert_eq!(position.evaluate(), outcome.value);
                return outcome;
            }
            Turn::Chance => position.resolve_unchecked(dice.roll(&position)),
            Turn::Decide(seat) => {
                let rng = &mut rngs[seat];
                let action = match by_rules[seat] {
                    true => position.scripted_action(rng),
                    false => position.random_action(rng),
                };
                position.play(action).unwrap();
            }
        }
    }
}

/// Mean score (win 1, draw 1/2) of the rules of thumb in a seat against random play.
pub(in crate::scripted) fn score_against_random<G: Scripted>(seat: Seat, games: u64) -> f64 {
    let options = G::Options::default();
    let by_rules = BySeat::from_fn(|s| s == seat);
    let scores = (0..games).map(|seed| play::<G>(&options, by_rules, seed).score(seat));
    scores.sum::<f64>() / games as f64
}

/// The rules of thumb play all presets, and the game with each of these settings alone, to the end: against each
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
            for (first, second) in [(true, true), (true, false), (false, true)] {
                play::<G>(options, BySeat::new(first, second), seed);
            }
        }
    }
}

/// Two games on one seed are the same.
pub(in crate::scripted) fn repeats_itself<G: Scripted>(seed: u64) -> bool {
    let options = G::Options::default();
    let once = || play::<G>(&options, BySeat::new(true, true), seed);
    once() == once()
}

/// Looks at all decisions of games at random under the default options.
pub(crate) fn walk<G: Game>(games: u64, mut look: impl FnMut(&G)) {
    for game in 0..games {
        let mut rng = rng_for(game, 0);
        let mut position = G::new(&G::Options::default()).unwrap();
        loop {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
                Turn::Decide(_) => {
                    look(&position);
                    position.play_unchecked(position.random_action(&mut rng));
                }
            }
        }
    }
}
