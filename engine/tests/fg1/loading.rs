//! Loading and unloading squads.

use super::scene::{Scene, after, assert_odds, key, legal, legal_with};
use moonbase_engine::Game;
use serde_json::json;

/// Two squads beside a hover; the enemy far away, and suppressed.
fn quiet() -> Scene {
    Scene::plain(15, 15)
        .base("a1 inf 4,4 - p")
        .base("a2 inf 4,6 - p")
        .base("a3 lh 4,5 2 q")
        .base("b1 inf 14,7 - p")
        .status("b1", "suppressed")
}

/// The same, with an enemy squad at hand.
fn watched() -> Scene {
    Scene::plain(15, 15)
        .base("a1 inf 4,4 - p")
        .base("a2 inf 4,6 - p")
        .base("a3 lh 4,5 2 q")
        .base("b1 inf 9,2 - p")
}

fn aboard(position: &moonbase_engine::fg1::Fg1, id: &str) -> serde_json::Value {
    position.dump()["bases"][id]["aboard"].clone()
}

#[test]
fn a_squad_boards_a_hover_beside_it() {
    let loads = |scene: &Scene| {
        let words = legal(&scene.build());
        words
            .into_iter()
            .filter(|word| word.contains("load"))
            .collect::<Vec<_>>()
    };
    assert_eq!(loads(&quiet()), ["a1:load:a3", "a2:load:a3"]);
    assert_eq!(loads(&quiet().status("a3", "pinned")), [""; 0]);
    assert_eq!(loads(&quiet().status("a1", "pinned")), ["a2:load:a3"]);
    assert_eq!(
        loads(&quiet().with("/moved", json!(["a2"]))),
        ["a1:load:a3"]
    );
    assert_eq!(
        loads(&quiet().with("/loaded", json!(["a2"]))),
        ["a1:load:a3"]
    );
    let loaded = quiet().after(&["a1:load:a3"]);
    assert_eq!(
        (aboard(&loaded, "a1"), key(&loaded, "loaded")),
        (json!("a3"), json!(["a1"]))
    );
    assert_eq!(loaded.dump()["bases"]["a1"]["at"], json!([4, 5]));
    assert_eq!(
        legal_with(&loaded, "a1"),
        [""; 0],
        "not out again in this initiative"
    );
}

#[test]
fn a_hover_carries_three() {
    let scene = Scene::plain(15, 15)
        .base("a1 lh 4,5 2 q")
        .base("a2 inf 4,5 - p a1")
        .base("a3 inf 4,5 - p a1")
        .base("a4 inf 4,5 - p a1")
        .base("a5 inf 4,4 - r")
        .base("b1 inf 14,7 - p")
        .status("b1", "suppressed");
    assert_eq!(legal_with(&scene.build(), "a5:load"), [""; 0]);
    let unloaded = scene.after(&["a2:unload:3"]);
    assert_eq!(legal_with(&unloaded, "a5:load"), ["a5:load:a1"]);
    assert_eq!(unloaded.dump()["bases"]["a2"]["at"], json!([4, 6]));
    assert_eq!(aboard(&unloaded, "a2"), json!(null));
    assert_eq!(
        legal_with(&unloaded, "a2"),
        ["a2:move"],
        "not aboard again in this initiative"
    );
}

#[test]
fn squads_travel_with_their_hover() {
    let scene = quiet().after(&["a1:load:a3", "a3:move:ground", "ahead:3", "stop"]);
    assert_eq!(scene.dump()["bases"]["a1"]["at"], json!([7, 5]));
    assert_eq!(key(&scene, "moved"), json!(["a3"]));
}

/// Water, another base, or the edge in the way.
#[test]
fn a_squad_is_put_where_there_is_room() {
    let scene = Scene::new(&["...............", ".W............."])
        .base("a1 lh 0,0 2 q")
        .base("a2 inf 0,0 - p a1")
        .base("b1 inf 1,0 - p");
    // Around 0,0: 1,0 taken in direction 2, 0,1 below; the others off the board.
    assert_eq!(legal_with(&scene.build(), "a2:unload"), ["a2:unload:3"]);
    let wet = Scene::new(&[".W.............", "W.............."])
        .base("a1 lh 0,0 2 q hover")
        .base("a2 inf 0,0 - p a1")
        .base("b1 inf 14,-6 - p");
    assert_eq!(legal_with(&wet.build(), "a2:unload"), [""; 0]);
}

#[test]
fn loading_costs_a_squad_a_hex_of_its_move() {
    let scene = Scene::plain(15, 15)
        .base("a1 lh 4,5 2 q")
        .base("a2 inf 4,5 - p a1")
        .base("b1 inf 14,7 - p")
        .status("b1", "suppressed");
    let moving = scene.after(&["a2:unload:3", "a2:move"]);
    assert_eq!(key(&moving, "left"), 30);
    assert!(
        legal(&moving).iter().all(|word| word.ends_with(":1")),
        "one hex: {:?}",
        legal(&moving)
    );
}

/// In a swamp 30 mm become 15: no hex.
#[test]
fn unloaded_into_a_swamp_a_squad_stays_there() {
    let mut rows = ["..............."; 15];
    rows[8] = "....s..........";
    let scene = Scene::new(&rows)
        .base("a1 lh 4,5 2 q")
        .base("a2 inf 4,5 - p a1")
        .base("b1 inf 14,7 - p")
        .status("b1", "suppressed");
    assert_eq!(legal_with(&scene.after(&["a2:unload:3"]), "a2"), [""; 0]);
}

#[test]
fn the_other_side_fires_at_a_squad_that_loads() {
    let asked = watched().after(&["a1:load:a3"]);
    assert_eq!(
        (key(&asked, "phase"), key(&asked, "actor")),
        (json!("load"), json!("a1"))
    );
    assert_eq!(legal(&asked), ["b1:fire:a1", "hold"]);
    assert_eq!(aboard(&asked, "a1"), json!(null), "still on its hex");
    assert_eq!(
        key(&asked, "loaded"),
        json!(["a1"]),
        "noted when it is chosen"
    );
    // A die of the squad's, and one more because it loads.
    let shot = after(&asked, &["b1:fire:a1"]);
    assert_odds(&shot, &[("none", 25), ("pinned", 10), ("suppressed", 1)]);
    let missed = after(&shot, &["none"]);
    assert_eq!(
        (aboard(&missed, "a1"), key(&missed, "spent")),
        (json!("a3"), json!(["b1"]))
    );
    let pinned = after(&shot, &["pinned"]);
    assert_eq!(
        (aboard(&pinned, "a1"), key(&pinned, "initiative")),
        (json!(null), json!(2))
    );
    let held = after(&asked, &["hold"]);
    assert_eq!(
        (aboard(&held, "a1"), key(&held, "player")),
        (json!("a3"), json!("a"))
    );
}

#[test]
fn the_other_side_fires_at_a_squad_on_its_new_hex() {
    let scene = Scene::plain(15, 15)
        .base("a1 lh 4,5 2 q")
        .base("a2 inf 4,5 - p a1")
        .base("b1 inf 9,2 - p");
    let asked = scene.after(&["a2:unload:1"]);
    assert_eq!(
        (key(&asked, "phase"), key(&asked, "actor")),
        (json!("load"), json!("a2"))
    );
    assert_eq!(asked.dump()["bases"]["a2"]["at"], json!([5, 4]));
    assert_odds(
        &after(&asked, &["b1:fire:a2"]),
        &[("none", 25), ("pinned", 10), ("suppressed", 1)],
    );
}

#[test]
fn freely_in_and_out() {
    let free = quiet().option("moves", "free").after(&["a1:load:a3"]);
    assert_eq!(
        legal_with(&free, "a1:unload").len(),
        5,
        "a2 stands in direction 3"
    );
    let out = after(&free, &["a1:unload:0"]);
    assert_eq!(legal_with(&out, "a1"), ["a1:move", "a1:load:a3"]);
    assert_eq!(key(&out, "loaded"), json!(["a1"]));
    assert_eq!(
        key(&after(&out, &["a1:move"]), "left"),
        30,
        "20 mm less, but once"
    );
}
