//! The position of `ufo`, and how the game goes on from one node to the next.

use std::hash::{Hash, Hasher};

use super::options::UfoOptions;
use super::units::{TEAMS, Unit, UnitMask};
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
    Shado,
    Forest,
    Alien,
    Abduct,
    Overstack,
    Over,
}

impl Phase {
    pub const ALL: [Phase; 7] = [
        Phase::Setup,
        Phase::Shado,
        Phase::Forest,
        Phase::Alien,
        Phase::Abduct,
        Phase::Overstack,
        Phase::Over,
    ];

    /// The name in dumps.
    pub fn name(self) -> &'static str {
        [
            "setup",
            "shado",
            "forest",
            "alien",
            "abduct",
            "overstack",
            "over",
        ][self as usize]
    }
}

/// What a shot is fired with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Weapon {
    Cannon,
    Mortar,
    /// `C`'s or a team's small arms.
    SmallArms,
    Missile,
}

/// What is left of SKY1's run: `left` tiles from `tile` on in direction `dir` (0 for the last tile).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Run {
    pub tile: TileIndex,
    pub dir: Dir,
    pub left: u8,
}

/// What has been begun and is not carried out yet. Who acts in phase 1 is [`Ufo::active`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Task {
    /// Nothing: the phase's own choice is next.
    Idle,
    /// The active Mobile leaves heavy going: a roll.
    Leave { dir: Dir },
    /// The active unit has fired: a roll.
    Shot { weapon: Weapon, tile: TileIndex },
    /// The Alien player chooses what `hits` remove.
    Lose { tile: TileIndex, hits: u8 },
    /// SKY1 has been asked, for the assault or for a strike: a roll.
    SkyAsked { assault: bool },
    /// SKY1 comes: SHADO chooses its run.
    SkyComes,
    /// The first tile of the run is bombed: a roll.
    Bombing { run: Run },
    /// The Alien player chooses what the bombs' hits remove; then SHADO's own losses.
    BombingLose { run: Run, hits: u8, own: u8 },
    /// SHADO chooses its own losses on the first tile of the run.
    BombingLost { run: Run, own: u8 },
    /// Aliens come out of the Pod: a roll.
    PodOpens,
    /// Aliens have shot: a roll of `dice` dice.
    Volley { tile: TileIndex, dice: u8 },
    /// SHADO chooses the teams lost.
    VolleyLost { tile: TileIndex, left: u8 },
    /// An abduction by `aliens` Aliens: a roll.
    Abduction { tile: TileIndex, aliens: u8 },
    /// SHADO chooses the unit abducted.
    Abducted { tile: TileIndex },
    /// A draw: a roll says who scatters first.
    DrawFirst { tile: TileIndex },
    /// SHADO's units on the tile are driven away one by one; `seat` chooses. Perhaps then the Aliens.
    DriveBack {
        tile: TileIndex,
        seat: Seat,
        then_aliens: bool,
    },
    /// Aliens on the tile are driven off, next in direction `dir`; `seat` chooses. Perhaps then SHADO.
    DriveOff {
        tile: TileIndex,
        dir: Dir,
        seat: Seat,
        then_shado: bool,
    },
    /// After SHADO has scattered first and the forest is laid, the Aliens scatter.
    ThenAliens { tile: TileIndex },
    /// The assault on the UFO: a roll of `dice` SHADO dice against one.
    Assault { dice: u8 },
}

/// Where the laying of the forest is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lay {
    No,
    /// The edge is chosen next.
    Edge,
    /// A tile is drawn for the edge.
    Draw {
        tile: TileIndex,
        dir: Dir,
    },
    /// The tile drawn is turned.
    Turn {
        tile: TileIndex,
        dir: Dir,
        kind: KindIndex,
    },
}

/// No unit.
pub(super) const NONE: u8 = 7;

pub(super) type Rules = rules::Rules<UfoOptions>;

/// The shared rules for these options.
pub(super) fn rules_for(options: &UfoOptions) -> &'static Rules {
    static IN_USE: RulesInUse<UfoOptions> = RulesInUse::new();
    IN_USE.get(options, || Kinds::new(&options.tiles, "ufo"))
}

/// A position of `ufo`.
///
/// Tiles, Aliens and units refer to tiles by number; see [`super::view`] for reading it.
#[derive(Clone)]
pub struct Ufo {
    pub(super) board: Board,
    pub(super) rules: &'static Rules,
    pub(super) aliens: Stacks,
    pub(super) deck: Deck,
    /// Tile of each unit, [`NO_TILE`] if lost or not in the game; the eighth is never used.
    pub(super) at: Places,
    /// The Gun Mobile that each team is aboard, or [`NONE`].
    pub(super) carrier: [u8; 3],
    pub(super) start_tile: TileIndex,
    pub(super) ufo_tile: TileIndex,
    pub(super) pod_tile: TileIndex,
    pub(super) pod_age: u8,
    pub(super) pool: u8,
    pub(super) sky_left: u8,
    pub(super) sky_die: bool,
    pub(super) turn: u16,
    pub(super) phase: Phase,
    pub(super) redeals: u8,
    /// Units whose activation has ended, without lost ones.
    pub(super) activated: UnitMask,
    pub(super) active: u8,
    pub(super) granted: u8,
    /// Of the active unit, or of the Aliens in phase 3.
    pub(super) actions_left: u8,
    pub(super) weapon: Option<Weapon>,
    pub(super) moved: bool,
    pub(super) task: Task,
    pub(super) lay: Lay,
    /// What the position waits for; follows from the rest.
    pub(super) node: Turn,
}

impl Ufo {
    pub(super) fn start(rules: &'static Rules) -> Ufo {
        let mut position = Ufo::blank(rules);
        position.set_out();
        position.settle();
        position
    }

    /// An empty table before set-up.
    pub(super) fn blank(rules: &'static Rules) -> Ufo {
        Ufo {
            board: Board::default(),
            rules,
            aliens: Stacks::default(),
            deck: rules.kinds.deck(),
            at: [NO_TILE; 8],
            carrier: [NONE; 3],
            start_tile: 0,
            ufo_tile: NO_TILE,
            pod_tile: NO_TILE,
            pod_age: 0,
            pool: rules.options.aliens,
            sky_left: 3,
            sky_die: false,
            turn: 0,
            phase: Phase::Setup,
            redeals: 0,
            activated: 0,
            active: NONE,
            granted: NONE,
            actions_left: 0,
            weapon: None,
            moved: false,
            task: Task::Idle,
            lay: Lay::No,
            node: Turn::Chance,
        }
    }

    /// Puts the start tile on an empty table, everybody on it, and begins to lay the forest.
    pub(super) fn set_out(&mut self) {
        let kinds = &self.rules.kinds;
        self.board = Board::default();
        self.deck = kinds.deck();
        self.start_tile = self.board.insert(Hex::ORIGIN, kinds.start(), 63);
        let units = self.rules.options.units;
        for unit in Unit::all_in(units) {
            self.at[unit as usize] = self.start_tile;
        }
        for team in 0..3u8 {
            let (mobile, unit) = (1 + team, 4 + team);
            let both = units >> mobile & units >> unit & 1 == 1;
            self.carrier[team as usize] = if both { mobile } else { NONE };
        }
        self.begin_laying();
    }

    /// Lays a tile and renumbers whatever refers to tiles above it.
    pub(super) fn put_tile(&mut self, hex: Hex, kind: KindIndex, exits: u8) {
        let at = self.board.insert(hex, kind, exits);
        self.aliens.make_room(at, self.board.len());
        let bump = |tile: &mut TileIndex| make_room(tile, at);
        self.at.iter_mut().for_each(bump);
        bump(&mut self.start_tile);
        bump(&mut self.pod_tile);
        if let Task::ThenAliens { tile } = &mut self.task {
            bump(tile);
        }
        if kind == self.rules.kinds.end() {
            self.ufo_tile = at;
            self.deck.clear();
        }
    }

    /// Is nothing begun, so that the phase's own choice is next?
    #[inline]
    pub(super) fn is_idle(&self) -> bool {
        matches!((self.lay, self.task), (Lay::No, Task::Idle))
    }

    /// Units in play.
    pub(super) fn alive(&self) -> UnitMask {
        !self.units_at(NO_TILE) & 0x7f
    }

    /// Units on a tile, passengers included.
    #[inline]
    pub(super) fn units_at(&self, tile: TileIndex) -> UnitMask {
        units_on(&self.at, tile) & 0x7f
    }

    /// Teams aboard a Mobile.
    #[inline]
    pub(super) fn aboard(&self) -> UnitMask {
        // Of the numbers of carriers only [`NONE`] has bit 2. Gathers the three bits by multiplication.
        let [a, b, c] = self.carrier;
        let riding = !u32::from_le_bytes([a, b, c, NONE]) & 0x04_0404;
        (riding.wrapping_mul(1 << 20 | 1 << 13 | 1 << 6) >> 18) as u8 & TEAMS
    }

    /// The passenger of a Gun Mobile.
    #[inline]
    pub(super) fn passenger(&self, mobile: Unit) -> Option<Unit> {
        let team = self.carrier.iter().position(|c| *c == mobile as u8)?;
        Some(Unit::from_index(4 + team as u8))
    }

    /// Tiles with SHADO units.
    #[inline]
    pub(super) fn unit_tiles(&self) -> TileMask {
        tiles_with_units(&self.at)
    }
}

/// Everything that is not derived from the rest, in one comparable value.
impl Ufo {
    #[allow(clippy::type_complexity)]
    fn essence(
        &self,
    ) -> (
        (&Stacks, &Deck, Places, [u8; 3]),
        (u8, u8, u8, u8, bool, u16, Phase, u8),
        (
            u8,
            u8,
            u8,
            u8,
            Option<Weapon>,
            bool,
            Task,
            Lay,
            &'static str,
        ),
    ) {
        (
            (&self.aliens, &self.deck, self.at, self.carrier),
            (
                self.pod_tile,
                self.pod_age,
                self.pool,
                self.sky_left,
                self.sky_die,
                self.turn,
                self.phase,
                self.redeals,
            ),
            (
                self.activated,
                self.active,
                self.granted,
                self.actions_left,
                self.weapon,
                self.moved,
                self.task,
                self.lay,
                self.node.outcome_name(),
            ),
        )
    }
}

impl PartialEq for Ufo {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.rules, other.rules)
            && self.board == other.board
            && self.essence() == other.essence()
    }
}

impl Eq for Ufo {}

impl Hash for Ufo {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.board.hash(state);
        self.aliens.hash(state);
        state.write_u64(u64::from_le_bytes(self.at));
        let [a, b, c] = self.carrier;
        let (turn, phase) = (self.turn as u8, self.phase as u8);
        state.write_u64(u64::from_le_bytes([
            a,
            b,
            c,
            phase,
            turn,
            self.redeals,
            self.pod_tile,
            self.pod_age,
        ]));
        let sky = self.sky_left | u8::from(self.sky_die) << 7;
        let (activated, active, granted) = (self.activated, self.active, self.granted);
        let left = self.actions_left | u8::from(self.moved) << 7;
        let word = [
            self.pool,
            sky,
            activated,
            active,
            granted,
            left,
            self.deck.total(),
            0,
        ];
        state.write_u64(u64::from_le_bytes(word));
        (self.weapon, self.task, self.lay).hash(state);
    }
}
