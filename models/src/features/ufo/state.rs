//! The numbers of a position of `ufo`.

use arrayvec::ArrayVec;
use moonbase_engine::Game;
use moonbase_engine::board::{Bits, TileIndex};
use moonbase_engine::ufo::{GUNS, Lay, MOBILES, Phase, TEAMS, Task, Unit, UnitMask, Weapon};

use super::super::ground::FAR;
use super::super::{feature_names, flag};
use super::outlook::Outlook;

feature_names! {
    /// Numbers of the position as a whole.
    StateFeature {
        Turn,
        TurnsLeft,
        DeckLeft,
        /// One over one more than the tiles left: how near the UFO is.
        DeckRunsOut,
        UfoPlaced,
        PhaseSetup,
        PhaseShado,
        PhaseForest,
        PhaseAlien,
        PhaseAbduct,
        PhaseOverstack,
        Laying,
        /// A unit is to be given up.
        Losing,
        DrivingBack,
        DrivingOff,
        Pool,
        AliensOnBoard,
        FreshAliens,
        AlienTiles,
        PodInPlay,
        PodAge,
        SkyLeft,
        SkyDie,
        Mobiles,
        Guns,
        CommandAlive,
        Teams,
        MissileAlive,
        TeamsAboard,
        /// Units that may still act this turn.
        ToAct,
        /// Of them, Mobiles.
        MobilesToAct,
        SomeoneActive,
        CommandActive,
        GunActive,
        TeamActive,
        ActionsLeft,
        CannonUsed,
        MortarUsed,
        HasMoved,
        AlienActionsLeft,
        /// Distances of units to the goal: nearest, mean, farthest; of 12.
        NearestGoal,
        MeanGoal,
        FarthestGoal,
        NoWay,
        UnitsAtGoal,
        UnitsWithin2OfGoal,
        UnitsWithin4OfGoal,
        /// Score (win 1, draw ½) of an assault by the units now on the UFO tile.
        AssaultNow,
        /// Units that can be on the UFO tile this turn and next turn (at most four may stay), and an assault's score then.
        UnitsInTime,
        UnitsNextTurn,
        AssaultThisTurn,
        AssaultNextTurn,
        UnitsInCommandReach,
        MeanFromCommand,
        /// Sum over SHADO's tiles of the chance that the Aliens there win an abduction.
        Threat,
        WorstThreat,
        /// The same if Aliens of adjacent tiles come too.
        ThreatGathered,
        WorstThreatGathered,
        /// The same if all Aliens come that can in time.
        Strikes,
        WorstStrike,
        TilesWithUnits,
        AliensAt1,
        AliensAt2,
        AliensSeen,
        AliensAtGoal,
        OpenExits,
        OpenTiles,
        HeavyUnderMobiles,
        TeamsOnFoot,
        Tiles,
    }
}

/// Units of the game, and tiles that they can be on.
const UNITS: usize = 7;

/// Units that may stay on the UFO tile.
const MOST_ON_UFO: u32 = 4;

/// Numbers for each unit.
pub const UNIT_NAMES: [&str; 9] = [
    "Alive",
    "Aboard",
    "MayAct",
    "GoalDistance",
    "AliensHere",
    "AliensAt1",
    "TurnsToGoal",
    "Bonus",
    "Strike",
];

/// Writes the position's numbers, then the units' ones, to `row`.
pub fn describe(outlook: &Outlook, row: &mut [f32]) {
    let (whole, units) = row.split_at_mut(StateFeature::NAMES.len());
    let mut writer = Writer {
        outlook,
        row: whole,
    };
    writer.clock();
    writer.forces();
    writer.activation();
    writer.distances();
    writer.threats();
    writer.board();
    describe_units(outlook, units);
}

struct Writer<'a> {
    outlook: &'a Outlook<'a>,
    row: &'a mut [f32],
}

fn count(units: UnitMask, of: f32) -> f32 {
    units.count_ones() as f32 / of
}

use StateFeature::*;

impl Writer<'_> {
    fn put(&mut self, feature: StateFeature, value: f32) {
        self.row[feature as usize] = value;
    }

    fn clock(&mut self) {
        let position = self.outlook.position;
        let (turn, last) = (position.turn_number(), position.options().max_turns);
        self.put(Turn, f32::from(turn) / 30.0);
        self.put(
            TurnsLeft,
            f32::from(last.saturating_sub(turn).min(30)) / 30.0,
        );
        let deck = f32::from(position.deck().total());
        self.put(DeckLeft, deck / 28.0);
        self.put(DeckRunsOut, 1.0 / (1.0 + deck));
        self.put(UfoPlaced, flag(position.ufo_placed()));
        let phase = match position.phase() {
            Phase::Setup => Some(PhaseSetup),
            Phase::Shado => Some(PhaseShado),
            Phase::Forest => Some(PhaseForest),
            Phase::Alien => Some(PhaseAlien),
            Phase::Abduct => Some(PhaseAbduct),
            Phase::Overstack => Some(PhaseOverstack),
            Phase::Over => None,
        };
        if let Some(phase) = phase {
            self.put(phase, 1.0);
        }
        self.put(Laying, flag(position.laying() != Lay::No));
        match position.task() {
            Task::BombingLost { .. } | Task::VolleyLost { .. } | Task::Abducted { .. } => {
                self.put(Losing, 1.0)
            }
            Task::DriveBack { .. } => self.put(DrivingBack, 1.0),
            Task::DriveOff { .. } => self.put(DrivingOff, 1.0),
            _ => {}
        }
    }

    fn forces(&mut self) {
        let (outlook, position) = (self.outlook, self.outlook.position);
        let tiles = || Bits(position.tiles_with_aliens());
        let aliens: u8 = tiles().map(|tile| position.aliens_on(tile)).sum();
        let fresh: u8 = tiles().map(|tile| outlook.ground.fresh(tile)).sum();
        let pod = position.pod();
        let alive = position.units_alive();
        self.put(Pool, f32::from(position.pool()) / 12.0);
        self.put(AliensOnBoard, f32::from(aliens) / 12.0);
        self.put(FreshAliens, f32::from(fresh) / 12.0);
        self.put(AlienTiles, tiles().count() as f32 / 6.0);
        self.put(PodInPlay, flag(pod.is_some()));
        self.put(PodAge, pod.map_or(0.0, |(_, age)| f32::from(age) / 6.0));
        self.put(SkyLeft, f32::from(position.sky_left()) / 3.0);
        self.put(SkyDie, flag(position.sky_die()));
        self.put(Mobiles, count(alive & MOBILES, 4.0));
        self.put(Guns, count(alive & GUNS, 3.0));
        self.put(CommandAlive, flag(alive & Unit::C.bit() != 0));
        self.put(Teams, count(alive & TEAMS, 3.0));
        self.put(MissileAlive, flag(alive & Unit::I1.bit() != 0));
        self.put(TeamsAboard, count(position.teams_aboard(), 3.0));
    }

    fn activation(&mut self) {
        let position = self.outlook.position;
        let active = position.active();
        let to_act = position.units_alive() & !position.activated();
        if position.phase() == Phase::Shado {
            self.put(ToAct, count(to_act, 7.0));
            self.put(MobilesToAct, count(to_act & MOBILES, 4.0));
            self.put(ActionsLeft, f32::from(position.actions_left()) / 2.0);
        }
        if position.phase() == Phase::Alien {
            self.put(AlienActionsLeft, f32::from(position.actions_left()) / 4.0);
        }
        self.put(SomeoneActive, flag(active.is_some()));
        self.put(CommandActive, flag(active == Some(Unit::C)));
        self.put(GunActive, flag(active.is_some_and(Unit::is_gun)));
        self.put(TeamActive, flag(active.is_some_and(Unit::is_team)));
        self.put(CannonUsed, flag(position.weapon() == Some(Weapon::Cannon)));
        self.put(MortarUsed, flag(position.weapon() == Some(Weapon::Mortar)));
        self.put(HasMoved, flag(position.has_moved()));
    }

    fn distances(&mut self) {
        let (outlook, position) = (self.outlook, self.outlook.position);
        let units = Unit::all_in(position.units_alive()).filter_map(|u| position.unit_tile(u));
        let units: ArrayVec<TileIndex, UNITS> = units.collect();
        let alive = units.len().max(1) as f32;
        let goals = units.iter().map(|tile| outlook.ground.goal[*tile as usize]);
        let goals: ArrayVec<u8, UNITS> = goals.collect();
        let nearest = goals.iter().copied().min().unwrap_or(FAR);
        let farthest = goals.iter().copied().max().unwrap_or(FAR);
        let within = |most: u8| goals.iter().filter(|d| **d <= most).count() as f32 / 7.0;
        let mean = goals.iter().map(|d| f32::from(*d)).sum::<f32>() / alive;
        self.put(NearestGoal, f32::from(nearest) / 12.0);
        self.put(MeanGoal, mean / 12.0);
        self.put(FarthestGoal, f32::from(farthest) / 12.0);
        self.put(NoWay, flag(nearest >= FAR));
        self.put(UnitsAtGoal, within(0));
        self.put(UnitsWithin2OfGoal, within(2));
        self.put(UnitsWithin4OfGoal, within(4));
        let near = units
            .iter()
            .filter(|tile| position.in_command_reach(**tile));
        self.put(UnitsInCommandReach, near.count() as f32 / 7.0);
        let from_command = units
            .iter()
            .map(|tile| f32::from(outlook.command_distance(*tile)));
        self.put(MeanFromCommand, from_command.sum::<f32>() / alive / 6.0);
        if let Some(ufo) = position.ufo_tile() {
            let here = position.units_on(ufo).count_ones();
            self.put(AssaultNow, self.assault(here));
            self.put_arrivals();
        }
    }

    /// The score of an assault by so many units; 0 if there are none.
    fn assault(&self, units: u32) -> f32 {
        let sky = u32::from(self.outlook.position.sky_die());
        match units.min(MOST_ON_UFO) {
            0 => 0.0,
            units => super::assault_score(units + sky),
        }
    }

    fn put_arrivals(&mut self) {
        let outlook = self.outlook;
        let units = Unit::all_in(outlook.position.units_alive());
        let turns = units.map(|unit| outlook.turns_to_goal[unit as usize]);
        let within = |most: u8| turns.clone().filter(|turns| *turns <= most).count() as u32;
        let (now, next) = (within(1), within(2));
        self.put(UnitsInTime, now as f32 / 4.0);
        self.put(UnitsNextTurn, next as f32 / 4.0);
        self.put(AssaultThisTurn, self.assault(now));
        self.put(AssaultNextTurn, self.assault(next));
    }

    fn threats(&mut self) {
        let (outlook, position) = (self.outlook, self.outlook.position);
        let tiles = || Bits(position.tiles_with_units());
        let now = |tile: TileIndex| outlook.abduction(tile, outlook.ground.fresh(tile)).0;
        let gathered = |tile: TileIndex| outlook.abduction(tile, outlook.gathered(tile)).0;
        self.put_sum_and_worst(Threat, WorstThreat, tiles().map(now));
        let gathered = tiles().map(gathered);
        self.put_sum_and_worst(ThreatGathered, WorstThreatGathered, gathered);
        let strikes = tiles().map(|tile| outlook.strikes[tile as usize]);
        self.put_sum_and_worst(Strikes, WorstStrike, strikes);
        self.put(TilesWithUnits, tiles().count() as f32 / 7.0);
        let ground = &outlook.ground;
        let around = |steps| ground.counters(|tile| ground.to_troops[tile as usize] == steps);
        let seen = ground.counters(|tile| ground.watchers[tile as usize] > 0);
        self.put(AliensAt1, around(1) / 6.0);
        self.put(AliensAt2, around(2) / 6.0);
        self.put(AliensSeen, seen / 6.0);
    }

    fn put_sum_and_worst(
        &mut self,
        sum: StateFeature,
        worst: StateFeature,
        of: impl Iterator<Item = f32>,
    ) {
        let all: ArrayVec<f32, UNITS> = of.collect();
        self.put(sum, all.iter().sum());
        self.put(worst, all.iter().copied().fold(0.0, f32::max));
    }

    fn board(&mut self) {
        let (outlook, position) = (self.outlook, self.outlook.position);
        let board = position.board();
        let ground = &outlook.ground;
        self.put(OpenExits, ground.open_exits() as f32 / 10.0);
        self.put(OpenTiles, board.open_tiles().count_ones() as f32 / 8.0);
        let at_goal = ground.counters(|tile| ground.goal[tile as usize] == 0);
        self.put(AliensAtGoal, at_goal / 6.0);
        let stuck = Unit::all_in(position.units_alive() & MOBILES)
            .filter_map(|unit| position.unit_tile(unit))
            .filter(|tile| position.kinds().is_heavy(board.kind(*tile)));
        self.put(HeavyUnderMobiles, stuck.count() as f32 / 4.0);
        let on_foot = position.units_alive() & TEAMS & !position.teams_aboard();
        self.put(TeamsOnFoot, count(on_foot, 3.0));
        self.put(Tiles, board.len() as f32 / 30.0);
    }
}

fn describe_units(outlook: &Outlook, rows: &mut [f32]) {
    let position = outlook.position;
    let to_act = position.units_alive() & !position.activated();
    for (row, unit) in rows.chunks_exact_mut(UNIT_NAMES.len()).zip(Unit::ALL) {
        let Some(tile) = position.unit_tile(unit) else {
            continue;
        };
        let at = tile as usize;
        row.copy_from_slice(&[
            1.0,
            flag(position.teams_aboard() & unit.bit() != 0),
            flag(position.phase() == Phase::Shado && to_act & unit.bit() != 0),
            f32::from(outlook.ground.goal[at]) / 12.0,
            f32::from(position.aliens_on(tile)) / 4.0,
            f32::from(outlook.ground.counters_at_1[at]) / 4.0,
            f32::from(outlook.turns_to_goal[unit as usize].min(8)) / 8.0,
            f32::from(outlook.bonus(tile)) / 4.0,
            outlook.strikes[at],
        ]);
    }
}
