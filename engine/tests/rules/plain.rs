//! A slow, plain version of sight, open edges and the laying rules, from the dump's tiles alone; and that
//! the engine's masks agree with it.

use std::collections::{BTreeMap, BTreeSet};

use moonbase_engine::chance::rng_for;
use moonbase_engine::hex::{Hex, opposite};
use moonbase_engine::tiles::{is_straight, rotate};
use moonbase_engine::ufo::{Lay, Ufo};
use moonbase_engine::{Game, KeyedDice, Turn};

use super::properties::VARIANTS;
use super::scene::{legal_with, options};

/// Exits by hex.
type Tiles = BTreeMap<Hex, u8>;

fn tiles_of(position: &Ufo) -> Tiles {
    position
        .board()
        .tiles()
        .map(|(hex, _, exits)| (hex, exits))
        .collect()
}

fn has(tiles: &Tiles, hex: Hex, dir: u8) -> bool {
    tiles.get(&hex).is_some_and(|exits| exits >> dir & 1 == 1)
}

fn connected(tiles: &Tiles, hex: Hex, dir: u8) -> bool {
    has(tiles, hex, dir) && has(tiles, hex.step(dir), opposite(dir))
}

fn open(tiles: &Tiles, hex: Hex, dir: u8) -> bool {
    has(tiles, hex, dir) && !tiles.contains_key(&hex.step(dir))
}

/// The hexes seen from one in a direction, nearest first.
fn line(tiles: &Tiles, from: Hex, dir: u8) -> Vec<Hex> {
    let (mut seen, mut at) = (vec![], from);
    while connected(tiles, at, dir) {
        at = at.step(dir);
        seen.push(at);
        if !is_straight(tiles[&at]) {
            break;
        }
    }
    seen
}

fn sight(tiles: &Tiles, from: Hex) -> BTreeSet<Hex> {
    let lines = (0..6).flat_map(|dir| line(tiles, from, dir));
    lines.chain([from]).collect()
}

/// Open exits of tiles with units, and open far exits of straights that they see along.
fn visible_edges(tiles: &Tiles, units: &BTreeSet<Hex>) -> BTreeSet<(Hex, u8)> {
    let mut edges = BTreeSet::new();
    for unit in units {
        for dir in 0..6 {
            let along = line(tiles, *unit, dir)
                .into_iter()
                .filter(|hex| is_straight(tiles[hex]));
            for hex in along.chain([*unit]).filter(|hex| open(tiles, *hex, dir)) {
                edges.insert((hex, dir));
            }
        }
    }
    edges
}

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

fn blocked(tiles: &Tiles, hex: Hex) -> usize {
    let placed = (0..6).filter(|dir| tiles.contains_key(&hex.step(*dir)));
    placed
        .filter(|dir| has(tiles, hex, *dir) != has(tiles, hex.step(*dir), opposite(*dir)))
        .count()
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
            blocked(&tiles, hex),
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
    let (tiles, board) = (tiles_of(position), position.board());
    let units: BTreeSet<Hex> = moonbase_engine::board::Bits(position.tiles_with_units())
        .map(|tile| board.hex(tile))
        .collect();
    for tile in 0..board.len() as u8 {
        let seen: BTreeSet<Hex> = moonbase_engine::board::Bits(board.sight(tile))
            .map(|tile| board.hex(tile))
            .collect();
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
        let mut position = Ufo::new(&options(settings)).unwrap();
        let (mut dice, mut rng) = (KeyedDice::new(seed), rng_for(seed, 3));
        for _ in 0..700 {
            decided += usize::from(check(&position));
            match position.turn() {
                Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
                Turn::Chance => position.resolve_unchecked(dice.roll(&position)),
                Turn::Over(_) => break,
            }
        }
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
