//! The numbers of a position of `fg1`, as a seat sees it.

use moonbase_engine::Seat;
use moonbase_engine::fg1::{Act, Stage, Status};

use super::super::{feature_names, flag};
use super::Outlook;
use crate::scripted::fg1::CONTESTS;

feature_names! {
    /// Numbers of the position as a whole.
    StateFeature {
        /// Share of the initiatives begun; those left after this one, own and the other's, of 10; is one of them the last?
        Initiative,
        OwnLeft,
        TheirsLeft,
        OwnLast,
        TheirLast,
        /// The seat has the initiative.
        OwnInitiative,
        Acting,
        Moving,
        Loading,
        Answering,
        /// Movement left of the move under way, of 300 mm, and gone straight, of 100.
        Left,
        Straight,
        ActorPoints,
        /// Lead on score, of 10 points, and what the sides have.
        Lead,
        OwnScore,
        TheirScore,
        /// Objectives held; ways of the nearest base to one, of 12; bases that contest one, of 3.
        OwnHeld,
        TheirHeld,
        OwnWay,
        TheirWay,
        OwnNear,
        TheirNear,
        /// A side's points on the board, of 20.
        OwnPoints,
        TheirPoints,
        OwnSquads,
        TheirSquads,
        OwnHovers,
        TheirHovers,
        OwnWalkers,
        TheirWalkers,
        OwnFighters,
        TheirFighters,
        /// Bases aboard, in the air, of 3.
        OwnAboard,
        TheirAboard,
        OwnHovering,
        TheirHovering,
        /// Points of bases pinned, suppressed, of 5.
        OwnPinned,
        TheirPinned,
        OwnSuppressed,
        TheirSuppressed,
        /// Best shot of a side, and the best of all its bases together, in points of 3.
        OwnPromise,
        TheirPromise,
        OwnPromises,
        TheirPromises,
        /// Bases that see an enemy in their range, of 6.
        OwnShooters,
        TheirShooters,
        /// Bases still to move in this initiative, of 6; bases spent.
        ToMove,
        Spent,
    }
}

use StateFeature::*;

/// Writes the position's numbers to `row`.
pub fn describe(outlook: &Outlook, row: &mut [f32]) {
    let mut writer = Writer { outlook, row };
    writer.clock();
    writer.task();
    writer.score();
    let seat = outlook.seat;
    writer.side(seat, 0);
    writer.side(seat.other(), 1);
    writer.initiative();
}

struct Writer<'a> {
    outlook: &'a Outlook<'a>,
    row: &'a mut [f32],
}

impl Writer<'_> {
    fn put(&mut self, feature: StateFeature, value: f32) {
        self.row[feature as usize] = value;
    }

    /// A number of a side: `first` for the seat itself, the one after it for the other.
    fn put_for(&mut self, first: StateFeature, place: usize, value: f32) {
        self.row[first as usize + place] = value;
    }

    fn clock(&mut self) {
        let clock = self.outlook.ground.clock;
        self.put(Initiative, clock.progress);
        self.put(OwnLeft, f32::from(clock.mine.min(20)) / 10.0);
        self.put(TheirsLeft, f32::from(clock.theirs.min(20)) / 10.0);
        self.put(OwnLast, flag(clock.mine == 0));
        self.put(TheirLast, flag(clock.theirs == 0));
        let own = self.outlook.ground.position().side() == self.outlook.seat;
        self.put(OwnInitiative, flag(own));
    }

    fn task(&mut self) {
        let position = self.outlook.ground.position();
        let answering = position.stage() == Stage::Answer;
        let (moving, loading) = match position.act() {
            Act::None => (false, false),
            Act::Move(under_way) => {
                self.put(Left, f32::from(under_way.left) / 300.0);
                self.put(Straight, f32::from(under_way.straight.min(300)) / 100.0);
                (true, false)
            }
            Act::Load { .. } | Act::Unload { .. } => (false, true),
        };
        self.put(Acting, flag(!moving && !loading));
        self.put(Moving, flag(moving));
        self.put(Loading, flag(loading));
        self.put(Answering, flag(answering));
        if let Some(actor) = position.act().actor() {
            self.put(ActorPoints, f32::from(position.kind(actor).points()) / 7.0);
        }
    }

    fn score(&mut self) {
        let (position, seat) = (self.outlook.ground.position(), self.outlook.seat);
        let score = position.score();
        let (own, theirs) = (f32::from(score[seat]), f32::from(score[seat.other()]));
        self.put(Lead, (own - theirs) / 10.0);
        self.put(OwnScore, own / 20.0);
        self.put(TheirScore, theirs / 20.0);
        for (place, side) in [seat, seat.other()].into_iter().enumerate() {
            let held = position.objectives().iter();
            let held = held.filter(|cell| position.holds(side, **cell)).count();
            self.put_for(OwnHeld, place, held as f32);
        }
    }

    fn side(&mut self, side: Seat, place: usize) {
        let (outlook, sheet) = (self.outlook, &self.outlook.ground.sheet);
        let units = &sheet.units[side];
        let points = |unit: &&crate::scripted::fg1::Unit| f32::from(unit.kind.points());
        let status = |status| {
            let those = units.iter().filter(|unit| unit.target.status == status);
            those.map(|unit| points(&unit)).sum::<f32>() / 5.0
        };
        let count = |is: &dyn Fn(&crate::scripted::fg1::Unit) -> bool, of: f32| {
            units.iter().filter(|unit| is(unit)).count() as f32 / of
        };
        let ways = units.iter().map(|unit| outlook.way(unit.target.hex));
        let way = ways.min().unwrap_or(24).min(24);
        let near = count(&|unit| outlook.way(unit.target.hex) <= CONTESTS, 3.0);
        let aboard: f32 = units.iter().map(|unit| f32::from(unit.carries)).sum();
        let numbers = [
            (OwnWay, f32::from(way) / 12.0),
            (OwnNear, near),
            (
                OwnPoints,
                units.iter().map(|unit| points(&unit)).sum::<f32>() / 20.0,
            ),
            (OwnSquads, count(&|unit| unit.kind.is_squad(), 6.0)),
            (OwnHovers, count(&|unit| unit.kind.is_hover(), 3.0)),
            (OwnWalkers, count(&|unit| unit.kind.is_walker(), 3.0)),
            (OwnFighters, count(&|unit| unit.kind.is_fighter(), 3.0)),
            (OwnAboard, aboard / 3.0),
            (
                OwnHovering,
                count(&|unit| unit.kind.is_hover() && unit.target.flies, 3.0),
            ),
            (OwnPinned, status(Status::Pinned)),
            (OwnSuppressed, status(Status::Suppressed)),
        ];
        for (first, value) in numbers {
            self.put_for(first, place, value);
        }
        self.fire(side, place);
    }

    fn fire(&mut self, side: Seat, place: usize) {
        let sheet = &self.outlook.ground.sheet;
        let (mut most, mut sum, mut shooters) = (0.0f32, 0.0, 0.0);
        for firer in &sheet.units[side] {
            let targets = sheet.units[side.other()].iter();
            let shots = targets.map(|target| sheet.shot(firer, firer.range, &target.target).harm);
            let best = shots.fold(0.0f32, f32::max);
            (most, sum) = (most.max(best), sum + best);
            shooters += flag(best > 0.0);
        }
        self.put_for(OwnPromise, place, most / 3.0);
        self.put_for(OwnPromises, place, sum / 6.0);
        self.put_for(OwnShooters, place, shooters / 6.0);
    }

    fn initiative(&mut self) {
        let position = self.outlook.ground.position();
        let unmoved = position.on_board(position.side()) & !position.moved();
        self.put(ToMove, unmoved.count_ones() as f32 / 6.0);
        self.put(Spent, position.spent().count_ones() as f32 / 6.0);
    }
}

/// The seat's own numbers stand right before the other side's.
const _: () = {
    let pairs = [
        (OwnHeld, TheirHeld),
        (OwnWay, TheirWay),
        (OwnNear, TheirNear),
        (OwnPoints, TheirPoints),
        (OwnSquads, TheirSquads),
        (OwnHovers, TheirHovers),
        (OwnWalkers, TheirWalkers),
        (OwnFighters, TheirFighters),
        (OwnAboard, TheirAboard),
        (OwnHovering, TheirHovering),
        (OwnPinned, TheirPinned),
        (OwnSuppressed, TheirSuppressed),
        (OwnPromise, TheirPromise),
        (OwnPromises, TheirPromises),
        (OwnShooters, TheirShooters),
    ];
    let mut i = 0;
    while i < pairs.len() {
        assert!(pairs[i].0 as usize + 1 == pairs[i].1 as usize);
        i += 1;
    }
};
