//! What changed in `ufo` beyond what the action or outcome says itself.

use moonbase_engine::hex::Hex;
use moonbase_engine::ufo::{Action, Chance, Lay, Phase, Task, Ufo, Unit};

use super::phrases::{at, kind_name, unit_name};
use crate::tiles::news::{Counted, laid_tiles, moved_counters};
use crate::words::{Played, count};

/// News in the order in which players would tell them: who is lost, who was moved, Aliens, the forest.
pub(super) fn news(before: &Ufo, played: Played<Ufo>, after: &Ufo) -> Vec<String> {
    let mut news = Vec::new();
    lost_units(before, played, after, &mut news);
    moved_units(before, played, after, &mut news);
    pod_and_sky(before, after, &mut news);
    moved_aliens(before, played, after, &mut news);
    forest(before, played, after, &mut news);
    news
}

fn lost_units(before: &Ufo, played: Played<Ufo>, after: &Ufo, news: &mut Vec<String>) {
    let named = match played {
        Played::Action(_, Action::Lost { unit }) => unit.bit(),
        _ => 0,
    };
    let lost = before.units_alive() & !after.units_alive();
    let how = match before.phase() {
        Phase::Abduct => "is abducted",
        Phase::Alien => "is shot",
        Phase::Shado => "is hit by SKY1",
        _ => "is lost",
    };
    news.extend(Unit::all_in(lost & !named).map(|unit| format!("{} {how}", unit_name(unit))));
    let on_foot = before.teams_aboard() & !after.teams_aboard() & after.units_alive();
    let stranded = |team: &Unit| {
        before
            .carrier(*team)
            .is_some_and(|gun| lost & gun.bit() != 0)
    };
    for team in Unit::all_in(on_foot).filter(stranded) {
        news.push(format!("{} is left on foot", unit_name(team)));
    }
}

/// Units that moved otherwise than the words say, and their passengers not told again.
fn moved_units(before: &Ufo, played: Played<Ufo>, after: &Ufo, news: &mut Vec<String>) {
    let told = match (played, before.task()) {
        (Played::Action(_, Action::Move { unit, .. } | Action::Back { unit, .. }), _) => Some(unit),
        _ => None,
    };
    let place = |position: &Ufo, unit: Unit| position.unit_tile(unit).map(|t| at(position, t));
    for unit in Unit::all_in(after.units_alive() & !after.teams_aboard()) {
        let (from, to) = (place(before, unit), place(after, unit));
        if let (Some(from), Some(to)) = (from, to)
            && from != to
            && told != Some(unit)
        {
            let how = if before.phase() == Phase::Shado {
                "moves"
            } else {
                "is driven back"
            };
            news.push(format!("{} {how} from {from} to {to}", unit_name(unit)));
        }
    }
}

fn pod_and_sky(before: &Ufo, after: &Ufo, news: &mut Vec<String>) {
    if let (Some((tile, _)), None) = (before.pod(), after.pod()) {
        news.push(format!("the Pod at {} is destroyed", at(before, tile)));
    }
    if after.sky_left() < before.sky_left() {
        news.push(format!(
            "SKY1 has {} left",
            count(after.sky_left(), "run", "runs")
        ));
    }
}

/// Aliens per hex, as far as they differ: `Aliens at 1,0: 3 -> 1`.
fn moved_aliens(before: &Ufo, played: Played<Ufo>, after: &Ufo, news: &mut Vec<String>) {
    let told = expected_changes(before, played);
    let (was, is) = (before.board(), after.board());
    let was = Counted {
        board: was,
        on: |tile| before.aliens_on(tile),
    };
    let is = Counted {
        board: is,
        on: |tile| after.aliens_on(tile),
    };
    let changes = moved_counters(was, is, &told);
    if !changes.is_empty() {
        news.push(format!("Aliens at {}", changes.join(", ")));
    }
}

/// How the words of what was played say that Aliens moved.
fn expected_changes(before: &Ufo, played: Played<Ufo>) -> Vec<(Hex, i16)> {
    match (played, before.task()) {
        (Played::Action(_, Action::Place { at }), _) => vec![(at, 1)],
        (Played::Action(_, Action::Walk { at, dir, count }), _) => {
            vec![(at, -i16::from(count)), (at.step(dir), i16::from(count))]
        }
        (Played::Action(_, Action::Flee { dir, count }), Task::DriveOff { tile, .. }) => {
            let hex = at(before, tile);
            vec![(hex, -i16::from(count)), (hex.step(dir), i16::from(count))]
        }
        (Played::Chance(Chance::Out { count }), _) => {
            let pod = before
                .pod()
                .map(|(tile, _)| (at(before, tile), i16::from(count)));
            pod.into_iter().collect()
        }
        _ => Vec::new(),
    }
}

/// Tiles that were laid, but for the one that was just turned.
fn forest(before: &Ufo, played: Played<Ufo>, after: &Ufo, news: &mut Vec<String>) {
    if after.redeals() > before.redeals() {
        news.push("the forest closed; it is gathered in and laid afresh".into());
    }
    let target = match before.laying() {
        Lay::Draw { tile, dir } | Lay::Turn { tile, dir, .. } => Some(at(before, tile).step(dir)),
        _ => None,
    };
    let is_draw = matches!(played, Played::Chance(Chance::Draw { .. }));
    let known = target.filter(|_| !is_draw);
    let name = |kind| kind_name(after, kind);
    news.extend(laid_tiles(
        before.board(),
        after.board(),
        known,
        target,
        name,
    ));
    if after.ufo_placed() && !before.ufo_placed() {
        news.push("the UFO is found".into());
    }
}
