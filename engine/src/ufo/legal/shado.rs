//! SHADO's legal actions in phase 1.

use super::super::state::{NONE, Ufo, Weapon};
use super::super::units::{GUNS, MOBILES, TEAMS, Unit, UnitMask};
use super::{Group, Verb};
use crate::board::{Bits, NO_TILE, REAL_TILES, TileIndex, TileMask, tile_bit};
use crate::groups::{Sink, give};
use crate::hex::Dir;

impl Ufo {
    pub(super) fn each_shado(&self, sink: &mut impl Sink<Verb>) {
        let someone = self.active != NONE;
        let who = if someone {
            1 << self.active
        } else {
            self.alive() & !self.activated
        };
        let riding = self.aboard();
        give!(sink, Verb::Off, 0, who & riding);
        let who = who & !riding;
        let able = if someone && self.actions_left == 0 {
            0
        } else {
            who
        };
        self.each_move(able, sink);
        let targets = self.targets();
        if targets != 0 && self.each_shot(able, targets, sink) {
            return;
        }
        if self.each_command(able, who, sink) {
            return;
        }
        let room = self.mobiles_with_room();
        if room != 0 {
            for team in Unit::all_in(who & TEAMS) {
                give!(sink, Verb::On, team, self.mobiles_to_board(team));
            }
        }
        if someone {
            give!(sink, Verb::Done, 0, who);
        } else {
            give!(sink, Verb::End, 0, 1u8);
        }
    }

    fn each_move(&self, able: UnitMask, sink: &mut impl Sink<Verb>) {
        let shared = self.shared_tiles();
        let able = if self.moved { able & MOBILES } else { able };
        for unit in Unit::all_in(able) {
            give!(sink, Verb::Move, unit, self.move_dirs(unit, shared));
        }
    }

    /// Tiles with a limit where one more unit, and its passenger, may be too much: those that two units or
    /// more share, not counting passengers. Most often there are none.
    #[inline]
    fn shared_tiles(&self) -> TileMask {
        let mut places = self.at;
        for (team, carrier) in self.carrier.iter().enumerate() {
            places[4 + team] |= if *carrier == NONE { 0 } else { NO_TILE };
        }
        let (mut some, mut shared) = (0u64, 0);
        for tile in &places[..Unit::ALL.len()] {
            let here = 1 << (tile & 63);
            shared |= some & here;
            some |= here;
        }
        shared & REAL_TILES & !(1 << self.start_tile)
    }

    /// Returns whether the sink has had enough.
    fn each_shot(&self, able: UnitMask, targets: TileMask, sink: &mut impl Sink<Verb>) -> bool {
        let seen = |unit: Unit| self.board.sight(self.at[unit as usize]) & targets;
        let weapon = if self.active == NONE {
            None
        } else {
            self.weapon
        };
        let mut give = |verb, unit: Unit, tiles: TileMask| {
            tiles != 0 && sink(Group::new(verb, unit as u8, tiles))
        };
        let guns = || Unit::all_in(able & GUNS);
        if weapon != Some(Weapon::Mortar) && guns().any(|gun| give(Verb::Cannon, gun, seen(gun))) {
            return true;
        }
        let near = |gun: Unit| self.board.dirs_to(self.at[gun as usize], targets);
        let mut lob = |gun| match near(gun) {
            0 => false,
            dirs => sink(Group::new(Verb::Mortar, gun as u8, dirs)),
        };
        if weapon != Some(Weapon::Cannon) && guns().any(&mut lob) {
            return true;
        }
        let mut give = |verb, unit: Unit, tiles: TileMask| {
            tiles != 0 && sink(Group::new(verb, unit as u8, tiles))
        };
        let mut small = Unit::all_in(able & (Unit::C.bit() | TEAMS));
        small.any(|unit| give(Verb::Fire, unit, seen(unit)))
            || able & Unit::I1.bit() != 0 && give(Verb::Missile, Unit::I1, seen(Unit::I1))
    }

    /// The Command Mobile's own actions. Returns whether the sink has had enough.
    fn each_command(&self, able: UnitMask, who: UnitMask, sink: &mut impl Sink<Verb>) -> bool {
        let command = able & Unit::C.bit() != 0;
        if command && self.sky_left > 0 && self.has_run() && sink(Group::new(Verb::Sky, 0, 1u8)) {
            return true;
        }
        let assault = command && self.sky_left > 0 && self.ufo_tile != NO_TILE && !self.sky_die;
        if assault && sink(Group::new(Verb::SkyAssault, 0, 1u8)) {
            return true;
        }
        let grants =
            who & Unit::C.bit() != 0 && self.rules.options.command_grant && self.granted == NONE;
        let mask = if grants { self.units_to_grant() } else { 0 };
        mask != 0 && sink(Group::new(Verb::Grant, 0, mask))
    }

    /// Directions in which a unit may move by the stack limit; `shared`: see [`Ufo::shared_tiles`].
    #[inline]
    fn move_dirs(&self, unit: Unit, shared: TileMask) -> u8 {
        let from = self.at[unit as usize];
        let joined = self.board.joined(from);
        let near = self.board.connected_tiles(from) & shared;
        if near == 0 {
            return joined;
        }
        let movers = self.movers(unit);
        let full = |tile: &TileIndex| !within_limit(self.units_at(*tile) | movers);
        let full = Bits(near)
            .filter(full)
            .fold(0, |mask, tile| mask | 1 << tile);
        joined & !self.board.dirs_to(from, full)
    }

    /// The unit and its passenger.
    fn movers(&self, unit: Unit) -> UnitMask {
        let passenger = if unit.is_gun() {
            self.passenger(unit)
        } else {
            None
        };
        unit.bit() | passenger.map_or(0, Unit::bit)
    }

    /// Tiles with an Alien or the Pod.
    #[inline]
    pub(in crate::ufo) fn targets(&self) -> TileMask {
        self.aliens.tiles() | tile_bit(self.pod_tile)
    }

    /// Gun Mobiles with room on the team's tile.
    pub(in crate::ufo) fn mobiles_to_board(&self, team: Unit) -> UnitMask {
        self.units_at(self.at[team as usize]) & self.mobiles_with_room()
    }

    /// Gun Mobiles without a team aboard, lost ones included.
    #[inline]
    fn mobiles_with_room(&self) -> UnitMask {
        // [`NONE`] is no gun.
        GUNS & !self.carrier.iter().fold(0, |taken, c| taken | 1 << c)
    }

    fn units_to_grant(&self) -> UnitMask {
        let command = self.board.hex(self.at[Unit::C as usize]);
        let active = if self.active == NONE {
            0
        } else {
            1 << self.active
        };
        let others = self.alive() & !self.activated & !active & !Unit::C.bit();
        let near = |unit: &Unit| command.distance(self.board.hex(self.at[*unit as usize])) <= 2;
        Unit::all_in(others)
            .filter(near)
            .fold(0, |mask, unit| mask | unit.bit())
    }

    /// Do three placed tiles stand in a row?
    fn has_run(&self) -> bool {
        // The start tile has neighbours on most sides, so it is looked at first.
        self.run_dirs(self.start_tile) != 0
            || Bits(self.board.all()).any(|tile| self.run_dirs(tile) != 0)
    }

    /// Directions 0..2 in which the next two hexes have tiles too.
    pub(super) fn run_dirs(&self, tile: TileIndex) -> u8 {
        let runs = |dir: &Dir| {
            let next = self.board.neighbour(tile, *dir);
            next != NO_TILE && self.board.neighbour(next, *dir) != NO_TILE
        };
        (0..3).filter(runs).fold(0, |mask, dir| mask | 1 << dir)
    }
}

/// Bit `u` is set if the units of mask `u` are within the stack limit: two Mobiles and two teams, or
/// one Mobile and three teams.
const WITHIN_LIMIT: u128 = {
    let (mut table, mut units) = (0, 0u8);
    while units < 128 {
        let mobiles = (units & MOBILES).count_ones();
        let teams = (units & TEAMS).count_ones();
        if mobiles <= 2 && teams <= 2 || mobiles <= 1 && teams <= 3 {
            table |= 1 << units;
        }
        units += 1;
    }
    table
};

/// Is a set of SHADO units within the stack limit of a tile?
#[inline]
pub(in crate::ufo) fn within_limit(units: UnitMask) -> bool {
    WITHIN_LIMIT >> units & 1 == 1
}
