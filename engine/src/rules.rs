//! What all positions of a game share: its options, and what follows from them.

use std::sync::Mutex;

use crate::deck::Kinds;
use crate::options::RuleOptions;

/// Options and the kinds of tiles in use.
#[derive(Debug)]
pub(crate) struct Rules<O> {
    pub options: O,
    pub kinds: Kinds,
}

/// The rules in use in this process, one value for each set of options.
pub(crate) struct RulesInUse<O: 'static>(Mutex<Vec<&'static Rules<O>>>);

impl<O: RuleOptions> RulesInUse<O> {
    pub const fn new() -> Self {
        RulesInUse(Mutex::new(Vec::new()))
    }

    /// The shared rules for these options; `kinds` is asked the first time.
    pub fn get(&self, options: &O, kinds: impl FnOnce() -> Kinds) -> &'static Rules<O> {
        let mut used = self
            .0
            .lock()
            .unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(rules) = used.iter().find(|rules| rules.options == *options) {
            return rules;
        }
        let (options, kinds) = (options.clone(), kinds());
        let rules = Box::leak(Box::new(Rules { options, kinds }));
        used.push(rules);
        rules
    }
}
