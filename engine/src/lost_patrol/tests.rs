//! Short cuts against what they stand for, at every node of random games.

use rand::RngExt;

use super::state::NONE;
use super::*;
use crate::chance::{MoonRng, rng_for};
use crate::groups::Choice;

fn play(games: u64, mut look: impl FnMut(&LostPatrol, &mut MoonRng)) {
    for game in 0..games {
        let options = LostPatrolOptions::default();
        let (mut position, mut rng) = (LostPatrol::new(&options).unwrap(), rng_for(22, game));
        loop {
            look(&position, &mut rng);
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
                Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
            }
        }
    }
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
        let count = position.count_actions();
        assert!(
            !position.has_choice() || count > 1,
            "{count} in {position:?}"
        );
        let class = match position.choice() {
            Choice::None => 0,
            Choice::One(_) => 1,
            Choice::Many => 2,
        };
        assert_eq!(class, count.min(2), "{position:?}");
        seen[class] += 1;
    });
    assert!(seen[1] > 5 && seen[2] > 100, "{seen:?}");
}
