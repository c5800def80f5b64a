//! What can be wrong with results or settings.

/// Why a figure cannot be worked out; one line each. Agents are named by their number.
#[derive(Clone, Copy, PartialEq, Debug, thiserror::Error)]
pub enum RatingError {
    #[error("agent {agent} is named, but there are only {agents}")]
    NoAgent { agent: usize, agents: usize },
    #[error("agents {0} and {1} have not met in both seats; the payoffs need every pairing")]
    NotMet(usize, usize),
    #[error(
        "agent {0} in the first seat has not met agent {1} in the second; payoffs by seat need all such games, also of an agent with itself"
    )]
    NoGame(usize, usize),
    #[error("elo0 ({elo0}) must be less than elo1 ({elo1}), and both finite")]
    Hypotheses { elo0: f64, elo1: f64 },
    #[error("alpha ({alpha}) and beta ({beta}) must be above 0, and less than 1 together")]
    ErrorRates { alpha: f64, beta: f64 },
    #[error("the standard deviation of the prior must be above 0 and finite, not {0}")]
    Prior(f64),
    #[error("the selection strength must be above 0 and finite, and the population at least 2")]
    Selection,
    #[error("payoffs must be a table of finite numbers with a row and a column at least")]
    Payoffs,
}
