//! Helpers for reading the words of a notation.

use std::fmt::Display;

use crate::game::NotationError;
use crate::hex::Dir;

/// Takes only the one spelling that is written: `place:00,1` is not `place:0,1`.
///
/// # Errors
/// The word, with `what` it should have been, if nothing was parsed or it is spelled otherwise.
pub(crate) fn canonical<T: Display>(
    word: &str,
    parsed: Option<T>,
    what: &'static str,
) -> Result<T, NotationError> {
    let spelled_right = parsed.filter(|parsed| parsed.to_string() == word);
    spelled_right.ok_or_else(|| NotationError {
        word: word.into(),
        what,
    })
}

/// A number from 0 to `most`.
pub(crate) fn number(text: &str, most: u8) -> Option<u8> {
    text.parse().ok().filter(|n| *n <= most)
}

/// A direction 0 to 5.
pub(crate) fn dir(text: &str) -> Option<Dir> {
    number(text, 5)
}
