//! Tile sets: the kinds of forest (jungle) tiles in a box, as data.

mod file;
mod kind;
mod names;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use names::KindName;

/// At most so many forest tiles, so that all tiles fit one 64-bit mask.
pub const MAX_FOREST: usize = 60;

/// One kind of tile, as a tile list or tile-set file states it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileKind {
    pub kind: String,
    /// Directions with an exit, before the tile is turned.
    pub exits: Vec<i64>,
    pub heavy: bool,
    pub count: i64,
}

impl TileKind {
    /// Exits as a mask: bit `d` set for an exit in direction `d`.
    pub fn mask(&self) -> u8 {
        self.exits.iter().fold(0, |mask, d| mask | 1 << d)
    }
}

/// A checked list of tile kinds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileSet(Vec<TileKind>);

/// A fault of a tile set, with the kind it is in.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TileSetError {
    #[error("no tiles at all")]
    Empty,
    #[error("{0} tiles; at most {MAX_FOREST} are allowed")]
    TooMany(i64),
    #[error("kind `{kind}`: {fault}")]
    Kind { kind: String, fault: String },
    #[error("{0}")]
    Malformed(String),
    /// A fault of a tile-set file, with the line it is in, counted from 1.
    #[error("line {line}: {fault}")]
    Line {
        line: usize,
        fault: Box<TileSetError>,
    },
}

impl TileSetError {
    fn at(self, line: usize) -> TileSetError {
        let fault = Box::new(self);
        TileSetError::Line { line, fault }
    }
}

impl TileSet {
    /// A set of that name: `default` (28 tiles) or `mini` (8 tiles).
    pub fn named(name: &str) -> Option<TileSet> {
        match name {
            "default" => Some(TileSet(kinds(&DEFAULT))),
            "mini" => Some(TileSet(kinds(&MINI))),
            _ => None,
        }
    }

    /// Two tiles, for presets small enough to be solved exactly: the end tile lies two or three steps from the start.
    pub(crate) fn micro() -> TileSet {
        TileSet(kinds(&MICRO))
    }

    /// Checks a list of kinds.
    ///
    /// # Errors
    /// The first fault found, naming the kind.
    pub fn new(kinds: Vec<TileKind>) -> Result<TileSet, TileSetError> {
        match first_fault(&kinds) {
            Some((_, fault)) => Err(fault),
            None => TileSet::of_checked(kinds),
        }
    }

    /// A set of kinds that are right, one by one.
    fn of_checked(kinds: Vec<TileKind>) -> Result<TileSet, TileSetError> {
        let counts = kinds.iter().map(|kind| kind.count);
        match counts.fold(0, i64::saturating_add) {
            0 => Err(TileSetError::Empty),
            n if n > MAX_FOREST as i64 => Err(TileSetError::TooMany(n)),
            _ => Ok(TileSet(kinds)),
        }
    }

    /// Reads the option value: a name, or a list of `{"kind","exits","heavy","count"}`.
    ///
    /// # Errors
    /// What is wrong, naming the kind where there is one.
    pub fn from_json(value: &Value) -> Result<TileSet, TileSetError> {
        if let Some(name) = value.as_str() {
            let unknown =
                || TileSetError::Malformed(format!("no set `{name}`; sets: default, mini"));
            return TileSet::named(name).ok_or_else(unknown);
        }
        let unlike = || TileSetError::Malformed("expected the name of a set, or a list".into());
        let list = value.as_array().ok_or_else(unlike)?;
        let kinds = list
            .iter()
            .zip(1..)
            .map(|(tile, nth)| kind::read(tile, nth));
        TileSet::new(kinds.collect::<Result<_, _>>()?)
    }

    /// The option value: the name of a named set, or the list.
    pub fn to_json(&self) -> Value {
        for name in ["default", "mini"] {
            if TileSet::named(name).as_ref() == Some(self) {
                return Value::String(name.into());
            }
        }
        serde_json::to_value(&self.0).expect("a tile list is plain data")
    }

    pub fn kinds(&self) -> &[TileKind] {
        &self.0
    }

    /// Number of forest tiles.
    pub fn total(&self) -> usize {
        self.0.iter().map(|kind| kind.count as usize).sum()
    }
}

/// The first kind that is wrong, by its index, and its fault.
fn first_fault(kinds: &[TileKind]) -> Option<(usize, TileSetError)> {
    let mut names = BTreeSet::new();
    let mut faults = kinds.iter().map(|kind| {
        let twice = !names.insert(kind.kind.as_str());
        kind::fault_of(kind).or_else(|| twice.then(|| "named twice".into()))
    });
    let (index, fault) = faults
        .by_ref()
        .enumerate()
        .find_map(|(index, fault)| Some((index, fault?)))?;
    let kind = kinds[index].kind.clone();
    Some((index, TileSetError::Kind { kind, fault }))
}

type Row = (&'static str, &'static [i64], bool, i64);

/// The estimate of `shared/rules/tiles.md`: 22 plain and 6 heavy tiles.
const DEFAULT: [Row; 9] = [
    ("straight", &[0, 3], false, 7),
    ("straight-heavy", &[0, 3], true, 2),
    ("gentle", &[0, 2], false, 6),
    ("gentle-heavy", &[0, 2], true, 2),
    ("sharp", &[0, 1], false, 3),
    ("sharp-heavy", &[0, 1], true, 1),
    ("y", &[0, 2, 4], false, 5),
    ("y-heavy", &[0, 2, 4], true, 1),
    ("dead-end", &[0], false, 1),
];

const MINI: [Row; 4] = [
    ("straight-heavy", &[0, 3], true, 1),
    ("gentle", &[0, 2], false, 3),
    ("sharp", &[0, 1], false, 2),
    ("y", &[0, 2, 4], false, 2),
];

const MICRO: [Row; 2] = [
    ("straight-heavy", &[0, 3], true, 1),
    ("gentle", &[0, 2], false, 1),
];

fn kinds(rows: &[Row]) -> Vec<TileKind> {
    let row = |&(kind, exits, heavy, count): &Row| TileKind {
        kind: kind.into(),
        exits: exits.into(),
        heavy,
        count,
    };
    rows.iter().map(row).collect()
}

/// `mask` turned by `turns` steps clockwise.
pub const fn rotate(mask: u8, turns: u8) -> u8 {
    ((mask << turns) | (mask >> (6 - turns))) & 63
}

/// The distinct orientations of a mask, ascending.
pub fn orientations(mask: u8) -> arrayvec::ArrayVec<u8, 6> {
    let mut all: arrayvec::ArrayVec<u8, 6> = (0..6).map(|turns| rotate(mask, turns)).collect();
    all.sort_unstable();
    let mut distinct = arrayvec::ArrayVec::new();
    for mask in all {
        if distinct.last() != Some(&mask) {
            distinct.push(mask);
        }
    }
    distinct
}

/// Is this a straight: exactly two exits, opposite each other?
pub const fn is_straight(mask: u8) -> bool {
    mask == 0b001001 || mask == 0b010010 || mask == 0b100100
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_default_box_holds_28_tiles_six_of_them_heavy() {
        let set = TileSet::named("default").unwrap();
        let heavy: i64 = set
            .kinds()
            .iter()
            .filter(|k| k.heavy)
            .map(|k| k.count)
            .sum();
        assert_eq!((set.total(), heavy), (28, 6));
        assert_eq!(TileSet::named("mini").unwrap().total(), 8);
        for name in ["default", "mini"] {
            let set = TileSet::named(name).unwrap();
            assert_eq!(TileSet::new(set.kinds().to_vec()), Ok(set.clone()));
            assert_eq!(TileSet::from_json(&set.to_json()), Ok(set));
        }
    }

    #[test]
    fn orientations_are_distinct_and_ascending() {
        assert_eq!(orientations(0b001001).as_slice(), [9, 18, 36]);
        assert_eq!(orientations(0b010101).as_slice(), [21, 42]);
        assert_eq!(orientations(1).as_slice(), [1, 2, 4, 8, 16, 32]);
        assert_eq!(orientations(63).as_slice(), [63]);
    }

    #[test]
    fn faults_name_the_kind() {
        let faulty = |json: &str| {
            let value = serde_json::from_str(json).unwrap();
            TileSet::from_json(&value).unwrap_err().to_string()
        };
        let exit = faulty(r#"[{"kind":"a","exits":[0,6],"heavy":false,"count":1}]"#);
        assert_eq!(exit, "kind `a`: exit 6 is not one of 0 to 5");
        let count = faulty(r#"[{"kind":"b","exits":[0],"heavy":false,"count":-1}]"#);
        assert_eq!(count, "kind `b`: count -1 is negative");
        let none = faulty(r#"[{"kind":"b","exits":[0],"heavy":false,"count":0}]"#);
        assert_eq!(none, "no tiles at all");
        let many = faulty(r#"[{"kind":"b","exits":[0],"heavy":false,"count":61}]"#);
        assert_eq!(many, "61 tiles; at most 60 are allowed");
        let twice = r#"[{"kind":"b","exits":[0],"heavy":false,"count":1},{"kind":"b","exits":[0],"heavy":true,"count":1}]"#;
        assert_eq!(faulty(twice), "kind `b`: named twice");
        assert!(faulty(r#"[{"kind":"b","exits":[0],"heavy":false}]"#).contains("count"));
    }
}
