//! Rule options: one value per game, set by name.

use serde_json::Value;
use std::fmt::Debug;

use crate::tiles::TileSet;

/// Name, meaning and valid values of one rule option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OptionInfo {
    pub name: &'static str,
    /// The valid values, in words: `1..12`, `true or false`, `winner or owner`.
    pub values: &'static str,
    pub help: &'static str,
}

/// A refused option, in one line that says what would have been right.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionsError {
    #[error("unknown option `{name}`; valid options: {valid}")]
    Unknown { name: String, valid: String },
    #[error("option `{name}` cannot be `{value}`; valid: {valid}")]
    Invalid {
        name: String,
        value: String,
        valid: String,
    },
    #[error("tile set: {0}")]
    Tiles(#[from] crate::tiles::TileSetError),
    #[error("scenario: {0}")]
    Scenario(#[from] crate::fg1::ScenarioError),
}

/// The rule options of a game: named, with presets, read and written as JSON values.
pub trait RuleOptions: Clone + PartialEq + Debug + Default + Send + Sync + 'static {
    /// The options, in the order of the rule file.
    fn infos() -> &'static [OptionInfo];

    /// The named presets of the game; the first is the game's own name with all defaults.
    fn presets() -> Vec<(&'static str, Self)>;

    /// Sets one option.
    ///
    /// # Errors
    /// Unknown names and values out of range, with the valid ones.
    fn set(&mut self, name: &str, value: &Value) -> Result<(), OptionsError>;

    /// The option's value as JSON.
    ///
    /// # Panics
    /// If there is no option of that name; names come from [`RuleOptions::infos`].
    fn get(&self, name: &str) -> Value;

    /// Sets one option from `name=value` text; the value is JSON, or else taken as a string.
    ///
    /// # Errors
    /// As [`RuleOptions::set`], or a text without `=`.
    fn set_text(&mut self, assignment: &str) -> Result<(), OptionsError> {
        let Some((name, text)) = assignment.split_once('=') else {
            return Err(OptionsError::Invalid {
                name: assignment.into(),
                value: String::new(),
                valid: "NAME=VALUE".into(),
            });
        };
        let value = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.into()));
        self.set(name, &value)
    }

    /// The options that differ from `base`, as a JSON object.
    fn difference(&self, base: &Self) -> serde_json::Map<String, Value> {
        let names = Self::infos().iter().map(|info| info.name);
        names
            .filter(|name| self.get(name) != base.get(name))
            .map(|name| (name.to_string(), self.get(name)))
            .collect()
    }
}

/// The error for a name that is not among `infos`.
pub fn unknown_option(name: &str, infos: &[OptionInfo]) -> OptionsError {
    let valid: Vec<&str> = infos.iter().map(|info| info.name).collect();
    OptionsError::Unknown {
        name: name.into(),
        valid: valid.join(", "),
    }
}

/// The error for a value outside what `infos` says of `name`.
pub fn invalid_option(name: &str, value: &Value, infos: &[OptionInfo]) -> OptionsError {
    let valid = infos.iter().find(|info| info.name == name);
    OptionsError::Invalid {
        name: name.into(),
        value: value.as_str().map_or(value.to_string(), str::to_string),
        valid: valid.map_or("", |info| info.values).into(),
    }
}

/// A JSON integer in `range`, or `None`.
pub fn integer_in(value: &Value, range: std::ops::RangeInclusive<u64>) -> Option<u64> {
    value.as_u64().filter(|n| range.contains(n))
}

/// The index in `words` of a JSON string, or `None`.
pub fn word_of(value: &Value, words: &[&str]) -> Option<usize> {
    let text = value.as_str()?;
    words.iter().position(|word| *word == text)
}

/// An entry of [`RuleOptions::infos`].
pub(crate) const fn info(
    name: &'static str,
    values: &'static str,
    help: &'static str,
) -> OptionInfo {
    OptionInfo { name, values, help }
}

/// The entry of the option `tiles`, which games of tiles share.
pub(crate) const TILES_INFO: OptionInfo = info(
    "tiles",
    "default, mini, or a list of {\"kind\",\"exits\",\"heavy\",\"count\"}",
    "the tile set",
);

/// The value that goes with a JSON string, or `None`.
pub(crate) fn one_of<T: Copy>(value: &Value, words: &[&str; 2], values: [T; 2]) -> Option<T> {
    word_of(value, words).map(|index| values[index])
}

/// The mask of a list of ids, bit `i` for `ids[i]`: at least one, none twice; or `None`. On the
/// command line `C,G1,I1` will do.
pub(crate) fn mask_of_ids(value: &Value, ids: &[&str]) -> Option<u8> {
    let listed: Vec<&str> = match value {
        Value::String(text) => text.split(',').collect(),
        _ => {
            let listed = value.as_array()?.iter().map(Value::as_str);
            listed.collect::<Option<_>>()?
        }
    };
    let mut mask = 0;
    for id in listed {
        let bit = 1 << ids.iter().position(|known| *known == id)?;
        if mask & bit != 0 {
            return None;
        }
        mask |= bit;
    }
    (mask != 0).then_some(mask)
}

/// Sets an option of a game on tiles: the tile set, or another one by `assign`, which gives `None` for a value
/// that is out of range.
pub(crate) fn set_with_tiles<O: RuleOptions>(
    options: &mut O,
    (name, value): (&str, &Value),
    tiles: impl FnOnce(&mut O) -> &mut TileSet,
    assign: impl FnOnce(&mut O, &str, &Value) -> Option<()>,
) -> Result<(), OptionsError> {
    let infos = O::infos();
    if !infos.iter().any(|info| info.name == name) {
        return Err(unknown_option(name, infos));
    }
    if name == TILES_INFO.name {
        *tiles(options) = TileSet::from_json(value)?;
        return Ok(());
    }
    assign(options, name, value).ok_or_else(|| invalid_option(name, value, infos))
}
