//! The agents in `models/agents/`: small, whole, measured, and played by this program.

mod common;

use std::path::PathBuf;

use common::output_of;

const MOST_BYTES: u64 = 4 << 20;

/// An agent file is named after the game whose both seats it plays.
fn agents() -> Vec<(PathBuf, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/models/agents");
    let entries = std::fs::read_dir(folder).unwrap();
    let files = entries.map(|entry| entry.unwrap().path());
    let mut agents: Vec<(PathBuf, String)> = files
        .filter(|path| path.extension().is_some_and(|end| end == "safetensors"))
        .map(|path| {
            let game = path.file_stem().unwrap().to_string_lossy().into_owned();
            (path, game)
        })
        .collect();
    agents.sort();
    agents
}

#[test]
fn they_are_small_whole_and_measured() {
    let agents = agents();
    assert!(agents.iter().any(|(_, game)| game == "ufo"));
    for (file, game) in &agents {
        assert!(file.metadata().unwrap().len() <= MOST_BYTES, "{file:?}");
        let file = file.to_str().unwrap();
        output_of(&["agents", "verify", file]);
        let card = output_of(&["agents", "info", file]);
        // A card names the game, a file perhaps one of its variants.
        let family = game.split('-').next().unwrap();
        assert!(card.contains(&format!("plays     {family} as ")), "{card}");
        assert!(card.contains("measured"), "{card}");
    }
}

#[test]
fn they_play_both_seats_with_and_without_search() {
    for (file, game) in agents() {
        let file = file.display();
        for agent in [
            format!("net:file={file}"),
            format!("mcts:eval=net,file={file},sims=8"),
        ] {
            let table = output_of(&[
                "match", &agent, "random", "--game", &game, "--games", "2", "--seed", "3",
            ]);
            assert!(table.contains("overall"), "{table}");
        }
    }
}
