//! What there is to say of a base where it stands or might stand: of each on the board, of the one that acts, and of the
//! one that an action aims at or of the actor where the action leads.

use moonbase_engine::fg1::{Cell, Mode, SHORT_RANGE, Status};

use super::super::{flag, tile_features};
use super::Outlook;
use crate::scripted::fg1::{CONTESTS, Unit};

tile_features! {
    /// 1: there is such a base.
    There,
    /// 1: it is the seat's own.
    Own,
    Squad,
    Hover,
    Walker,
    Fighter,
    /// Dice, of 7.
    Dice,
    /// Range, of 21 hexes.
    Range,
    Saves,
    /// Movement as it is, of 400 mm.
    Movement,
    Pinned,
    Suppressed,
    /// 1: a hover in mode `hover`.
    Hovering,
    Carries,
    /// Dice that its hex takes from a shot at it, of 2.
    Cover,
    /// Moved in this initiative, or spent in it.
    Moved,
    /// Steps to the nearest objective, of 12.
    ToObjective,
    OnObjective,
    Contests,
    /// Steps to the nearest enemy, of 20.
    ToEnemy,
    /// Enemies that see it in their range, of 6; within short range.
    Watched,
    WatchedNear,
    /// The worst shot at it, in points of 3, and all.
    Threat,
    Threats,
    /// Its best shot, and all.
    Promise,
    Promises,
    /// The chance that defensive fire stops it here.
    Guarded,
}

/// Writes the numbers of a base on a hex, come there in a mode, to `row` (zeroed).
pub fn describe(outlook: &Outlook, unit: &Unit, cell: Cell, mode: Mode, row: &mut [f32]) {
    use TileFeature::*;
    let position = outlook.ground.position();
    let unit = unit.at(position, cell, mode);
    let kind = unit.kind;
    let mut put = |feature: TileFeature, value: f32| row[feature as usize] = value;
    put(There, 1.0);
    put(Own, flag(unit.id.side() == outlook.seat));
    put(Squad, flag(kind.is_squad()));
    put(Hover, flag(kind.is_hover()));
    put(Walker, flag(kind.is_walker()));
    put(Fighter, flag(kind.is_fighter()));
    put(Dice, f32::from(kind.dice()) / 7.0);
    put(Range, f32::from(kind.range()) / 21.0);
    put(Saves, f32::from(kind.save_dice()) / 4.0);
    put(Movement, f32::from(kind.movement(mode)) / 400.0);
    put(Pinned, flag(unit.target.status == Status::Pinned));
    put(Suppressed, flag(unit.target.status == Status::Suppressed));
    put(Hovering, flag(kind.is_hover() && mode == Mode::Hover));
    put(Carries, f32::from(unit.carries) / 3.0);
    put(
        Cover,
        f32::from(position.field().terrain(cell).cover()) / 2.0,
    );
    put(Moved, flag(outlook.is_done(unit.id)));
    let way = outlook.way(unit.target.hex);
    put(ToObjective, f32::from(way.min(24)) / 12.0);
    put(OnObjective, flag(way == 0));
    put(Contests, flag(way <= CONTESTS));
    let fire = fire(outlook, &unit);
    put(ToEnemy, f32::from(fire.nearest.min(40)) / 20.0);
    put(Watched, fire.watched / 6.0);
    put(WatchedNear, fire.near / 6.0);
    put(Threat, fire.threat.0 / 3.0);
    put(Threats, fire.threat.1 / 3.0);
    put(Promise, fire.promise.0 / 3.0);
    put(Promises, fire.promise.1 / 3.0);
    put(Guarded, 1.0 - fire.passes);
}

/// Fire at a base and by it.
struct Fire {
    nearest: u8,
    watched: f32,
    near: f32,
    /// The most, and all.
    threat: (f32, f32),
    promise: (f32, f32),
    passes: f32,
}

fn fire(outlook: &Outlook, unit: &Unit) -> Fire {
    let sheet = &outlook.ground.sheet;
    let mut fire = Fire {
        nearest: u8::MAX,
        watched: 0.0,
        near: 0.0,
        threat: (0.0, 0.0),
        promise: (0.0, 0.0),
        passes: 1.0,
    };
    for enemy in &sheet.units[unit.id.side().other()] {
        let away = enemy.target.hex.distance(unit.target.hex);
        fire.nearest = fire.nearest.min(away);
        let shot = sheet.shot(enemy, enemy.range, &unit.target);
        let promise = sheet.shot(unit, unit.range, &enemy.target).harm;
        fire.promise = (fire.promise.0.max(promise), fire.promise.1 + promise);
        fire.threat = (fire.threat.0.max(shot.harm), fire.threat.1 + shot.harm);
        if shot.works > 0.0 {
            fire.watched += 1.0;
        }
        if shot.works > 0.0 && away <= SHORT_RANGE {
            fire.near += 1.0;
            if enemy.target.status != Status::Suppressed && !outlook.is_spent(enemy.id) {
                fire.passes *= 1.0 - shot.works;
            }
        }
    }
    fire
}
