//! Tables over tiles that the features are made of, computed once a position.

use moonbase_engine::board::{Bits, MAX_TILES, TileIndex, TileMask};
use moonbase_engine::hex::Hex;
use moonbase_engine::ufo::{AbductionOdds, GUNS, TEAMS, Ufo, Unit};

/// A distance to what cannot be reached.
pub const FAR: u8 = 12;

/// Distances, threats and sight, per tile.
pub struct Outlook<'a> {
    pub position: &'a Ufo,
    /// Moves along connections to SHADO's goal: the UFO, or until it is placed a tile with an open exit.
    pub goal: [u8; MAX_TILES],
    /// Steps over placed tiles to the nearest SHADO unit, and to the nearest Alien.
    pub to_units: [u8; MAX_TILES],
    pub to_aliens: [u8; MAX_TILES],
    /// Aliens on adjacent tiles, and two steps away.
    pub aliens_at_1: [u8; MAX_TILES],
    pub aliens_at_2: [u8; MAX_TILES],
    /// SHADO units (passengers included) on adjacent tiles, and two steps away.
    pub units_at_1: [u8; MAX_TILES],
    pub units_at_2: [u8; MAX_TILES],
    /// SHADO units not aboard, and among them Gun Mobiles, that see the tile.
    pub watchers: [u8; MAX_TILES],
    pub guns: [u8; MAX_TILES],
    pub command: Option<Hex>,
    adjacent: [TileMask; MAX_TILES],
}

impl<'a> Outlook<'a> {
    pub fn new(position: &'a Ufo) -> Self {
        let mut outlook = Outlook {
            position,
            goal: [FAR; MAX_TILES],
            to_units: [FAR; MAX_TILES],
            to_aliens: [FAR; MAX_TILES],
            aliens_at_1: [0; MAX_TILES],
            aliens_at_2: [0; MAX_TILES],
            units_at_1: [0; MAX_TILES],
            units_at_2: [0; MAX_TILES],
            watchers: [0; MAX_TILES],
            guns: [0; MAX_TILES],
            command: None,
            adjacent: [0; MAX_TILES],
        };
        outlook.measure();
        outlook.count();
        outlook.watch();
        outlook
    }

    fn measure(&mut self) {
        let (position, board) = (self.position, self.position.board());
        for tile in Bits(board.all()) {
            self.adjacent[tile as usize] = board.adjacent(tile);
        }
        let goals = position
            .ufo_tile()
            .map_or(board.open_tiles(), |tile| 1 << tile);
        spread(&mut self.goal, goals, |tile| board.connected_tiles(tile));
        let adjacent = self.adjacent;
        let near = |tile: TileIndex| adjacent[tile as usize];
        spread(&mut self.to_units, position.tiles_with_units(), near);
        spread(&mut self.to_aliens, position.tiles_with_aliens(), near);
        let command = position.unit_tile(Unit::C);
        self.command = command.map(|tile| board.hex(tile));
    }

    fn count(&mut self) {
        let position = self.position;
        for tile in Bits(position.tiles_with_aliens()) {
            let count = position.aliens_on(tile);
            self.ring(
                tile,
                |o, at| o.aliens_at_1[at] += count,
                |o, at| o.aliens_at_2[at] += count,
            );
        }
        for tile in Bits(position.tiles_with_units()) {
            let count = position.units_on(tile).count_ones() as u8;
            self.ring(
                tile,
                |o, at| o.units_at_1[at] += count,
                |o, at| o.units_at_2[at] += count,
            );
        }
    }

    /// Visits the tiles one step and two steps from `tile`.
    fn ring(
        &mut self,
        tile: TileIndex,
        mut one: impl FnMut(&mut Self, usize),
        mut two: impl FnMut(&mut Self, usize),
    ) {
        let first = self.adjacent[tile as usize];
        let mut second = 0;
        for near in Bits(first) {
            one(self, near as usize);
            second |= self.adjacent[near as usize];
        }
        for far in Bits(second & !first & !(1 << tile)) {
            two(self, far as usize);
        }
    }

    fn watch(&mut self) {
        let position = self.position;
        let afoot = position.units_alive() & !position.teams_aboard();
        for unit in Unit::all_in(afoot) {
            let Some(tile) = position.unit_tile(unit) else {
                continue;
            };
            for seen in Bits(position.board().sight(tile)) {
                self.watchers[seen as usize] += 1;
                self.guns[seen as usize] += u8::from(unit.is_gun());
            }
        }
    }

    /// Tiles adjacent to this one, connected or not.
    pub fn adjacent(&self, tile: TileIndex) -> TileMask {
        self.adjacent[tile as usize]
    }

    /// Unspent Aliens on a tile.
    pub fn fresh(&self, tile: TileIndex) -> u8 {
        self.position.aliens_on(tile) - self.position.spent_on(tile)
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
            at.is_some_and(|at| self.adjacent(tile) >> at & 1 == 1)
        };
        guns.filter(near).count() as u8
    }
}

/// Breadth-first distances from `sources`, up to [`FAR`].
fn spread(
    distance: &mut [u8; MAX_TILES],
    sources: TileMask,
    neighbours: impl Fn(TileIndex) -> TileMask,
) {
    let (mut reached, mut fresh, mut steps) = (sources, sources, 0);
    while fresh != 0 && steps < FAR {
        let mut next = 0;
        for tile in Bits(fresh) {
            distance[tile as usize] = steps;
            next |= neighbours(tile);
        }
        fresh = next & !reached;
        reached |= fresh;
        steps += 1;
    }
}
