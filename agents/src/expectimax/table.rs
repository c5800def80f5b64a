//! The transposition table: bounds on the values of decision nodes.

use super::window::{Bounds, OPEN};

/// Entries; a power of two. 2^16 entries take 2.5 MiB.
const ENTRIES: usize = 1 << 16;

/// Bounds, and whether they rest on the heuristic anywhere.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub bounds: Bounds,
    pub judged: bool,
}

const NOTHING: Known = Known {
    bounds: OPEN,
    judged: false,
};

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    known: Known,
    depth: u8,
    /// The most promising action, as its number in the rules' order.
    best: u16,
    /// The decision in which it was written; 0 for never.
    run: u32,
}

const EMPTY: Entry = Entry {
    key: 0,
    known: NOTHING,
    depth: 0,
    best: 0,
    run: 0,
};

/// A table of fixed size; a new entry takes the place of the old one.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    run: u32,
}

impl Table {
    pub fn new() -> Self {
        Table {
            entries: Vec::new(),
            run: 0,
        }
    }

    /// Forgets everything (at no cost: older entries are no longer believed).
    pub fn clear(&mut self) {
        if self.run == u32::MAX || self.entries.is_empty() {
            self.entries = vec![EMPTY; ENTRIES];
            self.run = 0;
        }
        self.run += 1;
    }

    fn entry(&self, key: u64) -> Option<&Entry> {
        let entry = &self.entries[key as usize % ENTRIES];
        (entry.key == key && entry.run == self.run).then_some(entry)
    }

    /// What is known for a search to this depth: found at the same depth, or at a smaller one without
    /// the heuristic, so that looking further changes nothing.
    pub fn known(&self, key: u64, depth: u8) -> Known {
        let fits =
            |entry: &&Entry| entry.depth == depth || entry.depth < depth && !entry.known.judged;
        let found = self.entry(key).filter(fits);
        found.map_or(NOTHING, |entry| entry.known)
    }

    /// The action that was best at any depth.
    pub fn best(&self, key: u64) -> Option<usize> {
        self.entry(key).map(|entry| usize::from(entry.best))
    }

    pub fn store(&mut self, key: u64, depth: u8, known: Known, best: usize) {
        self.entries[key as usize % ENTRIES] = Entry {
            key,
            known,
            depth,
            best: u16::try_from(best).unwrap_or(0),
            run: self.run,
        };
    }
}
