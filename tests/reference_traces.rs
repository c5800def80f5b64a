//! The engine agrees, node by node, with the games of the reference implementation in `tests/traces/`.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use moonbase_engine::registry::RegistryError;
use moonbase_engine::trace::{Fault, Problem};
use moonbase_eval::trace_files::check_file;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces");
    let entries = std::fs::read_dir(folder).expect("the folder of traces");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Whether the fault is only that the game is not registered (yet).
fn is_of_another_game(fault: &Fault) -> bool {
    let unknown = RegistryError::UnknownGame {
        name: String::new(),
        valid: String::new(),
    };
    let same_kind = |error| std::mem::discriminant(error) == std::mem::discriminant(&unknown);
    matches!(&fault.problem, Problem::Setup(error) if same_kind(error))
}

#[test]
fn every_game_of_a_registered_family_agrees() {
    let (mut games, mut nodes) = (0, 0);
    for file in files() {
        let report = check_file(&file, &AtomicBool::new(false)).unwrap();
        let (others, faults): (Vec<_>, Vec<_>) =
            report.faults.into_iter().partition(is_of_another_game);
        let faults: Vec<String> = faults.iter().map(|fault| fault.to_string()).collect();
        assert!(
            faults.is_empty(),
            "{}:\n{}",
            file.display(),
            faults.join("\n")
        );
        games += report.games - others.len();
        nodes += report.nodes;
    }
    println!("{games} games, {nodes} nodes");
    assert!(
        games >= 58 && nodes > 17_500,
        "{games} games, {nodes} nodes"
    );
}
