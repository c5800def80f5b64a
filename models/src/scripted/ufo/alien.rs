//! What the Aliens do.
//!
//! 1. If a strike is likely enough to succeed, carry it out: walk, place, drop the Pod.
//! 2. Else gather: the Pod where many come out; Aliens two or three steps from SHADO, out of its sight and of its
//!    mortars' reach, at most four on a tile (more would have to leave).
//! 3. Shoot at teams on foot.
//! 4. Once among SHADO's units, try to abduct: a failure costs one Alien, which comes back.

use moonbase_engine::Game;
use moonbase_engine::board::{Bits, TileIndex};
use moonbase_engine::hex::Hex;
use moonbase_engine::ufo::{Action, TEAMS, Ufo};

use super::odds::{abduction, some_six};
use super::strike::{Strike, pod_on};
use super::table::Table;
use super::worth::cheapest_unit;
use super::{forest, losses};

/// A strike is tried from these odds on.
const ENOUGH: f64 = 0.4;

/// Aliens that may stay on a tile.
const STACK: u8 = 4;

/// A turn of the Aliens: what they see, and whether they strike.
pub(super) struct Alien<'a> {
    table: &'a Table<'a>,
    position: &'a Ufo,
    strike: Option<Strike>,
}

impl<'a> Alien<'a> {
    pub(super) fn new(table: &'a Table<'a>) -> Self {
        let enough = if last_stand(table) { 0.05 } else { ENOUGH };
        let best = table.prey().best(table.position);
        Alien {
            table,
            position: table.position,
            strike: best.filter(|strike| strike.odds >= enough),
        }
    }

    /// The score of an action in phase 3.
    pub(super) fn score(&self, action: Action) -> f64 {
        let striking = self
            .strike
            .as_ref()
            .map_or(0.0, |strike| self.striking(strike, action));
        striking + self.gathering(action)
    }

    /// Actions that belong to the strike come first: the Pod, for what comes out may change the plan, then
    /// placing, then walking, the farthest group first.
    fn striking(&self, strike: &Strike, action: Action) -> f64 {
        match action {
            Action::Pod { at } if strike.pod => 30.0 * self.is(at, strike.target),
            Action::Place { at } => 20.0 * strike.place.map_or(0.0, |tile| self.is(at, tile)),
            Action::Walk { at, dir, count } => {
                let from = self.position.tile_at(at);
                let to = self.position.board().neighbour(from, dir);
                let whole = count == self.position.aliens_on(from);
                let nearer = strike.way[to as usize] < strike.way[from as usize];
                let part = strike.walkers >> from & 1 == 1;
                if whole && nearer && part {
                    10.0 + f64::from(strike.way[from as usize])
                } else {
                    0.0
                }
            }
            _ => 0.0,
        }
    }

    /// What an action brings while Aliens gather, in Aliens well placed.
    fn gathering(&self, action: Action) -> f64 {
        match action {
            Action::Place { at } => self.lurking(self.position.tile_at(at), 1),
            Action::Pod { at } => {
                let tile = self.position.tile_at(at);
                // Beyond what a tile holds the rest must walk on, or is lost again.
                pod_on(self.position, tile) * (0.2 + self.lurking(tile, 2))
            }
            Action::Walk { at, dir, count } => {
                let from = self.position.tile_at(at);
                let to = self.position.board().neighbour(from, dir);
                let gain = self.lurking(to, count) - self.staying(from);
                f64::from(count) * gain - 0.05
            }
            Action::Shoot { at, dir } => {
                let from = self.position.tile_at(at);
                let to = self.position.board().neighbour(from, dir);
                let prey = self.position.units_on(to) & TEAMS & !self.position.teams_aboard();
                2.5 * some_six(self.position.aliens_on(from)) * cheapest_unit(self.position, prey)
            }
            _ => 0.0,
        }
    }

    fn is(&self, at: Hex, tile: TileIndex) -> f64 {
        f64::from(u8::from(self.position.tile_at(at) == tile))
    }

    /// How good it is for `more` Aliens to come to a tile, each: 0 to 1.
    fn lurking(&self, tile: TileIndex, more: u8) -> f64 {
        let there = self.position.aliens_on(tile);
        let room = STACK.saturating_sub(there).min(more);
        self.ambush(tile) * f64::from(room) / f64::from(more)
    }

    /// How good it is for the Aliens there to stay, each.
    fn staying(&self, tile: TileIndex) -> f64 {
        let there = self.position.aliens_on(tile);
        self.ambush(tile) * f64::from(there.min(STACK)) / f64::from(there.max(1))
    }

    /// How good a tile is to lie in wait on: near SHADO, but neither seen nor under its mortars.
    fn ambush(&self, tile: TileIndex) -> f64 {
        let near = match self.table.to_units()[tile as usize] {
            0 => 0.3,
            1 => 0.6,
            2 => 1.0,
            3 => 0.8,
            4 => 0.55,
            5 => 0.4,
            _ => 0.25,
        };
        let exposed = self.table.seen() >> tile & 1 == 1;
        let shelled = self.table.shelled() >> tile & 1 == 1;
        near * if exposed { 0.35 } else { 1.0 } * if shelled { 0.6 } else { 1.0 }
    }
}

/// Can SHADO reach the UFO with its next moves? Then even a poor strike is better than none.
fn last_stand(table: &Table) -> bool {
    let position = table.position;
    position.ufo_placed()
        && Bits(position.tiles_with_units()).any(|tile| table.drive()[tile as usize] <= 2)
}

/// The score of an Alien decision outside phase 3.
pub(super) fn score_reaction(table: &Table, action: Action) -> f64 {
    let position = table.position;
    match action {
        Action::Lay { at, dir } => forest::score_lay(position, at, dir),
        Action::Turn { exits } => forest::score_turn(position, exits),
        Action::LosePod => losses::score_lose_pod(position),
        Action::Abduct { at } => score_abduction(position, position.tile_at(at)),
        Action::Back { unit, dir } => losses::score_pushing_back(table, unit, dir),
        Action::Flee { dir, count } => losses::score_flee(table, dir, count),
        _ => 0.0,
    }
}

/// What an attempt is expected to take, less what a failure costs. Not to try scores 0.
fn score_abduction(position: &Ufo, tile: TileIndex) -> f64 {
    let fresh = position.aliens_on(tile) - position.spent_on(tile);
    let odds = abduction(f64::from(fresh), position.abduction_bonus(tile));
    let prize = cheapest_unit(position, position.units_on(tile));
    debug_assert!(position.options().aliens >= fresh);
    odds * prize - 0.1 * (1.0 - odds)
}
