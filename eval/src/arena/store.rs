//! The database of a tournament: one SQLite file with the plan and every game.
//!
//! One process at a time plays a tournament: it holds a lock on the file `NAME.lock` beside the database while it does, and removes it in
//! the end. Reading needs no lock.
//!
//! ```sql
//! plan(text)                  the plan as JSON, one row
//! game(a, b, pair, first_is_a,            agents' numbers, a <= b; the pair's number from 0; who had the first seat
//!      seed, outcome, score, value,       of the dice; the outcome's name; the first seat's score and return
//!      decisions, rolls, turns,
//!      forfeit,                           why an agent gave the game up, or NULL
//!      record)                            the game as a record
//! ```

use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, params};

use super::course::{Slot, score};
use super::plan::{ArenaPlan, Compared};
use crate::rating::{PairScore, RatingError, Results};

/// Written into the file's header (`PRAGMA user_version`); others are refused.
const VERSION: i64 = 1;

const TABLES: &str = "
CREATE TABLE plan (text TEXT NOT NULL);
CREATE TABLE game (
    a INTEGER NOT NULL, b INTEGER NOT NULL, pair INTEGER NOT NULL, first_is_a INTEGER NOT NULL,
    seed INTEGER NOT NULL, outcome TEXT NOT NULL, score REAL NOT NULL, value REAL NOT NULL,
    decisions INTEGER NOT NULL, rolls INTEGER NOT NULL, turns INTEGER NOT NULL,
    forfeit TEXT, record TEXT NOT NULL,
    PRIMARY KEY (a, b, pair, first_is_a)
) WITHOUT ROWID;";

/// Why the database could not be used, in one line.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{path}: {fault}")]
    Database { path: PathBuf, fault: String },
    #[error("{0}: there is no such file")]
    Missing(PathBuf),
    #[error("{0}: not a tournament's database, or of another version")]
    Foreign(PathBuf),
    #[error("{0}: holds another tournament; name another file")]
    OtherPlan(PathBuf),
    /// What there is more of than the plan wants.
    #[error("{path}: this tournament has {has} already")]
    Shorter { path: PathBuf, has: String },
    #[error("{0}: another process is playing this tournament")]
    Busy(PathBuf),
    #[error(transparent)]
    Rating(#[from] RatingError),
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRow {
    /// The agents' numbers, the lower first.
    pub agents: [usize; 2],
    pub pair: u64,
    /// Did the agent of the lower number have the first seat?
    pub first_is_a: bool,
    /// Of the dice.
    pub seed: u64,
    pub outcome: String,
    /// The first seat's score (win 1, draw ½, loss 0) and return.
    pub score: f64,
    pub value: f64,
    pub decisions: u32,
    pub rolls: u32,
    pub turns: u32,
    pub forfeit: Option<String>,
    pub record: String,
}

/// An open database.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    plan: ArenaPlan,
    /// While it lives, no other process plays this tournament.
    _lock: Option<Lock>,
}

/// A locked file, removed in the end.
#[derive(Debug)]
struct Lock {
    path: PathBuf,
    _file: File,
}

impl Lock {
    /// Beside a database.
    fn of(database: &Path) -> Result<Lock, StoreError> {
        let mut path = database.as_os_str().to_owned();
        path.push(".lock");
        let path = PathBuf::from(path);
        let fault = |error: std::io::Error| StoreError::Database {
            path: database.into(),
            fault: match error.kind() {
                ErrorKind::NotFound => "there is no such folder".into(),
                ErrorKind::PermissionDenied => "its folder cannot be written".into(),
                _ => error.to_string(),
            },
        };
        let file = File::create(&path).map_err(fault)?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { path, _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::Busy(database.into())),
            Err(TryLockError::Error(error)) => Err(fault(error)),
        }
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        // Left behind it does no harm.
        let _ = std::fs::remove_file(&self.path);
    }
}

impl Store {
    /// Opens the plan's database to play, or makes it. A plan that only has more pairs, or rounds, than the one in the file takes its place,
    /// and any plan that of a file without games.
    ///
    /// # Errors
    /// A file that is no such database, or holds another tournament, or that another process is playing.
    pub fn open(path: &Path, plan: &ArenaPlan) -> Result<Store, StoreError> {
        let lock = Lock::of(path)?;
        let connection = Connection::open(path).map_err(|e| fault(path, &e))?;
        let mut store = Store {
            path: path.into(),
            connection,
            plan: plan.clone(),
            _lock: Some(lock),
        };
        if store.is_empty()? {
            store.create().map_err(|e| fault(path, &e))?;
            return Ok(store);
        }
        match plan.compared(&store.read_plan()?) {
            Compared::GoesOn => {}
            Compared::Other if store.has_games()? => {
                return Err(StoreError::OtherPlan(path.into()));
            }
            Compared::Other => {}
            Compared::Shorter(has) => {
                let path = path.into();
                return Err(StoreError::Shorter { path, has });
            }
        }
        let text = serde_json::json!(plan).to_string();
        let update = "UPDATE plan SET text = ?1";
        store
            .connection
            .execute(update, [text])
            .map_err(|e| fault(path, &e))?;
        Ok(store)
    }

    /// Opens a database to read it.
    ///
    /// # Errors
    /// A file that is not there or is no such database.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing(path.into()));
        }
        // A process that was killed can leave a change to be undone, which takes the right to write.
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| fault(path, &e))?;
        let mut store = Store {
            path: path.into(),
            connection,
            plan: ArenaPlan::default(),
            _lock: None,
        };
        store.plan = store.read_plan()?;
        Ok(store)
    }

    /// Is there nothing in the file? So it is when it was just made, or by a process that was killed at once.
    fn is_empty(&self) -> Result<bool, StoreError> {
        let pages = |row: &rusqlite::Row| row.get::<_, i64>(0);
        let pages = self.connection.query_row("PRAGMA page_count", [], pages);
        match pages {
            Ok(pages) => Ok(pages == 0),
            Err(error) => Err(self.unreadable(&error)),
        }
    }

    /// Has any game been played? If not, another plan takes nothing away.
    fn has_games(&self) -> Result<bool, StoreError> {
        let any = "SELECT EXISTS (SELECT 1 FROM game)";
        let found = self.connection.query_row(any, [], |row| row.get(0));
        found.map_err(|e| fault(&self.path, &e))
    }

    /// Something in the database that does not fit.
    pub(super) fn odd(&self, error: &dyn std::fmt::Display) -> StoreError {
        StoreError::Database {
            path: self.path.clone(),
            fault: error.to_string(),
        }
    }

    pub fn plan(&self) -> &ArenaPlan {
        &self.plan
    }

    fn create(&mut self) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        transaction.execute_batch(TABLES)?;
        let text = serde_json::json!(self.plan).to_string();
        transaction.execute("INSERT INTO plan VALUES (?1)", [text])?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()
    }

    /// Why not even the file's header can be read.
    fn unreadable(&self, error: &rusqlite::Error) -> StoreError {
        match error.sqlite_error_code() {
            Some(rusqlite::ErrorCode::NotADatabase) => StoreError::Foreign(self.path.clone()),
            _ if is_busy(error) => StoreError::Busy(self.path.clone()),
            _ => fault(&self.path, error),
        }
    }

    fn read_plan(&self) -> Result<ArenaPlan, StoreError> {
        let version = |row: &rusqlite::Row| row.get::<_, i64>(0);
        let version = self
            .connection
            .query_row("PRAGMA user_version", [], version);
        let text = |row: &rusqlite::Row| row.get::<_, String>(0);
        let plan = match version {
            Ok(VERSION) => self.connection.query_row("SELECT text FROM plan", [], text),
            Ok(_) => return Err(StoreError::Foreign(self.path.clone())),
            Err(error) => return Err(self.unreadable(&error)),
        };
        let plan = plan.map_err(|e| fault(&self.path, &e))?;
        serde_json::from_str(&plan).map_err(|_| StoreError::Foreign(self.path.clone()))
    }

    /// Adds the games of a pair, or of an agent against itself: all or none.
    ///
    /// # Errors
    /// What the database says.
    pub fn add(&mut self, games: &[GameRow]) -> Result<(), StoreError> {
        let path = self.path.clone();
        self.insert(games).map_err(|error| match is_busy(&error) {
            // A pair that is there already was played by somebody else meanwhile.
            true => StoreError::Busy(path),
            false => fault(&path, &error),
        })
    }

    fn insert(&mut self, games: &[GameRow]) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        for game in games {
            let [a, b] = game.agents.map(|agent| agent as i64);
            transaction.execute(
                "INSERT INTO game VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13)",
                params![
                    a,
                    b,
                    game.pair as i64,
                    game.first_is_a,
                    // SQLite's integers have a sign; the bits are the same.
                    game.seed as i64,
                    game.outcome,
                    game.score,
                    game.value,
                    game.decisions,
                    game.rolls,
                    game.turns,
                    game.forfeit,
                    game.record
                ],
            )?;
        }
        transaction.commit()
    }

    /// All games, by pairing, pair and seat.
    ///
    /// # Errors
    /// What the database says.
    pub fn games(&self) -> Result<Vec<GameRow>, StoreError> {
        self.select().map_err(|e| fault(&self.path, &e))
    }

    fn select(&self) -> rusqlite::Result<Vec<GameRow>> {
        let order = "SELECT * FROM game ORDER BY a, b, pair, first_is_a DESC";
        let mut statement = self.connection.prepare(order)?;
        let rows = statement.query_map([], |row| {
            let number = |i: usize| row.get::<_, i64>(i);
            Ok(GameRow {
                agents: [number(0)? as usize, number(1)? as usize],
                pair: number(2)? as u64,
                first_is_a: row.get(3)?,
                seed: number(4)? as u64,
                outcome: row.get(5)?,
                score: row.get(6)?,
                value: row.get(7)?,
                decisions: row.get(8)?,
                rolls: row.get(9)?,
                turns: row.get(10)?,
                forfeit: row.get(11)?,
                record: row.get(12)?,
            })
        })?;
        rows.collect()
    }

    /// The pairs that have been played.
    ///
    /// # Errors
    /// What the database says.
    pub fn played(&self) -> Result<Vec<Slot>, StoreError> {
        let read = || {
            let query = "SELECT DISTINCT a, b, pair FROM game";
            let mut statement = self.connection.prepare(query)?;
            let rows = statement.query_map([], |row| {
                let number = |i: usize| row.get::<_, i64>(i);
                Ok((
                    [number(0)? as usize, number(1)? as usize],
                    number(2)? as u64,
                ))
            })?;
            rows.collect::<rusqlite::Result<Vec<_>>>()
        };
        read().map_err(|e| fault(&self.path, &e))
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{ConstraintViolation, DatabaseBusy, DatabaseLocked};
    let code = error.sqlite_error_code();
    code.is_some_and(|code| [ConstraintViolation, DatabaseBusy, DatabaseLocked].contains(&code))
}

/// What is wrong, in plain words.
fn fault(path: &Path, error: &rusqlite::Error) -> StoreError {
    use rusqlite::ErrorCode::{
        CannotOpen, DatabaseCorrupt, DiskFull, NotADatabase, OutOfMemory, PermissionDenied,
        ReadOnly, SystemIoFailure,
    };
    let fault = match error.sqlite_error_code() {
        Some(CannotOpen) => "cannot be opened or made",
        Some(ReadOnly | PermissionDenied) => "cannot be written",
        Some(DiskFull) => "the disk is full",
        Some(SystemIoFailure) => "reading or writing failed",
        Some(OutOfMemory) => "there is not enough memory",
        Some(DatabaseCorrupt | NotADatabase) => "the file is damaged",
        // No such table, a text in the place of a number.
        _ => "what is in it is no tournament's, or damaged",
    };
    StoreError::Database {
        path: path.into(),
        fault: fault.into(),
    }
}

/// Games as results for ratings; two games of a pair are one sample.
///
/// # Errors
/// An agent's number that is not in the plan.
pub fn results(plan: &ArenaPlan, games: &[GameRow]) -> Result<Results, StoreError> {
    let mut results = Results::new(plan.agents.len());
    for pair in games.chunk_by(|x, y| (x.agents, x.pair) == (y.agents, y.pair)) {
        let (agents, score) = (pair[0].agents, score(pair));
        results.add(PairScore { agents, score })?;
    }
    Ok(results)
}
