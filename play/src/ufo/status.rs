//! The state of a game of `ufo` in two lines.

use moonbase_engine::Game;
use moonbase_engine::ufo::{Phase, Ufo, Unit, Weapon};

use super::phrases::at;
use super::rolls::sky_needs;
use crate::words::count;

pub(super) fn status(position: &Ufo) -> Vec<String> {
    vec![turn_status(position), forces_status(position)]
}

pub(super) fn stage(position: &Ufo) -> String {
    let what = match position.phase() {
        Phase::Setup => return "Set-up: the forest is laid around the start tile".into(),
        Phase::Over => return "The game is over".into(),
        Phase::Shado => "SHADO acts",
        Phase::Forest => "the forest grows",
        Phase::Alien => "the Aliens act",
        Phase::Abduct => "abductions",
        Phase::Overstack => "overstacked tiles, then the assault",
    };
    format!("Turn {}: {what}", position.turn_number())
}

fn turn_status(position: &Ufo) -> String {
    let details = match (position.phase(), position.active()) {
        (Phase::Shado, Some(unit)) => format!(": {}", active_status(position, unit)),
        (Phase::Shado, None) => ": choose a unit by its first action".into(),
        (Phase::Alien, _) => {
            format!(
                ": {} left",
                count(position.actions_left(), "action", "actions")
            )
        }
        _ => String::new(),
    };
    format!("{}{details}.", stage(position))
}

fn active_status(position: &Ufo, unit: Unit) -> String {
    let left = count(position.actions_left(), "action", "actions");
    let used = match position.weapon() {
        Some(Weapon::Cannon) => ", has used its cannon",
        Some(Weapon::Mortar) => ", has used its mortar",
        _ if position.has_moved() => ", has moved",
        _ => "",
    };
    format!("{unit} has {left} left{used}")
}

fn forces_status(position: &Ufo) -> String {
    let in_forest = position.options().aliens - position.pool();
    let pod = match position.pod() {
        Some((tile, age)) => format!("Pod {}, age {age}", at(position, tile)),
        None => "no Pod".into(),
    };
    let sky = match position.sky_left() {
        0 => "SKY1 spent".into(),
        left => format!(
            "SKY1 {} on {}+",
            count(left, "run", "runs"),
            sky_needs(position)
        ),
    };
    let goal = match position.ufo_tile() {
        Some(tile) => format!("UFO at {}", at(position, tile)),
        None => format!("{} left", count(position.deck().total(), "tile", "tiles")),
    };
    format!(
        "Aliens {in_forest} here, {} in pool; {pod}; {sky}; {goal}.",
        position.pool()
    )
}

pub(super) fn phase_question(position: &Ufo) -> String {
    match position.phase() {
        Phase::Shado => match position.active() {
            Some(unit) => format!("What does {unit} do next?"),
            None => "Which unit acts, and how?".into(),
        },
        Phase::Alien => "What do the Aliens do?".into(),
        Phase::Abduct => "Do the Aliens try an abduction?".into(),
        Phase::Overstack => "Too many units on a tile. Which is lost?".into(),
        Phase::Setup | Phase::Forest | Phase::Over => "What next?".into(),
    }
}
