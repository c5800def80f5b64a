//! Why an agent outside this program loses a game that it cannot or will not go on with.

/// How much of a foreign text a reason shows.
const SHOWN: usize = 120;

/// An agent gives up the game in hand: it loses that game and nothing else. Each reason is one line, its kind first: what it quotes comes after `: `.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Forfeit {
    #[error("it cannot be started: {0}")]
    Start(String),
    /// Its clock had no time left.
    #[error("it ran out of time")]
    OutOfTime,
    #[error("no answer to `{asked}` within {millis} ms")]
    Late { asked: &'static str, millis: u64 },
    #[error("a flood of output: {0}")]
    Flood(String),
    #[error("it chose what is not legal: `{0}`")]
    Illegal(String),
    /// Not the protocol: what was said, and what is wrong with it.
    #[error("its answer to `{asked}` is none: {fault}")]
    Rubbish { asked: &'static str, fault: String },
    #[error("its output ended before it answered `{asked}`: {status}")]
    Ended { asked: &'static str, status: String },
    /// The bot itself says that it cannot go on.
    #[error("it gave up at `{asked}`: {said}")]
    Refused { asked: &'static str, said: String },
}

/// A foreign text for a line of a report: short, and without control characters.
pub(crate) fn shown(text: &str) -> String {
    let plain = |c: char| if c.is_control() { '?' } else { c };
    let mut start: String = text.chars().take(SHOWN).map(plain).collect();
    if text.chars().nth(SHOWN).is_some() {
        start += "...";
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_is_cut_and_cleaned() {
        assert_eq!(shown("a\tb\x1b[1m"), "a?b?[1m");
        assert_eq!(shown(&"x".repeat(500)).len(), SHOWN + 3);
        assert_eq!(shown(&"é".repeat(SHOWN)), "é".repeat(SHOWN));
    }
}
