//! What is rolled in `lost_patrol`, in words.

use moonbase_engine::board::TileIndex;
use moonbase_engine::lost_patrol::{Contest, LostPatrol, Soldier, Task};

use super::phrases::dice;

/// What is rolled for, and how; empty where the outcome says all.
pub(super) fn roll_words(position: &LostPatrol) -> String {
    match position.task() {
        Task::Leave { .. } => "1 to 3 needed".into(),
        Task::Fire => {
            let soldier = position.active().unwrap_or(Soldier::S);
            format!("{}, hits on 6", dice(soldier.dice()))
        }
        Task::Ambush { tile, count } => ambush_roll(position, tile, count),
        _ => String::new(),
    }
}

/// `4, or 5 if a die shows 4, against the better of 2 dice + 1`; the soldiers' number, where it may be
/// more.
fn ambush_roll(position: &LostPatrol, tile: TileIndex, count: u8) -> String {
    let bonus = position.ambush_bonus(tile);
    let soldiers = position.soldiers_on(tile).count_ones() as u8;
    let more = if bonus > 0 {
        format!(" + {bonus}")
    } else {
        String::new()
    };
    let number = match soldiers > 1 + bonus {
        true => format!(", at least {soldiers}"),
        false => String::new(),
    };
    let lucky = count + 1;
    format!(
        "{count}, or {lucky} if a die shows {count}, against the better of 2 dice{more}{number}"
    )
}

/// The result of an ambush.
pub(super) fn contest_label(contest: Contest) -> &'static str {
    match contest {
        Contest::Lurker => "the lurkers win",
        Contest::Draw => "a draw, the soldiers retreat",
        Contest::Patrol => "the patrol wins",
    }
}
