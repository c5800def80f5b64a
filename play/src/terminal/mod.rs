//! The game in a terminal, line by line.
//!
//! [`play`] does everything: it begins or loads a game, shows it, reads what the player types from any
//! [`BufRead`] and writes to any [`Write`], so that a whole game can be scripted.

mod at_table;
mod command;
mod face;
mod input;
mod look;
pub(crate) mod open;
pub(crate) mod rated;
pub(crate) mod replies;
mod screen;

use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use moonbase_agents::{Agent, AgentError, AgentSpec, Playable, shell_word};

pub use look::Look;
pub use rated::LevelWish;
pub use screen::screen;

use crate::levels::build;
use crate::player::BookError;
use crate::session::{Ending, SeatsError, Session, SessionError};
use crate::table::AtTable;
use crate::words::Words;

/// What `moonbase play` is asked for.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayOptions {
    /// The game or preset; that of the loaded game, if one is loaded.
    pub preset: String,
    /// Rule options that differ, each `name=value`; ignored if a game is loaded.
    pub settings: Vec<String>,
    /// The seat that the player takes, `both` for two people at one keyboard, `none` to watch. By default
    /// the first seat, or as the loaded game says.
    pub seat: Option<String>,
    /// The opponent. By default [`DEFAULT_OPPONENT`], or as the loaded game says.
    pub against: Option<AgentSpec>,
    /// A level as the opponent, in place of `against`.
    pub level: Option<LevelWish>,
    /// The file of the player's ratings (see [`crate::player::default_path`]); without one nothing is counted.
    pub player: Option<PathBuf>,
    /// Seed of dice and agents; without one, a new one every time.
    pub seed: Option<u64>,
    /// Where the game is saved while it is played. By default a file named after game and seed in the
    /// working directory, or the loaded file.
    pub save: Option<PathBuf>,
    /// A saved game to go on with.
    pub load: Option<PathBuf>,
    /// Who gives hints.
    pub hint: AgentSpec,
    pub look: Look,
    /// Dice, tiles and figures are real: what was rolled and drawn is asked.
    pub table: bool,
}

/// Who is played against if nobody is named.
pub const DEFAULT_OPPONENT: &str = "scripted";

/// Who gives hints if nobody is named.
pub const DEFAULT_HINT: (&str, u64) = ("mcts", 2000);

impl PlayOptions {
    /// A new game of this preset with everything else by default.
    pub fn new(preset: &str) -> PlayOptions {
        let (hint, sims) = DEFAULT_HINT;
        PlayOptions {
            preset: preset.into(),
            settings: Vec::new(),
            seat: None,
            against: None,
            level: None,
            player: None,
            seed: None,
            save: None,
            load: None,
            hint: AgentSpec::named(hint).with("sims", sims),
            look: Look::PLAIN,
            table: false,
        }
    }
}

/// How a player left.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Left {
    /// The game is over.
    Over(Ending),
    /// By `q`.
    Quit,
    /// The input ended.
    EndOfInput,
    /// The stop flag was raised.
    Stopped,
    /// Nothing could be written any more.
    OutputGone,
}

/// What is left of a game when the player has left.
#[derive(Clone, PartialEq, Debug)]
pub struct Finish {
    pub left: Left,
    /// Where the game is saved, if it is.
    pub saved: Option<PathBuf>,
    /// The game was to be saved and could not be: what the player was told.
    pub lost: Option<String>,
}

/// Why there is no game to play.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    #[error(
        "{path} exists already; give --load {path} to go on with it, or another name to save to"
    )]
    Exists { path: String },
    #[error("{} is a game of {recorded}, not of {given}", path.display())]
    OtherGame {
        path: PathBuf,
        recorded: String,
        given: String,
    },
    #[error(transparent)]
    Seats(#[from] SeatsError),
    #[error("--level auto suits one person: take a seat with --as")]
    AutoSeat,
    #[error(
        "--full-screen needs a terminal for input and output; without it the game is played line by line"
    )]
    NoTerminal,
    #[error("a game with real dice is played line by line: leave out --full-screen")]
    TableOnScreen,
    #[error("`{0}` has no levels")]
    NoLevels(&'static str),
    #[error(transparent)]
    Player(#[from] BookError),
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error(transparent)]
    Session(#[from] SessionError),
}

/// Makes agents from specs.
pub type MakeAgent<G> = fn(&AgentSpec) -> Result<Box<dyn Agent<G>>, AgentError>;

/// Plays a game in a terminal until it is over or the player leaves. Raise `stop` to end it from outside:
/// it is then saved.
///
/// # Errors
/// Nothing was begun: refused options, an unknown agent, a saved game of another kind, a record that cannot be read, a file that would
/// be written over. Once the game is on, nothing ends it but the player, the end of the input or of the
/// output, or `stop`; all of these save it.
pub fn play<G: AtTable + Playable>(
    options: &PlayOptions,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    stop: &AtomicBool,
) -> Result<Finish, PlayError> {
    play_with::<G>(options, build::<G>, input, output, stop)
}

/// As [`play`], with agents from elsewhere.
///
/// # Errors
/// As [`play`].
pub fn play_with<G: AtTable>(
    options: &PlayOptions,
    make: MakeAgent<G>,
    input: impl BufRead + Send + 'static,
    output: &mut impl Write,
    stop: &AtomicBool,
) -> Result<Finish, PlayError> {
    let (options, level) = rated::with_level::<G>(options)?;
    let table = open::open(&options, make)?;
    let input = input::Lines::new(input);
    let mut face = face::Face::new(table, &options, make, input, output, stop);
    face.greeting = level;
    Ok(face.run())
}

/// What can be done with a game that is saved there, as lines. `option` is what else is needed to go on as before.
pub(crate) fn ways_on<G: Words>(session: &Session<G>, path: &Path, option: &str) -> Vec<String> {
    let file = shell_word(path.display());
    let mut told = vec![format!("The game is saved in {}.", path.display())];
    if session.ending().is_none() {
        let preset = session.preset();
        let line = format!("moonbase play {preset} --load {file}{option}");
        told.push(format!("To go on with it:    {line}"));
    }
    told.push(format!("To see it again:     moonbase replay {file}"));
    told
}
