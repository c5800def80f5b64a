//! Hand-derived odds: every number is counted in a comment.

use serde_json::json;

use super::scene::{Scene, after, assert_odds, key, legal_with};

/// The best of the dice against one die. Best of n is b in b^n - (b-1)^n ways; the Alien's die is
/// 2 or more above it in 4 3 2 1 0 0 ways for b = 1..6, one above in 1 1 1 1 1 0, equal in 1, one below
/// in 0 1 1 1 1 1, two or more below in 0 0 1 2 3 4.
const ASSAULTS: [[u64; 5]; 5] = [
    // 1 die, b in 1 1 1 1 1 1 ways.
    [10, 5, 6, 5, 10],
    // 2 dice, 1 3 5 7 9 11: 4+9+10+7; 1+3+5+7+9; 36; 3+5+7+9+11; 5+14+27+44.
    [30, 25, 36, 35, 90],
    // 3 dice, 1 7 19 37 61 91: 4+21+38+37; 1+7+19+37+61; 216; 7+19+37+61+91; 19+74+183+364.
    [100, 125, 216, 215, 640],
    // 4 dice, 1 15 65 175 369 671: 4+45+130+175; 625; 1296; 1295; 65+350+1107+2684.
    [354, 625, 1296, 1295, 4206],
    // 5 dice, 1 31 211 781 2101 4651: 4+93+422+781; 3125; 7776; 7775; 211+1562+6303+18604.
    [1300, 3125, 7776, 7775, 26680],
];

#[test]
fn assaults_with_one_to_five_dice() {
    let forces: [&[&str]; 4] = [
        &["I2"],
        &["C", "I2"],
        &["C", "G1", "I2"],
        &["C", "G1", "I2", "I3"],
    ];
    let names = ["alien_big", "alien", "draw", "shado", "shado_big"];
    for units in 1..=4 {
        for sky in [false, true] {
            let scene = Scene::line(&[]).set("sky_die", json!(sky)).phase_alien(1);
            let scene = forces[units - 1]
                .iter()
                .fold(scene, |s, id| s.unit(id, (5, 0)));
            let expected = ASSAULTS[units - 1 + usize::from(sky)];
            let words: Vec<_> = names.into_iter().zip(expected).collect();
            assert_odds(&scene.after(&["place:0,0"]), &words);
        }
    }
}

#[test]
fn passengers_count_in_the_assault() {
    let scene = Scene::line(&[])
        .loaded("G1", "I1", (5, 0))
        .unit("C", (0, 0))
        .phase_alien(1);
    let words = ["alien_big", "alien", "draw", "shado", "shado_big"];
    let words: Vec<_> = words.into_iter().zip(ASSAULTS[1]).collect();
    assert_odds(&scene.after(&["place:-1,0"]), &words);
}

#[test]
fn sky1_comes_on_4_then_5_then_6_then_never() {
    for (left, yes) in [(3, 3), (2, 2), (1, 1)] {
        let scene = Scene::line(&[])
            .unit("C", (0, 0))
            .set("sky_left", json!(left));
        for ask in ["C:sky", "C:sky-assault"] {
            let asked = scene.after(&[ask]);
            assert_odds(&asked, &[("sky:no", 6 - yes), ("sky:yes", yes)]);
            assert_eq!(key(&after(&asked, &["sky:no"]), "sky_left"), json!(left));
            assert_eq!(
                key(&after(&asked, &["sky:yes"]), "sky_left"),
                json!(left - 1)
            );
        }
    }
    let spent = Scene::line(&[])
        .unit("C", (0, 0))
        .set("sky_left", json!(0))
        .build();
    assert!(legal_with(&spent, "C:sky").is_empty());
}

/// SKY1's strike begins on `1,0`, with so many targets and SHADO units there.
fn strike(targets: u8, units: usize, setting: &str) -> moonbase_engine::ufo::Ufo {
    let scene = Scene::line(&[setting])
        .unit("C", (0, 0))
        .aliens((1, 0), targets);
    let scene = ["I1", "I2", "I3"][..units]
        .iter()
        .fold(scene, |s, id| s.unit(id, (1, 0)));
    // So that the run does not end at once: an Alien on its last tile.
    scene
        .aliens((3, 0), 1)
        .after(&["C:sky", "sky:yes", "strike:1,0:2"])
}

#[test]
fn strikes_hit_on_5_and_sixes_hit_shado_too() {
    let on5 = |targets, units| strike(targets, units, "sky_hits_on=5");
    // Each die: 1 face hits both, 1 the targets only, 4 nothing; nothing: 4·4, one hit: 2·4, ...
    let both: [(&str, u64); 6] = [
        ("sky:0:0", 16),
        ("sky:1:0", 8),
        ("sky:1:1", 8),
        ("sky:2:0", 1),
        ("sky:2:1", 2),
        ("sky:2:2", 1),
    ];
    assert_odds(&on5(2, 2), &both);
    assert_odds(&on5(5, 3), &both);
    // Nothing of SHADO's there: 16 none, 2·2·4 one, 2·2 two; one target: the last two add up.
    assert_odds(
        &on5(2, 0),
        &[("sky:0:0", 16), ("sky:1:0", 16), ("sky:2:0", 4)],
    );
    assert_odds(&on5(1, 0), &[("sky:0:0", 16), ("sky:1:0", 20)]);
    // No targets: sixes alone, 25 none, 10 one, 1 two.
    assert_odds(
        &on5(0, 2),
        &[("sky:0:0", 25), ("sky:0:1", 10), ("sky:0:2", 1)],
    );
    assert_odds(&on5(0, 1), &[("sky:0:0", 25), ("sky:0:1", 11)]);
    // One target: hits without a six 8 + 1, with one 8 + 2, with two 1.
    let one_target = [
        ("sky:0:0", 16),
        ("sky:1:0", 9),
        ("sky:1:1", 10),
        ("sky:1:2", 1),
    ];
    assert_odds(&on5(1, 2), &one_target);
    assert_odds(
        &on5(1, 1),
        &[("sky:0:0", 16), ("sky:1:0", 9), ("sky:1:1", 11)],
    );
    let one_unit = [
        ("sky:0:0", 16),
        ("sky:1:0", 8),
        ("sky:1:1", 8),
        ("sky:2:0", 1),
        ("sky:2:1", 3),
    ];
    assert_odds(&on5(2, 1), &one_unit);
}

#[test]
fn strikes_hit_on_what_the_option_says() {
    // On 6: hits and sixes are the same dice.
    let on6 = strike(2, 2, "sky_hits_on=6");
    assert_odds(&on6, &[("sky:0:0", 25), ("sky:1:1", 10), ("sky:2:2", 1)]);
    // On 2: a die does nothing on 1 face, hits targets on 4, both on 1.
    let on2: [(&str, u64); 6] = [
        ("sky:0:0", 1),
        ("sky:1:0", 8),
        ("sky:1:1", 2),
        ("sky:2:0", 16),
        ("sky:2:1", 8),
        ("sky:2:2", 1),
    ];
    assert_odds(&strike(2, 2, "sky_hits_on=2"), &on2);
}

#[test]
fn a_tile_with_nobody_is_bombed_without_a_roll() {
    // 1,0 and 2,0 are empty: the first roll is for the Alien on 3,0.
    let position = strike(0, 0, "sky_hits_on=5");
    assert_odds(&position, &[("sky:0:0", 16), ("sky:1:0", 20)]);
    assert_eq!(key(&position, "pending"), json!(["strike 3,0"]));
}

/// The Pod is launched on `1,0` with so many SHADO units on it and around it.
fn launch(crowd: usize, pool: u8, settings: &[&str]) -> moonbase_engine::ufo::Ufo {
    let ids = ["C", "G1", "G2", "G3", "I1", "I2", "I3"];
    let scene = Scene::line(settings)
        .aliens((5, 0), 12 - pool)
        .unit("I3", (4, 0));
    // On the Pod's own tile, on its connected neighbours: all count alike.
    let places = [(0, 0), (1, 0), (2, 0)];
    let scene = (0..crowd).fold(scene, |s, i| s.unit(ids[i], places[i % 3]));
    scene.phase_alien(4).after(&["pod:1,0"])
}

#[test]
fn aliens_out_of_a_new_pod() {
    let each = |names: &[&'static str]| -> Vec<(&str, u64)> {
        names.iter().map(|name| (*name, 1)).collect()
    };
    let all = ["out:1", "out:2", "out:3", "out:4", "out:5", "out:6"];
    assert_odds(&launch(0, 12, &[]), &each(&all));
    // Two units around: faces 1 and 2 bring none, 3 brings 1, ...
    let crowded = [
        ("out:0", 2),
        ("out:1", 1),
        ("out:2", 1),
        ("out:3", 1),
        ("out:4", 1),
    ];
    assert_odds(&launch(2, 12, &[]), &crowded);
    assert_odds(&launch(5, 12, &[]), &[("out:0", 5), ("out:1", 1)]);
    // Six around: nobody ever comes out, and there is no roll.
    assert_eq!(key(&launch(6, 12, &[]), "actions_left"), json!(3));
    assert_odds(&launch(6, 12, &["pod_crowding=false"]), &each(&all));
    // Three in the pool: 3, 4, 5 and 6 bring three.
    assert_odds(
        &launch(0, 3, &[]),
        &[("out:1", 1), ("out:2", 1), ("out:3", 4)],
    );
    // Three in the pool, four around: faces 1 to 4 none, 5 one, 6 two.
    assert_odds(
        &launch(4, 3, &[]),
        &[("out:0", 4), ("out:1", 1), ("out:2", 1)],
    );
    assert_eq!(
        key(&launch(0, 0, &[]), "actions_left"),
        json!(3),
        "an empty pool: no roll"
    );
}

#[test]
fn units_near_the_pod_count_even_without_a_path() {
    // 0,1 south of the start tile is next to -1,1 but they share no path.
    let scene = Scene::line(&[])
        .tile((0, 1), "dead-end", 1)
        .tile((-1, 1), "straight", 0b010010);
    let scene = scene.unit("I1", (-1, 1)).unit("C", (3, 0)).phase_alien(4);
    assert_odds(
        &scene.after(&["pod:0,1"]),
        &[
            ("out:0", 1),
            ("out:1", 1),
            ("out:2", 1),
            ("out:3", 1),
            ("out:4", 1),
            ("out:5", 1),
        ],
    );
}

#[test]
fn an_older_pod_brings_fewer() {
    for age in 0..6u8 {
        let scene = Scene::line(&[]).unit("C", (4, 0)).pod((-1, 0), age);
        let opened = scene.after(&["end"]);
        // The age has grown by one; each die loses it: age + 1 faces bring none, the rest 1, 2, ...
        let older = u64::from(age) + 1;
        let names = ["out:0", "out:1", "out:2", "out:3", "out:4", "out:5"];
        if older < 6 {
            let mut words = vec![(names[0], older)];
            words.extend(names[1..=6 - older as usize].iter().map(|name| (*name, 1)));
            assert_odds(&opened, &words);
        } else {
            assert_eq!(key(&opened, "actions_left"), json!(4), "nobody: no roll");
        }
        assert_eq!(key(&opened, "pod"), json!([-1, 0, older]));
    }
    let oldest = Scene::line(&[])
        .unit("C", (4, 0))
        .pod((-1, 0), 6)
        .after(&["end"]);
    assert_eq!(key(&oldest, "pod"), json!([-1, 0, 6]), "it stops at 6");
}

#[test]
fn leaving_heavy_going_is_even_odds_for_mobiles() {
    let scene = Scene::new(&[])
        .tile((1, 0), "straight-heavy", 36)
        .tile((2, 0), "ufo", 32);
    let scene = scene.loaded("G1", "I1", (1, 0)).unit("I2", (1, 0));
    let leaving = scene.after(&["G1:move:2"]);
    assert_odds(&leaving, &[("free", 1), ("stuck", 1)]);
    let stuck = after(&leaving, &["stuck"]);
    assert_eq!(key(&stuck, "units")["G1"]["at"], json!([1, 0]));
    assert_eq!(key(&stuck, "actions_left"), json!(1), "the action is spent");
    let free = after(&leaving, &["free"]);
    assert_eq!(
        key(&free, "units")["I1"],
        json!({"at": [2, 0], "aboard": "G1"})
    );
    // A team on foot never rolls.
    let walked = scene.after(&["I2:move:2"]);
    assert_eq!(key(&walked, "units")["I2"]["at"], json!([2, 0]));
}

#[test]
fn draws_are_weighted_by_what_is_left_in_the_box() {
    // Everybody on the start tile; the two straights on the board are out of the box.
    let scene = Scene::new(&[])
        .tile((1, 0), "straight", 36)
        .tile((-1, 0), "straight", 36);
    let scene = scene.unit("C", (0, 0)).phase("forest", "alien");
    let expected = [
        ("draw:straight", 5),
        ("draw:straight-heavy", 2),
        ("draw:gentle", 6),
        ("draw:gentle-heavy", 2),
        ("draw:sharp", 3),
        ("draw:sharp-heavy", 1),
        ("draw:y", 5),
        ("draw:y-heavy", 1),
        ("draw:dead-end", 1),
    ];
    assert_odds(&scene.after(&["lay:0,0:0"]), &expected);
}

#[test]
fn the_ufo_is_any_of_the_last_tiles() {
    // Of 8 tiles 6 are laid: 2 are left, a gentle and a y. With the UFO among the last 3, it is
    // each of them with 1/3, so it comes now with 1/3; among the last 2, it cannot come yet.
    let scene = |last: &str| {
        let scene = Scene::new(&["tiles=mini", last]).tile((0, -1), "y", 0b101010);
        let scene = scene
            .tile((1, -1), "sharp", 0b110000)
            .tile((1, 0), "straight-heavy", 36);
        let scene = scene
            .tile((0, 1), "gentle", 0b000101)
            .tile((-1, 1), "sharp", 0b000110);
        let scene = scene.tile((-1, 0), "gentle", 0b010100);
        scene
            .unit("C", (0, 0))
            .unit("G1", (1, 0))
            .unit("G2", (0, -1))
            .phase("forest", "alien")
    };
    let third = scene("ufo_in_last=3").after(&["lay:1,0:2"]);
    assert_odds(
        &third,
        &[("draw:gentle", 1), ("draw:y", 1), ("draw:ufo", 1)],
    );
    let second = scene("ufo_in_last=2").after(&["lay:1,0:2"]);
    assert_odds(&second, &[("draw:gentle", 1), ("draw:y", 1)]);
}
