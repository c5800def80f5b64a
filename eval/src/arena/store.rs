//! The database of a tournament: one SQLite file with the plan and every game.
//!
//! ```sql
//! plan(text)                  the plan as JSON, one row
//! game(a, b, pair, first_is_a,            agents' numbers, a < b; the pair's number from 0; who had the first seat
//!      seed, outcome, score, value,       of the dice; the outcome's name; the first seat's score and return
//!      decisions, rolls, turns,
//!      forfeit,                           why an agent gave the game up, or NULL
//!      record)                            the game as a record
//! ```

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, params};

use super::plan::ArenaPlan;
use crate::rating::{PairScore, RatingError, Results, Score};
use moonbase_engine::BySeat;

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
    #[error("{0}: not a tournament's database, or of another version")]
    Foreign(PathBuf),
    #[error("{0}: holds another tournament; name another file")]
    OtherPlan(PathBuf),
    #[error("{path}: this tournament has {pairs} pairs a pairing already")]
    Shorter { path: PathBuf, pairs: u64 },
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
}

impl Store {
    /// Opens the plan's database, or makes it. A plan that only has more pairs than the one in the file takes its place.
    ///
    /// # Errors
    /// A file that is no such database, or holds another tournament.
    pub fn open(path: &Path, plan: &ArenaPlan) -> Result<Store, StoreError> {
        let fresh = !path.exists();
        let connection = Connection::open(path).map_err(|e| fault(path, &e))?;
        let mut store = Store {
            path: path.into(),
            connection,
            plan: plan.clone(),
        };
        if fresh {
            store.create().map_err(|e| fault(path, &e))?;
            return Ok(store);
        }
        let found = store.read_plan()?;
        let pairs = found.pairs;
        let same = ArenaPlan {
            pairs: plan.pairs,
            ..found
        };
        if *plan != same {
            return Err(StoreError::OtherPlan(path.into()));
        }
        if plan.pairs < pairs {
            let path = path.into();
            return Err(StoreError::Shorter { path, pairs });
        }
        let text = serde_json::json!(plan).to_string();
        let update = store
            .connection
            .execute("UPDATE plan SET text = ?1", [text]);
        update.map_err(|e| fault(path, &e))?;
        Ok(store)
    }

    /// Opens a database to read it.
    ///
    /// # Errors
    /// A file that is not there or is no such database.
    pub fn read(path: &Path) -> Result<Store, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| fault(path, &e))?;
        let mut store = Store {
            path: path.into(),
            connection,
            plan: ArenaPlan {
                game: String::new(),
                set: Vec::new(),
                agents: Vec::new(),
                format: Default::default(),
                pairs: 0,
                seed: 0,
            },
        };
        store.plan = store.read_plan()?;
        Ok(store)
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

    fn read_plan(&self) -> Result<ArenaPlan, StoreError> {
        let version = |row: &rusqlite::Row| row.get::<_, i64>(0);
        let version = self
            .connection
            .query_row("PRAGMA user_version", [], version);
        let text = |row: &rusqlite::Row| row.get::<_, String>(0);
        let plan = match version {
            Ok(VERSION) => self.connection.query_row("SELECT text FROM plan", [], text),
            Err(error) if is_busy(&error) => return Err(StoreError::Busy(self.path.clone())),
            _ => return Err(StoreError::Foreign(self.path.clone())),
        };
        let plan = plan.map_err(|e| fault(&self.path, &e))?;
        serde_json::from_str(&plan).map_err(|_| StoreError::Foreign(self.path.clone()))
    }

    /// Adds the games of a pair: all or none.
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
    pub fn played(&self) -> Result<Vec<([usize; 2], u64)>, StoreError> {
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

fn fault(path: &Path, error: &rusqlite::Error) -> StoreError {
    StoreError::Database {
        path: path.into(),
        fault: error.to_string(),
    }
}

/// Games as results for ratings; two games of a pair are one sample.
///
/// # Errors
/// An agent's number that is not in the plan.
pub fn results(plan: &ArenaPlan, games: &[GameRow]) -> Result<Results, StoreError> {
    let mut results = Results::new(plan.agents.len());
    for pair in games.chunk_by(|x, y| (x.agents, x.pair) == (y.agents, y.pair)) {
        let mut score = BySeat::new(None, None);
        for game in pair {
            let first = Score::of(game.score);
            match game.first_is_a {
                true => score.first = Some(first),
                false => score.second = Some(first.flipped()),
            }
        }
        let agents = pair[0].agents;
        results.add(PairScore { agents, score })?;
    }
    Ok(results)
}
