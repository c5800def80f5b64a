//! Nodes by the 64-bit key of their position: open addressing with linear probing.
//!
//! Two different positions have the same key with a probability of 2^-64; among `n` nodes the chance of any such
//! pair is about `n² / 2^65`: below 10^-5 for ten million.

use super::memory::Allowance;
use super::tree::{NONE, NodeId};

#[derive(Clone, Copy, Debug)]
struct Entry {
    key: u64,
    node: NodeId,
}

const EMPTY: Entry = Entry { key: 0, node: NONE };

/// The fewest places of a table that is used.
const LEAST: usize = 1 << 10;

/// A hash table that is at most half full.
#[derive(Clone, Default, Debug)]
pub(super) struct Table {
    /// None, or a power of two.
    places: Vec<Entry>,
    used: usize,
}

impl Table {
    pub fn clear(&mut self) {
        self.places.fill(EMPTY);
        self.used = 0;
    }

    pub fn find(&self, key: u64) -> Option<NodeId> {
        if self.places.is_empty() {
            return None;
        }
        let entry = self.places[self.place(key)];
        (entry.node != NONE).then_some(entry.node)
    }

    /// Enters a node, in place of an older one of the same key. `false` if memory does not suffice.
    pub fn insert(&mut self, key: u64, node: NodeId, allowance: &mut Allowance) -> bool {
        if 2 * (self.used + 1) > self.places.len() && !self.grow(allowance) {
            return false;
        }
        let place = self.place(key);
        self.used += usize::from(self.places[place].node == NONE);
        self.places[place] = Entry { key, node };
        true
    }

    /// Nodes got other numbers; those that are gone have [`NONE`].
    pub fn rename(&mut self, names: &[NodeId]) {
        let entries: Vec<Entry> = self.entries().collect();
        self.clear();
        for Entry { key, node } in entries {
            let node = names.get(node as usize).copied().unwrap_or(NONE);
            if node != NONE {
                let place = self.place(key);
                self.places[place] = Entry { key, node };
                self.used += 1;
            }
        }
    }

    fn entries(&self) -> impl Iterator<Item = Entry> + '_ {
        self.places.iter().copied().filter(|e| e.node != NONE)
    }

    /// Where a key lies or would lie.
    fn place(&self, key: u64) -> usize {
        let mask = self.places.len() - 1;
        let mut place = key as usize & mask;
        while self.places[place].node != NONE && self.places[place].key != key {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self, allowance: &mut Allowance) -> bool {
        let (old, size) = (self.places.len(), size_of::<Entry>());
        let new = (2 * old).max(LEAST);
        if !allowance.take(new * size) {
            return false;
        }
        allowance.give_back(old * size);
        let entries: Vec<Entry> = self.entries().collect();
        self.places = vec![EMPTY; new];
        for entry in entries {
            let place = self.place(entry.key);
            self.places[place] = entry;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_after_growth_and_renaming() {
        let mut table = Table::default();
        let mut allowance = Allowance::new(1 << 20);
        let key = |i: u32| u64::from(i) * 1024;
        assert_eq!(table.find(0), None);
        for i in 0..2000 {
            assert!(table.insert(key(i), i, &mut allowance));
        }
        assert!((0..2000).all(|i| table.find(key(i)) == Some(i)));
        let names: Vec<NodeId> = (0..2000).map(|i| if i < 10 { i } else { NONE }).collect();
        table.rename(&names);
        assert_eq!((table.find(key(9)), table.find(key(10))), (Some(9), None));
    }

    #[test]
    fn a_table_that_may_not_grow_says_so() {
        let mut table = Table::default();
        let mut allowance = Allowance::new(LEAST * size_of::<Entry>());
        let fits = (0..).take_while(|i| table.insert(u64::from(*i), *i, &mut allowance));
        assert_eq!(fits.count(), LEAST / 2);
        assert_eq!(table.find(3), Some(3));
    }
}
