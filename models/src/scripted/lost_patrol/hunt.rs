//! How the lurkers think their actions through.
//!
//! They look at every sequence of up to three actions that can serve an ambush, and judge where it leaves the
//! stacks: by the ambushes that follow at once, and by those to come.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use moonbase_engine::board::{Bits, MAX_TILES, TileIndex, TileMask};
use moonbase_engine::hex::Hex;
use moonbase_engine::lost_patrol::{Action, LostPatrol, Verb};

use super::worth::{MOST, Odds, brought, cheapest};
use crate::scripted::paths::{Distances, walking};

/// What a failed ambush costs: a lurker, and the stack's place.
const FAILURE: f64 = 0.1;

/// What it is worth to drive soldiers back without killing one.
const DRIVEN: f64 = 0.15;

/// What it is worth to drive soldiers off the ship: the game goes on.
const OFF_THE_SHIP: f64 = 8.0;

/// Ambushes of the next turn count so much.
const LATER: f64 = 0.4;

/// A garrison of the ship, before anybody is on it.
const GARRISON: f64 = 0.5;

/// Lurkers on each tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Counts {
    on: [u8; MAX_TILES],
    /// Tiles that have some.
    tiles: TileMask,
}

impl Counts {
    /// Lurkers on a tile.
    pub(super) fn on(&self, tile: TileIndex) -> u8 {
        self.on[tile as usize]
    }

    fn set(&mut self, tile: TileIndex, count: u8) {
        self.on[tile as usize] = count;
        self.tiles = self.tiles & !(1 << tile) | u64::from(count > 0) << tile;
    }

    fn add(&mut self, tile: TileIndex, more: u8) {
        self.set(tile, self.on(tile) + more);
    }
}

/// The largest stack that hopes are asked for, and one more.
const SIZES: usize = MOST as usize + 5;

/// A tile with soldiers.
struct Prey {
    tile: TileIndex,
    way: Distances,
    /// What an ambush by so many gains.
    gains: [f64; MOST as usize + 1],
}

impl Prey {
    fn gain(&self, lurkers: u8) -> f64 {
        self.gains[lurkers.min(MOST) as usize]
    }
}

/// The soldiers to fall upon, and the ways to them.
pub(super) struct Hunt<'a> {
    position: &'a LostPatrol,
    prey: Vec<Prey>,
    /// Where a new stack may be put.
    fresh: TileMask,
    /// Per tile and size of a stack, its hope; not a number until it is asked for.
    hopes: [[Cell<f64>; SIZES]; MAX_TILES],
    /// What was found out of stacks with a supply and some actions left.
    known: RefCell<HashMap<(Counts, u8, u8), f64>>,
}

impl<'a> Hunt<'a> {
    pub(super) fn new(position: &'a LostPatrol) -> Self {
        let prey = |tile| Prey {
            tile,
            way: walking(position.board(), 1 << tile),
            gains: std::array::from_fn(|lurkers| gain(position, tile, lurkers as u8)),
        };
        let new = position
            .legal_groups()
            .find(|group| group.verb == Verb::New);
        Hunt {
            position,
            prey: Bits(position.tiles_with_soldiers()).map(prey).collect(),
            fresh: new.map_or(0, |group| group.mask),
            hopes: [const { [const { Cell::new(f64::NAN) }; SIZES] }; MAX_TILES],
            known: RefCell::default(),
        }
    }

    /// What the lurkers can make of it with so many actions more.
    pub(super) fn best(&self, counts: &Counts, supply: u8, actions: u8) -> f64 {
        if actions == 0 {
            return self.judge(counts, supply);
        }
        // The same actions in another order come to the same.
        let key = (*counts, supply, actions);
        let known = self.known.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let mut best = self.judge(counts, supply);
            self.each_step(counts, supply, &mut |counts, supply| {
                best = best.max(self.best(counts, supply, actions - 1));
            });
            self.known.borrow_mut().insert(key, best);
            best
        })
    }

    /// The actions that can serve an ambush.
    fn each_step(&self, counts: &Counts, supply: u8, go: &mut impl FnMut(&Counts, u8)) {
        if supply > 0 {
            let fresh = Bits(self.fresh & !counts.tiles);
            for tile in Bits(counts.tiles).chain(fresh) {
                let mut after = *counts;
                after.add(tile, supply.min(2));
                go(&after, supply - supply.min(2));
            }
        }
        for from in Bits(counts.tiles) {
            for to in self.places_to_go(from, counts.on(from)) {
                let mut after = *counts;
                let steps = walk(&mut after, from, to.0, to.1);
                go(&after, supply + steps);
            }
        }
    }

    /// Tiles with soldiers within a stack's reach, and the steps there.
    fn places_to_go(&self, from: TileIndex, count: u8) -> impl Iterator<Item = (TileIndex, u8)> {
        let steps = move |prey: &Prey| (prey.tile, prey.way[from as usize]);
        let near = self.prey.iter().map(steps);
        near.filter(move |(_, steps)| (1..count).contains(steps))
    }

    /// The ambushes that these stacks can make now, those that they can make after two more and a walk, and the
    /// ship's garrison.
    pub(super) fn judge(&self, counts: &Counts, supply: u8) -> f64 {
        let now = |prey: &Prey| prey.gain(counts.on(prey.tile)).max(0.0);
        let now: f64 = self.prey.iter().map(now).sum();
        now + LATER * self.later(counts, supply) + self.garrison(counts)
    }

    fn later(&self, counts: &Counts, supply: u8) -> f64 {
        let more = brought(self.position, 2).min(supply);
        let hope = |tile: TileIndex| {
            let most = (counts.on(tile) + more).min(MOST + 4);
            self.hope(tile, most) + 0.03 * f64::from(counts.on(tile).min(MOST))
        };
        let stacks = Bits(counts.tiles);
        let (mut best, mut sum) = (0.0f64, 0.0);
        for hope in stacks.map(hope) {
            (best, sum) = (best.max(hope), sum + hope);
        }
        best + 0.3 * (sum - best)
    }

    /// The best ambush that a stack of so many, at most four more than may stay, on a tile may come to.
    pub(super) fn hope(&self, tile: TileIndex, count: u8) -> f64 {
        let known = &self.hopes[tile as usize][count as usize];
        if known.get().is_nan() {
            known.set(self.work_out_hope(tile, count));
        }
        known.get()
    }

    fn work_out_hope(&self, tile: TileIndex, count: u8) -> f64 {
        let hopes = self.prey.iter().map(|prey| {
            let steps = prey.way[tile as usize];
            prey.gain(count.saturating_sub(steps)) - 0.05 * f64::from(steps)
        });
        hopes.fold(0.0, f64::max)
    }

    fn garrison(&self, counts: &Counts) -> f64 {
        let ship = self.position.ship_tile();
        let on_ship = ship.map_or(0, |ship| counts.on(ship).min(MOST));
        GARRISON * f64::from(on_ship) / f64::from(MOST)
    }
}

/// A stack walks; a lurker is lost at each step.
fn walk(counts: &mut Counts, from: TileIndex, to: TileIndex, steps: u8) -> u8 {
    let arriving = counts.on(from).saturating_sub(steps);
    let lost = counts.on(from) - arriving;
    counts.set(from, 0);
    counts.add(to, arriving);
    lost
}

/// The stacks after an action of the lurkers', and the supply.
pub(super) fn after(position: &LostPatrol, action: Action) -> (Counts, u8) {
    let (mut counts, mut supply) = (counts_of(position), position.supply());
    match action {
        Action::New { at } | Action::Add { at } => {
            let more = supply.min(2);
            counts.add(position.tile_at(at), more);
            supply -= more;
        }
        Action::Go { from, to } => supply += go(position, &mut counts, from, to),
        _ => {}
    }
    (counts, supply)
}

fn go(position: &LostPatrol, counts: &mut Counts, from: Hex, to: Hex) -> u8 {
    let (from, to) = (position.tile_at(from), position.tile_at(to));
    let steps = walking(position.board(), 1 << to)[from as usize];
    walk(counts, from, to, steps)
}

/// Lurkers on each tile.
pub(super) fn counts_of(position: &LostPatrol) -> Counts {
    let mut counts = Counts {
        on: [0; MAX_TILES],
        tiles: 0,
    };
    for tile in Bits(position.tiles_with_lurkers()) {
        counts.set(tile, position.lurkers_on(tile));
    }
    counts
}

/// What an ambush gains, in troopers, less what a failure costs.
pub(super) fn gain(position: &LostPatrol, tile: TileIndex, lurkers: u8) -> f64 {
    if lurkers == 0 {
        return 0.0;
    }
    let odds = Odds::on(position, tile, lurkers);
    let prize = cheapest(position.soldiers_on(tile)) + DRIVEN;
    let gain = odds.lurker * prize + odds.draw * DRIVEN - odds.patrol * FAILURE;
    match position.ship_tile() == Some(tile) {
        true => gain + OFF_THE_SHIP * (odds.lurker + odds.draw),
        false => gain,
    }
}
