//! What changed in `fg1` beyond what the action or outcome says itself.

use moonbase_engine::fg1::{Act, Action, BaseId, Chance, Effect, Fg1, Phase, Stage};
use moonbase_engine::hex::{Dir, Hex};

use super::actions::{actor, end_of_leg, facing};
use super::phrases::{
    base_name, base_names, facing_after, place, side_name, status_words, verb, way,
};
use super::status::holder;
use crate::words::Played;

type Step = Played<Fg1>;

/// News in the order in which players would tell them: losses, status, moves, what ends, objectives, whose initiative it is.
pub(super) fn news(before: &Fg1, played: Step, after: &Fg1) -> Vec<String> {
    let mut news = Vec::new();
    losses(before, after, &mut news);
    statuses(before, played, after, &mut news);
    for base in after.bases() {
        moved(before, played, after, base, &mut news);
        turned(before, played, after, base, &mut news);
        carried(before, played, after, base, &mut news);
    }
    ended(before, played, after, &mut news);
    objectives(before, after, &mut news);
    if after.initiative() != before.initiative() && after.phase() != Phase::Over {
        news.push(format!(
            "the initiative passes to {}",
            side_name(after.side())
        ));
    }
    news
}

fn losses(before: &Fg1, after: &Fg1, news: &mut Vec<String>) {
    let lost: Vec<BaseId> = before
        .bases()
        .filter(|base| !after.is_alive(*base))
        .collect();
    let (inside, outside): (Vec<BaseId>, Vec<BaseId>) = lost
        .into_iter()
        .partition(|base| before.carrier(*base).is_some());
    if outside.is_empty() {
        return;
    }
    let with = match inside.is_empty() {
        true => String::new(),
        false => format!(", with {} aboard", base_names(before, &inside)),
    };
    let is = verb(&outside, "is", "are");
    news.push(format!("{} {is} lost{with}", base_names(before, &outside)));
}

/// Rallying without a roll says itself how it ends.
fn statuses(before: &Fg1, played: Step, after: &Fg1, news: &mut Vec<String>) {
    let told = match played {
        Played::Action(_, Action::Rally { base }) => Some(base),
        _ => None,
    };
    let changed = |base: &BaseId| before.status(*base) != after.status(*base);
    for base in after
        .bases()
        .filter(changed)
        .filter(|base| told != Some(*base))
    {
        let status = status_words(after.status(base));
        news.push(format!("{} is {status} now", base_name(after, base)));
    }
}

/// Where an action says that its base comes to stand.
fn expected(before: &Fg1, played: Step) -> Option<(BaseId, Hex)> {
    let actor = actor(before);
    match played {
        Played::Action(_, Action::Ahead { hexes }) => {
            Some((actor, end_of_leg(before, facing(before), hexes)))
        }
        Played::Action(_, Action::Step { dir, hexes }) => {
            Some((actor, end_of_leg(before, dir, hexes)))
        }
        Played::Action(_, Action::Unload { squad, dir }) => {
            Some((squad, place(before, squad).step(dir)))
        }
        _ => None,
    }
}

/// A base that stands elsewhere than the words say. Squads aboard go with their hover.
fn moved(before: &Fg1, played: Step, after: &Fg1, base: BaseId, news: &mut Vec<String>) {
    if after.carrier(base).is_some() {
        return;
    }
    let (from, to) = (place(before, base), place(after, base));
    let told = expected(before, played).filter(|(who, _)| *who == base);
    let on_its_way = matches!(before.act(), Act::Move(_)) && actor(before) == base;
    match told {
        Some((_, hex)) if hex == to => {}
        Some(_) => news.push(format!("{} is on {to} so far", base_name(after, base))),
        None if from == to => {}
        None if on_its_way => news.push(format!("{} goes on to {to}", base_name(after, base))),
        None => news.push(format!(
            "{} goes from {from} to {to}",
            base_name(after, base)
        )),
    }
}

fn facing_told(before: &Fg1, played: Step) -> Option<(BaseId, Dir)> {
    match played {
        Played::Action(_, Action::Turn { by }) => {
            Some((actor(before), facing_after(facing(before), by)))
        }
        _ => None,
    }
}

fn turned(before: &Fg1, played: Step, after: &Fg1, base: BaseId, news: &mut Vec<String>) {
    let (was, is) = (before.facing(base), after.facing(base));
    let told = facing_told(before, played).filter(|(who, _)| *who == base);
    let expected = told.map(|(_, dir)| dir).or(was);
    if let Some(dir) = is.filter(|_| is != expected) {
        news.push(format!("{} faces {}", base_name(after, base), way(dir)));
    }
}

/// A squad that has got aboard, or did not although its words say so.
fn carried(before: &Fg1, played: Step, after: &Fg1, base: BaseId, news: &mut Vec<String>) {
    let (was, is) = (before.carrier(base), after.carrier(base));
    let told = match played {
        Played::Action(_, Action::Load { squad, hover }) if squad == base => Some(hover),
        _ => None,
    };
    match (told, is) {
        (Some(hover), None) => news.push(format!("{base} is not aboard {hover} yet")),
        (None, Some(hover)) if was != is => {
            let hover = base_name(after, hover);
            news.push(format!("{} is aboard {hover}", base_name(after, base)));
        }
        _ => {}
    }
}

/// What defensive fire has ended: an action, or the firers' part in this initiative.
fn ended(before: &Fg1, played: Step, after: &Fg1, news: &mut Vec<String>) {
    let (Played::Chance(Chance::Shot(effect)), Stage::Shot { firers, .. }, Some(actor)) =
        (played, before.stage(), before.act().actor())
    else {
        return;
    };
    if effect != Effect::None {
        if after.is_alive(actor) {
            news.push(format!("that ends what {actor} was doing"));
        }
        return;
    }
    let bases: Vec<BaseId> = firers.bases().collect();
    if after.initiative() == before.initiative() {
        let who = base_names(before, &bases);
        let fire = verb(&bases, "fires", "fire");
        news.push(format!("{who} {fire} no more in this initiative"));
    }
}

fn objectives(before: &Fg1, after: &Fg1, news: &mut Vec<String>) {
    for objective in after.objectives() {
        let (was, is) = (holder(before, *objective), holder(after, *objective));
        if was == is {
            continue;
        }
        let hex = after.field().hex(*objective);
        let who = is.map_or("nobody", side_name);
        news.push(format!("{who} holds the objective on {hex}"));
    }
}
