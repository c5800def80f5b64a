//! Tile sets on the command line: `moonbase tiles`, and `--tiles` wherever a game is set up.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use common::{complaint, output_of};
use moonbase_engine::tiles::TileSet;
use serde_json::Value;

fn shipped(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tiles")
        .join(name)
}

#[test]
fn a_printed_file_is_the_set() {
    for name in ["default", "mini"] {
        let file = output_of(&["tiles", name, "--toml"]);
        assert_eq!(TileSet::from_toml(&file).ok(), TileSet::named(name));
        let shipped = fs::read_to_string(shipped(&format!("{name}.toml"))).unwrap();
        assert!(shipped.ends_with(&file), "the shipped file says the same");
    }
}

#[test]
fn the_drawing_and_the_json_agree() {
    let drawing = output_of(&["tiles"]);
    assert!(drawing.ends_with("\n28 tiles: 22 plain, 6 heavy going\n"));
    let json: Value = serde_json::from_str(&output_of(&["tiles", "--json"])).unwrap();
    assert_eq!((&json["total"], &json["heavy"]), (&28.into(), &6.into()));
    let kinds = json["kinds"].as_array().unwrap();
    let sum: f64 = kinds
        .iter()
        .map(|kind| kind["probability"].as_f64().unwrap())
        .sum();
    assert!((sum - 1.0).abs() < 1e-12);
    for kind in kinds {
        assert!(drawing.contains(kind["kind"].as_str().unwrap()));
    }
}

#[test]
fn games_are_played_with_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.toml");
    let file = "[[tile]]\nkind = \"cross\"\nexits = [0, 1, 3, 4]\nheavy = true\ncount = 9\n";
    fs::write(&path, file).unwrap();
    let path = path.to_str().unwrap();
    let trace = output_of(&["trace", "ufo", "--tiles", path, "--seed", "3"]);
    let header: Value = serde_json::from_str(trace.lines().next().unwrap()).unwrap();
    let expected = TileSet::from_toml(file).unwrap().to_json();
    assert_eq!(header["options"]["tiles"], expected);
    assert!(trace.contains("\"draw:ufo\"") || trace.contains("[0,1,\"cross\","));
    let save = folder.path().join("game.txt");
    let save = save.to_str().unwrap();
    output_of(&[
        "play", "ufo", "--tiles", path, "--seed", "3", "--save", save,
    ]);
    // The saved game holds its tiles: it goes on without the file.
    fs::remove_file(path).unwrap();
    output_of(&["play", "--load", save]);
    let replay = output_of(&["replay", save, "--json"]);
    let header: Value = serde_json::from_str(replay.lines().next().unwrap()).unwrap();
    assert_eq!(header["options"]["tiles"], expected);
    let mini = shipped("mini.toml");
    let by_file = output_of(&["perft", "ufo", "--tiles", mini.to_str().unwrap()]);
    assert_eq!(by_file, output_of(&["perft", "ufo", "--tiles", "mini"]));
}

#[test]
fn faults_are_said_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("box.toml");
    fs::write(
        &path,
        "\n[[tile]]\nkind = \"cross\"\nexits = [7]\nheavy = true\ncount = 9\n",
    )
    .unwrap();
    let path = path.to_str().unwrap();
    let fault = "line 2: kind `cross`: exit 7 is not one of 0 to 5";
    for args in [&["tiles", path][..], &["trace", "ufo", "--tiles", path]] {
        let said = complaint(args, 2);
        assert!(said.contains(fault), "{said}");
    }
    let said = complaint(&["tiles", "no-such-box"], 2);
    assert!(
        said.contains("no tile set is called `no-such-box`"),
        "{said}"
    );
}
