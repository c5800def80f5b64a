//! What the features of `ufo` need beyond the tables of all games on tiles.

use moonbase_engine::board::{Bits, MAX_TILES, TileIndex};
use moonbase_engine::hex::Hex;
use moonbase_engine::ufo::{AbductionOdds, GUNS, TEAMS, Ufo, Unit};

use super::super::ground::{FAR, Ground};

/// Distances, threats and sight, per tile.
pub struct Outlook<'a> {
    pub position: &'a Ufo,
    pub ground: Ground<'a, Ufo>,
    /// Gun Mobiles that see the tile.
    pub guns: [u8; MAX_TILES],
    pub command: Option<Hex>,
}

impl<'a> Outlook<'a> {
    pub fn new(position: &'a Ufo) -> Self {
        let command = position.unit_tile(Unit::C);
        Outlook {
            position,
            ground: Ground::new(position),
            guns: guns_watching(position),
            command: command.map(|tile| position.board().hex(tile)),
        }
    }

    /// Steps from the Command Mobile; [`FAR`] if it is lost.
    pub fn command_distance(&self, tile: TileIndex) -> u8 {
        let hex = self.position.board().hex(tile);
        self.command.map_or(FAR, |command| command.distance(hex))
    }

    /// Chances that so many Aliens win an abduction on the tile, and that SHADO does.
    pub fn abduction(&self, tile: TileIndex, aliens: u8) -> (f32, f32) {
        if aliens == 0 {
            return (0.0, 1.0);
        }
        let odds = AbductionOdds::new(aliens.min(12), self.position.abduction_bonus(tile));
        (odds.alien as f32 / 36.0, odds.shado as f32 / 36.0)
    }

    /// Teams on foot on a tile.
    pub fn on_foot(&self, tile: TileIndex) -> u8 {
        let here = self.position.units_on(tile) & TEAMS & !self.position.teams_aboard();
        here.count_ones() as u8
    }

    /// Gun Mobiles on tiles adjacent to this one: they reach it by mortar.
    pub fn mortars(&self, tile: TileIndex) -> u8 {
        let guns = Unit::all_in(self.position.units_alive() & GUNS);
        let near = |gun: &Unit| {
            let at = self.position.unit_tile(*gun);
            at.is_some_and(|at| self.ground.adjacent(tile) >> at & 1 == 1)
        };
        guns.filter(near).count() as u8
    }
}

fn guns_watching(position: &Ufo) -> [u8; MAX_TILES] {
    let mut guns = [0; MAX_TILES];
    let tiles =
        Unit::all_in(position.units_alive() & GUNS).filter_map(|gun| position.unit_tile(gun));
    for tile in tiles {
        Bits(position.board().sight(tile)).for_each(|seen| guns[seen as usize] += 1);
    }
    guns
}
