//! `lost_patrol` told in words.

use moonbase_engine::lost_patrol::{Action, Chance, LostPatrol, Phase, Task};
use moonbase_engine::{GameOutcome, Seat, Turn};

use super::phrases::{hits, kind_name, soldier_name, way};
use super::{actions, news, rolls, status};
use crate::words::{Played, Words};

impl Words for LostPatrol {
    fn seat_name(seat: Seat) -> &'static str {
        match seat {
            Seat::First => "the patrol",
            Seat::Second => "the lurkers",
        }
    }

    fn heading(&self, action: Action) -> String {
        match action {
            Action::Lay { at, dir, .. } => format!("At {}", at.step(dir)),
            Action::Move { soldier, .. } | Action::Fire { soldier } | Action::Done { soldier } => {
                soldier.name().into()
            }
            Action::Keep { .. } => "Keep".into(),
            Action::New { .. } => "New stack".into(),
            Action::Add { .. } => "Add".into(),
            Action::Go { from, .. } => format!("From {from}"),
            Action::End | Action::NoAmbush => "Phase".into(),
            Action::Ambush { .. } => "Ambush".into(),
            Action::Lost { .. } => "Give up".into(),
            Action::Back { soldier, .. } => format!("{soldier} back"),
            Action::Flee { .. } => "Flee".into(),
        }
    }

    fn label(&self, action: Action) -> String {
        match action {
            Action::Lay { at, dir, exits } => actions::lay_label(self, at, dir, exits),
            Action::Move { soldier, dir } => actions::move_label(self, soldier, dir),
            Action::Fire { soldier } => actions::fire_label(self, soldier),
            Action::Done { .. } => "done".into(),
            Action::Keep { at } => actions::keep_label(self, at),
            Action::New { at } => at.to_string(),
            Action::Add { at } => actions::add_label(self, at),
            Action::Go { from, to } => actions::go_label(self, from, to),
            Action::End if self.phase() == Phase::Patrol => "end the patrol's actions".into(),
            Action::End => "end the lurkers' actions".into(),
            Action::Ambush { at } => actions::ambush_label(self, at),
            Action::NoAmbush => "no more ambushes".into(),
            Action::Lost { soldier } => soldier.name().into(),
            Action::Back { dir, .. } | Action::Flee { dir } => way(dir).into(),
        }
    }

    fn action_words(&self, action: Action) -> String {
        match action {
            Action::Lay { at, dir, exits } => actions::lay_words(self, at, dir, exits),
            Action::Move { soldier, dir } => actions::move_words(self, soldier, dir),
            Action::Fire { soldier } => actions::fire_words(self, soldier),
            Action::Done { soldier } => format!("{} is done", soldier_name(soldier)),
            Action::Keep { at } => actions::keep_words(self, at),
            Action::New { at } => actions::new_words(self, at),
            Action::Add { at } => actions::add_words(self, at),
            Action::Go { from, to } => actions::go_words(self, from, to),
            Action::End if self.phase() == Phase::Patrol => "the patrol ends its actions".into(),
            Action::End => "the lurkers end their actions".into(),
            Action::Ambush { at } => actions::ambush_words(self, at),
            Action::NoAmbush => "no more ambushes this turn".into(),
            Action::Lost { soldier } => format!("the patrol gives up {}", soldier_name(soldier)),
            Action::Back { soldier, dir } => actions::back_words(self, soldier, dir),
            Action::Flee { dir } => actions::flee_words(self, dir),
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
            Chance::Free => "the soldier gets away".into(),
            Chance::Stuck => "the soldier is stuck".into(),
            Chance::Hits { count } => hits(count),
            Chance::Contest(contest) => rolls::contest_label(contest).into(),
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
        use moonbase_engine::Game;
        match (self.turn(), self.task()) {
            (Turn::Chance, _) => "The dice decide.".into(),
            (Turn::Over(_), _) => "The game is over.".into(),
            (_, Task::Place { kind }) => {
                format!(
                    "Where, and which way round, does {} lie?",
                    kind_name(self, kind)
                )
            }
            (_, Task::Ambushed { .. }) => "Who is killed?".into(),
            (_, Task::Retreat { .. }) => "Where do the soldiers retreat to?".into(),
            (_, Task::Flee { .. }) => "Where do the beaten lurkers flee to?".into(),
            _ => status::phase_question(self),
        }
    }

    fn outcome_words(outcome: &GameOutcome) -> String {
        match outcome.name {
            "escaped" => "The patrol has reached its ship and is away: a win for the patrol.",
            "all_lost" => "No soldier is left: a win for the lurkers.",
            "lost_in_jungle" => "The jungle has closed and no way leads on: a win for the lurkers.",
            "time_out" => "The ship has left without the patrol: a win for the lurkers.",
            other => other,
        }
        .into()
    }

    fn rules() -> &'static str {
        include_str!("../../../docs/rules/lost_patrol.md")
    }
}
