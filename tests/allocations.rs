//! Playing allocates nothing: random playouts, and legal lists and chance outcomes into reused buffers, for
//! every preset of every game.

#[path = "common/allocator.rs"]
mod allocator;

use moonbase_engine::chance::rng_for;
use moonbase_engine::registry::{Family, names_of, preset_of};
use moonbase_engine::{Game, Turn, with_family};

use allocator::allocations;

/// Longer than any list of legal actions or outcomes of a random game.
const ROOM: usize = 4096;

/// One random game without lists; returns its plies.
fn playout<G: Game>(start: &G, seed: u64) -> u64 {
    let (mut position, mut rng) = (start.clone(), rng_for(seed, 0));
    let mut plies = 0;
    loop {
        match position.turn() {
            Turn::Over(_) => return plies,
            Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
            Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
        }
        plies += 1;
    }
}

/// The same, listing what is possible at each node.
fn listed_playout<G: Game>(
    start: &G,
    seed: u64,
    legal: &mut Vec<G::Action>,
    outcomes: &mut Vec<(G::Chance, u64)>,
) -> usize {
    let (mut position, mut rng) = (start.clone(), rng_for(seed, 0));
    let mut listed = 0;
    loop {
        position.legal_actions(legal);
        position.chance_outcomes(outcomes);
        listed += legal.len().max(position.count_legal()) + outcomes.len();
        match position.turn() {
            Turn::Over(_) => return listed,
            Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
            Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
        }
    }
}

fn check<G: Game>(preset: &str) {
    let start = preset_of::<G>(preset)
        .and_then(|options| Ok(G::new(&options)?))
        .unwrap();
    let (mut legal, mut outcomes) = (Vec::with_capacity(ROOM), Vec::with_capacity(ROOM));
    let (mut plies, mut listed) = (0, 0);
    let playing = allocations(|| {
        for seed in 0..10 {
            plies += playout(&start, seed);
        }
    });
    let listing = allocations(|| {
        for seed in 0..10 {
            listed += listed_playout(&start, seed, &mut legal, &mut outcomes);
        }
    });
    assert!(
        plies > 100 && listed > 1000,
        "{preset}: {plies} plies, {listed} listed"
    );
    assert_eq!(
        (playing, listing),
        (0, 0),
        "{preset}: allocations while playing, listing"
    );
}

#[test]
fn playing_and_listing_allocate_nothing() {
    for family in Family::ALL {
        with_family!(family, |G| names_of::<G>().into_iter().for_each(check::<G>));
    }
}

#[test]
fn the_counter_counts() {
    let mut list = Vec::new();
    assert_eq!(allocations(|| list.push(1)), 1);
    assert_eq!(allocations(|| list.reserve(1000)), 1);
    assert_eq!(allocations(|| list.truncate(0)), 0);
}
