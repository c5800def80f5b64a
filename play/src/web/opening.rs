//! Games begun, loaded and taken up again after a restart.

use std::path::Path;
use std::sync::Arc;

use moonbase_agents::Playable;
use moonbase_engine::record::Record;
use moonbase_engine::registry::{family_of, options_of};
use moonbase_engine::{BySeat, Seat, with_family};

use super::menu::{Opponents, modest};
use super::table::{Table, TableError, seat_at};
use crate::levels::build;
use crate::session::{Player, Session, SessionError, Setup, Wishes, is_person, players_of, seated};
use crate::show::Show;
use crate::table::{AtTable, is_at_table};

/// A game to begin.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct NewGame {
    pub preset: String,
    /// Rule options, each `name=value`.
    pub settings: Vec<String>,
    /// The person's seat, `both` or `none`; by default the first, or as the record says.
    pub seat: Option<String>,
    /// The opponent's spec; by default the usual one, or as the record says.
    pub against: Option<String>,
    pub seed: u64,
    pub takebacks: Option<u32>,
    /// Dice and tiles are real, and are asked for.
    pub table: bool,
    /// A game to go on with; preset, settings and seed are then its own.
    pub record: Option<String>,
}

/// Begins a game that saves itself to a file, of so many words at most.
///
/// # Errors
/// Whatever is wrong with what was asked for.
pub fn begin(
    game: &NewGame,
    opponents: &Opponents,
    path: &Path,
    words: usize,
) -> Result<Arc<dyn Table>, TableError> {
    let record = game.record.as_deref().map(Record::parse).transpose();
    let record = record.map_err(SessionError::from)?;
    let preset = record.as_ref().map_or(game.preset.as_str(), Record::game);
    let family = family_of(preset).map_err(SessionError::from)?;
    with_family!(family, |G| begin_as::<G>(
        game, record, opponents, path, words
    ))
}

/// Goes on with a game that a server saved.
///
/// # Errors
/// The file holds no game, or agents that are not offered any more.
pub fn resume(
    record: &Record,
    opponents: &Opponents,
    path: &Path,
    words: usize,
) -> Result<Arc<dyn Table>, TableError> {
    let family = family_of(record.game()).map_err(SessionError::from)?;
    with_family!(family, |G| resume_as::<G>(record, opponents, path, words))
}

fn begin_as<G: Show + Playable + AtTable>(
    game: &NewGame,
    record: Option<Record>,
    opponents: &Opponents,
    path: &Path,
    words: usize,
) -> Result<Arc<dyn Table>, TableError> {
    if !modest(&game.settings) {
        return Err(TableError::Options);
    }
    // Looked at before it is replayed, which takes memory for every word.
    if record
        .as_ref()
        .is_some_and(|record| record.words().len() > words)
    {
        return Err(TableError::TooLong(words));
    }
    let recorded = record.as_ref().map(players_of::<G>).unwrap_or_default();
    let against = game.against.as_deref().map(|spec| opponents.allow(spec));
    let wishes = Wishes {
        seat: game.seat.clone().or_else(|| watched(&recorded)),
        against: against.transpose()?,
        default: opponents.allow(opponents.usual())?,
    };
    let players = players::<G>(&wishes, &recorded, opponents)?;
    let mut session = match &record {
        Some(record) => Session::from_record(record, players, game.seed)?,
        None => fresh(game, players)?,
    };
    let at_table = game.table || record.as_ref().is_some_and(is_at_table);
    if at_table {
        session.mark_typed_dice();
    }
    session.save(path)?;
    Ok(seat_at(session, at_table, path, words))
}

fn fresh<G: Show>(game: &NewGame, players: BySeat<Player<G>>) -> Result<Session<G>, TableError> {
    let options = options_of::<G>(&game.preset, &game.settings).map_err(SessionError::from)?;
    let mut session = Session::new(Setup {
        preset: game.preset.clone(),
        options,
        seed: game.seed,
        players,
    })?;
    session.limit_takebacks(game.takebacks);
    Ok(session)
}

fn resume_as<G: Show + Playable + AtTable>(
    record: &Record,
    opponents: &Opponents,
    path: &Path,
    words: usize,
) -> Result<Arc<dyn Table>, TableError> {
    let recorded = players_of::<G>(record);
    let wishes = Wishes {
        seat: watched(&recorded),
        against: None,
        default: opponents.allow(opponents.usual())?,
    };
    let players = players::<G>(&wishes, &recorded, opponents)?;
    let mut session = Session::from_record(record, players, 0)?;
    let at_table = is_at_table(record);
    if at_table {
        session.mark_typed_dice();
    }
    Ok(seat_at(session, at_table, path, words))
}

/// No seat for a person, if a record says that agents play each other.
fn watched(recorded: &BySeat<Option<String>>) -> Option<String> {
    let agent = |seat: Seat| {
        let name = recorded[seat].as_deref();
        name.is_some_and(|name| !is_person(name))
    };
    Seat::BOTH.into_iter().all(agent).then(|| "none".into())
}

/// Players of whom all agents may be named here.
fn players<G: Show + Playable>(
    wishes: &Wishes,
    recorded: &BySeat<Option<String>>,
    opponents: &Opponents,
) -> Result<BySeat<Player<G>>, TableError> {
    for seat in Seat::BOTH {
        let named = recorded[seat].as_deref().filter(|name| !is_person(name));
        if let (Some(name), None) = (named, &wishes.against) {
            opponents.allow(name)?;
        }
    }
    Ok(seated(wishes, recorded, build::<G>)?)
}
