//! `fg1` told in words.

use moonbase_engine::fg1::{Action, Chance, Fg1, Scoring, Stage};
use moonbase_engine::{Game, GameOutcome, Seat};

use super::phrases::{dice, effect_name, side_name};
use super::{actions, news, status};
use crate::words::{Played, Words};

impl Words for Fg1 {
    fn seat_name(seat: Seat) -> &'static str {
        side_name(seat)
    }

    fn full_words(&self) -> String {
        let options = self.options();
        match options.scoring {
            Scoring::Graded => {
                let stakes = options.scenario.stakes();
                format!("ahead by all {stakes} points of the score")
            }
            Scoring::WinLoss => "won".into(),
        }
    }

    fn heading(&self, action: Action) -> String {
        actions::heading(action)
    }

    fn label(&self, action: Action) -> String {
        actions::label(self, action)
    }

    fn action_words(&self, action: Action) -> String {
        actions::action_words(self, action)
    }

    fn roll_words(&self) -> String {
        match self.stage() {
            Stage::Shot { firers, target } => {
                let hits = dice(actions::shot_dice(self, firers, target));
                match self.kind(target).save_dice() {
                    0 => format!("{hits}, hits on 6"),
                    saves => format!("{hits}, hits on 6; {} that save on 6", dice(saves)),
                }
            }
            Stage::Rally { .. } => "4+ rallies".into(),
            Stage::Choose | Stage::Answer | Stage::Over => String::new(),
        }
    }

    fn chance_label(&self, outcome: Chance) -> String {
        match outcome {
            Chance::Shot(effect) => effect_name(effect).into(),
            Chance::Rally { rallied: true } => "rallied".into(),
            Chance::Rally { rallied: false } => "not rallied".into(),
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
        status::question(self)
    }

    fn outcome_words(outcome: &GameOutcome) -> String {
        match outcome.name {
            "a_wiped_out" => "Side a has no base left: a win for side b.",
            "b_wiped_out" => "Side b has no base left: a win for side a.",
            "a_ahead" => "The last initiative is over, and side a is ahead: a win for side a.",
            "b_ahead" => "The last initiative is over, and side b is ahead: a win for side b.",
            "level" => "The last initiative is over, and the scores are level: a draw.",
            other => other,
        }
        .into()
    }

    fn rules() -> &'static str {
        include_str!("../../../docs/rules/fg1.md")
    }
}
