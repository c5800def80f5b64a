//! What all positions of a game share: its options, and what follows from them.

use std::sync::Mutex;

use crate::deck::Kinds;
use crate::options::RuleOptions;

/// Values that positions share, one for each that is different; they are never freed.
pub(crate) struct InUse<T: 'static>(Mutex<Vec<&'static T>>);

impl<T> InUse<T> {
    pub const fn new() -> Self {
        InUse(Mutex::new(Vec::new()))
    }

    /// The value for which `is_it` holds; `make` makes it the first time.
    pub fn get(&self, is_it: impl Fn(&T) -> bool, make: impl FnOnce() -> T) -> &'static T {
        let mut used = self
            .0
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(found) = used.iter().find(|value| is_it(value)) {
            return found;
        }
        let value = Box::leak(Box::new(make()));
        used.push(value);
        value
    }
}

/// Options and the kinds of tiles in use.
#[derive(Debug)]
pub(crate) struct Rules<O> {
    pub options: O,
    pub kinds: Kinds,
}

/// The rules in use in this process, one value for each set of options.
pub(crate) struct RulesInUse<O: 'static>(InUse<Rules<O>>);

impl<O: RuleOptions> RulesInUse<O> {
    pub const fn new() -> Self {
        RulesInUse(InUse::new())
    }

    /// The shared rules for these options; `kinds` is asked the first time.
    pub fn get(&self, options: &O, kinds: impl FnOnce() -> Kinds) -> &'static Rules<O> {
        let make = || Rules {
            options: options.clone(),
            kinds: kinds(),
        };
        self.0.get(|rules| rules.options == *options, make)
    }
}
