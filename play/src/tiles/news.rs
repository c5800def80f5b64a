//! What changed on the board beyond what was told.

use moonbase_engine::board::{Board, TileIndex};
use moonbase_engine::hex::Hex;

use super::phrases::ways;

/// Counters on a board's hexes.
pub(crate) struct Counted<'a, F: Fn(TileIndex) -> u8> {
    pub board: &'a Board,
    pub on: F,
}

impl<F: Fn(TileIndex) -> u8> Counted<'_, F> {
    fn at(&self, hex: Hex) -> u8 {
        self.board.find(hex).map_or(0, &self.on)
    }
}

/// Counters that came or went otherwise than `told` says, hex by hex of the board after: `1,0: 3 -> 1`.
pub(crate) fn moved_counters(
    before: Counted<'_, impl Fn(TileIndex) -> u8>,
    after: Counted<'_, impl Fn(TileIndex) -> u8>,
    told: &[(Hex, i16)],
) -> Vec<String> {
    let mut changes = Vec::new();
    for (hex, _, _) in after.board.tiles() {
        let (was, is) = (before.at(hex), after.at(hex));
        let told = told.iter().filter(|(at, _)| *at == hex);
        let told: i16 = told.map(|(_, change)| change).sum();
        if i16::from(is) - i16::from(was) != told {
            changes.push(format!("{hex}: {was} -> {is}"));
        }
    }
    changes
}

/// Tiles that were laid, but for the one on `known`: `a straight lies at 1,0 with paths N and S`. A tile on
/// `drawn` was named before.
pub(crate) fn laid_tiles(
    before: &Board,
    after: &Board,
    known: Option<Hex>,
    drawn: Option<Hex>,
    name: impl Fn(u8) -> String,
) -> Vec<String> {
    let fresh = after.tiles().filter(|(hex, _, _)| {
        let new = before.find(*hex).is_none();
        new && Some(*hex) != known
    });
    let told = fresh.map(|(hex, kind, exits)| {
        let what = match Some(hex) == drawn {
            true => "it".into(),
            false => name(kind),
        };
        format!("{what} lies at {hex} with paths {}", ways(exits))
    });
    told.collect()
}
