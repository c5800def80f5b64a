//! What is asked about the rolls and draws of `ufo` on a real table.
//!
//! Each question answers to a roll of [`super::rolls`] and to a chance node of the engine (`engine/src/ufo/odds.rs`); a
//! test throws all dice and compares with the engine's weights.

use std::cmp::Ordering;

use moonbase_engine::Game;
use moonbase_engine::board::TileIndex;
use moonbase_engine::hex::Dir;
use moonbase_engine::ufo::{Chance, Contest, Lay, Run, Task, Ufo, Unit, Weapon};

use super::phrases::{END, aliens, at, pod_penalty, unit_name, way, weapon_name};
use super::rolls::sky_needs;
use crate::table::{Asked, AtTable, Pick, Question, Reading, faces_from};
use crate::tiles::table::{Ground, box_words, draw_question};
use crate::words::{Words, and_list, count};

const GROUND: Ground = Ground {
    end: END,
    heavy: "heavy going",
};

type Step = Asked<Chance>;

impl AtTable for Ufo {
    fn ask(&self, answers: &[u8]) -> Step {
        match self.laying() {
            Lay::Draw { tile, dir } => ask_draw(self, (tile, dir), answers),
            Lay::Edge | Lay::Turn { .. } => ask_dice_to_lay(self, answers),
            Lay::No => ask_roll(self, answers),
        }
    }

    fn setting_out(&self) -> Vec<String> {
        let units: Vec<String> = Unit::all_in(self.units_alive()).map(unit_name).collect();
        let aboard = Unit::all_in(self.teams_aboard())
            .filter_map(|team| Some(format!("{team} aboard {}", self.carrier(team)?)));
        let aboard: Vec<String> = aboard.collect();
        let aboard = match aboard.is_empty() {
            true => String::new(),
            false => format!(", {}", and_list(&aboard)),
        };
        let pool = self.options().aliens;
        vec![
            box_words(self.kinds(), GROUND, self.options().ufo_in_last),
            format!(
                "The start tile is 0,0; any side of the table is north. On it {}{aboard}.",
                and_list(&units)
            ),
            format!(
                "Beside the table: {}, the Escape Pod, SKY1's counters.",
                aliens(pool)
            ),
        ]
    }
}

fn ask_draw(position: &Ufo, (tile, dir): (TileIndex, Dir), answers: &[u8]) -> Step {
    let outcomes = outcomes(position);
    if let Some(answer) = answers.first() {
        return Asked::Outcome(outcomes[usize::from(*answer)]);
    }
    let kind = |outcome: &Chance| match outcome {
        Chance::Draw { kind } => position.kinds().find(*kind),
        _ => None,
    };
    let kinds: Vec<u8> = outcomes.iter().filter_map(kind).collect();
    let from = at(position, tile);
    let place = format!("{}, {} of {from}", from.step(dir), way(dir));
    let question = draw_question(position.kinds(), position.deck(), &kinds, GROUND);
    Asked::Question(Question {
        text: format!("Draw a tile for {place}: which is it?"),
        ..question
    })
}

/// With `forest=dice`: dice choose from a list.
fn ask_dice_to_lay(position: &Ufo, answers: &[u8]) -> Step {
    let outcomes = outcomes(position);
    if let Some(answer) = answers.first() {
        return Asked::Outcome(outcomes[usize::from(*answer)]);
    }
    let pick = |outcome: &Chance| Pick {
        name: outcome.to_string(),
        words: position.chance_label(*outcome),
    };
    let how = match outcomes.len() {
        ..=6 => "roll 1 die, and again above the last number",
        _ => {
            "roll two dice, the first for the row of six, the second for the place in it, and again outside the list"
        }
    };
    Asked::Question(Question {
        text: "The dice lay the forest: which number of the list?".into(),
        note: format!("All are equally likely: {how}."),
        reading: Reading::Pick {
            picks: outcomes.iter().map(pick).collect(),
            gone: Vec::new(),
        },
    })
}

fn outcomes(position: &Ufo) -> Vec<Chance> {
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    outcomes.into_iter().map(|(outcome, _)| outcome).collect()
}

fn ask_roll(position: &Ufo, answers: &[u8]) -> Step {
    match position.task() {
        Task::Leave { .. } => ask_leave(position, answers),
        Task::Shot { weapon, tile } => ask_shot(position, weapon, tile, answers),
        Task::SkyAsked { .. } => ask_sky(position, answers),
        Task::Bombing { run } => ask_bombing(position, run, answers),
        Task::PodOpens => ask_pod(position, answers),
        Task::Volley { tile, dice } => ask_volley(position, tile, dice, answers),
        Task::Abduction { tile, aliens } => ask_abduction(position, tile, aliens, answers),
        Task::Assault { dice } => ask_assault(position, dice, answers),
        // What is left is a draw.
        _ => ask_first(position, answers),
    }
}

fn ask_leave(position: &Ufo, answers: &[u8]) -> Step {
    let unit = unit_name(position.active().unwrap_or(Unit::C));
    match answers {
        [face, ..] if *face >= 4 => Asked::Outcome(Chance::Free),
        [_, ..] => Asked::Outcome(Chance::Stuck),
        [] => Asked::Question(Question::face(
            &format!("for {unit} in the heavy going"),
            "It gets away on 4, 5 or 6.".into(),
        )),
    }
}

fn ask_shot(position: &Ufo, weapon: Weapon, tile: TileIndex, answers: &[u8]) -> Step {
    let unit = position.active().unwrap_or(Unit::C);
    let (dice, least) = position.dice_of(unit, weapon, tile);
    let (dice, targets) = (dice as u8, position.targets_at(tile));
    if let Some(answer) = answers.first() {
        let count = Reading::hits_of(dice, least, *answer).min(targets);
        return Asked::Outcome(Chance::Hits { count });
    }
    let what = format!("the {} of {}", weapon_name(weapon), unit_name(unit));
    let mut question = Question::hits(&what, dice, least);
    let bonus = position.bonus_dice(unit);
    if bonus > 0 {
        let dice = count(bonus, "die is", "dice are");
        let more = format!("{dice} for covering fire or tactical info.");
        question.note = [question.note, more].join(" ").trim().into();
    }
    Asked::Question(question)
}

fn ask_sky(position: &Ufo, answers: &[u8]) -> Step {
    let needs = sky_needs(position);
    match answers {
        [face, ..] => Asked::Outcome(Chance::Sky {
            comes: *face >= needs,
        }),
        [] => Asked::Question(Question::face(
            "for SKY1",
            format!("It comes on {}.", faces_from(needs)),
        )),
    }
}

/// Two dice: hits on what is there, then, of the same dice, sixes on SHADO's own. Only what can be hit is asked for.
fn ask_bombing(position: &Ufo, run: Run, answers: &[u8]) -> Step {
    let hex = at(position, run.tile);
    let least = position.options().sky_hits_on;
    let targets = position.targets_at(run.tile);
    let own = position.units_on(run.tile).count_ones() as u8;
    let ask = |least, note: &str| {
        let mut question = Question::hits(&format!("SKY1's bombs on {hex}"), 2, least);
        question.note = note.into();
        Asked::Question(question)
    };
    let sixes = "A 6 hits a SHADO unit.";
    match (targets > 0, own > 0, answers) {
        (true, _, []) => ask(least, ""),
        (false, _, []) => ask(6, sixes),
        (true, true, [hits]) if *hits > 0 && least < 6 => Asked::Question(Question {
            text: format!("Of the dice that hit on {hex}: how many show a 6?"),
            note: sixes.into(),
            reading: Reading::Count {
                dice: *hits,
                at_least: 6,
            },
        }),
        (true, true, [hits]) => bombs(*hits, *hits, targets, own),
        (true, true, [hits, six, ..]) => bombs(*hits, *six, targets, own),
        (true, false, [hits, ..]) => bombs(*hits, 0, targets, own),
        (false, _, [six, ..]) => bombs(0, *six, targets, own),
    }
}

fn bombs(hits: u8, sixes: u8, targets: u8, own: u8) -> Step {
    Asked::Outcome(Chance::Bombs {
        hits: hits.min(targets),
        own: sixes.min(own),
    })
}

fn ask_pod(position: &Ufo, answers: &[u8]) -> Step {
    let penalty = pod_penalty(position) as u8;
    if let [face, ..] = answers {
        let count = face.saturating_sub(penalty).min(position.pool());
        return Asked::Outcome(Chance::Out { count });
    }
    let hex = position
        .pod()
        .map(|(tile, _)| at(position, tile).to_string());
    let what = format!("for the Pod at {}", hex.unwrap_or_default());
    let note = match penalty {
        0 => "So many Aliens come out.".into(),
        penalty => format!("So many Aliens come out, less {penalty}."),
    };
    Asked::Question(Question::face(&what, note))
}

fn ask_volley(position: &Ufo, tile: TileIndex, dice: u8, answers: &[u8]) -> Step {
    let on_foot = position.units_on(tile) & !position.teams_aboard();
    let prey = Unit::all_in(on_foot).filter(|unit| unit.is_team()).count() as u8;
    if let [answer, ..] = answers {
        let count = Reading::hits_of(dice, 6, *answer).min(prey);
        return Asked::Outcome(Chance::Hits { count });
    }
    let what = format!("the Aliens' shots at {}", at(position, tile));
    Asked::Question(Question::hits(&what, dice, 6))
}

fn ask_abduction(position: &Ufo, tile: TileIndex, number: u8, answers: &[u8]) -> Step {
    let (score, bonus) = (2 * number, position.abduction_bonus(tile));
    if let [sum, ..] = answers {
        return Asked::Outcome(Chance::Contest(match (sum + bonus).cmp(&score) {
            Ordering::Less => Contest::Alien,
            Ordering::Equal => Contest::Draw,
            Ordering::Greater => Contest::Shado,
        }));
    }
    let plus = match bonus {
        0 => String::new(),
        bonus => format!(" + {bonus}"),
    };
    let hex = at(position, tile);
    Asked::Question(Question {
        text: format!("Roll 2 dice for SHADO against the abduction at {hex}: what is their sum?"),
        note: format!(
            "{} score {score}; SHADO scores the dice{plus}.",
            aliens(number)
        ),
        reading: Reading::Sum,
    })
}

fn ask_first(_: &Ufo, answers: &[u8]) -> Step {
    match answers {
        [face, ..] => Asked::Outcome(Chance::First { alien: *face <= 3 }),
        [] => Asked::Question(Question::face(
            "for who scatters first",
            "1, 2 or 3: the Aliens; 4, 5 or 6: SHADO.".into(),
        )),
    }
}

fn ask_assault(position: &Ufo, dice: u8, answers: &[u8]) -> Step {
    match answers {
        [] => {
            let sky = match position.sky_die() {
                true => " and one for SKY1",
                false => "",
            };
            let note = format!("One for each unit on the UFO's tile{sky}; the best counts.");
            Asked::Question(Question::best("for SHADO's assault", dice, note))
        }
        [_] => Asked::Question(Question::face("for the UFO", String::new())),
        [best, alien, ..] => Asked::Outcome(Chance::Contest(assault(*best, *alien))),
    }
}

fn assault(best: u8, alien: u8) -> Contest {
    match i16::from(best) - i16::from(alien) {
        ..=-2 => Contest::AlienBig,
        -1 => Contest::Alien,
        0 => Contest::Draw,
        1 => Contest::Shado,
        2.. => Contest::ShadoBig,
    }
}
