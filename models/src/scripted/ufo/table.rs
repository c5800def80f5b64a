//! What several rules of thumb ask about a position, each worked out when it is first asked for.

use std::cell::OnceCell;

use moonbase_engine::board::{Bits, TileIndex, TileMask};
use moonbase_engine::ufo::Ufo;

use super::map::{self, Distances, lookouts, marching, walking};
use super::strike::Prey;
use crate::scripted::paths::{heavy, ploughing};

/// A position with what has been found out about it.
pub(super) struct Table<'a> {
    pub position: &'a Ufo,
    heavy: OnceCell<TileMask>,
    lookouts: OnceCell<TileMask>,
    drive: OnceCell<Distances>,
    steps: OnceCell<Distances>,
    to_units: OnceCell<Distances>,
    seen: OnceCell<TileMask>,
    shelled: OnceCell<TileMask>,
    prey: OnceCell<Prey>,
}

impl<'a> Table<'a> {
    pub fn new(position: &'a Ufo) -> Self {
        Table {
            position,
            heavy: OnceCell::new(),
            lookouts: OnceCell::new(),
            drive: OnceCell::new(),
            steps: OnceCell::new(),
            to_units: OnceCell::new(),
            seen: OnceCell::new(),
            shelled: OnceCell::new(),
            prey: OnceCell::new(),
        }
    }

    fn heavy(&self) -> TileMask {
        let heavy = || heavy(self.position.board(), self.position.kinds());
        *self.heavy.get_or_init(heavy)
    }

    /// Move actions that a Mobile needs from each tile to the nearest of `targets`: two, on the average, to
    /// leave heavy going.
    pub fn driving(&self, targets: TileMask) -> Distances {
        ploughing(self.position.board(), self.heavy(), targets)
    }

    /// The same from one tile to each of `to`.
    pub fn driving_from(&self, from: TileIndex, to: TileMask) -> Distances {
        let heavy = self.heavy();
        let slow = |tile: TileIndex| (heavy >> tile & 1) as u8;
        let mut way = self.driving(1 << from);
        for tile in Bits(to) {
            let way = &mut way[tile as usize];
            if *way != map::FAR {
                // The same path backwards; there the last tile is left, and not the first.
                *way = *way + slow(from) - slow(tile);
            }
        }
        way
    }

    /// Tiles from which a unit would see an open edge.
    pub fn lookouts(&self) -> TileMask {
        let lookouts = || lookouts(self.position.board());
        *self.lookouts.get_or_init(lookouts)
    }

    /// [`Table::driving`] to the UFO, or until it is placed to the nearest lookout.
    pub fn drive(&self) -> &Distances {
        self.drive.get_or_init(|| {
            let ufo = self.position.ufo_tile().map(|ufo| 1 << ufo);
            self.driving(ufo.unwrap_or_else(|| self.lookouts()))
        })
    }

    /// Tiles along paths to the UFO, or until it is placed to the nearest open exit.
    pub fn steps(&self) -> &Distances {
        self.steps.get_or_init(|| {
            let board = self.position.board();
            let ufo = self.position.ufo_tile().map(|ufo| 1 << ufo);
            marching(board, ufo.unwrap_or_else(|| board.open_tiles()))
        })
    }

    /// Steps over placed tiles to SHADO's nearest unit.
    pub fn to_units(&self) -> &Distances {
        let units = || walking(self.position.board(), self.position.tiles_with_units());
        self.to_units.get_or_init(units)
    }

    /// Tiles that some SHADO unit sees.
    pub fn seen(&self) -> TileMask {
        *self.seen.get_or_init(|| map::seen_by_shado(self.position))
    }

    /// Tiles within reach of a mortar.
    pub fn shelled(&self) -> TileMask {
        *self
            .shelled
            .get_or_init(|| map::under_mortars(self.position))
    }

    /// What the Aliens could strike next.
    pub fn prey(&self) -> &Prey {
        self.prey.get_or_init(|| Prey::to_come(self.position))
    }
}
