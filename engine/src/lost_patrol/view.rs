//! Reading a position: what agents, features and faces need to know.

use super::soldiers::{Soldier, SoldierMask};
use super::state::{Edge, LostPatrol, NONE};
use crate::board::{NO_TILE, TileIndex, TileMask, some_tile};

impl LostPatrol {
    /// While tiles are laid: the open far exit of the latest straight, on which the next tile is
    /// laid if it fits there.
    pub fn laying_on(&self) -> Option<Edge> {
        self.ahead
    }

    /// The start tile, unless it has been removed.
    pub fn start_tile(&self) -> Option<TileIndex> {
        some_tile(self.start_tile)
    }

    pub fn ship_tile(&self) -> Option<TileIndex> {
        some_tile(self.ship_tile)
    }

    pub fn ship_placed(&self) -> bool {
        self.ship_tile != NO_TILE
    }

    /// The soldier's tile, `None` if it is dead or not in the game.
    #[inline]
    pub fn soldier_tile(&self, soldier: Soldier) -> Option<TileIndex> {
        some_tile(self.at[soldier as usize])
    }

    /// Soldiers in play.
    pub fn soldiers_alive(&self) -> SoldierMask {
        self.alive()
    }

    /// Soldiers on a tile.
    #[inline]
    pub fn soldiers_on(&self, tile: TileIndex) -> SoldierMask {
        self.soldiers_at(tile)
    }

    /// Tiles with soldiers.
    pub fn tiles_with_soldiers(&self) -> TileMask {
        self.soldier_tiles()
    }

    /// Tiles that a soldier sees.
    pub fn tiles_seen(&self) -> TileMask {
        self.board.seen_from(self.soldier_tiles())
    }

    /// Tiles that clearing would keep now.
    pub fn tiles_to_keep(&self) -> TileMask {
        self.kept_tiles()
    }

    /// Lurkers on a tile.
    #[inline]
    pub fn lurkers_on(&self, tile: TileIndex) -> u8 {
        self.lurkers.on(tile)
    }

    /// Of these, how many are spent.
    #[inline]
    pub fn spent_on(&self, tile: TileIndex) -> u8 {
        self.lurkers.spent_on(tile)
    }

    /// Tiles with lurkers.
    pub fn tiles_with_lurkers(&self) -> TileMask {
        self.lurkers.tiles()
    }

    /// Lurkers in the supply.
    pub fn supply(&self) -> u8 {
        self.supply
    }

    pub fn active(&self) -> Option<Soldier> {
        (self.active != NONE).then(|| Soldier::from_index(self.active))
    }

    /// Soldiers whose activation has ended this turn.
    pub fn activated(&self) -> SoldierMask {
        self.activated
    }

    /// Actions left to the active soldier, or in phase 4 to the lurkers.
    pub fn actions_left(&self) -> u8 {
        self.actions_left
    }
}
