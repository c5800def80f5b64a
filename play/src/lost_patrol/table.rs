//! What is asked about the rolls and draws of `lost_patrol` on a real table.
//!
//! Each question answers to a chance node of the engine (`engine/src/lost_patrol/odds.rs`); a test throws all dice and
//! compares with the engine's weights.

use std::cmp::Ordering;

use moonbase_engine::Game;
use moonbase_engine::board::TileIndex;
use moonbase_engine::lost_patrol::{Chance, Contest, LostPatrol, Soldier, Task};

use super::phrases::{END, at, lurkers, soldier_name, soldier_names};
use crate::table::{Asked, AtTable, Question, Reading};
use crate::tiles::table::{Ground, box_words, draw_question};

const GROUND: Ground = Ground {
    end: END,
    heavy: "lianas",
};

type Step = Asked<Chance>;

impl AtTable for LostPatrol {
    fn ask(&self, answers: &[u8]) -> Step {
        match self.task() {
            Task::Leave { .. } => ask_leave(self, answers),
            Task::Fire => ask_fire(self, answers),
            Task::Ambush { tile, count } => ask_ambush(self, tile, count, answers),
            // What is left is a draw.
            _ => ask_draw(self, answers),
        }
    }

    fn setting_out(&self) -> Vec<String> {
        let soldiers = soldier_names(self.soldiers_alive());
        let supply = self.options().lurkers;
        vec![
            box_words(self.kinds(), GROUND, 1),
            format!("The start tile is 0,0; any side of the table is north. On it {soldiers}."),
            format!("Beside the table: {}.", lurkers(supply)),
        ]
    }
}

fn ask_draw(position: &LostPatrol, answers: &[u8]) -> Step {
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    if let [answer, ..] = answers {
        return Asked::Outcome(outcomes[usize::from(*answer)].0);
    }
    let kind = |(outcome, _): &(Chance, u64)| match outcome {
        Chance::Draw { kind } => position.kinds().find(*kind),
        _ => None,
    };
    let kinds: Vec<u8> = outcomes.iter().filter_map(kind).collect();
    Asked::Question(draw_question(
        position.kinds(),
        position.deck(),
        &kinds,
        GROUND,
    ))
}

fn shooter(position: &LostPatrol) -> Soldier {
    position.active().unwrap_or(Soldier::S)
}

fn ask_leave(position: &LostPatrol, answers: &[u8]) -> Step {
    match answers {
        [face, ..] if *face <= 3 => Asked::Outcome(Chance::Free),
        [_, ..] => Asked::Outcome(Chance::Stuck),
        [] => Asked::Question(Question::face(
            &format!("for {} in the lianas", soldier_name(shooter(position))),
            "The soldier gets away on 1, 2 or 3.".into(),
        )),
    }
}

fn ask_fire(position: &LostPatrol, answers: &[u8]) -> Step {
    let soldier = shooter(position);
    let dice = soldier.dice() as u8;
    if let [answer, ..] = answers {
        let tile = position.soldier_tile(soldier);
        let there = tile.map_or(0, |tile| position.lurkers_on(tile));
        let count = Reading::hits_of(dice, 6, *answer).min(there);
        return Asked::Outcome(Chance::Hits { count });
    }
    Asked::Question(Question::hits(&soldier_name(soldier), dice, 6))
}

/// The patrol's dice first; the lurkers' die only where one point more makes a difference.
fn ask_ambush(position: &LostPatrol, tile: TileIndex, number: u8, answers: &[u8]) -> Step {
    let (bonus, hex) = (position.ambush_bonus(tile), at(position, tile));
    let soldiers = position.soldiers_on(tile).count_ones() as u8;
    let [best, rest @ ..] = answers else {
        let what = format!("for the patrol in the ambush at {hex}");
        return Asked::Question(Question::best(&what, 2, patrol_note(bonus, soldiers)));
    };
    let patrol = (best + bonus).max(soldiers);
    let (plain, lucky) = (contest(number, patrol), contest(number + 1, patrol));
    match rest {
        _ if plain == lucky => Asked::Outcome(Chance::Contest(plain)),
        [face, ..] if *face == number => Asked::Outcome(Chance::Contest(lucky)),
        [_, ..] => Asked::Outcome(Chance::Contest(plain)),
        [] => Asked::Question(Question::face(
            &format!("for the lurkers in the ambush at {hex}"),
            format!("They are {number}, and one more on a {number}; the patrol has {patrol}."),
        )),
    }
}

fn patrol_note(bonus: u8, soldiers: u8) -> String {
    let plus = match bonus {
        0 => String::new(),
        bonus => format!(" + {bonus}"),
    };
    match soldiers > 1 + bonus {
        true => format!("The patrol has that{plus}, but at least {soldiers}."),
        false => format!("The patrol has that{plus}."),
    }
}

fn contest(lurker: u8, patrol: u8) -> Contest {
    match lurker.cmp(&patrol) {
        Ordering::Greater => Contest::Lurker,
        Ordering::Equal => Contest::Draw,
        Ordering::Less => Contest::Patrol,
    }
}
