//! One kind of a tile list: reading it, and what can be wrong with it.

use serde_json::{Map, Value};

use super::{TileKind, TileSetError};

/// Names that no kind may have.
const RESERVED: [&str; 3] = ["start", "ufo", "ship"];

/// Longest name of a kind, in characters.
const LONGEST: usize = 40;

const KEYS: [&str; 4] = ["kind", "exits", "heavy", "count"];

/// Reads the `nth` entry (from 1) of a list: `{"kind","exits","heavy","count"}`, all four given.
pub(super) fn read(tile: &Value, nth: usize) -> Result<TileKind, TileSetError> {
    let malformed = |what: &str| TileSetError::Malformed(format!("tile {nth} of the list {what}"));
    let table = tile
        .as_object()
        .ok_or_else(|| malformed("is not a table of kind, exits, heavy and count"))?;
    let name = table
        .get("kind")
        .ok_or_else(|| malformed("has no `kind`"))?;
    let name = name.as_str();
    let name = name.ok_or_else(|| malformed("must have a name in quotes as its `kind`"))?;
    read_named(name, table).map_err(|fault| {
        let kind = name.into();
        TileSetError::Kind { kind, fault }
    })
}

fn read_named(name: &str, table: &Map<String, Value>) -> Result<TileKind, String> {
    if let Some(key) = table.keys().find(|key| !KEYS.contains(&key.as_str())) {
        return Err(format!("unknown key `{key}`; keys: {}", KEYS.join(", ")));
    }
    let exits = want(table, "exits", "a list of whole numbers", |value| {
        value.as_array()?.iter().map(Value::as_i64).collect()
    })?;
    let heavy = want(table, "heavy", "true or false", Value::as_bool)?;
    let count = want(table, "count", "a whole number", Value::as_i64)?;
    let kind = name.into();
    Ok(TileKind {
        kind,
        exits,
        heavy,
        count,
    })
}

fn want<T>(
    table: &Map<String, Value>,
    key: &str,
    wanted: &str,
    read: impl Fn(&Value) -> Option<T>,
) -> Result<T, String> {
    let value = table
        .get(key)
        .ok_or_else(|| format!("`{key}` is missing"))?;
    read(value).ok_or_else(|| format!("`{key}` must be {wanted}, not {value}"))
}

/// What is wrong with a kind by itself.
pub(super) fn fault_of(kind: &TileKind) -> Option<String> {
    let legal = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    let name = kind.kind.as_str();
    if name.is_empty() || name.len() > LONGEST || !name.chars().all(legal) {
        return Some(format!(
            "a name is 1 to {LONGEST} letters, digits, `-` or `_`"
        ));
    }
    if RESERVED.contains(&name) {
        return Some("this name is taken by the game".into());
    }
    if let Some(wrong) = kind.exits.iter().find(|d| !(0..6).contains(*d)) {
        return Some(format!("exit {wrong} is not one of 0 to 5"));
    }
    if kind.exits.is_empty() {
        return Some("a tile needs an exit".into());
    }
    if kind.mask().count_ones() as usize != kind.exits.len() {
        return Some("an exit is named twice".into());
    }
    (kind.count < 0).then(|| format!("count {} is negative", kind.count))
}
