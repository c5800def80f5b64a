//! The encoding of a game on laid tiles: what a game must say of itself, and the fields that all begin with.
//!
//! A number that belongs to a direction stands on an axis of directions, and a hex is given by its components
//! along the six of them: so turning the board permutes the numbers and changes none.

use std::marker::PhantomData;

use moonbase_engine::board::{Bits, TileIndex};
use moonbase_engine::deck::Deck;
use moonbase_engine::env::{Codec, Field, Observation};
use moonbase_engine::game::{Seat, Turn};
use moonbase_engine::hex::{Dir, Hex, STEPS, Symmetry};
use moonbase_engine::tiles::TileSet;

use super::layout::Axis::{Dirs, Plain, Slots};
use super::layout::{Layout, Row, Turning, numbered};
use crate::tiled::Tiled;

/// Steps of a hex along a direction are divided by this.
const REACH: f32 = 8.0;

/// What a game on tiles adds to be encoded.
pub trait TileCode: Tiled {
    const CODEC_VERSION: &'static str;
    const OBSERVATION_VERSION: &'static str;
    /// Counters of the second seat are divided by this.
    const MOST_COUNTERS: f32;

    /// The blocks of actions under these options.
    fn action_layout(options: &Self::Options) -> Layout;

    /// The fields of positions under these options: [`common_rows`], then the game's own.
    fn observation_layout(options: &Self::Options) -> Layout;

    /// Where a legal action stands.
    fn action_index(&self, layout: &Layout, action: Self::Action) -> usize;

    /// The action of an index; `None` beyond the last index and for what is not there.
    fn indexed_action(&self, layout: &Layout, index: usize) -> Option<Self::Action>;

    /// Writes the game's own fields.
    fn write_own(&self, writer: &mut Writer);
}

/// The encoding of a game on tiles under some rule options.
///
/// Tiles are numbered by `(q,r)` ascending, as in dumps; a number beyond the last tile is a free place.
/// Its sizes follow from the options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileEncoding<G> {
    actions: Layout,
    observation: Layout,
    game: PhantomData<fn() -> G>,
}

impl<G: TileCode> TileEncoding<G> {
    pub fn new(options: &G::Options) -> TileEncoding<G> {
        TileEncoding {
            actions: G::action_layout(options),
            observation: G::observation_layout(options),
            game: PhantomData,
        }
    }

    pub fn action_layout(&self) -> &Layout {
        &self.actions
    }

    pub fn observation_layout(&self) -> &Layout {
        &self.observation
    }

    /// What a turn of the position's board does to indices and observations: `turned` of it moves each
    /// number to its place in the encoding of the turned position.
    pub fn turning(position: &G, symmetry: Symmetry) -> Turning {
        Turning::new(symmetry, position.board().tiles().map(|(hex, _, _)| hex))
    }
}

impl<G: TileCode> Codec<G> for TileEncoding<G> {
    fn codec_version(&self) -> &'static str {
        G::CODEC_VERSION
    }

    fn actions(&self) -> usize {
        self.actions.len()
    }

    #[inline]
    fn index(&self, position: &G, action: G::Action) -> usize {
        position.action_index(&self.actions, action)
    }

    fn action(&self, position: &G, index: usize) -> Option<G::Action> {
        position.indexed_action(&self.actions, index)
    }

    fn action_fields(&self) -> Vec<Field> {
        self.actions.fields()
    }
}

impl<G: TileCode> Observation<G> for TileEncoding<G> {
    fn observation_version(&self) -> &'static str {
        G::OBSERVATION_VERSION
    }

    fn observation_len(&self) -> usize {
        self.observation.len()
    }

    fn observe(&self, position: &G, seat: Seat, out: &mut [f32]) {
        debug_assert_eq!(
            self.observation,
            G::observation_layout(position.options()),
            "the encoding is one of other options"
        );
        out.fill(0.0);
        let layout = &self.observation;
        let mut writer = Writer { layout, out };
        write_clock(&mut writer, position, seat);
        for tile in 0..position.board().len() as TileIndex {
            write_tile(&mut writer, position, tile);
        }
        position.write_own(&mut writer);
    }

    fn observation_fields(&self) -> Vec<Field> {
        self.observation.fields()
    }
}

numbered! {
    /// The fields that all games on tiles begin with.
    Common from 0; Seat, ToMove, Phase, TurnShare, Redeals, Placed, Start, Goal, Heavy, Exits, Joined, Open, Where,
    Stack, Spent,
}

/// The number of the first field of a game's own.
pub(super) const OWN: usize = Common::ALL.len();

/// What the common fields are called and mean in a game.
pub(super) struct CommonWords {
    pub seat: &'static str,
    pub to_move: &'static str,
    pub phases: usize,
    pub phase: &'static str,
    /// Name and meaning.
    pub goal: (&'static str, &'static str),
    pub stack: (&'static str, &'static str),
    pub spent: &'static str,
}

/// Tile numbers that a box of tiles needs: those in it, the start tile and the one that is looked for.
pub(super) fn slots(box_of: &TileSet) -> usize {
    box_of.total() + 2
}

/// Kinds of which the box holds tiles.
pub(super) fn kinds_in_box(box_of: &TileSet) -> usize {
    let in_box = box_of.kinds().iter().filter(|kind| kind.count > 0);
    in_box.count()
}

/// The rows of [`Common`].
pub(super) fn common_rows(slots: usize, words: &CommonWords) -> Vec<Row> {
    let tile = Slots(slots);
    let flags = |name, axes: &[_], meaning| -> Row { (name, axes.to_vec(), "0 or 1", meaning) };
    let share = |name, axes: &[_], meaning| -> Row { (name, axes.to_vec(), "0..1", meaning) };
    let along = "steps from 0,0 along the direction, of 8";
    vec![
        flags("seat", &[Plain(2)], words.seat),
        flags("to_move", &[Plain(3)], words.to_move),
        flags("phase", &[Plain(words.phases)], words.phase),
        share("turn", &[], "turn of `max_turns`"),
        share("redeals", &[], "redeals at set-up, of 3"),
        flags("placed", &[tile], "the number is a tile's"),
        flags("start", &[tile], "the start tile"),
        flags(words.goal.0, &[tile], words.goal.1),
        flags("heavy", &[tile], "heavy going"),
        flags("exits", &[tile, Dirs], "has an exit"),
        flags("joined", &[tile, Dirs], "is connected to its neighbour"),
        flags("open", &[tile, Dirs], "has an open exit"),
        ("where", vec![tile, Dirs], "-8..8", along),
        share(words.stack.0, &[tile], words.stack.1),
        share("spent", &[tile], words.spent),
    ]
}

/// Writes into the fields of a layout.
pub struct Writer<'a> {
    layout: &'a Layout,
    out: &'a mut [f32],
}

impl Writer<'_> {
    /// Writes the number at a place of a field.
    #[inline]
    pub(super) fn put<const N: usize>(
        &mut self,
        part: impl Into<usize>,
        place: [usize; N],
        value: f32,
    ) {
        self.out[self.layout.at(part.into(), place)] = value;
    }

    #[inline]
    pub(super) fn mark<const N: usize>(&mut self, part: impl Into<usize>, place: [usize; N]) {
        self.put(part, place, 1.0);
    }

    /// Marks a tile, if there is one.
    pub(super) fn mark_tile(&mut self, part: impl Into<usize>, tile: Option<TileIndex>) {
        if let Some(tile) = tile {
            self.mark(part, [tile.into()]);
        }
    }

    /// Marks the directions of a mask at a tile.
    pub(super) fn mark_dirs(&mut self, part: impl Into<usize> + Copy, tile: TileIndex, dirs: u8) {
        for dir in Bits(dirs.into()) {
            self.mark(part, [tile.into(), dir.into()]);
        }
    }

    /// Marks the units of a mask.
    pub(super) fn mark_units(&mut self, part: impl Into<usize> + Copy, units: u8) {
        Bits(units.into()).for_each(|unit| self.mark(part, [unit.into()]));
    }

    /// Marks which units of a mask are on the tile.
    pub(super) fn mark_units_on(
        &mut self,
        part: impl Into<usize> + Copy,
        tile: TileIndex,
        units: u8,
    ) {
        for unit in Bits(units.into()) {
            self.mark(part, [unit.into(), tile.into()]);
        }
    }

    /// Writes what is left of each kind in the deck, and of all together.
    pub(super) fn put_deck(
        &mut self,
        of_kind: impl Into<usize> + Copy,
        left: impl Into<usize>,
        (deck, full): (&Deck, &Deck),
    ) {
        for (kind, count) in deck.kinds() {
            let share = f32::from(count) / f32::from(full.count(kind));
            self.put(of_kind, [kind.into()], share);
        }
        let share = f32::from(deck.total()) / f32::from(full.total());
        self.put(left, [], share);
    }
}

fn write_clock<G: Tiled>(writer: &mut Writer, position: &G, seat: Seat) {
    let clock = position.clock();
    writer.mark(Common::Seat, [seat.index()]);
    let mover = match position.turn() {
        Turn::Decide(seat) => seat.index(),
        Turn::Chance | Turn::Over(_) => 2,
    };
    writer.mark(Common::ToMove, [mover]);
    writer.mark(Common::Phase, [clock.phase]);
    let share = f32::from(clock.turn) / f32::from(clock.max_turns);
    writer.put(Common::TurnShare, [], share);
    writer.put(Common::Redeals, [], f32::from(clock.redeals) / 3.0);
    writer.mark_tile(Common::Start, position.start());
    writer.mark_tile(Common::Goal, position.goal());
}

fn write_tile<G: TileCode>(writer: &mut Writer, position: &G, tile: TileIndex) {
    let (board, slot) = (position.board(), usize::from(tile));
    writer.mark(Common::Placed, [slot]);
    if position.kinds().is_heavy(board.kind(tile)) {
        writer.mark(Common::Heavy, [slot]);
    }
    writer.mark_dirs(Common::Exits, tile, board.exits(tile));
    writer.mark_dirs(Common::Joined, tile, board.joined(tile));
    writer.mark_dirs(Common::Open, tile, board.open(tile));
    for dir in 0..6 {
        let steps = steps_along(board.hex(tile), dir);
        writer.put(Common::Where, [slot, dir.into()], steps / REACH);
    }
    let share = |counters: u8| f32::from(counters) / G::MOST_COUNTERS;
    writer.put(Common::Stack, [slot], share(position.stack_on(tile)));
    writer.put(Common::Spent, [slot], share(position.spent_on(tile)));
}

/// A hex's component along a direction, in steps: the scalar product of cube coordinates, halved.
fn steps_along(hex: Hex, dir: Dir) -> f32 {
    let (dq, dr) = STEPS[usize::from(dir)];
    let cube = |q: i8, r: i8| [i32::from(q), i32::from(r), -i32::from(q) - i32::from(r)];
    let pairs = cube(hex.q, hex.r).into_iter().zip(cube(dq, dr));
    pairs.map(|(a, b)| a * b).sum::<i32>() as f32 / 2.0
}
