//! Reading a position: what agents, features and faces need to know.

use super::state::{Lay, NONE, Ufo, Weapon};
use super::units::{Unit, UnitMask};
use crate::board::{NO_TILE, TileIndex, TileMask, some_tile};

fn some_unit(unit: u8) -> Option<Unit> {
    (unit != NONE).then(|| Unit::from_index(unit))
}

impl Ufo {
    pub fn laying(&self) -> Lay {
        self.lay
    }

    pub fn start_tile(&self) -> TileIndex {
        self.start_tile
    }

    pub fn ufo_tile(&self) -> Option<TileIndex> {
        some_tile(self.ufo_tile)
    }

    pub fn ufo_placed(&self) -> bool {
        self.ufo_tile != NO_TILE
    }

    /// The unit's tile, `None` if it is lost or not in the game.
    #[inline]
    pub fn unit_tile(&self, unit: Unit) -> Option<TileIndex> {
        some_tile(self.at[unit as usize])
    }

    /// Units in play.
    pub fn units_alive(&self) -> UnitMask {
        self.alive()
    }

    /// Units on a tile, passengers included.
    #[inline]
    pub fn units_on(&self, tile: TileIndex) -> UnitMask {
        self.units_at(tile)
    }

    /// Tiles with SHADO units.
    pub fn tiles_with_units(&self) -> TileMask {
        self.unit_tiles()
    }

    /// The Gun Mobile that a team is aboard.
    pub fn carrier(&self, team: Unit) -> Option<Unit> {
        let index = (team as usize).checked_sub(4)?;
        some_unit(self.carrier[index])
    }

    /// The team aboard a Gun Mobile.
    pub fn passenger_of(&self, mobile: Unit) -> Option<Unit> {
        self.passenger(mobile)
    }

    /// Teams aboard a Mobile.
    pub fn teams_aboard(&self) -> UnitMask {
        self.aboard()
    }

    /// Is the Command Mobile in play and within distance 2 of the tile?
    pub fn in_command_reach(&self, tile: TileIndex) -> bool {
        self.command_reaches(tile)
    }

    /// Dice that a unit's shot gets for covering fire and tactical info: 0 to 2.
    pub fn bonus_dice(&self, unit: Unit) -> u32 {
        self.extra_dice(unit)
    }

    /// Dice, and what they hit on, of a shot.
    pub fn dice_of(&self, unit: Unit, weapon: Weapon, tile: TileIndex) -> (u32, u8) {
        self.shot_dice(unit, weapon, tile)
    }

    /// Aliens on a tile.
    #[inline]
    pub fn aliens_on(&self, tile: TileIndex) -> u8 {
        self.aliens.on(tile)
    }

    /// Of these, how many are spent.
    #[inline]
    pub fn spent_on(&self, tile: TileIndex) -> u8 {
        self.aliens.spent_on(tile)
    }

    /// Tiles with Aliens.
    pub fn tiles_with_aliens(&self) -> TileMask {
        self.aliens.tiles()
    }

    /// Tiles with an Alien or the Pod.
    pub fn tiles_with_targets(&self) -> TileMask {
        self.targets()
    }

    /// Aliens on the tile, and the Pod if it is there.
    pub fn targets_at(&self, tile: TileIndex) -> u8 {
        self.targets_on(tile)
    }

    /// Aliens in the pool.
    pub fn pool(&self) -> u8 {
        self.pool
    }

    /// The Pod's tile and age.
    pub fn pod(&self) -> Option<(TileIndex, u8)> {
        some_tile(self.pod_tile).map(|tile| (tile, self.pod_age))
    }

    /// Runs that SKY1 has left.
    pub fn sky_left(&self) -> u8 {
        self.sky_left
    }

    /// Has SKY1 been won for this turn's assault?
    pub fn sky_die(&self) -> bool {
        self.sky_die
    }

    pub fn active(&self) -> Option<Unit> {
        some_unit(self.active)
    }

    /// Units whose activation has ended this turn.
    pub fn activated(&self) -> UnitMask {
        self.activated
    }

    /// The unit that was granted a third action this turn.
    pub fn granted(&self) -> Option<Unit> {
        some_unit(self.granted)
    }

    /// Actions left to the active unit, or in phase 3 to the Aliens.
    pub fn actions_left(&self) -> u8 {
        self.actions_left
    }

    /// The weapon that the active Gun Mobile has used this turn.
    pub fn weapon(&self) -> Option<Weapon> {
        self.weapon
    }

    /// Has the active team moved?
    pub fn has_moved(&self) -> bool {
        self.moved
    }
}
