//! Fingerprints, and the recursion's limit.

use std::collections::HashMap;

use moonbase_engine::Turn;
use moonbase_engine::chance::rng_for;
use moonbase_engine::registry::preset_of;
use moonbase_engine::toy::{Nim, NimOptions};
use moonbase_engine::ufo::Ufo;

use super::*;

/// Both halves of a fingerprint alone tell many unequal positions apart, and equal ones agree.
#[test]
fn fingerprints_tell_positions_apart() {
    let options = preset_of::<Ufo>("ufo-mini").unwrap();
    let mut seen: [HashMap<u64, Ufo>; 2] = Default::default();
    for seed in 0..150 {
        let mut rng = rng_for(seed, 0);
        let mut position = Ufo::new(&options).unwrap();
        while !matches!(position.turn(), Turn::Over(_)) {
            let key = fingerprint(&position);
            assert!(key > 0 && key as u32 == 0);
            // The lower half has 32 bits: some positions of many would share them.
            let halves = [(key >> 64) as u64, (key >> 32) as u64];
            for (map, half) in seen.iter_mut().zip(halves) {
                let known = map.entry(half).or_insert_with(|| position.clone());
                assert_eq!(*known, position);
            }
            match position.turn() {
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
                _ => position.play_unchecked(position.random_action(&mut rng)),
            }
        }
    }
    assert!(seen[0].len() > 5000, "{}", seen[0].len());
}

impl Memory for HashMap<Key, f32> {
    fn recall(&mut self, key: Key, _: bool) -> Result<Option<f32>, Stop> {
        Ok(self.get(&key).copied())
    }

    fn remember(&mut self, key: Key, _: bool, value: f32) -> Result<(), Stop> {
        self.insert(key, value);
        Ok(())
    }
}

#[test]
fn lines_of_play_may_be_too_long() {
    let start = Nim::new(&NimOptions::new(&[2, 2])).unwrap();
    let value = |max_depth| {
        let backup = Backup::new(HashMap::new());
        backup.max_depth(max_depth).value(&start)
    };
    assert_eq!(value(2), Err(Stop::TooDeep));
    assert_eq!(value(4), Ok(-1.0));
}
