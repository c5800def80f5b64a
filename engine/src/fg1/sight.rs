//! Who sees whom: wood strictly between two hexes blocks the line of their centres.
//!
//! A line of `N` steps passes the hexes with coordinate `A + i·sgn(D)` on an axis on which the ends differ by
//! `N`, and on another axis `A + ⌊(2iD + N) / 2N⌋` (line 1) or `A + ⌈(2iD - N) / 2N⌉` (line 2): the nearest hex, and
//! where two are equally near one or the other. It is clear if it is clear of wood on all of line 1 or on all of
//! line 2. Which pairs see each other is found once for a board, up to the longest range.

use super::field::{Cell, Field};
use super::kind::Terrain;
use crate::hex::Hex;

/// The longest range of fire: a heavy walker's.
const FARTHEST: u8 = 21;

/// The pairs of hexes of a board that see each other.
#[derive(Debug)]
pub struct Sight {
    /// Words for each hex.
    stride: usize,
    /// Bit `to` of row `from`.
    rows: Box<[u64]>,
}

impl Sight {
    pub(super) fn new(field: &Field) -> Sight {
        let stride = field.len().div_ceil(64);
        let mut sight = Sight {
            stride,
            rows: vec![0; stride * field.len()].into(),
        };
        for from in 0..field.len() as Cell {
            for to in from + 1..field.len() as Cell {
                let near = field.distance(from, to) <= FARTHEST;
                if near && is_clear(field, field.hex(from), field.hex(to)) {
                    sight.set(from, to);
                    sight.set(to, from);
                }
            }
        }
        sight
    }

    fn set(&mut self, from: Cell, to: Cell) {
        self.rows[usize::from(from) * self.stride + usize::from(to) / 64] |= 1 << (to % 64);
    }

    /// Is the line between two hexes, at most 21 steps long, clear of wood?
    #[inline]
    pub fn sees(&self, from: Cell, to: Cell) -> bool {
        let word = self.rows[usize::from(from) * self.stride + usize::from(to) / 64];
        word >> (to % 64) & 1 == 1
    }
}

/// Is line 1 or line 2 between two hexes clear of wood?
pub fn is_clear(field: &Field, from: Hex, to: Hex) -> bool {
    let clear = |ceiling| !line(from, to, ceiling).any(|hex| is_wood(field, hex));
    clear(false) || clear(true)
}

fn is_wood(field: &Field, hex: Hex) -> bool {
    field.terrain_of(hex) == Some(Terrain::Wood)
}

/// The hexes of line 1 or 2 strictly between two hexes, from the first on.
pub fn line(from: Hex, to: Hex, ceiling: bool) -> impl Iterator<Item = Hex> {
    let length = i32::from(from.distance(to));
    let (start, delta) = (axes(from), {
        let (a, b) = (axes(from), axes(to));
        [b[0] - a[0], b[1] - a[1], b[2] - a[2]]
    });
    let long = (0..3).find(|axis| delta[*axis].abs() == length);
    let long = long.expect("on one axis two hexes differ by their distance");
    let other = (long + 1) % 3;
    (1..length).map(move |i| {
        let twice = 2 * i * delta[other];
        let across = match ceiling {
            false => (twice + length).div_euclid(2 * length),
            true => -(length - twice).div_euclid(2 * length),
        };
        let mut at = [0; 3];
        at[long] = start[long] + i * delta[long].signum();
        at[other] = start[other] + across;
        at[3 - long - other] = -at[long] - at[other];
        Hex::new(at[0] as i8, at[1] as i8)
    })
}

fn axes(hex: Hex) -> [i32; 3] {
    let (q, r) = (i32::from(hex.q), i32::from(hex.r));
    [q, r, -q - r]
}
