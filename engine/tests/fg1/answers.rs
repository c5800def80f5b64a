//! Defensive fire: who is asked, when, and what comes of it.

use super::scene::{Scene, after, key, legal, legal_with};
use moonbase_engine::Game;
use serde_json::json;

/// A walker of a's passes a squad and a hover of b's, in the open.
fn passing() -> Scene {
    Scene::plain(12, 12)
        .base("a1 lw 0,5 2 p")
        .base("b1 inf 4,3 - p")
        .base("b2 lh 8,1 5 q")
}

#[test]
fn the_other_side_is_asked_after_a_hex_within_its_range() {
    // 1,5 is three hexes from the squad and seven from the hover: both have a shot at once.
    let asked = passing().after(&["a1:move", "ahead:2"]);
    assert_eq!(key(&asked, "player"), "b");
    assert_eq!(legal(&asked), ["b1:fire:a1", "b2:fire:a1", "hold"]);
    assert_eq!(asked.dump()["bases"]["a1"]["at"], json!([1, 5]));
    assert_eq!(
        (key(&asked, "left"), key(&asked, "straight")),
        (json!(180), json!(20))
    );
    assert_eq!(
        (key(&asked, "phase"), key(&asked, "side")),
        (json!("move"), json!("a"))
    );
}

#[test]
fn an_equal_list_is_not_asked_again() {
    let held = passing().after(&["a1:move", "ahead:2", "hold"]);
    assert_eq!(
        held.dump()["bases"]["a1"]["at"],
        json!([2, 5]),
        "the leg goes on to its end"
    );
    assert_eq!(key(&held, "player"), "a");
}

#[test]
fn other_dice_are_asked_again() {
    let mut rows = ["............"; 12];
    rows[6] = "..b.........";
    let scene = Scene::new(&rows)
        .base("a1 lw 0,5 2 p")
        .base("b1 inf 4,3 - p")
        .base("b2 lh 8,1 5 q");
    // 2,5 is broken: a die less for each; the squad has none left.
    let asked = scene.after(&["a1:move", "ahead:2", "hold"]);
    assert_eq!(key(&asked, "player"), "b");
    assert_eq!(legal(&asked), ["b2:fire:a1", "hold"]);
}

#[test]
fn a_shot_without_effect_spends_its_firers() {
    let missed = passing().after(&["a1:move", "ahead:2", "b1:fire:a1", "none"]);
    assert_eq!(key(&missed, "spent"), json!(["b1"]));
    assert_eq!(
        legal(&missed),
        ["b2:fire:a1", "hold"],
        "asked again with those left"
    );
    let all = after(&missed, &["b2:fire:a1", "none"]);
    assert_eq!(key(&all, "player"), "a", "nobody is left to answer");
    assert_eq!(all.dump()["bases"]["a1"]["at"], json!([2, 5]));
    assert_eq!(key(&all, "spent"), json!(["b1", "b2"]));
    let next = after(&all, &["stop"]);
    assert_eq!(
        key(&next, "spent"),
        json!(["b1", "b2"]),
        "for the rest of the initiative"
    );
    let passed = after(&next, &["pass"]);
    assert_eq!(
        (key(&passed, "spent"), key(&passed, "side")),
        (json!([]), json!("b"))
    );
}

#[test]
fn any_effect_ends_the_move_and_the_initiative() {
    let shot = passing().after(&["a1:move", "ahead:2", "b2:fire:a1"]);
    let pinned = after(&shot, &["pinned"]);
    assert_eq!(
        (key(&pinned, "initiative"), key(&pinned, "side")),
        (json!(2), json!("b"))
    );
    assert_eq!(pinned.dump()["bases"]["a1"]["status"], "pinned");
    assert_eq!(pinned.dump()["bases"]["a1"]["at"], json!([1, 5]));
    assert_eq!(
        (key(&pinned, "moved"), key(&pinned, "phase")),
        (json!([]), json!("action"))
    );
}

#[test]
fn defensive_fire_is_at_short_range_only() {
    // A heavy walker sees 21 hexes far; its defensive fire, nine.
    let scene = Scene::plain(16, 16)
        .base("a1 lw 0,5 2 p")
        .base("b1 hw 11,0 5 p");
    let moving = scene.after(&["a1:move", "ahead:9"]);
    assert_eq!(key(&moving, "player"), "b");
    assert_eq!(
        moving.dump()["bases"]["a1"]["at"],
        json!([2, 5]),
        "nine hexes away, not before"
    );
}

#[test]
fn nobody_is_asked_while_a_base_passes_another() {
    let crowded = Scene::plain(12, 12)
        .base("a1 lw 0,5 2 p")
        .base("a2 inf 1,5 - q")
        .base("b1 inf 4,3 - p")
        .base("b2 lh 8,1 5 q");
    let at =
        |scene: &Scene| scene.after(&["a1:move", "ahead:2"]).dump()["bases"]["a1"]["at"].clone();
    assert_eq!(
        (at(&passing()), at(&crowded)),
        (json!([1, 5]), json!([2, 5]))
    );
}

#[test]
fn suppressed_and_spent_bases_do_not_answer_and_pinned_ones_do() {
    let asked = |scene: Scene| legal(&scene.after(&["a1:move", "ahead:2"]));
    let pinned = asked(passing().status("b1", "pinned"));
    assert_eq!(pinned, ["b1:fire:a1", "b2:fire:a1", "hold"]);
    let suppressed = asked(passing().status("b1", "suppressed"));
    assert_eq!(suppressed, ["b2:fire:a1", "hold"]);
    let spent = asked(passing().with("/spent", json!(["b2"])));
    assert_eq!(spent, ["b1:fire:a1", "hold"]);
}

#[test]
fn the_answer_is_to_the_mover_only() {
    let scene = Scene::plain(12, 12)
        .base("a1 lw 0,5 2 p")
        .base("a2 inf 3,5 - q")
        .base("b1 inf 4,3 - p");
    let asked = scene.after(&["a1:move", "ahead:2"]);
    assert_eq!(legal_with(&asked, "b1"), ["b1:fire:a1"]);
}

#[test]
fn rallying_provokes_nothing() {
    let rallied = passing().status("a1", "pinned").after(&["a1:rally"]);
    assert_eq!(key(&rallied, "player"), "a");
}
