//! Tile-set files: the shipped ones are the built-in sets, files read back, and every fault is named.

use moonbase_engine::Game;
use moonbase_engine::tiles::{TileKind, TileSet};
use moonbase_engine::ufo::{Ufo, UfoOptions};
use proptest::prelude::*;

const DEFAULT: &str = include_str!("../../tiles/default.toml");
const MINI: &str = include_str!("../../tiles/mini.toml");

#[test]
fn the_shipped_files_are_the_built_in_sets() {
    for (name, text) in [("default", DEFAULT), ("mini", MINI)] {
        assert_eq!(TileSet::from_toml(text).ok(), TileSet::named(name));
    }
}

const GOOD: &str = "# my box
[[tile]]
kind = \"a\"
exits = [0, 3]
heavy = false
count = 2

[[tile]]
kind = \"b\"
exits = [1]
heavy = true
count = 0
";

fn fault_of(text: &str) -> String {
    TileSet::from_toml(text).unwrap_err().to_string()
}

#[test]
fn every_fault_names_its_line_and_kind() {
    let cases = [
        (
            "[1]",
            "[6]",
            "line 8: kind `b`: exit 6 is not one of 0 to 5",
        ),
        (
            "[1]",
            "[-1]",
            "line 8: kind `b`: exit -1 is not one of 0 to 5",
        ),
        ("[1]", "[]", "line 8: kind `b`: a tile needs an exit"),
        ("[1]", "[1, 1]", "line 8: kind `b`: an exit is named twice"),
        (
            "[1]",
            "1",
            "line 8: kind `b`: `exits` must be a list of whole numbers, not 1",
        ),
        (
            "[1]",
            "[0.5]",
            "line 8: kind `b`: `exits` must be a list of whole numbers, not [\"0.5\"]",
        ),
        (
            "count = 0",
            "count = -3",
            "line 8: kind `b`: count -3 is negative",
        ),
        ("count = 0", "", "line 8: kind `b`: `count` is missing"),
        ("heavy = true", "", "line 8: kind `b`: `heavy` is missing"),
        (
            "heavy = true",
            "heavy = 1",
            "line 8: kind `b`: `heavy` must be true or false, not 1",
        ),
        (
            "heavy = true",
            "heavy = true\ncolour = 1",
            "line 8: kind `b`: unknown key `colour`; keys: kind, exits, heavy, count",
        ),
        ("\"b\"", "\"a\"", "line 8: kind `a`: named twice"),
        (
            "\"b\"",
            "\"ufo\"",
            "line 8: kind `ufo`: this name is taken by the game",
        ),
        (
            "\"b\"",
            "\"b c\"",
            "line 8: kind `b c`: a name is 1 to 40 letters, digits, `-` or `_`",
        ),
        (
            "\"b\"",
            "\"\"",
            "line 8: kind ``: a name is 1 to 40 letters, digits, `-` or `_`",
        ),
        (
            "\"b\"",
            "3",
            "line 8: tile 2 of the list must have a name in quotes as its `kind`",
        ),
        (
            "kind = \"b\"\n",
            "",
            "line 8: tile 2 of the list has no `kind`",
        ),
        ("count = 2", "count = 0", "no tiles at all"),
        (
            "count = 2",
            "count = 61",
            "61 tiles; at most 60 are allowed",
        ),
        (
            "count = 2",
            "count = 9223372036854775807",
            "9223372036854775807 tiles; at most 60 are allowed",
        ),
        (
            "count = 2",
            "count = 9223372036854775808",
            "line 2: kind `a`: `count` must be a whole number, not \"9223372036854775808\"",
        ),
        (
            "# my box",
            "name = \"my box\"",
            "line 1: unknown key `name`; a tile-set file holds [[tile]] tables only",
        ),
    ];
    for (from, to, expected) in cases {
        assert!(GOOD.contains(from), "{from}");
        assert_eq!(
            fault_of(&GOOD.replacen(from, to, 1)),
            expected,
            "{from} -> {to}"
        );
    }
    assert!(TileSet::from_toml(GOOD).is_ok());
}

#[test]
fn what_is_no_tile_list_is_refused() {
    assert_eq!(fault_of(""), "no tiles at all");
    assert_eq!(fault_of("tile = []"), "no tiles at all");
    let single = GOOD
        .split("\n\n")
        .next()
        .unwrap()
        .replace("[[tile]]", "[tile]");
    assert_eq!(
        fault_of(&single),
        "line 2: write [[tile]], in double brackets, before each kind"
    );
    assert_eq!(
        fault_of("tile = [1]"),
        "line 1: tile 1 of the list is not a table of kind, exits, heavy and count"
    );
    let broken = fault_of(&GOOD.replace("exits = [1]", "exits = [1"));
    assert!(
        broken.starts_with("line 10: not TOML: ") || broken.starts_with("line 11: not TOML: "),
        "{broken}"
    );
    assert!(!broken.contains('\n'));
}

prop_compose! {
    fn a_kind()(exits in proptest::collection::btree_set(0..6i64, 1..=6), heavy: bool, count in 0..7i64) -> (Vec<i64>, bool, i64) {
        (exits.into_iter().collect(), heavy, count)
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(kinds in proptest::collection::vec(a_kind(), 1..9)) {
        let named = kinds.into_iter().enumerate().map(|(n, (exits, heavy, count))| TileKind {
            kind: format!("k{n}"), exits, heavy, count,
        });
        if let Ok(set) = TileSet::new(named.collect()) {
            prop_assert_eq!(TileSet::from_toml(&set.to_toml()), Ok(set.clone()));
            prop_assert_eq!(TileSet::from_json(&set.to_json()), Ok(set));
        }
    }
}

/// A program may meet any number of tile sets, such as a checker of traces.
#[test]
fn a_process_has_room_for_many_names() {
    for set in 0..1100 {
        let kind = |nth| TileKind {
            kind: format!("room-{set}-{nth}"),
            exits: vec![0, 3],
            heavy: false,
            count: 1,
        };
        let tiles = TileSet::new((0..60).map(kind).collect()).unwrap();
        let options = UfoOptions {
            tiles,
            ..UfoOptions::default()
        };
        let start = Ufo::new(&options).unwrap();
        assert_eq!(start.kinds().forest(), 60);
    }
}
