//! The odds of shots, by hand and by going through all throws.

use moonbase_engine::fg1::{Effect, ShotOdds, Status};

use super::scene::{Scene, assert_odds};

fn odds(dice: u8, saves: u8, status: Status) -> [u64; 4] {
    ShotOdds::new(dice, saves, status).0
}

/// Three dice: of 216 throws 125 have no six, 75 one, 15 two, one three. Every row of the table of effects.
#[test]
fn effects_by_net_hits_and_status() {
    assert_eq!(odds(3, 0, Status::Ok), [125, 75, 15, 1]);
    assert_eq!(odds(3, 0, Status::Pinned), [200, 0, 15, 1]);
    assert_eq!(odds(3, 0, Status::Suppressed), [200, 0, 0, 16]);
    assert_eq!(odds(1, 0, Status::Ok), [5, 1, 0, 0]);
    assert_eq!(odds(2, 0, Status::Ok), [25, 10, 1, 0]);
    assert_eq!(odds(2, 0, Status::Pinned), [35, 0, 1, 0]);
    assert_eq!(odds(2, 0, Status::Suppressed), [35, 0, 0, 1]);
}

/// One die against one save die: a six stands in 5 of 36 throws. Two against one: two net hits in 1 · 5 of 216, one in
/// 10 · 5 and in 1 · 1.
#[test]
fn sixes_of_the_target_cancel_hits() {
    assert_eq!(odds(1, 1, Status::Ok), [31, 5, 0, 0]);
    assert_eq!(odds(2, 1, Status::Ok), [216 - 51 - 5, 51, 5, 0]);
    assert_eq!(odds(1, 4, Status::Ok), [7776 - 625, 625, 0, 0]);
}

/// Net hits of each throw of so many dice, one after another.
fn by_throws(dice: u32, saves: u32) -> [u64; 4] {
    let mut counts = [0; 4];
    for throw in 0..6u64.pow(dice + saves) {
        let is_six = |die: u32| u32::from(throw / 6u64.pow(die) % 6 == 5);
        let hits: u32 = (0..dice).map(is_six).sum();
        let saved: u32 = (dice..dice + saves).map(is_six).sum();
        counts[hits.saturating_sub(saved).min(3) as usize] += 1;
    }
    counts
}

#[test]
fn weights_agree_with_all_throws() {
    for dice in 0..=6 {
        for saves in 0..=4u32.min(7 - dice) {
            let expected = by_throws(dice, saves);
            assert_eq!(odds(dice as u8, saves as u8, Status::Ok), expected);
        }
    }
}

fn binomial(n: i32, k: i32) -> f64 {
    let choose: f64 = (0..k)
        .map(|i| f64::from(n - i) / f64::from(i + 1))
        .product();
    choose * (1.0f64 / 6.0).powi(k) * (5.0f64 / 6.0).powi(n - k)
}

/// Also with more dice than 64 bits can count throws of.
#[test]
fn weights_of_many_dice_agree_with_probabilities() {
    for dice in 0..=24i32 {
        for saves in 0..=4i32 {
            let mut expected = [0.0; 4];
            for hits in 0..=dice {
                for saved in 0..=saves {
                    let net = (hits - saved).clamp(0, 3) as usize;
                    expected[net] += binomial(dice, hits) * binomial(saves, saved);
                }
            }
            let odds = ShotOdds::new(dice as u8, saves as u8, Status::Ok);
            for (effect, expected) in Effect::ALL.into_iter().zip(expected) {
                let given = odds.probability(effect);
                assert!(
                    (given - expected).abs() < 1e-14,
                    "{dice} {saves} {effect:?}"
                );
            }
            assert_eq!(odds.total(), 6u64.pow((dice + saves).min(24) as u32));
        }
    }
}

#[test]
fn nodes_list_what_is_possible() {
    let scene = Scene::plain(6, 2)
        .base("a1 lh 0,0 2 p")
        .base("b1 inf 3,-1 - p");
    let shot = ["a1:fire:b1"];
    let expected = [("none", 25), ("pinned", 10), ("suppressed", 1)];
    assert_odds(&scene.after(&shot), &expected);
    let pinned = scene.clone().status("b1", "pinned");
    assert_odds(&pinned.after(&shot), &[("none", 35), ("suppressed", 1)]);
    let suppressed = scene.clone().status("b1", "suppressed");
    assert_odds(&suppressed.after(&shot), &[("none", 35), ("killed", 1)]);
}

#[test]
fn rallying_is_even_if_it_is_rolled() {
    let scene = Scene::plain(6, 2)
        .base("a1 lh 0,0 2 p")
        .base("b1 inf 3,-1 - p")
        .status("a1", "suppressed")
        .option("rally", "roll");
    let rolled = scene.after(&["a1:rally"]);
    assert_odds(&rolled, &[("rally:no", 1), ("rally:yes", 1)]);
}
