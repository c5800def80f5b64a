//! The game on the whole screen of a terminal: board, state, log and actions side by side, by keyboard and mouse.
//!
//! [`Screen`] is the face without a terminal: [`Screen::update`] takes an [`Event`], [`Screen::draw`] draws a frame. It
//! plays the same [`Session`](crate::session::Session) as the lines of [`crate::terminal`], with the same options.
//! [`play_full_screen`] puts a terminal around it, and leaves that as it was, whatever happens.

#[cfg(unix)]
mod driver;
mod event;
mod list;
mod obey;
mod story;
mod style;
mod view;

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use moonbase_agents::{AgentSpec, Playable};
use moonbase_engine::Seat;

pub use event::{Event, Key};

use self::list::Actions;
use self::story::Story;
use self::view::Places;
use crate::ink::Line;
use crate::session::{Session, Thinking};
use crate::table::AtTable;
use crate::terminal::{
    Finish, Left, Look, MakeAgent, PlayError, PlayOptions, open, rated, ways_on,
};

/// Smallest size that is drawn for, in columns and rows.
pub const LEAST: (u16, u16) = (60, 20);

/// What the arrow keys move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pane {
    Actions,
    Board,
    Log,
}

/// What is being waited for.
enum Work<G: AtTable> {
    Nothing,
    /// The agent to move.
    Move(Thinking<G>),
    /// The adviser of a seat.
    Hint(Thinking<G>, Seat),
}

/// A text over the panes.
struct Sheet {
    title: String,
    /// Each with its own indent.
    lines: Vec<Line>,
    /// Rows that are scrolled away.
    from: usize,
}

/// The face of a game: see the module's documentation.
pub struct Screen<G: AtTable> {
    session: Session<G>,
    save: PathBuf,
    make: MakeAgent<G>,
    hint: AgentSpec,
    look: Look,
    player: Option<PathBuf>,
    /// Was the game over when it was opened? Then it has been counted.
    was_over: bool,
    work: Work<G>,
    since: Instant,
    /// An agent failed and is not asked again before something is taken back.
    failed: bool,
    actions: Actions,
    story: Story,
    pane: Pane,
    /// How far the board is moved, in steps to the east and to the south.
    pan: (i32, i32),
    sheet: Option<Sheet>,
    /// Was the player asked whether to give up?
    giving_up: bool,
    /// Was the screen too small when it was drawn last? Then nobody sees what keys do.
    cramped: bool,
    /// Told once on the last row; is it a warning?
    message: Option<(String, bool)>,
    places: Places,
}

impl<G: AtTable> Screen<G> {
    /// Begins or loads the game that the options ask for.
    ///
    /// # Errors
    /// As [`crate::terminal::play`]; a game with real dice.
    pub fn open(options: &PlayOptions, make: MakeAgent<G>) -> Result<Self, PlayError> {
        let (options, greeting) = rated::with_level::<G>(options)?;
        let table = open::open(&options, make)?;
        if table.at_table {
            return Err(PlayError::TableOnScreen);
        }
        let mut screen = Screen {
            was_over: table.session.ending().is_some(),
            session: table.session,
            save: table.save,
            make,
            hint: options.hint.clone(),
            look: options.look,
            player: options.player.clone(),
            work: Work::Nothing,
            since: Instant::now(),
            failed: false,
            actions: Actions::default(),
            story: Story::default(),
            pane: Pane::Actions,
            pan: (0, 0),
            sheet: None,
            giving_up: false,
            cramped: false,
            message: greeting.map(|text| (text, false)),
            places: Places::default(),
        };
        screen.go_on();
        Ok(screen)
    }

    pub fn session(&self) -> &Session<G> {
        &self.session
    }

    /// Is somebody thinking, so that [`Event::Tick`] has something to do?
    pub fn is_busy(&self) -> bool {
        !matches!(self.work, Work::Nothing)
    }

    /// Saves and counts the game that is left, and says what there is to tell afterwards.
    pub fn finish(mut self, left: Left) -> (Finish, Vec<String>) {
        let counted = match self.was_over {
            true => None,
            false => rated::counted_result(&self.session, self.player.as_deref()),
        };
        let result = self.session.ending().map(|ending| ending.words::<G>());
        let mut told: Vec<String> = result.into_iter().collect();
        told.extend(counted.map(|told| told.unwrap_or_else(|error| error.to_string())));
        if self.session.has_choices() && self.session.is_unsaved() {
            self.session.save_by_itself();
        }
        let news = open::saving_news(&mut self.session, &mut self.save);
        told.extend(news.clone());
        let saved = (!self.session.is_unsaved() && self.save.exists()).then(|| self.save.clone());
        let ways = |path: &PathBuf| ways_on(&self.session, path, " --full-screen");
        told.extend(saved.iter().flat_map(ways));
        let lost = news.filter(|_| saved.is_none());
        (Finish { left, saved, lost }, told)
    }
}

/// Plays a game on the whole screen of the terminal until it is over or the player leaves. Raise `stop` to end it from
/// outside: it is then saved. The terminal is left as it was found, also after an error or a panic.
///
/// # Errors
/// Standard input or output is no terminal that can be drawn on; otherwise as [`crate::terminal::play`].
pub fn play_full_screen<G: AtTable + Playable>(
    options: &PlayOptions,
    stop: &AtomicBool,
) -> Result<Finish, PlayError> {
    use std::io::IsTerminal;
    if !(options.look.live && std::io::stdin().is_terminal()) {
        return Err(PlayError::NoTerminal);
    }
    #[cfg(unix)]
    return driver::run(options, crate::levels::build::<G>, stop);
    #[cfg(not(unix))]
    Err(PlayError::NoTerminal)
}
