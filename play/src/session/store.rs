//! Sessions as game records: saving, loading, saving by itself.

use std::path::{Path, PathBuf};

use moonbase_engine::record::Record;
use moonbase_engine::{BySeat, Seat, Turn};
use serde_json::Value;

use super::{Player, Session, SessionError, Step};
use crate::files::{read_text, write_text};
use crate::words::{Played, Words};

/// The tag of a person.
pub(super) const HUMAN: &str = "human";

/// The tag of the game's seed.
pub(super) const SEED: &str = "seed";

/// The tag of the seat that gave up.
const RESIGNED: &str = "resigned";

/// The tag of the limit of taking back.
const TAKEBACKS: &str = "takebacks";

/// The tag of how often was taken back, in games with a limit.
const TAKEN_BACK: &str = "taken_back";

/// The tag of games in which a person was helped: by a hint, or by taking back.
const HELPED: &str = "helped";

/// The tag of the outcome.
const RESULT: &str = "result";

/// A file that a game saves itself to.
pub(super) struct Autosave {
    path: PathBuf,
    /// What it held when it was last looked at or written; `None` if there was none.
    known: Option<Vec<u8>>,
}

impl Autosave {
    /// The file as it is now.
    fn now(path: PathBuf) -> Autosave {
        let known = std::fs::read(&path).ok();
        Autosave { path, known }
    }

    /// Has somebody else written to it? A file that is gone can be written again.
    fn has_changed(&self) -> bool {
        std::fs::read(&self.path).is_ok_and(|found| self.known.as_ref() != Some(&found))
    }
}

impl<G: Words> Session<G> {
    /// Goes on with a recorded game. Dice to come are those of the record's seed, or of `seed` if it
    /// names none.
    ///
    /// # Errors
    /// A record of another game, refused options, the first word that is not legal, tags that make no
    /// sense.
    pub fn from_record(
        record: &Record,
        players: BySeat<Player<G>>,
        seed: u64,
    ) -> Result<Self, SessionError> {
        let seed = match record.tag(SEED) {
            None => seed,
            Some(value) => value
                .as_u64()
                .ok_or_else(|| tag_error(SEED, value, SEED_VALUES))?,
        };
        let resigned = resigned_seat::<G>(record)?;
        let positions = record.replay::<G>()?;
        let mut head = Record::new::<G>(record.game(), positions[0].options())?;
        head.set_tag(SEED, seed);
        let mut session = Session::begin(head, seed, positions[0].clone(), players)?;
        for pair in positions.windows(2).zip(record.words()) {
            session.replay_word(&pair.0[0], &pair.1.text);
        }
        session.recount_dice();
        session.resigned = resigned;
        session.takebacks = small_tag(record, TAKEBACKS)?;
        session.taken_back = small_tag(record, TAKEN_BACK)?.unwrap_or(0);
        if record.tag(HELPED).is_some() {
            session.record.set_tag(HELPED, true);
        }
        session.unsaved = false;
        Ok(session)
    }

    /// Takes a word that [`Record::replay`] has checked.
    fn replay_word(&mut self, before: &G, word: &str) {
        let played = match before.turn() {
            Turn::Decide(seat) => word.parse().ok().map(|action| Played::Action(seat, action)),
            Turn::Chance => word.parse().ok().map(Played::Chance),
            Turn::Over(_) => None,
        };
        if let Some(played) = played {
            self.take(played, None);
        }
    }

    /// The game so far as a record, with the seed, the players and the result.
    pub fn record(&self) -> Record {
        let mut record = self.record.clone();
        if let Turn::Over(outcome) = self.position.turn() {
            record.set_tag(RESULT, outcome.name);
        }
        if let Some(limit) = self.takebacks {
            record.set_tag(TAKEBACKS, limit);
            record.set_tag(TAKEN_BACK, self.taken_back);
        }
        if let Some(seat) = self.resigned {
            record.set_tag(RESIGNED, G::SEATS[seat]);
        }
        record
    }

    /// From now on the record says that a person was helped, by a hint or by taking back; in the file at once, if there is
    /// anything to save.
    pub(super) fn mark_helped(&mut self) {
        if self.was_helped() {
            return;
        }
        self.record.set_tag(HELPED, true);
        if self.has_choices() {
            self.save_by_itself();
        }
    }

    /// Was anything chosen, so that there is something to keep?
    pub fn has_choices(&self) -> bool {
        self.steps.iter().any(Step::is_choice)
    }

    /// Was a person helped, now or before the game was saved?
    pub fn was_helped(&self) -> bool {
        self.record.tag(HELPED).is_some()
    }

    /// Writes the record to a file, whole or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&mut self, path: &Path) -> Result<(), SessionError> {
        let text = self.record().to_text::<G>()?;
        write_text(path, &text)?;
        self.unsaved = false;
        if let Some(file) = self.autosave.as_mut().filter(|file| file.path == path) {
            file.known = Some(text.into_bytes());
        }
        Ok(())
    }

    /// Is there anything that [`Session::save`] has not written yet?
    pub fn is_unsaved(&self) -> bool {
        self.unsaved
    }

    /// From now on the game is saved to this file after each choice of a person, as long as nobody else writes to it.
    pub fn set_autosave(&mut self, path: Option<PathBuf>) {
        self.autosave = path.map(Autosave::now);
    }

    pub fn autosave(&self) -> Option<&Path> {
        self.autosave.as_ref().map(|file| file.path.as_path())
    }

    /// Has somebody else written to the file of [`Session::set_autosave`], so that the game does not save itself there?
    pub fn is_file_changed(&self) -> bool {
        self.autosave.as_ref().is_some_and(Autosave::has_changed)
    }

    /// Saves now to the file of [`Session::set_autosave`], if one was set, but not over what somebody else has written there
    /// meanwhile. The game goes on if that fails; [`Session::take_autosave_error`] tells.
    pub fn save_by_itself(&mut self) {
        let Some(path) = self.autosave().map(Path::to_path_buf) else {
            return;
        };
        let saved = match self.is_file_changed() {
            true => Err(SessionError::ChangedFile(path)),
            false => self.save(&path),
        };
        self.autosave_error = saved.err();
    }

    /// Why the last autosave failed, told once.
    pub fn take_autosave_error(&mut self) -> Option<SessionError> {
        self.autosave_error.take()
    }
}

const SEED_VALUES: &str = "an integer 0..18446744073709551615";

fn tag_error(tag: &str, value: &Value, valid: &'static str) -> SessionError {
    let (tag, value) = (tag.into(), value.to_string());
    SessionError::Tag { tag, value, valid }
}

/// A tag that is a number of times, if it is there.
fn small_tag(record: &Record, tag: &str) -> Result<Option<u32>, SessionError> {
    let Some(value) = record.tag(tag) else {
        return Ok(None);
    };
    let number = value.as_u64().and_then(|number| u32::try_from(number).ok());
    let valid = "an integer 0..4294967295";
    number.map(Some).ok_or_else(|| tag_error(tag, value, valid))
}

fn resigned_seat<G: Words>(record: &Record) -> Result<Option<Seat>, SessionError> {
    let Some(value) = record.tag(RESIGNED) else {
        return Ok(None);
    };
    let seat = Seat::BOTH
        .into_iter()
        .find(|seat| *value == G::SEATS[*seat]);
    let valid = "the name of a seat";
    seat.map(Some)
        .ok_or_else(|| tag_error(RESIGNED, value, valid))
}

/// Reads a record from a file.
///
/// # Errors
/// The file cannot be read, or is no record; the words are checked by [`Session::from_record`].
pub fn read_record(path: &Path) -> Result<Record, SessionError> {
    Ok(Record::parse(&read_text(path)?)?)
}

/// The players' names in a record: `human` or an agent's spec, where the tags say so.
pub fn players_of<G: Words>(record: &Record) -> BySeat<Option<String>> {
    BySeat::from_fn(|seat| record.tag(G::SEATS[seat])?.as_str().map(str::to_string))
}

/// Does a record's player tag mean a person?
pub fn is_person(name: &str) -> bool {
    name == HUMAN
}

impl<G: Words> Step<G> {
    /// Was it a choice (and not dice)?
    pub fn is_choice(&self) -> bool {
        self.played.seat().is_some()
    }
}
