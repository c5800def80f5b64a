//! The observation of `fg1`: everything that its dump says, in fields of fixed size.
//!
//! The board itself is the scenario's and not among the numbers, but for the terrain under each base.

use moonbase_engine::Game;
use moonbase_engine::fg1::{Act, BaseId, Fg1, Firers, Leg, Mode, Stage, Status};
use moonbase_engine::game::{Seat, Turn};

use crate::encode::layout::Axis::{Dirs, Plain};
use crate::encode::layout::{Axis, Layout, Row, numbered};

numbered! {
    /// The fields, in the order of the layout.
    Part from 0; Looks, ToMove, Holds, Phase, Next, Initiative, Actions, Score, Alive, Kind, Across, Down, Terrain, Aboard,
    Facing, Hovering, Pinned, Suppressed, Moved, Loaded, Spent, Actor, Hover, Left, Straight, Leg, LegDir, ToGo, Halted,
    Asked, Modifier, Firing, Aim,
}

/// mm are divided by this.
const FARTHEST: f32 = 600.0;

/// Hexes of a leg are divided by this.
const LONGEST: f32 = 30.0;

/// What the target adds to the dice of a shot is divided by this.
const MODIFIER: f32 = 4.0;

/// Actions in an initiative under `moves=free`.
const ACTIONS: f32 = 100.0;

pub(super) fn layout(bases: usize) -> Layout {
    let mut rows = clock_rows();
    rows.extend(base_rows(Plain(2 * bases), Plain(bases)));
    rows.extend(act_rows(Plain(2 * bases)));
    assert_eq!(rows.len(), Part::ALL.len());
    Layout::new(rows)
}

fn flags(name: &'static str, axes: &[Axis], meaning: &'static str) -> Row {
    (name, axes.to_vec(), "0 or 1", meaning)
}

fn share(name: &'static str, axes: &[Axis], meaning: &'static str) -> Row {
    (name, axes.to_vec(), "0..1", meaning)
}

fn signed(name: &'static str, axes: &[Axis], meaning: &'static str) -> Row {
    (name, axes.to_vec(), "-1..1", meaning)
}

fn clock_rows() -> Vec<Row> {
    vec![
        flags("seat", &[Plain(2)], "the seat that looks: a, b"),
        flags("to_move", &[Plain(3)], "who chooses: a, b, nobody"),
        flags(
            "side",
            &[Plain(2)],
            "who has the initiative: the seat that looks, the other",
        ),
        flags("phase", &[Plain(4)], "action, move, load, over"),
        flags(
            "next",
            &[Plain(5)],
            "what comes next: a choice of the side with the initiative, an answer, a shot's dice, a rally's, nothing",
        ),
        share("initiative", &[], "its number, of the last one's"),
        share(
            "actions",
            &[],
            "chosen in this initiative, of 100 (`moves=free`)",
        ),
        share(
            "score",
            &[Plain(2)],
            "own, the other's, of the points of all bases and objectives",
        ),
    ]
}

/// For each base: the seat's own by number, then the other side's.
fn base_rows(base: Axis, own: Axis) -> Vec<Row> {
    vec![
        flags("alive", &[base], "in play"),
        flags("type", &[base, Plain(8)], "inf, lh, mh, hh, lw, mw, hw, f"),
        signed(
            "across",
            &[base],
            "column, from -1 at the left edge to 1 at the right",
        ),
        share("down", &[base], "row, from 0 at the top to 1 at the bottom"),
        flags(
            "terrain",
            &[base, Plain(6)],
            "under it: clear, broken, wood, swamp, river, water",
        ),
        flags(
            "aboard",
            &[base, own],
            "aboard the hover of that number on its side",
        ),
        flags("facing", &[base, Dirs], "the way a vehicle faces"),
        flags("hovering", &[base], "a hover in mode `hover`"),
        flags("pinned", &[base], "pinned"),
        flags("suppressed", &[base], "suppressed"),
        flags("moved", &[base], "has moved in this initiative"),
        flags(
            "loaded",
            &[base],
            "has loaded or unloaded in this initiative",
        ),
        flags("spent", &[base], "its defensive fire is spent"),
    ]
}

fn act_rows(base: Axis) -> Vec<Row> {
    vec![
        flags("actor", &[base], "moves, loads or unloads"),
        flags("load_on", &[base], "the hover that a squad loads on"),
        share("left", &[], "movement left, of 600 mm"),
        share("straight", &[], "gone straight, of 600 mm"),
        flags(
            "leg",
            &[Plain(5)],
            "the last leg: none yet, none yet but the mode changed, ahead, turn, step",
        ),
        flags("leg_dir", &[Dirs], "direction of the last step"),
        share("to_go", &[], "hexes of the leg still to be entered, of 30"),
        flags("halted", &[], "a river stops the squad"),
        flags(
            "asked",
            &[base],
            "could answer when the other side was last asked",
        ),
        signed(
            "modifier",
            &[],
            "dice that the target added to a shot then, of 4",
        ),
        flags("firing", &[base], "fires the shot in the air"),
        flags("aim", &[base], "the target of that shot, or who rallies"),
    ]
}

/// A number of the reflected board, already in its place by direction: left is right, and a is b.
pub(super) fn swapped(layout: &Layout, index: usize, value: f32) -> (usize, f32) {
    let (number, block) = layout.find(index).expect("an index of the layout");
    let [at, ..] = block.place(index);
    match Part::ALL[number] {
        Part::Across => (index, -value),
        part @ (Part::Looks | Part::ToMove) if at < 2 => (layout.at(part.into(), [1 - at]), value),
        _ => (index, value),
    }
}

/// Writes all fields of `out` (zeroed).
pub(super) fn write(layout: &Layout, position: &Fg1, seat: Seat, out: &mut [f32]) {
    let slots = layout.blocks()[usize::from(Part::Alive)].field.len();
    let mut writer = Writer {
        layout,
        position,
        seat,
        own: slots / 2,
        out,
    };
    writer.clock();
    for base in position.bases() {
        writer.base(base);
    }
    writer.lists();
    writer.act();
    writer.stage();
}

struct Writer<'a> {
    layout: &'a Layout,
    position: &'a Fg1,
    seat: Seat,
    /// Numbers of the seat's own bases.
    own: usize,
    out: &'a mut [f32],
}

impl Writer<'_> {
    fn put<const N: usize>(&mut self, part: Part, place: [usize; N], value: f32) {
        self.out[self.layout.at(part.into(), place)] = value;
    }

    fn mark<const N: usize>(&mut self, part: Part, place: [usize; N]) {
        self.put(part, place, 1.0);
    }

    fn slot(&self, base: BaseId) -> usize {
        let before = if base.side() == self.seat {
            0
        } else {
            self.own
        };
        before + base.number() - 1
    }

    fn mark_base(&mut self, part: Part, base: BaseId) {
        self.mark(part, [self.slot(base)]);
    }

    fn mark_bases(&mut self, part: Part, side: Seat, mask: u32) {
        BaseId::all_in(side, mask).for_each(|base| self.mark_base(part, base));
    }

    fn clock(&mut self) {
        let position = self.position;
        self.mark(Part::Looks, [self.seat.index()]);
        let mover = match position.turn() {
            Turn::Decide(seat) => seat.index(),
            Turn::Chance | Turn::Over(_) => 2,
        };
        self.mark(Part::ToMove, [mover]);
        let theirs = position.side() != self.seat;
        self.mark(Part::Holds, [usize::from(theirs)]);
        self.mark(Part::Phase, [position.phase() as usize]);
        let initiative = f32::from(position.initiative()) / f32::from(position.last_initiative());
        self.put(Part::Initiative, [], initiative);
        self.put(Part::Actions, [], f32::from(position.actions()) / ACTIONS);
        let (score, stakes) = (position.score(), f32::from(position.scenario().stakes()));
        for (place, side) in [self.seat, self.seat.other()].into_iter().enumerate() {
            self.put(Part::Score, [place], f32::from(score[side]) / stakes);
        }
    }

    fn base(&mut self, base: BaseId) {
        let (position, slot) = (self.position, self.slot(base));
        let field = position.field();
        self.mark(Part::Alive, [slot]);
        self.mark(Part::Kind, [slot, position.kind(base) as usize]);
        if let Some(cell) = position.cell(base) {
            let (column, row) = (
                usize::from(cell) / field.height(),
                usize::from(cell) % field.height(),
            );
            // The same number on both sides of the middle.
            let across = (2 * column as i32 - (field.width() as i32 - 1)) as f32;
            let across = across / (field.width() - 1) as f32;
            self.put(Part::Across, [slot], across);
            self.put(Part::Down, [slot], row as f32 / (field.height() - 1) as f32);
            self.mark(Part::Terrain, [slot, field.terrain(cell) as usize]);
        }
        if let Some(hover) = position.carrier(base) {
            self.mark(Part::Aboard, [slot, hover.number() - 1]);
        }
        if let Some(facing) = position.facing(base) {
            self.mark(Part::Facing, [slot, facing.into()]);
        }
        if position.mode(base) == Some(Mode::Hover) {
            self.mark(Part::Hovering, [slot]);
        }
        match position.status(base) {
            Status::Ok => {}
            Status::Pinned => self.mark(Part::Pinned, [slot]),
            Status::Suppressed => self.mark(Part::Suppressed, [slot]),
        }
    }

    fn lists(&mut self) {
        let position = self.position;
        let side = position.side();
        self.mark_bases(Part::Moved, side, position.moved());
        self.mark_bases(Part::Loaded, side, position.loaded());
        self.mark_bases(Part::Spent, side.other(), position.spent());
        if let Some(question) = position.asked() {
            self.mark_bases(Part::Asked, side.other(), question.firers);
            self.put(Part::Modifier, [], f32::from(question.modifier) / MODIFIER);
        }
    }

    fn act(&mut self) {
        let act = self.position.act();
        if let Some(actor) = act.actor() {
            self.mark_base(Part::Actor, actor);
        }
        match act {
            Act::Load { hover, .. } => self.mark_base(Part::Hover, hover),
            Act::Move(under_way) => {
                self.put(Part::Left, [], f32::from(under_way.left) / FARTHEST);
                self.put(Part::Straight, [], f32::from(under_way.straight) / FARTHEST);
                self.put(Part::ToGo, [], f32::from(under_way.to_go) / LONGEST);
                self.put(Part::Halted, [], f32::from(u8::from(under_way.halted)));
                self.leg(under_way.leg);
            }
            Act::None | Act::Unload { .. } => {}
        }
    }

    fn leg(&mut self, leg: Leg) {
        let number = match leg {
            Leg::First { changed } => usize::from(changed),
            Leg::Ahead => 2,
            Leg::Turn => 3,
            Leg::Step(dir) => {
                self.mark(Part::LegDir, [dir.into()]);
                4
            }
        };
        self.mark(Part::Leg, [number]);
    }

    fn stage(&mut self) {
        let number = match self.position.stage() {
            Stage::Choose => 0,
            Stage::Answer => 1,
            Stage::Shot { firers, target } => {
                self.shot(firers, target);
                2
            }
            Stage::Rally { base } => {
                self.mark_base(Part::Aim, base);
                3
            }
            Stage::Over => 4,
        };
        self.mark(Part::Next, [number]);
    }

    fn shot(&mut self, firers: Firers, target: BaseId) {
        firers
            .bases()
            .for_each(|base| self.mark_base(Part::Firing, base));
        self.mark_base(Part::Aim, target);
    }
}
