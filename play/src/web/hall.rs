//! All games of a server: those in memory, and the files that they all are in.
//!
//! A game is a file `ID.game`, a record as `moonbase play` writes it, written whole after every change before the change is
//! answered. So whatever a browser has seen is there after the server was killed. Games that nobody looks at are forgotten
//! in memory and read again when somebody does.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use serde_json::Value;
use tokio::sync::{Semaphore, watch};
use tokio::task::spawn_blocking;
use tokio::time::sleep;

use super::id::Id;
use super::menu::Opponents;
use super::opening::{NewGame, begin, resume};
use super::review::{Waiter, keep, kept};
use super::table::{Table, TableError};
use super::{Limits, ServeError};
use crate::session::{SessionError, read_record};

/// A finished or forgotten game may go after so long, if the server is full.
const OLD: Duration = Duration::from_secs(30 * 24 * 3600);

/// A game in which nothing was ever chosen may go after so long, if the server is full.
const UNTOUCHED: Duration = Duration::from_secs(3600);

/// Who finds all games in memory in use waits so often, and so long each time, for one that is not.
const BUSY_BEATS: usize = 100;
const BUSY_BEAT: Duration = Duration::from_millis(20);

/// A file of a game in which nothing was chosen is at most so long.
const EMPTY_BYTES: u64 = 400;

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

/// A game in memory.
pub struct Place {
    pub id: Id,
    pub table: Arc<dyn Table>,
    /// The table's version, for those who wait for another.
    version: watch::Sender<u64>,
    running: AtomicBool,
    /// Held by the one review that there may be of a game at a time.
    reviewing: Arc<tokio::sync::Mutex<()>>,
    touched: Mutex<Instant>,
}

impl Place {
    fn new(id: Id, table: Arc<dyn Table>) -> Place {
        Place {
            id,
            version: watch::Sender::new(table.version()),
            table,
            running: AtomicBool::new(false),
            reviewing: Arc::default(),
            touched: Mutex::new(Instant::now()),
        }
    }

    /// Tells those who wait that something may have changed.
    pub fn announce(&self) {
        let now = self.table.version();
        self.version
            .send_if_modified(|version| std::mem::replace(version, now) != now);
    }

    /// Told when the version becomes another.
    pub fn versions(&self) -> watch::Receiver<u64> {
        self.version.subscribe()
    }

    fn touched(&self) -> Instant {
        *lock(&self.touched)
    }
}

/// A mutex of ours: nothing is left half done under one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// All games.
pub struct Hall {
    folder: PathBuf,
    limits: Limits,
    pub opponents: Opponents,
    awake: Mutex<HashMap<Id, Arc<Place>>>,
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
        std::fs::create_dir_all(folder).map_err(named)?;
        private(folder).map_err(named)?;
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
            awake: Mutex::default(),
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

    fn awake(&self) -> MutexGuard<'_, HashMap<Id, Arc<Place>>> {
        lock(&self.awake)
    }

    fn find(&self, id: Id) -> Option<Arc<Place>> {
        let place = self.awake().get(&id).cloned()?;
        *lock(&place.touched) = Instant::now();
        Some(place)
    }

    /// The game of that id, read from its file if it is not in memory.
    ///
    /// # Errors
    /// There is none, or it cannot be read.
    pub async fn place(self: &Arc<Hall>, id: Id) -> Result<Arc<Place>, HallError> {
        if let Some(place) = self.find(id) {
            return Ok(place);
        }
        let _making = self.making.lock().await;
        if let Some(place) = self.find(id) {
            return Ok(place);
        }
        self.make_seat().await?;
        let hall = self.clone();
        let table = blocking(move || hall.read(id)).await??;
        Ok(self.seat(id, table))
    }

    fn read(&self, id: Id) -> Result<Arc<dyn Table>, HallError> {
        let path = self.path(id);
        if !path.exists() {
            return Err(HallError::Unknown);
        }
        let record = read_record(&path).map_err(TableError::from)?;
        Ok(resume(&record, &self.opponents, &path)?)
    }

    /// Begins a game.
    ///
    /// # Errors
    /// Whatever is wrong with what was asked for; the server is full.
    pub async fn begin(self: &Arc<Hall>, game: NewGame) -> Result<Arc<Place>, HallError> {
        let _making = self.making.lock().await;
        self.make_seat().await?;
        let hall = self.clone();
        let (id, table) = blocking(move || hall.make(&game)).await??;
        Ok(self.seat(id, table))
    }

    fn make(&self, game: &NewGame) -> Result<(Id, Arc<dyn Table>), HallError> {
        self.make_room()?;
        let id = Id::random().map_err(|error| HallError::Broken(error.to_string()))?;
        let table = begin(game, &self.opponents, &self.path(id))?;
        Ok((id, table))
    }

    fn seat(&self, id: Id, table: Arc<dyn Table>) -> Arc<Place> {
        let place = Arc::new(Place::new(id, table));
        self.awake().insert(id, place.clone());
        place
    }

    /// Sees to it that there is room in memory for a game more. If all are in use, waits a little. Only who holds `making` may
    /// ask, so that the room is not taken by another.
    async fn make_seat(&self) -> Result<(), HallError> {
        for _ in 0..BUSY_BEATS {
            if self.free_seat() {
                return Ok(());
            }
            sleep(BUSY_BEAT).await;
        }
        Err(HallError::Busy)
    }

    /// Forgets the game that nobody has used for longest, if there must be room; false if all are in use.
    fn free_seat(&self) -> bool {
        let mut awake = self.awake();
        if awake.len() < self.limits.awake {
            return true;
        }
        let idle = |place: &&Arc<Place>| Arc::strong_count(place) == 1;
        let oldest = awake
            .values()
            .filter(idle)
            .min_by_key(|place| place.touched());
        let oldest = oldest.map(|place| place.id);
        oldest.is_some_and(|id| awake.remove(&id).is_some())
    }

    /// Sees to it that there is room for a file more.
    fn make_room(&self) -> Result<(), HallError> {
        let broken = |error: io::Error| HallError::Broken(error.to_string());
        let files = games_in(&self.folder).map_err(broken)?;
        if files.len() < self.limits.games {
            return Ok(());
        }
        let now = SystemTime::now();
        let may_go = |file: &&GameFile| {
            let age = now.duration_since(file.changed).unwrap_or_default();
            let idle = !self.awake().contains_key(&file.id);
            idle && (age > OLD || (file.bytes <= EMPTY_BYTES && age > UNTOUCHED))
        };
        let oldest = files.iter().filter(may_go).min_by_key(|file| file.changed);
        let oldest = oldest.ok_or(HallError::Full)?;
        // There need not be a review.
        let _ = std::fs::remove_file(self.review_path(oldest.id));
        std::fs::remove_file(self.path(oldest.id)).map_err(broken)
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
        let (table, path, gone) = (
            place.table.clone(),
            self.review_path(place.id),
            waiter.gone(),
        );
        blocking(move || {
            // Until it really has stopped.
            let _held = (turn, permit);
            reviewed(&*table, &path, &gone)
        })
        .await?
    }
}

/// The review in the file if it is of the game as it stands, else a new one, which is kept there.
fn reviewed(table: &dyn Table, path: &Path, stop: &AtomicBool) -> Result<Value, HallError> {
    let record = table.record()?;
    if let Some(review) = kept(path, &record) {
        return Ok(review);
    }
    let review = table.review(stop)?.ok_or(HallError::Busy)?;
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

/// A game's file.
struct GameFile {
    id: Id,
    changed: SystemTime,
    bytes: u64,
}

fn games_in(folder: &Path) -> io::Result<Vec<GameFile>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let id = name.to_str().and_then(|name| name.strip_suffix(".game"));
        let Some(Ok(id)) = id.map(str::parse) else {
            continue;
        };
        // It may have been removed meanwhile.
        if let Ok(about) = entry.metadata() {
            let changed = about.modified()?;
            let bytes = about.len();
            files.push(GameFile { id, changed, bytes });
        }
    }
    Ok(files)
}

/// What a server that was killed while it wrote has left.
fn remove_leftovers(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if name.starts_with(".moonbase-") && name.ends_with(".tmp") {
            std::fs::remove_file(path)?;
        }
    }
    Ok(())
}

/// The names of the files are all that it takes to play the games.
#[cfg(unix)]
fn private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700))
}

#[cfg(not(unix))]
fn private(_folder: &Path) -> io::Result<()> {
    Ok(())
}

impl From<SessionError> for HallError {
    fn from(error: SessionError) -> HallError {
        HallError::Table(error.into())
    }
}
