//! The list of bases and objectives beside the board.

use moonbase_engine::fg1::{BaseId, Fg1, Mode, Status};

use super::phrases::{place, side_letter, terrain_word, way};
use super::status::holder;
use crate::ink::{Ink, Line};

/// The bases of the side with the initiative, the objectives, the bases of the other side.
pub(super) fn roster(position: &Fg1) -> Vec<Line> {
    let of =
        |side| BaseId::all_in(side, position.alive(side)).map(|base| base_line(position, base));
    let side = position.side();
    let objectives = position.objectives().iter();
    let objectives = objectives.map(|objective| objective_line(position, *objective));
    of(side).chain(objectives).chain(of(side.other())).collect()
}

/// `a4  lh^ 3,9    SE pinned`
fn base_line(position: &Fg1, base: BaseId) -> Line {
    let aloft = position.mode(base) == Some(Mode::Hover);
    let kind = format!(
        "{}{}",
        position.kind(base).id(),
        if aloft { "^" } else { "" }
    );
    let hex = match position.carrier(base) {
        Some(hover) => format!("in {hover}"),
        None => place(position, base).to_string(),
    };
    let facing = position.facing(base).map_or("", way);
    let (state, how) = state(position, base);
    let who = [Ink::First, Ink::Second][base.side().index()];
    Line::new()
        .and(who, format!("{:<4}", base.to_string()))
        .and(Ink::Plain, format!("{kind:<4}{hex:<7}{facing:<3}"))
        .and(how, state)
}

/// The status, or what the base stands in.
fn state(position: &Fg1, base: BaseId) -> (&'static str, Ink) {
    match position.status(base) {
        Status::Pinned => ("pinned", Ink::Warning),
        Status::Suppressed => ("suppr.", Ink::Warning),
        Status::Ok if position.carrier(base).is_some() => ("", Ink::Plain),
        Status::Ok => {
            let terrain = position
                .cell(base)
                .map(|cell| position.field().terrain(cell));
            (terrain.map_or("", terrain_word), Ink::Faint)
        }
    }
}

fn objective_line(position: &Fg1, objective: u16) -> Line {
    let hex = position.field().hex(objective).to_string();
    let held = match holder(position, objective) {
        Some(side) => format!("held by {}", side_letter(side)),
        None => "open".into(),
    };
    Line::new()
        .and(Ink::Mark, "(*)     ")
        .and(Ink::Plain, format!("{hex:<7}{held}"))
}
