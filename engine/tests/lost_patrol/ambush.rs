//! Phases 5 and 6: ambushes, retreats, excess.

use moonbase_engine::lost_patrol::AmbushOdds;
use serde_json::json;

use super::scene::{Scene, after, assert_odds, end, key, legal};

fn odds(lurker: u64, draw: u64, patrol: u64) -> AmbushOdds {
    AmbushOdds {
        lurker,
        draw,
        patrol,
    }
}

/// The better of two dice is 1 to 6 in 1, 3, 5, 7, 9, 11 of 36 ways; so at most b in b² of them. The
/// lurkers have n in 5 of 6 throws, and n + 1 in the sixth.
#[test]
fn odds_by_hand_against_one_soldier() {
    // n = 1: 5 × (0 below, 1 equal, 35 above) + (1, 3, 32).
    assert_eq!(AmbushOdds::new(1, 0, 1), odds(1, 5 + 3, 5 * 35 + 32));
    assert_eq!(AmbushOdds::new(2, 0, 1), odds(5 + 4, 15 + 5, 5 * 32 + 27));
    assert_eq!(AmbushOdds::new(3, 0, 1), odds(20 + 9, 25 + 7, 5 * 27 + 20));
    assert_eq!(AmbushOdds::new(4, 0, 1), odds(45 + 16, 35 + 9, 5 * 20 + 11));
    assert_eq!(AmbushOdds::new(5, 0, 1), odds(80 + 25, 45 + 11, 5 * 11));
    assert_eq!(AmbushOdds::new(6, 0, 1), odds(125 + 36, 55, 0));
}

#[test]
fn odds_by_hand_with_bonuses() {
    // A bonus of one shifts the patrol's dice up by one: 6 lurkers against 7 at best.
    assert_eq!(AmbushOdds::new(1, 1, 1), odds(0, 1, 5 * 36 + 35));
    assert_eq!(AmbushOdds::new(3, 1, 1), odds(5 + 4, 15 + 5, 5 * 32 + 27));
    assert_eq!(AmbushOdds::new(6, 1, 1), odds(80 + 25, 45 + 11, 5 * 11));
    assert_eq!(AmbushOdds::new(2, 2, 1), odds(0, 1, 5 * 36 + 35));
    assert_eq!(AmbushOdds::new(4, 2, 1), odds(5 + 4, 15 + 5, 5 * 32 + 27));
    assert_eq!(AmbushOdds::new(6, 2, 1), odds(45 + 16, 35 + 9, 5 * 20 + 11));
}

#[test]
fn the_number_of_soldiers_stands_in_for_a_bad_throw() {
    // Three soldiers are at least 3: 2 lurkers draw only with their bonus and a throw of 3 or less.
    assert_eq!(AmbushOdds::new(2, 0, 3), odds(0, 9, 5 * 36 + 27));
    assert_eq!(AmbushOdds::new(3, 0, 3), odds(9, 45 + 7, 5 * 27 + 20));
    // With a bonus of one, throws of 1 and 2 count as 3.
    assert_eq!(AmbushOdds::new(3, 1, 3), odds(4, 20 + 5, 5 * 32 + 27));
    assert_eq!(AmbushOdds::new(1, 0, 3), odds(0, 0, 216));
}

/// A line with soldiers on `3,0` and lurkers there.
fn scene(ids: &[&str], lurkers: u8) -> Scene {
    let scene = Scene::line(&[])
        .soldiers(ids, (3, 0))
        .lurkers((3, 0), lurkers);
    scene.phase("ambush", "lurker")
}

#[test]
fn the_sergeant_on_the_tile_and_the_launcher_in_sight_help() {
    let plain = scene(&["T1"], 3).after(&["ambush:3,0"]);
    assert_odds(&plain, &[("lurker", 29), ("draw", 32), ("patrol", 155)]);
    let sergeant = scene(&["S"], 3).after(&["ambush:3,0"]);
    assert_odds(&sergeant, &[("lurker", 9), ("draw", 20), ("patrol", 187)]);
    let launcher = scene(&["T1"], 3)
        .soldier("L", (1, 0))
        .after(&["ambush:3,0"]);
    assert_odds(&launcher, &[("lurker", 9), ("draw", 20), ("patrol", 187)]);
    let both = scene(&["S", "L"], 4).after(&["ambush:3,0"]);
    assert_odds(&both, &[("lurker", 9), ("draw", 20), ("patrol", 187)]);
    let sergeant_near = scene(&["T1"], 3)
        .soldier("S", (2, 0))
        .after(&["ambush:3,0"]);
    assert_odds(
        &sergeant_near,
        &[("lurker", 29), ("draw", 32), ("patrol", 155)],
    );
    let around_a_bend = Scene::line(&[])
        .tile((6, 0), "gentle", 40)
        .tile((6, 1), "gentle", 5)
        .soldier("T1", (3, 0))
        .soldier("L", (6, 1))
        .lurkers((3, 0), 3)
        .phase("ambush", "lurker");
    assert_odds(
        &around_a_bend.after(&["ambush:3,0"]),
        &[("lurker", 29), ("draw", 32), ("patrol", 155)],
    );
}

#[test]
fn at_most_six_count_and_a_sure_result_is_no_roll() {
    let nine = scene(&["T1"], 9).after(&["ambush:3,0"]);
    assert_odds(&nine, &[("lurker", 161), ("draw", 55)]);
    let sure = scene(&["T1", "T2", "T3"], 1).after(&["ambush:3,0"]);
    assert_eq!(
        key(&sure, "lurkers"),
        json!([]),
        "three soldiers beat one lurker"
    );
    assert_eq!(key(&sure, "phase"), json!("patrol"));
}

#[test]
fn spent_lurkers_do_not_count_and_do_not_attack_again() {
    let position = scene(&["T1"], 3)
        .lurkers((4, 0), 4)
        .soldier("T2", (4, 0))
        .build();
    assert_eq!(legal(&position), ["ambush:3,0", "ambush:4,0", "done"]);
    // The beaten ones of 3,0 flee onto 4,0, spent; the four there attack alone.
    let fled = after(&position, &["ambush:3,0", "patrol", "flee:2"]);
    assert_eq!(key(&fled, "lurkers"), json!([[4, 0, 6, 2]]));
    assert_eq!(key(&fled, "supply"), json!(12));
    assert_eq!(legal(&fled), ["ambush:4,0", "done"]);
    let second = after(&fled, &["ambush:4,0"]);
    assert_odds(&second, &[("lurker", 61), ("draw", 44), ("patrol", 111)]);
    assert_eq!(key(&second, "lurkers"), json!([[4, 0, 6, 6]]));
    let over = after(&second, &["draw", "T2:back:2"]);
    assert_eq!(
        key(&over, "lurkers"),
        json!([[4, 0, 6, 0]]),
        "unspent when the step ends"
    );
}

#[test]
fn lurkers_flee_over_placed_neighbours_and_merge() {
    let position = scene(&["T1"], 3).tile((3, 1), "straight", 9).build();
    let beaten = after(&position, &["ambush:3,0", "patrol"]);
    // 3,1 lies to the south: paths don't matter.
    assert_eq!(legal(&beaten), ["flee:2", "flee:3", "flee:5"]);
    assert_eq!(key(&beaten, "player"), json!("lurker"));
    let alone = scene(&["T1"], 1).after(&["ambush:3,0", "patrol"]);
    assert_eq!(
        key(&alone, "phase"),
        json!("patrol"),
        "nobody is left to flee"
    );
}

#[test]
fn a_soldier_is_lost_and_the_others_retreat_in_order() {
    let lost = scene(&["S", "L", "T1"], 6).after(&["ambush:3,0", "lurker"]);
    assert_eq!(legal(&lost), ["lost:S", "lost:L", "lost:T1"]);
    let first = after(&lost, &["lost:L"]);
    assert_eq!(legal(&first), ["S:back:2", "S:back:5"]);
    assert_eq!(key(&first, "player"), json!("patrol"));
    let second = after(&first, &["S:back:2"]);
    assert_eq!(legal(&second), ["T1:back:2", "T1:back:5"]);
    let gone = after(&second, &["T1:back:5"]);
    assert_eq!(key(&gone, "soldiers"), json!({"S": [4, 0], "T1": [2, 0]}));
    assert_eq!(
        end(&scene(&["S"], 6).after(&["ambush:3,0", "lurker"])),
        ("all_lost", -1.0)
    );
}

#[test]
fn the_winner_drives_back_only_after_a_win() {
    let mut winner = scene(&["S", "L"], 6);
    winner.options = super::scene::options(&["drive_back=winner"]);
    let lost = winner.after(&["ambush:3,0", "lurker", "lost:S"]);
    assert_eq!(
        (key(&lost, "player"), legal(&lost)),
        (json!("lurker"), vec!["L:back:2".into(), "L:back:5".into()])
    );
    let draw = winner.after(&["ambush:3,0", "draw"]);
    assert_eq!(key(&draw, "player"), json!("patrol"));
    let beaten = winner.lurkers((5, 0), 1).after(&["ambush:3,0", "patrol"]);
    assert_eq!(key(&beaten, "player"), json!("lurker"));
}

#[test]
fn retreating_is_no_roll_has_no_limit_and_lays_nothing() {
    let scene = Scene::new(&[])
        .tile((3, 0), "dead-end", 4)
        .tile((4, 0), "straight-heavy", 36)
        .tile((3, 1), "straight-heavy", 9)
        .soldiers(&["L", "T1", "T2"], (4, 0))
        .soldiers(&["S", "T3"], (3, 0))
        .lurkers((3, 0), 5)
        .phase("ambush", "lurker");
    let retreated = scene.after(&["ambush:3,0", "draw"]);
    assert_eq!(retreated.board().len(), 3);
    // Five soldiers on 4,0: two are in excess.
    assert_eq!(key(&retreated, "phase"), json!("excess"));
    assert_eq!(
        legal(&retreated),
        ["lost:S", "lost:L", "lost:T1", "lost:T2", "lost:T3"]
    );
    let one = after(&retreated, &["lost:T2"]);
    assert_eq!(legal(&one), ["lost:S", "lost:L", "lost:T1", "lost:T3"]);
    let two = after(&one, &["lost:S"]);
    assert_eq!(
        (key(&two, "turn"), key(&two, "phase")),
        (json!(2), json!("patrol"))
    );
}

#[test]
fn who_has_nowhere_to_go_stays() {
    let scene = Scene::new(&[])
        .tile((3, 0), "dead-end", 4)
        .tile((3, 1), "straight", 9)
        .soldiers(&["S"], (3, 0))
        .soldier("L", (3, 1))
        .lurkers((3, 0), 5)
        .phase("ambush", "lurker");
    let stayed = scene.after(&["ambush:3,0", "draw"]);
    assert_eq!(key(&stayed, "soldiers")["S"], json!([3, 0]));
}

#[test]
fn excess_is_taken_tile_by_tile_and_not_from_the_start_tile() {
    let home = Scene::ring(&[])
        .soldiers(&["S", "L", "T1", "T2", "T3"], (0, 0))
        .lurkers((0, 0), 8)
        .lurkers((1, 0), 7)
        .phase_lurker(1);
    let over = home.after(&["end", "done"]);
    assert_eq!(key(&over, "lurkers"), json!([[0, 0, 8, 0], [1, 0, 6, 0]]));
    assert_eq!(key(&over, "soldiers").as_object().unwrap().len(), 5);
    let line = Scene::line(&[])
        .soldiers(&["S", "L", "T1", "T2"], (3, 0))
        .lurkers((2, 0), 8)
        .lurkers((3, 0), 9)
        .phase("excess", "patrol");
    let mut line = line;
    line = line.lurkers((1, 0), 1);
    let before = line.build();
    assert_eq!(legal(&before), ["lost:S", "lost:L", "lost:T1", "lost:T2"]);
    let over = after(&before, &["lost:L"]);
    assert_eq!(
        key(&over, "lurkers"),
        json!([[1, 0, 1, 0], [2, 0, 6, 0], [3, 0, 6, 0]])
    );
    assert_eq!(key(&over, "supply"), json!(5));
}
