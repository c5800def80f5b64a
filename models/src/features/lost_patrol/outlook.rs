//! What the features of `lost_patrol` need beyond the tables of all games on tiles.

use moonbase_engine::board::{Bits, MAX_TILES, TileIndex, TileMask};
use moonbase_engine::lost_patrol::{AmbushOdds, LostPatrol, Phase, Soldier, SoldierMask};

use super::super::ground::Ground;

/// Lurkers that count in an ambush, and that may stay on a tile.
pub const MOST_LURKERS: u8 = 6;

/// Distances, threats and sight.
pub struct Outlook<'a> {
    pub position: &'a LostPatrol,
    pub ground: Ground<'a, LostPatrol>,
    /// Tiles that clearing would keep now; all once the ship is placed, for then nothing is cleared.
    pub kept: TileMask,
    /// Unspent lurkers that could come to the tile from others, those lost on the way not counted.
    pub comers: [u8; MAX_TILES],
    /// Exits to empty hexes that a soldier sees.
    pub visible_edges: u32,
}

impl<'a> Outlook<'a> {
    pub fn new(position: &'a LostPatrol) -> Self {
        let ground = Ground::new(position);
        let edges = position
            .board()
            .visible_edges(position.tiles_with_soldiers());
        let visible = Bits(edges.tiles).map(|tile| edges.dirs[tile as usize].count_ones());
        Outlook {
            kept: match position.ship_placed() {
                true => position.board().all(),
                false => position.tiles_to_keep(),
            },
            comers: comers(&ground),
            visible_edges: visible.sum(),
            position,
            ground,
        }
    }

    /// Chances that so many lurkers win an ambush on the tile against the soldiers there, and that these do.
    pub fn ambush(&self, tile: TileIndex, lurkers: u8) -> (f32, f32) {
        self.ambush_on(tile, lurkers, self.position.soldiers_on(tile))
    }

    /// The same with these soldiers on the tile, the others being where they are.
    pub fn ambush_on(&self, tile: TileIndex, lurkers: u8, soldiers: SoldierMask) -> (f32, f32) {
        if lurkers == 0 {
            return (0.0, 1.0);
        }
        let bonus = self.bonus_with(tile, soldiers);
        let number = soldiers.count_ones() as u8;
        let odds = AmbushOdds::new(lurkers.min(MOST_LURKERS), bonus, number);
        (odds.lurker as f32 / 216.0, odds.patrol as f32 / 216.0)
    }

    /// The patrol's bonus on a tile if these soldiers were there.
    fn bonus_with(&self, tile: TileIndex, soldiers: SoldierMask) -> u8 {
        let sergeant = soldiers & Soldier::S.bit() != 0;
        let launcher = soldiers & Soldier::L.bit() != 0 || self.is_covered(tile);
        u8::from(sergeant) + u8::from(launcher)
    }

    /// Does `L` see the tile?
    pub fn is_covered(&self, tile: TileIndex) -> bool {
        let at = self.position.soldier_tile(Soldier::L);
        at.is_some_and(|at| self.position.board().sight(at) >> tile & 1 == 1)
    }

    /// Unspent lurkers on the tile, and those that could come.
    pub fn gathered(&self, tile: TileIndex) -> u8 {
        self.ground.fresh(tile) + self.comers[tile as usize]
    }

    /// Lurkers that come with one action.
    pub fn fresh_counters(&self) -> u8 {
        self.position.supply().min(2)
    }

    /// Soldiers that may still act this turn.
    pub fn to_act(&self) -> SoldierMask {
        match self.position.phase() {
            Phase::Patrol => self.position.soldiers_alive() & !self.position.activated(),
            _ => 0,
        }
    }

    /// Is the soldier's tile one on which lianas hold it?
    pub fn is_heavy(&self, tile: TileIndex) -> bool {
        let position = self.position;
        position.kinds().is_heavy(position.board().kind(tile))
    }
}

fn comers(ground: &Ground<LostPatrol>) -> [u8; MAX_TILES] {
    let mut comers = [0; MAX_TILES];
    for from in Bits(ground.position.tiles_with_lurkers()) {
        let fresh = ground.fresh(from);
        let (mut reached, mut ring) = (1 << from, 1 << from);
        for arrive in (1..fresh).rev() {
            let next: TileMask = Bits(ring).fold(0, |mask, tile| mask | ground.adjacent(tile));
            ring = next & !reached;
            reached |= ring;
            Bits(ring).for_each(|tile| comers[tile as usize] += arrive);
        }
    }
    comers
}
