//! Phase 4: who is lost, who is driven where and by whom.

use serde_json::json;

use super::scene::{Scene, after, key, legal};

/// Six Aliens on `3,0` in the midst of a turn's end; more may be put there.
fn attack(settings: &[&str]) -> Scene {
    Scene::line(settings).aliens((3, 0), 6).phase_alien(1)
}

const TRY: [&str; 2] = ["place:0,0", "abduct:3,0"];

#[test]
fn the_passenger_of_an_abducted_mobile_is_driven_back_on_foot() {
    let won = attack(&[]).loaded("G1", "I1", (3, 0)).after(&TRY);
    let won = after(&won, &["alien"]);
    assert_eq!(key(&won, "player"), "shado");
    assert_eq!(legal(&won), ["lost:G1", "lost:I1"]);
    let lost = after(&won, &["lost:G1"]);
    assert_eq!(
        key(&lost, "units"),
        json!({"I1": {"at": [3, 0], "aboard": null}})
    );
    // The winner places it.
    assert_eq!(key(&lost, "player"), "alien");
    assert_eq!(legal(&lost), ["I1:back:2", "I1:back:5"]);
    let back = after(&lost, &["I1:back:2"]);
    assert_eq!(key(&back, "units")["I1"]["at"], json!([4, 0]));
    // The team lost, its Mobile is driven back alone.
    let lost = after(&won, &["lost:I1"]);
    assert_eq!(legal(&lost), ["G1:back:2", "G1:back:5"]);
}

#[test]
fn units_are_driven_back_one_by_one_in_unit_order_with_their_passengers() {
    let scene = attack(&[])
        .loaded("G2", "I2", (3, 0))
        .unit("C", (3, 0))
        .unit("I1", (3, 0));
    let lost = after(&scene.after(&TRY), &["alien", "lost:C"]);
    assert_eq!(legal(&lost), ["G2:back:2", "G2:back:5"]);
    let back = after(&lost, &["G2:back:5"]);
    assert_eq!(
        key(&back, "units")["I2"],
        json!({"at": [2, 0], "aboard": "G2"})
    );
    assert_eq!(legal(&back), ["I1:back:2", "I1:back:5"]);
    // Stack limits are ignored: all may be pushed onto one tile.
    let crowd = attack(&[])
        .unit("C", (2, 0))
        .unit("G1", (2, 0))
        .loaded("G2", "I2", (3, 0));
    let lost = after(&crowd.after(&TRY), &["alien", "lost:I2"]);
    assert_eq!(legal(&lost), ["G2:back:2", "G2:back:5"]);
}

#[test]
fn nobody_is_pushed_into_the_assault() {
    let scene = |setting: &str| {
        let scene = Scene::line(&[setting]).aliens((4, 0), 5).phase_alien(1);
        let scene = scene
            .unit("C", (4, 0))
            .unit("I1", (4, 0))
            .after(&["place:0,0", "abduct:4,0"]);
        after(&scene, &["alien", "lost:C"])
    };
    // The Alien player has but 3,0 to drive to, so it is done without a decision.
    let driven = scene("drive_back=winner");
    assert_eq!(key(&driven, "units")["I1"]["at"], json!([3, 0]));
    // The owner may drive for the UFO.
    let driven = scene("drive_back=owner");
    assert_eq!(key(&driven, "player"), "shado");
    assert_eq!(legal(&driven), ["I1:back:2", "I1:back:5"]);
}

#[test]
fn the_aliens_push_into_the_ufo_where_there_is_no_other_way() {
    // From the start tile one may flee to the UFO or to the bend north of it.
    let scene = Scene::new(&[])
        .tile((1, 0), "ufo", 32)
        .tile((0, -1), "sharp", 0b001100);
    let scene = scene
        .unit("I1", (0, 0))
        .unit("I2", (0, 0))
        .unit("C", (1, 0))
        .aliens((0, 0), 3);
    let lost = scene
        .phase_alien(1)
        .after(&["place:0,-1", "abduct:0,0", "alien", "lost:I1"]);
    assert_eq!(
        key(&lost, "units")["I2"]["at"],
        json!([0, -1]),
        "there is another way"
    );
    // Without it the UFO is all there is.
    let scene = Scene::new(&[]).tile((1, 0), "ufo", 32).unit("C", (1, 0));
    let scene = scene
        .unit("I1", (0, 0))
        .unit("I2", (0, 0))
        .aliens((0, 0), 3)
        .phase_alien(1);
    let lost = scene.after(&["place:0,0", "abduct:0,0", "alien", "lost:I1"]);
    assert_eq!(
        key(&lost, "units")["I2"]["at"],
        json!([1, 0]),
        "into the assault"
    );
}

/// Three Aliens attack `I1` on `3,0`; a fresh Alien beside `I2` on `1,0` keeps the phase going.
fn skirmish(settings: &[&str]) -> Scene {
    let scene = Scene::line(settings).aliens((3, 0), 3).unit("I1", (3, 0));
    scene
        .aliens((1, 0), 1)
        .unit("I2", (1, 0))
        .unit("I3", (1, 0))
        .phase_alien(1)
}

#[test]
fn beaten_aliens_lose_one_and_are_driven_off_spent() {
    for (setting, player) in [
        ("drive_back=winner", "shado"),
        ("drive_back=owner", "alien"),
    ] {
        let beaten = skirmish(&[setting]).after(&TRY);
        assert_eq!(
            key(&beaten, "aliens")[2],
            json!([3, 0, 3, 3]),
            "spent as soon as it is tried"
        );
        let beaten = after(&beaten, &["shado"]);
        assert_eq!(
            key(&beaten, "pool"),
            json!(12 - 5 + 1),
            "one is lost to the pool"
        );
        assert_eq!(key(&beaten, "player"), player);
        assert_eq!(legal(&beaten), ["flee:2:0", "flee:2:1", "flee:2:2"]);
        // The last neighbour takes the rest; then the fresh Alien may still try.
        let driven = after(&beaten, &["flee:2:1"]);
        let stacks = json!([[0, 0, 1, 0], [1, 0, 1, 0], [2, 0, 1, 1], [4, 0, 1, 1]]);
        assert_eq!(key(&driven, "aliens"), stacks);
        assert_eq!(legal(&driven), ["abduct:1,0", "done"]);
        let rested = after(&driven, &["done"]);
        let stacks = json!([[0, 0, 1, 0], [1, 0, 1, 0], [2, 0, 1, 0], [4, 0, 1, 0]]);
        assert_eq!(
            key(&rested, "aliens"),
            stacks,
            "unspent when the phase ends"
        );
    }
}

#[test]
fn winning_aliens_stay_and_are_spent() {
    let won = after(
        &skirmish(&[]).unit("C", (3, 0)).after(&TRY),
        &["alien", "lost:I1", "C:back:5"],
    );
    assert_eq!(key(&won, "aliens")[2], json!([3, 0, 3, 3]));
    assert_eq!(legal(&won), ["abduct:1,0", "done"]);
}

#[test]
fn after_a_draw_each_side_scatters_its_own() {
    let drawn = after(&skirmish(&[]).after(&TRY), &["draw"]);
    let alien_first = after(&drawn, &["first:alien"]);
    assert_eq!(key(&alien_first, "player"), "alien");
    assert_eq!(
        legal(&alien_first),
        ["flee:2:0", "flee:2:1", "flee:2:2", "flee:2:3"]
    );
    let then = after(&alien_first, &["flee:2:0"]);
    assert_eq!(key(&then, "aliens")[2], json!([2, 0, 3, 3]));
    assert_eq!(
        (key(&then, "player"), legal(&then)),
        (json!("shado"), back())
    );
    let shado_first = after(&drawn, &["first:shado"]);
    assert_eq!(
        (key(&shado_first, "player"), legal(&shado_first)),
        (json!("shado"), back())
    );
    let then = after(&shado_first, &["I1:back:2"]);
    assert_eq!(key(&then, "player"), "alien");
    let done = after(&then, &["flee:2:3"]);
    assert_eq!(key(&done, "pool"), json!(12 - 5), "none is lost");
    assert_eq!(key(&done, "units")["I1"]["at"], json!([4, 0]));
    assert_eq!(key(&done, "aliens")[2], json!([4, 0, 3, 3]));
}

fn back() -> Vec<String> {
    vec!["I1:back:2".into(), "I1:back:5".into()]
}

#[test]
fn the_forest_is_laid_where_units_are_driven_to() {
    // From 1,0 the y on 2,0 is seen, but not beyond it.
    let scene = Scene::new(&[])
        .tile((1, 0), "straight", 36)
        .tile((2, 0), "y", 0b101010);
    let scene = scene
        .unit("C", (1, 0))
        .unit("I1", (1, 0))
        .aliens((1, 0), 4)
        .phase_alien(1);
    let won = scene.after(&["place:0,0", "abduct:1,0", "alien", "lost:C"]);
    let seen = after(&won, &["I1:back:2"]);
    assert_eq!(
        (key(&seen, "phase"), key(&seen, "player")),
        (json!("abduct"), json!("alien"))
    );
    assert_eq!(legal(&seen), ["lay:2,0:1", "lay:2,0:3"]);
    // After a draw in which SHADO goes first, it is laid before the Aliens scatter.
    let drawn = scene.after(&["place:0,0", "abduct:1,0", "draw", "first:shado"]);
    let seen = after(&drawn, &["C:back:2", "I1:back:2"]);
    assert_eq!(legal(&seen), ["lay:2,0:1", "lay:2,0:3"]);
    let laid = after(&seen, &["lay:2,0:1", "draw:dead-end"]);
    assert_eq!(
        key(&laid, "tiles").as_array().unwrap().len(),
        4,
        "sole orientation"
    );
}
