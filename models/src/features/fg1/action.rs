//! The numbers of an action of `fg1`: its kind, what comes of it, the base that acts, and the base that it aims at or
//! the actor where the action leads.

use moonbase_engine::fg1::{Act, Action, BaseId, Cell, Effect as Shot, Firers, Mode, SHORT_RANGE};
use moonbase_engine::hex::Dir;

use super::super::{feature_names, flag};
use super::Outlook;
use super::base::TILE_LEN;
use crate::scripted::fg1::{Blow, Unit};

feature_names! {
    /// The kinds of action, one of which is 1.
    Verb { Move, MoveHover, Fire, Load, Unload, Rally, Pass, Ahead, Turn, Step, Stop, Hold }
}

feature_names! {
    /// What comes of the action.
    Effect {
        /// Hexes of a leg, of 10.
        Hexes,
        /// Sixths of a turn, the shorter way, of 3.
        TurnBy,
        /// Firers, of 3; their dice, of 10.
        Firers,
        ShotDice,
        /// Chances of a shot's effects.
        Nothing,
        Pins,
        Suppresses,
        Kills,
        /// What it does on average, in points of 3.
        Harm,
        /// A firer is at long range.
        LongRange,
        /// The target could answer a move of ours, is at an objective.
        TargetGuards,
        /// The greatest chance that defensive fire stops the move on its way, and what it would cost, in points of 3.
        Stopped,
        Costs,
        /// What it is worth to stand there, and more than here, in points of 3.
        Worth,
        Gain,
        /// Steps nearer to an objective, of 10.
        Nearer,
        /// Movement left then, of 300 mm; may it turn then?
        LeftThen,
        TurnsThen,
    }
}

/// Numbers per action.
pub const ACTION_LEN: usize = Verb::NAMES.len() + Effect::NAMES.len() + 2 * TILE_LEN;

/// Writes the numbers of `action` to `row` (`ACTION_LEN` long, zeroed).
pub fn describe(outlook: &mut Outlook, action: Action, row: &mut [f32]) {
    let (verb, rest) = row.split_at_mut(Verb::NAMES.len());
    let (effects, ends) = rest.split_at_mut(Effect::NAMES.len());
    let (from, to) = ends.split_at_mut(TILE_LEN);
    verb[verb_of(action) as usize] = 1.0;
    Writer {
        outlook,
        effects,
        from,
        to,
    }
    .action(action);
}

fn verb_of(action: Action) -> Verb {
    match action {
        Action::Move {
            mode: Some(Mode::Hover),
            ..
        } => Verb::MoveHover,
        Action::Move { .. } => Verb::Move,
        Action::Fire { .. } => Verb::Fire,
        Action::Load { .. } => Verb::Load,
        Action::Unload { .. } => Verb::Unload,
        Action::Rally { .. } => Verb::Rally,
        Action::Pass => Verb::Pass,
        Action::Ahead { .. } => Verb::Ahead,
        Action::Turn { .. } => Verb::Turn,
        Action::Step { .. } => Verb::Step,
        Action::Stop => Verb::Stop,
        Action::Hold => Verb::Hold,
    }
}

struct Writer<'w, 'a> {
    outlook: &'w mut Outlook<'a>,
    effects: &'w mut [f32],
    from: &'w mut [f32],
    to: &'w mut [f32],
}

impl Writer<'_, '_> {
    fn put(&mut self, effect: Effect, value: f32) {
        self.effects[effect as usize] = value;
    }

    fn action(&mut self, action: Action) {
        match action {
            Action::Move { base, mode } => self.going(base, mode.unwrap_or(Mode::Ground)),
            Action::Fire { firers, target } => self.fire(firers, target),
            Action::Load { squad, hover } => {
                self.actor(squad);
                self.aim(hover);
            }
            Action::Unload { squad, dir } => self.unload(squad, dir),
            Action::Rally { base } => self.actor(base),
            Action::Ahead { hexes } => self.leg(None, hexes),
            Action::Step { dir, hexes } => self.leg(Some(dir), hexes),
            Action::Turn { by } => self.turn(by),
            Action::Stop => self.leg(None, 0),
            Action::Hold => self.mover(),
            Action::Pass => {}
        }
    }

    /// Describes the base that acts.
    fn actor(&mut self, base: BaseId) {
        self.outlook.copy_row(base, self.from);
    }

    /// Describes the base that is aimed at.
    fn aim(&mut self, base: BaseId) {
        self.outlook.copy_row(base, self.to);
    }

    /// Describes the base whose move may be answered.
    fn mover(&mut self) {
        if let Some(actor) = self.outlook.ground.position().act().actor() {
            self.aim(actor);
        }
    }

    /// A move begins in a mode.
    fn going(&mut self, base: BaseId, mode: Mode) {
        self.actor(base);
        if let Some(unit) = self.outlook.unit(base) {
            self.arrive(&unit, unit.target.cell, mode);
        }
    }

    fn unload(&mut self, squad: BaseId, dir: Dir) {
        let position = self.outlook.ground.position();
        let Some(hover) = position.carrier(squad) else {
            return;
        };
        self.actor(hover);
        let beside = position.cell(hover);
        let beside = beside.and_then(|cell| position.field().neighbour(cell, dir));
        if let (Some(unit), Some(cell)) = (self.outlook.passenger(squad, hover), beside) {
            self.arrive(&unit, cell, Mode::Ground);
        }
    }

    fn fire(&mut self, firers: Firers, target: BaseId) {
        self.actor(firers.first());
        self.aim(target);
        let outlook = &*self.outlook;
        let position = outlook.ground.position();
        let Some(aim) = outlook.unit(target) else {
            return;
        };
        let dice = position.shot_dice(firers, target);
        let odds = position.shot_odds(firers, target);
        let chance = |effect| odds.probability(effect) as f32;
        let harm = outlook.ground.sheet.blow(dice, &aim.target, 1.0).harm;
        let long = firers.bases().any(|base| {
            let hex = position.hex(base);
            hex.is_some_and(|hex| hex.distance(aim.target.hex) > SHORT_RANGE)
        });
        let guards = aim.reach() > 0 && outlook.way(aim.target.hex) <= 2;
        let effects = [Shot::None, Shot::Pinned, Shot::Suppressed, Shot::Killed].map(chance);
        self.put(Effect::Firers, firers.bases().count() as f32 / 3.0);
        self.put(Effect::ShotDice, f32::from(dice) / 10.0);
        self.put(Effect::Nothing, effects[0]);
        self.put(Effect::Pins, effects[1]);
        self.put(Effect::Suppresses, effects[2]);
        self.put(Effect::Kills, effects[3]);
        self.put(Effect::Harm, harm / 3.0);
        self.put(Effect::LongRange, flag(long));
        self.put(Effect::TargetGuards, flag(guards));
    }

    /// The actor goes so many hexes, ahead or in a direction.
    fn leg(&mut self, dir: Option<Dir>, hexes: u8) {
        let position = self.outlook.ground.position();
        let Act::Move(under_way) = position.act() else {
            return;
        };
        let Some(unit) = self.outlook.unit(under_way.actor) else {
            return;
        };
        self.actor(unit.id);
        let dir = dir.or(position.facing(unit.id)).unwrap_or(0);
        let mode = position.mode(unit.id).unwrap_or(Mode::Ground);
        let (cell, risk) = self.outlook.go(&unit, mode, dir, hexes);
        let gone = 20 * u16::from(hexes);
        let left = under_way.left.saturating_sub(gone);
        let turns = unit.kind.turn_cost();
        let straight = under_way.straight + gone >= unit.kind.straight(mode);
        self.put(Effect::Hexes, f32::from(hexes) / 10.0);
        self.put(Effect::Stopped, risk.works);
        self.put(Effect::Costs, risk.harm / 3.0);
        self.put(Effect::LeftThen, f32::from(left) / 300.0);
        self.put(Effect::TurnsThen, flag(straight && left >= turns));
        self.arrive(&unit, cell, mode);
    }

    /// The actor turns: described is where it would come after half of what is left.
    fn turn(&mut self, by: u8) {
        let position = self.outlook.ground.position();
        let Act::Move(under_way) = position.act() else {
            return;
        };
        let Some(unit) = self.outlook.unit(under_way.actor) else {
            return;
        };
        self.actor(unit.id);
        let facing = (position.facing(unit.id).unwrap_or(0) + by) % 6;
        let mode = position.mode(unit.id).unwrap_or(Mode::Ground);
        let left = under_way.left.saturating_sub(unit.kind.turn_cost());
        let hexes = (left / 40).max(1) as u8;
        let (cell, risk) = self.outlook.go(&unit, mode, facing, hexes);
        self.put(Effect::TurnBy, f32::from(by.min(6 - by)) / 3.0);
        self.put(Effect::LeftThen, f32::from(left) / 300.0);
        self.put(Effect::Stopped, risk.works);
        self.put(Effect::Costs, risk.harm / 3.0);
        self.arrive(&unit, cell, mode);
    }

    /// Describes a base where it comes.
    fn arrive(&mut self, unit: &Unit, cell: Cell, mode: Mode) {
        let outlook = &*self.outlook;
        super::base::describe(outlook, unit, cell, mode, self.to);
        let worth = outlook.ground.value(unit, cell, mode);
        let here = outlook.ground.here(unit);
        let hex = outlook.ground.position().field().hex(cell);
        let nearer = f32::from(outlook.way(unit.target.hex)) - f32::from(outlook.way(hex));
        self.put(Effect::Worth, (worth / 3.0).clamp(-3.0, 3.0));
        self.put(Effect::Gain, ((worth - here) / 3.0).clamp(-3.0, 3.0));
        self.put(Effect::Nearer, nearer / 10.0);
    }
}

impl<'a> Outlook<'a> {
    /// Where a base comes that goes so many hexes in a direction, as far as the board goes, and the greatest danger
    /// on the way.
    fn go(&self, unit: &Unit, mode: Mode, dir: Dir, hexes: u8) -> (Cell, Blow) {
        let position = self.ground.position();
        let (mut cell, mut risk) = (unit.target.cell, Blow::default());
        for _ in 0..hexes {
            let Some(next) = position.field().neighbour(cell, dir) else {
                break;
            };
            cell = next;
            let danger = self.ground.guard(&unit.at(position, cell, mode).target);
            risk.works = risk.works.max(danger.works);
            risk.harm = risk.harm.max(danger.harm);
        }
        (cell, risk)
    }
}
