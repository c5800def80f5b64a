//! Positions from dumps: refused in one line, or a position that has that dump and can be played on.

use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::{Game, RuleOptions, Turn, with_family};
use serde_json::Value;

use super::input::Input;
use super::laws::Laws;

/// Steps that are played from a position.
const STEPS: usize = 40;

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (family, preset) = (input.family(), input.byte());
    if let Ok(dump) = serde_json::from_str(&input.text()) {
        with_family!(family, |G| check::<G>(preset, &dump));
    }
}

fn check<G: Laws>(preset: u8, dump: &Value) {
    let mut presets = G::Options::presets();
    let (_, options) = presets.swap_remove(usize::from(preset) % presets.len());
    let Some(mut position) = G::set_up(&options, dump) else {
        return;
    };
    let own = position.dump();
    assert_eq!(G::set_up(&options, &own).as_ref(), Some(&position));
    let mut rng = rng_for(1, 0);
    for _ in 0..STEPS {
        position.check_laws();
        if !step(&mut position, &mut rng) {
            break;
        }
    }
}

/// Plays on at random, through the checked door; `false` at the end of the game.
fn step<G: Game>(position: &mut G, rng: &mut MoonRng) -> bool {
    match position.turn() {
        Turn::Over(_) => return false,
        Turn::Decide(_) => {
            let action = position.random_action(rng);
            position.play(action).expect("it is legal");
        }
        Turn::Chance => {
            let outcome = position.random_chance(rng);
            position.resolve(outcome).expect("it is possible");
        }
    }
    true
}
