//! Short cuts against what they stand for, at every node of random games.

use rand::RngExt;

use super::legal::within_limit;
use super::state::NONE;
use super::*;
use crate::board::NO_TILE;
use crate::chance::MoonRng;
use crate::tiled::{check_glance, look_at_games};

/// Calls `look` at every node of random games under some options.
fn play(settings: &[&str], games: u64, look: impl FnMut(&Ufo, &mut MoonRng)) {
    let settings: Vec<String> = settings.iter().map(|s| s.to_string()).collect();
    let options = crate::registry::options_of::<Ufo>("ufo", &settings).unwrap();
    look_at_games(&options, (21, games), look);
}

#[test]
fn masks_of_units_agree_with_loops() {
    play(&[], 3, |position, _| {
        let riding = |unit: &Unit| unit.is_team() && position.carrier[*unit as usize - 4] != NONE;
        let riding = Unit::ALL.into_iter().filter(riding);
        assert_eq!(
            position.aboard(),
            riding.fold(0, |mask, unit| mask | unit.bit())
        );
        let tiles = position.at.iter().filter(|tile| **tile != NO_TILE);
        assert_eq!(
            position.unit_tiles(),
            tiles.fold(0, |mask, tile| mask | 1 << tile)
        );
    });
}

/// Where a unit may move: the limit counted for each neighbour, without the mask of shared tiles.
fn plain_moves(position: &Ufo, unit: Unit) -> u8 {
    let from = position.at[unit as usize];
    let passenger = Unit::ALL
        .into_iter()
        .filter(|team| team.is_team() && position.carrier[*team as usize - 4] == unit as u8);
    let movers = passenger.fold(unit.bit(), |mask, team| mask | team.bit());
    let may = |dir: &u8| {
        position.board.connected(from, *dir).is_some_and(|to| {
            to == position.start_tile || within_limit(position.units_at(to) | movers)
        })
    };
    (0..6).filter(may).fold(0, |dirs, dir| dirs | 1 << dir)
}

#[test]
fn moves_agree_with_the_stack_limit_counted() {
    let mut full = 0;
    play(&["aliens=1"], 6, |position, _| {
        if !matches!(position.turn(), Turn::Decide(_)) || position.phase != Phase::Shado {
            return;
        }
        for group in position
            .legal_groups()
            .filter(|group| group.verb == Verb::Move)
        {
            let unit = Unit::from_index(group.subject);
            assert_eq!(
                group.mask,
                u64::from(plain_moves(position, unit)),
                "{unit} in {position:?}"
            );
            full += u32::from(
                group.mask != u64::from(position.board.joined(position.at[unit as usize])),
            );
        }
    });
    assert!(full > 20, "the limit closed a direction {full} times");
}

/// Also in positions that the engine passes through only, some of them with one action or none: who has
/// acted, and what is left, is made up.
#[test]
fn the_glance_agrees_with_the_count() {
    let mut seen = [0; 3];
    for settings in [
        &[][..],
        &["reveal=move", "forest=dice"],
        &["aliens=2", "alien_actions=2"],
    ] {
        play(settings, 4, |position, rng| {
            let mut position = position.clone();
            if position.is_idle() {
                position.activated = rng.random::<u8>() & rng.random::<u8>() & position.alive();
                position.pool = rng.random_range(0..2);
                if rng.random() {
                    (position.active, position.actions_left) = (NONE, 1);
                    position.activated = position.alive();
                }
            }
            seen[check_glance(&position)] += 1;
        });
    }
    assert!(seen.iter().all(|times| *times > 20), "{seen:?}");
}
