//! What is asked about the dice of `fg1` on a real table.
//!
//! Each question answers to a chance node of the engine (`engine/src/fg1/odds.rs`); a test throws all dice and compares
//! with the engine's weights.

use moonbase_engine::Seat;
use moonbase_engine::fg1::{Action, BaseId, Chance, Effect, Fg1, Firers, Stage, Status};

use super::actions::shot_dice;
use super::phrases::{HEX, base_name, base_names, cm, place, side_name, way};
use crate::table::{Asked, AtTable, Question, Reading};
use crate::words::{Played, and_list, count};

type Step = Asked<Chance>;

impl AtTable for Fg1 {
    fn ask(&self, answers: &[u8]) -> Step {
        match self.stage() {
            Stage::Shot { firers, target } => ask_shot(self, firers, target, answers),
            Stage::Rally { base } => ask_rally(self, base, answers),
            // No dice are rolled elsewhere.
            Stage::Choose | Stage::Answer | Stage::Over => {
                Asked::Outcome(Chance::Shot(Effect::None))
            }
        }
    }

    fn setting_out(&self) -> Vec<String> {
        let mut lines = vec![board_words(self), SCALES.into()];
        lines.extend(objective_words(self));
        lines.extend(Seat::BOTH.map(|side| side_words(self, side)));
        lines
    }

    /// Legs; turns are told in degrees, which are the same for all figures.
    fn measured(&self, played: Played<Self>) -> String {
        match played {
            Played::Action(_, Action::Ahead { hexes } | Action::Step { hexes, .. }) => {
                scaled(HEX * u16::from(hexes))
            }
            _ => String::new(),
        }
    }
}

/// A length in mm, a whole number of hexes, for the three sizes of figures.
fn scaled(mm: u16) -> String {
    let (small, middle) = (cm(mm), cm(mm / 2 * 3));
    format!(
        "6 mm figures {small}, 15 mm {middle}, 25 mm {} inches",
        mm / 10
    )
}

/// How lengths are told, and what they are for larger figures.
const SCALES: &str = "Lengths are told in cm for 6 mm figures, a hex being 2 cm, and below each move for the others: with 15 mm figures a hex is 3 cm, and \
every length half as long again; with 25 mm figures a hex is 2 inches, and inches stand for centimetres.";

/// What a shot does, by the hits that are left after saving.
pub(super) fn effect_of(net: u8, status: Status) -> Effect {
    match (net, status) {
        (0, _) | (1, Status::Pinned | Status::Suppressed) => Effect::None,
        (1, Status::Ok) => Effect::Pinned,
        (2, Status::Ok | Status::Pinned) => Effect::Suppressed,
        (2, Status::Suppressed) | (3.., _) => Effect::Killed,
    }
}

/// The firers' dice first; the dice to save only where they make a difference.
fn ask_shot(position: &Fg1, firers: Firers, target: BaseId, answers: &[u8]) -> Step {
    let dice = shot_dice(position, firers, target);
    let (saves, status) = (position.kind(target).save_dice(), position.status(target));
    let [answer, rest @ ..] = answers else {
        let bases: Vec<BaseId> = firers.bases().collect();
        let whom = base_name(position, target);
        let what = format!("{} at {whom}", base_names(position, &bases));
        return Asked::Question(Question::hits(&what, dice, 6));
    };
    let hits = Reading::hits_of(dice, 6, *answer);
    let least = effect_of(hits.saturating_sub(saves), status);
    let effect = match rest {
        _ if least == effect_of(hits, status) => least,
        [saved, ..] => {
            let saved = Reading::hits_of(saves, 6, *saved);
            effect_of(hits.saturating_sub(saved), status)
        }
        [] => return Asked::Question(save_question(position, target, saves, hits)),
    };
    Asked::Outcome(Chance::Shot(effect))
}

fn save_question(position: &Fg1, target: BaseId, saves: u8, hits: u8) -> Question {
    let what = format!("{} to save", base_name(position, target));
    let hits = count(hits, "hit", "hits");
    Question {
        note: format!("Each 6 takes one of {hits} away."),
        ..Question::hits(&what, saves, 6)
    }
}

fn ask_rally(position: &Fg1, base: BaseId, answers: &[u8]) -> Step {
    match answers {
        [face, ..] => Asked::Outcome(Chance::Rally {
            rallied: *face >= 4,
        }),
        [] => Asked::Question(Question::face(
            &format!("for {} to rally", base_name(position, base)),
            "It rallies on 4, 5 or 6.".into(),
        )),
    }
}

/// Columns of hexes are not a whole hex apart but sqrt(3)/2 of it.
fn board_words(position: &Fg1) -> String {
    let (columns, rows) = (position.field().width(), position.field().height());
    let hex = f64::from(HEX);
    let across = (hex / 3f64.sqrt() * (1.5 * columns as f64 + 0.5)).ceil() as u16;
    let down = (hex * (rows as f64 + 0.5)).ceil() as u16;
    format!(
        "The board is {columns} columns of {rows} hexes, {} by {}, with terrain as the map says.",
        cm(across.next_multiple_of(10)),
        cm(down.next_multiple_of(10))
    )
}

fn objective_words(position: &Fg1) -> Option<String> {
    let hexes = position.objectives().iter();
    let hexes: Vec<String> = hexes
        .map(|cell| position.field().hex(*cell).to_string())
        .collect();
    let markers = verb_of(hexes.len());
    (!hexes.is_empty()).then(|| format!("{markers} on {}.", and_list(&hexes)))
}

fn verb_of(number: usize) -> &'static str {
    match number {
        1 => "The objective is",
        _ => "The objectives are",
    }
}

/// Where the bases of a side stand.
fn side_words(position: &Fg1, side: Seat) -> String {
    let bases = BaseId::all_in(side, position.alive(side));
    let all: Vec<String> = bases.map(|base| stand_words(position, base)).collect();
    let mut name = side_name(side).to_string();
    name[..1].make_ascii_uppercase();
    format!("{name}: {}.", all.join(", "))
}

fn stand_words(position: &Fg1, base: BaseId) -> String {
    let (name, hex) = (base_name(position, base), place(position, base));
    match (position.carrier(base), position.facing(base)) {
        (Some(hover), _) => format!("{name} aboard {hover}"),
        (None, Some(dir)) => format!("{name} on {hex} facing {}", way(dir)),
        (None, None) => format!("{name} on {hex}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_scaled_to_the_figures() {
        assert_eq!(scaled(20), "6 mm figures 2 cm, 15 mm 3 cm, 25 mm 2 inches");
        assert_eq!(scaled(60), "6 mm figures 6 cm, 15 mm 9 cm, 25 mm 6 inches");
    }
}
