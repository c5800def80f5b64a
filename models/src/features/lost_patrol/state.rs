//! The numbers of a position of `lost_patrol`.

use moonbase_engine::Game;
use moonbase_engine::board::{Bits, TileIndex};
use moonbase_engine::lost_patrol::{Phase, Soldier, SoldierMask, Task};

use super::super::ground::FAR;
use super::super::{feature_names, flag};
use super::outlook::Outlook;

feature_names! {
    /// Numbers of the position as a whole.
    StateFeature {
        Turn,
        TurnsLeft,
        DeckLeft,
        ShipPlaced,
        PhaseSetup,
        PhasePatrol,
        PhaseClearing,
        PhaseLaying,
        PhaseLurker,
        PhaseAmbush,
        /// A soldier is to be named that is lost, in an ambush or in excess.
        Losing,
        Retreating,
        Fleeing,
        /// A straight is laid on.
        LayingOn,
        Supply,
        LurkersOnBoard,
        FreshLurkers,
        LurkerTiles,
        Soldiers,
        SergeantAlive,
        LauncherAlive,
        /// Soldiers that may still act this turn.
        ToAct,
        SomeoneActive,
        LauncherActive,
        ActionsLeft,
        LurkerActionsLeft,
        /// Distances of soldiers to the goal: nearest, mean, farthest; of 12.
        NearestGoal,
        MeanGoal,
        FarthestGoal,
        SoldiersAtGoal,
        SoldiersWithin2OfGoal,
        SoldiersOnShip,
        /// Sum over the soldiers' tiles of the chance that the lurkers there win an ambush.
        Threat,
        WorstThreat,
        /// The same if the lurkers that can come do.
        ThreatGathered,
        WorstThreatGathered,
        SoldierTiles,
        LurkersAt0,
        LurkersAt1,
        LurkersAt2,
        LurkersSeen,
        LurkersAtGoal,
        /// Lurkers that clearing would send back, and tiles that it would remove.
        LurkersToClear,
        TilesToClear,
        OpenExits,
        VisibleEdges,
        HeavyUnderSoldiers,
        Tiles,
    }
}

/// Numbers for each soldier.
pub const SOLDIER_NAMES: [&str; 6] = [
    "Alive",
    "MayAct",
    "GoalDistance",
    "LurkersHere",
    "LurkersAt1",
    "Threat",
];

/// Writes the position's numbers, then the soldiers' ones, to `row`.
pub fn describe(outlook: &Outlook, row: &mut [f32]) {
    let (whole, soldiers) = row.split_at_mut(StateFeature::NAMES.len());
    let mut writer = Writer {
        outlook,
        row: whole,
    };
    writer.clock();
    writer.task();
    writer.forces();
    writer.activation();
    writer.distances();
    writer.threats();
    writer.lurkers();
    writer.board();
    describe_soldiers(outlook, soldiers);
}

struct Writer<'a> {
    outlook: &'a Outlook<'a>,
    row: &'a mut [f32],
}

fn count(soldiers: SoldierMask) -> f32 {
    soldiers.count_ones() as f32 / 5.0
}

use StateFeature::*;

impl Writer<'_> {
    fn put(&mut self, feature: StateFeature, value: f32) {
        self.row[feature as usize] = value;
    }

    fn clock(&mut self) {
        let position = self.outlook.position;
        let (turn, last) = (position.turn_number(), position.options().max_turns);
        let left = last.saturating_sub(turn).min(20);
        self.put(Turn, f32::from(turn.min(60)) / 20.0);
        self.put(TurnsLeft, f32::from(left) / 20.0);
        self.put(DeckLeft, f32::from(position.deck().total()) / 28.0);
        self.put(ShipPlaced, flag(position.ship_placed()));
        let phase = match position.phase() {
            Phase::Setup => PhaseSetup,
            Phase::Patrol => PhasePatrol,
            Phase::Clearing => PhaseClearing,
            Phase::Laying => PhaseLaying,
            Phase::Lurker => PhaseLurker,
            Phase::Ambush => PhaseAmbush,
            Phase::Excess => Losing,
            Phase::Over => return,
        };
        self.put(phase, 1.0);
    }

    fn task(&mut self) {
        let position = self.outlook.position;
        match position.task() {
            Task::Ambushed { .. } => self.put(Losing, 1.0),
            Task::Retreat { .. } => self.put(Retreating, 1.0),
            Task::Flee { .. } => self.put(Fleeing, 1.0),
            _ => {}
        }
        self.put(LayingOn, flag(position.laying_on().is_some()));
    }

    fn forces(&mut self) {
        let (ground, position) = (&self.outlook.ground, self.outlook.position);
        let tiles = || Bits(position.tiles_with_lurkers());
        let fresh: u8 = tiles().map(|tile| ground.fresh(tile)).sum();
        let alive = position.soldiers_alive();
        self.put(Supply, f32::from(position.supply()) / 18.0);
        self.put(LurkersOnBoard, ground.counters(|_| true) / 18.0);
        self.put(FreshLurkers, f32::from(fresh) / 18.0);
        self.put(LurkerTiles, tiles().count() as f32 / 6.0);
        self.put(Soldiers, count(alive));
        self.put(SergeantAlive, flag(alive & Soldier::S.bit() != 0));
        self.put(LauncherAlive, flag(alive & Soldier::L.bit() != 0));
    }

    fn activation(&mut self) {
        let position = self.outlook.position;
        let actions = f32::from(position.actions_left());
        match position.phase() {
            Phase::Patrol => self.put(ActionsLeft, actions / 2.0),
            Phase::Lurker => self.put(LurkerActionsLeft, actions / 4.0),
            _ => {}
        }
        let active = position.active();
        self.put(ToAct, count(self.outlook.to_act()));
        self.put(SomeoneActive, flag(active.is_some()));
        self.put(LauncherActive, flag(active == Some(Soldier::L)));
    }

    fn distances(&mut self) {
        let (ground, position) = (&self.outlook.ground, self.outlook.position);
        let alive = Soldier::all_in(position.soldiers_alive());
        let tiles = alive.filter_map(|soldier| position.soldier_tile(soldier));
        let goals = tiles.map(|tile| ground.goal[tile as usize]);
        let number = goals.clone().count().max(1) as f32;
        let nearest = goals.clone().min().unwrap_or(FAR);
        let farthest = goals.clone().max().unwrap_or(FAR);
        let within = |most: u8| goals.clone().filter(|d| *d <= most).count() as f32 / 5.0;
        let mean = goals.clone().map(f32::from).sum::<f32>() / number;
        self.put(NearestGoal, f32::from(nearest) / 12.0);
        self.put(MeanGoal, mean / 12.0);
        self.put(FarthestGoal, f32::from(farthest) / 12.0);
        self.put(SoldiersAtGoal, within(0));
        self.put(SoldiersWithin2OfGoal, within(2));
        let on_ship = position.ship_tile().map(|ship| position.soldiers_on(ship));
        self.put(SoldiersOnShip, count(on_ship.unwrap_or(0)));
    }

    fn threats(&mut self) {
        let (outlook, position) = (self.outlook, self.outlook.position);
        let tiles = Bits(position.tiles_with_soldiers());
        let now = |tile: TileIndex| outlook.ambush(tile, outlook.ground.fresh(tile)).0;
        let then = |tile: TileIndex| outlook.ambush(tile, outlook.gathered(tile)).0;
        self.put(Threat, tiles.map(now).sum());
        self.put(WorstThreat, tiles.map(now).fold(0.0, f32::max));
        self.put(ThreatGathered, tiles.map(then).sum());
        self.put(WorstThreatGathered, tiles.map(then).fold(0.0, f32::max));
        self.put(SoldierTiles, tiles.count() as f32 / 5.0);
    }

    fn lurkers(&mut self) {
        let (outlook, ground) = (self.outlook, &self.outlook.ground);
        let around = |steps| ground.counters(|tile| ground.to_troops[tile as usize] == steps);
        let seen = ground.counters(|tile| ground.watchers[tile as usize] > 0);
        let at_goal = ground.counters(|tile| ground.goal[tile as usize] == 0);
        let to_clear = ground.counters(|tile| outlook.kept >> tile & 1 == 0);
        self.put(LurkersAt0, around(0) / 6.0);
        self.put(LurkersAt1, around(1) / 6.0);
        self.put(LurkersAt2, around(2) / 6.0);
        self.put(LurkersSeen, seen / 6.0);
        self.put(LurkersAtGoal, at_goal / 6.0);
        self.put(LurkersToClear, to_clear / 6.0);
    }

    fn board(&mut self) {
        let (outlook, position) = (self.outlook, self.outlook.position);
        let board = position.board();
        let to_clear = (board.all() & !outlook.kept).count_ones();
        let stuck = Soldier::all_in(position.soldiers_alive())
            .filter_map(|soldier| position.soldier_tile(soldier))
            .filter(|tile| outlook.is_heavy(*tile));
        self.put(TilesToClear, to_clear as f32 / 10.0);
        self.put(OpenExits, outlook.ground.open_exits() as f32 / 10.0);
        self.put(VisibleEdges, outlook.visible_edges as f32 / 10.0);
        self.put(HeavyUnderSoldiers, stuck.count() as f32 / 5.0);
        self.put(Tiles, board.len() as f32 / 30.0);
    }
}

fn describe_soldiers(outlook: &Outlook, rows: &mut [f32]) {
    let (position, ground, to_act) = (outlook.position, &outlook.ground, outlook.to_act());
    for (row, soldier) in rows.chunks_exact_mut(SOLDIER_NAMES.len()).zip(Soldier::ALL) {
        let Some(tile) = position.soldier_tile(soldier) else {
            continue;
        };
        let at = tile as usize;
        row.copy_from_slice(&[
            1.0,
            flag(to_act & soldier.bit() != 0),
            f32::from(ground.goal[at]) / 12.0,
            f32::from(position.lurkers_on(tile)) / 6.0,
            f32::from(ground.counters_at_1[at]) / 6.0,
            outlook.ambush(tile, outlook.gathered(tile)).0,
        ]);
    }
}
