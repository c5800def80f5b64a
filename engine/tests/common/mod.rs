//! What the tests of the games on laid tiles share.

pub mod plain;
pub mod random;
pub mod turned;

use moonbase_engine::record::play_word;
use moonbase_engine::registry::options_of;
use moonbase_engine::{Game, Turn};
use serde_json::{Value, json};

/// A hex `(q, r)`.
pub type At = (i8, i8);

/// The options of `G` with these settings.
pub fn options_with<G: Game>(settings: &[&str]) -> G::Options {
    let settings: Vec<String> = settings.iter().map(|s| s.to_string()).collect();
    options_of::<G>(G::NAME, &settings).unwrap()
}

/// The dump's rows of tiles: where, kind, exits.
pub fn tile_rows(tiles: &[(At, String, u8)]) -> Value {
    let mut tiles = tiles.to_vec();
    tiles.sort();
    let row = |((q, r), kind, exits): &(At, String, u8)| json!([q, r, kind, exits]);
    tiles.iter().map(row).collect()
}

/// The dump's rows of stacks: where, how many, of these spent.
pub fn stack_rows(stacks: &[(At, u8, u8)]) -> Value {
    let mut stacks = stacks.to_vec();
    stacks.sort();
    let row = |((q, r), count, spent): &(At, u8, u8)| json!([q, r, count, spent]);
    stacks.iter().map(row).collect()
}

/// The position after these actions and outcomes.
pub fn after<G: Game>(position: &G, words: &[&str]) -> G {
    let mut position = position.clone();
    for word in words {
        play_word(&mut position, word).unwrap_or_else(|error| panic!("{error}"));
    }
    position
}

/// The legal actions' notation.
pub fn legal<G: Game>(position: &G) -> Vec<String> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    actions.iter().map(|action| action.to_string()).collect()
}

/// The legal actions whose notation begins so.
pub fn legal_with<G: Game>(position: &G, prefix: &str) -> Vec<String> {
    let mut legal = legal(position);
    legal.retain(|word| word.starts_with(prefix));
    legal
}

/// The roll's outcomes are these, in this order, with weights in this proportion.
#[track_caller]
pub fn assert_odds<G: Game>(position: &G, expected: &[(&str, u64)]) {
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    let words: Vec<String> = outcomes.iter().map(|(o, _)| o.to_string()).collect();
    let names: Vec<&str> = expected.iter().map(|(name, _)| *name).collect();
    assert_eq!(words, names, "{position:?}");
    let total: u64 = outcomes.iter().map(|(_, weight)| weight).sum();
    let all: u64 = expected.iter().map(|(_, weight)| weight).sum();
    for ((outcome, weight), (_, wanted)) in outcomes.iter().zip(expected) {
        assert_eq!(weight * all, wanted * total, "{outcome}: {weight}/{total}");
    }
}

/// How the game ended: the outcome and the first seat's return.
#[track_caller]
pub fn end<G: Game>(position: &G) -> (&'static str, f64) {
    match position.turn() {
        Turn::Over(outcome) => (outcome.name, outcome.value.0),
        turn => panic!("the game goes on: {turn:?}"),
    }
}

/// A value of the dump.
pub fn key<G: Game>(position: &G, key: &str) -> Value {
    position.dump()[key].clone()
}
