//! Features of `ufo`.
//!
//! The position: clock, forces, distances to the goal, threats, and six numbers for each unit. An action:
//! its kind, the unit, what comes of it (exact odds where there are dice), and a description of the tile it
//! starts from and of the one it aims at. All are made of counts, distances along paths and over tiles, and
//! odds, so that turning or mirroring the board changes none of them.

mod action;
mod outlook;
mod state;
mod tile;

use moonbase_engine::Seat;
use moonbase_engine::dice::capped_hits;
use moonbase_engine::ufo::{Action, Ufo};

use self::action::{ACTION_LEN, Effect, TileRows, Verb};
use self::outlook::Outlook;
use self::state::{StateFeature, UNIT_NAMES};
use self::tile::{FROM_NAMES, TO_NAMES};
use super::Features;

const STATE_LEN: usize = StateFeature::NAMES.len() + 7 * UNIT_NAMES.len();

macro_rules! unit_names {
    ($($unit:literal),*) => {
        &[$(
            concat!($unit, "Alive"),
            concat!($unit, "Aboard"),
            concat!($unit, "MayAct"),
            concat!($unit, "GoalDistance"),
            concat!($unit, "AliensHere"),
            concat!($unit, "AliensAt1"),
        )*]
    };
}

const ALL_UNIT_NAMES: &[&str] = unit_names!("C", "G1", "G2", "G3", "I1", "I2", "I3");

const ALL_STATE_NAMES: [&str; STATE_LEN] = joined(&[StateFeature::NAMES, ALL_UNIT_NAMES]);

const ALL_ACTION_NAMES: [&str; ACTION_LEN] =
    joined(&[Verb::NAMES, Effect::NAMES, FROM_NAMES, TO_NAMES]);

/// One list of several. Fails to compile if the lengths don't add up to `N`.
const fn joined<const N: usize>(parts: &[&[&'static str]]) -> [&'static str; N] {
    let mut all = [""; N];
    let (mut part, mut at) = (0, 0);
    while part < parts.len() {
        let mut i = 0;
        while i < parts[part].len() {
            all[at] = parts[part][i];
            (i, at) = (i + 1, at + 1);
        }
        part += 1;
    }
    assert!(at == N);
    all
}

impl Features for Ufo {
    const FEATURES_VERSION: u32 = 1;
    const STATE_NAMES: &'static [&'static str] = &ALL_STATE_NAMES;
    const ACTION_NAMES: &'static [&'static str] = &ALL_ACTION_NAMES;

    fn features(&self, _seat: Seat, actions: &[Action], state: &mut [f32], rows: &mut [f32]) {
        let outlook = Outlook::new(self);
        state::describe(&outlook, state);
        let mut tiles = TileRows::default();
        for (row, action) in rows.chunks_exact_mut(ACTION_LEN).zip(actions) {
            action::describe(&outlook, &mut tiles, *action, row);
        }
    }
}

/// Expected hits of `dice` dice on `threshold`+, at most `cap`, and the chance to hit `cap`.
fn hit_odds(dice: u32, threshold: u8, cap: u32) -> (f32, f32) {
    let all = 6f64.powi(dice as i32);
    let mut expected = 0.0;
    let mut last = 0.0;
    for (hits, ways) in capped_hits(dice, threshold, cap) {
        let chance = ways as f64 / all;
        expected += f64::from(hits) * chance;
        last = if hits == cap { chance } else { 0.0 };
    }
    (expected as f32, last as f32)
}

/// SHADO's score (win 1, draw ½) in an assault with so many dice, of which the best counts, against one.
fn assault_score(dice: u32) -> f32 {
    let ways = |best: i32| f64::from(best).powi(dice as i32);
    let of = 6f64.powi(dice as i32);
    let score = |best: i32| {
        let chance = (ways(best) - ways(best - 1)) / of;
        chance * (f64::from(best - 1) + 0.5) / 6.0
    };
    (1..=6).map(score).sum::<f64>() as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::net::Batch;
    use moonbase_engine::chance::rng_for;
    use moonbase_engine::hex::Symmetry;
    use moonbase_engine::ufo::Task;
    use moonbase_engine::{Game, RuleOptions, Turn};

    #[test]
    fn odds_by_hand() {
        // The rules' table: with 1 die SHADO wins 42%, draws 17%; with 5 dice 74% and 9%.
        assert!((assault_score(1) - 0.5).abs() < 1e-6);
        assert!((assault_score(5) - (0.744 + 0.5 * 0.164)).abs() < 0.02);
        // One die on 4+: ½. Two dice on 4+ against one target: ¾.
        assert_eq!(hit_odds(1, 4, 1), (0.5, 0.5));
        assert_eq!(hit_odds(2, 4, 1), (0.75, 0.75));
        assert_eq!(hit_odds(2, 4, 3).1, 0.0);
    }

    /// Walks random games and looks at every decision.
    fn walk(games: u64, mut look: impl FnMut(&Ufo, Seat, &[Action])) {
        for (name, options) in <Ufo as Game>::Options::presets() {
            for game in 0..games {
                let mut rng = rng_for(game, name.len() as u64);
                let mut position = Ufo::new(&options).unwrap();
                let mut actions = Vec::new();
                loop {
                    match position.turn() {
                        Turn::Over(_) => break,
                        Turn::Chance => {
                            let outcome = position.random_chance(&mut rng);
                            position.resolve_unchecked(outcome);
                        }
                        Turn::Decide(seat) => {
                            position.legal_actions(&mut actions);
                            look(&position, seat, &actions);
                            let action = position.random_action(&mut rng);
                            position.play_unchecked(action);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn every_number_is_finite_and_of_moderate_size() {
        walk(3, |position, seat, actions| {
            let mut batch = Batch::default();
            batch.push(position, seat, actions);
            let numbers = batch.states.iter().chain(&batch.actions);
            for number in numbers {
                assert!(number.is_finite() && number.abs() <= 8.0, "{number}");
            }
        });
    }

    #[test]
    fn turning_and_mirroring_the_board_changes_nothing() {
        let mut looks = 0;
        walk(2, |position, seat, actions| {
            looks += 1;
            // Aliens are driven off direction by direction, in an order that does not turn.
            let ordered = matches!(position.task(), Task::DriveOff { .. });
            if looks % 7 != 0 || ordered {
                return;
            }
            let mut plain = Batch::default();
            plain.push(position, seat, actions);
            for symmetry in Symmetry::all() {
                let turned: Vec<Action> = actions
                    .iter()
                    .map(|a| Ufo::turned_action(*a, symmetry))
                    .collect();
                let mut batch = Batch::default();
                batch.push(&position.turned(symmetry), seat, &turned);
                close(&plain.states, &batch.states);
                close(&plain.actions, &batch.actions);
            }
        });
        assert!(looks > 1000);
    }

    /// Equal but for the order of sums.
    fn close(a: &[f32], b: &[f32]) {
        for (i, (x, y)) in a.iter().zip(b).enumerate() {
            assert!((x - y).abs() < 1e-4, "feature {i}: {x} {y}");
        }
    }
}
