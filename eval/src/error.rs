//! What can go wrong while agents play.

use moonbase_agents::{AgentError, Forfeit};
use moonbase_engine::record::WordError;
use moonbase_engine::{OptionsError, PlayError};

/// Why a match could not be played; one line each.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum EvalError {
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error("agent `{agent}` played against the rules: {error}")]
    Illegal { agent: String, error: PlayError },
    /// Where a game given up is worth nothing.
    #[error("agent `{agent}` forfeits: {reason}")]
    Forfeit { agent: String, reason: Forfeit },
    #[error("agent `{agent}` expects what cannot happen: {error}")]
    Line { agent: String, error: WordError },
    #[error("a match needs at least one game")]
    NoGames,
    /// A solution that does not fit the game.
    #[error("{0}")]
    Solution(String),
    /// A job of another process that cannot be, or a result that is not of it.
    #[error("{0}")]
    Job(String),
    /// A thread panicked: a fault in an agent or in the engine.
    #[error("a game broke off: {0}")]
    Broken(String),
}
