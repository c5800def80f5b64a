//! The state of a game of `fg1` in two lines.

use moonbase_engine::fg1::{Act, Fg1, Mode, Move, Phase, Stage};
use moonbase_engine::{BySeat, Seat};

use super::actions::provoker;
use super::phrases::{cm, side_letter, side_name};
use crate::words::count;

pub(super) fn stage(position: &Fg1) -> String {
    if position.phase() == Phase::Over {
        return "The game is over".into();
    }
    let (number, last) = (position.initiative(), position.last_initiative());
    format!(
        "Initiative {number} of {last}: {}",
        side_name(position.side())
    )
}

pub(super) fn status(position: &Fg1) -> Vec<String> {
    vec![format!("{}.", stage(position)), forces(position)]
}

/// What both sides have, and who holds the objectives.
fn forces(position: &Fg1) -> String {
    let score = position.score();
    let side = |side: Seat| {
        let bases = count(position.alive(side).count_ones(), "base", "bases");
        format!("{}: {bases}, score {}", side_letter(side), score[side])
    };
    let [a, b] = Seat::BOTH.map(side);
    format!("{a}; {b}; {}.", objectives(position))
}

/// Who holds an objective, if anybody does.
pub(super) fn holder(position: &Fg1, objective: u16) -> Option<Seat> {
    let sides = Seat::BOTH.into_iter();
    sides.clone().find(|side| position.holds(*side, objective))
}

fn objectives(position: &Fg1) -> String {
    let all = position.objectives();
    if let [only] = all {
        let hex = position.field().hex(*only);
        return match holder(position, *only) {
            Some(side) => format!("objective {hex} held by {}", side_letter(side)),
            None => format!("objective {hex} held by nobody"),
        };
    }
    let held = BySeat::from_fn(|side| all.iter().filter(|o| position.holds(side, **o)).count());
    match all.len() {
        0 => "no objectives".into(),
        number => format!(
            "of {number} objectives a holds {}, b {}",
            held.first, held.second
        ),
    }
}

pub(super) fn question(position: &Fg1) -> String {
    match (position.stage(), position.act()) {
        (Stage::Choose, Act::Move(under_way)) => move_question(position, under_way),
        (Stage::Choose, _) => format!("What does {} do?", side_name(position.side())),
        (Stage::Answer, _) => {
            let side = side_name(position.side().other());
            format!("Does {side} fire at {}?", provoker(position))
        }
        (Stage::Shot { .. } | Stage::Rally { .. }, _) => "The dice decide.".into(),
        (Stage::Over, _) => "The game is over.".into(),
    }
}

/// With what is left, and how near the base is to a turn.
fn move_question(position: &Fg1, under_way: Move) -> String {
    let Move {
        actor,
        left,
        straight,
        ..
    } = under_way;
    let left = cm(left);
    if position.kind(actor).is_squad() {
        return format!("How does {actor} move, with {left} left?");
    }
    let needed = position
        .kind(actor)
        .straight(position.mode(actor).unwrap_or(Mode::Ground));
    let gone = cm(straight.min(needed));
    let gone = gone.trim_end_matches(" cm");
    format!(
        "How does {actor} move: {left} left, {gone} of {} straight?",
        cm(needed)
    )
}
