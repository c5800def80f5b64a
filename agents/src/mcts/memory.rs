//! The memory bound: arrays grow only as far as it allows.

/// Bytes that arrays may take together, and how many they have.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    limit: usize,
    taken: usize,
}

impl Allowance {
    pub fn new(limit: usize) -> Self {
        Allowance { limit, taken: 0 }
    }

    /// Bytes taken so far.
    #[cfg(test)]
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// Takes so many more bytes, if that is allowed.
    pub fn take(&mut self, bytes: usize) -> bool {
        let allowed = bytes <= self.room();
        if allowed {
            self.taken += bytes;
        }
        allowed
    }

    /// Gives bytes back.
    pub fn give_back(&mut self, bytes: usize) {
        self.taken -= bytes;
    }

    pub fn room(&self) -> usize {
        self.limit.saturating_sub(self.taken)
    }
}

/// An array that grows within an [`Allowance`].
pub(super) trait Reserve {
    /// Makes room for `more` elements: doubles while the allowance suffices, then takes what is left of it.
    fn reserve_within(&mut self, more: usize, allowance: &mut Allowance) -> bool;
}

/// The least that an array grows by, in elements.
const LEAST: usize = 64;

impl<T> Reserve for Vec<T> {
    #[inline]
    fn reserve_within(&mut self, more: usize, allowance: &mut Allowance) -> bool {
        self.len() + more <= self.capacity() || grow(self, more, allowance)
    }
}

#[cold]
fn grow<T>(array: &mut Vec<T>, more: usize, allowance: &mut Allowance) -> bool {
    let old = array.capacity();
    let needed = array.len() + more - old;
    // A quarter of the room at most: the arrays beside this one will want to grow as well.
    let fair = allowance.room() / 4 / size_of::<T>();
    let wanted = old.max(LEAST).min(fair).max(needed);
    if !allowance.take(wanted * size_of::<T>()) {
        return false;
    }
    array.reserve_exact(old + wanted - array.len());
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_grow_until_the_allowance_is_used_up() {
        let mut allowance = Allowance::new(4000);
        let mut array: Vec<u32> = Vec::new();
        while array.reserve_within(1, &mut allowance) {
            array.push(0);
        }
        assert!(array.capacity() * 4 == allowance.taken() && allowance.taken() <= 4000);
        assert!(array.len() > 900, "{}", array.len());
        assert!(!allowance.take(5000) && allowance.taken() <= 4000);
    }
}
