//! Phase 4: the lurkers' actions.

use serde_json::json;

use super::scene::{Scene, after, key, legal, legal_with};

#[test]
fn new_stacks_come_at_the_edge_of_sight() {
    // From 1,0 the bends 1,1 and 2,1 follow; 2,1 is out of sight.
    let scene = Scene::new(&[])
        .tile((0, 0), "dead-end", 4)
        .tile((1, 0), "gentle", 40)
        .tile((1, 1), "gentle", 5)
        .tile((2, 1), "gentle", 40)
        .soldier("S", (1, 0))
        .phase_lurker(3);
    // 0,0 is seen and has one exit; 1,0 has two, both to hexes that are seen; 1,1 leads on.
    assert_eq!(legal(&scene.build()), ["new:1,1", "end"]);
    let placed = scene.after(&["new:1,1"]);
    assert_eq!(key(&placed, "lurkers"), json!([[1, 1, 2, 0]]));
    assert_eq!(
        (key(&placed, "supply"), key(&placed, "actions_left")),
        (json!(16), json!(2))
    );
    assert!(
        legal_with(&placed, "new").is_empty(),
        "not where lurkers are"
    );
}

#[test]
fn an_exit_to_an_empty_hex_and_a_blocked_exit_to_an_unseen_tile_count() {
    let scene = Scene::new(&[])
        .tile((0, 0), "dead-end", 4)
        .tile((1, 0), "gentle", 40)
        .soldier("S", (0, 0))
        .phase_lurker(3);
    assert_eq!(
        legal_with(&scene.build(), "new"),
        ["new:1,0"],
        "an empty hex is not seen"
    );
    let blocked = scene.clone().tile((1, 1), "straight", 36);
    assert_eq!(
        legal_with(&blocked.build(), "new"),
        ["new:1,0"],
        "a blocked exit counts"
    );
    let seen = blocked.soldier("L", (1, 1));
    assert_eq!(
        legal_with(&seen.build(), "new"),
        ["new:1,1"],
        "1,0 leads to seen hexes only"
    );
}

#[test]
fn the_ship_always_takes_a_new_stack() {
    let scene = Scene::line(&[])
        .tile((6, 0), "gentle", 40)
        .tile((6, 1), "ship", 1)
        .soldier("S", (1, 0))
        .phase_lurker(3);
    let words = legal_with(&scene.build(), "new");
    assert_eq!(words, ["new:1,0", "new:6,0", "new:6,1"]);
    let taken = scene.lurkers((6, 1), 1).build();
    assert_eq!(legal_with(&taken, "new"), ["new:1,0", "new:6,0"]);
}

#[test]
fn the_last_counter_comes_alone_and_none_from_an_empty_supply() {
    let scene = Scene::line(&["lurkers=3"])
        .soldier("S", (2, 0))
        .lurkers((5, 0), 2);
    let scene = scene.phase_lurker(3);
    let grown = scene.after(&["add:5,0"]);
    assert_eq!(key(&grown, "lurkers"), json!([[5, 0, 3, 0]]));
    assert_eq!(key(&grown, "supply"), json!(0));
    assert_eq!(legal(&grown), ["go:5,0:3,0", "go:5,0:4,0", "end"]);
}

#[test]
fn a_stack_pays_a_counter_for_each_hex_by_a_shortest_way() {
    // 2,0 and 2,1 are neighbours though no path joins them: paths don't matter.
    let scene = Scene::line(&[])
        .tile((2, 1), "straight", 9)
        .soldier("S", (1, 0))
        .lurkers((5, 0), 4)
        .lurkers((3, 0), 2)
        .phase_lurker(3);
    // One step, two, three; 2,1 touches 2,0 and 3,0.
    let all = ["go:5,0:2,0", "go:5,0:2,1", "go:5,0:3,0", "go:5,0:4,0"];
    assert_eq!(legal_with(&scene.build(), "go:5,0"), all);
    let merged = scene.after(&["go:5,0:3,0"]);
    assert_eq!(key(&merged, "lurkers"), json!([[3, 0, 4, 0]]));
    assert_eq!(key(&merged, "supply"), json!(14));
    let passed = scene.after(&["go:5,0:2,0"]);
    assert_eq!(
        key(&passed, "lurkers"),
        json!([[2, 0, 1, 0], [3, 0, 2, 0]]),
        "passed by, left alone"
    );
    let single = scene.lurkers((4, 0), 1).build();
    assert!(
        legal_with(&single, "go:4,0").is_empty(),
        "it must arrive with one"
    );
}

#[test]
fn actions_are_counted_and_may_be_forgone() {
    let scene = Scene::line(&["lurker_actions=2"])
        .soldier("S", (2, 0))
        .lurkers((5, 0), 2);
    let scene = scene.phase_lurker(2);
    let last = scene.after(&["add:5,0"]);
    assert_eq!(key(&last, "actions_left"), json!(1));
    let over = after(&last, &["add:5,0"]);
    assert_eq!(
        (key(&over, "turn"), key(&over, "phase")),
        (json!(2), json!("patrol"))
    );
    assert_eq!(key(&over, "lurkers"), json!([[5, 0, 6, 0]]));
    let forgone = scene.after(&["end"]);
    assert_eq!(
        key(&forgone, "phase"),
        json!("patrol"),
        "no ambush is possible"
    );
}
