//! What changed in `lost_patrol` beyond what the action or outcome says itself.

use moonbase_engine::hex::Hex;
use moonbase_engine::lost_patrol::{Action, Chance, LostPatrol, Phase, Soldier, Task};

use super::actions::{arrive, fleeing};
use super::phrases::{arriving, kind_name, lurkers, place, soldier_name, tiles};
use crate::tiles::news::{Counted, laid_tiles, moved_counters};
use crate::words::Played;

type Step = Played<LostPatrol>;

/// News in the order in which players would tell them: who is lost, who was moved, what of the jungle is
/// gone, lurkers, new tiles.
pub(super) fn news(before: &LostPatrol, played: Step, after: &LostPatrol) -> Vec<String> {
    let mut news = Vec::new();
    lost_soldiers(before, played, after, &mut news);
    moved_soldiers(before, played, after, &mut news);
    let redealt = after.redeals() > before.redeals();
    if redealt {
        news.push("the jungle closed; it is gathered in and laid afresh".into());
    } else {
        cleared(before, after, &mut news);
        discarded(before, after, &mut news);
    }
    moved_lurkers(before, played, after, &mut news);
    jungle(before, played, after, &mut news);
    news
}

fn lost_soldiers(before: &LostPatrol, played: Step, after: &LostPatrol, news: &mut Vec<String>) {
    let named = match played {
        Played::Action(_, Action::Lost { soldier }) => soldier.bit(),
        _ => 0,
    };
    let lost = before.soldiers_alive() & !after.soldiers_alive() & !named;
    let how = match before.phase() {
        Phase::Patrol | Phase::Clearing => "is left behind in the jungle",
        Phase::Ambush => "is killed",
        _ => "is lost",
    };
    news.extend(Soldier::all_in(lost).map(|soldier| format!("{} {how}", soldier_name(soldier))));
}

/// Soldiers that moved otherwise than the words say.
fn moved_soldiers(before: &LostPatrol, played: Step, after: &LostPatrol, news: &mut Vec<String>) {
    let told = match played {
        Played::Action(_, Action::Move { soldier, .. } | Action::Back { soldier, .. }) => {
            Some(soldier)
        }
        _ => None,
    };
    let verb = if before.phase() == Phase::Patrol {
        "moves"
    } else {
        "retreats"
    };
    for soldier in Soldier::all_in(after.soldiers_alive()) {
        let (from, to) = (place(before, soldier), place(after, soldier));
        if from != to && told != Some(soldier) {
            news.push(format!(
                "{} {verb} from {from} to {to}",
                soldier_name(soldier)
            ));
        }
    }
}

/// Tiles that were removed, with the lurkers on them.
fn cleared(before: &LostPatrol, after: &LostPatrol, news: &mut Vec<String>) {
    let gone = before.board().tiles().enumerate();
    let gone = gone.filter(|(_, (hex, _, _))| after.board().find(*hex).is_none());
    let (mut hexes, mut swallowed) = (Vec::new(), 0);
    for (tile, (hex, _, _)) in gone {
        hexes.push(hex.to_string());
        swallowed += before.lurkers_on(tile as u8);
    }
    if hexes.is_empty() {
        return;
    }
    let number = tiles(hexes.len() as u32);
    let is = if hexes.len() == 1 { "is" } else { "are" };
    news.push(format!("{number} {is} cleared away: {}", hexes.join(" ")));
    if swallowed > 0 {
        news.push(format!("with {}", lurkers(swallowed)));
    }
}

/// Tiles that fitted nowhere: drawn, but neither laid nor in hand.
fn discarded(before: &LostPatrol, after: &LostPatrol, news: &mut Vec<String>) {
    let in_hand = |position: &LostPatrol, kind: u8| {
        i32::from(matches!(position.task(), Task::Place { kind: held } if held == kind))
    };
    for (kind, had) in before
        .deck()
        .kinds()
        .collect::<Vec<_>>()
        .into_iter()
        .chain(held(before))
    {
        let drawn = i32::from(had) - i32::from(after.deck().count(kind));
        let laid = laid_of_kind(before, after, kind);
        let gone = drawn + in_hand(before, kind) - in_hand(after, kind) - laid;
        if gone > 0 {
            let fits = if gone == 1 { "fits" } else { "fit" };
            let name = kind_name(before, kind);
            let name = if gone == 1 {
                name
            } else {
                format!("{gone} times {name}")
            };
            news.push(format!("{name} {fits} nowhere and is gone"));
        }
    }
}

/// The tile in hand, if its kind is not in the deck any more.
fn held(position: &LostPatrol) -> Option<(u8, u8)> {
    match position.task() {
        Task::Place { kind } if position.deck().count(kind) == 0 => {
            (kind != position.kinds().end()).then_some((kind, 0))
        }
        _ => None,
    }
}

fn laid_of_kind(before: &LostPatrol, after: &LostPatrol, kind: u8) -> i32 {
    let fresh = after.board().tiles().filter(|(hex, laid, _)| {
        let new = before.board().find(*hex).is_none();
        new && *laid == kind
    });
    fresh.count() as i32
}

/// Lurkers per hex, as far as they differ: `lurkers at 1,0: 3 -> 1`.
fn moved_lurkers(before: &LostPatrol, played: Step, after: &LostPatrol, news: &mut Vec<String>) {
    let told = expected_changes(before, played);
    let was = Counted {
        board: before.board(),
        on: |tile| before.lurkers_on(tile),
    };
    let is = Counted {
        board: after.board(),
        on: |tile| after.lurkers_on(tile),
    };
    let changes = moved_counters(was, is, &told);
    if !changes.is_empty() {
        news.push(format!("lurkers at {}", changes.join(", ")));
    }
}

/// How the words of what was played say that lurkers came, went or were hit.
fn expected_changes(before: &LostPatrol, played: Step) -> Vec<(Hex, i16)> {
    match played {
        Played::Action(_, Action::New { at } | Action::Add { at }) => {
            vec![(at, arriving(before).into())]
        }
        Played::Action(_, Action::Go { from, to }) => {
            let count = before.lurkers_on(before.tile_at(from));
            let arrive = arrive(before, from, to);
            vec![(from, -i16::from(count)), (to, arrive.into())]
        }
        Played::Action(_, Action::Flee { dir }) => {
            let (from, count) = fleeing(before);
            vec![(from, -i16::from(count)), (from.step(dir), count.into())]
        }
        Played::Chance(Chance::Hits { count }) => {
            let shooter = before.active().map(|soldier| place(before, soldier));
            shooter
                .map(|hex| (hex, -i16::from(count)))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Tiles that were laid, but for the one whose laying was chosen; and the ship.
fn jungle(before: &LostPatrol, played: Step, after: &LostPatrol, news: &mut Vec<String>) {
    let known = match played {
        Played::Action(_, Action::Lay { at, dir, .. }) => Some(at.step(dir)),
        _ => None,
    };
    let name = |kind| kind_name(after, kind);
    news.extend(laid_tiles(before.board(), after.board(), known, None, name));
    if after.ship_placed() && !before.ship_placed() {
        news.push("the ship is found".into());
    }
}
