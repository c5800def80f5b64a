//! What it costs to turn positions into numbers, for every registered game:
//! `cargo bench -p moonbase -p moonbase-models --bench encode`. (With the package `moonbase` named too, the
//! libraries are those of an ordinary build; without it burn is built anew, with fewer features.)
//!
//! Positions are decisions of random games of a fixed seed, or where `played` is said, of games between rules of thumb with one
//! action in ten at random, as searches meet them. Each iteration goes once over all positions of a sample; `item/s`
//! counts positions.

use std::hint::black_box;

use divan::Bencher;
use divan::counter::ItemsCount;
use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::env::{Codec, Observation};
use moonbase_engine::registry::{Family, preset_of};
use moonbase_engine::{Game, Seat, Turn, with_family};
use moonbase_models::encode::Encoded;
use moonbase_models::{Architecture, Batch, Scripted};
use rand::RngExt;

/// Positions in a sample.
const SAMPLE: usize = 64;

/// Decisions between the positions of a sample.
const STRIDE: usize = 17;

fn main() {
    divan::main();
}

/// A decision: who is to choose among what.
type Decision<G> = (G, Seat, Vec<<G as Game>::Action>);

/// Every so manieth decision of random games.
fn sample<G: Game>() -> Vec<Decision<G>> {
    sample_of(|position: &G, rng| position.random_action(rng))
}

/// Every so manieth decision of games by the rules of thumb, with one action in ten at random.
fn played<G: Scripted>() -> Vec<Decision<G>> {
    sample_of(|position: &G, rng| match rng.random_bool(0.1) {
        true => position.random_action(rng),
        false => position.scripted_action(rng),
    })
}

fn sample_of<G: Game>(choose: impl Fn(&G, &mut MoonRng) -> G::Action) -> Vec<Decision<G>> {
    let start = G::new(&preset_of::<G>(G::NAME).unwrap()).unwrap();
    let (mut position, mut rng) = (start.clone(), rng_for(1, 0));
    let (mut decisions, mut seen) = (Vec::new(), 0);
    while decisions.len() < SAMPLE {
        match position.turn() {
            Turn::Over(_) => position = start.clone(),
            Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
            Turn::Decide(seat) => {
                seen += 1;
                if seen % STRIDE == 0 {
                    let mut legal = Vec::new();
                    position.legal_actions(&mut legal);
                    decisions.push((position.clone(), seat, legal));
                }
                position.play_unchecked(choose(&position, &mut rng));
            }
        }
    }
    decisions
}

/// Times `work` on every position of a sample.
fn each<G: Game>(bencher: Bencher, work: impl FnMut(&Decision<G>)) {
    each_of(sample::<G>(), bencher, work);
}

fn each_of<G: Game>(
    decisions: Vec<Decision<G>>,
    bencher: Bencher,
    mut work: impl FnMut(&Decision<G>),
) {
    bencher
        .counter(ItemsCount::new(SAMPLE))
        .bench_local(|| decisions.iter().for_each(&mut work));
}

/// The net's inputs: of the position, and of each legal action.
#[divan::bench(args = Family::ALL)]
fn features(bencher: Bencher, family: Family) {
    let (mut batch, architecture) = (Batch::default(), Architecture::default());
    with_family!(family, |G| each::<G>(bencher, |(position, seat, legal)| {
        batch.clear();
        batch.push(&architecture, position, *seat, legal);
        black_box(&batch);
    }));
}

/// The same as searches meet them.
#[divan::bench(args = Family::ALL)]
fn features_played(bencher: Bencher, family: Family) {
    let (mut batch, architecture) = (Batch::default(), Architecture::default());
    with_family!(family, |G| each_of(
        played::<G>(),
        bencher,
        |(position, seat, legal)| {
            batch.clear();
            batch.push(&architecture, position, *seat, legal);
            black_box(&batch);
        }
    ));
}

/// The rules of thumb: the scores of all actions, and the position's judgement.
#[divan::bench(args = Family::ALL)]
fn thumb_played(bencher: Bencher, family: Family) {
    let mut scores = Vec::new();
    with_family!(family, |G| each_of(
        played::<G>(),
        bencher,
        |(position, _, legal)| {
            scores.clear();
            black_box(position.score_and_evaluate(legal, &mut scores));
        }
    ));
}

/// The environments' observation.
#[divan::bench(args = Family::ALL)]
fn observe(bencher: Bencher, family: Family) {
    with_family!(family, |G| {
        let encoding = G::encoding(&preset_of::<G>(G::NAME).unwrap());
        let mut numbers = vec![0.0; encoding.observation_len()];
        each::<G>(bencher, |(position, seat, _)| {
            encoding.observe(position, *seat, &mut numbers);
            black_box(&numbers);
        });
    });
}

/// The environments' mask of legal actions.
#[divan::bench(args = Family::ALL)]
fn fill_mask(bencher: Bencher, family: Family) {
    with_family!(family, |G| {
        let encoding = G::encoding(&preset_of::<G>(G::NAME).unwrap());
        let mut mask = vec![false; encoding.actions()];
        each::<G>(bencher, |(position, _, legal)| {
            encoding.fill_mask(position, legal, &mut mask);
            black_box(&mask);
        });
    });
}
