//! How strong the player is, and which level suits him.
//!
//! - `strength`: a rating with its uncertainty (Glicko), from results against levels of known strength;
//! - `book`: the ratings by game and seat, in a small file.
//!
//! Laws: a level is chosen from the ratings alone, so that it can be explained; a result counts once, when the game ends.

mod book;
mod strength;

use moonbase_engine::{Game, Seat};

pub use book::{Book, BookError, default_path};
pub use strength::Strength;

use crate::levels::{LEVELS, Levels, levels};

/// The level of somebody who is not known yet.
const FIRST_LEVEL: usize = 3;

/// The strength of a person who has played nothing: unsure, at the level that beginners meet first.
pub fn newcomer<G: Game>() -> Strength {
    let table = levels(G::NAME);
    Strength::unsure(table.map_or(0.0, |table| table.rows[FIRST_LEVEL - 1].elo))
}

/// The rating that a person in `seat` would have if a level were exactly as strong: the level's own, less what the
/// person's seat is worth.
fn even_rating(table: &Levels, level: usize, seat: Seat) -> f64 {
    let worth = match seat {
        Seat::First => table.balance,
        Seat::Second => -table.balance,
    };
    table.rows[level - 1].elo - worth
}

/// The level against which a person in `seat` may hope for half of the games; of equals the lower. `None` if the game has
/// no levels.
pub fn level_for<G: Game>(strength: Strength, seat: Seat) -> Option<usize> {
    let table = levels(G::NAME)?;
    let far = |level: &usize| (strength.rating - even_rating(table, *level, seat)).abs();
    (1..=LEVELS).min_by(|a, b| far(a).total_cmp(&far(b)))
}

/// The strength after a game in `seat` against a level: win 1, draw ½, loss 0.
pub fn after_game<G: Game>(strength: Strength, seat: Seat, level: usize, score: f64) -> Strength {
    match levels(G::NAME) {
        Some(table) => strength.after(even_rating(table, level, seat), score),
        None => strength,
    }
}
