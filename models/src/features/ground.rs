//! Tables over tiles that the features of games on tiles are made of, computed once a position.

use moonbase_engine::board::{Bits, Board, MAX_TILES, NO_TILE, TileIndex, TileMask};
use moonbase_engine::hex::{Dir, Hex};

use crate::tiled::Tiled;

/// A distance to what cannot be reached.
pub const FAR: u8 = 12;

/// Distances, neighbours and sight, per tile.
pub struct Ground<'a, G> {
    pub position: &'a G,
    /// Moves along connections to the goal, or until it is placed to a tile with an open exit.
    pub goal: [u8; MAX_TILES],
    /// Steps over placed tiles to the nearest of the troops, and to the nearest stack.
    pub to_troops: [u8; MAX_TILES],
    pub to_stacks: [u8; MAX_TILES],
    /// Counters on adjacent tiles, and two steps away.
    pub counters_at_1: [u8; MAX_TILES],
    pub counters_at_2: [u8; MAX_TILES],
    /// Troops on adjacent tiles, and two steps away.
    pub troops_at_1: [u8; MAX_TILES],
    pub troops_at_2: [u8; MAX_TILES],
    /// Troops that see the tile.
    pub watchers: [u8; MAX_TILES],
}

impl<'a, G: Tiled> Ground<'a, G> {
    pub fn new(position: &'a G) -> Self {
        let mut ground = Ground {
            position,
            goal: [FAR; MAX_TILES],
            to_troops: [FAR; MAX_TILES],
            to_stacks: [FAR; MAX_TILES],
            counters_at_1: [0; MAX_TILES],
            counters_at_2: [0; MAX_TILES],
            troops_at_1: [0; MAX_TILES],
            troops_at_2: [0; MAX_TILES],
            watchers: [0; MAX_TILES],
        };
        ground.measure();
        ground.count();
        ground.watch();
        ground
    }

    fn measure(&mut self) {
        let (position, board) = (self.position, self.position.board());
        let goals = position.goal().map_or(board.open_tiles(), |tile| 1 << tile);
        spread(&mut self.goal, goals, |tile| board.connected_tiles(tile));
        let near = |tile: TileIndex| board.adjacent(tile);
        spread(&mut self.to_troops, position.troops(), near);
        spread(&mut self.to_stacks, position.stacks(), near);
    }

    fn count(&mut self) {
        let position = self.position;
        for tile in Bits(position.stacks()) {
            let count = position.stack_on(tile);
            self.ring(
                tile,
                |o, at| o.counters_at_1[at] += count,
                |o, at| o.counters_at_2[at] += count,
            );
        }
        for tile in Bits(position.troops()) {
            let count = position.troops_on(tile).count_ones() as u8;
            self.ring(
                tile,
                |o, at| o.troops_at_1[at] += count,
                |o, at| o.troops_at_2[at] += count,
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
        let first = self.adjacent(tile);
        let mut second = 0;
        for near in Bits(first) {
            one(self, near as usize);
            second |= self.adjacent(near);
        }
        for far in Bits(second & !first & !(1 << tile)) {
            two(self, far as usize);
        }
    }

    fn watch(&mut self) {
        let position = self.position;
        for tile in Bits(position.troops()) {
            let lookouts = position.lookouts_on(tile).count_ones() as u8;
            for seen in Bits(position.board().sight(tile)) {
                self.watchers[seen as usize] += lookouts;
            }
        }
    }

    /// Tiles adjacent to this one, connected or not.
    pub fn adjacent(&self, tile: TileIndex) -> TileMask {
        self.position.board().adjacent(tile)
    }

    /// Unspent counters on a tile.
    pub fn fresh(&self, tile: TileIndex) -> u8 {
        self.position.stack_on(tile) - self.position.spent_on(tile)
    }

    /// Steps over placed tiles from one tile to each other, up to [`FAR`].
    pub fn steps_from(&self, tile: TileIndex) -> [u8; MAX_TILES] {
        let mut steps = [FAR; MAX_TILES];
        spread(&mut steps, 1 << tile, |near| self.adjacent(near));
        steps
    }

    /// Counters on tiles with a property, in all.
    pub fn counters(&self, which: impl Fn(TileIndex) -> bool) -> f32 {
        let tiles = Bits(self.position.stacks()).filter(|tile| which(*tile));
        tiles
            .map(|tile| f32::from(self.position.stack_on(tile)))
            .sum()
    }

    /// Open exits of all tiles.
    pub fn open_exits(&self) -> u32 {
        open_exits(self.position.board())
    }
}

fn open_exits(board: &Board) -> u32 {
    let tiles = Bits(board.open_tiles());
    tiles.map(|tile| board.open(tile).count_ones()).sum()
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

/// What a tile with these exits does where it is laid.
pub struct Laid {
    /// Its open exits, connections and blocked edges.
    pub open: u32,
    pub joined: u32,
    pub blocked: u32,
    /// Open exits anywhere afterwards.
    pub open_then: u32,
}

impl Laid {
    pub fn new(board: &Board, hex: Hex, exits: u8) -> Laid {
        let around = board.surroundings(hex);
        let open = around.open(exits).count_ones();
        let closed = around.facing.count_ones();
        Laid {
            open,
            joined: (exits & around.facing).count_ones(),
            blocked: around.blocked(exits),
            open_then: (open_exits(board) + open).saturating_sub(closed),
        }
    }
}

/// By how many steps `then` is less than `now`, at most 3 either way, of 3.
pub fn nearer(now: u8, then: u8) -> f32 {
    if now >= FAR && then >= FAR {
        return 0.0;
    }
    (f32::from(now) - f32::from(then)).clamp(-3.0, 3.0) / 3.0
}

/// The rows of tiles, each worked out once a position.
pub struct TileRows<'a, const N: usize> {
    rows: &'a mut Vec<f32>,
    /// Where the rows of this position begin.
    begin: usize,
    /// Where the rows that stay end.
    end: usize,
    /// The row of each tile that is known, counted from `begin`.
    place: [u8; MAX_TILES],
    known: TileMask,
}

impl<'a, const N: usize> TileRows<'a, N> {
    /// Will append rows to `rows`, those of `all` (with `describe`) to stay, further ones until it is dropped.
    pub fn new(
        rows: &'a mut Vec<f32>,
        all: TileMask,
        describe: impl Fn(TileIndex, &mut [f32; N]),
    ) -> Self {
        let begin = rows.len();
        let mut tiles = TileRows {
            rows,
            begin,
            end: begin,
            place: [0; MAX_TILES],
            known: 0,
        };
        for tile in Bits(all) {
            tiles.row(tile, |row| describe(tile, row));
        }
        tiles.end = tiles.rows.len();
        tiles
    }

    /// The numbers of a tile, which `describe` writes into a row of zeros.
    pub fn row(&mut self, tile: TileIndex, describe: impl FnOnce(&mut [f32; N])) -> &[f32; N] {
        let known = self.known >> tile & 1 == 1;
        if !known {
            self.known |= 1 << tile;
            self.place[tile as usize] = ((self.rows.len() - self.begin) / N) as u8;
            self.rows.resize(self.rows.len() + N, 0.0);
        }
        let from = self.begin + N * usize::from(self.place[tile as usize]);
        let (rows, _) = self.rows[from..].as_chunks_mut::<N>();
        let row = &mut rows[0];
        if !known {
            describe(row);
        }
        row
    }
}

impl<const N: usize> Drop for TileRows<'_, N> {
    fn drop(&mut self) {
        self.rows.truncate(self.end);
    }
}

/// The tiles that an action starts from and aims at.
pub type Ends = (Option<TileIndex>, Option<TileIndex>);

/// Writes an action's row: its verb, number `verb` of `verbs`, its `effects` many effects, which `act` writes,
/// and the numbers of the tiles that it starts from and aims at, which `describe` writes.
pub fn write_action<const N: usize>(
    row: &mut [f32],
    (verb, verbs, effects): (usize, usize, usize),
    tiles: &mut TileRows<N>,
    act: impl FnOnce(&mut [f32]) -> Ends,
    describe: impl Fn(TileIndex, &mut [f32; N]),
) {
    row[verb] = 1.0;
    let (effects, rest) = row[verbs..].split_at_mut(effects);
    let (from_row, to_row) = rest.split_at_mut(N);
    let (from, to) = act(effects);
    for (tile, numbers) in [(from, from_row), (to, to_row)] {
        if let Some(tile) = tile {
            numbers.copy_from_slice(tiles.row(tile, |row| describe(tile, row)));
        }
    }
}

/// The tile next to a tile, connected or not.
pub fn beyond(board: &Board, tile: Option<TileIndex>, dir: Dir) -> Option<TileIndex> {
    let next = board.neighbour(tile?, dir);
    (next != NO_TILE).then_some(next)
}
