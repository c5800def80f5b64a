//! The position of `lost_patrol`.

use std::hash::{Hash, Hasher};

use super::options::LostPatrolOptions;
use super::soldiers::{SQUAD, Soldier, SoldierMask};
use crate::board::{
    Board, NO_TILE, Places, TileIndex, TileMask, make_room, tiles_with_units, units_on,
};
use crate::deck::{Deck, KindIndex, Kinds};
use crate::game::{Seat, Turn};
use crate::hex::{Dir, Hex};
use crate::rules::{self, RulesInUse};
use crate::stacks::Stacks;

/// Where in the turn the game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Phase {
    Setup,
    Patrol,
    Clearing,
    Laying,
    Lurker,
    Ambush,
    Excess,
    Over,
}

impl Phase {
    pub const ALL: [Phase; 8] = [
        Phase::Setup,
        Phase::Patrol,
        Phase::Clearing,
        Phase::Laying,
        Phase::Lurker,
        Phase::Ambush,
        Phase::Excess,
        Phase::Over,
    ];

    /// The name in dumps.
    pub fn name(self) -> &'static str {
        [
            "setup", "patrol", "clearing", "laying", "lurker", "ambush", "excess", "over",
        ][self as usize]
    }
}

/// What has been begun and is not carried out yet. Who acts in phase 1 is [`LostPatrol::active`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Task {
    /// Nothing: the phase's own choice is next.
    Idle,
    /// A tile is drawn.
    Draw,
    /// The tile drawn is laid.
    Place { kind: KindIndex },
    /// The active soldier leaves a liana tile: a roll.
    Leave { dir: Dir },
    /// The active soldier has fired: a roll.
    Fire,
    /// An ambush by `count` lurkers, at most 6: a roll.
    Ambush { tile: TileIndex, count: u8 },
    /// The patrol chooses the soldier lost in an ambush.
    Ambushed { tile: TileIndex },
    /// The soldiers on the tile retreat one by one; `seat` chooses.
    Retreat { tile: TileIndex, seat: Seat },
    /// The lurkers on the tile retreat.
    Flee { tile: TileIndex },
}

/// An exit of a tile.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Edge {
    pub tile: TileIndex,
    pub dir: Dir,
}

/// No soldier.
pub(super) const NONE: u8 = 7;

pub(super) type Rules = rules::Rules<LostPatrolOptions>;

/// The shared rules for these options.
pub(super) fn rules_for(options: &LostPatrolOptions) -> &'static Rules {
    static IN_USE: RulesInUse<LostPatrolOptions> = RulesInUse::new();
    IN_USE.get(options, || Kinds::new(&options.tiles, "ship"))
}

/// A position of `lost_patrol`.
///
/// Tiles, lurkers and soldiers refer to tiles by number; see [`super::view`] for reading it.
#[derive(Clone)]
pub struct LostPatrol {
    pub(super) board: Board,
    pub(super) rules: &'static Rules,
    pub(super) lurkers: Stacks,
    pub(super) deck: Deck,
    /// Tile of each soldier, [`NO_TILE`] if dead or not in the game; the last three are never used.
    pub(super) at: Places,
    /// [`NO_TILE`] once it has been removed.
    pub(super) start_tile: TileIndex,
    pub(super) ship_tile: TileIndex,
    pub(super) supply: u8,
    pub(super) turn: u16,
    pub(super) phase: Phase,
    pub(super) redeals: u8,
    /// Soldiers whose activation has ended.
    pub(super) activated: SoldierMask,
    pub(super) active: u8,
    /// Of the active soldier, or of the lurkers in phase 4.
    pub(super) actions_left: u8,
    pub(super) task: Task,
    /// While tiles are laid: the open far exit of the latest straight, which is laid on first.
    pub(super) ahead: Option<Edge>,
    /// What the position waits for; follows from the rest.
    pub(super) node: Turn,
}

impl LostPatrol {
    pub(super) fn start(rules: &'static Rules) -> LostPatrol {
        let mut position = LostPatrol::blank(rules);
        position.set_out();
        position.settle();
        position
    }

    /// An empty table: nothing placed, no deck.
    pub(super) fn blank(rules: &'static Rules) -> LostPatrol {
        LostPatrol {
            board: Board::default(),
            rules,
            lurkers: Stacks::default(),
            deck: Deck::default(),
            at: [NO_TILE; 8],
            start_tile: NO_TILE,
            ship_tile: NO_TILE,
            supply: rules.options.lurkers,
            turn: 0,
            phase: Phase::Setup,
            redeals: 0,
            activated: 0,
            active: NONE,
            actions_left: 0,
            task: Task::Idle,
            ahead: None,
            node: Turn::Chance,
        }
    }

    /// Puts the start tile on an empty table, everybody on it, and begins to lay the jungle.
    pub(super) fn set_out(&mut self) {
        let kinds = &self.rules.kinds;
        self.board = Board::default();
        self.deck = kinds.deck();
        self.start_tile = self.board.insert(Hex::ORIGIN, kinds.start(), 63);
        for soldier in Soldier::all_in(self.rules.options.soldiers) {
            self.at[soldier as usize] = self.start_tile;
        }
        self.begin_laying();
    }

    /// Lays a tile and renumbers whatever refers to tiles above it.
    pub(super) fn put_tile(&mut self, hex: Hex, kind: KindIndex, exits: u8) {
        let at = self.board.insert(hex, kind, exits);
        self.lurkers.make_room(at, self.board.len());
        let bump = |tile: &mut TileIndex| make_room(tile, at);
        self.at.iter_mut().for_each(bump);
        bump(&mut self.start_tile);
        if let Some(edge) = &mut self.ahead {
            bump(&mut edge.tile);
        }
        if kind == self.rules.kinds.end() {
            self.ship_tile = at;
        }
    }

    /// Removes all tiles but these for good; lurkers there return to the supply, soldiers die.
    pub(super) fn remove_all_but(&mut self, kept: TileMask) {
        if kept == self.board.all() {
            return;
        }
        let to = self.board.retain(kept);
        self.supply += self.lurkers.retain(kept);
        self.at = self.at.map(|tile| to.tile(tile));
        self.start_tile = to.tile(self.start_tile);
    }

    /// Soldiers in play.
    pub(super) fn alive(&self) -> SoldierMask {
        !units_on(&self.at, NO_TILE) & SQUAD
    }

    /// Soldiers on a tile.
    #[inline]
    pub(super) fn soldiers_at(&self, tile: TileIndex) -> SoldierMask {
        units_on(&self.at, tile) & SQUAD
    }

    /// Tiles with soldiers.
    #[inline]
    pub(super) fn soldier_tiles(&self) -> TileMask {
        tiles_with_units(&self.at)
    }

    /// Everything of a small size that is not derived from the rest.
    #[allow(clippy::type_complexity)]
    fn essence(&self) -> ([u8; 4], (u16, Phase, u8, u8), (Task, Option<Edge>), &str) {
        (
            [self.activated, self.active, self.actions_left, self.supply],
            (self.turn, self.phase, self.redeals, self.deck.total()),
            (self.task, self.ahead),
            self.node.outcome_name(),
        )
    }
}

impl PartialEq for LostPatrol {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.rules, other.rules)
            && self.board == other.board
            && self.lurkers == other.lurkers
            && self.deck == other.deck
            && self.at == other.at
            && self.essence() == other.essence()
    }
}

impl Eq for LostPatrol {}

impl Hash for LostPatrol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash(state);
        self.lurkers.hash(state);
        state.write_u64(u64::from_le_bytes(self.at));
        for (kind, count) in self.deck.kinds() {
            state.write_u64(u64::from(kind) << 8 | u64::from(count));
        }
        let [low, high] = self.turn.to_le_bytes();
        let (phase, redeals) = (self.phase as u8, self.redeals);
        let (activated, active, left) = (self.activated, self.active, self.actions_left);
        let word = [
            low,
            high,
            phase,
            redeals,
            activated,
            active,
            left,
            self.supply,
        ];
        state.write_u64(u64::from_le_bytes(word));
        (self.task, self.ahead).hash(state);
    }
}
