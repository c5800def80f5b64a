//! The list of soldiers and stacks beside the board.

use moonbase_engine::board::{Bits, TileIndex};
use moonbase_engine::lost_patrol::{LostPatrol, Phase, Soldier};

use super::phrases::{at, place};
use crate::ink::{Ink, Line};

/// The soldiers, then the ship and the lurkers.
pub(super) fn roster(position: &LostPatrol) -> Vec<Line> {
    let soldiers = Soldier::all_in(position.soldiers_alive());
    let mut lines: Vec<Line> = soldiers.map(|s| soldier_line(position, s)).collect();
    if let Some(tile) = position.ship_tile() {
        let text = format!("   {}", at(position, tile));
        lines.push(Line::new().and(Ink::Mark, "SHIP").and(Ink::Plain, text));
    }
    lines.extend(Bits(position.tiles_with_lurkers()).map(|tile| stack_line(position, tile)));
    lines
}

fn soldier_line(position: &LostPatrol, soldier: Soldier) -> Line {
    let hex = place(position, soldier).to_string();
    let (state, ink) = state(position, soldier);
    Line::new()
        .and(Ink::First, format!("{:<6}", soldier.name()))
        .and(Ink::Plain, format!(" {hex:<6}"))
        .and(ink, format!(" {state}"))
}

/// How far the soldier is in this turn.
fn state(position: &LostPatrol, soldier: Soldier) -> (String, Ink) {
    if position.phase() != Phase::Patrol {
        return (String::new(), Ink::Plain);
    }
    if position.active() == Some(soldier) {
        return (format!("acts ({})", position.actions_left()), Ink::Strong);
    }
    match position.activated() & soldier.bit() {
        0 => ("to act".into(), Ink::Plain),
        _ => ("done".into(), Ink::Faint),
    }
}

fn stack_line(position: &LostPatrol, tile: TileIndex) -> Line {
    let spent = match position.spent_on(tile) {
        0 => String::new(),
        spent => format!(" {spent} spent"),
    };
    let name = format!("{}!", position.lurkers_on(tile));
    let hex = at(position, tile).to_string();
    Line::new()
        .and(Ink::Second, format!("{name:<6}"))
        .and(Ink::Plain, format!(" {hex:<6}{spent}"))
}
