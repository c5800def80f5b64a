//! Hand-derived odds of shots: every number is counted in a comment.

use super::scene::{Scene, assert_odds};

/// A unit on `2,0` shoots at `3,0`; `extra` dice: 1 by covering fire of `G2` next door, 2 also by
/// tactical info of `C` at distance 2.
fn shot(unit: &str, targets: u8, extra: u8) -> Scene {
    let (gun, command) = match extra {
        0 => ((-1, 0), (-1, 0)),
        1 => ((1, 0), (-1, 0)),
        _ => ((1, 0), (0, 0)),
    };
    let scene = Scene::line(&[]).unit("G2", gun).unit("C", command);
    scene.unit(unit, (2, 0)).aliens((3, 0), targets)
}

#[track_caller]
fn assert_hits(position: &moonbase_engine::ufo::Ufo, weights: &[u64]) {
    let names = ["hits:0", "hits:1", "hits:2", "hits:3"];
    let words: Vec<_> = names.into_iter().zip(weights.iter().copied()).collect();
    assert_odds(position, &words);
}

/// Weights for 0, 1 and 2 extra dice.
type Hits = [&'static [u64]; 3];

#[test]
fn the_cannon_rolls_a_die_a_target_and_hits_on_4() {
    // Half of the faces: binomial coefficients, those above the number of targets added to the last.
    let table: [Hits; 3] = [
        [&[1, 1], &[1, 2 + 1], &[1, 3 + 3 + 1]],
        [&[1, 2, 1], &[1, 3, 3 + 1], &[1, 4, 6 + 4 + 1]],
        [&[1, 3, 3, 1], &[1, 4, 6, 4 + 1], &[1, 5, 10, 10 + 5 + 1]],
    ];
    check_weapon("G1", "G1:cannon:3,0", &table);
}

#[test]
fn small_arms_roll_a_die_a_target_and_hit_on_6() {
    // 5 faces miss, 1 hits: C(n, k) 5^(n-k).
    let table: [Hits; 2] = [
        [&[5, 1], &[25, 10 + 1], &[125, 75 + 15 + 1]],
        [&[25, 10, 1], &[125, 75, 15 + 1], &[625, 500, 150 + 20 + 1]],
    ];
    check_weapon("I2", "I2:fire:3,0", &table);
}

#[test]
fn the_mortar_rolls_two_dice_and_hits_on_5() {
    // One third of the faces: C(n, k) 2^(n-k) of 3^n, n = 2, 3, 4.
    let table: [Hits; 3] = [
        [&[4, 4 + 1], &[8, 12 + 6 + 1], &[16, 32 + 24 + 8 + 1]],
        [&[4, 4, 1], &[8, 12, 6 + 1], &[16, 32, 24 + 8 + 1]],
        [&[4, 4, 1], &[8, 12, 6, 1], &[16, 32, 24, 8 + 1]],
    ];
    check_weapon("G1", "G1:mortar:2", &table);
}

#[test]
fn the_missile_rolls_two_dice_and_hits_on_4() {
    let table: [Hits; 3] = [
        [&[1, 2 + 1], &[1, 3 + 3 + 1], &[1, 4 + 6 + 4 + 1]],
        [&[1, 2, 1], &[1, 3, 3 + 1], &[1, 4, 6 + 4 + 1]],
        [&[1, 2, 1], &[1, 3, 3, 1], &[1, 4, 6, 4 + 1]],
    ];
    check_weapon("I1", "I1:missile:3,0", &table);
}

fn check_weapon(unit: &str, action: &str, table: &[Hits]) {
    for (row, targets) in table.iter().zip(1..) {
        for (weights, extra) in row.iter().zip(0..) {
            assert_hits(&shot(unit, targets, extra).after(&[action]), weights);
            // The Pod is shot at as an Alien.
            let pod = shot(unit, targets - 1, extra).pod((3, 0), 0);
            assert_hits(&pod.after(&[action]), weights);
        }
    }
}

#[test]
fn the_command_mobile_does_not_inform_itself() {
    let scene = Scene::line(&[]).unit("C", (2, 0)).aliens((3, 0), 1);
    assert_hits(&scene.clone().after(&["C:fire:3,0"]), &[5, 1]);
    // 2 dice by covering fire, however many Gun Mobiles are next door.
    let covered = scene
        .unit("G2", (1, 0))
        .unit("G1", (1, 0))
        .unit("G3", (3, 0));
    assert_hits(&covered.after(&["C:fire:3,0"]), &[25, 11]);
}

#[test]
fn a_gun_mobile_does_not_cover_itself_nor_from_its_own_tile() {
    let scene = Scene::line(&[])
        .unit("G1", (2, 0))
        .unit("G2", (2, 0))
        .aliens((3, 0), 1);
    assert_hits(&scene.after(&["G1:cannon:3,0"]), &[1, 1]);
}

#[test]
fn volleys_roll_a_die_an_alien_and_hit_on_6() {
    let scene = |aliens, teams: &[&str]| {
        let scene = Scene::line(&[])
            .aliens((2, 0), aliens)
            .loaded("G1", "I1", (3, 0));
        let scene = teams.iter().fold(scene, |s, id| s.unit(id, (3, 0)));
        scene.phase_alien(4).after(&["shoot:2,0:2"])
    };
    assert_hits(&scene(1, &["I2"]), &[5, 1]);
    // Three dice at one team: 125 of 216 miss; at two teams: 75 hit one, 15 + 1 both.
    assert_hits(&scene(3, &["I2"]), &[125, 91]);
    assert_hits(&scene(3, &["I2", "I3"]), &[125, 75, 16]);
}
