//! Names of tile kinds as small numbers.

use std::fmt;
use std::sync::RwLock;

/// The name of a tile kind, as a small copyable number.
///
/// Names are interned when a tile set is put to use; only names of tile sets in use can be parsed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct KindName(u16);

static NAMES: RwLock<Vec<&'static str>> = RwLock::new(Vec::new());

impl KindName {
    /// The number of `name`, new if it was not in use yet. Names are never forgotten, so that this
    /// is called only for checked tile sets.
    pub(crate) fn intern(name: &str) -> KindName {
        let mut names = NAMES.write().unwrap_or_else(|e| e.into_inner());
        let known = names.iter().position(|n| *n == name);
        let index = known.unwrap_or_else(|| {
            names.push(Box::leak(name.to_string().into_boxed_str()));
            names.len() - 1
        });
        KindName(u16::try_from(index).expect("fewer than 65,536 names of tile kinds in a process"))
    }

    /// The number of a name in use.
    pub fn find(name: &str) -> Option<KindName> {
        let names = NAMES.read().unwrap_or_else(|e| e.into_inner());
        let index = names.iter().position(|n| *n == name)?;
        Some(KindName(index as u16))
    }

    pub fn as_str(self) -> &'static str {
        let names = NAMES.read().unwrap_or_else(|e| e.into_inner());
        names[self.0 as usize]
    }
}

impl fmt::Display for KindName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
