//! The state of a game of `lost_patrol` in two lines.

use moonbase_engine::Game;
use moonbase_engine::lost_patrol::{LostPatrol, Phase, Soldier};

use super::phrases::{at, tiles};
use crate::words::count;

pub(super) fn status(position: &LostPatrol) -> Vec<String> {
    vec![turn_status(position), forces_status(position)]
}

pub(super) fn stage(position: &LostPatrol) -> String {
    let what = match position.phase() {
        Phase::Setup => return "Set-up: the jungle is laid around the start tile".into(),
        Phase::Over => return "The game is over".into(),
        Phase::Patrol => "the patrol acts",
        Phase::Clearing => "the jungle closes behind the patrol",
        Phase::Laying => "the jungle grows",
        Phase::Lurker => "the lurkers act",
        Phase::Ambush => "ambushes",
        Phase::Excess => "too many on a tile",
    };
    format!("Turn {}: {what}", position.turn_number())
}

fn turn_status(position: &LostPatrol) -> String {
    let left = || count(position.actions_left(), "action", "actions");
    let details = match (position.phase(), position.active()) {
        (Phase::Patrol, Some(soldier)) => format!(": {soldier} has {} left", left()),
        (Phase::Patrol, None) => ": choose a soldier by its first action".into(),
        (Phase::Lurker, _) => format!(": {} left", left()),
        _ => String::new(),
    };
    format!("{}{details}.", stage(position))
}

fn forces_status(position: &LostPatrol) -> String {
    let in_jungle = position.options().lurkers - position.supply();
    let goal = match position.ship_tile() {
        Some(tile) => format!("ship at {}", at(position, tile)),
        None => match position.deck().total() {
            0 => "the ship comes next".into(),
            left => format!("{} to the ship", tiles(left.into())),
        },
    };
    let soldiers = count(
        position.soldiers_alive().count_ones(),
        "soldier",
        "soldiers",
    );
    format!(
        "{soldiers}; lurkers {in_jungle} here, {} in supply; {goal}.",
        position.supply()
    )
}

pub(super) fn phase_question(position: &LostPatrol) -> String {
    match position.phase() {
        Phase::Patrol => match position.active().map(Soldier::name) {
            Some(soldier) => format!("What does {soldier} do next?"),
            None => "Which soldier acts, and how?".into(),
        },
        Phase::Clearing => "The jungle falls apart. Which part is kept?".into(),
        Phase::Lurker => "What do the lurkers do?".into(),
        Phase::Ambush => "Do the lurkers ambush anybody?".into(),
        Phase::Excess => "Too many soldiers on a tile. Who is lost?".into(),
        Phase::Setup | Phase::Laying | Phase::Over => "What next?".into(),
    }
}
