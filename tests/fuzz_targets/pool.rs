//! Rule options for random play, from the descriptions of the options themselves, so that new games and
//! options are covered without a change here.
//!
//! A process keeps each set of options that it has used, and a fuzzer's process plays millions of games:
//! so options come from a pool of bounded size.

use std::collections::HashSet;
use std::sync::Mutex;

use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::tiles::{TileKind, TileSet};
use moonbase_engine::{Game, OptionsError, RuleOptions};
use rand::RngExt;
use serde_json::{Value, json};

/// Number of sets of options in the pool of each game.
const POOL: u64 = 1024;

/// Most sets of options that foreign text may put to use in one process.
const FOREIGN: usize = 4096;

/// The options number `index` of a game's pool, and the name of the preset that they are based on.
pub fn options_from_pool<G: Game>(index: u16) -> (&'static str, G::Options) {
    let index = u64::from(index) % POOL;
    let mut rng = rng_for(index, 0);
    let mut presets = G::Options::presets();
    let (name, preset) = presets.swap_remove(rng.random_range(0..presets.len()));
    let mut options = preset.clone();
    for info in G::Options::infos() {
        if rng.random_range(0..3) == 0 {
            let value = random_value(info.values, &mut rng);
            // Some limits depend on other options; such values are refused, and the option stays as it was.
            let _: Result<(), OptionsError> = options.set(info.name, &value);
        }
    }
    match G::new(&options) {
        Ok(_) => (name, options),
        Err(_) => (name, preset),
    }
}

/// A value that fits what an option says of its values.
fn random_value(values: &str, rng: &mut MoonRng) -> Value {
    if values.contains("exits") {
        return random_tile_set(rng).to_json();
    }
    if let Some((_, ids)) = values.split_once(" among ") {
        let ids = ids.split(',').next().unwrap_or_default();
        let chosen = ids.split_whitespace().filter(|_| rng.random());
        return chosen.collect();
    }
    if let Some((low, high)) = values.split_once("..") {
        return json!(random_number(low, high, rng));
    }
    let words: Vec<&str> = values.split(" or ").collect();
    match words[rng.random_range(0..words.len())] {
        "true" => json!(true),
        "false" => json!(false),
        word => json!(word),
    }
}

/// Mostly a small number, so that games end.
fn random_number(low: &str, high: &str, rng: &mut MoonRng) -> u64 {
    let low = low.parse().unwrap_or(1);
    let high = high.parse().unwrap_or(low + 5).max(low);
    let most = if rng.random() {
        high
    } else {
        high.min(low + 4)
    };
    rng.random_range(low..=most)
}

/// A box of a few kinds with few tiles each, or up to the most that is allowed.
fn random_tile_set(rng: &mut MoonRng) -> TileSet {
    let kinds = rng.random_range(1..=8);
    let most = if rng.random_range(0..4) == 0 {
        60 / kinds
    } else {
        3
    };
    let kind = |n| TileKind {
        kind: format!("k{n}"),
        exits: random_exits(rng),
        heavy: rng.random_range(0..3) == 0,
        count: rng.random_range(1..=most),
    };
    TileSet::new((0..kinds).map(kind).collect()).expect("1 to 60 tiles, each with an exit")
}

fn random_exits(rng: &mut MoonRng) -> Vec<i64> {
    let mask = rng.random_range(1..64);
    (0..6).filter(|dir| mask >> dir & 1 == 1).collect()
}

/// May these options, which foreign text gave, be put to use in this process?
pub fn may_use(options: &str) -> bool {
    static USED: Mutex<Option<HashSet<String>>> = Mutex::new(None);
    let mut used = USED.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let used = used.get_or_insert_default();
    used.contains(options) || used.len() < FOREIGN && used.insert(options.into())
}
