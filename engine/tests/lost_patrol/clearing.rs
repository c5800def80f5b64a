//! Phase 2: what is kept, and groups.

use serde_json::json;

use super::scene::{Scene, after, key, legal};

fn hexes(dump: &serde_json::Value) -> Vec<(i64, i64)> {
    let tiles = dump.as_array().unwrap().iter();
    tiles
        .map(|tile| (tile[0].as_i64().unwrap(), tile[1].as_i64().unwrap()))
        .collect()
}

/// A chain of bends to the south-east: `count` tiles from `1,0` on, each seen only from the next.
fn bends(scene: Scene, count: i8) -> Scene {
    (1..=count).fold(scene, |scene, i| {
        let (at, exits) = if i % 2 == 1 {
            ((1 + i / 2, i / 2), 0b101000)
        } else {
            ((i / 2, i / 2), 0b000101)
        };
        scene.tile(at, "gentle", exits)
    })
}

#[test]
fn what_could_be_seen_after_two_moves_is_kept() {
    // Bends: 1,0 joins 0,0 (NW) and 1,1 (S); 1,1 joins 1,0 (N) and 2,1 (SE); 2,1 joins 1,1 and 2,2.
    let scene = bends(Scene::new(&[]), 6)
        .lurkers((1, 0), 2)
        .lurkers((2, 2), 3);
    let scene = scene
        .soldier("T1", (3, 3))
        .deck(json!({"y": 2, "gentle": 1}));
    assert_eq!(
        hexes(&key(&scene.build(), "tiles")),
        [(1, 0), (1, 1), (2, 1), (2, 2), (3, 2), (3, 3)]
    );
    let cleared = scene.after(&["end"]);
    // Two moves back to 2,2; from there 2,1 is seen.
    assert_eq!(
        hexes(&key(&cleared, "tiles")),
        [(2, 1), (2, 2), (3, 2), (3, 3)]
    );
    assert_eq!(key(&cleared, "lurkers"), json!([[2, 2, 3, 0]]));
    assert_eq!(
        key(&cleared, "supply"),
        json!(15),
        "lurkers return to the supply"
    );
    assert_eq!(key(&cleared, "phase"), json!("laying"));
}

#[test]
fn straights_are_seen_through_and_lianas_and_stacking_do_not_matter() {
    // From 3,0 two moves reach 1,0 and 5,0, over lianas and a full tile; 0,0 and 6,0 are seen from there.
    let scene = (0..7).fold(Scene::new(&[]), |scene, q| {
        let kind = if q == 2 || q == 4 {
            "straight-heavy"
        } else {
            "straight"
        };
        scene.tile((q, 0), kind, 36)
    });
    let scene = scene
        .soldiers(&["S", "L", "T1"], (2, 0))
        .soldier("T2", (3, 0));
    let kept = scene.after(&["end"]);
    assert_eq!(hexes(&key(&kept, "tiles")).len(), 7, "nothing is removed");
}

#[test]
fn the_start_tile_is_removed_and_its_hex_is_free_again() {
    // Start, then bends to the south-east; a soldier three tiles away.
    let scene = bends(Scene::new(&[]).tile((0, 0), "start", 63), 5);
    let scene = scene
        .soldier("T1", (3, 2))
        .deck(json!({"dead-end": 1, "gentle": 1}));
    let cleared = scene.after(&["end"]);
    assert_eq!(
        hexes(&key(&cleared, "tiles")),
        [(1, 1), (2, 1), (2, 2), (3, 2)]
    );
    assert_eq!(cleared.start_tile(), None);
    // 1,1 has lost the neighbour to which its northern exit led: it is open again.
    let first = cleared.tile_at(moonbase_engine::hex::Hex::new(1, 1));
    assert_eq!(cleared.board().open(first), 1);
}

/// Two pairs of straights that do not touch, a soldier or two on each.
fn apart() -> Scene {
    let tiles = [(0, 0), (1, 0), (4, 0), (5, 0)];
    let scene = Scene::new(&[]).deck(json!({"y": 2, "gentle": 1}));
    let scene = tiles
        .into_iter()
        .fold(scene, |scene, at| scene.tile(at, "straight", 36));
    scene
        .soldiers(&["S"], (0, 0))
        .soldiers(&["L", "T1"], (5, 0))
}

#[test]
fn of_groups_of_neighbouring_hexes_one_is_kept() {
    let scene = apart().lurkers((1, 0), 4).lurkers((4, 0), 3);
    let parted = scene.after(&["end"]);
    assert_eq!(
        (key(&parted, "phase"), key(&parted, "player")),
        (json!("clearing"), json!("patrol"))
    );
    assert_eq!(legal(&parted), ["keep:0,0", "keep:4,0"]);
    let second = after(&parted, &["keep:4,0"]);
    assert_eq!(hexes(&key(&second, "tiles")), [(4, 0), (5, 0)]);
    assert_eq!(key(&second, "soldiers"), json!({"L": [5, 0], "T1": [5, 0]}));
    assert_eq!(key(&second, "lurkers"), json!([[4, 0, 3, 0]]));
    assert_eq!(key(&second, "supply"), json!(15));
    let first = after(&parted, &["keep:0,0"]);
    assert_eq!(key(&first, "soldiers"), json!({"S": [0, 0]}));
    assert_eq!(key(&first, "phase"), json!("laying"));
}

#[test]
fn neighbouring_hexes_are_one_group_though_no_path_joins_them() {
    // 0,1 lies south of 0,0, and no exits meet there.
    let scene = Scene::new(&[])
        .tile((0, 0), "straight", 36)
        .tile((1, 0), "straight", 36)
        .tile((0, 1), "straight", 36)
        .tile((1, 1), "straight", 36)
        .soldier("S", (0, 0))
        .soldier("L", (0, 1));
    let cleared = scene.after(&["end"]);
    assert_eq!(key(&cleared, "phase"), json!("laying"));
    assert_eq!(cleared.board().len(), 4);
}
