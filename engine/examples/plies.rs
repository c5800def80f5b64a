//! Plays so many plies of random games, and nothing else: what callgrind is given to count instructions.
//!
//! ```text
//! cargo build --release -p moonbase-engine --example plies
//! valgrind --tool=callgrind --branch-sim=yes target/release/examples/plies ufo 200000
//! ```
//!
//! Says at the end a number that follows from all games played: the same before and after a change that
//! should change nothing but the speed.

use moonbase_engine::chance::{mix, rng_for};
use moonbase_engine::registry::{family_of, options_of};
use moonbase_engine::{Game, Turn, with_family};

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (game, plies) = match &words[..] {
        [game, plies] => (game, plies.parse().expect("a number of plies")),
        _ => panic!("usage: plies GAME NUMBER"),
    };
    let check = with_family!(family_of(game).expect("a game or preset"), |G| {
        let options = options_of::<G>(game, &[]).expect("a preset");
        play(G::new(&options).expect("a game"), plies)
    });
    println!("{game}: {plies} plies, check {check:016x}");
}

fn play<G: Game>(start: G, plies: u64) -> u64 {
    let (mut position, mut rng, mut check) = (start.clone(), rng_for(1, 0), 0);
    for _ in 0..plies {
        match position.turn() {
            Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
            Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
            Turn::Over(_) => {
                check = mix(check ^ position.key());
                position = start.clone();
            }
        }
    }
    mix(check ^ position.key())
}
