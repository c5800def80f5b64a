//! `ufo` told in words.

use moonbase_engine::ufo::{Action, Chance, Lay, Task, Ufo, Unit, Weapon};
use moonbase_engine::{Game, GameOutcome, Seat, Turn};

use super::phrases::{hits, kind_name, unit_name, way, ways};
use super::{actions, news, rolls, status};
use crate::words::{Played, Words};

impl Words for Ufo {
    fn seat_name(seat: Seat) -> &'static str {
        match seat {
            Seat::First => "SHADO",
            Seat::Second => "the Aliens",
        }
    }

    fn heading(&self, action: Action) -> String {
        match action {
            Action::Lay { .. } => "Exit".into(),
            Action::Turn { .. } => "Paths".into(),
            Action::Off { unit }
            | Action::Move { unit, .. }
            | Action::Cannon { unit, .. }
            | Action::Mortar { unit, .. }
            | Action::Fire { unit, .. }
            | Action::On { unit, .. }
            | Action::Done { unit } => unit.name().into(),
            Action::Missile { .. } => Unit::I1.name().into(),
            Action::Sky | Action::SkyAssault | Action::Grant { .. } => Unit::C.name().into(),
            Action::End | Action::NoAbduction => "Phase".into(),
            Action::Strike { .. } => "SKY1".into(),
            Action::Lost { .. } | Action::LoseAlien | Action::LosePod => "Give up".into(),
            Action::Place { .. } => "Place".into(),
            Action::Pod { .. } => "Land Pod".into(),
            Action::Walk { at, .. } => format!("From {at}"),
            Action::Shoot { .. } => "Shoot".into(),
            Action::Abduct { .. } => "Abduct".into(),
            Action::Back { unit, .. } => format!("{unit} back"),
            Action::Flee { dir, .. } => format!("Drive {}", way(dir)),
        }
    }

    fn label(&self, action: Action) -> String {
        match action {
            Action::Lay { at, dir } => format!("{at} {}", way(dir)),
            Action::Turn { exits } => ways(exits).replace(" and ", " ").replace(',', ""),
            Action::Off { .. } => "get off".into(),
            Action::Move { unit, dir } => actions::move_label(self, unit, dir),
            Action::Cannon { unit, at } => actions::shot_label(self, unit, Weapon::Cannon, at),
            Action::Mortar { unit, dir } => {
                let at = actions::neighbour_of(self, unit, dir);
                actions::shot_label(self, unit, Weapon::Mortar, at)
            }
            Action::Fire { unit, at } => actions::shot_label(self, unit, Weapon::SmallArms, at),
            Action::Missile { at } => actions::shot_label(self, Unit::I1, Weapon::Missile, at),
            Action::Sky => format!("SKY1 strike ({}+)", rolls::sky_needs(self)),
            Action::SkyAssault => format!("SKY1 assault ({}+)", rolls::sky_needs(self)),
            Action::Grant { unit } => format!("grant {unit}"),
            Action::On { mobile, .. } => format!("get on {mobile}"),
            Action::Done { .. } => "done".into(),
            Action::End => "end SHADO's actions".into(),
            Action::NoAbduction => "no more abductions".into(),
            Action::Strike { at, dir } => format!("{at} to {}", way(dir)),
            Action::Lost { unit } => unit.name().into(),
            Action::LoseAlien => "Aliens".into(),
            Action::LosePod => "the Pod".into(),
            Action::Place { at } | Action::Pod { at } => at.to_string(),
            Action::Walk { dir, count, .. } => format!("{count} {}", way(dir)),
            Action::Shoot { at, dir } => format!("{at} {}", way(dir)),
            Action::Abduct { at } => actions::abduct_label(self, at),
            Action::Back { dir, .. } => way(dir).into(),
            Action::Flee { count, .. } => count.to_string(),
        }
    }

    fn action_words(&self, action: Action) -> String {
        match action {
            Action::Lay { at, dir } => {
                format!(
                    "the next tile goes {} of {at}, to {}",
                    way(dir),
                    at.step(dir)
                )
            }
            Action::Turn { exits } => actions::turn_words(self, exits),
            Action::Off { unit } => format!(
                "{} gets off {}",
                unit_name(unit),
                actions::carrier_name(self, unit)
            ),
            Action::Move { unit, dir } => actions::move_words(self, unit, dir),
            Action::Cannon { unit, at } => actions::shot_words(self, unit, Weapon::Cannon, at),
            Action::Mortar { unit, dir } => actions::shot_words(
                self,
                unit,
                Weapon::Mortar,
                actions::neighbour_of(self, unit, dir),
            ),
            Action::Fire { unit, at } => actions::shot_words(self, unit, Weapon::SmallArms, at),
            Action::Missile { at } => actions::shot_words(self, Unit::I1, Weapon::Missile, at),
            Action::Sky => format!(
                "Command Mobile calls SKY1 for a strafing run, {}+ needed",
                rolls::sky_needs(self)
            ),
            Action::SkyAssault => format!(
                "Command Mobile calls SKY1 to join the assault, {}+ needed",
                rolls::sky_needs(self)
            ),
            Action::Grant { unit } => {
                format!("Command Mobile grants {} a third action", unit_name(unit))
            }
            Action::On { unit, mobile } => format!("{} gets on {mobile}", unit_name(unit)),
            Action::Done { unit } => format!("{} is done", unit_name(unit)),
            Action::End => "SHADO ends its actions".into(),
            Action::Strike { at, dir } => actions::strike_words(self, at, dir),
            Action::Lost { unit } => format!("SHADO gives up {}", unit_name(unit)),
            Action::LoseAlien => "only Aliens are hit, the Pod stays".into(),
            Action::LosePod => "the Pod takes a hit and is destroyed".into(),
            Action::Place { at } => format!("an Alien comes up the path at {at}"),
            Action::Pod { at } => format!("the Escape Pod lands at {at}"),
            Action::Walk { at, dir, count } => actions::walk_words(self, at, dir, count),
            Action::Shoot { at, dir } => actions::volley_words(self, at, dir),
            Action::Abduct { at } => actions::abduct_words(self, at),
            Action::NoAbduction => "no more abductions this turn".into(),
            Action::Back { unit, dir } => actions::back_words(self, unit, dir),
            Action::Flee { dir, count } => actions::flee_words(self, dir, count),
        }
    }

    fn roll_words(&self) -> String {
        rolls::roll_words(self)
    }

    fn chance_label(&self, outcome: Chance) -> String {
        match outcome {
            Chance::Draw { kind } => match self.kinds().find(kind) {
                Some(kind) => format!("{} is drawn", kind_name(self, kind)),
                None => format!("{kind} is drawn"),
            },
            Chance::Lay { at, dir } => {
                format!(
                    "the next tile goes {} of {at}, to {}",
                    way(dir),
                    at.step(dir)
                )
            }
            Chance::Turn { exits } => actions::turn_words(self, exits),
            Chance::Free => "it gets away".into(),
            Chance::Stuck => "it is stuck".into(),
            Chance::Hits { count } => hits(count),
            Chance::Sky { comes: true } => "SKY1 comes".into(),
            Chance::Sky { comes: false } => "SKY1 does not come".into(),
            Chance::Bombs { hits: hit, own: 0 } => hits(hit),
            Chance::Bombs { hits: hit, own } => format!("{}, {own} on SHADO", hits(hit)),
            Chance::Out { count: 0 } => "nobody comes out".into(),
            Chance::Out { count: 1 } => "1 Alien comes out".into(),
            Chance::Out { count } => format!("{count} Aliens come out"),
            Chance::Contest(contest) => rolls::contest_label(self, contest).into(),
            Chance::First { alien: true } => "the Aliens scatter first".into(),
            Chance::First { alien: false } => "SHADO scatters first".into(),
        }
    }

    fn news(&self, played: Played<Self>, after: &Self) -> Vec<String> {
        news::news(self, played, after)
    }

    fn stage(&self) -> String {
        status::stage(self)
    }

    fn status(&self) -> Vec<String> {
        status::status(self)
    }

    fn question(&self) -> String {
        match (self.turn(), self.laying()) {
            (Turn::Decide(_), Lay::Edge) => {
                return "At which open exit does the next tile go?".into();
            }
            (Turn::Decide(_), Lay::Turn { kind, .. }) => {
                return format!("Which way round does {} lie?", kind_name(self, kind));
            }
            (Turn::Decide(_), _) => {}
            (Turn::Chance, _) => return "The dice decide.".into(),
            (Turn::Over(_), _) => return "The game is over.".into(),
        }
        match self.task() {
            Task::Lose { .. } | Task::BombingLose { .. } => "What do the hits remove?".into(),
            Task::SkyComes => "SKY1 comes. Over which three tiles in a row?".into(),
            Task::BombingLost { .. } => "SKY1 has hit SHADO. Which unit is lost?".into(),
            Task::VolleyLost { .. } => "Which team is shot?".into(),
            Task::Abducted { .. } => "Which unit is abducted?".into(),
            Task::DriveBack { .. } => "Where are SHADO's units driven back to?".into(),
            Task::DriveOff { dir, .. } => format!("How many Aliens are driven {}?", way(dir)),
            _ => status::phase_question(self),
        }
    }

    fn outcome_words(outcome: &GameOutcome) -> String {
        match outcome.name {
            "shado_big" => "The UFO is captured intact: a big win for SHADO.",
            "shado" => "The UFO blows up, but SHADO recovers Alien bodies: a win for SHADO.",
            "draw" => "The UFO blows up and nobody has anything of it: a draw.",
            "alien" => "The UFO takes off and escapes: a win for the Aliens.",
            "alien_big" => {
                "The UFO escapes and takes a unit with its beam: a big win for the Aliens."
            }
            "all_lost" => "No SHADO unit is left: a big win for the Aliens.",
            "lost_in_forest" => {
                "The forest has closed and no way leads to the UFO: a big win for the Aliens."
            }
            "time_out" => "The UFO has been repaired and is gone: a big win for the Aliens.",
            other => other,
        }
        .into()
    }

    fn rules() -> &'static str {
        include_str!("../../../docs/rules/ufo.md")
    }
}
