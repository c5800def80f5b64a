//! Opponents by level: chosen before the game, and the player's rating after it.

use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use std::str::FromStr;

use moonbase_agents::AgentSpec;
use moonbase_engine::Seat;

use super::face::Face;
use super::{PlayError, PlayOptions};
use crate::levels::{LEVELS, level_of, levels, spec_of};
use crate::player::{Book, BookError, Strength, after_game, level_for, newcomer};
use crate::session::{Ending, Session, asked_seats};
use crate::table::AtTable;
use crate::words::Words;

/// The level that is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LevelWish {
    /// 1 to [`LEVELS`].
    Of(usize),
    /// The one that suits the player's results.
    Auto,
}

impl FromStr for LevelWish {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("auto", _) => Ok(LevelWish::Auto),
            (_, Ok(level)) if (1..=LEVELS).contains(&level) => Ok(LevelWish::Of(level)),
            _ => Err(format!("a level is 1 to {LEVELS}, or auto")),
        }
    }
}

impl fmt::Display for LevelWish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LevelWish::Of(level) => level.fmt(f),
            LevelWish::Auto => f.write_str("auto"),
        }
    }
}

/// The options with the opponent that the level stands for, and what there is to say about it.
pub(crate) fn with_level<G: Words>(
    options: &PlayOptions,
) -> Result<(PlayOptions, Option<String>), PlayError> {
    let (level, said) = match options.level {
        None => return Ok((options.clone(), None)),
        Some(LevelWish::Of(level)) => (level, None),
        Some(LevelWish::Auto) => suiting::<G>(options).map(|(level, said)| (level, Some(said)))?,
    };
    levels(G::NAME).ok_or(PlayError::NoLevels(G::NAME))?;
    let options = PlayOptions {
        against: Some(spec_of(level)),
        ..options.clone()
    };
    Ok((options, said))
}

/// The level that suits the player's results so far.
fn suiting<G: Words>(options: &PlayOptions) -> Result<(usize, String), PlayError> {
    let seat = match options.seat.as_deref() {
        None => Seat::First,
        Some(name) => {
            let people = asked_seats::<G>(name)?;
            match (people.first, people.second) {
                (true, false) => Seat::First,
                (false, true) => Seat::Second,
                _ => return Err(PlayError::AutoSeat),
            }
        }
    };
    let book = options
        .player
        .as_deref()
        .map_or(Ok(Book::default()), Book::read)?;
    let known = book.strength(&options.preset, G::SEATS[seat]);
    let strength = known.unwrap_or_else(newcomer::<G>);
    let level = level_for::<G>(strength, seat).ok_or(PlayError::NoLevels(G::NAME))?;
    let said = match known {
        None => format!("Level {level} to begin with: no result of yours is known yet."),
        Some(strength) => {
            let rating = rating_words(strength);
            format!(
                "Level {level}: about as strong as you as {} ({rating}).",
                G::SEATS[seat]
            )
        }
    };
    Ok((level, said))
}

/// `rating 212, give or take 160, from 4 games`
fn rating_words(strength: Strength) -> String {
    let games = match strength.games {
        1 => "1 game".into(),
        games => format!("{games} games"),
    };
    let (rating, deviation) = (strength.rating, 2.0 * strength.deviation);
    format!("rating {rating:.0}, give or take {deviation:.0}, from {games}")
}

impl<G: AtTable, W: Write> Face<'_, G, W> {
    /// Counts a game that one person has played to its end against a level, without help, and tells the new rating.
    pub(super) fn count_result(&mut self) -> io::Result<()> {
        if self.was_over {
            return Ok(());
        }
        match counted_result(&self.session, self.player.as_deref()) {
            None => Ok(()),
            Some(Ok(said)) => self.say(said),
            Some(Err(error)) => self.warn(&error.to_string()),
        }
    }
}

/// Counts a game that one person has played to its end against a level, unless he was helped, in the file of his
/// ratings, however he left it then. What there is to tell about it; `None` if such a game does not count anyway.
pub(crate) fn counted_result<G: Words>(
    session: &Session<G>,
    path: Option<&Path>,
) -> Option<Result<String, BookError>> {
    let ending = session.ending()?;
    let ((seat, level), path) = (rated(session)?, path?);
    if session.was_helped() {
        let said = "Not counted for your rating: there was a hint, or something was taken back.";
        return Some(Ok(said.into()));
    }
    Some(counted(session, path, (seat, level), score(ending, seat)))
}

/// The person's seat and the level against it, if one person plays a level.
fn rated<G: Words>(session: &Session<G>) -> Option<(Seat, usize)> {
    let mut people = Seat::BOTH
        .into_iter()
        .filter(|seat| session.is_human(*seat));
    let (seat, None) = (people.next()?, people.next()) else {
        return None;
    };
    let opponent: AgentSpec = session.player(seat.other()).parse().ok()?;
    Some((seat, level_of(&opponent)?))
}

fn counted<G: Words>(
    session: &Session<G>,
    path: &Path,
    (seat, level): (Seat, usize),
    score: f64,
) -> Result<String, BookError> {
    let mut book = Book::read(path)?;
    let (game, name) = (session.preset(), G::SEATS[seat]);
    let before = book.strength(game, name).unwrap_or_else(newcomer::<G>);
    let now = after_game::<G>(before, seat, level, score);
    book.set(game, name, now);
    book.write(path)?;
    let next = level_for::<G>(now, seat).unwrap_or(level);
    Ok(format!(
        "Your {} as {name}: level {next} would suit you now (--level auto).",
        rating_words(now)
    ))
}

fn score(ending: Ending, seat: Seat) -> f64 {
    match ending {
        Ending::Outcome(outcome) => outcome.score(seat),
        Ending::Resigned(loser) if loser == seat => 0.0,
        Ending::Resigned(_) => 1.0,
    }
}
