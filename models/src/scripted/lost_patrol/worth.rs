//! What soldiers are worth, and how ambushes go.

use std::array::from_fn;
use std::sync::LazyLock;

use moonbase_engine::lost_patrol::{AmbushOdds, LostPatrol, Soldier, SoldierMask};
use moonbase_engine::{Game, board::TileIndex};

/// Lurkers that count in an ambush, and that may stay on a tile.
pub(super) const MOST: u8 = 6;

/// Soldiers that a tile holds, save the start tile.
pub(super) const ROOM: u32 = 3;

/// What the patrol would lose with a soldier, in troopers. Without the sergeant and the launcher nobody
/// holds the ship against six lurkers.
pub(super) fn soldier_worth(soldier: Soldier) -> f64 {
    match soldier {
        Soldier::L => 2.6,
        Soldier::S => 2.4,
        _ => 1.0,
    }
}

/// The sum of what these soldiers are worth.
pub(super) fn squad_worth(soldiers: SoldierMask) -> f64 {
    Soldier::all_in(soldiers).map(soldier_worth).sum()
}

/// What the soldier is worth that the patrol would give up of these; 0 if there is none.
pub(super) fn cheapest(soldiers: SoldierMask) -> f64 {
    let worths = Soldier::all_in(soldiers).map(soldier_worth);
    worths.reduce(f64::min).unwrap_or(0.0)
}

/// Chances of the three results of an ambush.
#[derive(Clone, Copy, Debug)]
pub(super) struct Odds {
    pub lurker: f64,
    pub draw: f64,
    pub patrol: f64,
}

/// The greatest bonus, and the most soldiers.
const BONUS: usize = 2;
const SOLDIERS: usize = 5;

/// The odds of all ambushes by lurkers, bonus and soldiers.
static ODDS: LazyLock<[[[Odds; SOLDIERS + 1]; BONUS + 1]; MOST as usize + 1]> =
    LazyLock::new(|| {
        let with = |lurkers: usize, bonus: usize, soldiers: usize| {
            Odds::work_out(lurkers as u8, bonus as u8, soldiers as u8)
        };
        from_fn(|lurkers| from_fn(|bonus| from_fn(|soldiers| with(lurkers, bonus, soldiers))))
    });

impl Odds {
    /// `lurkers`, of whom six at most count, against `soldiers` with a bonus. Without lurkers the
    /// patrol holds its tile.
    pub(super) fn new(lurkers: u8, bonus: u8, soldiers: u8) -> Odds {
        ODDS[usize::from(lurkers.min(MOST))][usize::from(bonus)][usize::from(soldiers)]
    }

    fn work_out(lurkers: u8, bonus: u8, soldiers: u8) -> Odds {
        if lurkers == 0 {
            return Odds {
                lurker: 0.0,
                draw: 0.0,
                patrol: 1.0,
            };
        }
        let odds = AmbushOdds::new(lurkers, bonus, soldiers);
        Odds {
            lurker: odds.lurker as f64 / 216.0,
            draw: odds.draw as f64 / 216.0,
            patrol: odds.patrol as f64 / 216.0,
        }
    }

    /// On a tile as the soldiers stand.
    pub(super) fn on(position: &LostPatrol, tile: TileIndex, lurkers: u8) -> Odds {
        let soldiers = position.soldiers_on(tile).count_ones() as u8;
        Odds::new(lurkers, position.ambush_bonus(tile), soldiers)
    }
}

/// Lurkers that may be added to a stack with so many actions.
pub(super) fn brought(position: &LostPatrol, actions: u8) -> u8 {
    (2 * actions).min(position.supply())
}

/// Actions that the lurkers have between two turns of the patrol's, as far as they matter: with three a
/// stack of two comes as six.
pub(super) fn actions_a_turn(position: &LostPatrol) -> u8 {
    position.options().lurker_actions.min(3)
}
