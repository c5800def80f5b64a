//! Every fuzz target as an ordinary test: over the committed seeds (`fuzz/seeds/TARGET/*`), random bytes, and
//! mutations of the seeds, the same ones each time.

#[path = "fuzz_targets/agent_file.rs"]
mod agent_file;
mod fuzz_targets;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use fuzz_targets::{ENGINE, Target};
use moonbase_engine::chance::{MoonRng, rng_for};
use rand::RngExt;

/// A target is not given more once this has passed, so that slow machines keep the tests short.
const TIME: Duration = Duration::from_secs(20);

fn seeds_of(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fuzz/seeds")
        .join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Says which input was in work when a target panics.
struct Witness<'a>(&'a str, &'a [u8]);

impl Drop for Witness<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let text = self.1.escape_ascii();
            eprintln!("the target `{}` fails on b\"{text}\"", self.0);
        }
    }
}

fn try_one((name, target): Target, bytes: &[u8]) {
    let _witness = Witness(name, bytes);
    target(bytes);
}

/// Tries the seeds, and so many other inputs.
fn run(target: Target, inputs: u64) {
    let (seeds, started) = (seeds_of(target.0), Instant::now());
    assert!(seeds.len() >= 3, "a target needs some seeds");
    seeds.iter().for_each(|seed| try_one(target, seed));
    for index in 0..inputs {
        let mut rng = rng_for(7, index);
        let input = match index % 4 {
            0 => random_bytes(&mut rng),
            _ => mutated(&seeds, &mut rng),
        };
        try_one(target, &input);
        if started.elapsed() > TIME {
            break;
        }
    }
}

fn random_bytes(rng: &mut MoonRng) -> Vec<u8> {
    let length = rng.random_range(0..200);
    (0..length).map(|_| rng.random()).collect()
}

fn mutated(seeds: &[Vec<u8>], rng: &mut MoonRng) -> Vec<u8> {
    let mut bytes = seeds[rng.random_range(0..seeds.len())].clone();
    for _ in 0..rng.random_range(1..4) {
        mutate(&mut bytes, seeds, rng);
    }
    bytes
}

/// Changes, cuts, doubles, or puts in a piece of another seed.
fn mutate(bytes: &mut Vec<u8>, seeds: &[Vec<u8>], rng: &mut MoonRng) {
    let at = rng.random_range(0..=bytes.len());
    let end = rng.random_range(at..=bytes.len().min(at + 20));
    match rng.random_range(0..6) {
        0 if at < bytes.len() => bytes[at] ^= 1 << rng.random_range(0..8),
        1 if at < bytes.len() => bytes[at] = b"0123456789-:,\"[]{}\n ="[rng.random_range(0..21)],
        2 => bytes.truncate(at),
        3 => drop(bytes.drain(at..end)),
        4 => {
            let piece = bytes[at..end].to_vec();
            bytes.splice(at..at, piece);
        }
        _ => {
            let other = &seeds[rng.random_range(0..seeds.len())];
            let from = rng.random_range(0..=other.len());
            let to = rng.random_range(from..=other.len().min(from + 60));
            bytes.splice(at..end, other[from..to].iter().copied());
        }
    }
}

#[test]
fn records() {
    run(ENGINE[0], 1000);
}

#[test]
fn words() {
    run(ENGINE[1], 3000);
}

#[test]
fn traces() {
    run(ENGINE[2], 2000);
}

#[test]
fn tile_sets() {
    run(ENGINE[3], 3000);
}

#[test]
fn options() {
    run(ENGINE[4], 3000);
}

#[test]
fn dumps() {
    run(ENGINE[5], 1000);
}

#[test]
fn play() {
    run(ENGINE[6], 300);
}

#[test]
fn agent_files() {
    run(("agent_file", agent_file::run), 3000);
}
