//! What there is to say of a tile: of each that is placed, of the one that an action starts from, and of the one that it
//! aims at.

use moonbase_engine::board::TileIndex;
use moonbase_engine::ufo::{MOBILES, TEAMS, Unit};

use super::super::ground::FAR;
use super::super::{flag, tile_features};
use super::outlook::Outlook;

tile_features! {
    /// 1: there is such a tile.
    There,
    /// Moves to SHADO's goal, of 12.
    GoalDistance,
    /// 1: no move leads to the goal.
    GoalUnreachable,
    IsStart,
    IsUfo,
    Heavy,
    Straight,
    OpenExits,
    Connections,
    Neighbours,
    Mobiles,
    Teams,
    TeamsAboard,
    CommandHere,
    UnitsAt1,
    UnitsAt2,
    /// Steps to the nearest unit, of 6.
    ToUnits,
    Aliens,
    FreshAliens,
    AliensAt1,
    AliensAt2,
    ToAliens,
    PodHere,
    /// Is the Command Mobile within 2?
    CommandReach,
    FromCommand,
    /// SHADO's bonus in an abduction here, of 4.
    Bonus,
    /// Chances of an abduction by the unspent Aliens here.
    AlienWins,
    ShadoWins,
    /// The Aliens' chance if those of the adjacent tiles come too.
    AlienWinsGathered,
    /// Their chance if all come that can in time; 0 more than two steps from SHADO's units.
    StrikeOdds,
    Watchers,
    GunsWatching,
    Mortars,
}

/// Writes the numbers of `tile` to `row` (zeroed).
pub fn describe(outlook: &Outlook, tile: TileIndex, row: &mut [f32; TILE_LEN]) {
    use TileFeature::*;
    let (position, board, at) = (outlook.position, outlook.position.board(), tile as usize);
    let mut put = |feature: TileFeature, value: f32| row[feature as usize] = value;
    let part = |count: u32, of: f32| count as f32 / of;
    let byte = |count: u8, of: f32| f32::from(count) / of;
    let units = position.units_on(tile);
    let (kind, exits) = (board.kind(tile), board.exits(tile));
    put(There, 1.0);
    put(GoalDistance, byte(outlook.ground.goal[at], 12.0));
    put(GoalUnreachable, flag(outlook.ground.goal[at] >= FAR));
    put(IsStart, flag(tile == position.start_tile()));
    put(IsUfo, flag(Some(tile) == position.ufo_tile()));
    put(Heavy, flag(position.kinds().is_heavy(kind)));
    put(Straight, flag(moonbase_engine::tiles::is_straight(exits)));
    put(OpenExits, part(board.open(tile).count_ones(), 3.0));
    put(Connections, part(board.joined(tile).count_ones(), 3.0));
    put(
        Neighbours,
        part(board.adjacent_dirs(tile).count_ones(), 6.0),
    );
    put(Mobiles, part((units & MOBILES).count_ones(), 2.0));
    put(Teams, part((units & TEAMS).count_ones(), 2.0));
    let aboard = units & position.teams_aboard();
    put(TeamsAboard, part(aboard.count_ones(), 2.0));
    put(CommandHere, flag(units & Unit::C.bit() != 0));
    put(UnitsAt1, byte(outlook.ground.troops_at_1[at], 4.0));
    put(UnitsAt2, byte(outlook.ground.troops_at_2[at], 4.0));
    put(ToUnits, byte(outlook.ground.to_troops[at].min(6), 6.0));
    put(Aliens, byte(position.aliens_on(tile), 4.0));
    put(FreshAliens, byte(outlook.ground.fresh(tile), 4.0));
    put(AliensAt1, byte(outlook.ground.counters_at_1[at], 4.0));
    put(AliensAt2, byte(outlook.ground.counters_at_2[at], 4.0));
    put(ToAliens, byte(outlook.ground.to_stacks[at].min(6), 6.0));
    put(
        PodHere,
        flag(position.pod().is_some_and(|(pod, _)| pod == tile)),
    );
    put(CommandReach, flag(position.in_command_reach(tile)));
    put(
        FromCommand,
        byte(outlook.command_distance(tile).min(6), 6.0),
    );
    put(Bonus, byte(outlook.bonus(tile), 4.0));
    let (alien, shado) = outlook.abduction(tile, outlook.ground.fresh(tile));
    put(AlienWins, alien);
    put(ShadoWins, shado);
    let gathered = outlook.gathered(tile);
    put(AlienWinsGathered, outlook.abduction(tile, gathered).0);
    put(StrikeOdds, outlook.strike(tile));
    put(Watchers, byte(outlook.ground.watchers[at], 4.0));
    put(GunsWatching, byte(outlook.guns[at], 3.0));
    put(Mortars, byte(outlook.mortars(tile), 3.0));
}
