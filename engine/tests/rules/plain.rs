//! A slow, plain version of sight, open edges and the laying rules, from the dump's tiles alone; and that
//! the engine's masks agree with it.

use std::collections::BTreeSet;

use moonbase_engine::hex::{Hex, opposite};
use moonbase_engine::tiles::rotate;
use moonbase_engine::ufo::{Lay, Ufo};
use moonbase_engine::{Game, Turn};

use super::common::plain::{
    Tiles, blocked, connected, has, hexes, open, sight, tiles_of, visible_edges,
};
use super::common::random::look_at_nodes;
use super::properties::VARIANTS;
use super::scene::{legal_with, options};

/// Is a unit's tile joined to an open exit? (Before the UFO is placed.)
fn is_open(tiles: &Tiles, units: &BTreeSet<Hex>) -> bool {
    let (mut reached, mut todo) = (units.clone(), Vec::from_iter(units.iter().copied()));
    while let Some(hex) = todo.pop() {
        for dir in (0..6).filter(|dir| has(tiles, hex, *dir)) {
            if open(tiles, hex, dir) {
                return true;
            }
            if connected(tiles, hex, dir) && reached.insert(hex.step(dir)) {
                todo.push(hex.step(dir));
            }
        }
    }
    false
}

/// The legal orientations, and whether rule a alone would have left fewer than rule b alone allows.
fn orientations(
    tiles: &Tiles,
    units: &BTreeSet<Hex>,
    (at, dir): (Hex, u8),
    kind: u8,
    is_ufo: bool,
) -> (Vec<u8>, bool) {
    let hex = at.step(dir);
    let all: BTreeSet<u8> = (0..6).map(|turns| rotate(kind, turns)).collect();
    let back = all
        .into_iter()
        .filter(|exits| exits >> opposite(dir) & 1 == 1);
    let placed = |exits: u8| {
        let mut tiles = tiles.clone();
        tiles.insert(hex, exits);
        tiles
    };
    let rated = |exits| {
        let tiles = placed(exits);
        (
            exits,
            is_ufo || is_open(&tiles, units),
            blocked(&tiles, hex, exits),
        )
    };
    let all: Vec<(u8, bool, usize)> = back.map(rated).collect();
    let any_open = all.iter().any(|rated| rated.1);
    let kept: Vec<_> = all.iter().filter(|rated| rated.1 == any_open).collect();
    let fewest = kept.iter().map(|rated| rated.2).min();
    let legal = kept
        .iter()
        .filter(|rated| Some(rated.2) == fewest)
        .map(|rated| rated.0);
    let decides = fewest != all.iter().map(|rated| rated.2).min();
    (legal.collect(), decides)
}

/// Compares a node with the plain version; returns whether rule a decided it against rule b.
fn check(position: &Ufo) -> bool {
    let (tiles, board) = (tiles_of(position.board()), position.board());
    let units = hexes(board, position.tiles_with_units());
    for tile in 0..board.len() as u8 {
        let seen = hexes(board, board.sight(tile));
        assert_eq!(seen, sight(&tiles, board.hex(tile)), "{position:?}");
    }
    let alien = matches!(position.turn(), Turn::Decide(_));
    match position.laying() {
        Lay::Edge if alien => {
            let edges = visible_edges(&tiles, &units);
            let words: Vec<_> = edges
                .iter()
                .map(|(hex, dir)| format!("lay:{hex}:{dir}"))
                .collect();
            assert_eq!(legal_with(position, ""), words);
            false
        }
        Lay::Turn { tile, dir, kind } if alien => {
            let (exits, end) = (position.kinds().rule(kind).exits, position.kinds().end());
            let edge = (board.hex(tile), dir);
            let (legal, decides) = orientations(&tiles, &units, edge, exits, kind == end);
            let words: Vec<_> = legal.iter().map(|exits| format!("turn:{exits}")).collect();
            assert_eq!(legal_with(position, ""), words, "{position:?}");
            decides
        }
        _ => false,
    }
}

/// Random games; returns how often rule a decided.
fn play(settings: &[&str], games: u64) -> usize {
    let mut decided = 0;
    for seed in 0..games {
        look_at_nodes(&options(settings), (seed, 3), 700, |position, _| {
            decided += usize::from(check(position));
        });
    }
    decided
}

#[test]
fn masks_agree_with_the_plain_version() {
    for settings in VARIANTS {
        play(settings, 2);
    }
}

/// Bends and tight threes: forests that close easily.
pub const TIGHT: &str = r#"tiles=[{"kind":"bend","exits":[0,1],"heavy":false,"count":14},{"kind":"three","exits":[0,1,2],"heavy":false,"count":8},{"kind":"end","exits":[0],"heavy":true,"count":8}]"#;

#[test]
fn rule_a_decides_with_a_made_up_tile_set() {
    assert!(play(&[TIGHT], 150) > 0, "a set in which rule a decides");
}
