//! The board: hexes numbered by (q, r), their terrain, and which can be reached from which.

use super::kind::Terrain;
use crate::hex::{Dir, Hex};

/// The number of a hex of the board: by (q, r).
pub type Cell = u16;

/// No hex of the board.
pub(super) const OFF: Cell = Cell::MAX;

/// A board of `width` columns and `height` rows of flat-topped hexes, odd columns half a hex lower.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    width: usize,
    height: usize,
    terrain: Box<[Terrain]>,
    hexes: Box<[Hex]>,
    neighbours: Box<[[Cell; 6]]>,
}

impl Field {
    /// A board of these rows, each of `width` hexes; row 0 first.
    pub(super) fn new(width: usize, rows: &[Vec<Terrain>]) -> Field {
        let height = rows.len();
        let places = (0..width).flat_map(|column| (0..height).map(move |row| (column, row)));
        let hexes: Box<[Hex]> = places
            .clone()
            .map(|(column, row)| hex_at(column, row))
            .collect();
        let mut field = Field {
            width,
            height,
            terrain: places.map(|(column, row)| rows[row][column]).collect(),
            neighbours: Box::new([]),
            hexes,
        };
        let around = |hex: &Hex| std::array::from_fn(|dir| field.number(hex.step(dir as Dir)));
        field.neighbours = field.hexes.iter().map(around).collect();
        field
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Number of hexes.
    pub fn len(&self) -> usize {
        self.hexes.len()
    }

    /// Never: a board has four hexes at least.
    pub fn is_empty(&self) -> bool {
        self.hexes.is_empty()
    }

    /// The hexes, by (q, r): hex number `cell` at `cell`.
    pub fn hexes(&self) -> &[Hex] {
        &self.hexes
    }

    /// The hex of that number.
    #[inline]
    pub fn hex(&self, cell: Cell) -> Hex {
        self.hexes[cell as usize]
    }

    /// The number of a hex, if it is on the board.
    #[inline]
    pub fn cell(&self, hex: Hex) -> Option<Cell> {
        Some(self.number(hex)).filter(|cell| *cell != OFF)
    }

    /// The number of a hex, [`OFF`] if it isn't on the board.
    fn number(&self, hex: Hex) -> Cell {
        let (column, row) = (isize::from(hex.q), row_of(hex));
        let inside = |at: isize, of: usize| at >= 0 && (at as usize) < of;
        if inside(column, self.width) && inside(row, self.height) {
            (column as usize * self.height + row as usize) as Cell
        } else {
            OFF
        }
    }

    /// The neighbour in a direction, [`OFF`] beyond the edge.
    #[inline]
    pub(super) fn next(&self, cell: Cell, dir: Dir) -> Cell {
        self.neighbours[cell as usize][dir as usize]
    }

    /// The neighbour in a direction, if the board has one.
    #[inline]
    pub fn neighbour(&self, cell: Cell, dir: Dir) -> Option<Cell> {
        Some(self.next(cell, dir)).filter(|cell| *cell != OFF)
    }

    #[inline]
    pub fn terrain(&self, cell: Cell) -> Terrain {
        self.terrain[cell as usize]
    }

    /// The terrain of a hex, if it is on the board.
    pub fn terrain_of(&self, hex: Hex) -> Option<Terrain> {
        self.cell(hex).map(|cell| self.terrain(cell))
    }

    /// Number of steps between two hexes.
    #[inline]
    pub fn distance(&self, from: Cell, to: Cell) -> u8 {
        self.hex(from).distance(self.hex(to))
    }
}

/// The hex of a column and a row.
pub fn hex_at(column: usize, row: usize) -> Hex {
    Hex::new(column as i8, row as i8 - (column / 2) as i8)
}

/// The row of a hex.
fn row_of(hex: Hex) -> isize {
    isize::from(hex.r) + isize::from(hex.q >> 1)
}
