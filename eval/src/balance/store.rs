//! The database of a comparison: one SQLite file with the plan and every game.
//!
//! ```sql
//! plan(text, program)        the plan as JSON, and the program that began it; one row
//! game(lineup, cell, game,   their numbers from 0
//!      outcome, score, value,         the outcome's name; the first seat's score and return
//!      decisions, rolls, turns,
//!      luck,                          of the rolls, as the rules of thumb judge it, in the first seat's return
//!      forfeit)                       why an agent gave the game up, or NULL
//! ```

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OpenFlags, params};

use super::plan::{BalanceError, BalancePlan};

/// Written into the file's header (`PRAGMA user_version`); tournaments have other numbers.
const VERSION: i64 = 1001;

const TABLES: &str = "
CREATE TABLE plan (text TEXT NOT NULL, program TEXT NOT NULL);
CREATE TABLE game (
    lineup INTEGER NOT NULL, cell INTEGER NOT NULL, game INTEGER NOT NULL,
    outcome TEXT NOT NULL, score REAL NOT NULL, value REAL NOT NULL,
    decisions INTEGER NOT NULL, rolls INTEGER NOT NULL, turns INTEGER NOT NULL,
    luck REAL NOT NULL, forfeit TEXT,
    PRIMARY KEY (lineup, cell, game)
) WITHOUT ROWID;";

/// Which game of a comparison: line-up, cell, number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    pub lineup: usize,
    pub cell: usize,
    pub game: u64,
}

/// A game that was played.
#[derive(Clone, PartialEq, Debug)]
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
}

/// An open database.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
    plan: BalancePlan,
    program: String,
}

/// Does the file say that it is a comparison's database?
pub fn is_comparison(path: &Path) -> bool {
    let opened = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY);
    opened.is_ok_and(|connection| version(&connection).is_ok_and(|found| found == VERSION))
}

fn version(connection: &Connection) -> rusqlite::Result<i64> {
    connection.query_row("PRAGMA user_version", [], |row| row.get(0))
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
        let fresh = path.is_none_or(|path| !path.exists());
        let connection = match path {
            Some(path) => Connection::open(path),
            None => Connection::open_in_memory(),
        };
        let path = path.unwrap_or(Path::new(":memory:"));
        let mut store = Store {
            path: path.into(),
            connection: connection.map_err(|e| fault(path, &e))?,
            plan: plan.clone(),
            program: program.into(),
        };
        match fresh {
            true => store.create().map_err(|e| fault(path, &e))?,
            false => store.go_on()?,
        }
        Ok(store)
    }

    /// Opens a database to read it.
    ///
    /// # Errors
    /// A file that is not there or is no such database.
    pub fn read(path: &Path) -> Result<Store, BalanceError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let connection = Connection::open_with_flags(path, flags).map_err(|e| fault(path, &e))?;
        let (plan, program) = read_plan(path, &connection)?;
        Ok(Store {
            path: path.into(),
            connection,
            plan,
            program,
        })
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

    /// Takes up the plan in the file, with the games of the new one.
    fn go_on(&mut self) -> Result<(), BalanceError> {
        let (found, program) = read_plan(&self.path, &self.connection)?;
        let games = found.games;
        let same = BalancePlan {
            games: self.plan.games,
            ..found
        };
        if self.plan != same {
            return Err(BalanceError::OtherPlan(self.path.clone()));
        }
        if self.plan.games < games {
            let path = self.path.clone();
            return Err(BalanceError::Shorter { path, games });
        }
        self.program = program;
        let text = serde_json::json!(self.plan).to_string();
        let update = "UPDATE plan SET text = ?1";
        let updated = self.connection.execute(update, [text]);
        updated.map_err(|e| busy_or_fault(&self.path, &e))?;
        Ok(())
    }

    /// Adds a game.
    ///
    /// # Errors
    /// What the database says.
    pub fn add(&mut self, game: &GameRow) -> Result<(), BalanceError> {
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
        ];
        let insert = "INSERT INTO game VALUES (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11)";
        let inserted = self.connection.execute(insert, values);
        inserted.map_err(|e| busy_or_fault(&self.path, &e))?;
        Ok(())
    }

    /// All games, by line-up, cell and number.
    ///
    /// # Errors
    /// What the database says.
    pub fn games(&self) -> Result<Vec<GameRow>, BalanceError> {
        self.select().map_err(|e| fault(&self.path, &e))
    }

    fn select(&self) -> rusqlite::Result<Vec<GameRow>> {
        let order = "SELECT * FROM game ORDER BY lineup, cell, game";
        let mut statement = self.connection.prepare(order)?;
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
            })
        })?;
        rows.collect()
    }
}

fn read_plan(path: &Path, connection: &Connection) -> Result<(BalancePlan, String), BalanceError> {
    let foreign = || BalanceError::Foreign(path.into());
    match version(connection) {
        Ok(VERSION) => {}
        Err(error) if is_busy(&error) => return Err(BalanceError::Busy(path.into())),
        _ => return Err(foreign()),
    }
    let row = connection.query_row("SELECT text, program FROM plan", [], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
    });
    let (text, program) = row.map_err(|e| busy_or_fault(path, &e))?;
    let plan = serde_json::from_str(&text).map_err(|_| foreign())?;
    Ok((plan, program))
}

fn busy_or_fault(path: &Path, error: &rusqlite::Error) -> BalanceError {
    match is_busy(error) {
        // A game that is there already was played by somebody else meanwhile.
        true => BalanceError::Busy(path.into()),
        false => fault(path, error),
    }
}

fn is_busy(error: &rusqlite::Error) -> bool {
    use rusqlite::ErrorCode::{ConstraintViolation, DatabaseBusy, DatabaseLocked};
    let code = error.sqlite_error_code();
    code.is_some_and(|code| [ConstraintViolation, DatabaseBusy, DatabaseLocked].contains(&code))
}

fn fault(path: &Path, error: &rusqlite::Error) -> BalanceError {
    BalanceError::Database {
        path: path.into(),
        fault: error.to_string(),
    }
}
