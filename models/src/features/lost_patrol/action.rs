//! The numbers of an action of `lost_patrol`: its kind, the soldier, the tiles it starts from and aims at, and
//! what comes of it.

use moonbase_engine::board::{Bits, MAX_TILES, TileIndex};
use moonbase_engine::hex::{Dir, Hex};
use moonbase_engine::lost_patrol::{Action, LostPatrol, Soldier, Task};

use super::super::ground::{Ends, Laid, TileRows, beyond, nearer, write_action};
use super::super::{feature_names, flag};
use super::outlook::{MOST_LURKERS, Outlook};
use super::tile::{self, TILE_LEN};
use crate::hits::hit_odds;

feature_names! {
    /// The kinds of action, one of which is 1.
    Verb {
        Lay, Move, Fire, Done, Keep, New, Add, Go, End, Ambush, NoAmbush, Lost, Back, Flee,
    }
}

feature_names! {
    /// The soldier that acts, and what comes of the action.
    Effect {
        SoldierIsSergeant,
        SoldierIsLauncher,
        /// The soldier is in the middle of its activation.
        SoldierActive,
        /// Steps nearer to the goal.
        Progress,
        /// Steps nearer to the soldiers (for lurkers).
        Approach,
        /// Steps nearer to the lurkers (for soldiers).
        Exposure,
        /// Chance of getting away from lianas.
        GetsAway,
        /// Expected hits, and the chance to hit all lurkers.
        Hits,
        ClearsTile,
        /// Lurkers that come, arrive, or ambush; and those lost on the way.
        Lurkers,
        LurkersSpent,
        /// The lurkers' chance to win an ambush on the tile aimed at after the action, and the patrol's.
        LurkerWinsThen,
        PatrolWinsThen,
        /// Gain in the chance to win it.
        LurkerWinsGain,
        /// Lurkers on the tile aimed at beyond the limit of six.
        Excess,
        /// Soldiers on the tile aimed at after the action.
        SoldiersThen,
        /// Of a tile laid: open exits, connections and blocked edges that it makes.
        NewOpenExits,
        NewConnections,
        NewBlocked,
        /// Open exits anywhere after the tile is laid.
        OpenExitsThen,
        DeadEnd,
        /// It leads on in the direction in which it is laid.
        Straight,
        /// Of a group kept: its share of the soldiers and of the lurkers, and whether the goal is in it.
        SoldiersKept,
        LurkersKept,
        GoalKept,
    }
}

/// Numbers per action.
pub const ACTION_LEN: usize = Verb::NAMES.len() + Effect::NAMES.len() + 2 * TILE_LEN;

/// What several actions of a position ask for, computed once.
pub struct Cache<'a> {
    pub tiles: TileRows<'a, TILE_LEN>,
    pub steps: Steps,
}

/// Steps from the tile of a stack that may go.
pub type Steps = Option<(TileIndex, [u8; MAX_TILES])>;

/// Writes the numbers of `action` to `row` (`ACTION_LEN` long, zeroed).
pub fn describe(outlook: &Outlook, cache: &mut Cache, action: Action, row: &mut [f32]) {
    let Cache { tiles, steps } = cache;
    let sizes = (
        verb_of(action) as usize,
        Verb::NAMES.len(),
        Effect::NAMES.len(),
    );
    let act = |effects: &mut [f32]| Writer { outlook, effects }.action(action, steps);
    write_action(row, sizes, tiles, act, |tile, row| {
        tile::describe(outlook, tile, row)
    });
}

fn verb_of(action: Action) -> Verb {
    match action {
        Action::Lay { .. } => Verb::Lay,
        Action::Move { .. } => Verb::Move,
        Action::Fire { .. } => Verb::Fire,
        Action::Done { .. } => Verb::Done,
        Action::Keep { .. } => Verb::Keep,
        Action::New { .. } => Verb::New,
        Action::Add { .. } => Verb::Add,
        Action::Go { .. } => Verb::Go,
        Action::End => Verb::End,
        Action::Ambush { .. } => Verb::Ambush,
        Action::NoAmbush => Verb::NoAmbush,
        Action::Lost { .. } => Verb::Lost,
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

    fn position(&self) -> &LostPatrol {
        self.outlook.position
    }

    fn tile(&self, hex: Hex) -> Option<TileIndex> {
        self.position().board().find(hex)
    }

    fn beyond(&self, tile: Option<TileIndex>, dir: Dir) -> Option<TileIndex> {
        beyond(self.position().board(), tile, dir)
    }

    fn action(&mut self, action: Action, steps: &mut Steps) -> Ends {
        match action {
            Action::Lay { at, dir, exits } => self.lay(at, dir, exits),
            Action::Move { soldier, dir } => self.walk(soldier, dir, true),
            Action::Back { soldier, dir } => self.walk(soldier, dir, false),
            Action::Fire { soldier } => self.fire(soldier),
            Action::Done { soldier } | Action::Lost { soldier } => (self.soldier(soldier), None),
            Action::Keep { at } => self.keep(self.tile(at)),
            Action::New { at } | Action::Add { at } => {
                let count = self.outlook.fresh_counters();
                self.come(self.tile(at), count)
            }
            Action::Go { from, to } => self.go(self.tile(from), self.tile(to), steps),
            Action::End | Action::NoAmbush => (None, None),
            Action::Ambush { at } => self.ambush(self.tile(at)),
            Action::Flee { dir } => self.flee(dir),
        }
    }

    /// Describes the soldier and returns its tile.
    fn soldier(&mut self, soldier: Soldier) -> Option<TileIndex> {
        let active = self.position().active() == Some(soldier);
        self.put(Effect::SoldierIsSergeant, flag(soldier == Soldier::S));
        self.put(Effect::SoldierIsLauncher, flag(soldier == Soldier::L));
        self.put(Effect::SoldierActive, flag(active));
        self.position().soldier_tile(soldier)
    }

    /// A soldier moves, which lianas may hinder, or retreats, which they don't.
    fn walk(&mut self, soldier: Soldier, dir: Dir, rolls: bool) -> Ends {
        let from = self.soldier(soldier);
        let to = self.beyond(from, dir);
        let (Some(a), Some(b)) = (from, to) else {
            return (from, to);
        };
        let (outlook, ground) = (self.outlook, &self.outlook.ground);
        let steps = |table: &[u8; MAX_TILES]| nearer(table[a as usize], table[b as usize]);
        let stuck = rolls && outlook.is_heavy(a);
        self.put(Effect::Progress, steps(&ground.goal));
        self.put(Effect::Exposure, steps(&ground.to_stacks));
        self.put(Effect::GetsAway, if stuck { 0.5 } else { 1.0 });
        let there = self.position().soldiers_on(b) | soldier.bit();
        let (lurker, patrol) = outlook.ambush_on(b, outlook.gathered(b), there);
        let before = outlook.ambush(a, outlook.gathered(a)).0;
        self.contest(lurker, patrol, lurker - before);
        self.put(Effect::SoldiersThen, there.count_ones() as f32 / 3.0);
        (from, to)
    }

    fn contest(&mut self, lurker: f32, patrol: f32, gain: f32) {
        self.put(Effect::LurkerWinsThen, lurker);
        self.put(Effect::PatrolWinsThen, patrol);
        self.put(Effect::LurkerWinsGain, gain);
    }

    fn fire(&mut self, soldier: Soldier) -> Ends {
        let tile = self.soldier(soldier);
        if let Some(tile) = tile {
            let lurkers = self.position().lurkers_on(tile);
            let (expected, all) = hit_odds(soldier.dice(), 6, lurkers.into());
            self.put(Effect::Hits, expected);
            self.put(Effect::ClearsTile, all);
        }
        (tile, None)
    }

    fn keep(&mut self, first: Option<TileIndex>) -> Ends {
        let Some(first) = first else {
            return (None, None);
        };
        let (position, ground) = (self.position(), &self.outlook.ground);
        let group = position.board().within(1 << first, MAX_TILES);
        let kept = |tile: TileIndex| group >> tile & 1 == 1;
        let soldiers = Bits(group).map(|tile| position.soldiers_on(tile).count_ones());
        let (soldiers, lurkers) = (soldiers.sum::<u32>(), ground.counters(kept));
        let goal = Bits(group).any(|tile| ground.goal[tile as usize] == 0);
        self.put(Effect::SoldiersKept, soldiers as f32 / 5.0);
        self.put(Effect::LurkersKept, lurkers / 18.0);
        self.put(Effect::GoalKept, flag(goal));
        (None, None)
    }

    /// So many unspent lurkers come to a tile.
    fn come(&mut self, to: Option<TileIndex>, count: u8) -> Ends {
        if let Some(tile) = to {
            let (outlook, fresh) = (self.outlook, self.outlook.ground.fresh(tile));
            self.put(Effect::Lurkers, f32::from(count) / 6.0);
            if self.position().soldiers_on(tile) != 0 {
                let (lurker, patrol) = outlook.ambush(tile, fresh + count);
                let before = outlook.ambush(tile, fresh).0;
                self.contest(lurker, patrol, lurker - before);
            }
            self.crowd(tile, count);
        }
        (None, to)
    }

    fn crowd(&mut self, tile: TileIndex, count: u8) {
        let lurkers = self.position().lurkers_on(tile) + count;
        let excess = lurkers.saturating_sub(MOST_LURKERS);
        self.put(Effect::Excess, f32::from(excess) / 6.0);
        let soldiers = self.position().soldiers_on(tile).count_ones();
        self.put(Effect::SoldiersThen, soldiers as f32 / 3.0);
    }

    fn go(&mut self, from: Option<TileIndex>, to: Option<TileIndex>, known: &mut Steps) -> Ends {
        let (Some(a), Some(b)) = (from, to) else {
            return (from, to);
        };
        let ground = &self.outlook.ground;
        let same = known.filter(|(tile, _)| *tile == a);
        let (_, steps) = *known.insert(same.unwrap_or_else(|| (a, ground.steps_from(a))));
        let (count, way) = (self.position().lurkers_on(a), steps[b as usize]);
        self.come(to, count.saturating_sub(way));
        self.put(Effect::LurkersSpent, f32::from(way) / 6.0);
        self.approach(a, b);
        (from, to)
    }

    fn approach(&mut self, from: TileIndex, to: TileIndex) {
        let ground = &self.outlook.ground;
        let steps = |table: &[u8; MAX_TILES]| nearer(table[from as usize], table[to as usize]);
        self.put(Effect::Approach, steps(&ground.to_troops));
        self.put(Effect::Progress, steps(&ground.goal));
    }

    fn ambush(&mut self, to: Option<TileIndex>) -> Ends {
        if let Some(tile) = to {
            let fresh = self.outlook.ground.fresh(tile);
            let (lurker, patrol) = self.outlook.ambush(tile, fresh);
            self.put(Effect::Lurkers, f32::from(fresh) / 6.0);
            self.contest(lurker, patrol, 0.0);
            self.crowd(tile, 0);
        }
        (None, to)
    }

    /// The lurkers that lost an ambush are spent: they threaten nobody this turn.
    fn flee(&mut self, dir: Dir) -> Ends {
        let from = match self.position().task() {
            Task::Flee { tile } => Some(tile),
            _ => None,
        };
        let to = self.beyond(from, dir);
        if let (Some(a), Some(b)) = (from, to) {
            let count = self.position().lurkers_on(a);
            self.put(Effect::Lurkers, f32::from(count) / 6.0);
            self.crowd(b, count);
            self.approach(a, b);
        }
        (from, to)
    }

    fn lay(&mut self, at: Hex, dir: Dir, exits: u8) -> Ends {
        let board = self.position().board();
        let laid = Laid::new(board, at.step(dir), exits);
        self.put(Effect::NewOpenExits, laid.open as f32 / 3.0);
        self.put(Effect::NewConnections, laid.joined as f32 / 3.0);
        self.put(Effect::NewBlocked, laid.blocked as f32 / 3.0);
        self.put(Effect::OpenExitsThen, laid.open_then as f32 / 10.0);
        self.put(Effect::DeadEnd, flag(exits.is_power_of_two()));
        self.put(Effect::Straight, flag(exits >> dir & 1 == 1));
        let Task::Place { kind } = self.position().task() else {
            return (self.tile(at), None);
        };
        // Lianas in hand show where a move's way out of them would.
        let heavy = self.position().kinds().is_heavy(kind);
        self.put(Effect::GetsAway, if heavy { 0.5 } else { 1.0 });
        (self.tile(at), None)
    }
}
