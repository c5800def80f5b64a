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

/// Entries of a shard of the table at first.
const FIRST_SLOTS: usize = 8;

const SLOT_BYTES: u64 = 16;

/// The part of a full memory that the cache takes.
const CACHE_SHARE: u64 = 4;

/// The cache takes no more than this.
const MOST_CACHE_BYTES: u64 = 4 << 30;

/// Values shared by all threads that solve a game.
pub(super) struct Store {
    table: Vec<Mutex<Shard>>,
    cache: Vec<Mutex<Vec<u128>>>,
    limit: u64,
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

impl Store {
    /// A store that takes at most `limit` bytes.
    pub fn new(limit: u64) -> Self {
        let shard = || {
            Mutex::new(Shard {
                slots: vec![0; FIRST_SLOTS],
                len: 0,
            })
        };
        let cache_bytes = (limit / CACHE_SHARE).min(MOST_CACHE_BYTES);
        let per_shard = cache_bytes / SLOT_BYTES / SHARDS as u64;
        // The greatest power of two that fits, at least a pair of slots.
        let slots = 1usize << per_shard.max(2).ilog2();
        let store = Store {
            table: (0..SHARDS).map(|_| shard()).collect(),
            cache: (0..SHARDS).map(|_| Mutex::new(vec![0; slots])).collect(),
            limit,
            bytes: AtomicU64::new(0),
            kept: AtomicU64::new(0),
            halt: AtomicBool::new(false),
        };
        let first = (FIRST_SLOTS + slots) as u64 * SHARDS as u64;
        store.bytes.store(first * SLOT_BYTES, Ordering::Relaxed);
        store
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

    /// The two slots of the cache where a key may be.
    fn recall_cached(&self, key: Key) -> Option<f32> {
        let cache = locked(&self.cache[shard_of(key)]);
        let place = slot_of(key, cache.len()) & !1;
        let found = cache[place..place + 2]
            .iter()
            .find(|slot| same(**slot, key));
        found.filter(|slot| **slot != 0).map(|slot| value(*slot))
    }

    /// The newer one of a pair comes first; the older one is forgotten.
    fn cache(&self, key: Key, value: f32) {
        let mut cache = locked(&self.cache[shard_of(key)]);
        let place = slot_of(key, cache.len()) & !1;
        cache[place + 1] = cache[place];
        cache[place] = entry(key, value);
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
