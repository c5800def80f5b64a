//! Actions of `fg1` in words.

use moonbase_engine::Game;
use moonbase_engine::fg1::{Act, Action, BaseId, Fg1, Firers, Mode, Rally, Status};
use moonbase_engine::hex::{Dir, Hex};

use super::phrases::{
    HEX, base_name, base_names, beyond, cm, dice, facing_after, hexes, kind_name, place, round,
    side_name, status_words, verb, way,
};

/// Whose move, load or unload is under way; before any, the first base in play.
pub(super) fn actor(position: &Fg1) -> BaseId {
    let first = || position.bases().next();
    let known = position.act().actor().or_else(first);
    known.unwrap_or(BaseId::new(position.side(), 1))
}

/// The direction that the mover faces.
pub(super) fn facing(position: &Fg1) -> Dir {
    position.facing(actor(position)).unwrap_or(0)
}

/// Where a leg would lead.
pub(super) fn end_of_leg(position: &Fg1, dir: Dir, steps: u8) -> Hex {
    beyond(place(position, actor(position)), dir, steps)
}

/// The mm that a turn costs.
fn turn_cost(position: &Fg1) -> u16 {
    position.kind(actor(position)).turn_cost()
}

pub(super) fn heading(action: Action) -> String {
    match action {
        Action::Move { base, .. } | Action::Rally { base } => base.to_string(),
        Action::Fire { firers, .. } => firers.first().to_string(),
        Action::Load { squad, .. } | Action::Unload { squad, .. } => squad.to_string(),
        Action::Pass => "Initiative".into(),
        Action::Ahead { .. } => "Ahead".into(),
        Action::Turn { .. } => "Turn".into(),
        Action::Step { dir, .. } => format!("Step {}", way(dir)),
        Action::Stop => "Stop".into(),
        Action::Hold => "Hold".into(),
    }
}

pub(super) fn label(position: &Fg1, action: Action) -> String {
    match action {
        Action::Move { mode: None, .. } => "move".into(),
        Action::Move {
            mode: Some(mode), ..
        } => format!("move {}", manner(mode)),
        Action::Fire { firers, target } => fire_label(position, firers, target),
        Action::Load { hover, .. } => format!("get aboard {hover}"),
        Action::Unload { dir, .. } => format!("get off {}", way(dir)),
        Action::Rally { .. } => "rally".into(),
        Action::Pass => "pass it on".into(),
        Action::Ahead { hexes } => {
            let to = end_of_leg(position, facing(position), hexes);
            format!("{hexes} to {to}")
        }
        Action::Turn { by } => {
            let (degrees, side) = round(by);
            let faced = facing_after(facing(position), by);
            format!("to {} ({degrees}{side})", way(faced))
        }
        Action::Step { dir, hexes } => format!("{hexes} to {}", end_of_leg(position, dir, hexes)),
        Action::Stop => "end the move".into(),
        Action::Hold => "no fire".into(),
    }
}

pub(super) fn action_words(position: &Fg1, action: Action) -> String {
    match action {
        Action::Move { base, mode } => {
            let how = mode.map_or(String::new(), |mode| format!(" {}", manner(mode)));
            format!("{} begins to move{how}", base_name(position, base))
        }
        Action::Fire { firers, target } => fire_words(position, firers, target),
        Action::Load { squad, hover } => {
            let hover = base_name(position, hover);
            format!("{} gets aboard {hover}", base_name(position, squad))
        }
        Action::Unload { squad, dir } => {
            let (squad, to) = (base_name(position, squad), place(position, squad).step(dir));
            format!("{squad} gets off {}, to {to}", way(dir))
        }
        Action::Rally { base } => rally_words(position, base),
        Action::Pass => format!("{} passes the initiative on", side_name(position.side())),
        Action::Ahead { hexes } => leg_words(position, facing(position), hexes, "ahead"),
        Action::Turn { by } => turn_words(position, by),
        Action::Step { dir, hexes } => leg_words(position, dir, hexes, way(dir)),
        Action::Stop => format!("{} ends its move", base_name(position, actor(position))),
        Action::Hold => format!("{} holds its fire", side_name(position.side().other())),
    }
}

fn manner(mode: Mode) -> &'static str {
    match mode {
        Mode::Ground => "on the ground",
        Mode::Hover => "hovering",
    }
}

/// The dice of a shot that is legal or in the air.
pub(super) fn shot_dice(position: &Fg1, firers: Firers, target: BaseId) -> u8 {
    position.shot_dice(firers, target).max(0) as u8
}

/// In crossfire without the first firer, who is the heading.
fn fire_label(position: &Fg1, firers: Firers, target: BaseId) -> String {
    let number = shot_dice(position, firers, target);
    let others = firers.bases().skip(1).map(|base| format!("+{base}"));
    match others.collect::<String>() {
        with if with.is_empty() => {
            let kind = position.kind(target).id();
            format!("fire {target} {kind} ({number}d 6)")
        }
        with => format!("{with} fire {target} ({number}d 6)"),
    }
}

fn fire_words(position: &Fg1, firers: Firers, target: BaseId) -> String {
    let bases: Vec<BaseId> = firers.bases().collect();
    let (who, fire) = (base_names(position, &bases), verb(&bases, "fires", "fire"));
    let (whom, hex) = (base_name(position, target), place(position, target));
    let number = dice(shot_dice(position, firers, target));
    format!("{who} {fire} at {whom} on {hex} with {number}")
}

fn rally_words(position: &Fg1, base: BaseId) -> String {
    let (name, status) = (base_name(position, base), position.status(base));
    let better = match status {
        Status::Suppressed => Status::Pinned,
        Status::Pinned | Status::Ok => Status::Ok,
    };
    let (from, to) = (status_words(status), status_words(better));
    match position.options().rally {
        Rally::Sure => format!("{name} rallies from {from} to {to}"),
        Rally::Roll => format!("{name} tries to rally from {from} to {to}"),
    }
}

/// A leg in hexes and, for the table, in cm.
fn leg_words(position: &Fg1, dir: Dir, steps: u8, where_to: &str) -> String {
    let (name, to) = (
        base_name(position, actor(position)),
        end_of_leg(position, dir, steps),
    );
    let length = cm(HEX * u16::from(steps));
    format!(
        "{name} goes {} {where_to} ({length}), to {to}",
        hexes(steps)
    )
}

fn turn_words(position: &Fg1, by: u8) -> String {
    let name = base_name(position, actor(position));
    let ((degrees, side), faced) = (round(by), facing_after(facing(position), by));
    let cost = cm(turn_cost(position));
    format!(
        "{name} turns {degrees} degrees{side} ({cost}), to face {}",
        way(faced)
    )
}

/// What the other side is asked about: `light hover a4 on 3,4`.
pub(super) fn provoker(position: &Fg1) -> String {
    let base = actor(position);
    let what = match position.act() {
        Act::Load { .. } => ", getting aboard",
        Act::Unload { .. } => ", getting off",
        Act::Move(_) | Act::None => "",
    };
    format!(
        "{} {base} on {}{what}",
        kind_name(position.kind(base)),
        place(position, base)
    )
}
