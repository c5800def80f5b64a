//! Short cuts against what they stand for, at every node of random games.

use rand::RngExt;

use super::state::NONE;
use super::*;
use crate::chance::MoonRng;
use crate::tiled::{check_glance, look_at_games};

fn play(games: u64, look: impl FnMut(&LostPatrol, &mut MoonRng)) {
    look_at_games(&LostPatrolOptions::default(), (22, games), look);
}

#[test]
fn soldiers_with_lurkers_agree_with_a_loop() {
    let mut met = 0;
    play(20, |position, _| {
        let here = |soldier: &Soldier| {
            let tile = position.soldier_tile(*soldier);
            tile.is_some_and(|tile| position.lurkers.on(tile) > 0)
        };
        let met_here = Soldier::ALL.into_iter().filter(here);
        let expected = met_here.fold(0, |mask, soldier| mask | soldier.bit());
        assert_eq!(position.soldiers_with_lurkers(), expected, "{position:?}");
        met += u32::from(expected != 0);
    });
    assert!(met > 100, "{met} nodes with lurkers on a soldier's tile");
}

/// Also in positions that the engine passes through only, some of them with one action: who has acted is made
/// up.
#[test]
fn the_glance_agrees_with_the_count() {
    let mut seen = [0; 3];
    play(40, |position, rng| {
        let mut position = position.clone();
        if position.phase == Phase::Patrol && position.task == Task::Idle {
            (position.active, position.actions_left) = (NONE, 0);
            position.activated = rng.random::<u8>() & position.alive();
        }
        seen[check_glance(&position)] += 1;
    });
    assert!(seen[1] > 5 && seen[2] > 100, "{seen:?}");
}
