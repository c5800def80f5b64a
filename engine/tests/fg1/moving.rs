//! Moving: legs, tolls, turning, modes, rivers, and who stands in the way.

use super::scene::{Scene, after, key, legal, legal_with};
use moonbase_engine::Game;
use serde_json::json;

/// An enemy too far away to see anything move: a pinned squad in a corner, behind the range of all that is here.
fn alone(rows: &[&str], base: &str) -> Scene {
    let (width, height) = (rows[0].len() as i8, rows.len() as i8);
    let (q, r) = (width - 1, height - 1 - (width - 1) / 2);
    Scene::new(rows)
        .base(base)
        .base(&format!("b1 inf {q},{r} - p"))
        .status("b1", "suppressed")
}

fn open(base: &str) -> Scene {
    alone(&["..............."; 15], base)
}

#[test]
fn a_squad_steps_and_may_turn_freely() {
    let scene = open("a1 inf 4,4 - p");
    let moving = scene.after(&["a1:move"]);
    let expected: Vec<String> = (0..6)
        .flat_map(|dir| (1..3).map(move |n| format!("step:{dir}:{n}")))
        .collect();
    assert_eq!(legal(&moving), expected, "50 mm are two hexes");
    let stepped = after(&moving, &["step:2:1"]);
    assert_eq!(
        legal(&stepped),
        [
            "step:0:1", "step:1:1", "step:3:1", "step:4:1", "step:5:1", "stop"
        ],
        "not on in the same direction: that is one longer leg"
    );
    assert_eq!(
        (key(&stepped, "left"), key(&stepped, "straight")),
        (json!(30), json!(20))
    );
    assert_eq!(key(&stepped, "moved"), json!(["a1"]));
    let done = after(&stepped, &["step:3:1"]);
    assert_eq!(
        legal(&done),
        ["b1:rally", "pass"],
        "10 mm are no hex, and then a can only pass"
    );
}

#[test]
fn a_vehicle_goes_ahead_before_it_turns() {
    // Medium walker: 150 mm, turns for 10 mm after 20 mm.
    let moving = open("a1 mw 4,4 2 p").after(&["a1:move"]);
    assert_eq!(
        legal(&moving),
        (1..8).map(|n| format!("ahead:{n}")).collect::<Vec<_>>()
    );
    let ahead = after(&moving, &["ahead:1"]);
    assert_eq!(
        legal(&ahead),
        ["turn:1", "turn:2", "turn:3", "turn:4", "turn:5", "stop"]
    );
    let turned = after(&ahead, &["turn:4"]);
    assert_eq!(key(&turned, "left"), 120, "whatever the angle");
    assert_eq!(key(&turned, "straight"), 0);
    assert_eq!(turned.dump()["bases"]["a1"]["facing"], 0);
    assert_eq!(legal_with(&turned, "turn"), [""; 0], "no two turns on end");
    assert_eq!(legal_with(&turned, "ahead").len(), 6, "to the edge");
}

/// Heavy walker: 30 mm straight is two hexes.
#[test]
fn straight_is_counted_in_whole_hexes() {
    let moving = open("a1 hw 4,4 2 p").after(&["a1:move"]);
    assert_eq!(
        key(&after(&moving, &["ahead:1"]), "phase"),
        "action",
        "neither turn nor ahead"
    );
    assert_eq!(legal_with(&after(&moving, &["ahead:2"]), "turn").len(), 5);
    // A light hover needs 40 mm on the ground, 60 in the air.
    let hover = open("a1 lh 4,4 2 p");
    let on = |mode: &str, n: &str| legal_with(&hover.after(&[mode, n]), "turn").len();
    assert_eq!(
        (
            on("a1:move:ground", "ahead:1"),
            on("a1:move:ground", "ahead:2")
        ),
        (0, 5)
    );
    assert_eq!(
        (
            on("a1:move:hover", "ahead:2"),
            on("a1:move:hover", "ahead:3")
        ),
        (0, 5)
    );
}

#[test]
fn a_vehicle_that_faces_the_edge_may_turn_first() {
    let moving = open("a1 hw 0,0 5 p").after(&["a1:move"]);
    assert_eq!(
        legal(&moving),
        ["turn:1", "turn:2", "turn:3", "turn:4", "turn:5"]
    );
    let turned = after(&moving, &["turn:3"]);
    assert_eq!(
        legal(&turned),
        ["ahead:1", "ahead:2", "ahead:3", "ahead:4", "stop"]
    );
    assert_eq!(key(&turned, "left"), 90);
}

#[test]
fn tolls_are_due_on_another_terrain_and_at_the_start() {
    // Heavy walker into swamp: 100 mm less 60% is 40, less a hex 20; the next hex of it takes no toll.
    let rows = [".s.............", "s.............."];
    let swamp = alone(&rows, "a1 hw 2,-1 4 p");
    let moving = swamp.after(&["a1:move"]);
    assert_eq!(legal(&moving), ["ahead:1", "ahead:2"]);
    assert_eq!(key(&after(&moving, &["ahead:1"]), "phase"), "action");
    let inside = alone(&rows, "a1 hw 1,0 2 p");
    let moving = inside.after(&["a1:move"]);
    assert_eq!(
        key(&moving, "left"),
        40,
        "60% at the start of a move in swamp"
    );
    assert_eq!(legal(&moving), ["ahead:1", "ahead:2"]);
    // Medium walker into broken: (150 less 15%) is 127, less a hex 107.
    let broken = alone(&["b..............", "..............."], "a1 mw 1,0 5 p");
    let entered = broken.after(&["a1:move"]);
    assert_eq!(key(&entered, "left"), 107, "the only leg was taken");
    assert_eq!(entered.dump()["bases"]["a1"]["at"], json!([0, 0]));
}

#[test]
fn rivers_take_millimetres_from_walkers() {
    let river = alone(&["..............", ".............."], "a1 lw 0,0 2 p");
    let wet = alone(&[".r............", ".r............"], "a1 lw 0,0 2 p");
    let hexes = |scene: &Scene| legal_with(&scene.after(&["a1:move"]), "ahead").len();
    // The board ends after 3,0.
    assert_eq!((hexes(&river), hexes(&wet)), (3, 3));
    let left = |scene: &Scene| key(&scene.after(&["a1:move", "ahead:1"]), "left");
    assert_eq!((left(&river), left(&wet)), (json!(180), json!(160)));
}

#[test]
fn a_river_stops_a_squad() {
    let rows = [".r.............", ".r.............", ".r............."];
    let scene = alone(&rows, "a1 inf 0,1 - p");
    let moving = scene.after(&["a1:move"]);
    assert_eq!(
        legal_with(&moving, "step:2"),
        ["step:2:1"],
        "no step leads past it"
    );
    let wet = after(&moving, &["step:2:1"]);
    assert_eq!(key(&wet, "phase"), "action", "the move has ended");
    // From river to river it goes on.
    let along = alone(&rows, "a1 inf 1,0 - p").after(&["a1:move"]);
    assert_eq!(legal_with(&along, "step:3"), ["step:3:1", "step:3:2"]);
    // The river hex must be free.
    let taken = Scene::new(&rows)
        .base("a1 inf 0,1 - p")
        .base("a2 inf 1,1 - p")
        .base("b1 inf 14,-5 - p");
    let moving = taken.after(&["a1:move"]);
    assert_eq!(legal_with(&moving, "step:2"), [""; 0]);
}

#[test]
fn friends_are_passed_and_enemies_are_not() {
    let scene = |other: &str, enemy: &str| {
        let lines = Scene::plain(15, 15).base("a1 inf 4,4 - p");
        let lines = if other.is_empty() {
            lines
        } else {
            lines.base(other)
        };
        let moving = lines
            .base(enemy)
            .status("b1", "suppressed")
            .after(&["a1:move"]);
        legal_with(&moving, "step:2")
    };
    assert_eq!(scene("a2 inf 5,4 - p", "b1 inf 14,7 - p"), ["step:2:2"]);
    assert_eq!(scene("a2 inf 6,4 - p", "b1 inf 14,7 - p"), ["step:2:1"]);
    assert_eq!(scene("", "b1 inf 6,4 - p"), ["step:2:1"]);
    assert_eq!(scene("", "b1 inf 5,4 - p"), [""; 0]);
}

#[test]
fn a_fighter_flies_over_all_and_lands_on_none() {
    let rows = [".wsrWb........."; 15];
    let scene = Scene::new(&rows)
        .base("a1 f 0,0 2 p")
        .base("b1 inf 3,0 - p")
        .status("b1", "suppressed");
    let ahead = legal_with(&scene.after(&["a1:move"]), "ahead");
    let expected: Vec<String> = (1..15)
        .filter(|n| *n != 3)
        .map(|n| format!("ahead:{n}"))
        .collect();
    assert_eq!(ahead, expected);
}

#[test]
fn a_hover_takes_up_its_mode_at_once() {
    let scene = open("a1 lh 4,4 2 p");
    assert_eq!(
        legal_with(&scene.build(), "a1:move"),
        ["a1:move:ground", "a1:move:hover"]
    );
    let ground = scene.after(&["a1:move:ground"]);
    assert_eq!(
        legal_with(&ground, "stop"),
        [""; 0],
        "nothing has changed yet"
    );
    let hover = scene.after(&["a1:move:hover"]);
    assert_eq!(legal_with(&hover, "stop"), ["stop"], "the mode was changed");
    assert_eq!(hover.dump()["bases"]["a1"]["mode"], "hover");
    assert_eq!(
        (key(&ground, "left"), key(&hover, "left")),
        (json!(300), json!(450))
    );
    let stopped = after(&hover, &["stop"]);
    assert_eq!(
        key(&stopped, "initiative"),
        2,
        "nothing is left but to pass"
    );
    assert_eq!(
        stopped.dump()["bases"]["a1"]["mode"],
        "hover",
        "it stays so"
    );
}

/// Wood is closed to a hover on the ground, and so is its way down.
#[test]
fn a_hover_in_wood_stays_in_the_air() {
    let rows = ["w..............", "..............."];
    let scene = alone(&rows, "a1 mh 0,0 2 p hover");
    assert_eq!(legal_with(&scene.build(), "a1:move"), ["a1:move:hover"]);
    let outside = alone(&rows, "a1 mh 1,0 5 p");
    let ground = outside.after(&["a1:move:ground"]);
    assert_eq!(legal_with(&ground, "turn").len(), 5, "no way ahead");
    assert_eq!(
        legal_with(&outside.after(&["a1:move:hover"]), "ahead"),
        ["ahead:1"]
    );
}

#[test]
fn pinned_and_suppressed_bases_do_not_move() {
    for status in ["pinned", "suppressed"] {
        let scene = open("a1 inf 4,4 - p").status("a1", status);
        assert_eq!(legal(&scene.build()), ["a1:rally", "pass"]);
    }
    let scene = open("a1 inf 4,4 - p").status("a1", "suppressed");
    let pinned = scene.after(&["a1:rally"]);
    assert_eq!(pinned.dump()["bases"]["a1"]["status"], "pinned");
    let ok = after(&pinned, &["a1:rally"]);
    assert_eq!(ok.dump()["bases"]["a1"]["status"], "ok");
    assert_eq!(
        legal_with(&ok, "a1"),
        ["a1:move"],
        "a base may move after it has rallied"
    );
}

#[test]
fn once_or_freely() {
    let once = open("a1 lw 4,4 2 p");
    let free = once.clone().option("moves", "free");
    let moved = ["a1:move", "ahead:1", "stop"];
    assert_eq!(key(&once.after(&moved), "initiative"), 2);
    let again = free.after(&moved);
    assert_eq!(legal(&again), ["a1:move", "pass"]);
    assert_eq!(
        (key(&again, "moved"), key(&again, "actions")),
        (json!([]), json!(1))
    );
}

#[test]
fn the_initiative_passes_after_a_hundred_actions() {
    let mut position = open("a1 lw 4,4 2 p").option("moves", "free").build();
    for n in 0..100 {
        assert_eq!(
            (key(&position, "initiative"), key(&position, "actions")),
            (json!(1), json!(n))
        );
        position = after(&position, &["a1:move", "ahead:1", "turn:3", "stop"]);
    }
    assert_eq!(
        (key(&position, "initiative"), key(&position, "actions")),
        (json!(2), json!(0))
    );
}
