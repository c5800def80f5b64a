//! Where values are remembered while a game is solved: a table that keeps, and a cache that may forget.
//!
//! An entry is one 16-byte word: a 96-bit fingerprint above an `f32`. Both are split into shards with a lock
//! each, so that threads hardly ever wait for one another.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use moonbase_agents::exact::{Key, Memory, Stop};

/// Shards of the table and of the cache, by the fingerprint's first bits.
const SHARD_BITS: u32 = 8;
const SHARDS: usize = 1 << SHARD_BITS;

/// Entries of a shard of the table, and of the cache, at first.
const FIRST_SLOTS: usize = 8;

const SLOT_BYTES: u64 = 16;

/// The part of a full memory that the cache takes.
const CACHE_SHARE: u64 = 4;

/// The cache takes no more than this.
const MOST_CACHE_BYTES: u64 = 4 << 30;

/// Values shared by all threads that solve a game.
pub(super) struct Store {
    table: Vec<Mutex<Shard>>,
    cache: Vec<Mutex<Pairs>>,
    limit: u64,
    /// Slots of a shard of the cache at most; a power of two.
    most_cached: usize,
    bytes: AtomicU64,
    kept: AtomicU64,
    /// Set when a thread has the result, or from outside.
    pub halt: AtomicBool,
}

/// A hash table with linear probing; 0 is a free slot.
struct Shard {
    slots: Vec<u128>,
    len: usize,
}

/// A cache of pairs of slots: a new entry takes the first place of its pair, and what was there the
/// second. It doubles whenever it was written through once, up to its greatest size.
struct Pairs {
    slots: Vec<u128>,
    /// Entries written since it grew last.
    written: usize,
}

fn shard_of(key: Key) -> usize {
    (key >> (128 - SHARD_BITS)) as usize
}

/// The bits after those that choose the shard, as a place among `slots` (a power of two).
fn slot_of(key: Key, slots: usize) -> usize {
    ((key >> 64) as u64).wrapping_shl(SHARD_BITS) as usize >> (64 - slots.trailing_zeros())
}

fn same(entry: u128, key: Key) -> bool {
    entry ^ key <= u128::from(u32::MAX)
}

fn entry(key: Key, value: f32) -> u128 {
    key | u128::from(value.to_bits())
}

fn value(entry: u128) -> f32 {
    f32::from_bits(entry as u32)
}

impl Shard {
    fn get(&self, key: Key) -> Option<f32> {
        let slot = self.slots[self.find(key)];
        (slot != 0).then(|| value(slot))
    }

    /// The slot of a key, or the free one where it belongs.
    fn find(&self, key: Key) -> usize {
        let last = self.slots.len() - 1;
        let mut place = slot_of(key, self.slots.len());
        while self.slots[place] != 0 && !same(self.slots[place], key) {
            place = (place + 1) & last;
        }
        place
    }

    fn must_grow(&self) -> bool {
        self.len * 8 >= self.slots.len() * 7
    }

    fn grow(&mut self) {
        let double = vec![0; 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, double);
        for entry in old.into_iter().filter(|entry| *entry != 0) {
            let place = self.find(entry);
            self.slots[place] = entry;
        }
    }

    /// Returns whether the key is new.
    fn insert(&mut self, key: Key, value: f32) -> bool {
        let place = self.find(key);
        let new = self.slots[place] == 0;
        self.slots[place] = entry(key, value);
        self.len += usize::from(new);
        new
    }
}

impl Pairs {
    fn get(&self, key: Key) -> Option<f32> {
        let place = slot_of(key, self.slots.len()) & !1;
        let pair = &self.slots[place..place + 2];
        let found = pair.iter().find(|slot| same(**slot, key));
        found.map(|slot| value(*slot))
    }

    fn put(&mut self, entry: u128) {
        let place = slot_of(entry, self.slots.len()) & !1;
        self.slots[place + 1] = self.slots[place];
        self.slots[place] = entry;
    }

    fn grow(&mut self) {
        let double = vec![0; 2 * self.slots.len()];
        let old = std::mem::replace(&mut self.slots, double);
        self.written = 0;
        // The older one of a pair first.
        for entry in old.into_iter().rev().filter(|entry| *entry != 0) {
            self.put(entry);
        }
    }
}

impl Store {
    /// A store that takes at most `limit` bytes.
    pub fn new(limit: u64) -> Self {
        let shard = || Shard {
            slots: vec![0; FIRST_SLOTS],
            len: 0,
        };
        let pairs = || Pairs {
            slots: vec![0; FIRST_SLOTS],
            written: 0,
        };
        let cache_bytes = (limit / CACHE_SHARE).min(MOST_CACHE_BYTES);
        let per_shard = (cache_bytes / SLOT_BYTES / SHARDS as u64).max(FIRST_SLOTS as u64);
        let first = 2 * (FIRST_SLOTS * SHARDS) as u64 * SLOT_BYTES;
        Store {
            table: (0..SHARDS).map(|_| Mutex::new(shard())).collect(),
            cache: (0..SHARDS).map(|_| Mutex::new(pairs())).collect(),
            limit,
            most_cached: 1 << per_shard.ilog2(),
            bytes: AtomicU64::new(first),
            kept: AtomicU64::new(0),
            halt: AtomicBool::new(false),
        }
    }

    /// Positions kept so far.
    pub fn kept(&self) -> u64 {
        self.kept.load(Ordering::Relaxed)
    }

    /// Bytes taken so far.
    pub fn bytes(&self) -> u64 {
        self.bytes.load(Ordering::Relaxed)
    }

    fn recall_kept(&self, key: Key) -> Option<f32> {
        locked(&self.table[shard_of(key)]).get(key)
    }

    fn keep(&self, key: Key, value: f32) -> Result<(), Stop> {
        let mut shard = locked(&self.table[shard_of(key)]);
        if shard.must_grow() {
            // While it grows, the old half is there beside the new one.
            let more = shard.slots.len() as u64 * SLOT_BYTES;
            if self.bytes() + 2 * more > self.limit {
                return Err(Stop::Full);
            }
            self.bytes.fetch_add(more, Ordering::Relaxed);
            shard.grow();
        }
        let new = shard.insert(key, value);
        self.kept.fetch_add(new.into(), Ordering::Relaxed);
        Ok(())
    }

    fn recall_cached(&self, key: Key) -> Option<f32> {
        locked(&self.cache[shard_of(key)]).get(key)
    }

    fn cache(&self, key: Key, value: f32) {
        let mut cache = locked(&self.cache[shard_of(key)]);
        let slots = cache.slots.len();
        cache.written += 1;
        // While it grows, the old half is there beside the new one.
        let more = slots as u64 * SLOT_BYTES;
        let room = self.bytes() + 2 * more <= self.limit;
        if cache.written > slots && slots < self.most_cached && room {
            self.bytes.fetch_add(more, Ordering::Relaxed);
            cache.grow();
        }
        cache.put(entry(key, value));
    }

    /// Hands over all kept entries in ascending order, and frees them.
    ///
    /// # Errors
    /// The first error of `give`.
    pub fn drain<E>(self, mut give: impl FnMut(u128) -> Result<(), E>) -> Result<(), E> {
        drop(self.cache);
        for shard in self.table {
            let mut entries = shard.into_inner().unwrap_or_else(|p| p.into_inner()).slots;
            entries.retain(|entry| *entry != 0);
            entries.sort_unstable();
            entries.into_iter().try_for_each(&mut give)?;
        }
        Ok(())
    }
}

/// No thread leaves a shard half changed: what a panicking one left can be used.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

/// One thread's hold on the store.
pub(super) struct Worker<'a> {
    pub store: &'a Store,
    /// Positions between kept ones that were worked out, again perhaps.
    pub between: u64,
}

impl Memory for Worker<'_> {
    fn recall(&mut self, key: Key, kept: bool) -> Result<Option<f32>, Stop> {
        if self.store.halt.load(Ordering::Relaxed) {
            return Err(Stop::Asked);
        }
        Ok(match kept {
            true => self.store.recall_kept(key),
            false => self.store.recall_cached(key),
        })
    }

    fn remember(&mut self, key: Key, kept: bool, value: f32) -> Result<(), Stop> {
        if kept {
            return self.store.keep(key, value);
        }
        self.between += 1;
        self.store.cache(key, value);
        Ok(())
    }
}
