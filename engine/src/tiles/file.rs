//! Tile-set files: a box of tiles as text that a person can write.
//!
//! ```toml
//! [[tile]]
//! kind = "straight"   # letters, digits, - and _; each name once
//! exits = [0, 3]      # 0 to 5, clockwise from the north
//! heavy = false       # is it heavy going?
//! count = 7           # how many the box holds
//! ```
//!
//! One table a kind, all four keys given, in the order in which draws list them. `docs/tiles.md` says
//! the same for players.

use std::fmt::Write;

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{TileSet, TileSetError, first_fault, kind};

impl TileSet {
    /// Reads a tile-set file.
    ///
    /// # Errors
    /// The first fault found, with its line and the kind it is in.
    ///
    /// ```
    /// use moonbase_engine::tiles::TileSet;
    /// let box_of_two = "[[tile]]\nkind = \"bend\"\nexits = [0, 2]\nheavy = true\ncount = 2\n";
    /// assert_eq!(TileSet::from_toml(box_of_two).unwrap().total(), 2);
    /// let fault = TileSet::from_toml(&box_of_two.replace("[0, 2]", "[0, 6]")).unwrap_err();
    /// assert_eq!(fault.to_string(), "line 1: kind `bend`: exit 6 is not one of 0 to 5");
    /// ```
    pub fn from_toml(text: &str) -> Result<TileSet, TileSetError> {
        let root = DeTable::parse(text).map_err(|error| syntax_error(text, &error))?;
        let (mut lines, mut kinds) = (Vec::new(), Vec::new());
        for (tile, nth) in tables(text, root.get_ref())?.iter().zip(1..) {
            let line = line_of(text, tile.span().start);
            let read = kind::read(&json_of(tile.get_ref()), nth);
            kinds.push(read.map_err(|fault| fault.at(line))?);
            lines.push(line);
        }
        match first_fault(&kinds) {
            Some((index, fault)) => Err(fault.at(lines[index])),
            None => TileSet::of_checked(kinds),
        }
    }

    /// The set as a tile-set file: [`TileSet::from_toml`] gives it back.
    pub fn to_toml(&self) -> String {
        let mut text = String::new();
        for kind in self.kinds() {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "[[tile]]\nkind = \"{}\"\nexits = {:?}\nheavy = {}\ncount = {}\n",
                kind.kind, kind.exits, kind.heavy, kind.count
            );
        }
        text.truncate(text.trim_end().len() + 1);
        text
    }
}

/// The list under `tile`, which is all that a file may hold.
fn tables<'a, 'i>(
    text: &str,
    root: &'a DeTable<'i>,
) -> Result<&'a [Spanned<DeValue<'i>>], TileSetError> {
    let malformed =
        |at: usize, fault: &str| TileSetError::Malformed(fault.into()).at(line_of(text, at));
    if let Some((key, _)) = root.iter().find(|(key, _)| key.get_ref() != "tile") {
        let fault = format!(
            "unknown key `{}`; a tile-set file holds [[tile]] tables only",
            key.get_ref().escape_debug()
        );
        return Err(malformed(key.span().start, &fault));
    }
    let Some(tiles) = root.get("tile") else {
        return Ok(&[]);
    };
    match tiles.get_ref() {
        DeValue::Array(list) => Ok(list),
        _ => Err(malformed(
            tiles.span().start,
            "write [[tile]], in double brackets, before each kind",
        )),
    }
}

/// The same value as JSON, of which tile lists are read.
fn json_of(value: &DeValue) -> Value {
    match value {
        DeValue::String(text) => text.as_ref().into(),
        DeValue::Integer(number) => match i64::from_str_radix(number.as_str(), number.radix()) {
            Ok(number) => number.into(),
            Err(_) => number.to_string().into(),
        },
        DeValue::Float(number) => number.to_string().into(),
        DeValue::Boolean(truth) => (*truth).into(),
        DeValue::Datetime(time) => time.to_string().into(),
        DeValue::Array(list) => list.iter().map(|value| json_of(value.get_ref())).collect(),
        DeValue::Table(table) => {
            let entries = table.iter().map(|(key, value)| {
                let key = key.get_ref().to_string();
                (key, json_of(value.get_ref()))
            });
            Value::Object(entries.collect::<Map<_, _>>())
        }
    }
}

fn syntax_error(text: &str, error: &toml::de::Error) -> TileSetError {
    let message = error.message().lines().next().unwrap_or_default();
    let fault = TileSetError::Malformed(format!("not TOML: {message}"));
    match error.span() {
        Some(span) => fault.at(line_of(text, span.start)),
        None => fault,
    }
}

/// The number of the line that holds a byte, counted from 1.
fn line_of(text: &str, byte: usize) -> usize {
    let before = text.as_bytes().iter().take(byte);
    1 + before.filter(|b| **b == b'\n').count()
}
