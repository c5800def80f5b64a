//! Phase 1, and the ends of the game that it leads to.

use moonbase_engine::dice::ways_to_hit;
use serde_json::json;

use super::scene::{Scene, after, assert_odds, end, key, legal, legal_with};

#[test]
fn soldiers_act_one_after_another_and_each_once() {
    let scene = Scene::line(&[]).soldiers(&["S", "T2"], (2, 0));
    let all = ["S:move:2", "S:move:5", "T2:move:2", "T2:move:5", "end"];
    assert_eq!(legal(&scene.build()), all);
    let begun = scene.after(&["T2:move:2"]);
    assert_eq!(legal(&begun), ["T2:move:2", "T2:move:5", "T2:done"]);
    assert_eq!(
        (key(&begun, "active"), key(&begun, "actions_left")),
        (json!("T2"), json!(1))
    );
    let done = after(&begun, &["T2:done"]);
    assert_eq!(legal(&done), ["S:move:2", "S:move:5", "end"]);
    assert_eq!(key(&done, "activated"), json!(["T2"]));
    let spent = after(&begun, &["T2:move:5"]);
    assert_eq!(
        done.activated(),
        spent.activated(),
        "spent actions end an activation"
    );
    assert_eq!(spent.active(), None);
}

#[test]
fn a_full_tile_is_entered_by_nobody_unless_it_is_the_start_tile() {
    let scene = Scene::line(&[]).soldiers(&["S", "L", "T1"], (2, 0));
    let full = scene.clone().soldiers(&["T2"], (3, 0)).build();
    assert_eq!(legal_with(&full, "T2"), ["T2:move:2"]);
    assert_eq!(legal_with(&full, "S"), ["S:move:2", "S:move:5"]);
    let home = Scene::ring(&[]).soldiers(&["L", "T1", "T2", "T3"], (0, 0));
    let home = home.soldier("S", (0, -1)).build();
    assert_eq!(legal_with(&home, "S"), ["S:move:3"]);
}

#[test]
fn lianas_hold_one_in_two() {
    let scene = Scene::new(&[])
        .tile((1, 0), "straight-heavy", 36)
        .tile((2, 0), "straight", 36)
        .soldiers(&["S", "T1"], (1, 0));
    let leaving = scene.after(&["S:move:2"]);
    assert_odds(&leaving, &[("free", 1), ("stuck", 1)]);
    assert_eq!(key(&leaving, "actions_left"), json!(1));
    let stuck = after(&leaving, &["stuck"]);
    assert_eq!(key(&stuck, "soldiers")["S"], json!([1, 0]));
    assert_eq!(key(&stuck, "actions_left"), json!(1));
    let free = after(&leaving, &["free"]);
    assert_eq!(key(&free, "soldiers")["S"], json!([2, 0]));
    let twice = after(&stuck, &["S:move:2"]);
    assert_eq!(key(&twice, "actions_left"), json!(0));
    assert_eq!(key(&after(&twice, &["stuck"]), "activated"), json!(["S"]));
    let entering = scene.soldier("S", (2, 0)).after(&["S:move:5"]);
    assert_eq!(
        key(&entering, "soldiers")["S"],
        json!([1, 0]),
        "only leaving is a roll"
    );
}

/// Weights of 0 to `cap` hits of so many dice on 6.
fn hits(dice: u32, cap: u32) -> Vec<u64> {
    let ways = |hits| ways_to_hit(dice, 1, hits);
    let more = (cap..=dice).map(ways).sum();
    (0..cap).map(ways).chain([more]).collect()
}

#[test]
fn three_dice_or_six_hit_on_sixes() {
    let scene = Scene::line(&[]).soldiers(&["S", "L"], (2, 0));
    let of = |lurkers, shot: &str| scene.clone().lurkers((2, 0), lurkers).after(&[shot]);
    // 125, 75, 15, 1 of 216 ways to roll 0, 1, 2, 3 sixes.
    assert_odds(&of(1, "S:fire"), &[("hits:0", 125), ("hits:1", 91)]);
    assert_odds(
        &of(7, "S:fire"),
        &[
            ("hits:0", 125),
            ("hits:1", 75),
            ("hits:2", 15),
            ("hits:3", 1),
        ],
    );
    assert_odds(
        &of(2, "L:fire"),
        &[("hits:0", 15625), ("hits:1", 18750), ("hits:2", 12281)],
    );
    for cap in 1..=6 {
        let weights = hits(6, cap);
        let names: Vec<String> = (0..=cap).map(|k| format!("hits:{k}")).collect();
        let expected: Vec<_> = names.iter().map(String::as_str).zip(weights).collect();
        assert_odds(&of(cap as u8, "L:fire"), &expected);
    }
    let hit = after(&of(7, "S:fire"), &["hits:2"]);
    assert_eq!(key(&hit, "lurkers"), json!([[2, 0, 5, 0]]));
    assert_eq!(key(&hit, "supply"), json!(13));
    let elsewhere = scene.lurkers((3, 0), 2).build();
    assert!(
        legal_with(&elsewhere, "S:fire").is_empty(),
        "only at the own tile"
    );
}

/// A line to the ship, which has been placed.
fn at_the_ship(settings: &[&str]) -> Scene {
    Scene::line(settings).tile((6, 0), "ship", 32)
}

#[test]
fn whoever_is_on_the_ship_after_the_turn_has_escaped() {
    let scene = at_the_ship(&[]).soldiers(&["T1"], (4, 0));
    let there = scene.after(&["T1:move:2", "T1:move:2"]);
    assert_eq!(
        key(&there, "phase"),
        json!("lurker"),
        "nothing is cleared or laid any more"
    );
    assert_eq!(end(&after(&there, &["end"])), ("escaped", 1.0));
    // With an ambush won by the lurkers on the way out nobody escapes.
    let scene = scene.lurkers((6, 0), 6);
    let ambushed = scene.after(&["T1:move:2", "T1:move:2", "end", "ambush:6,0", "lurker"]);
    assert_eq!(end(&ambushed), ("all_lost", -1.0));
}

#[test]
fn after_the_last_turn_the_patrol_is_given_up() {
    let scene = at_the_ship(&["max_turns=3"])
        .soldiers(&["T1"], (2, 0))
        .set("turn", json!(3));
    let over = scene.after(&["end", "end"]);
    assert_eq!(end(&over), ("time_out", -1.0));
    assert_eq!(
        (key(&over, "turn"), key(&over, "phase")),
        (json!(3), json!("over"))
    );
    assert_eq!(key(&over, "outcome"), json!("time_out"));
    let saved = scene
        .soldier("T1", (4, 0))
        .after(&["T1:move:2", "T1:move:2", "end"]);
    assert_eq!(
        end(&saved),
        ("escaped", 1.0),
        "at the ship in the last turn is in time"
    );
}
