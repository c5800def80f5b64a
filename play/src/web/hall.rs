//! All games of a server: those in memory, and the files that they all are in.
//!
//! A game is a file `ID.game`, a record as `moonbase play` writes it, written whole after every change before the change is
//! answered. So whatever a browser has seen is there after the server was killed. Games that nobody looks at are forgotten
//! in memory and read again when somebody does.

#[cfg(test)]
mod tests;

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

use moonbase_agents::AgentSpec;
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::folder::{GameFile, games_in, make, remove_leftovers};
use super::id::Id;
use super::menu::Opponents;
use super::opening::{NewGame, begin, resume};
use super::review::{Progress, Waiter, keep, kept};
pub use super::seats::Place;
use super::seats::Seats;
use super::table::{Order, Seen, Table, TableError};
use super::view::ThoughtView;
use super::{Limits, ServeError};
use crate::session::{SessionError, read_record};

/// Who finds all games in memory in use waits so often, and so long each time, for one that is not.
const BUSY_BEATS: usize = 100;
const BUSY_BEAT: Duration = Duration::from_millis(20);

/// A record without words, with all options that it may have, is at most so long.
const EMPTY_BYTES: u64 = 20 << 10;

/// Why there is no game.
#[derive(Debug, thiserror::Error)]
pub enum HallError {
    #[error("there is no such game here")]
    Unknown,
    #[error("the server keeps as many games as it may; try again later")]
    Full,
    #[error("the server is busy; try again in a moment")]
    Busy,
    #[error(transparent)]
    Table(#[from] TableError),
    #[error("the server cannot work on its games: {0}")]
    Broken(String),
}

/// All games.
pub struct Hall {
    folder: PathBuf,
    limits: Limits,
    pub opponents: Opponents,
    seats: Seats,
    /// Held while a game is made or read, so that none is twice in memory.
    making: tokio::sync::Mutex<()>,
    /// As many permits as agents may think at once.
    thinkers: Arc<Semaphore>,
    /// A permit for the one review that there may be of all games at a time; agents' moves do not wait for it.
    reviewers: Arc<Semaphore>,
    /// Held as long as the hall is: no other server works in the folder.
    _lock: File,
}

impl Hall {
    /// Opens the games in a folder, which is made if there is none.
    ///
    /// # Errors
    /// The folder cannot be made or written to, or another server works there.
    pub fn open(folder: &Path, limits: Limits, opponents: Opponents) -> Result<Hall, ServeError> {
        let named = |source: io::Error| ServeError::Folder {
            folder: folder.into(),
            source,
        };
        make(folder).map_err(named)?;
        let lock = File::create(folder.join("lock")).map_err(named)?;
        lock.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => ServeError::InUse(folder.into()),
            TryLockError::Error(source) => named(source),
        })?;
        remove_leftovers(folder).map_err(named)?;
        Ok(Hall {
            folder: folder.into(),
            thinkers: Arc::new(Semaphore::new(limits.thinkers)),
            reviewers: Arc::new(Semaphore::new(1)),
            limits,
            opponents,
            seats: Seats::new(limits.awake),
            making: tokio::sync::Mutex::default(),
            _lock: lock,
        })
    }

    fn path(&self, id: Id) -> PathBuf {
        self.folder.join(format!("{id}.game"))
    }

    fn review_path(&self, id: Id) -> PathBuf {
        self.folder.join(format!("{id}.review"))
    }

    /// The game of that id, read from its file if it is not in memory.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub async fn place(self: &Arc<Hall>, id: Id) -> Result<Arc<Place>, HallError> {
        if let Some(place) = self.seats.find(id) {
            return Ok(place);
        }
        // Nobody loses a place in memory for a game that there is not.
        let path = self.path(id);
        if !blocking(move || path.exists()).await? {
            return Err(HallError::Unknown);
        }
        for _ in 0..BUSY_BEATS {
            if let Some(place) = self.take_up(id).await? {
                return Ok(place);
            }
            sleep(BUSY_BEAT).await;
        }
        Err(HallError::Busy)
    }

    /// Reads a game; `None` if all places in memory are in use.
    async fn take_up(self: &Arc<Hall>, id: Id) -> Result<Option<Arc<Place>>, HallError> {
        let _making = self.making.lock().await;
        if let Some(place) = self.seats.find(id) {
            return Ok(Some(place));
        }
        if !self.seats.make_room() {
            return Ok(None);
        }
        let hall = self.clone();
        let table = blocking(move || hall.read(id)).await??;
        Ok(Some(self.seats.seat(id, table)))
    }

    fn read(&self, id: Id) -> Result<Arc<dyn Table>, HallError> {
        let path = self.path(id);
        let record = read_record(&path).map_err(TableError::from)?;
        Ok(resume(&record, &self.opponents, &path, self.limits.words)?)
    }

    /// Begins a game and has it played until it is a person's turn, whether or not anybody waits for the answer.
    ///
    /// # Errors
    /// Whatever is wrong with what was asked for; the server is full.
    pub async fn begin(self: &Arc<Hall>, game: NewGame) -> Result<Arc<Place>, HallError> {
        let (hall, game) = (self.clone(), Arc::new(game));
        to_the_end(async move {
            for _ in 0..BUSY_BEATS {
                if let Some(place) = hall.try_begin(&game).await? {
                    hall.wake(&place);
                    return Ok(place);
                }
                sleep(BUSY_BEAT).await;
            }
            Err(HallError::Busy)
        })
        .await
    }

    async fn try_begin(
        self: &Arc<Hall>,
        game: &Arc<NewGame>,
    ) -> Result<Option<Arc<Place>>, HallError> {
        let _making = self.making.lock().await;
        if !self.seats.make_room() {
            return Ok(None);
        }
        let (hall, game) = (self.clone(), game.clone());
        let (id, table) = blocking(move || hall.make(&game)).await??;
        Ok(Some(self.seats.seat(id, table)))
    }

    /// Does what a person asks for, tells those who wait and lets agents go on, whether or not anybody waits for the answer.
    ///
    /// # Errors
    /// It is not possible now; nothing has changed.
    pub async fn obey(
        self: &Arc<Hall>,
        place: Arc<Place>,
        order: Order,
        seen: Seen,
    ) -> Result<(), HallError> {
        let hall = self.clone();
        to_the_end(async move {
            let table = place.table.clone();
            let done = blocking(move || table.obey(&order, seen)).await?;
            place.announce();
            done?;
            hall.wake(&place);
            Ok(())
        })
        .await
    }

    /// What an agent would do, one question about a game after the other.
    ///
    /// # Errors
    /// No person is to choose, or the agent does not play this.
    pub async fn hint(
        &self,
        place: Arc<Place>,
        agent: AgentSpec,
    ) -> Result<ThoughtView, HallError> {
        let turn = place.hinting.clone().lock_owned().await;
        let work = move || {
            // Until it really has ended.
            let _turn = turn;
            place.table.hint(&agent)
        };
        Ok(self.think(work).await??)
    }

    fn make(&self, game: &NewGame) -> Result<(Id, Arc<dyn Table>), HallError> {
        self.make_room()?;
        let id = Id::random().map_err(|error| HallError::Broken(error.to_string()))?;
        let table = begin(game, &self.opponents, &self.path(id), self.limits.words)?;
        Ok((id, table))
    }

    /// Sees to it that there is room for a file more.
    fn make_room(&self) -> Result<(), HallError> {
        let broken = |error: io::Error| HallError::Broken(error.to_string());
        let mut files = games_in(&self.folder).map_err(broken)?;
        if files.len() < self.limits.games {
            return Ok(());
        }
        let now = SystemTime::now();
        let may_go = |file: &&GameFile| {
            let age = now.duration_since(file.changed).unwrap_or_default();
            let idle = !self.seats.is_awake(file.id);
            idle && (age >= self.limits.old
                || (age >= self.limits.untouched && self.is_untouched(file)))
        };
        files.sort_by_key(|file| file.changed);
        let oldest = files.iter().find(may_go).ok_or(HallError::Full)?;
        // There need not be a review.
        let _ = std::fs::remove_file(self.review_path(oldest.id));
        std::fs::remove_file(self.path(oldest.id)).map_err(broken)
    }

    /// Has nothing been played in a game? What cannot be read counts as played.
    fn is_untouched(&self, file: &GameFile) -> bool {
        let record = || read_record(&self.path(file.id));
        file.bytes <= EMPTY_BYTES && record().is_ok_and(|record| record.words().is_empty())
    }

    /// How many games there are.
    pub fn count(&self) -> usize {
        games_in(&self.folder).map_or(0, |files| files.len())
    }

    /// Has agents and dice play, if it is their turn, until it is a person's. Returns at once.
    pub fn wake(self: &Arc<Hall>, place: &Arc<Place>) {
        if !place.table.has_work() || place.running.swap(true, Ordering::SeqCst) {
            return;
        }
        let (hall, place) = (self.clone(), place.clone());
        tokio::spawn(async move { hall.run(&place).await });
    }

    async fn run(&self, place: &Arc<Place>) {
        loop {
            while place.table.has_work() {
                let table = place.table.clone();
                if self.think(move || table.think()).await.is_err() {
                    // Whoever looks next may try again.
                    place.running.store(false, Ordering::SeqCst);
                    return;
                }
                place.announce();
            }
            place.running.store(false, Ordering::SeqCst);
            // Something may have come up between the last look and now; then whoever is first goes on.
            if !place.table.has_work() || place.running.swap(true, Ordering::SeqCst) {
                return;
            }
        }
    }

    /// Runs something that takes an agent's time, when it is its turn among all that do: permits are given in the order in
    /// which they were asked for.
    ///
    /// # Errors
    /// It panicked, or the server stops.
    pub async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, HallError> {
        let permit = self.thinkers.clone().acquire_owned().await;
        let _permit = permit.map_err(|_| HallError::Busy)?;
        blocking(work).await
    }

    /// Looks at a game again, or tells what was found when that was last done. Stops if whoever asks does not wait for it.
    ///
    /// # Errors
    /// Nothing was played yet, or the server stops.
    pub async fn review(&self, place: &Arc<Place>) -> Result<Value, HallError> {
        let turn = place.reviewing.clone().lock_owned().await;
        let permit = self.reviewers.clone().acquire_owned().await;
        let permit = permit.map_err(|_| HallError::Busy)?;
        let waiter = Waiter::default();
        let (path, gone) = (self.review_path(place.id), waiter.gone());
        let (table, progress) = (place.table.clone(), place.progress.clone());
        progress.tell(0, 1);
        blocking(move || {
            // Until it really has stopped.
            let _held = (turn, permit);
            reviewed(&*table, &path, &gone, &progress)
        })
        .await?
    }
}

/// The review in the file if it is of the game as it stands, else a new one, which is kept there.
fn reviewed(
    table: &dyn Table,
    path: &Path,
    stop: &AtomicBool,
    progress: &Progress,
) -> Result<Value, HallError> {
    let record = table.record()?;
    if let Some(review) = kept(path, &record) {
        return Ok(review);
    }
    let review = table.review(stop, progress)?.ok_or(HallError::Busy)?;
    let review = serde_json::to_value(review);
    let review = review.map_err(|error| HallError::Broken(error.to_string()))?;
    keep(path, record, &review);
    Ok(review)
}

/// Runs something that waits for files on a thread for such things.
///
/// # Errors
/// It panicked.
pub async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, HallError> {
    let done = spawn_blocking(work).await;
    done.map_err(|_| HallError::Broken("something went wrong inside".into()))
}

/// Does something to its end, even if whoever asked for it goes away meanwhile.
async fn to_the_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, HallError>> + Send + 'static,
) -> Result<T, HallError> {
    let done = tokio::spawn(work).await;
    done.unwrap_or_else(|_| Err(HallError::Broken("something went wrong inside".into())))
}

impl From<SessionError> for HallError {
    fn from(error: SessionError) -> HallError {
        HallError::Table(error.into())
    }
}
