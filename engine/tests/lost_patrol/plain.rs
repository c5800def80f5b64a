//! A slow, plain version of what is kept, laid and where lurkers may go, from tiles in a map; and
//! that the engine's masks agree with it.

use std::collections::{BTreeMap, BTreeSet};

use moonbase_engine::chance::rng_for;
use moonbase_engine::hex::{Hex, opposite};
use moonbase_engine::lost_patrol::{Action, Fit, LostPatrol, Phase, Soldier, Task};
use moonbase_engine::tiles::{is_straight, rotate};
use moonbase_engine::{Game, KeyedDice, Turn};

use super::common::plain::{
    Tiles, blocked, connected, has, hexes, open, sight, tiles_of, visible_edges,
};
use super::properties::VARIANTS;
use super::scene::options;

fn soldiers(position: &LostPatrol) -> BTreeSet<Hex> {
    let tiles = Soldier::ALL
        .iter()
        .filter_map(|s| position.soldier_tile(*s));
    tiles.map(|tile| position.board().hex(tile)).collect()
}

fn seen(tiles: &Tiles, from: &BTreeSet<Hex>) -> BTreeSet<Hex> {
    from.iter().flat_map(|hex| sight(tiles, *hex)).collect()
}

/// What clearing keeps: one soldier after another walks every way of up to two moves.
fn kept(tiles: &Tiles, soldiers: &BTreeSet<Hex>) -> BTreeSet<Hex> {
    let step = |from: &Hex| {
        let (from, ways) = (*from, (0..6u8).filter(|dir| connected(tiles, *from, *dir)));
        ways.map(move |dir| from.step(dir)).collect::<Vec<_>>()
    };
    let once: BTreeSet<Hex> = soldiers.iter().flat_map(step).collect();
    let twice: BTreeSet<Hex> = once.iter().flat_map(step).collect();
    let places = soldiers.iter().chain(&once).chain(&twice).copied();
    seen(tiles, &places.collect())
}

/// Orientations of a kind that may be laid on an edge.
fn fitting(position: &LostPatrol, tiles: &Tiles, kind: u8, (at, dir): (Hex, u8)) -> Vec<u8> {
    let (kinds, hex) = (position.kinds(), at.step(dir));
    let turned: BTreeSet<u8> = (0..6).map(|n| rotate(kinds.rule(kind).exits, n)).collect();
    let back: Vec<u8> = turned
        .into_iter()
        .filter(|e| e >> opposite(dir) & 1 == 1)
        .collect();
    if kind == kinds.end() {
        return back;
    }
    let fewest = back.iter().map(|exits| blocked(tiles, hex, *exits)).min();
    let wanted = match position.options().fit {
        Fit::Strict => Some(0),
        Fit::Path => fewest,
    };
    let fits = |exits: &u8| Some(blocked(tiles, hex, *exits)) == wanted;
    back.into_iter().filter(fits).collect()
}

/// Where tiles may be laid: on the latest straight if one fits there, else on any edge.
fn check_laying(position: &LostPatrol) {
    let Task::Place { kind } = position.task() else {
        return;
    };
    let tiles = tiles_of(position.board());
    let edges = visible_edges(&tiles, &soldiers(position));
    let all = |(at, dir): (Hex, u8)| {
        let fits = fitting(position, &tiles, kind, (at, dir)).into_iter();
        fits.map(move |exits| Action::Lay { at, dir, exits })
    };
    let on = ahead(position);
    assert!(on.is_none_or(|edge| edges.contains(&edge)));
    let mut expected: Vec<Action> = on.into_iter().flat_map(all).collect();
    if expected.is_empty() {
        expected = edges.into_iter().flat_map(all).collect();
    }
    assert_eq!(legal(position), expected, "{position:?}");
}

fn ahead(position: &LostPatrol) -> Option<(Hex, u8)> {
    let edge = position.laying_on()?;
    Some((position.board().hex(edge.tile), edge.dir))
}

/// After a tile was laid: the latest straight's far exit is noted while it is open.
fn check_ahead(before: &LostPatrol, action: Action, after: &LostPatrol) {
    let (Action::Lay { at, dir, .. }, Task::Place { kind }) = (action, before.task()) else {
        return;
    };
    let one_more = after.board().len() == before.board().len() + 1;
    if !one_more || !matches!(after.task(), Task::Place { .. } | Task::Draw) {
        return;
    }
    let straight = is_straight(before.kinds().rule(kind).exits);
    let latest = if straight {
        Some((at.step(dir), dir))
    } else {
        ahead(before)
    };
    let tiles = tiles_of(after.board());
    assert_eq!(
        ahead(after),
        latest.filter(|(hex, dir)| open(&tiles, *hex, *dir))
    );
}

fn legal(position: &LostPatrol) -> Vec<Action> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    actions
}

/// Steps to every hex, by spreading over placed neighbours.
fn distances(tiles: &Tiles, from: Hex) -> BTreeMap<Hex, u8> {
    let (mut found, mut front) = (BTreeMap::from([(from, 0)]), vec![from]);
    while let Some(hex) = front.first().copied() {
        front.remove(0);
        let steps = found[&hex] + 1;
        for next in (0..6).map(|dir| hex.step(dir)) {
            if tiles.contains_key(&next) && !found.contains_key(&next) {
                found.insert(next, steps);
                front.push(next);
            }
        }
    }
    found
}

fn expected_lurker_actions(position: &LostPatrol) -> Vec<Action> {
    let tiles = tiles_of(position.board());
    let seen = seen(&tiles, &soldiers(position));
    let stacks = hexes(position.board(), position.tiles_with_lurkers());
    let ship = position.ship_tile().map(|tile| position.board().hex(tile));
    let at_edge = |hex: Hex| {
        let out = (0..6).any(|dir| has(&tiles, hex, dir) && !seen.contains(&hex.step(dir)));
        seen.contains(&hex) && tiles[&hex].count_ones() >= 2 && out
    };
    let mut actions = vec![];
    if position.supply() > 0 {
        let free = tiles.keys().filter(|hex| !stacks.contains(hex));
        let new = free.filter(|hex| Some(**hex) == ship || at_edge(**hex));
        actions.extend(new.map(|at| Action::New { at: *at }));
        actions.extend(stacks.iter().map(|at| Action::Add { at: *at }));
    }
    for from in &stacks {
        let count = position.lurkers_on(position.tile_at(*from));
        for (to, steps) in distances(&tiles, *from) {
            if steps > 0 && steps < count {
                actions.push(Action::Go { from: *from, to });
            }
        }
    }
    actions.push(Action::End);
    actions
}

fn check(position: &LostPatrol) {
    check_laying(position);
    let (tiles, soldiers) = (tiles_of(position.board()), soldiers(position));
    assert_eq!(
        hexes(position.board(), position.tiles_to_keep()),
        kept(&tiles, &soldiers)
    );
    assert_eq!(
        hexes(position.board(), position.tiles_seen()),
        seen(&tiles, &soldiers)
    );
    if position.phase() == Phase::Lurker {
        assert_eq!(
            legal(position),
            expected_lurker_actions(position),
            "{position:?}"
        );
    }
    for tile in 0..position.board().len() as u8 {
        let hex = position.board().hex(tile);
        let open_dirs = (0..6).filter(|dir| open(&tiles, hex, *dir));
        let open_mask = open_dirs.fold(0, |mask, dir| mask | 1 << dir);
        assert_eq!(position.board().open(tile), open_mask);
        assert_eq!(
            hexes(position.board(), position.board().sight(tile)),
            sight(&tiles, hex)
        );
    }
}

/// After clearing only what was kept is left, and what is laid then.
fn check_cleared(before: &LostPatrol, after: &LostPatrol) {
    let cleared = before.phase() == Phase::Patrol && after.phase() != Phase::Patrol;
    let nobody_moved = soldiers(before) == soldiers(after);
    if !cleared || !nobody_moved || before.ship_placed() {
        return;
    }
    let kept = kept(&tiles_of(before.board()), &soldiers(before));
    let left: BTreeSet<Hex> = tiles_of(after.board()).into_keys().collect();
    let old: BTreeSet<Hex> = left
        .iter()
        .filter(|hex| kept.contains(hex))
        .copied()
        .collect();
    assert_eq!(old, kept, "what is kept stays, what is new was laid");
}

#[test]
fn masks_agree_with_the_plain_version() {
    for seed in 0..60 {
        let settings = VARIANTS[seed as usize % VARIANTS.len()];
        let mut position = LostPatrol::new(&options(settings)).unwrap();
        let (mut dice, mut rng) = (KeyedDice::new(seed), rng_for(seed, 3));
        for _ in 0..1500 {
            check(&position);
            let before = position.clone();
            match position.turn() {
                Turn::Decide(_) => {
                    let action = position.random_action(&mut rng);
                    position.play_unchecked(action);
                    check_ahead(&before, action, &position);
                    check_cleared(&before, &position);
                }
                Turn::Chance => position.resolve_unchecked(dice.roll(&position)),
                Turn::Over(_) => break,
            }
        }
    }
}
