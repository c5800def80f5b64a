//! Names of games that nobody can guess.

use std::fmt;
use std::str::FromStr;

use rand::TryRng;
use rand::rngs::{SysError, SysRng};

/// The name of a game on the server: 128 bits from the operating system. Whoever knows it may play, so it is never listed.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Id([u8; 16]);

impl Id {
    /// A new one.
    ///
    /// # Errors
    /// The operating system has no randomness to give.
    pub fn random() -> Result<Id, SysError> {
        let mut bytes = [0; 16];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Id(bytes))
    }
}

/// Not an id: ids are 32 small hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoId;

impl FromStr for Id {
    type Err = NoId;

    /// Takes only what [`fmt::Display`] prints, so that an id is a safe file name.
    fn from_str(text: &str) -> Result<Id, NoId> {
        let digits = |c: u8| c.is_ascii_digit() || (b'a'..=b'f').contains(&c);
        if text.len() != 32 || !text.bytes().all(digits) {
            return Err(NoId);
        }
        let number = u128::from_str_radix(text, 16).map_err(|_| NoId)?;
        Ok(Id(number.to_be_bytes()))
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

/// Logs show enough to tell games apart, and not enough to play them.
impl fmt::Debug for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}...", &self.to_string()[..6])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_ids_are_read_as_ids() {
        let id = Id::random().unwrap();
        assert_eq!(id.to_string().parse(), Ok(id));
        assert_ne!(id, Id::random().unwrap());
        let long = "0".repeat(33);
        let upper = "A".repeat(32);
        let signed = format!("+{}", "0".repeat(31));
        for text in ["", "..", "../../etc/passwd", &long, &upper, &signed] {
            assert_eq!(text.parse::<Id>(), Err(NoId), "{text}");
        }
    }

    #[test]
    fn logs_do_not_give_ids_away() {
        let id: Id = "0123456789abcdef0123456789abcdef".parse().unwrap();
        assert_eq!(format!("{id:?}"), "012345...");
    }
}
