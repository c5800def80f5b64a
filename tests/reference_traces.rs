//! The engine agrees, node by node, with the games of the reference implementation in `tests/traces/`.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use moonbase_eval::trace_files::check_file;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/traces");
    let entries = std::fs::read_dir(folder).expect("the folder of traces");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

#[test]
fn every_game_agrees() {
    let (mut games, mut nodes) = (0, 0);
    for file in files() {
        let report = check_file(&file, &AtomicBool::new(false)).unwrap();
        let faults: Vec<String> = report.faults.iter().map(|f| f.to_string()).collect();
        assert!(
            faults.is_empty(),
            "{}:\n{}",
            file.display(),
            faults.join("\n")
        );
        games += report.games;
        nodes += report.nodes;
    }
    println!("{games} games, {nodes} nodes");
    assert_eq!((games, nodes), (101, 24_923));
}
