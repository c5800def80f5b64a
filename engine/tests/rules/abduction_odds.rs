//! Hand-derived odds of abductions: every number is counted in a comment.

use moonbase_engine::ufo::AbductionOdds;
use serde_json::json;

use super::scene::{Scene, assert_odds, key};

/// SHADO wins an abduction if 2d6 and its bonus beat two for each Alien; the Aliens win if they fall
/// short. So with `t` = 2·Aliens - bonus the Aliens win on 2d6 < t, and 2d6 = t is a draw. Of 36 throws
/// 1 2 3 4 5 6 5 4 3 2 1 make 2 3 4 5 6 7 8 9 10 11 12, and 1 3 6 10 15 21 26 30 33 35 36 at most that.
const ABDUCTIONS: [[(u64, u64, u64); 5]; 6] = [
    // 1 Alien, t = 2 1 0 -1 -2: only a throw of 2 against bonus 0 is no win of SHADO's.
    [(0, 1, 35), (0, 0, 36), (0, 0, 36), (0, 0, 36), (0, 0, 36)],
    // 2 Aliens, t = 4 3 2 1 0.
    [(3, 3, 30), (1, 2, 33), (0, 1, 35), (0, 0, 36), (0, 0, 36)],
    // 3 Aliens, t = 6 5 4 3 2.
    [(10, 5, 21), (6, 4, 26), (3, 3, 30), (1, 2, 33), (0, 1, 35)],
    // 4 Aliens, t = 8 7 6 5 4.
    [
        (21, 5, 10),
        (15, 6, 15),
        (10, 5, 21),
        (6, 4, 26),
        (3, 3, 30),
    ],
    // 5 Aliens, t = 10 9 8 7 6.
    [
        (30, 3, 3),
        (26, 4, 6),
        (21, 5, 10),
        (15, 6, 15),
        (10, 5, 21),
    ],
    // 6 Aliens, t = 12 11 10 9 8.
    [(35, 1, 0), (33, 2, 1), (30, 3, 3), (26, 4, 6), (21, 5, 10)],
];

/// Aliens attack `3,0` with this bonus: `C` within distance 2; then also a Gun Mobile next door; a
/// Mobile there; a team aboard it.
fn abduction(aliens: u8, bonus: u8) -> Scene {
    let far = |near: bool, at, else_at| if near { at } else { else_at };
    let scene = Scene::line(&[]).aliens((3, 0), aliens);
    let scene = scene.unit("C", far(bonus > 0, (1, 0), (0, 0)));
    let scene = scene.unit("G2", far(bonus > 1, (2, 0), (0, 0)));
    match bonus {
        4 => scene.loaded("G1", "I1", (3, 0)),
        3 => scene.unit("G1", (3, 0)),
        _ => scene.unit("I1", (3, 0)),
    }
}

#[test]
fn abductions_by_one_to_six_aliens_with_bonus_0_to_4() {
    for (row, aliens) in ABDUCTIONS.iter().zip(1..) {
        for (&(alien, draw, shado), bonus) in row.iter().zip(0..) {
            let odds = AbductionOdds { alien, draw, shado };
            assert_eq!(AbductionOdds::new(aliens, bonus), odds, "{aliens} {bonus}");
            let words = [("alien", alien), ("draw", draw), ("shado", shado)];
            let possible: Vec<_> = words.into_iter().filter(|word| word.1 > 0).collect();
            let tried = abduction(aliens, bonus).phase_alien(1);
            let tried = tried.after(&["place:0,0", "abduct:3,0"]);
            if possible.len() > 1 {
                assert_odds(&tried, &possible);
            } else {
                // SHADO's win is certain: an Alien is lost at once, and who is left driven off.
                assert_eq!(
                    key(&tried, "pool"),
                    json!(12 - aliens),
                    "one placed, one lost"
                );
            }
        }
    }
}

fn bonus_of(scene: Scene) -> u8 {
    let position = scene.build();
    let tile = position.board().find(moonbase_engine::hex::Hex::new(3, 0));
    position.abduction_bonus(tile.unwrap())
}

#[test]
fn each_bonus_counts_once_and_by_itself() {
    let line = || Scene::line(&[]).aliens((3, 0), 1);
    assert_eq!(bonus_of(line().unit("I1", (3, 0))), 0);
    assert_eq!(
        bonus_of(line().unit("I1", (3, 0)).unit("C", (0, 0))),
        0,
        "distance 3"
    );
    assert_eq!(
        bonus_of(line().unit("I1", (3, 0)).unit("C", (5, 0))),
        1,
        "distance 2"
    );
    assert_eq!(
        bonus_of(line().unit("C", (3, 0))),
        2,
        "in reach of itself, and a Mobile"
    );
    let hosed = line().unit("I1", (3, 0)).unit("G1", (2, 0));
    assert_eq!(bonus_of(hosed.clone()), 1);
    assert_eq!(
        bonus_of(hosed.unit("G2", (4, 0)).unit("G3", (2, 0))),
        1,
        "once"
    );
    assert_eq!(
        bonus_of(line().unit("I1", (3, 0)).unit("G1", (1, 0))),
        0,
        "not next door"
    );
    assert_eq!(
        bonus_of(line().unit("G1", (3, 0))),
        1,
        "a Mobile there, but none next door"
    );
    assert_eq!(bonus_of(line().loaded("G1", "I1", (3, 0))), 2);
    let crowd = line().loaded("G1", "I1", (3, 0)).loaded("G2", "I2", (3, 0));
    assert_eq!(bonus_of(crowd), 2, "once each");
}

#[test]
fn a_neighbour_that_is_not_connected_hoses_nobody() {
    // 3,-1 lies north of 3,0, but neither has an exit there; the path is by 4,-1.
    let scene = Scene::new(&[]).tile((1, 0), "straight", 36);
    let scene = scene
        .tile((2, 0), "y", 0b101010)
        .tile((3, -1), "gentle", 0b010100);
    // The y on 2,0 has exits NE, S, NW: it joins 1,0 and 3,-1, but not 3,0.
    let scene = scene
        .tile((4, -1), "sharp", 0b110000)
        .tile((3, 0), "gentle", 0b001010);
    let scene = scene
        .unit("I1", (3, 0))
        .unit("G1", (3, -1))
        .aliens((3, 0), 1);
    assert_eq!(bonus_of(scene), 0);
}

#[test]
fn the_roll_after_a_drawn_abduction_is_even() {
    let scene = abduction(3, 0).phase_alien(1);
    let drawn = scene.after(&["place:0,0", "abduct:3,0", "draw"]);
    assert_odds(&drawn, &[("first:alien", 1), ("first:shado", 1)]);
}
