//! Tile sets from files and from option values: refused, or written and read back the same.

use moonbase_engine::tiles::{MAX_FOREST, TileSet};
use serde_json::Value;

use super::input::assert_one_line;

pub fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match TileSet::from_toml(&text) {
        Ok(set) => check(&set),
        Err(error) => assert_one_line(error, &text),
    }
    let value = serde_json::from_str(&text).unwrap_or_else(|_| Value::String(text.into()));
    if let Ok(set) = TileSet::from_json(&value) {
        check(&set);
    }
}

fn check(set: &TileSet) {
    assert!((1..=MAX_FOREST).contains(&set.total()));
    assert!(
        set.kinds()
            .iter()
            .all(|kind| kind.mask() < 64 && kind.mask() > 0)
    );
    assert_eq!(TileSet::from_toml(&set.to_toml()).as_ref(), Ok(set));
    assert_eq!(TileSet::from_json(&set.to_json()).as_ref(), Ok(set));
}
