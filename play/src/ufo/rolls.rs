//! What is rolled in `ufo`, in words.

use moonbase_engine::Game;
use moonbase_engine::board::TileIndex;
use moonbase_engine::ufo::{Contest, Lay, Task, Ufo, Unit};

use super::phrases::{at, dice, pod_penalty, shot};

/// What SKY1 must roll to come.
pub(super) fn sky_needs(position: &Ufo) -> u8 {
    7 - position.sky_left()
}

/// What is rolled for, and how; empty where the outcome says all.
pub(super) fn roll_words(position: &Ufo) -> String {
    if position.laying() != Lay::No {
        return String::new();
    }
    match position.task() {
        Task::Leave { .. } => "4+ needed".into(),
        Task::Shot { weapon, tile } => {
            let unit = position.active().unwrap_or(Unit::C);
            shot(position, unit, weapon, tile)
        }
        Task::SkyAsked { .. } => format!("{}+ needed", sky_needs(position)),
        Task::Bombing { run } => {
            let threshold = position.options().sky_hits_on;
            let hex = at(position, run.tile);
            format!("SKY1 bombs {hex}, 2 dice, {threshold}+ hits, a 6 also hits SHADO")
        }
        Task::PodOpens => pod_roll(position),
        Task::Volley { dice: number, .. } => format!("{}, hits on 6", dice(number.into())),
        Task::Abduction { tile, aliens } => abduction_roll(position, tile, aliens),
        Task::DrawFirst { .. } => "both sides run for cover".into(),
        Task::Assault { dice: number } => {
            format!(
                "the assault, best of {} against one die",
                dice(number.into())
            )
        }
        _ => String::new(),
    }
}

/// `6 against 2 dice + 3`.
fn abduction_roll(position: &Ufo, tile: TileIndex, aliens: u8) -> String {
    let score = 2 * u32::from(aliens);
    match position.abduction_bonus(tile) {
        0 => format!("{score} against 2 dice"),
        bonus => format!("{score} against 2 dice + {bonus}"),
    }
}

fn pod_roll(position: &Ufo) -> String {
    let hex = position
        .pod()
        .map(|(tile, _)| at(position, tile).to_string());
    let hex = hex.unwrap_or_default();
    match pod_penalty(position) {
        0 => format!("the Pod at {hex}, 1 die"),
        penalty => format!("the Pod at {hex}, 1 die - {penalty}"),
    }
}

/// The result of an abduction or of the assault.
pub(super) fn contest_label(position: &Ufo, contest: Contest) -> &'static str {
    let assault = matches!(position.task(), Task::Assault { .. });
    match contest {
        Contest::AlienBig => "the Aliens win by 2 or more",
        Contest::Alien if assault => "the Aliens win by 1",
        Contest::Alien => "the Aliens win",
        Contest::Draw => "a draw",
        Contest::Shado if assault => "SHADO wins by 1",
        Contest::Shado => "SHADO wins",
        Contest::ShadoBig => "SHADO wins by 2 or more",
    }
}
