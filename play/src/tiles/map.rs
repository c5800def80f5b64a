//! Tiles as cells of the map.

use moonbase_engine::board::{Bits, Board, EdgeSet, TileIndex};
use moonbase_engine::deck::Kinds;
use moonbase_engine::hex::{Hex, opposite};

use crate::hexmap::{Cell, Edge};
use crate::ink::{Ink, Line};

/// A tile with what stands on it.
pub(crate) fn tile_cell(
    board: &Board,
    kinds: &Kinds,
    tile: TileIndex,
    marks: Vec<Mark>,
    units: String,
) -> Cell {
    let heavy = kinds.is_heavy(board.kind(tile));
    Cell {
        hex: board.hex(tile),
        edges: edges(board, tile),
        text: text(board.hex(tile), heavy, marks, units),
    }
}

/// What the signs mean: `who` stands on tiles, what `ground` is between the paths, and who keeps to them.
pub(crate) fn legend(who: Vec<Line>, ground: &str, keeps: &str) -> Vec<Line> {
    let place = Line::from("Each hex shows its place ")
        .and(Ink::Strong, "q,r")
        .and(Ink::Plain, ", then who is there:");
    let marks = Line::from("  ")
        .and(Ink::Way, "=")
        .and(Ink::Plain, " a path on  ")
        .and(Ink::Way, "?")
        .and(Ink::Plain, " a path into the unknown  ")
        .and(Ink::Warning, "x")
        .and(Ink::Plain, format!(" a path that ends at {ground}"));
    let edges = Line::from(format!("Edges are {ground} but for these marks:"));
    let ways = "Directions: 0 N, 1 NE, 2 SE, 3 S, 4 SW, 5 NW.";
    let last = Line::from(format!("{ways} {keeps} to the paths."));
    let ends = [edges, marks, last];
    [place].into_iter().chain(who).chain(ends).collect()
}

/// The edges of a tile's hex.
fn edges(board: &Board, tile: TileIndex) -> [Edge; 6] {
    std::array::from_fn(|dir| edge(board, tile, dir as u8))
}

fn edge(board: &Board, tile: TileIndex, dir: u8) -> Edge {
    let out = board.exits(tile) >> dir & 1 == 1;
    if board.joined(tile) >> dir & 1 == 1 {
        return Edge::Path;
    }
    if board.open(tile) >> dir & 1 == 1 {
        return Edge::Open;
    }
    let neighbour = board.find(board.hex(tile).step(dir));
    let back = neighbour.is_some_and(|next| board.exits(next) >> opposite(dir) & 1 == 1);
    if out || back {
        Edge::Blocked
    } else {
        Edge::Wall
    }
}

/// Something on a tile, and the gap before it.
pub(crate) struct Mark {
    pub gap: &'static str,
    pub text: String,
    pub ink: Ink,
}

/// The place and the marks above, the first side's units below; marks that do not fit above move down.
fn text(hex: Hex, heavy: bool, marks: Vec<Mark>, units: String) -> [Line; 2] {
    let mut above = Line::new().and(Ink::Plain, hex.to_string());
    above.push(Ink::Rough, if heavy { "~" } else { "" });
    let mut below = Line::new().and(Ink::First, units);
    for mark in marks {
        let line = if above.width() + mark.text.len() < Cell::WIDTH {
            &mut above
        } else {
            &mut below
        };
        let gap = if line.width() == 0 { "" } else { mark.gap };
        line.push(Ink::Plain, gap);
        line.push(mark.ink, mark.text);
    }
    [above, below.cut_to(Cell::WIDTH)]
}

/// An empty hex that a decision is about.
pub(crate) fn empty_cell(hex: Hex, text: &str) -> Cell {
    Cell {
        hex,
        edges: [Edge::None; 6],
        text: [
            Line::new().and(Ink::Way, format!("({hex})")),
            Line::new().and(Ink::Way, text),
        ],
    }
}

/// The empty hexes that these exits face, each once.
pub(crate) fn hexes_beyond(board: &Board, edges: &EdgeSet) -> Vec<Hex> {
    let beyond = |tile: TileIndex| {
        let dirs = Bits(u64::from(edges.dirs[tile as usize]));
        dirs.map(move |dir| board.hex(tile).step(dir))
    };
    let mut hexes: Vec<Hex> = Bits(edges.tiles).flat_map(beyond).collect();
    hexes.sort_unstable();
    hexes.dedup();
    hexes
}

/// The hex in the middle of some.
pub(crate) fn middle(hexes: &[Hex]) -> Hex {
    let mean = |coordinate: fn(&Hex) -> i8| {
        let sum: i32 = hexes.iter().map(|hex| i32::from(coordinate(hex))).sum();
        // Coordinates are within an i8, and so is their mean.
        (sum / hexes.len().max(1) as i32) as i8
    };
    Hex::new(mean(|hex| hex.q), mean(|hex| hex.r))
}
