//! The games in memory, each in its place: who plays there, and who waits for news of it.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::watch;

use super::id::Id;
use super::review::Progress;
use super::table::{Past, Stake, Table};

/// A game in memory.
pub struct Place {
    pub id: Id,
    pub table: Arc<dyn Table>,
    /// The table's version, for those who wait for another.
    version: Arc<watch::Sender<u64>>,
    pub running: AtomicBool,
    /// Held by the one review, and by the one hint, that there may be of a game at a time.
    pub reviewing: Arc<tokio::sync::Mutex<()>>,
    pub hinting: Arc<tokio::sync::Mutex<()>>,
    /// Of that review.
    pub progress: Arc<Progress>,
    touched: Mutex<Instant>,
}

impl Place {
    /// A place for a table; `watched` are those who wait for it already.
    fn new(id: Id, table: Arc<dyn Table>, watched: Option<Arc<watch::Sender<u64>>>) -> Place {
        let version = watched.unwrap_or_else(|| Arc::new(watch::Sender::new(table.version())));
        Place {
            id,
            version,
            table,
            running: AtomicBool::new(false),
            reviewing: Arc::default(),
            hinting: Arc::default(),
            progress: Arc::default(),
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

    fn is_watched(&self) -> bool {
        self.version.receiver_count() > 0
    }

    /// Whoever comes first is forgotten first; `None` must not be.
    fn rank(&self) -> Option<(Stake, bool, Instant)> {
        let stake = self.table.at_stake();
        (stake != Stake::Words).then(|| (stake, self.is_watched(), *lock(&self.touched)))
    }
}

/// A game that was forgotten in memory while somebody waited for it.
struct Asleep {
    version: Arc<watch::Sender<u64>>,
    past: Past,
}

/// All games in memory, up to a bound.
pub struct Seats {
    most: usize,
    inner: Mutex<Inner>,
}

/// Games in memory, and those of whom somebody waits for news.
#[derive(Default)]
struct Inner {
    awake: HashMap<Id, Arc<Place>>,
    asleep: HashMap<Id, Asleep>,
}

impl Seats {
    pub fn new(most: usize) -> Seats {
        Seats {
            most,
            inner: Mutex::default(),
        }
    }

    /// The game of that id, if it is in memory.
    pub fn find(&self, id: Id) -> Option<Arc<Place>> {
        let place = lock(&self.inner).awake.get(&id).cloned()?;
        *lock(&place.touched) = Instant::now();
        Some(place)
    }

    pub fn is_awake(&self, id: Id) -> bool {
        lock(&self.inner).awake.contains_key(&id)
    }

    /// Sees to it that there is room for a game more; false if all are in use.
    pub fn make_room(&self) -> bool {
        let mut inner = lock(&self.inner);
        inner.awake.len() < self.most || inner.spare_one()
    }

    /// A place for a table. Those who waited for the game before it was forgotten wait on, and hear of it.
    pub fn seat(&self, id: Id, table: Arc<dyn Table>) -> Arc<Place> {
        let mut inner = lock(&self.inner);
        let asleep = inner.asleep.remove(&id);
        if let Some(asleep) = &asleep {
            table.go_on_as(asleep.past);
        }
        let watched = asleep.map(|asleep| asleep.version);
        let place = Arc::new(Place::new(id, table, watched));
        place.announce();
        inner.awake.insert(id, place.clone());
        place
    }
}

impl Inner {
    /// Forgets the game that can be spared most; false if all are in use.
    fn spare_one(&mut self) -> bool {
        let idle = |place: &&Arc<Place>| Arc::strong_count(place) == 1;
        let ranked = self.awake.values().filter(idle);
        let ranked = ranked.filter_map(|place| Some((place.rank()?, place.id)));
        let spared = ranked.min_by_key(|(rank, _)| *rank).map(|(_, id)| id);
        let Some(place) = spared.and_then(|id| self.awake.remove(&id)) else {
            return false;
        };
        self.asleep
            .retain(|_, asleep| asleep.version.receiver_count() > 0);
        if place.is_watched() {
            let (version, past) = (place.version.clone(), place.table.past());
            self.asleep.insert(place.id, Asleep { version, past });
        }
        true
    }
}

/// A mutex of ours: nothing is left half done under one.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
