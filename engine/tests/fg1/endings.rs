//! Scores, returns, and how games end.

use super::scene::{Scene, after, end, key};
use moonbase_engine::Game;
use serde_json::json;

/// A walker of five points and a squad; a squad and a hover of two; an objective in the middle.
fn scene() -> Scene {
    let mut scene = Scene::plain(12, 12)
        .objective(5, 3)
        .base("a1 mw 5,3 2 p")
        .base("a2 inf 0,0 - q")
        .base("b1 inf 9,1 - p")
        .base("b2 lh 11,-2 4 q");
    scene.last = 1;
    scene
}

#[test]
fn an_objective_counts_for_who_holds_it_alone() {
    let score = |scene: Scene| key(&scene.build(), "score");
    assert_eq!(score(scene()), json!({"a": 3, "b": 0}));
    let contested = Scene::plain(12, 12)
        .objective(5, 3)
        .base("a1 mw 5,3 2 p")
        .base("b1 inf 7,2 - p");
    assert_eq!(score(contested.clone()), json!({"a": 0, "b": 0}));
    assert_eq!(
        score(contested.status("b1", "suppressed")),
        json!({"a": 0, "b": 0})
    );
    assert_eq!(
        score(scene().status("a1", "suppressed")),
        json!({"a": 3, "b": 0}),
        "of any status"
    );
    let beside = Scene::plain(12, 12)
        .objective(5, 3)
        .base("a1 mw 5,4 2 p")
        .base("b1 inf 11,-2 - p");
    assert_eq!(
        score(beside),
        json!({"a": 0, "b": 0}),
        "one must stand on it"
    );
}

/// Stakes: 5 + 1 + 1 + 2 points and 3 for the objective.
#[test]
fn after_the_last_initiative_the_score_decides() {
    assert_eq!(end(&scene().after(&["pass"])), ("a_ahead", 3.0 / 12.0));
    assert_eq!(scene().build().return_scale(), 3.0 / 12.0);
    let win_loss = scene().option("scoring", "win_loss");
    assert_eq!(win_loss.build().return_scale(), 1.0);
    assert_eq!(end(&win_loss.after(&["pass"])), ("a_ahead", 1.0));
    let level = scene().with("/bases/a1/at", json!([5, 4]));
    let level = level.with("/score/a", 0);
    assert_eq!(end(&level.after(&["pass"])), ("level", 0.0));
    let longer = scene().option("max_initiatives", 3);
    assert_eq!(key(&longer.after(&["pass", "pass"]), "initiative"), 3);
    assert_eq!(end(&longer.after(&["pass", "pass", "pass"])).0, "a_ahead");
}

#[test]
fn the_rest_stays_as_it_was() {
    let over = scene().after(&["a2:move", "step:2:1", "stop", "pass"]);
    let dump = over.dump();
    assert_eq!(
        (&dump["phase"], &dump["player"]),
        (&json!("over"), &json!("none"))
    );
    assert_eq!(
        (&dump["moved"], &dump["side"]),
        (&json!(["a2"]), &json!("a"))
    );
    assert_eq!(
        (&dump["outcome"], &dump["pending"]),
        (&json!("a_ahead"), &json!([]))
    );
    assert_eq!(dump.get("actor"), None);
}

#[test]
fn a_side_without_bases_has_lost_at_once() {
    let scene = |first| {
        let mut scene = Scene::plain(12, 12)
            .base("a1 hw 5,3 2 p")
            .base("b1 hw 7,2 5 p")
            .status("b1", "suppressed");
        scene.first = first;
        scene
    };
    let won = scene("a").after(&["a1:fire:b1", "killed"]);
    assert_eq!(end(&won), ("b_wiped_out", 1.0));
    assert_eq!(key(&won, "score"), json!({"a": 7, "b": 0}));
    // By defensive fire, in the middle of a move.
    let moving = Scene::plain(12, 12)
        .base("a1 inf 5,3 - p")
        .base("b1 hw 7,2 5 p")
        .after(&["a1:move", "step:2:2", "b1:fire:a1", "killed"]);
    assert_eq!(end(&moving), ("a_wiped_out", -1.0));
    assert_eq!(
        (key(&moving, "phase"), key(&moving, "side")),
        (json!("over"), json!("a"))
    );
    assert_eq!(
        key(&moving, "moved"),
        json!([]),
        "those killed are in no list"
    );
}

#[test]
fn initiatives_take_turns_from_the_scenarios_side() {
    let mut scene = scene();
    (scene.first, scene.last) = ("b", 4);
    let start = scene.build();
    assert_eq!(
        (key(&start, "side"), key(&start, "initiative")),
        (json!("b"), json!(1))
    );
    let next = after(&start, &["pass"]);
    assert_eq!(
        (key(&next, "side"), key(&next, "initiative")),
        (json!("a"), json!(2))
    );
}

#[test]
fn with_free_moves_the_pass_is_counted() {
    let over = scene()
        .option("moves", "free")
        .after(&["a2:move", "step:2:1", "stop", "pass"]);
    assert_eq!(
        (key(&over, "actions"), key(&over, "phase")),
        (json!(2), json!("over"))
    );
}
