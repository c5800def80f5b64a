//! What a good formation is.
//!
//! Before the ship is found: where many tiles are drawn; afterwards: the sergeant and troopers on the ship, the
//! launcher in sight of it. Always: where the lurkers' strongest ambush costs least.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;

use moonbase_engine::board::{Bits, MAX_TILES, NO_TILE, TileIndex, TileMask};
use moonbase_engine::lost_patrol::{LostPatrol, Soldier, SoldierMask};

use super::growth::drawn_from;
use super::worth::{Odds, ROOM, actions_a_turn, brought, cheapest};
use crate::scripted::paths::{Distances, heavy, lookouts, ploughing, walking};

/// What a tile drawn is worth, in troopers: it shortens the game.
const TILE: f64 = 0.12;

/// What it is worth to come to the ship.
const SHIP: f64 = 4.0;

/// Ambushes but the worst count so much: the lurkers rarely have the actions for two.
const SECOND: f64 = 0.3;

/// Ways longer than this are all the same.
const LONGEST: u8 = 12;

/// Where each soldier stands, [`NO_TILE`] for those that are not there.
pub(super) type Places = [TileIndex; 5];

/// Where the soldiers stand now.
pub(super) fn places(position: &LostPatrol) -> Places {
    Soldier::ALL.map(|soldier| position.soldier_tile(soldier).unwrap_or(NO_TILE))
}

/// The tiles that soldiers stand on.
pub(super) fn tiles_of(soldiers: &[TileIndex]) -> TileMask {
    let placed = soldiers.iter().filter(|tile| **tile != NO_TILE);
    placed.fold(0, |tiles, tile| tiles | 1 << tile)
}

/// The soldiers on a tile.
pub(super) fn soldiers_on(squad: &Places, tile: TileIndex) -> SoldierMask {
    let here = Soldier::ALL.iter().filter(|s| squad[**s as usize] == tile);
    here.fold(0, |mask, soldier| mask | soldier.bit())
}

/// What judging formations needs to know of the table.
pub(super) struct Ground<'a> {
    position: &'a LostPatrol,
    /// For a soldier on each tile, the tiles that clearing keeps; 0 until it is asked for.
    kept: [Cell<TileMask>; MAX_TILES],
    /// What formations on a set of tiles have of the jungle, once asked for.
    jungle: RefCell<HashMap<TileMask, f64>>,
    /// Stacks of lurkers, and the steps from them.
    stacks: Vec<(TileIndex, Distances)>,
    /// Moves to where the jungle grows, or to the ship.
    way: Distances,
    /// Moves to where the ship is seen.
    way_to_sight: Distances,
}

impl<'a> Ground<'a> {
    pub(super) fn new(position: &'a LostPatrol) -> Self {
        let board = position.board();
        let stacks = Bits(position.tiles_with_lurkers());
        let sight = position.ship_tile().map_or(0, |ship| board.sight(ship));
        Ground {
            position,
            kept: [const { Cell::new(0) }; MAX_TILES],
            jungle: RefCell::default(),
            stacks: stacks
                .map(|tile| (tile, walking(board, 1 << tile)))
                .collect(),
            way: ways_to_goal(position),
            way_to_sight: marching(position, sight),
        }
    }

    /// Moves to where the jungle grows, or to the ship.
    pub(super) fn way(&self, tile: TileIndex) -> f64 {
        length(self.way[tile as usize])
    }

    /// Moves to where the ship is seen.
    pub(super) fn way_to_sight(&self, tile: TileIndex) -> f64 {
        length(self.way_to_sight[tile as usize])
    }

    /// How good a formation is, in troopers.
    pub(super) fn worth(&self, squad: &Places) -> f64 {
        let goal = match self.position.ship_tile() {
            Some(ship) => self.before_the_ship(squad, ship),
            None => self.in_the_jungle(tiles_of(squad)),
        };
        goal - self.danger(squad)
    }

    /// The tiles that soldiers on these will see drawn, and how near the first of them is to where the jungle grows.
    fn in_the_jungle(&self, tiles: TileMask) -> f64 {
        let known = self.jungle.borrow().get(&tiles).copied();
        known.unwrap_or_else(|| {
            let drawn = drawn_from(self.position, tiles, self.kept_for(tiles));
            let nearest = Bits(tiles).map(|tile| self.way(tile)).reduce(f64::min);
            let worth = TILE * drawn - 0.25 * nearest.unwrap_or(0.0);
            self.jungle.borrow_mut().insert(tiles, worth);
            worth
        })
    }

    /// The tiles that clearing keeps for soldiers on these.
    fn kept_for(&self, tiles: TileMask) -> TileMask {
        Bits(tiles).fold(0, |kept, tile| kept | self.kept(tile))
    }

    fn kept(&self, tile: TileIndex) -> TileMask {
        let (board, kept) = (self.position.board(), &self.kept[tile as usize]);
        if kept.get() == 0 {
            kept.set(match self.position.ship_placed() {
                true => board.all(),
                false => board.seen_from(board.reach(1 << tile, 2)),
            });
        }
        kept.get()
    }

    /// The chance to hold the ship, and how near those are that are needed there.
    fn before_the_ship(&self, squad: &Places, ship: TileIndex) -> f64 {
        let far = |soldier: Soldier| match squad[soldier as usize] {
            NO_TILE => 0.0,
            tile if soldier == Soldier::L => self.way_to_sight(tile),
            tile => self.way(tile),
        };
        let troopers = far(Soldier::T1) + far(Soldier::T2) + far(Soldier::T3);
        let near = -0.4 * (far(Soldier::S) + far(Soldier::L)) - 0.15 * troopers;
        near + SHIP * self.hold(squad, ship).unwrap_or(0.0)
    }

    /// The chance that those on the ship hold it against the most lurkers that can come; `None` if nobody is
    /// there.
    pub(super) fn hold(&self, squad: &Places, ship: TileIndex) -> Option<f64> {
        if soldiers_on(squad, ship) == 0 {
            return None;
        }
        let lurkers = self.arriving(ship, self.position.board().all());
        Some(self.odds(squad, ship, lurkers).patrol)
    }

    /// What the worst ambush costs that the lurkers can make next, and a part of the others, in troopers.
    pub(super) fn danger(&self, squad: &Places) -> f64 {
        let tiles = tiles_of(squad);
        let kept = self.kept_for(tiles);
        let (mut sum, mut most) = (0.0, 0.0f64);
        for tile in Bits(tiles) {
            let lurkers = self.arriving(tile, kept);
            let odds = self.odds(squad, tile, lurkers);
            let loss = odds.lurker * cheapest(soldiers_on(squad, tile));
            (sum, most) = (sum + loss, most.max(loss));
        }
        most + SECOND * (sum - most)
    }

    /// The odds of an ambush on a tile, as this formation has it.
    fn odds(&self, squad: &Places, tile: TileIndex, lurkers: u8) -> Odds {
        let soldiers = soldiers_on(squad, tile);
        let launcher = squad[Soldier::L as usize];
        let board = self.position.board();
        let seen = launcher != NO_TILE && board.sight(launcher) >> tile & 1 == 1;
        let bonus = u8::from(soldiers & Soldier::S.bit() != 0) + u8::from(seen);
        Odds::new(lurkers, bonus, soldiers.count_ones() as u8)
    }

    /// The most lurkers that can be on a tile when the ambushes begin.
    fn arriving(&self, tile: TileIndex, kept: TileMask) -> u8 {
        let actions = actions_a_turn(self.position);
        let walking = brought(self.position, actions - 1);
        let here = self.position.lurkers_on(tile);
        let stacks = self.stacks.iter().filter(|(at, _)| kept >> at & 1 == 1);
        let come = stacks.map(|(at, way)| match way[tile as usize] {
            0 => here + brought(self.position, actions),
            steps => (here + self.position.lurkers_on(*at) + walking).saturating_sub(steps),
        });
        // A new stack comes up next to the tile, or on the ship.
        let fresh = match self.position.ship_tile() == Some(tile) {
            true => brought(self.position, actions),
            false => walking.saturating_sub(1),
        };
        come.max().unwrap_or(0).max(here + fresh)
    }

    /// May one more soldier stay on the tile?
    pub(super) fn has_room(&self, squad: &Places, tile: TileIndex) -> bool {
        self.position.start_tile() == Some(tile) || soldiers_on(squad, tile).count_ones() < ROOM
    }
}

/// Moves from each tile to where the patrol wants to be.
pub(super) fn ways_to_goal(position: &LostPatrol) -> Distances {
    marching(position, goals(position))
}

/// As it counts in judgements: ways longer than [`LONGEST`] are all the same.
pub(super) fn length(way: u8) -> f64 {
    f64::from(way.min(LONGEST))
}

/// Where the patrol wants to be: on the ship, or until it is placed where it looks into the open.
fn goals(position: &LostPatrol) -> TileMask {
    match position.ship_tile() {
        Some(ship) => 1 << ship,
        None => lookouts(position.board()),
    }
}

/// Moves that a soldier needs from each tile to the nearest of `targets`: two, on the average, to leave
/// lianas.
pub(super) fn marching(position: &LostPatrol, targets: TileMask) -> Distances {
    let heavy = heavy(position.board(), position.kinds());
    ploughing(position.board(), heavy, targets)
}
