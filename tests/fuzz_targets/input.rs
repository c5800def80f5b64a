//! Reading choices from a fuzzer's bytes.

use moonbase_engine::chance::mix;
use moonbase_engine::registry::Family;

/// Bytes, taken one after another; when they run out, numbers that follow from all of them.
pub struct Input<'a> {
    bytes: &'a [u8],
    beyond: u64,
}

impl<'a> Input<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        let beyond = bytes.iter().fold(0, |hash, b| mix(hash ^ u64::from(*b)));
        Input { bytes, beyond }
    }

    pub fn byte(&mut self) -> u8 {
        if let Some((first, rest)) = self.bytes.split_first() {
            self.bytes = rest;
            return *first;
        }
        self.beyond = mix(self.beyond);
        self.beyond as u8
    }

    pub fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    /// A number below `bound`, which must be positive.
    pub fn below(&mut self, bound: usize) -> usize {
        if bound <= 256 {
            usize::from(self.byte()) % bound
        } else {
            usize::from(self.word()) % bound
        }
    }

    pub fn family(&mut self) -> Family {
        Family::ALL[self.below(Family::ALL.len())]
    }

    /// Whether all bytes have been taken.
    pub fn is_spent(&self) -> bool {
        self.bytes.is_empty()
    }

    /// The bytes not taken yet as text, wrong UTF-8 replaced.
    pub fn text(self) -> String {
        String::from_utf8_lossy(self.bytes).into()
    }
}

/// Messages are one line, unless they quote line breaks that were given, as they are or as escapes; those
/// are spelt out by the faces that show them.
pub fn assert_one_line(error: impl std::fmt::Display, given: &str) {
    let text = error.to_string();
    let breaks = |c: char| c.is_control() || c == '\\';
    assert!(!text.is_empty());
    assert!(!text.contains('\n') || given.contains(breaks), "{text:?}");
}
