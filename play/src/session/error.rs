//! What can go wrong in a session, in one line each.

use std::fmt::Display;
use std::path::PathBuf;

use moonbase_agents::{AgentError, Forfeit};
use moonbase_engine::OptionsError;
use moonbase_engine::record::RecordError;
use moonbase_engine::registry::RegistryError;

use crate::files::FileError;

/// How many legal actions an error names.
const NAMED: usize = 8;

/// Why a session refused; nothing has changed.
#[derive(Debug, thiserror::Error)]
pub enum SessionError {
    #[error("{given} was given, but the game waits for {wanted}")]
    WrongTurn { given: &'static str, wanted: String },
    #[error("the game is over")]
    Over,
    #[error("there is no action {number}; give a number from 1 to {count}")]
    Number { number: usize, count: usize },
    #[error("`{word}` is not legal here; {hint}")]
    Illegal { word: String, hint: String },
    #[error("{outcome} cannot come of this; possible: {possible}")]
    Impossible { outcome: String, possible: String },
    #[error("nothing of yours is left to take back")]
    NothingToUndo,
    #[error("taking back is over: this game allows it {0} times")]
    NoTakebackLeft(u32),
    #[error("nothing was taken back that could be played again")]
    NothingToRedo,
    #[error("a hint is for whoever is to choose")]
    NoHint,
    #[error("no person plays, so nobody can resign")]
    NobodyResigns,
    #[error(
        "the agent {0} failed while thinking; take back, or save and load the game with another"
    )]
    AgentFailed(String),
    #[error("the agent {agent} gives up: {reason}; save and load the game with another")]
    AgentForfeits { agent: String, reason: Forfeit },
    #[error(transparent)]
    Agent(#[from] AgentError),
    #[error("the agent {agent} chose {action}, which is not legal")]
    AgentIllegal { agent: String, action: String },
    #[error("the record's tag `{tag}` cannot be {value}; valid: {valid}")]
    Tag {
        tag: String,
        value: String,
        valid: &'static str,
    },
    #[error(transparent)]
    Registry(#[from] RegistryError),
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error(transparent)]
    Record(#[from] RecordError),
    #[error("{} was changed by somebody else since this game was saved there, and is left alone", .0.display())]
    ChangedFile(PathBuf),
    #[error(transparent)]
    File(#[from] FileError),
}

impl SessionError {
    /// A word that is no legal action, with some that are: those that begin alike, or else the first.
    pub(super) fn illegal<A: Display>(word: &str, legal: &[A]) -> SessionError {
        let all: Vec<String> = legal.iter().map(A::to_string).collect();
        let alike = begin_alike(word, &all);
        let named = if alike.is_empty() { &all } else { &alike };
        let more = if named.len() > NAMED { " ..." } else { "" };
        let some = named[..named.len().min(NAMED)].join(" ");
        SessionError::Illegal {
            word: word.chars().take(40).collect(),
            hint: format!("legal: {some}{more}, or a number from 1 to {}", all.len()),
        }
    }
}

/// The legal words that share the longest beginning, up to a colon, with the word given.
fn begin_alike(word: &str, all: &[String]) -> Vec<String> {
    let mut head = word;
    while let Some(end) = head.rfind(':') {
        head = &head[..end];
        let start = format!("{head}:");
        let alike: Vec<String> = all
            .iter()
            .filter(|legal| legal.starts_with(&start))
            .cloned()
            .collect();
        if !alike.is_empty() {
            return alike;
        }
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_word_brings_up_those_like_it() {
        let legal = ["C:move:1", "G1:move:2", "G1:move:3", "end"];
        let message = |word: &str| SessionError::illegal(word, &legal).to_string();
        assert_eq!(
            message("G1:move:5"),
            "`G1:move:5` is not legal here; legal: G1:move:2 G1:move:3, or a number from 1 to 4"
        );
        assert_eq!(
            message("fly"),
            "`fly` is not legal here; legal: C:move:1 G1:move:2 G1:move:3 end, or a number from 1 to 4"
        );
        assert!(message(&"x".repeat(1000)).len() < 200);
    }
}
