//! What the games on laid tiles have in common, as encodings and features read it.

use moonbase_engine::Symmetric;
use moonbase_engine::board::{Board, TileIndex, TileMask};
use moonbase_engine::deck::{Deck, Kinds};
use moonbase_engine::lost_patrol::LostPatrol;
use moonbase_engine::ufo::Ufo;

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Number of the phase, in the order of the game's own list.
    pub phase: usize,
    /// 0 at set-up.
    pub turn: u16,
    pub max_turns: u16,
    /// Redeals at set-up, 0 to 3.
    pub redeals: u8,
}

/// A game on tiles laid one by one: the first seat's *troops* look for the *goal*, the tile that is laid last;
/// the second seat's counters lie in *stacks*, some of them spent.
pub trait Tiled: Symmetric {
    fn board(&self) -> &Board;

    fn kinds(&self) -> &'static Kinds;

    /// Tiles not drawn yet.
    fn deck(&self) -> &Deck;

    fn clock(&self) -> Clock;

    /// The start tile, unless it has been removed.
    fn start(&self) -> Option<TileIndex>;

    /// The UFO, the ship, once it is placed.
    fn goal(&self) -> Option<TileIndex>;

    /// Tiles with troops.
    fn troops(&self) -> TileMask;

    /// Troops on a tile, bit `i` for unit number `i`.
    fn troops_on(&self, tile: TileIndex) -> u8;

    /// Of these, the ones that see.
    #[inline]
    fn lookouts_on(&self, tile: TileIndex) -> u8 {
        self.troops_on(tile)
    }

    /// Tiles with a stack.
    fn stacks(&self) -> TileMask;

    /// Counters on a tile.
    fn stack_on(&self, tile: TileIndex) -> u8;

    /// Of these, how many are spent.
    fn spent_on(&self, tile: TileIndex) -> u8;
}

/// What reads the same in each game but for the names.
macro_rules! tiled {
    ($game:ident: goal $goal:ident, troops $troops:ident, $troops_on:ident, stacks $stacks:ident, $stack_on:ident,
     { $($own:item)* }) => {
        impl Tiled for $game {
            fn board(&self) -> &Board {
                $game::board(self)
            }

            fn kinds(&self) -> &'static Kinds {
                $game::kinds(self)
            }

            fn deck(&self) -> &Deck {
                $game::deck(self)
            }

            fn clock(&self) -> Clock {
                Clock {
                    phase: self.phase() as usize,
                    turn: self.turn_number(),
                    max_turns: moonbase_engine::Game::options(self).max_turns,
                    redeals: self.redeals(),
                }
            }

            fn goal(&self) -> Option<TileIndex> {
                self.$goal()
            }

            fn troops(&self) -> TileMask {
                self.$troops()
            }

            #[inline]
            fn troops_on(&self, tile: TileIndex) -> u8 {
                self.$troops_on(tile)
            }

            fn stacks(&self) -> TileMask {
                self.$stacks()
            }

            #[inline]
            fn stack_on(&self, tile: TileIndex) -> u8 {
                self.$stack_on(tile)
            }

            #[inline]
            fn spent_on(&self, tile: TileIndex) -> u8 {
                $game::spent_on(self, tile)
            }

            $($own)*
        }
    };
}

tiled! { Ufo: goal ufo_tile, troops tiles_with_units, units_on, stacks tiles_with_aliens, aliens_on, {
    fn start(&self) -> Option<TileIndex> {
        Some(self.start_tile())
    }

    /// Teams aboard a Mobile don't look out.
    #[inline]
    fn lookouts_on(&self, tile: TileIndex) -> u8 {
        self.units_on(tile) & !self.teams_aboard()
    }
} }

tiled! { LostPatrol: goal ship_tile, troops tiles_with_soldiers, soldiers_on, stacks tiles_with_lurkers, lurkers_on, {
    fn start(&self) -> Option<TileIndex> {
        self.start_tile()
    }
} }
