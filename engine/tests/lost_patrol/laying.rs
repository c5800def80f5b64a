//! Laying the jungle: at set-up and in phase 3.

use moonbase_engine::hex::Hex;
use moonbase_engine::lost_patrol::{LostPatrol, Task};
use moonbase_engine::{Game, Turn};
use serde_json::json;

use super::scene::{Scene, after, assert_odds, end, key, legal, options};

/// A tile list of one kind.
fn only(kind: &str, exits: &str, count: u8) -> String {
    format!(r#"tiles=[{{"kind":"{kind}","exits":{exits},"heavy":false,"count":{count}}}]"#)
}

#[test]
fn the_draw_is_from_what_is_left() {
    let start = LostPatrol::new(&options(&[])).unwrap();
    assert_odds(
        &start,
        &[
            ("draw:straight", 7),
            ("draw:straight-heavy", 2),
            ("draw:gentle", 6),
            ("draw:gentle-heavy", 2),
            ("draw:sharp", 3),
            ("draw:sharp-heavy", 1),
            ("draw:y", 5),
            ("draw:y-heavy", 1),
            ("draw:dead-end", 1),
        ],
    );
    let drawn = after(&start, &["draw:y"]);
    assert_eq!(key(&drawn, "deck")["y"], json!(4));
    assert_eq!(drawn.turn(), Turn::Decide(moonbase_engine::Seat::Second));
    let all: Vec<String> = (0..6)
        .map(|d| format!("lay:0,0:{d}:{}", [42, 21][d % 2]))
        .collect();
    assert_eq!(legal(&drawn), all, "an exit back to the edge");
}

#[test]
fn exit_meets_exit_and_blank_meets_blank() {
    // North of the start lies a straight along the north-south line, blank towards 1,-1.
    let start = LostPatrol::new(&options(&[])).unwrap();
    let placed = after(&start, &["draw:dead-end", "lay:0,0:0:8", "draw:gentle"]);
    // On 1,-1 a gentle bend has its exit back (SW, 16) and another: not to the north-west.
    assert!(legal(&placed).contains(&"lay:0,0:1:20".into()));
    assert!(legal(&placed).iter().all(|word| word != "lay:0,0:1:48"));
    let sharp = after(&start, &["draw:dead-end", "lay:0,0:0:8", "draw:sharp"]);
    let there: Vec<_> = legal(&sharp)
        .into_iter()
        .filter(|w| w.starts_with("lay:0,0:1:"))
        .collect();
    assert_eq!(
        there,
        ["lay:0,0:1:24"],
        "with an exit to the north-west it would be blocked"
    );
}

#[test]
fn a_straight_is_carried_on_and_an_earlier_one_is_not_taken_up_again() {
    let start = LostPatrol::new(&options(&[])).unwrap();
    let first = after(&start, &["draw:straight", "lay:0,0:0:9"]);
    assert_eq!(key(&first, "pending"), json!(["laying on at 0,-1:0"]));
    let on = after(&first, &["draw:gentle"]);
    assert_eq!(legal(&on), ["lay:0,-1:0:10", "lay:0,-1:0:40"]);
    let second = after(&first, &["draw:straight"]);
    assert_eq!(
        key(&second, "pending"),
        json!(["laying on at 0,-2:0"]),
        "the only choice is taken"
    );
    let ended = after(&second, &["draw:gentle", "lay:0,-2:0:40", "draw:straight"]);
    assert!(
        legal(&ended).len() > 2,
        "after the bend any edge will do: {:?}",
        legal(&ended)
    );
    assert!(
        legal(&ended)
            .iter()
            .all(|word| word.starts_with("lay:0,0:"))
    );
}

#[test]
fn where_the_tile_does_not_match_on_the_straight_another_edge_may_be_chosen() {
    // A junction with exits N, SE and SW; around 0,-2 there are blanks to the NW, N and NE.
    let scene = Scene::new(&[])
        .tile((0, 0), "y", 21)
        .tile((-1, -2), "dead-end", 32)
        .tile((0, -3), "dead-end", 1)
        .tile((1, -3), "dead-end", 2)
        .soldier("S", (0, 0))
        .phase("laying", "chance")
        .deck(json!({"straight": 1, "y": 1, "sharp": 2}));
    let straight = scene.after(&["draw:straight", "lay:0,0:0:9"]);
    assert_eq!(key(&straight, "pending"), json!(["laying on at 0,-1:0"]));
    // A junction from the south would lead to the NW and NE.
    let junction = after(&straight, &["draw:y"]);
    assert_eq!(legal(&junction), ["lay:0,0:2:42", "lay:0,0:4:42"]);
    let elsewhere = after(&junction, &["lay:0,0:2:42"]);
    assert_eq!(
        key(&elsewhere, "pending"),
        json!(["laying on at 0,-1:0", "tile sharp"])
    );
    assert_eq!(
        legal(&elsewhere),
        ["lay:0,-1:0:12", "lay:0,-1:0:24"],
        "the straight still waits"
    );
}

/// One edge, from 0,0 to the north, to a hex with blanks on all other sides.
fn boxed_in(settings: &[&str]) -> Scene {
    Scene::new(settings)
        .tile((0, 0), "dead-end", 1)
        .tile((-1, 0), "dead-end", 8)
        .tile((1, -1), "dead-end", 4)
        .tile((0, -2), "dead-end", 1)
        .tile((-1, -1), "dead-end", 32)
        .tile((1, -2), "dead-end", 2)
        .soldier("S", (0, 0))
        .phase("laying", "chance")
        .deck(json!({"gentle": 1, "y": 1}))
}

#[test]
fn a_tile_that_matches_nowhere_is_discarded_for_good() {
    // The bend goes, then the junction, and the deck is empty: the ship comes.
    let ship = boxed_in(&[]).after(&["draw:gentle"]);
    assert_eq!(
        (key(&ship, "ship_placed"), key(&ship, "deck")),
        (json!(true), json!({}))
    );
    assert_eq!(key(&ship, "phase"), json!("lurker"));
    assert_eq!(
        ship.board().exits(ship.ship_tile().unwrap()),
        8,
        "its exit is on the edge"
    );
    assert_eq!(ship.board().len(), 7);
}

#[test]
fn with_path_nothing_is_discarded_and_the_fewest_exits_are_blocked() {
    let laid = boxed_in(&["fit=path"]).after(&["draw:gentle"]);
    assert_eq!(legal(&laid), ["lay:0,0:0:10", "lay:0,0:0:40"]);
    let junction = boxed_in(&["fit=path"]).after(&["draw:y"]);
    assert_eq!(
        junction.board().len(),
        7,
        "one way to lay it: two exits are blocked"
    );
    assert_eq!(
        junction.board().exits(junction.tile_at(Hex::new(0, -1))),
        42
    );
}

#[test]
fn the_ship_comes_last_and_need_not_match() {
    let settings = [only("y", "[0,2,4]", 1)];
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let start = LostPatrol::new(&options(&settings)).unwrap();
    assert!(
        matches!(start.task(), Task::Place { .. }),
        "a sole outcome is taken"
    );
    let ship = after(&start, &["lay:0,0:0:42"]);
    assert_eq!(key(&ship, "pending"), json!(["tile ship"]));
    // The junction's exit to the south-east faces 1,-1; the ship may lie there and face the start only.
    let all = [
        "lay:0,0:1:16",
        "lay:0,0:2:32",
        "lay:0,0:3:1",
        "lay:0,0:4:2",
        "lay:0,0:5:4",
    ];
    assert_eq!(legal(&ship), all);
    let done = after(&ship, &["lay:0,0:1:16"]);
    assert_eq!(
        (key(&done, "turn"), key(&done, "phase")),
        (json!(1), json!("patrol"))
    );
    assert_eq!(
        done.board().len(),
        3,
        "once the ship is placed nothing is laid"
    );
}

#[test]
fn the_ship_too_carries_a_straight_on() {
    let settings = [only("straight", "[0,3]", 1)];
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let start = LostPatrol::new(&options(&settings)).unwrap();
    let done = after(&start, &["lay:0,0:4:18"]);
    assert!(done.ship_placed());
    let ship = done.board().hex(done.ship_tile().unwrap());
    assert_eq!(ship, Hex::new(-2, 2));
}

#[test]
fn a_jungle_that_closes_at_setup_is_laid_afresh_three_times() {
    let settings = [only("dead-end", "[0]", 20)];
    let settings: Vec<&str> = settings.iter().map(String::as_str).collect();
    let mut position = LostPatrol::new(&options(&settings)).unwrap();
    let mut redeals = vec![];
    while let Turn::Decide(_) = position.turn() {
        redeals.push(position.redeals());
        let first = legal(&position).swap_remove(0);
        position = after(&position, &[&first]);
    }
    redeals.dedup();
    assert_eq!(redeals, [0, 1, 2, 3]);
    assert_eq!(end(&position), ("lost_in_jungle", -1.0));
    assert_eq!(position.board().len(), 7, "the fourth laying stays");
    assert_eq!(position.redeals(), 0);
}

#[test]
fn a_closed_jungle_ends_the_game_in_phase_3_at_once() {
    // The soldier's corner has no exit that leads on; another net, out of reach, has.
    let scene = Scene::new(&[])
        .tile((0, 0), "dead-end", 4)
        .tile((1, 0), "dead-end", 32)
        .soldier("S", (0, 0))
        .soldier("L", (1, 0));
    let over = scene.after(&["end"]);
    assert_eq!(end(&over), ("lost_in_jungle", -1.0));
    assert_eq!(key(&over, "phase"), json!("over"));
}

#[test]
fn an_open_exit_beyond_sight_keeps_the_jungle_open() {
    let scene = Scene::new(&[])
        .tile((0, 0), "dead-end", 4)
        .tile((1, 0), "gentle", 34)
        .soldier("S", (0, 0));
    let on = scene.after(&["end"]);
    assert_eq!(
        key(&on, "phase"),
        json!("lurker"),
        "nothing is seen to be missing"
    );
}
