//! Offensive fire: who can, with how many dice, and what it does.

use moonbase_engine::Game;
use moonbase_engine::fg1::Fg1;

use super::scene::{Scene, after, assert_odds, key, legal_with};
use serde_json::json;

/// A squad platoon of a's and its neighbour, a squad of b's.
fn platoon() -> Scene {
    Scene::plain(20, 12)
        .base("a1 inf 2,2 - p")
        .base("a2 inf 2,3 - p")
        .base("a3 inf 2,4 - p")
        .base("a4 inf 2,5 - q")
        .base("b1 inf 6,1 - p")
}

fn dice(position: &Fg1, firers: &str, target: &str) -> i8 {
    position.shot_dice(firers.parse().unwrap(), target.parse().unwrap())
}

#[test]
fn squads_of_a_platoon_fire_together() {
    let position = platoon().build();
    let shots: Vec<String> = legal_with(&position, "a")
        .into_iter()
        .filter(|w| w.contains("fire"))
        .collect();
    let expected = [
        "a1", "a2", "a3", "a4", "a1+a2", "a1+a3", "a2+a3", "a1+a2+a3",
    ];
    assert_eq!(shots, expected.map(|firers| format!("{firers}:fire:b1")));
    assert_eq!(dice(&position, "a1+a2+a3", "b1"), 3);
    assert_odds(
        &after(&position, &["a1+a2+a3:fire:b1"]),
        &[
            ("none", 125),
            ("pinned", 75),
            ("suppressed", 15),
            ("killed", 1),
        ],
    );
}

#[test]
fn vehicles_fire_together_by_option() {
    let scene = Scene::plain(20, 12)
        .base("a1 lw 2,2 2 p")
        .base("a2 mw 2,3 2 p")
        .base("a3 lw 2,4 2 q")
        .base("b1 inf 6,1 - p");
    let together = |scene: Scene| {
        let shots = legal_with(&scene.build(), "a");
        shots
            .into_iter()
            .filter(|word| word.contains('+'))
            .collect::<Vec<_>>()
    };
    assert_eq!(together(scene.clone()), [""; 0]);
    assert_eq!(
        together(scene.option("crossfire", "all")),
        ["a1+a2:fire:b1"]
    );
}

#[test]
fn ranges_end_with_the_table() {
    // Light hover: nine hexes; along direction 2 from 0,5.
    let fires = |kind: &str, distance: i8| {
        let scene = Scene::plain(30, 22)
            .base(&format!(
                "a1 {kind} 0,5 {} p",
                if kind == "inf" { "-" } else { "2" }
            ))
            .base(&format!("b1 inf {distance},5 - p"));
        !legal_with(&scene.build(), "a1:fire").is_empty()
    };
    for (kind, range) in [
        ("inf", 7),
        ("lh", 9),
        ("lw", 11),
        ("mh", 12),
        ("hh", 15),
        ("f", 16),
        ("mw", 17),
        ("hw", 21),
    ] {
        assert!(fires(kind, range), "{kind}");
        assert!(!fires(kind, range + 1), "{kind}");
    }
}

#[test]
fn a_pinned_base_fires_at_short_range() {
    let fires = |distance: i8, status: &str| {
        let scene = Scene::plain(30, 22)
            .base("a1 hw 0,5 2 p")
            .base(&format!("b1 inf {distance},5 - p"))
            .status("a1", status);
        !legal_with(&scene.build(), "a1:fire").is_empty()
    };
    assert!(fires(9, "pinned") && !fires(10, "pinned") && !fires(9, "suppressed"));
}

/// One clause after another: five dice of a medium walker.
#[test]
fn dice_are_modified() {
    let at = |terrain: char, target: &str, distance: i8| {
        let rows: Vec<String> = (0..22)
            .map(|_| format!("....{}", terrain.to_string().repeat(26)))
            .collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        let scene = Scene::new(&rows).base("a1 mw 0,5 2 p");
        let line = target.replace("AT", &format!("{distance},5"));
        dice(&scene.base(&line).build(), "a1", "b1")
    };
    let squad = "b1 inf AT - p";
    assert_eq!(at('.', squad, 9), 5);
    assert_eq!(at('.', squad, 10), 3, "long range");
    assert_eq!(at('b', squad, 4), 4);
    assert_eq!(at('w', squad, 4), 3);
    assert_eq!(at('s', squad, 4), 3);
    assert_eq!(at('r', squad, 4), 5);
    assert_eq!(at('.', "b1 lh AT 2 p hover", 4), 8);
    assert_eq!(at('w', "b1 lh AT 2 p hover", 10), 4, "all three");
    assert_eq!(at('.', "b1 lh AT 2 p", 4), 5, "on the ground it hovers not");
    assert_eq!(at('.', "b1 f AT 2 p", 4), 5, "a fighter never does");
    assert_eq!(at('w', "b1 f AT 2 p", 4), 3, "but it has cover");
}

/// Long range counts once for the shot.
#[test]
fn one_firer_far_away_is_enough_for_long_range() {
    let scene = Scene::plain(30, 22)
        .base("a1 mw 0,5 2 p")
        .base("a2 mw 5,5 2 p")
        .base("b1 inf 10,5 - p")
        .option("crossfire", "all");
    let position = scene.build();
    assert_eq!(dice(&position, "a1", "b1"), 3);
    assert_eq!(dice(&position, "a2", "b1"), 5);
    assert_eq!(dice(&position, "a1+a2", "b1"), 8);
}

/// One die of a squad's: nothing against broken ground, nor against a base that is pinned.
#[test]
fn shots_that_can_do_nothing_are_not_offered() {
    let shots = |scene: Scene| {
        let words = legal_with(&scene.build(), "a");
        words
            .into_iter()
            .filter(|word| word.contains("fire"))
            .collect::<Vec<_>>()
    };
    let pinned = shots(platoon().status("b1", "pinned"));
    assert_eq!(
        pinned,
        [
            "a1+a2:fire:b1",
            "a1+a3:fire:b1",
            "a2+a3:fire:b1",
            "a1+a2+a3:fire:b1"
        ]
    );
    assert_eq!(pinned, shots(platoon().status("b1", "suppressed")));
}

#[test]
fn fire_without_effect_ends_the_initiative() {
    let shot = platoon().after(&["a1+a2+a3:fire:b1"]);
    assert_eq!(
        (key(&shot, "phase"), key(&shot, "player")),
        (json!("action"), json!("chance"))
    );
    let missed = after(&shot, &["none"]);
    assert_eq!(
        (key(&missed, "initiative"), key(&missed, "side")),
        (json!(2), json!("b"))
    );
    let pinned = after(&shot, &["pinned"]);
    assert_eq!(
        (key(&pinned, "initiative"), key(&pinned, "side")),
        (json!(1), json!("a"))
    );
    assert_eq!(
        key(&pinned, "spent"),
        json!([]),
        "offensive fire spends nobody"
    );
}

#[test]
fn a_killed_hover_takes_its_squads_along() {
    let scene = Scene::plain(20, 12)
        .base("a1 hw 2,2 2 p")
        .base("b1 lh 6,1 2 p")
        .base("b2 inf 6,1 - q b1")
        .base("b3 inf 9,1 - q");
    let killed = scene.after(&["a1:fire:b1", "killed"]);
    let left: Vec<String> = killed.bases().map(|base| base.to_string()).collect();
    assert_eq!(left, ["a1", "b3"]);
    assert_eq!(
        key(&killed, "score"),
        json!({"a": 3, "b": 0}),
        "two points and one"
    );
}

#[test]
fn squads_aboard_are_no_targets_and_do_not_fire() {
    let scene = Scene::plain(20, 12)
        .base("a1 lh 2,2 2 p")
        .base("a2 inf 2,2 - q a1")
        .base("b1 lh 6,1 2 p")
        .base("b2 inf 6,1 - q b1");
    let shots = legal_with(&scene.build(), "a");
    let shots: Vec<_> = shots.iter().filter(|word| word.contains("fire")).collect();
    assert_eq!(shots, ["a1:fire:b1"]);
}

#[test]
fn a_failed_roll_to_rally_ends_the_initiative() {
    let scene = platoon().option("rally", "roll").status("a4", "pinned");
    let rolled = scene.after(&["a4:rally"]);
    assert_eq!(
        (key(&rolled, "phase"), key(&rolled, "player")),
        (json!("action"), json!("chance"))
    );
    let yes = after(&rolled, &["rally:yes"]);
    assert_eq!(yes.dump()["bases"]["a4"]["status"], "ok");
    assert_eq!(key(&yes, "initiative"), 1);
    let no = after(&rolled, &["rally:no"]);
    assert_eq!(
        (
            no.dump()["bases"]["a4"]["status"].clone(),
            key(&no, "initiative")
        ),
        (json!("pinned"), json!(2))
    );
}
