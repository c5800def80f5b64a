//! The database of a tournament: one SQLite file with the plan and every game.
//!
//! One process at a time plays a tournament: it holds a lock on the file `NAME.lock` beside the database while it does, and removes it in
//! the end. Reading needs no lock.
//!
//! ```sql
//! plan(text, program)         the plan as JSON, and the program that began it; one row
//! game(a, b, pair, first_is_a,            agents' numbers, a <= b; the pair's number from 0; who had the first seat
//!      seed, outcome, score, value,       of the dice; the outcome's name; the first seat's score and return
//!      decisions, rolls, turns,
//!      forfeit,                           why an agent gave the game up, or NULL
//!      record)                            the game as a record
//! ```

use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

use super::course::score;
use super::plan::{ArenaPlan, Compared};
use crate::database::{self, Lock, Trouble};
use crate::rating::{PairScore, RatingError, Results};

/// Written into the file's header (`PRAGMA user_version`); others are refused.
const VERSION: i64 = 2;

/// The version that did not note the program; it is read, and brought up to date when it is played on.
const OLDER: i64 = 1;

/// What is said of the program where it was not noted.
const UNKNOWN: &str = "unknown";

const TABLES: &str = "
CREATE TABLE plan (text TEXT NOT NULL, program TEXT NOT NULL);
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
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

impl GameRow {
    /// The agents' numbers, by seat.
    pub fn sitting(&self) -> [usize; 2] {
        let [a, b] = self.agents;
        match self.first_is_a {
            true => [a, b],
            false => [b, a],
        }
    }
}

/// An open database.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    plan: ArenaPlan,
    program: String,
    /// While it lives, no other process plays this tournament.
    _lock: Option<Lock>,
}

impl StoreError {
    fn of(path: &Path, trouble: Trouble) -> StoreError {
        let path = path.into();
        match trouble {
            Trouble::Missing => StoreError::Missing(path),
            Trouble::Foreign => StoreError::Foreign(path),
            Trouble::Busy => StoreError::Busy(path),
            Trouble::Fault(fault) => StoreError::Database { path, fault },
        }
    }
}

impl Store {
    /// Opens the plan's database to play, or makes it. A plan that only has more pairs, or rounds, than the one in the file takes its place,
    /// and any plan that of a file without games. `program` is noted in a new one.
    ///
    /// # Errors
    /// A file that is no such database, or holds another tournament, or that another process is playing.
    pub fn open(path: &Path, plan: &ArenaPlan, program: &str) -> Result<Store, StoreError> {
        let told = |trouble| StoreError::of(path, trouble);
        let lock = Lock::of(path).map_err(told)?;
        let connection = Connection::open(path).map_err(|error| told(error.into()))?;
        let mut store = Store {
            path: path.into(),
            connection,
            plan: plan.clone(),
            program: program.into(),
            _lock: Some(lock),
        };
        match database::is_empty(&store.connection).map_err(told)? {
            true => store.create().map_err(|error| told(error.into()))?,
            false => store.go_on()?,
        }
        Ok(store)
    }

    /// Takes up the tournament in the file, by the plan in hand.
    fn go_on(&mut self) -> Result<(), StoreError> {
        let (found, program) = self.read_plan()?;
        match self.plan.compared(&found) {
            Compared::GoesOn => {}
            // Before the first game nothing is lost.
            _ if !self.has_games()? => {}
            Compared::Other => return Err(StoreError::OtherPlan(self.path.clone())),
            Compared::Shorter(has) => {
                let path = self.path.clone();
                return Err(StoreError::Shorter { path, has });
            }
        }
        self.program = program;
        let updated = self.update();
        updated.map_err(|error| self.told(error))
    }

    fn update(&mut self) -> rusqlite::Result<()> {
        let text = serde_json::json!(self.plan).to_string();
        let transaction = self.connection.transaction()?;
        let version = |row: &rusqlite::Row| row.get::<_, i64>(0);
        if transaction.query_row("PRAGMA user_version", [], version)? == OLDER {
            let column =
                format!("ALTER TABLE plan ADD COLUMN program TEXT NOT NULL DEFAULT '{UNKNOWN}'");
            transaction.execute_batch(&column)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        transaction.execute("UPDATE plan SET text = ?1", [text])?;
        transaction.commit()
    }

    /// Opens a database to read it.
    ///
    /// # Errors
    /// A file that is not there or is no such database.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        let connection = database::open(path).map_err(|trouble| StoreError::of(path, trouble))?;
        let mut store = Store {
            path: path.into(),
            connection,
            plan: ArenaPlan::default(),
            program: String::new(),
            _lock: None,
        };
        (store.plan, store.program) = store.read_plan()?;
        Ok(store)
    }

    fn told(&self, error: rusqlite::Error) -> StoreError {
        StoreError::of(&self.path, error.into())
    }

    /// Has any game been played? If not, another plan takes nothing away.
    fn has_games(&self) -> Result<bool, StoreError> {
        let any = "SELECT EXISTS (SELECT 1 FROM game)";
        let found = self.connection.query_row(any, [], |row| row.get(0));
        found.map_err(|error| self.told(error))
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

    /// The program that began the tournament.
    pub fn program(&self) -> &str {
        &self.program
    }

    fn create(&mut self) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        transaction.execute_batch(TABLES)?;
        let text = serde_json::json!(self.plan).to_string();
        transaction.execute("INSERT INTO plan VALUES (?1, ?2)", [&text, &self.program])?;
        transaction.pragma_update(None, "user_version", VERSION)?;
        transaction.commit()
    }

    /// The plan, and the program that began it.
    fn read_plan(&self) -> Result<(ArenaPlan, String), StoreError> {
        let foreign = || StoreError::Foreign(self.path.clone());
        let version = database::version(&self.connection);
        let columns = match version.map_err(|trouble| StoreError::of(&self.path, trouble))? {
            VERSION => "text, program",
            OLDER => "text, 'unknown'",
            _ => return Err(foreign()),
        };
        let row = self
            .connection
            .query_row(&format!("SELECT {columns} FROM plan"), [], |row| {
                Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
            });
        let (text, program) = row.map_err(|error| self.told(error))?;
        let plan: ArenaPlan = serde_json::from_str(&text).map_err(|_| foreign())?;
        // Whoever reads counts on what every plan has.
        plan.check().map_err(|error| self.odd(&error))?;
        Ok((plan, program))
    }

    /// Adds the games of a pair, or of an agent against itself: all or none.
    ///
    /// # Errors
    /// What the database says.
    pub fn add(&mut self, games: &[GameRow]) -> Result<(), StoreError> {
        let inserted = self.insert(games);
        inserted.map_err(|error| self.told(error))
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
        self.select().map_err(|error| self.told(error))
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
