//! What the engine's parts cost, for every registered game:
//! `cargo bench -p moonbase-engine`, or `cargo bench -p moonbase-engine -- legal` for some of it.
//!
//! Positions come from random games of fixed seeds, under options written out in `frozen.jsonl`, so that figures
//! stay comparable when defaults change. Each iteration goes once over all positions of a sample; `item/s`
//! counts positions (or plies, or tiles). A sample seen again and again is kinder to the processor's
//! branch prediction than a game is: only `random_play` tells the speed of play.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use moonbase_engine::board::Board;
use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::hex::Hex;
use moonbase_engine::registry::{Family, options_from};
use moonbase_engine::{Game, Turn, with_family};
use serde_json::Value;

const FROZEN: &str = include_str!("frozen.jsonl");

/// Positions in a sample.
const SAMPLE: usize = 64;

/// Plies between the positions of a sample.
const STRIDE: usize = 23;

/// Plies of an iteration of random play.
const PLIES: usize = 1000;

fn main() {
    divan::main();
}

/// The start position under the frozen options of the game.
fn start<G: Game>() -> G {
    let headers = FROZEN
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut found = headers.filter(|header| header["game"] == G::NAME);
    let header = found
        .next()
        .expect("`frozen.jsonl` has a line for each game");
    let changes = header["options"].as_object().unwrap();
    G::new(&options_from::<G>(G::NAME, changes).unwrap()).unwrap()
}

fn step<G: Game>(position: &mut G, rng: &mut MoonRng) {
    match position.turn() {
        Turn::Decide(_) => position.play_unchecked(position.random_action(rng)),
        Turn::Chance => position.resolve_unchecked(position.random_chance(rng)),
        Turn::Over(_) => *position = start(),
    }
}

/// Every so manieth position of random games that waits for such a turn.
fn sample<G: Game>(wanted: fn(Turn) -> bool) -> Vec<G> {
    let (mut position, mut rng) = (start::<G>(), rng_for(1, 0));
    let mut positions = Vec::new();
    while positions.len() < SAMPLE {
        (0..STRIDE).for_each(|_| step(&mut position, &mut rng));
        while !wanted(position.turn()) {
            step(&mut position, &mut rng);
        }
        positions.push(position.clone());
    }
    positions
}

fn decides(turn: Turn) -> bool {
    matches!(turn, Turn::Decide(_))
}

fn rolls(turn: Turn) -> bool {
    matches!(turn, Turn::Chance)
}

fn goes_on(turn: Turn) -> bool {
    decides(turn) || rolls(turn)
}

/// Times `work` on every position of a sample.
fn each<G: Game>(bencher: Bencher, wanted: fn(Turn) -> bool, mut work: impl FnMut(&G)) {
    let positions = sample::<G>(wanted);
    bencher
        .counter(ItemsCount::new(SAMPLE))
        .bench_local(|| positions.iter().for_each(&mut work));
}

/// Times `work` on a fresh copy of every position of a sample; making the copies is not timed.
fn each_copy<G: Game>(bencher: Bencher, wanted: fn(Turn) -> bool, work: impl Fn(usize, &mut G)) {
    let positions = sample::<G>(wanted);
    bencher
        .counter(ItemsCount::new(SAMPLE))
        .with_inputs(|| positions.clone())
        .bench_local_values(|mut copies| {
            copies
                .iter_mut()
                .enumerate()
                .for_each(|(i, copy)| work(i, copy));
            copies
        });
}

/// Uniformly random play, new games included.
#[divan::bench(args = Family::ALL)]
fn random_play(bencher: Bencher, family: Family) {
    with_family!(family, |G| {
        let first = start::<G>();
        let (mut position, mut rng) = (first.clone(), rng_for(2, 0));
        let mut ply = || match position.turn() {
            Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
            Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
            Turn::Over(_) => position = first.clone(),
        };
        bencher
            .counter(ItemsCount::new(PLIES))
            .bench_local(|| (0..PLIES).for_each(|_| ply()));
    });
}

#[divan::bench(args = Family::ALL)]
fn legal_list(bencher: Bencher, family: Family) {
    with_family!(family, |G| {
        let mut legal = Vec::new();
        each::<G>(bencher, decides, |position| {
            position.legal_actions(&mut legal);
            black_box(&legal);
        });
    });
}

#[divan::bench(args = Family::ALL)]
fn legal_count(bencher: Bencher, family: Family) {
    with_family!(family, |G| each::<G>(bencher, decides, |position| {
        black_box(position.count_legal());
    }));
}

/// A random legal action, selected without a list.
#[divan::bench(args = Family::ALL)]
fn random_action(bencher: Bencher, family: Family) {
    let mut rng = rng_for(3, 0);
    with_family!(family, |G| each::<G>(bencher, decides, |position| {
        black_box(position.random_action(&mut rng));
    }));
}

#[divan::bench(args = Family::ALL)]
fn chance_list(bencher: Bencher, family: Family) {
    with_family!(family, |G| {
        let mut outcomes = Vec::new();
        each::<G>(bencher, rolls, |position| {
            position.chance_outcomes(&mut outcomes);
            black_box(&outcomes);
        });
    });
}

/// A random chance outcome, selected without a list.
#[divan::bench(args = Family::ALL)]
fn random_chance(bencher: Bencher, family: Family) {
    let mut rng = rng_for(4, 0);
    with_family!(family, |G| each::<G>(bencher, rolls, |position| {
        black_box(position.random_chance(&mut rng));
    }));
}

/// `play_unchecked`, with all that the engine then does by itself.
#[divan::bench(args = Family::ALL)]
fn play(bencher: Bencher, family: Family) {
    with_family!(family, |G| {
        let mut rng = rng_for(5, 0);
        let choose = |position: &G| position.random_action(&mut rng);
        let actions: Vec<_> = sample::<G>(decides).iter().map(choose).collect();
        each_copy::<G>(bencher, decides, |i, copy| copy.play_unchecked(actions[i]));
    });
}

/// `resolve_unchecked`, with all that the engine then does by itself.
#[divan::bench(args = Family::ALL)]
fn resolve(bencher: Bencher, family: Family) {
    with_family!(family, |G| {
        let mut rng = rng_for(6, 0);
        let choose = |position: &G| position.random_chance(&mut rng);
        let outcomes: Vec<_> = sample::<G>(rolls).iter().map(choose).collect();
        each_copy::<G>(bencher, rolls, |i, copy| {
            copy.resolve_unchecked(outcomes[i])
        });
    });
}

#[divan::bench(args = Family::ALL)]
fn clone(bencher: Bencher, family: Family) {
    with_family!(family, |G| each::<G>(bencher, goes_on, |position| {
        black_box(position.clone());
    }));
}

#[divan::bench(args = Family::ALL)]
fn key(bencher: Bencher, family: Family) {
    with_family!(family, |G| each::<G>(bencher, goes_on, |position| {
        black_box(position.key());
    }));
}

/// Comparing equal positions.
#[divan::bench(args = Family::ALL)]
fn equality(bencher: Bencher, family: Family) {
    with_family!(family, |G| {
        let (twins, mut next) = (sample::<G>(goes_on), (0..SAMPLE).cycle());
        each::<G>(bencher, goes_on, |position| {
            black_box(next.next().map(|twin| twins[twin] == *position));
        });
    });
}

#[divan::bench(args = Family::ALL)]
fn dump(bencher: Bencher, family: Family) {
    with_family!(family, |G| each::<G>(bencher, goes_on, |position| {
        black_box(position.dump());
    }));
}

/// Laying the tiles of a made-up forest, one after another; `item/s` counts tiles.
#[divan::bench(args = [30, 62])]
fn lay_tiles(bencher: Bencher, tiles: usize) {
    let mut forest = forest(tiles);
    forest.rotate_left(tiles / 2);
    bencher.counter(ItemsCount::new(tiles)).bench_local(|| {
        let mut board = Board::default();
        for (hex, exits) in black_box(&forest) {
            board.insert(*hex, 0, *exits);
        }
        board
    });
}

/// Hexes in rings around the origin, with random exits.
fn forest(tiles: usize) -> Vec<(Hex, u8)> {
    let mut rng = rng_for(8, 0);
    let near = (-5..=5).flat_map(|q| (-5..=5).map(move |r| Hex::new(q, r)));
    let mut hexes: Vec<Hex> = near.collect();
    hexes.sort_by_key(|hex| hex.distance(Hex::ORIGIN));
    let exits = || rand::RngExt::random_range(&mut rng, 1..64u8);
    hexes
        .into_iter()
        .zip(std::iter::repeat_with(exits))
        .take(tiles)
        .collect()
}
