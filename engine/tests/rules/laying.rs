//! The laying of the forest on hand-made boards.

use moonbase_engine::Game;
use moonbase_engine::ufo::Ufo;
use serde_json::{Value, json};

use super::scene::{Scene, after, assert_odds, key, legal, options};

fn laying(scene: Scene) -> Scene {
    scene.phase("forest", "alien")
}

/// The tile lies there: `[q,r,kind,mask]`.
#[track_caller]
fn assert_tile(position: &Ufo, tile: Value) {
    let tiles = key(position, "tiles");
    assert!(tiles.as_array().unwrap().contains(&tile), "{tiles}");
}

#[test]
fn visible_edges_are_open_exits_of_units_and_far_ends_of_straights() {
    // A straight, a straight and a y to the east; a bend to the north; I1 on the first straight.
    let scene = Scene::new(&[])
        .tile((1, 0), "straight", 36)
        .tile((2, 0), "straight", 36);
    let scene = scene
        .tile((0, -1), "sharp", 0b001100)
        .tile((-1, 0), "straight", 36);
    // I1 on 1,0 sees along 2,0 its far exit; the start tile is seen, but it is no straight. I2's own
    // exit is open.
    let along = laying(scene.clone().unit("I1", (1, 0)).unit("I2", (-1, 0))).build();
    assert_eq!(legal(&along), ["lay:-1,0:5", "lay:2,0:2"]);
    let home = laying(scene.unit("C", (0, 0))).build();
    let edges = [
        "lay:-1,0:5",
        "lay:0,0:1",
        "lay:0,0:3",
        "lay:0,0:4",
        "lay:2,0:2",
    ];
    assert_eq!(legal(&home), edges, "not the bend's far exit");
}

#[test]
fn orientations_with_the_fewest_blocked_exits() {
    // The hex north-east of the start tile, 1,-1; its neighbour to the north-west is 0,-1.
    let turns = |north: (&str, u8), drawn: &str| {
        let scene = Scene::new(&[])
            .tile((0, -1), north.0, north.1)
            .unit("C", (0, 0));
        let drawn = format!("draw:{drawn}");
        let position = laying(scene).after(&["lay:0,0:1", &drawn]);
        let legal = legal(&position);
        let laid = key(&position, "tiles").as_array().unwrap().len() == 3;
        (legal, laid)
    };
    // A dead end there has no exit to the hex: an exit towards it would be blocked. A bend with an
    // exit back (SW) has S or NW as its second: S blocks nothing, so it is laid without a decision.
    assert!(turns(("dead-end", 8), "sharp").1);
    // A gentle bend has N or SE: nothing is blocked either way.
    assert_eq!(turns(("dead-end", 8), "gentle").0, ["turn:17", "turn:20"]);
    // A bend there with an exit to the hex: only an exit towards it blocks nothing.
    assert!(turns(("sharp", 12), "sharp").1);
    let (_, laid) = turns(("sharp", 12), "gentle");
    assert!(!laid, "both orientations leave that exit blocked: a choice");
    assert_eq!(turns(("sharp", 12), "gentle").0, ["turn:17", "turn:20"]);
}

#[test]
fn the_blocked_exit_counts_whichever_tile_has_it() {
    let scene = Scene::new(&[]).tile((0, -1), "sharp", 12).unit("C", (0, 0));
    let laid = laying(scene).after(&["lay:0,0:1", "draw:sharp"]);
    assert_tile(&laid, json!([1, -1, "sharp", 48]));
}

/// The made-up set of the tests of rule a: dead ends, sharp bends, and `three` with three exits in a row.
const MADE_UP: &str = r#"tiles=[{"kind":"end","exits":[0],"heavy":false,"count":3},{"kind":"bend","exits":[0,1],"heavy":false,"count":2},{"kind":"three","exits":[0,1,2],"heavy":false,"count":2}]"#;

/// The only hex that is open is 0,-1, north of the start tile: bends on both sides of it face it.
fn last_gap() -> Scene {
    let scene = Scene::new(&[MADE_UP])
        .tile((1, 0), "end", 32)
        .tile((0, 1), "end", 1);
    let scene = scene
        .tile((-1, 1), "end", 2)
        .tile((1, -1), "bend", 48)
        .tile((-1, 0), "bend", 6);
    laying(scene.unit("C", (0, 0)).unit("I1", (1, -1)))
}

#[test]
fn rule_a_keeps_the_forest_open_against_fewer_blocked_exits() {
    assert_eq!(legal(&last_gap().build()), ["lay:0,0:0", "lay:1,-1:5"]);
    // Back to the start tile (S): exits SE S SW block nothing, but close the forest; NE SE S and
    // S SW NW each block one and leave it open.
    let turn = last_gap().after(&["lay:0,0:0"]);
    assert_eq!(legal(&turn), ["turn:14", "turn:56"]);
    // Back to 1,-1 (SE): of the two that leave it open, N NE SE blocks two, NE SE S one.
    let laid = last_gap().after(&["lay:1,-1:5"]);
    assert_tile(&laid, json!([0, -1, "three", 14]));
}

#[test]
fn where_every_orientation_closes_only_rule_b_counts() {
    // With bends instead of `three` in the box: back to the start tile go SE S and S SW, both closed
    // and both blocking one exit; back to 1,-1 go NE SE (two blocked, but open) and SE S (one, closed).
    let set = r#"tiles=[{"kind":"end","exits":[0],"heavy":false,"count":3},{"kind":"bend","exits":[0,1],"heavy":false,"count":4}]"#;
    let scene = Scene::new(&[set])
        .tile((1, 0), "end", 32)
        .tile((0, 1), "end", 1);
    let scene = scene
        .tile((-1, 1), "end", 2)
        .tile((1, -1), "bend", 48)
        .tile((-1, 0), "bend", 6);
    let scene = laying(scene.unit("C", (0, 0)).unit("I1", (1, -1)));
    assert_eq!(legal(&scene.after(&["lay:0,0:0"])), ["turn:12", "turn:24"]);
    let laid = scene.after(&["lay:1,-1:5"]);
    assert_tile(&laid, json!([0, -1, "bend", 6]));
}

#[test]
fn the_ufo_leaves_the_forest_open_and_spends_the_deck() {
    // Two tiles are left; with `ufo_in_last` 3 the UFO is as likely as each of them.
    let mut scene = last_gap();
    scene.options.ufo_in_last = 3;
    let drawn = scene.after(&["lay:0,0:0"]);
    assert_odds(&drawn, &[("draw:three", 2), ("draw:ufo", 1)]);
    let ufo = after(&drawn, &["draw:ufo"]);
    assert_eq!(
        (key(&ufo, "ufo_placed"), key(&ufo, "deck")),
        (json!(true), json!({}))
    );
    assert_eq!(key(&ufo, "phase"), "alien", "no tile is ever placed again");
}

#[test]
fn the_same_forest_laid_in_another_order_is_the_same_position() {
    // From the last two straights on: a y here, a dead end there, or the other way round.
    let scene = || {
        let scene = Scene::new(&[])
            .tile((1, 0), "straight", 36)
            .tile((-1, 0), "straight", 36);
        laying(scene.unit("C", (0, 0)))
    };
    let one = scene().after(&["lay:1,0:2", "draw:dead-end", "lay:-1,0:5", "draw:y"]);
    let other = scene().after(&["lay:-1,0:5", "draw:y", "lay:1,0:2", "draw:dead-end"]);
    assert_eq!(one, other);
    assert_eq!((one.key(), one.dump()), (other.key(), other.dump()));
}

#[test]
fn a_drawn_tile_is_in_no_list_until_it_is_laid() {
    let scene = Scene::new(&[])
        .tile((1, 0), "straight", 36)
        .unit("C", (0, 0));
    let drawn = laying(scene).after(&["lay:0,0:0", "draw:sharp"]);
    assert_eq!(key(&drawn, "deck")["sharp"], json!(2));
    assert_eq!(key(&drawn, "tiles").as_array().unwrap().len(), 2);
}

#[test]
fn with_forest_dice_edge_and_orientation_are_even_chances() {
    let start = Ufo::new(&options(&["forest=dice"])).unwrap();
    let edges: Vec<String> = (0..6).map(|d| format!("lay:0,0:{d}")).collect();
    let edges: Vec<(&str, u64)> = edges.iter().map(|edge| (edge.as_str(), 1)).collect();
    assert_odds(&start, &edges);
    let drawn = after(&start, &["lay:0,0:0", "draw:sharp"]);
    assert_odds(&drawn, &[("turn:12", 1), ("turn:24", 1)]);
}
