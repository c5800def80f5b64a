//! Beginning or loading the game that is to be played.

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
use crate::table::DICE_TAG;

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
    let at_table = options.table || record.as_ref().is_some_and(has_typed_dice);
    if at_table {
        session.mark_typed_dice();
    }
    Ok(Table {
        session,
        save,
        at_table,
    })
}

/// Was the game recorded at a real table? It goes on there.
fn has_typed_dice(record: &Record) -> bool {
    let (tag, value) = DICE_TAG;
    record.tag(tag).is_some_and(|found| found == value)
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
        (None, None) => Ok(free_name(session.preset(), session.seed())),
    }
}

/// `ufo-7.game`, or with a number more if there is such a file.
fn free_name(preset: &str, seed: u64) -> PathBuf {
    let numbered = |number: u32| match number {
        1 => PathBuf::from(format!("{preset}-{seed}.game")),
        _ => PathBuf::from(format!("{preset}-{seed}-{number}.game")),
    };
    let free = (1..).map(numbered).find(|path| !Path::exists(path));
    free.expect("a folder holds fewer files than there are numbers")
}
