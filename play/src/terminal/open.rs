//! Beginning or loading the game that is to be played.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use moonbase_agents::AgentSpec;
use moonbase_engine::BySeat;
use moonbase_engine::record::Record;
use moonbase_engine::registry::options_of;

use super::{DEFAULT_OPPONENT, MakeAgent, PlayError, PlayOptions};
use crate::draw::Draw;
use crate::files::check_writable;
use crate::session::{
    Player, Session, SessionError, Setup, Wishes, players_of, read_record, seated,
};
use crate::table::is_at_table;
use crate::words::Words;

/// A game and where it is saved.
pub(crate) struct Table<G: Draw> {
    pub session: Session<G>,
    pub save: PathBuf,
    /// Are the dice and tiles real?
    pub at_table: bool,
}

/// Opens the game that the options ask for, with saving set up.
pub(crate) fn open<G: Draw>(
    options: &PlayOptions,
    make: MakeAgent<G>,
) -> Result<Table<G>, PlayError> {
    let record = options.load.as_deref().map(read_record).transpose()?;
    if let (Some(record), Some(path)) = (&record, &options.load) {
        check_game(record, path, &options.preset)?;
    }
    // Told now rather than in the middle of the game.
    make(&options.hint)?;
    let recorded = record.as_ref().map(players_of::<G>).unwrap_or_default();
    let wishes = Wishes {
        seat: options.seat.clone(),
        against: options.against.clone(),
        default: AgentSpec::named(DEFAULT_OPPONENT),
    };
    let players = seated(&wishes, &recorded, make)?;
    let seed = options
        .seed
        .unwrap_or_else(|| u64::from(rand::random::<u32>()));
    let mut session = match &record {
        Some(record) => load(record, players, seed)?,
        None => begin(options, players, seed)?,
    };
    let save = save_path(options, &session)?;
    check_writable(&save).map_err(SessionError::from)?;
    session.set_autosave(Some(save.clone()));
    let at_table = options.table || record.as_ref().is_some_and(is_at_table);
    if at_table {
        session.mark_typed_dice();
    }
    Ok(Table {
        session,
        save,
        at_table,
    })
}

/// A game that is named beside a saved one must be that one.
fn check_game(record: &Record, path: &Path, given: &str) -> Result<(), PlayError> {
    match record.game() {
        recorded if recorded == given => Ok(()),
        recorded => Err(PlayError::OtherGame {
            path: path.into(),
            recorded: recorded.into(),
            given: given.into(),
        }),
    }
}

fn begin<G: Draw>(
    options: &PlayOptions,
    players: BySeat<Player<G>>,
    seed: u64,
) -> Result<Session<G>, SessionError> {
    let preset = options.preset.clone();
    let rules = options_of::<G>(&preset, &options.settings)?;
    Session::new(Setup {
        preset,
        options: rules,
        seed,
        players,
    })
}

fn load<G: Draw>(
    record: &Record,
    players: BySeat<Player<G>>,
    seed: u64,
) -> Result<Session<G>, SessionError> {
    Session::from_record(record, players, seed)
}

/// Where the game is saved. No other game is written over.
fn save_path<G: Draw>(options: &PlayOptions, session: &Session<G>) -> Result<PathBuf, PlayError> {
    match (&options.save, &options.load) {
        (Some(save), load) if load.as_ref() != Some(save) && save.exists() => {
            Err(PlayError::Exists {
                path: save.display().to_string(),
            })
        }
        (Some(save), _) => Ok(save.clone()),
        (None, Some(load)) => Ok(load.clone()),
        (None, None) => {
            let (preset, seed) = (session.preset(), session.seed());
            Ok(free_path(Path::new(&format!("{preset}-{seed}.game"))))
        }
    }
}

/// The path, or with a number more if there is such a file: `ufo-7.game`, `ufo-7-2.game`.
fn free_path(wanted: &Path) -> PathBuf {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, end) = (part(wanted.file_stem()), part(wanted.extension()));
    let dot = if end.is_empty() { "" } else { "." };
    let numbered = |number: u32| match number {
        1 => wanted.to_path_buf(),
        _ => wanted.with_file_name(format!("{stem}-{number}{dot}{end}")),
    };
    let free = (1..).map(numbered).find(|path| !Path::exists(path));
    free.expect("a folder holds fewer files than there are numbers")
}

/// [`saving_news`] in the middle of a game.
pub(crate) fn going_news<G: Words>(session: &mut Session<G>, save: &mut PathBuf) -> Option<String> {
    let news = saving_news(session, save)?;
    Some(match session.is_unsaved() {
        true => format!("the game goes on, but {news}"),
        false => news,
    })
}

/// What the last saving by itself has to tell, once. A file that somebody else has changed is left alone: from now on the game
/// is saved beside it.
pub(crate) fn saving_news<G: Words>(
    session: &mut Session<G>,
    save: &mut PathBuf,
) -> Option<String> {
    let error = session.take_autosave_error()?;
    let SessionError::ChangedFile(path) = &error else {
        return Some(error.to_string());
    };
    let free = free_path(path);
    session.set_autosave(Some(free.clone()));
    session.save_by_itself();
    let then = match session.take_autosave_error() {
        Some(worse) => format!("and {worse}; s FILE saves elsewhere"),
        None => format!("this game is saved in {} from now on", free.display()),
    };
    *save = free;
    Some(format!("{error}; {then}"))
}
