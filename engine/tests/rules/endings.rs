//! Phase 5, the assault, and all the ways in which a game ends.

use moonbase_engine::ufo::Ufo;
use moonbase_engine::{Game, Turn};
use serde_json::json;

use super::scene::{Scene, after, end, key, legal, options};

#[test]
fn overstacked_tiles_lose_units_in_order_then_aliens() {
    // Three Mobiles on 2,0 and on 4,0; six Aliens on 2,0's far neighbour and on the start tile.
    let scene = Scene::line(&[])
        .unit("C", (2, 0))
        .unit("G1", (2, 0))
        .loaded("G2", "I2", (2, 0));
    let scene = scene.aliens((0, 0), 5).aliens((1, 0), 5).phase_alien(1);
    let over = scene.after(&["place:0,0"]);
    assert_eq!(
        (key(&over, "phase"), key(&over, "player")),
        (json!("overstack"), json!("shado"))
    );
    assert_eq!(
        legal(&over),
        ["lost:C", "lost:G1", "lost:G2", "lost:I2"],
        "any unit there"
    );
    // Tiles before it are settled already: above four they have gone, but not from the start tile.
    assert_eq!(key(&over, "aliens"), json!([[0, 0, 6, 0], [1, 0, 4, 0]]));
    assert_eq!(key(&over, "pool"), json!(2));
    // A team lost does not help: 3 Mobiles are too many.
    let still = after(&over, &["lost:I2"]);
    assert_eq!(legal(&still), ["lost:C", "lost:G1", "lost:G2"]);
    // A Mobile lost leaves its passenger, on foot.
    let on_foot = after(&over, &["lost:G2"]);
    assert_eq!(
        key(&on_foot, "units")["I2"],
        json!({"at": [2, 0], "aboard": null})
    );
    assert_eq!(
        (key(&on_foot, "turn"), key(&on_foot, "phase")),
        (json!(2), json!("shado"))
    );
}

#[test]
fn one_mobile_and_three_teams_or_two_and_two_may_stay() {
    let stay = |ids: &[&str]| {
        let scene = ids
            .iter()
            .fold(Scene::line(&[]), |s, id| s.unit(id, (2, 0)));
        let next = scene.phase_alien(1).after(&["place:0,0"]);
        key(&next, "phase") == "shado"
    };
    assert!(stay(&["C", "I1", "I2", "I3"]));
    assert!(stay(&["C", "G1", "I1", "I2"]));
    assert!(!stay(&["C", "G1", "I1", "I2", "I3"]));
    assert!(!stay(&["C", "G1", "G2"]));
}

#[test]
fn the_ufo_tile_has_the_limit_and_the_start_tile_has_none() {
    let crowd = |at| {
        let scene = ["C", "G1", "G2"]
            .iter()
            .fold(Scene::line(&[]), |s, id| s.unit(id, at));
        scene.phase_alien(1).after(&["place:-1,0"])
    };
    assert_eq!(legal(&crowd((5, 0))), ["lost:C", "lost:G1", "lost:G2"]);
    assert_eq!(key(&crowd((0, 0)), "phase"), "shado");
    // After the losses the assault is there and then, in phase `overstack`.
    let assault = after(&crowd((5, 0)), &["lost:C"]);
    assert_eq!(
        (key(&assault, "phase"), key(&assault, "player")),
        (json!("overstack"), json!("chance"))
    );
}

#[test]
fn the_assault_ends_the_game_by_the_difference() {
    let graded = [
        ("alien_big", -1.0),
        ("alien", -0.5),
        ("draw", 0.0),
        ("shado", 0.5),
        ("shado_big", 1.0),
    ];
    for (name, value) in graded {
        let scene = |setting: &str| {
            let scene = Scene::line(&[setting]).unit("I1", (5, 0)).unit("C", (0, 0));
            scene.phase_alien(1).after(&["place:-1,0", name])
        };
        assert_eq!(end(&scene("scoring=graded")), (name, value));
        let sign = if value == 0.0 { 0.0 } else { value.signum() };
        assert_eq!(end(&scene("scoring=win_loss")), (name, sign));
        let dump = scene("scoring=graded").dump();
        assert_eq!(
            (&dump["player"], &dump["outcome"]),
            (&json!("none"), &json!(name))
        );
        assert_eq!(dump["pending"], json!([]));
    }
}

#[test]
fn the_sky_die_is_won_for_one_turn() {
    let scene = Scene::line(&[])
        .unit("C", (0, 0))
        .set("sky_die", json!(true))
        .phase_alien(1);
    let next = scene.after(&["place:-1,0"]);
    assert_eq!(
        (key(&next, "turn"), key(&next, "sky_die")),
        (json!(2), json!(false))
    );
}

#[test]
fn losing_the_last_unit_ends_the_game_at_once() {
    // By a volley, in the middle of the Aliens' actions.
    let scene = Scene::line(&[])
        .unit("I1", (3, 0))
        .aliens((2, 0), 2)
        .phase_alien(3);
    let lost = scene.after(&["shoot:2,0:2", "hits:1"]);
    assert_eq!(end(&lost), ("all_lost", -1.0));
    assert_eq!(key(&lost, "units"), json!({}));
    assert_eq!(
        key(&lost, "aliens"),
        json!([[2, 0, 2, 0]]),
        "the rest stays as it was"
    );
    // By its own bombs.
    let scene = Scene::line(&[]).unit("C", (1, 0)).aliens((3, 0), 1);
    let bombed = scene.after(&["C:sky", "sky:yes", "strike:1,0:2", "sky:0:1"]);
    assert_eq!(end(&bombed), ("all_lost", -1.0));
    // By an abduction.
    let scene = Scene::line(&[])
        .unit("I1", (3, 0))
        .aliens((3, 0), 4)
        .phase_alien(1);
    let taken = scene.after(&["place:-1,0", "abduct:3,0", "alien"]);
    assert_eq!(end(&taken), ("all_lost", -1.0));
}

#[test]
fn after_the_last_turn_time_is_out() {
    let scene = |turn| {
        let scene = Scene::line(&["max_turns=7"])
            .unit("C", (0, 0))
            .set("turn", json!(turn));
        scene.phase_alien(1).after(&["place:-1,0"])
    };
    assert_eq!(key(&scene(6), "turn"), json!(7));
    assert_eq!(end(&scene(7)), ("time_out", -1.0));
    assert_eq!(key(&scene(7), "turn"), json!(7));
    // An assault in the last turn still counts.
    let scene = Scene::line(&["max_turns=7"])
        .unit("C", (5, 0))
        .set("turn", json!(7));
    assert_eq!(
        end(&scene.phase_alien(1).after(&["place:-1,0", "shado"])),
        ("shado", 0.5)
    );
}

fn dead_ends(count: u8) -> Ufo {
    let tiles = format!(r#"tiles=[{{"kind":"end","exits":[0],"heavy":false,"count":{count}}}]"#);
    Ufo::new(&options(&[&tiles])).unwrap()
}

/// Takes the first legal action until the set-up ends, and notes how often the forest was gathered in.
fn lay_all(mut position: Ufo) -> (Ufo, Vec<u64>) {
    let mut redeals = vec![];
    while key(&position, "phase") == "setup" {
        let now = key(&position, "redeals").as_u64().unwrap();
        if redeals.last() != Some(&now) {
            redeals.push(now);
        }
        let first = legal(&position).remove(0);
        position = after(&position, &[&first]);
    }
    (position, redeals)
}

#[test]
fn a_closed_set_up_is_laid_afresh_three_times_then_lost() {
    // Six dead ends close the six exits of the start tile, before the UFO comes.
    let (closed, redeals) = lay_all(dead_ends(6));
    assert_eq!(redeals, [0, 1, 2, 3]);
    assert_eq!(end(&closed), ("lost_in_forest", -1.0));
    assert_eq!(key(&closed, "turn"), json!(0));
    // With five the UFO is the sixth tile, and the forest is open.
    let (open, redeals) = lay_all(dead_ends(5));
    assert_eq!(redeals, [0]);
    assert_eq!(
        (key(&open, "phase"), key(&open, "ufo_placed")),
        (json!("shado"), json!(true))
    );
}

#[test]
fn a_forest_that_closes_later_is_lost() {
    // The only open exit is the far one of a straight south of the start tile; only dead ends are left.
    let set = r#"tiles=[{"kind":"end","exits":[0],"heavy":false,"count":9},{"kind":"straight","exits":[0,3],"heavy":false,"count":1}]"#;
    let ends = [
        ((0, -1), 8),
        ((1, -1), 16),
        ((1, 0), 32),
        ((-1, 0), 4),
        ((-1, 1), 2),
    ];
    let scene = ends.iter().fold(Scene::new(&[set]), |s, (at, mask)| {
        s.tile(*at, "end", *mask)
    });
    let scene = scene
        .tile((0, 1), "straight", 0b001001)
        .unit("C", (0, -1))
        .unit("I1", (0, -1));
    // From the dead end in the north the start tile is seen, and no edge; from the start tile one is.
    let unseen = scene.after(&["end"]);
    assert_eq!(key(&unseen, "phase"), "alien");
    let moved = scene.after(&["C:move:3", "C:done", "end"]);
    assert_eq!(end(&moved), ("lost_in_forest", -1.0));
    assert_eq!(key(&moved, "tiles").as_array().unwrap().len(), 8);
}

#[test]
fn nothing_follows_the_end() {
    let ended = Scene::line(&["max_turns=1"])
        .unit("C", (0, 0))
        .phase_alien(1);
    let mut ended = ended.after(&["place:-1,0"]);
    assert!(matches!(ended.turn(), Turn::Over(_)));
    let copy = ended.clone();
    assert!(ended.play("end".parse().unwrap()).is_err());
    assert!(ended.resolve("free".parse().unwrap()).is_err());
    assert_eq!(ended, copy);
}
