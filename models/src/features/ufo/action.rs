//! The numbers of an action of `ufo`: its kind, the unit, the tiles it starts from and aims at, and what
//! comes of it.

use moonbase_engine::board::TileIndex;
use moonbase_engine::deck::KindIndex;
use moonbase_engine::hex::{Dir, Hex};
use moonbase_engine::ufo::{Action, Lay, Task, Ufo, Unit, Weapon};

use super::super::ground::{Ends, Laid, TileRows, beyond, nearer, write_action};
use super::super::{feature_names, flag};
use super::outlook::Outlook;
use super::tile::{self, TILE_LEN};
use crate::hits::hit_odds;

feature_names! {
    /// The kinds of action, one of which is 1.
    Verb {
        Lay, Turn, Off, Move, Cannon, Mortar, Fire, Missile, Sky, SkyAssault, Grant, On, Done, End,
        Strike, Lost, LoseAlien, LosePod, Place, Pod, Walk, Shoot, Abduct, NoAbduction, Back, Flee,
    }
}

feature_names! {
    /// The unit that acts, and what comes of the action.
    Effect {
        UnitIsCommand,
        UnitIsGun,
        UnitIsTeam,
        UnitIsMissile,
        UnitHasPassenger,
        /// The unit is in the middle of its activation.
        UnitActive,
        /// Steps nearer to the goal.
        Progress,
        /// Steps nearer to SHADO's units (for Aliens).
        Approach,
        /// Steps nearer to the Command Mobile.
        Gathering,
        /// Chance of getting away from heavy going.
        GetsAway,
        /// Expected hits, and the chance to hit all targets.
        Hits,
        ClearsTile,
        /// Aliens moved, placed or lost.
        Aliens,
        /// Are all Aliens of the tile moved?
        AllAliens,
        /// Chance to win an abduction on the tile aimed at after the action, and that SHADO wins it.
        AlienWinsThen,
        ShadoWinsThen,
        /// Gain in the chance to win it.
        AlienWinsGain,
        /// Can the Aliens that move or come still be among SHADO's units with the actions left?
        InTime,
        /// Aliens on the tile aimed at beyond the limit of four.
        Overstack,
        /// Units on the UFO tile after the action, and the assault's score then.
        AssaultDice,
        AssaultScore,
        /// Of a tile turned: open exits, connections and blocked edges that it makes.
        NewOpenExits,
        NewConnections,
        NewBlocked,
        /// Open exits anywhere after the tile is laid.
        OpenExitsThen,
        /// Targets and units under SKY1's run.
        RunTargets,
        RunUnits,
    }
}

/// Numbers per action.
pub const ACTION_LEN: usize = Verb::NAMES.len() + Effect::NAMES.len() + 2 * TILE_LEN;

/// Writes the numbers of `action` to `row` (`ACTION_LEN` long, zeroed).
pub fn describe(
    outlook: &Outlook,
    tiles: &mut TileRows<TILE_LEN>,
    action: Action,
    row: &mut [f32],
) {
    let sizes = (
        verb_of(action) as usize,
        Verb::NAMES.len(),
        Effect::NAMES.len(),
    );
    let act = |effects: &mut [f32]| Writer { outlook, effects }.action(action);
    write_action(row, sizes, tiles, act, |tile, row| {
        tile::describe(outlook, tile, row)
    });
}

fn verb_of(action: Action) -> Verb {
    match action {
        Action::Lay { .. } => Verb::Lay,
        Action::Turn { .. } => Verb::Turn,
        Action::Off { .. } => Verb::Off,
        Action::Move { .. } => Verb::Move,
        Action::Cannon { .. } => Verb::Cannon,
        Action::Mortar { .. } => Verb::Mortar,
        Action::Fire { .. } => Verb::Fire,
        Action::Missile { .. } => Verb::Missile,
        Action::Sky => Verb::Sky,
        Action::SkyAssault => Verb::SkyAssault,
        Action::Grant { .. } => Verb::Grant,
        Action::On { .. } => Verb::On,
        Action::Done { .. } => Verb::Done,
        Action::End => Verb::End,
        Action::Strike { .. } => Verb::Strike,
        Action::Lost { .. } => Verb::Lost,
        Action::LoseAlien => Verb::LoseAlien,
        Action::LosePod => Verb::LosePod,
        Action::Place { .. } => Verb::Place,
        Action::Pod { .. } => Verb::Pod,
        Action::Walk { .. } => Verb::Walk,
        Action::Shoot { .. } => Verb::Shoot,
        Action::Abduct { .. } => Verb::Abduct,
        Action::NoAbduction => Verb::NoAbduction,
        Action::Back { .. } => Verb::Back,
        Action::Flee { .. } => Verb::Flee,
    }
}

struct Writer<'a> {
    outlook: &'a Outlook<'a>,
    effects: &'a mut [f32],
}

impl Writer<'_> {
    fn put(&mut self, effect: Effect, value: f32) {
        self.effects[effect as usize] = value;
    }

    fn position(&self) -> &Ufo {
        self.outlook.position
    }

    fn tile(&self, hex: Hex) -> Option<TileIndex> {
        self.position().board().find(hex)
    }

    fn beyond(&self, tile: Option<TileIndex>, dir: Dir) -> Option<TileIndex> {
        beyond(self.position().board(), tile, dir)
    }

    fn action(&mut self, action: Action) -> Ends {
        match action {
            Action::Lay { at, .. } => (self.tile(at), None),
            Action::Turn { exits } => self.turn(exits),
            Action::Off { unit } | Action::Done { unit } | Action::Lost { unit } => {
                (self.unit(unit), None)
            }
            Action::Grant { unit } => (self.unit(unit), None),
            Action::On { unit, .. } => (self.unit(unit), None),
            Action::Move { unit, dir } | Action::Back { unit, dir } => self.walk_unit(unit, dir),
            Action::Cannon { unit, at } => self.shot(unit, Weapon::Cannon, self.tile(at)),
            Action::Fire { unit, at } => self.shot(unit, Weapon::SmallArms, self.tile(at)),
            Action::Missile { at } => self.shot(Unit::I1, Weapon::Missile, self.tile(at)),
            Action::Mortar { unit, dir } => {
                let to = self.beyond(self.position().unit_tile(unit), dir);
                self.shot(unit, Weapon::Mortar, to)
            }
            Action::Sky | Action::SkyAssault => (self.unit(Unit::C), None),
            Action::End | Action::NoAbduction => (None, None),
            Action::Strike { at, dir } => self.strike(at, dir),
            Action::LoseAlien | Action::LosePod => (None, self.shot_at()),
            Action::Place { at } => self.come(self.tile(at), 1.0, 1),
            Action::Pod { at } => self.pod(self.tile(at)),
            Action::Walk { at, dir, count } => self.walk_aliens(self.tile(at), dir, count),
            Action::Shoot { at, dir } => self.volley(self.tile(at), dir),
            Action::Abduct { at } => self.abduct(self.tile(at)),
            Action::Flee { dir, count } => self.flee(dir, count),
        }
    }

    /// Describes the unit and returns its tile.
    fn unit(&mut self, unit: Unit) -> Option<TileIndex> {
        let passenger = unit.is_gun() && self.position().passenger_of(unit).is_some();
        let active = self.position().active() == Some(unit);
        self.put(Effect::UnitIsCommand, flag(unit == Unit::C));
        self.put(Effect::UnitIsGun, flag(unit.is_gun()));
        self.put(Effect::UnitIsTeam, flag(unit.is_team()));
        self.put(Effect::UnitIsMissile, flag(unit == Unit::I1));
        self.put(Effect::UnitHasPassenger, flag(passenger));
        self.put(Effect::UnitActive, flag(active));
        self.position().unit_tile(unit)
    }

    fn walk_unit(&mut self, unit: Unit, dir: Dir) -> Ends {
        let from = self.unit(unit);
        let to = self.beyond(from, dir);
        let (Some(a), Some(b)) = (from, to) else {
            return (from, to);
        };
        let outlook = self.outlook;
        self.put(
            Effect::Progress,
            nearer(
                outlook.ground.goal[a as usize],
                outlook.ground.goal[b as usize],
            ),
        );
        self.put(
            Effect::Gathering,
            nearer(outlook.command_distance(a), outlook.command_distance(b)),
        );
        let heavy = self
            .position()
            .kinds()
            .is_heavy(self.position().board().kind(a));
        let rolls = heavy && unit.is_mobile();
        self.put(Effect::GetsAway, if rolls { 0.5 } else { 1.0 });
        if self.position().ufo_tile() == Some(b) {
            let moved = 1 + self.effects[Effect::UnitHasPassenger as usize] as u32;
            let dice = self.position().units_on(b).count_ones() + moved;
            let dice = dice + u32::from(self.position().sky_die());
            self.put(Effect::AssaultDice, dice as f32 / 5.0);
            self.put(Effect::AssaultScore, super::assault_score(dice));
        }
        (from, to)
    }

    fn shot(&mut self, unit: Unit, weapon: Weapon, to: Option<TileIndex>) -> Ends {
        let from = self.unit(unit);
        if let Some(tile) = to {
            let (dice, threshold) = self.position().dice_of(unit, weapon, tile);
            let cap = u32::from(self.position().targets_at(tile));
            self.hits(dice, threshold, cap);
        }
        (from, to)
    }

    fn hits(&mut self, dice: u32, threshold: u8, cap: u32) {
        let (expected, all) = hit_odds(dice, threshold, cap);
        self.put(Effect::Hits, expected);
        self.put(Effect::ClearsTile, all);
    }

    fn strike(&mut self, at: Hex, dir: Dir) -> Ends {
        let first = self.tile(at);
        let middle = self.beyond(first, dir);
        let last = self.beyond(middle, dir);
        let (mut targets, mut units) = (0, 0);
        for tile in [first, middle, last].into_iter().flatten() {
            targets += u32::from(self.position().targets_at(tile)).min(2);
            units += self.position().units_on(tile).count_ones().min(2);
        }
        self.put(Effect::RunTargets, targets as f32 / 4.0);
        self.put(Effect::RunUnits, units as f32 / 4.0);
        (first, middle)
    }

    /// The tile on which the Alien player chooses what is lost.
    fn shot_at(&self) -> Option<TileIndex> {
        match self.position().task() {
            Task::Lose { tile, .. } => Some(tile),
            Task::BombingLose { run, .. } => Some(run.tile),
            _ => None,
        }
    }

    /// So many Aliens come to a tile (on average, for the Pod).
    fn come(&mut self, to: Option<TileIndex>, expected: f32, count: u8) -> Ends {
        self.put(Effect::Aliens, expected / 4.0);
        if let Some(tile) = to {
            let left = self.outlook.alien_actions().saturating_sub(1);
            let way = self.outlook.ground.to_troops[tile as usize];
            self.put(Effect::InTime, flag(way <= left));
            self.outcome_at(tile, count);
        }
        (None, to)
    }

    /// Abduction and overstacking on a tile to which `count` more unspent Aliens come.
    fn outcome_at(&mut self, tile: TileIndex, count: u8) {
        let outlook = self.outlook;
        let fresh = outlook.ground.fresh(tile);
        let before = outlook.abduction(tile, fresh).0;
        let (alien, shado) = outlook.abduction(tile, fresh + count);
        if self.position().units_on(tile) != 0 {
            self.put(Effect::AlienWinsThen, alien);
            self.put(Effect::ShadoWinsThen, shado);
            self.put(Effect::AlienWinsGain, alien - before);
        }
        let total = self.position().aliens_on(tile) + count;
        self.put(Effect::Overstack, f32::from(total.saturating_sub(4)) / 4.0);
    }

    fn pod(&mut self, to: Option<TileIndex>) -> Ends {
        let crew = to.map_or(0, |tile| self.outlook.pod_crew(tile));
        let expected = f32::from(crew) / 6.0;
        self.come(to, expected, expected.round() as u8)
    }

    fn walk_aliens(&mut self, from: Option<TileIndex>, dir: Dir, count: u8) -> Ends {
        let to = self.beyond(from, dir);
        let (Some(a), Some(b)) = (from, to) else {
            return (from, to);
        };
        let outlook = self.outlook;
        self.come(to, f32::from(count), count);
        self.put(
            Effect::AllAliens,
            flag(count == self.position().aliens_on(a)),
        );
        self.put(
            Effect::Approach,
            nearer(
                outlook.ground.to_troops[a as usize],
                outlook.ground.to_troops[b as usize],
            ),
        );
        self.put(
            Effect::Progress,
            nearer(
                outlook.ground.goal[a as usize],
                outlook.ground.goal[b as usize],
            ),
        );
        (from, to)
    }

    fn volley(&mut self, from: Option<TileIndex>, dir: Dir) -> Ends {
        let to = self.beyond(from, dir);
        if let (Some(a), Some(b)) = (from, to) {
            let dice = u32::from(self.position().aliens_on(a));
            self.hits(dice, 6, u32::from(self.outlook.on_foot(b)));
        }
        (from, to)
    }

    fn abduct(&mut self, to: Option<TileIndex>) -> Ends {
        if let Some(tile) = to {
            self.put(
                Effect::Aliens,
                f32::from(self.outlook.ground.fresh(tile)) / 4.0,
            );
            self.outcome_at(tile, 0);
        }
        (None, to)
    }

    fn flee(&mut self, dir: Dir, count: u8) -> Ends {
        let from = match self.position().task() {
            Task::DriveOff { tile, .. } => Some(tile),
            _ => None,
        };
        let ends = self.walk_aliens(from, dir, count);
        // Those who flee are spent.
        self.put(Effect::AlienWinsThen, 0.0);
        self.put(Effect::ShadoWinsThen, 0.0);
        self.put(Effect::AlienWinsGain, 0.0);
        ends
    }

    fn turn(&mut self, exits: u8) -> Ends {
        let Lay::Turn { tile, dir, kind } = self.position().laying() else {
            return (None, None);
        };
        let board = self.position().board();
        let laid = Laid::new(board, board.hex(tile).step(dir), exits);
        self.put(Effect::NewOpenExits, laid.open as f32 / 3.0);
        self.put(Effect::NewConnections, laid.joined as f32 / 3.0);
        self.put(Effect::NewBlocked, laid.blocked as f32 / 3.0);
        self.put(Effect::OpenExitsThen, laid.open_then as f32 / 10.0);
        self.kind(kind);
        (Some(tile), None)
    }

    /// Heavy going in hand shows where a move's way out would.
    fn kind(&mut self, kind: KindIndex) {
        let heavy = self.position().kinds().is_heavy(kind);
        self.put(Effect::GetsAway, if heavy { 0.5 } else { 1.0 });
    }
}
