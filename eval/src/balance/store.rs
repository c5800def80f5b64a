//! The database of a comparison: one SQLite file with the plan and every game.
//!
//! ```sql
//! plan(text, program)        the plan as JSON, and the program that began it; one row
//! game(lineup, cell, game,   their numbers from 0
//!      outcome, score, value,         the outcome's name; the first seat's score and return
//!      decisions, rolls, turns,
//!      luck,                          of the rolls, as the rules of thumb judge it, in the first seat's return
//!      forfeit,                       why an agent gave the game up, or NULL
//!      record)                        the game as a record; empty in games of older versions
//! ```
//!
//! One process at a time plays a comparison, as it is with tournaments.

use std::path::{Path, PathBuf};

use rusqlite::{Connection, params};
use serde::{Deserialize, Serialize};

use super::plan::{BalanceError, BalancePlan};
use crate::database::{self, Lock, Trouble};

/// Written into the file's header (`PRAGMA user_version`); tournaments have other numbers.
const VERSION: i64 = 1002;

/// The version that kept no records; it is read, and brought up to date when it is played on.
const OLDER: i64 = 1001;

const TABLES: &str = "
CREATE TABLE plan (text TEXT NOT NULL, program TEXT NOT NULL);
CREATE TABLE game (
    lineup INTEGER NOT NULL, cell INTEGER NOT NULL, game INTEGER NOT NULL,
    outcome TEXT NOT NULL, score REAL NOT NULL, value REAL NOT NULL,
    decisions INTEGER NOT NULL, rolls INTEGER NOT NULL, turns INTEGER NOT NULL,
    luck REAL NOT NULL, forfeit TEXT, record TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (lineup, cell, game)
) WITHOUT ROWID;";

/// The column of the record.
const RECORD: usize = 11;

/// Which game of a comparison: line-up, cell, number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Place {
    pub lineup: usize,
    pub cell: usize,
    pub game: u64,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRow {
    pub place: Place,
    pub outcome: String,
    /// The first seat's score (win 1, draw ½, loss 0) and return.
    pub score: f64,
    pub value: f64,
    pub decisions: u32,
    pub rolls: u32,
    pub turns: u32,
    /// Of the rolls, in the first seat's return.
    pub luck: f64,
    pub forfeit: Option<String>,
    /// Empty where an older version kept none.
    pub record: String,
}

/// An open database.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    plan: BalancePlan,
    program: String,
    /// While it lives, no other process plays this comparison; without one it is in memory, or only read.
    _lock: Option<Lock>,
}

impl BalanceError {
    fn of(path: &Path, trouble: Trouble) -> BalanceError {
        let path = path.into();
        match trouble {
            Trouble::Missing => BalanceError::Missing(path),
            Trouble::Foreign => BalanceError::Foreign(path),
            Trouble::Busy => BalanceError::Busy(path),
            Trouble::Fault(fault) => BalanceError::Database { path, fault },
        }
    }
}

/// Does the file say that it is a comparison's database?
pub fn is_comparison(path: &Path) -> bool {
    let version = database::open(path).and_then(|connection| database::version(&connection));
    version.is_ok_and(|version| [VERSION, OLDER].contains(&version))
}

impl Store {
    /// Opens the plan's database, or makes it; without a path it is in memory. A plan that only has more games than the one in the
    /// file takes its place. `program` is noted in a new one.
    ///
    /// # Errors
    /// A file that is no such database, or holds another comparison.
    pub fn open(
        path: Option<&Path>,
        plan: &BalancePlan,
        program: &str,
    ) -> Result<Store, BalanceError> {
        let at = path.unwrap_or(Path::new(":memory:"));
        let told = |trouble| BalanceError::of(at, trouble);
        let lock = path.map(Lock::of).transpose().map_err(told)?;
        let connection = match path {
            Some(path) => Connection::open(path),
            None => Connection::open_in_memory(),
        };
        let mut store = Store {
            path: at.into(),
            connection: connection.map_err(|error| told(error.into()))?,
            plan: plan.clone(),
            program: program.into(),
            _lock: lock,
        };
        match database::is_empty(&store.connection).map_err(told)? {
            true => store.create().map_err(|error| told(error.into()))?,
            false => store.go_on()?,
        }
        Ok(store)
    }

    /// Opens a database to read it.
    ///
    /// # Errors
    /// A file that is not there or is no such database.
    pub fn read(path: &Path) -> Result<Store, BalanceError> {
        let connection = database::open(path).map_err(|trouble| BalanceError::of(path, trouble))?;
        let (plan, program) = read_plan(path, &connection)?;
        Ok(Store {
            path: path.into(),
            connection,
            plan,
            program,
            _lock: None,
        })
    }

    fn told(&self, error: rusqlite::Error) -> BalanceError {
        BalanceError::of(&self.path, error.into())
    }

    pub fn plan(&self) -> &BalancePlan {
        &self.plan
    }

    /// The program that began the comparison.
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

    /// Takes up the comparison in the file, with the games of the plan in hand.
    fn go_on(&mut self) -> Result<(), BalanceError> {
        let (found, program) = read_plan(&self.path, &self.connection)?;
        let games = found.games;
        let same = BalancePlan {
            games: self.plan.games,
            ..found
        };
        let path = self.path.clone();
        match (self.plan == same, self.plan.games < games) {
            (true, false) => {}
            // Before the first game nothing is lost.
            _ if !self.has_games()? => {}
            (false, _) => return Err(BalanceError::OtherPlan(path)),
            (true, true) => return Err(BalanceError::Shorter { path, games }),
        }
        self.program = program;
        let updated = self.update();
        updated.map_err(|error| self.told(error))
    }

    fn has_games(&self) -> Result<bool, BalanceError> {
        let any = "SELECT EXISTS (SELECT 1 FROM game)";
        let found = self.connection.query_row(any, [], |row| row.get(0));
        found.map_err(|error| self.told(error))
    }

    fn update(&mut self) -> rusqlite::Result<()> {
        let text = serde_json::json!(self.plan).to_string();
        let transaction = self.connection.transaction()?;
        let version = |row: &rusqlite::Row| row.get::<_, i64>(0);
        if transaction.query_row("PRAGMA user_version", [], version)? == OLDER {
            let column = "ALTER TABLE game ADD COLUMN record TEXT NOT NULL DEFAULT ''";
            transaction.execute_batch(column)?;
            transaction.pragma_update(None, "user_version", VERSION)?;
        }
        transaction.execute("UPDATE plan SET text = ?1", [text])?;
        transaction.commit()
    }

    /// Adds a game.
    ///
    /// # Errors
    /// What the database says.
    pub fn add(&mut self, game: &GameRow) -> Result<(), BalanceError> {
        self.add_all(std::slice::from_ref(game))
    }

    /// Adds games: all or none.
    ///
    /// # Errors
    /// What the database says.
    pub fn add_all(&mut self, games: &[GameRow]) -> Result<(), BalanceError> {
        let inserted = self.insert(games);
        inserted.map_err(|error| self.told(error))
    }

    fn insert(&mut self, games: &[GameRow]) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        for game in games {
            insert(&transaction, game)?;
        }
        transaction.commit()
    }

    /// All games, by line-up, cell and number.
    ///
    /// # Errors
    /// What the database says.
    pub fn games(&self) -> Result<Vec<GameRow>, BalanceError> {
        self.select().map_err(|error| self.told(error))
    }

    fn select(&self) -> rusqlite::Result<Vec<GameRow>> {
        let order = "SELECT * FROM game ORDER BY lineup, cell, game";
        let mut statement = self.connection.prepare(order)?;
        // A database of an older version that is only read has no such column.
        let recorded = statement.column_count() > RECORD;
        let rows = statement.query_map([], |row| {
            let number = |i: usize| row.get::<_, i64>(i);
            Ok(GameRow {
                place: Place {
                    lineup: number(0)? as usize,
                    cell: number(1)? as usize,
                    game: number(2)? as u64,
                },
                outcome: row.get(3)?,
                score: row.get(4)?,
                value: row.get(5)?,
                decisions: row.get(6)?,
                rolls: row.get(7)?,
                turns: row.get(8)?,
                luck: row.get(9)?,
                forfeit: row.get(10)?,
                record: match recorded {
                    true => row.get(RECORD)?,
                    false => String::new(),
                },
            })
        })?;
        rows.collect()
    }
}

fn read_plan(path: &Path, connection: &Connection) -> Result<(BalancePlan, String), BalanceError> {
    let foreign = || BalanceError::Foreign(path.into());
    let told = |trouble| BalanceError::of(path, trouble);
    if ![VERSION, OLDER].contains(&database::version(connection).map_err(told)?) {
        return Err(foreign());
    }
    let row = connection.query_row("SELECT text, program FROM plan", [], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
    });
    let (text, program) = row.map_err(|error| told(error.into()))?;
    let plan = serde_json::from_str(&text).map_err(|_| foreign())?;
    Ok((plan, program))
}

fn insert(connection: &Connection, game: &GameRow) -> rusqlite::Result<usize> {
    let Place {
        lineup,
        cell,
        game: number,
    } = game.place;
    let values = params![
        lineup as i64,
        cell as i64,
        number as i64,
        game.outcome,
        game.score,
        game.value,
        game.decisions,
        game.rolls,
        game.turns,
        game.luck,
        game.forfeit,
        game.record,
    ];
    connection.execute(
        "INSERT INTO game VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12)",
        values,
    )
}
