//! Phase 1: activations, moves, targets, SKY1.

use serde_json::json;

use super::scene::{Scene, after, assert_odds, key, legal, legal_with};

#[test]
fn stack_limits_bar_moves_but_not_onto_the_start_tile() {
    let moves = |scene: Scene, unit: &str| legal_with(&scene.build(), &format!("{unit}:move"));
    let both = ["C:move:2", "C:move:5"];
    let one = ["C:move:5"];
    let scene = |ids: &[&str]| {
        let scene = Scene::line(&[]).unit("C", (2, 0));
        ids.iter().fold(scene, |scene, id| scene.unit(id, (3, 0)))
    };
    assert_eq!(
        moves(scene(&["G1", "I1", "I2"]), "C"),
        both,
        "2 Mobiles and 2 teams"
    );
    assert_eq!(
        moves(scene(&["G1", "G2"]), "C"),
        one,
        "3 Mobiles are too many"
    );
    assert_eq!(
        moves(scene(&["G1", "I1", "I2", "I3"]), "C"),
        one,
        "2 Mobiles, 3 teams"
    );
    assert_eq!(
        moves(scene(&["I1", "I2", "I3"]), "C"),
        both,
        "1 Mobile and 3 teams"
    );
    // A passenger counts.
    let laden = Scene::line(&[])
        .loaded("G1", "I1", (2, 0))
        .unit("C", (3, 0));
    assert_eq!(moves(laden.clone().unit("I2", (3, 0)), "G1").len(), 2);
    assert_eq!(
        moves(laden.unit("I2", (3, 0)).unit("I3", (3, 0)), "G1"),
        ["G1:move:5"]
    );
    // The start tile holds any number, the UFO tile does not.
    let full = ["G1", "G2", "G3", "I1", "I2"];
    let home = full
        .iter()
        .fold(Scene::line(&[]).unit("C", (1, 0)), |s, id| {
            s.unit(id, (0, 0))
        });
    assert_eq!(moves(home, "C"), both);
    let ufo = ["G1", "G2"]
        .iter()
        .fold(Scene::line(&[]).unit("C", (4, 0)), |s, id| {
            s.unit(id, (5, 0))
        });
    assert_eq!(moves(ufo, "C"), one);
}

#[test]
fn moves_need_an_exit_on_both_sides() {
    // The dead end south of the start tile has its exit to the north; the one south-west turns its back.
    let scene = Scene::line(&[])
        .tile((0, 1), "dead-end", 1)
        .unit("C", (0, 0));
    assert_eq!(
        legal_with(&scene.clone().build(), "C:move"),
        ["C:move:2", "C:move:3", "C:move:5"]
    );
    let blocked = scene
        .tile((1, 1), "sharp", 0b110000)
        .tile((-1, 1), "straight", 0b010010);
    // 1,1 cannot be reached from 0,1, whose exit faces the start tile only.
    assert!(blocked.try_build().is_err(), "no island is accepted");
}

#[test]
fn a_team_aboard_may_only_step_off_and_boarding_ends_its_activation() {
    let scene = Scene::line(&[])
        .loaded("G1", "I1", (2, 0))
        .unit("C", (0, 0))
        .aliens((3, 0), 1);
    assert_eq!(legal_with(&scene.build(), "I1"), ["I1:off"]);
    let off = scene.after(&["I1:off"]);
    let all = [
        "I1:move:2",
        "I1:move:5",
        "I1:fire:3,0",
        "I1:missile:3,0",
        "I1:on:G1",
        "I1:done",
    ];
    assert_eq!(
        legal(&off),
        all,
        "only the active unit acts; stepping off is free"
    );
    // One move an activation; boarding elsewhere ends it.
    let moved = after(&off, &["I1:move:5"]);
    let left = ["I1:fire:3,0", "I1:missile:3,0", "I1:done"];
    assert_eq!(
        legal(&moved),
        left,
        "3,0 is seen along the straight; no Mobile here"
    );
    assert_eq!(key(&after(&off, &["I1:on:G1"]), "activated"), json!(["I1"]));
}

#[test]
fn spent_actions_end_an_activation_unless_a_team_may_board() {
    let scene = Scene::line(&[])
        .unit("G1", (2, 0))
        .unit("I2", (2, 0))
        .unit("C", (0, 0));
    let scene = scene.aliens((3, 0), 4);
    let twice = ["I2:fire:3,0", "hits:0", "I2:fire:3,0", "hits:0"];
    let fired = scene.after(&twice);
    assert_eq!(legal(&fired), ["I2:on:G1", "I2:done"]);
    assert_eq!(key(&fired, "actions_left"), json!(0));
    // Before the last shot is resolved the unit is still active.
    let firing = scene.after(&twice[..3]);
    assert_eq!(
        (key(&firing, "active"), key(&firing, "actions_left")),
        (json!("I2"), json!(0))
    );
    // A full Mobile is no reason to wait; nor does the Mobile itself wait.
    let full = scene.loaded("G1", "I1", (2, 0)).after(&twice);
    assert_eq!(
        (key(&full, "active"), key(&full, "activated")),
        (json!(null), json!(["I2"]))
    );
}

#[test]
fn a_gun_mobile_uses_one_weapon_a_turn() {
    let scene = Scene::line(&[])
        .unit("G1", (2, 0))
        .unit("C", (-1, 0))
        .aliens((3, 0), 3);
    let all = ["G1:cannon:3,0", "G1:mortar:2"];
    assert_eq!(legal_with(&scene.build(), "G1:")[2..], all);
    let cannon = scene.after(&["G1:cannon:3,0", "hits:0"]);
    assert_eq!(legal(&cannon)[2..], ["G1:cannon:3,0", "G1:done"]);
    assert_eq!(key(&cannon, "weapon"), "cannon");
    let mortar = scene.after(&["G1:mortar:2", "hits:0"]);
    assert_eq!(legal(&mortar)[2..], ["G1:mortar:2", "G1:done"]);
}

#[test]
fn cannons_reach_the_own_tile_and_mortars_the_unseen_neighbour() {
    // 0,1 south of the start tile is next to -1,1, but no path joins them.
    let scene = Scene::line(&[])
        .tile((0, 1), "dead-end", 1)
        .tile((-1, 1), "straight", 0b010010);
    let scene = scene
        .unit("G1", (-1, 1))
        .unit("C", (4, 0))
        .aliens((0, 1), 1)
        .aliens((-1, 1), 1);
    let shots: Vec<_> = legal_with(&scene.build(), "G1:").split_off(1);
    assert_eq!(shots, ["G1:cannon:-1,1", "G1:mortar:2"]);
}

#[test]
fn hits_remove_aliens_and_the_pod_and_a_choice_is_the_aliens() {
    let scene = Scene::line(&[]).unit("G1", (2, 0)).unit("C", (-1, 0));
    let scene = scene.aliens((3, 0), 2).pod((3, 0), 4);
    let fired = scene.after(&["G1:cannon:3,0"]);
    let hit = after(&fired, &["hits:2"]);
    assert_eq!((key(&hit, "player"), legal(&hit)), (json!("alien"), lose()));
    let alien = after(&hit, &["lose:alien"]);
    assert_eq!(
        (key(&alien, "aliens"), key(&alien, "pool")),
        (json!([]), json!(12))
    );
    assert_eq!(key(&alien, "pod"), json!([3, 0, 4]));
    let pod = after(&hit, &["lose:pod"]);
    assert_eq!(
        (key(&pod, "aliens"), key(&pod, "pool")),
        (json!([[3, 0, 1, 0]]), json!(11))
    );
    assert_eq!(key(&pod, "pod"), json!(null));
    // Everything hit: no choice; nothing hit: nothing is lost.
    let all = after(&fired, &["hits:3"]);
    assert_eq!(
        (key(&all, "aliens"), key(&all, "pod")),
        (json!([]), json!(null))
    );
    assert_eq!(key(&after(&fired, &["hits:0"]), "pool"), json!(10));
    // The Pod alone, or Aliens alone: no choice.
    let pod = Scene::line(&[]).unit("G1", (2, 0)).pod((3, 0), 2);
    assert_eq!(
        key(&pod.after(&["G1:cannon:3,0", "hits:1"]), "pod"),
        json!(null)
    );
}

fn lose() -> Vec<String> {
    vec!["lose:alien".into(), "lose:pod".into()]
}

#[test]
fn a_strike_settles_each_tile_in_turn_targets_first_then_own_units() {
    let scene = Scene::line(&[])
        .unit("C", (0, 0))
        .aliens((1, 0), 1)
        .pod((1, 0), 0);
    let scene = scene
        .unit("I1", (1, 0))
        .unit("G1", (1, 0))
        .aliens((3, 0), 2);
    let comes = scene.after(&["C:sky", "sky:yes"]);
    assert_eq!(key(&comes, "player"), "shado");
    // Runs of three tiles in direction 2 (there is but one row): from -1,0 to 3,0.
    let runs = [
        "strike:-1,0:2",
        "strike:0,0:2",
        "strike:1,0:2",
        "strike:2,0:2",
        "strike:3,0:2",
    ];
    assert_eq!(legal(&comes), runs);
    let hit = after(&comes, &["strike:1,0:2", "sky:1:1"]);
    assert_eq!((key(&hit, "player"), legal(&hit)), (json!("alien"), lose()));
    let own = after(&hit, &["lose:pod"]);
    assert_eq!(
        (key(&own, "player"), legal(&own)[..].join(" ")),
        (json!("shado"), "lost:G1 lost:I1".into())
    );
    let next = after(&own, &["lost:I1"]);
    assert_eq!(
        key(&next, "pending"),
        json!(["strike 3,0"]),
        "2,0 has nobody on it"
    );
    let done = after(&next, &["sky:2:0"]);
    assert_eq!(
        (key(&done, "active"), key(&done, "actions_left")),
        (json!("C"), json!(1))
    );
}

#[test]
fn an_active_unit_that_is_lost_ends_its_activation() {
    let scene = Scene::line(&[])
        .unit("C", (1, 0))
        .unit("I1", (3, 0))
        .unit("I2", (3, 0));
    let bombed = scene.after(&["C:sky", "sky:yes", "strike:1,0:2", "sky:0:1"]);
    // The only unit there is lost without a decision; the run goes on.
    assert_eq!(key(&bombed, "active"), json!(null));
    assert_eq!(key(&bombed, "pending"), json!(["strike 3,0"]));
    let after_run = after(&bombed, &["sky:0:0"]);
    assert_eq!(key(&after_run, "activated"), json!([]));
    assert!(legal(&after_run).contains(&"I1:move:2".into()));
}

#[test]
fn sky_counts_calls_makes_every_request_count() {
    let scene = Scene::line(&["sky_counts=calls"]).unit("C", (0, 0));
    let first = scene.after(&["C:sky", "sky:no"]);
    assert_eq!(key(&first, "sky_left"), json!(2));
    assert_odds(&after(&first, &["C:sky"]), &[("sky:no", 4), ("sky:yes", 2)]);
}

#[test]
fn sky1_is_asked_for_a_die_at_most_until_it_is_won() {
    let scene = Scene::line(&[]).unit("C", (0, 0));
    let won = scene.after(&["C:sky-assault", "sky:yes"]);
    assert_eq!(
        (key(&won, "sky_die"), key(&won, "sky_left")),
        (json!(true), json!(2))
    );
    assert_eq!(legal_with(&won, "C:sky"), ["C:sky"]);
    let lost = scene.after(&["C:sky-assault", "sky:no"]);
    assert_eq!(legal_with(&lost, "C:sky"), ["C:sky", "C:sky-assault"]);
    // No UFO, no assault; no row of three tiles, no strike.
    let bare = Scene::new(&[])
        .tile((1, 0), "straight", 36)
        .unit("C", (0, 0))
        .build();
    assert!(legal_with(&bare, "C:sky").is_empty());
    let row = Scene::new(&[])
        .tile((1, 0), "straight", 36)
        .tile((2, 0), "straight", 36);
    assert_eq!(
        legal_with(&row.unit("C", (0, 0)).build(), "C:sky"),
        ["C:sky"]
    );
}

#[test]
fn the_command_mobile_grants_a_third_action_once() {
    let scene = Scene::line(&["command_grant=true"])
        .unit("C", (0, 0))
        .loaded("G1", "I1", (2, 0));
    let scene = scene
        .unit("G2", (3, 0))
        .unit("I2", (1, 0))
        .aliens((4, 0), 2);
    let start = scene.build();
    let grants = ["C:grant:G1", "C:grant:I1", "C:grant:I2"];
    assert_eq!(
        legal_with(&start, "C:grant"),
        grants,
        "within distance 2, aboard or not"
    );
    let granted = after(&start, &["C:grant:G1"]);
    assert_eq!(
        (key(&granted, "active"), key(&granted, "granted")),
        (json!(null), json!("G1"))
    );
    assert!(legal_with(&granted, "C:grant").is_empty(), "once a turn");
    let moved = after(&granted, &["G1:move:5", "G1:move:2"]);
    assert_eq!(key(&moved, "actions_left"), json!(1), "the third");
    assert_eq!(
        key(&after(&moved, &["G1:move:5"]), "activated"),
        json!(["G1"])
    );
    // It makes no team move twice.
    let walked = after(&start, &["C:grant:I2", "I2:move:2"]);
    assert_eq!(key(&walked, "actions_left"), json!(2));
    assert!(legal_with(&walked, "I2:move").is_empty());
    // While C is active it may; once its activation has ended it may not.
    let active = after(&start, &["C:move:2"]);
    assert!(
        legal(&active).contains(&"C:grant:G2".into()),
        "distance 2 from 1,0"
    );
    let ended = after(&active, &["C:done"]);
    assert!(legal_with(&ended, "C:grant").is_empty());
    // Not to a unit that has been activated.
    let other = after(&start, &["I2:move:2", "I2:done"]);
    assert_eq!(legal_with(&other, "C:grant"), ["C:grant:G1", "C:grant:I1"]);
}

#[test]
fn teams_without_their_mobile_start_on_foot() {
    use moonbase_engine::Game;
    let options = super::scene::options(&[r#"units=["C","G2","I1","I2"]"#]);
    let start = moonbase_engine::ufo::Ufo::new(&options).unwrap();
    let aboard = |id: &str| key(&start, "units")[id]["aboard"].clone();
    assert_eq!((aboard("I1"), aboard("I2")), (json!(null), json!("G2")));
}

#[test]
fn reveal_move_lays_the_forest_after_each_move() {
    let scene = |setting: &str| {
        let scene = Scene::new(&[setting]).tile((1, 0), "straight", 36);
        let scene = scene
            .tile((2, 0), "y", 0b101010)
            .unit("C", (1, 0))
            .unit("I1", (1, 0));
        scene.after(&["C:move:2"])
    };
    let later = scene("reveal=phase");
    assert_eq!(
        (key(&later, "player"), key(&later, "active")),
        (json!("shado"), json!("C"))
    );
    let now = scene("reveal=move");
    assert_eq!(
        (key(&now, "phase"), key(&now, "player")),
        (json!("shado"), json!("alien"))
    );
    assert_eq!(legal(&now), ["lay:2,0:1", "lay:2,0:3"]);
    assert_eq!(
        (key(&now, "active"), key(&now, "actions_left")),
        (json!("C"), json!(1))
    );
}
