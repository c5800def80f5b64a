//! Legal actions of `fg1`, by groups (see [`crate::groups`]).

use arrayvec::ArrayVec;

use super::base::{BaseId, MOST_A_SIDE, MOST_TOGETHER, Mode, SideMask, Status};
use super::fire::Aim;
use super::kind::Terrain;
use super::notation::Action;
use super::options::Moves;
use super::state::{ABOARD, Act, Fg1, Leg, Move, Stage};
use crate::groups::{self, Grouped, Sink, give};

/// The kind of the actions of a group, and what their mask holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verb {
    /// Mask of bases of the side, two bits each: on the ground (and all but hovers), in the air.
    Move,
    /// Mask of targets for the firers, by their number among those of the side that may fire together.
    Fire,
    /// Mask of hovers for the squad.
    Load,
    /// Mask of directions for the squad.
    Unload,
    /// Mask of bases.
    Rally,
    /// One action.
    Pass,
    /// Mask of `n - 1`.
    Ahead,
    /// Mask of `k - 1`.
    Turn,
    /// Mask of `n - 1` for the direction.
    Step,
    /// One action.
    Stop,
    Hold,
}

/// Legal actions of one verb that differ in one number.
pub type Group = groups::Group<Verb>;

impl Grouped for Fg1 {
    type Verb = Verb;
    type Action = Action;

    /// One may always pass, and always hold fire.
    #[inline]
    fn more_follow(&self, verb: Verb) -> bool {
        matches!(
            verb,
            Verb::Move | Verb::Fire | Verb::Load | Verb::Unload | Verb::Rally
        )
    }

    /// Nobody is asked who has no shot; and whoever can move may pass.
    #[inline]
    fn has_choice(&self) -> bool {
        match self.stage {
            Stage::Answer => true,
            Stage::Choose if self.act == Act::None => self.movers().any(|(_, modes)| modes != 0),
            _ => false,
        }
    }

    #[inline]
    fn action_of(&self, group: Group, nth: u32) -> Action {
        let (bit, _) = group.choice(nth);
        let ours = |bit| BaseId::of_bit(self.side, bit);
        match group.verb {
            Verb::Move => {
                let base = ours(bit / 2);
                let mode = Mode::ALL[usize::from(bit % 2)];
                Action::Move {
                    base,
                    mode: self.kind(base).is_hover().then_some(mode),
                }
            }
            Verb::Fire => self.fire_action(group.subject, bit),
            Verb::Load => Action::Load {
                squad: ours(group.subject),
                hover: ours(bit),
            },
            Verb::Unload => Action::Unload {
                squad: ours(group.subject),
                dir: bit,
            },
            Verb::Rally => Action::Rally { base: ours(bit) },
            Verb::Pass => Action::Pass,
            Verb::Ahead => Action::Ahead { hexes: bit + 1 },
            Verb::Turn => Action::Turn { by: bit + 1 },
            Verb::Step => Action::Step {
                dir: group.subject,
                hexes: bit + 1,
            },
            Verb::Stop => Action::Stop,
            Verb::Hold => Action::Hold,
        }
    }

    fn each_group(&self, sink: &mut impl Sink<Verb>) {
        match (self.stage, self.act) {
            (Stage::Choose, Act::Move(under_way)) => self.each_leg(under_way, sink),
            (Stage::Choose, _) => self.each_action(sink),
            (Stage::Answer, _) => self.each_answer(sink),
            (Stage::Shot { .. } | Stage::Rally { .. } | Stage::Over, _) => {}
        }
    }
}

impl Fg1 {
    /// Who fires is the side with the initiative, unless the other one answers.
    #[inline]
    fn fire_action(&self, number: u8, target: u8) -> Action {
        let side = match self.stage {
            Stage::Answer => self.side.other(),
            _ => self.side,
        };
        Action::Fire {
            firers: self.rules.volleys[side][usize::from(number)].firers,
            target: BaseId::of_bit(side.other(), target),
        }
    }

    fn each_action(&self, sink: &mut impl Sink<Verb>) {
        let moves = self
            .movers()
            .fold(0, |mask, (base, modes)| mask | modes << (2 * base.place()));
        give!(sink, Verb::Move, 0, moves);
        self.each_fire(sink);
        self.each_other(sink);
    }

    /// Bases that have not moved, with the modes in which they may.
    #[inline]
    fn movers(&self) -> impl Iterator<Item = (BaseId, u64)> {
        let bases = BaseId::all_in(self.side, self.on_board(self.side) & !self.moved);
        bases.map(|base| (base, self.modes_to_move(base)))
    }

    /// All that follows fire.
    fn each_other(&self, sink: &mut impl Sink<Verb>) {
        let squads = self.rules.squads[self.side];
        let free = self.rules.options.moves == Moves::Free;
        let fresh = |noted: SideMask| if free { squads } else { squads & !noted };
        let outside = self.on_board(self.side);
        for squad in BaseId::all_in(self.side, outside & fresh(self.moved | self.loaded)) {
            give!(sink, Verb::Load, squad.place(), self.hovers_for(squad));
        }
        let inside = self.mask_of(self.side, |place| (ABOARD..u16::MAX).contains(&place));
        for squad in BaseId::all_in(self.side, inside & fresh(self.loaded)) {
            give!(sink, Verb::Unload, squad.place(), self.ways_out_for(squad));
        }
        give!(sink, Verb::Rally, 0, u64::from(self.shaken(self.side)));
        give!(sink, Verb::Pass, 0, 1u8);
    }

    /// Bases of a side that are not `ok`.
    #[inline]
    fn shaken(&self, side: crate::Seat) -> SideMask {
        let half = &self.conditions[side.index() * MOST_A_SIDE..][..MOST_A_SIDE];
        let bits = half.iter().enumerate();
        bits.fold(0, |mask, (bit, condition)| {
            mask | u32::from(condition.status != Status::Ok) << bit
        })
    }

    /// The modes in which a base on the board may begin a move: bit 0 the ground, bit 1 the air.
    ///
    /// A vehicle that may stand where it is has a first leg: it goes ahead, or else it turns, for which the movement
    /// of every type suffices on every terrain.
    #[inline]
    fn modes_to_move(&self, base: BaseId) -> u64 {
        let kind = self.kind(base);
        if self.status(base) != Status::Ok {
            return 0;
        }
        if kind.is_hover() {
            let terrain = self.field().terrain(self.cell_of(base));
            return u64::from(kind.passes(Mode::Ground, terrain)) | 2;
        }
        let left = self.movement(base, Mode::Ground);
        let may = !kind.is_squad() || (0..6).any(|dir| self.reach(base, dir, left) != 0);
        u64::from(may)
    }

    /// Hovers that a squad may board.
    fn hovers_for(&self, squad: BaseId) -> u64 {
        if self.status(squad) != Status::Ok {
            return 0;
        }
        let hovers = self.rules.hovers[self.side] & self.on_board(self.side);
        let takes = |hover: &BaseId| {
            let (from, to) = (self.cell_of(squad), self.cell_of(*hover));
            self.status(*hover) == Status::Ok
                && self.field().distance(from, to) == 1
                && self.passengers(*hover).count_ones() < MOST_TOGETHER as u32
        };
        let hovers = BaseId::all_in(self.side, hovers).filter(takes);
        hovers.fold(0, |mask, hover| mask | u64::from(hover.bit()))
    }

    /// Directions in which a squad aboard may be put.
    fn ways_out_for(&self, squad: BaseId) -> u8 {
        let hover = self.carrier(squad).expect("a squad aboard");
        if self.status(hover) != Status::Ok {
            return 0;
        }
        let free = |dir: &u8| {
            let next = self.field().neighbour(self.cell_of(hover), *dir);
            next.is_some_and(|cell| {
                let dry = self.field().terrain(cell) != Terrain::Water;
                dry && !self.places.contains(&cell)
            })
        };
        (0..6).filter(free).fold(0, |mask, dir| mask | 1 << dir)
    }

    fn each_fire(&self, sink: &mut impl Sink<Verb>) {
        let ours = self.on_board(self.side);
        let other = self.side.other();
        let targets = BaseId::all_in(other, self.on_board(other));
        let aims: ArrayVec<Aim, MOST_A_SIDE> = targets
            .map(|target| self.aim(target, ours, u8::MAX))
            .collect();
        let able = aims.iter().fold(0, |mask, aim| mask | aim.able);
        for (number, volley) in self.rules.volleys[self.side].iter().enumerate() {
            if volley.mask & !able != 0 {
                continue;
            }
            let taking = aims.iter().filter(|aim| aim.takes(volley));
            let targets = taking.fold(0, |mask, aim| mask | u64::from(aim.target.bit()));
            give!(sink, Verb::Fire, number, targets);
        }
    }

    fn each_answer(&self, sink: &mut impl Sink<Verb>) {
        let (Some(question), Some(target)) = (self.asked, self.act.actor()) else {
            return;
        };
        let volleys = self.rules.volleys[self.side.other()].iter().enumerate();
        for (number, _) in volleys.filter(|(_, volley)| Fg1::answers(question, volley)) {
            give!(sink, Verb::Fire, number, u64::from(target.bit()));
        }
        give!(sink, Verb::Hold, 0, 1u8);
    }

    fn each_leg(&self, under_way: Move, sink: &mut impl Sink<Verb>) {
        let Move { actor, left, .. } = under_way;
        if self.kind(actor).is_squad() {
            let again = |dir: &u8| under_way.leg == Leg::Step(*dir);
            for dir in (0..6).filter(|dir| !again(dir)) {
                give!(sink, Verb::Step, dir, self.reach(actor, dir, left));
            }
        } else {
            let facing = self.conditions[actor.index()].facing;
            let ahead = match under_way.leg {
                Leg::Ahead => 0,
                _ => self.reach(actor, facing, left),
            };
            give!(sink, Verb::Ahead, 0, ahead);
            if self.may_turn(under_way, ahead == 0) {
                give!(sink, Verb::Turn, 0, 0b1_1111u8);
            }
        }
        if under_way.leg != (Leg::First { changed: false }) {
            give!(sink, Verb::Stop, 0, 1u8);
        }
    }

    fn may_turn(&self, under_way: Move, stuck: bool) -> bool {
        let kind = self.kind(under_way.actor);
        let mode = self.conditions[under_way.actor.index()].mode;
        let first = matches!(under_way.leg, Leg::First { .. });
        let straight = under_way.straight >= kind.straight(mode);
        let paid = under_way.left >= kind.turn_cost();
        under_way.leg != Leg::Turn && paid && (straight || first && stuck)
    }
}
