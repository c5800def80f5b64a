//! Reading a position.

use super::base::{BaseId, MOST_BASES, Mode, SideMask, Status};
use super::field::{Cell, Field};
use super::kind::Kind;
use super::scenario::Scenario;
use super::sight::Sight;
use super::state::{ABOARD, Act, Fg1, GONE, Phase, Question, Stage};
use crate::game::Seat;
use crate::hex::{Dir, Hex};

impl Fg1 {
    /// Board, objectives, and how the bases began.
    pub fn scenario(&self) -> &'static Scenario {
        &self.rules.options.scenario
    }

    /// Hexes, their numbers and terrain.
    #[inline]
    pub fn field(&self) -> &'static Field {
        self.rules.field()
    }

    /// Which hexes see each other, for bases that do not fly.
    #[inline]
    pub fn sight(&self) -> &'static Sight {
        &self.rules.sight
    }

    /// The hexes of the objectives, by number.
    #[inline]
    pub fn objectives(&self) -> &'static [Cell] {
        &self.rules.objectives
    }

    /// The bases in play, in id order.
    pub fn bases(&self) -> impl Iterator<Item = BaseId> {
        let alive = Seat::BOTH.map(|side| BaseId::all_in(side, self.alive(side)));
        alive.into_iter().flatten()
    }

    /// The bases of a side that are in play.
    #[inline]
    pub fn alive(&self, side: Seat) -> SideMask {
        self.mask_of(side, |place| place != GONE)
    }

    /// The bases of a side that stand on the board: in play, and not aboard a hover.
    #[inline]
    pub fn on_board(&self, side: Seat) -> SideMask {
        self.mask_of(side, |place| place < ABOARD)
    }

    /// The squads aboard a hover.
    pub fn passengers(&self, hover: BaseId) -> SideMask {
        let inside = Fg1::aboard(hover);
        self.mask_of(hover.side(), |place| place == inside)
    }

    /// The bases of a side whose place is like that.
    #[inline]
    pub(super) fn mask_of(&self, side: Seat, is_it: impl Fn(u16) -> bool) -> SideMask {
        let half = MOST_BASES / 2;
        let places = &self.places[side.index() * half..][..half];
        let bits = places.iter().enumerate();
        bits.fold(0, |mask, (bit, place)| {
            mask | u32::from(is_it(*place)) << bit
        })
    }

    #[inline]
    pub fn is_alive(&self, base: BaseId) -> bool {
        self.places[base.index()] != GONE
    }

    #[inline]
    pub fn kind(&self, base: BaseId) -> Kind {
        self.rules.kinds[base.index()]
    }

    #[inline]
    pub fn status(&self, base: BaseId) -> Status {
        self.conditions[base.index()].status
    }

    /// The way a vehicle faces.
    #[inline]
    pub fn facing(&self, base: BaseId) -> Option<Dir> {
        let facing = self.conditions[base.index()].facing;
        (!self.kind(base).is_squad()).then_some(facing)
    }

    /// How a hover moves, or has last moved.
    #[inline]
    pub fn mode(&self, base: BaseId) -> Option<Mode> {
        let mode = self.conditions[base.index()].mode;
        self.kind(base).is_hover().then_some(mode)
    }

    /// Does it see and is it seen over wood: a fighter, or a hover in mode `hover`?
    #[inline]
    pub fn flies(&self, base: BaseId) -> bool {
        self.conditions[base.index()].mode == Mode::Hover || self.kind(base).is_fighter()
    }

    /// The hover that carries a squad.
    #[inline]
    pub fn carrier(&self, base: BaseId) -> Option<BaseId> {
        let place = self.places[base.index()];
        let aboard = (ABOARD..GONE).contains(&place);
        aboard.then(|| BaseId::from_index((place - ABOARD) as u8))
    }

    /// The number of the hex of a base in play; of a squad aboard, its hover's.
    #[inline]
    pub fn cell(&self, base: BaseId) -> Option<Cell> {
        let outermost = self.carrier(base).unwrap_or(base);
        Some(self.places[outermost.index()]).filter(|place| *place < ABOARD)
    }

    /// The hex of a base in play; of a squad aboard, its hover's.
    pub fn hex(&self, base: BaseId) -> Option<Hex> {
        self.cell(base).map(|cell| self.field().hex(cell))
    }

    /// The bases on a hex, those aboard left out: one at most, but for a base that passes others.
    pub fn bases_on(&self, cell: Cell) -> impl Iterator<Item = BaseId> {
        let there = move |side| BaseId::all_in(side, self.mask_of(side, |place| place == cell));
        Seat::BOTH.into_iter().flat_map(there)
    }

    /// Does a base on the board see another? Range is another matter.
    #[inline]
    pub fn sees(&self, from: BaseId, to: BaseId) -> bool {
        let (a, b) = (self.cell_of(from), self.cell_of(to));
        self.flies(from)
            || self.flies(to)
            || self.field().distance(a, b) <= 1
            || self.rules.sight.sees(a, b)
    }

    /// The number of the initiative, from 1.
    pub fn initiative(&self) -> u16 {
        self.initiative
    }

    /// The game ends with that initiative.
    pub fn last_initiative(&self) -> u16 {
        self.rules.last_initiative
    }

    /// Who has the initiative.
    pub fn side(&self) -> Seat {
        self.side
    }

    pub fn phase(&self) -> Phase {
        match (self.stage, self.act) {
            (Stage::Over, _) => Phase::Over,
            (_, Act::None) => Phase::Action,
            (_, Act::Move(_)) => Phase::Move,
            (_, Act::Load { .. } | Act::Unload { .. }) => Phase::Load,
        }
    }

    /// The action under way.
    pub fn act(&self) -> Act {
        self.act
    }

    /// What comes next.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The last question in the action under way.
    pub fn asked(&self) -> Option<Question> {
        self.asked
    }

    /// Bases of the side with the initiative that moved in it; none with `moves=free`.
    pub fn moved(&self) -> SideMask {
        self.moved
    }

    /// Squads of the side with the initiative that loaded or unloaded in it.
    pub fn loaded(&self) -> SideMask {
        self.loaded
    }

    /// Bases of the other side whose defensive fire had no effect in this initiative.
    pub fn spent(&self) -> SideMask {
        self.spent
    }

    /// Actions chosen in this initiative; 0 unless `moves=free`.
    pub fn actions(&self) -> u8 {
        self.actions
    }
}
