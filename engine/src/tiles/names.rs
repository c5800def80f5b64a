//! Names of tile kinds as small numbers.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{LazyLock, PoisonError, RwLock};

/// The name of a tile kind, as a small copyable number.
///
/// Names are interned when a tile set is put to use; only names of tile sets in use can be parsed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct KindName(u32);

/// The names in use, by number, and their numbers.
#[derive(Default)]
struct Names {
    list: Vec<&'static str>,
    numbers: BTreeMap<&'static str, u32>,
}

static NAMES: LazyLock<RwLock<Names>> = LazyLock::new(RwLock::default);

impl KindName {
    /// The number of `name`, new if it was not in use yet. Names are never forgotten, so that this
    /// is called only for checked tile sets.
    pub(crate) fn intern(name: &str) -> KindName {
        let mut names = NAMES.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = names.numbers.get(name) {
            return KindName(number);
        }
        let number = u32::try_from(names.list.len());
        let number = number.expect("memory ends before four billion names do");
        let name: &'static str = Box::leak(name.to_string().into_boxed_str());
        names.list.push(name);
        names.numbers.insert(name, number);
        KindName(number)
    }

    /// The number of a name in use.
    pub fn find(name: &str) -> Option<KindName> {
        let names = NAMES.read().unwrap_or_else(PoisonError::into_inner);
        names.numbers.get(name).copied().map(KindName)
    }

    pub fn as_str(self) -> &'static str {
        let names = NAMES.read().unwrap_or_else(PoisonError::into_inner);
        names.list[self.0 as usize]
    }
}

impl fmt::Display for KindName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
