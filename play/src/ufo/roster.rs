//! The list of units and stacks beside the board.

use moonbase_engine::board::{Bits, TileIndex};
use moonbase_engine::ufo::{Phase, Ufo, Unit};

use super::phrases::at;
use crate::ink::{Ink, Line};

/// SHADO's units, then the UFO, the Pod and the Aliens.
pub(super) fn roster(position: &Ufo) -> Vec<Line> {
    let riding = position.teams_aboard();
    let units = Unit::all_in(position.units_alive() & !riding);
    let mut lines: Vec<Line> = units.map(|unit| unit_line(position, unit)).collect();
    if let Some(tile) = position.ufo_tile() {
        lines.push(
            Line::new()
                .and(Ink::Mark, "UFO")
                .and(Ink::Plain, format!("    {}", at(position, tile))),
        );
    }
    if let Some((tile, age)) = position.pod() {
        let text = format!("    {:<6} age {age}", at(position, tile).to_string());
        lines.push(Line::new().and(Ink::Second, "Pod").and(Ink::Plain, text));
    }
    lines.extend(Bits(position.tiles_with_aliens()).map(|tile| alien_line(position, tile)));
    lines
}

fn unit_line(position: &Ufo, unit: Unit) -> Line {
    let passenger = position.passenger_of(unit).filter(|_| unit.is_gun());
    let name = match passenger {
        Some(team) => format!("{unit}+{team}"),
        None => unit.name().into(),
    };
    let hex = position
        .unit_tile(unit)
        .map(|tile| at(position, tile).to_string());
    let place = format!(" {:<6}", hex.unwrap_or_default());
    let (state, ink) = state(position, unit, passenger);
    Line::new()
        .and(Ink::First, format!("{name:<6}"))
        .and(Ink::Plain, place)
        .and(ink, format!(" {state}"))
}

/// How far the unit is in this turn; its passenger acts for itself.
fn state(position: &Ufo, unit: Unit, passenger: Option<Unit>) -> (String, Ink) {
    if position.phase() != Phase::Shado {
        return (String::new(), Ink::Plain);
    }
    let done = |unit: Unit| position.activated() & unit.bit() != 0;
    if position.active() == Some(unit) {
        return (format!("acts ({})", position.actions_left()), Ink::Strong);
    }
    match (done(unit), passenger) {
        (true, Some(team)) if done(team) => ("done".into(), Ink::Faint),
        (true, Some(team)) => (format!("{team} to act"), Ink::Plain),
        (false, Some(team)) if done(team) => (format!("{unit} to act"), Ink::Plain),
        (true, None) => ("done".into(), Ink::Faint),
        (false, _) => ("to act".into(), Ink::Plain),
    }
}

fn alien_line(position: &Ufo, tile: TileIndex) -> Line {
    let spent = match position.spent_on(tile) {
        0 => String::new(),
        spent => format!(" {spent} spent"),
    };
    let name = format!("{}A", position.aliens_on(tile));
    Line::new().and(Ink::Second, format!("{name:<6}")).and(
        Ink::Plain,
        format!(" {:<6}{spent}", at(position, tile).to_string()),
    )
}
