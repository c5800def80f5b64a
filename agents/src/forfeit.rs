//! Why an agent outside this program loses a game that it cannot or will not go on with.

/// An agent gives up the game in hand: it loses that game and nothing else. Each reason is one line.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Forfeit {
    #[error("it cannot be started: {0}")]
    Start(String),
    #[error("no answer to `{asked}` within {millis} ms")]
    Late { asked: &'static str, millis: u64 },
    #[error("a flood of output: {0}")]
    Flood(String),
    #[error("it chose `{0}`, which is not legal")]
    Illegal(String),
    /// Not the protocol: what was said, and what is wrong with it.
    #[error("its answer to `{asked}` is none: {fault}")]
    Rubbish { asked: &'static str, fault: String },
    #[error("its output ended before it answered `{asked}` ({status})")]
    Ended { asked: &'static str, status: String },
    /// The bot itself says that it cannot go on.
    #[error("it gave up at `{asked}`: {said}")]
    Refused { asked: &'static str, said: String },
}
