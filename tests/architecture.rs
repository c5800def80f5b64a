//! Dependencies between the crates point one way, and the engine names no clock, thread or file.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The crates in order: each may use those before it.
const ORDER: [&str; 8] = [
    "moonbase-engine",
    "moonbase-models",
    "moonbase-agents",
    "moonbase-eval",
    "moonbase-training",
    "moonbase-play",
    "moonbase",
    "moonbase-python",
];

/// The only crates that may name burn.
const BURN: [&str; 2] = ["moonbase-models", "moonbase-training"];

/// Words that would bring a clock, a thread, a file or hidden randomness into the engine.
const FOREIGN: [&str; 14] = [
    "std::time",
    "std::thread",
    "std::fs",
    "std::io",
    "std::net",
    "std::env",
    "std::process",
    "Instant",
    "SystemTime",
    "thread_local",
    "rand::rng",
    "ThreadRng",
    "SysRng",
    "println",
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The names on which each member of the workspace depends, test dependencies left out.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "cargo metadata failed");
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    packages.iter().map(names).collect()
}

fn names(package: &Value) -> (String, BTreeSet<String>) {
    let name = package["name"].as_str().unwrap().to_string();
    let all = package["dependencies"].as_array().unwrap();
    let used = all.iter().filter(|dependency| dependency["kind"] != "dev");
    let used = used.map(|dependency| dependency["name"].as_str().unwrap().to_string());
    (name, used.collect())
}

#[test]
fn crates_use_only_those_before_them() {
    for (name, uses) in dependencies() {
        let Some(place) = ORDER.iter().position(|other| *other == name) else {
            panic!("`{name}` has no place in the order of crates; give it one here");
        };
        for used in uses.iter().filter(|used| used.starts_with("moonbase")) {
            let before = ORDER[..place].contains(&used.as_str());
            assert!(before, "{name} may not use {used}");
        }
    }
}

#[test]
fn only_models_and_training_name_burn() {
    for (name, uses) in dependencies() {
        let burn = uses.iter().any(|used| used.starts_with("burn"));
        assert!(
            !burn || BURN.contains(&name.as_str()),
            "{name} may not use burn"
        );
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let of = |path: PathBuf| match path.is_dir() {
        true => sources(&path),
        false => vec![path],
    };
    paths.flat_map(of).collect()
}

#[test]
fn the_engine_names_no_clock_thread_or_file() {
    let files = sources(&root().join("engine/src"));
    assert!(files.len() > 10);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        for (index, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            let named = FOREIGN.iter().find(|word| code.contains(*word));
            let place = format!("{}:{}", file.display(), index + 1);
            assert!(named.is_none(), "{place} names {}", named.unwrap());
        }
    }
}
