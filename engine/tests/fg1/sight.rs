//! Sight: lines of centres by hand, and the table against the formula.

use moonbase_engine::Game;
use moonbase_engine::chance::rng_for;
use moonbase_engine::fg1::{Fg1, is_clear, line};
use moonbase_engine::hex::Hex;

use super::scene::{Scene, variants};

fn hexes(from: (i8, i8), to: (i8, i8), ceiling: bool) -> Vec<(i8, i8)> {
    let (from, to) = (Hex::new(from.0, from.1), Hex::new(to.0, to.1));
    line(from, to, ceiling).map(|hex| (hex.q, hex.r)).collect()
}

#[test]
fn a_straight_line_passes_what_lies_on_it() {
    for ceiling in [false, true] {
        assert_eq!(hexes((0, 0), (4, 0), ceiling), [(1, 0), (2, 0), (3, 0)]);
        assert!(hexes((0, 0), (0, 1), ceiling).is_empty());
    }
}

/// From 0,0 to 2,-1 and to 1,1 the line runs along the edge between two hexes; to 2,2 along two edges.
#[test]
fn a_line_along_edges_passes_on_one_side_or_on_the_other() {
    let both = |to| [hexes((0, 0), to, false), hexes((0, 0), to, true)];
    let sorted = |to| {
        let mut lines = both(to);
        lines.sort();
        lines
    };
    assert_eq!(sorted((2, -1)), [vec![(1, -1)], vec![(1, 0)]]);
    assert_eq!(sorted((1, 1)), [vec![(0, 1)], vec![(1, 0)]]);
    let lines = sorted((2, 2));
    assert_eq!(lines[0], [(0, 1), (1, 1), (1, 2)]);
    assert_eq!(lines[1], [(1, 0), (1, 1), (2, 1)]);
}

/// Squads at 0,0 and 2,2; a squad elsewhere gives the other side more than one choice.
fn across(rows: &[&str]) -> bool {
    let scene = Scene::new(rows)
        .base("a1 inf 0,0 - p")
        .base("b1 inf 2,2 - p");
    let position = scene.build();
    position.sees("a1".parse().unwrap(), "b1".parse().unwrap())
}

/// Row by row: 0,1 lies below 0,0; 1,0 and 1,1 in the next column half a hex lower; 1,2 in its third row; 2,1 in
/// the third column's third row.
#[test]
fn wood_blocks_when_it_stands_on_both_sides() {
    assert!(across(&["...", "...", "...", "..."]));
    // 0,1 and 1,2: one side. 1,0 and 2,1: the other.
    assert!(across(&["...", "w..", ".w.", "..."]));
    assert!(across(&[".w.", "...", "..w", "..."]));
    assert!(!across(&["...", "w..", "..w", "..."]), "one on each");
    assert!(!across(&["...", ".w.", "...", "..."]), "1,1 is on both");
    assert!(
        across(&["w..", "...", "...", "..w"]),
        "the ends do not count"
    );
}

#[test]
fn flying_bases_see_and_are_seen_over_wood() {
    let rows = ["...", ".w.", "...", "..."];
    let sees = |a: &str, b: &str| {
        let position = Scene::new(&rows).base(a).base(b).build();
        let ids = ["a1", "b1"].map(|id| id.parse().unwrap());
        position.sees(ids[0], ids[1]) && position.sees(ids[1], ids[0])
    };
    assert!(!sees("a1 lh 0,0 2 p", "b1 inf 2,2 - p"));
    assert!(sees("a1 lh 0,0 2 p hover", "b1 inf 2,2 - p"));
    assert!(sees("a1 inf 0,0 - p", "b1 mh 2,2 0 p hover"));
    assert!(sees("a1 f 0,0 2 p", "b1 inf 2,2 - p"));
}

#[test]
fn neighbours_see_each_other_in_wood() {
    let scene = Scene::new(&["ww", "ww"])
        .base("a1 inf 0,0 - p")
        .base("b1 inf 0,1 - p");
    assert!(
        scene
            .build()
            .sees("a1".parse().unwrap(), "b1".parse().unwrap())
    );
}

#[test]
fn the_table_agrees_with_the_formula_both_ways() {
    let (mut clear, mut blocked) = (0, 0);
    for seed in 0..12 {
        let position = Fg1::new(&variants(&mut rng_for(seed, 9))).unwrap();
        let field = position.field();
        for (a, from) in field.hexes().iter().enumerate() {
            for (b, to) in field.hexes().iter().enumerate() {
                let near = from.distance(*to) <= 21;
                if !near || a == b || (a + b) % 5 != seed as usize % 5 {
                    continue;
                }
                let expected = is_clear(field, *from, *to);
                assert_eq!(expected, is_clear(field, *to, *from), "{from} {to}");
                let seen = position.sight().sees(a as u16, b as u16);
                assert_eq!(seen, expected, "{from} {to}");
                *(if expected { &mut clear } else { &mut blocked }) += 1;
            }
        }
    }
    assert!(clear > 1000 && blocked > 1000, "{clear} {blocked}");
}
