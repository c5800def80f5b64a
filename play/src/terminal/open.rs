//! Beginning or loading the game that is to be played.

use std::path::{Path, PathBuf};

use moonbase_agents::AgentSpec;
use moonbase_engine::record::Record;
use moonbase_engine::registry::options_of;
use moonbase_engine::{BySeat, Seat};

use super::{DEFAULT_OPPONENT, MakeAgent, PlayError, PlayOptions, seat_names};
use crate::draw::Draw;
use crate::files::check_writable;
use crate::session::{Player, Session, SessionError, Setup, is_person, players_of, read_record};
use crate::table::DICE_TAG;

/// A game and where it is saved.
pub(super) struct Table<G: Draw> {
    pub session: Session<G>,
    pub save: PathBuf,
    /// Are the dice and tiles real?
    pub at_table: bool,
}

/// Opens the game that the options ask for, with saving set up.
pub(super) fn open<G: Draw>(
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
    let players = players(options, recorded, make)?;
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

/// Who plays each seat: as asked, else as recorded, else a person on the first seat.
fn players<G: Draw>(
    options: &PlayOptions,
    recorded: BySeat<Option<String>>,
    make: MakeAgent<G>,
) -> Result<BySeat<Player<G>>, PlayError> {
    let human = match &options.seat {
        Some(name) => asked_seats::<G>(name)?,
        None => recorded_seats(&recorded),
    };
    let player = |seat: Seat| -> Result<Player<G>, PlayError> {
        if human[seat] {
            return Ok(Player::Human);
        }
        let spec = match (&options.against, &recorded[seat]) {
            (Some(spec), _) => spec.clone(),
            (None, Some(name)) if !is_person(name) => recorded_agent(name)?,
            (None, _) => AgentSpec::named(DEFAULT_OPPONENT),
        };
        Ok(Player::Agent(make(&spec)?))
    };
    Ok(BySeat::new(player(Seat::First)?, player(Seat::Second)?))
}

/// The agent that a saved game names. The file may come from anywhere: it starts no programs.
fn recorded_agent(name: &str) -> Result<AgentSpec, PlayError> {
    let spec: AgentSpec = name.parse()?;
    match spec.starts_a_program() {
        true => Err(PlayError::Program(spec.to_string())),
        false => Ok(spec),
    }
}

fn asked_seats<G: Draw>(name: &str) -> Result<BySeat<bool>, PlayError> {
    let (first, second) = seat_names::<G>();
    match name {
        "both" => Ok(BySeat::new(true, true)),
        "none" => Ok(BySeat::new(false, false)),
        name if name == first => Ok(BySeat::new(true, false)),
        name if name == second => Ok(BySeat::new(false, true)),
        name => Err(PlayError::Seat {
            given: name.into(),
            first,
            second,
        }),
    }
}

fn recorded_seats(recorded: &BySeat<Option<String>>) -> BySeat<bool> {
    let person = BySeat::from_fn(|seat| recorded[seat].as_deref().is_some_and(is_person));
    if person.first || person.second {
        person
    } else {
        BySeat::new(true, false)
    }
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
