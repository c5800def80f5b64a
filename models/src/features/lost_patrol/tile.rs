//! What there is to say of a tile: of each that is placed, of the one that an action starts from, and of the one that it
//! aims at.

use moonbase_engine::board::TileIndex;
use moonbase_engine::lost_patrol::Soldier;
use moonbase_engine::tiles::is_straight;

use super::super::ground::FAR;
use super::super::{flag, tile_features};
use super::outlook::Outlook;

tile_features! {
    /// 1: there is such a tile.
    There,
    /// Moves to the patrol's goal, of 12.
    GoalDistance,
    /// 1: no move leads to the goal.
    GoalUnreachable,
    IsStart,
    IsShip,
    Heavy,
    Straight,
    OpenExits,
    Connections,
    Neighbours,
    Soldiers,
    SergeantHere,
    LauncherHere,
    SoldiersAt1,
    SoldiersAt2,
    /// Steps to the nearest soldier, of 6.
    ToSoldiers,
    Lurkers,
    FreshLurkers,
    LurkersAt1,
    LurkersAt2,
    ToLurkers,
    /// Lurkers that could come in one action each.
    Comers,
    /// The patrol's bonus in an ambush here, of 2.
    Bonus,
    /// Chances of an ambush by the unspent lurkers here.
    LurkerWins,
    PatrolWins,
    /// The lurkers' chance if those that can come do.
    LurkerWinsGathered,
    Watchers,
    /// 1: clearing would keep the tile.
    Kept,
}

/// Writes the numbers of `tile` to `row` (zeroed).
pub fn describe(outlook: &Outlook, tile: TileIndex, row: &mut [f32; TILE_LEN]) {
    use TileFeature::*;
    let (position, ground, at) = (outlook.position, &outlook.ground, tile as usize);
    let board = position.board();
    let mut put = |feature: TileFeature, value: f32| row[feature as usize] = value;
    let part = |count: u32, of: f32| count as f32 / of;
    let byte = |count: u8, of: f32| f32::from(count) / of;
    let soldiers = position.soldiers_on(tile);
    put(There, 1.0);
    put(GoalDistance, byte(ground.goal[at], 12.0));
    put(GoalUnreachable, flag(ground.goal[at] >= FAR));
    put(IsStart, flag(Some(tile) == position.start_tile()));
    put(IsShip, flag(Some(tile) == position.ship_tile()));
    put(Heavy, flag(outlook.is_heavy(tile)));
    put(Straight, flag(is_straight(board.exits(tile))));
    put(OpenExits, part(board.open(tile).count_ones(), 3.0));
    put(Connections, part(board.joined(tile).count_ones(), 3.0));
    let neighbours = board.adjacent_dirs(tile).count_ones();
    put(Neighbours, part(neighbours, 6.0));
    put(Soldiers, part(soldiers.count_ones(), 3.0));
    put(SergeantHere, flag(soldiers & Soldier::S.bit() != 0));
    put(LauncherHere, flag(soldiers & Soldier::L.bit() != 0));
    put(SoldiersAt1, byte(ground.troops_at_1[at], 4.0));
    put(SoldiersAt2, byte(ground.troops_at_2[at], 4.0));
    put(ToSoldiers, byte(ground.to_troops[at].min(6), 6.0));
    put(Lurkers, byte(position.lurkers_on(tile), 6.0));
    put(FreshLurkers, byte(ground.fresh(tile), 6.0));
    put(LurkersAt1, byte(ground.counters_at_1[at], 6.0));
    put(LurkersAt2, byte(ground.counters_at_2[at], 6.0));
    put(ToLurkers, byte(ground.to_stacks[at].min(6), 6.0));
    put(Comers, byte(outlook.comers[at], 6.0));
    put(Bonus, byte(position.ambush_bonus(tile), 2.0));
    let (lurker, patrol) = outlook.ambush(tile, ground.fresh(tile));
    put(LurkerWins, lurker);
    put(PatrolWins, patrol);
    let (gathered, _) = outlook.ambush(tile, outlook.gathered(tile));
    put(LurkerWinsGathered, gathered);
    put(Watchers, byte(ground.watchers[at], 5.0));
    put(Kept, flag(outlook.kept >> tile & 1 == 1));
}
