//! Games that other processes play, perhaps on other machines.
//!
//! A **job** is text or bytes that say all that its games depend on: a tournament's or a comparison's plan, an order of self-play. An
//! **item** is the number of a piece of it. A [`Worker`] is made of a job, wherever it is, and plays items; the same item gives the same bytes on
//! every machine (of agents whose budgets are of simulations, not of time; floating point of unlike processors apart). Who hands
//! out items and takes the bytes in is one process, the same that holds the database or learns: it knows what it has, so that an item which is
//! played twice, because a machine was lost, counts once.

use std::collections::BTreeMap;

use moonbase_agents::AgentSpec;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::error::EvalError;

/// What to play: a pairing's agents and its pair; a line-up, a cell and a game; or the number of a game, after two zeros.
pub type Item = [u64; 3];

/// Where the copies are of the files that a job's agents are made of, by the paths that the job names.
pub type Places = BTreeMap<String, String>;

/// Plays items of one job.
pub trait Worker: Send {
    /// Plays these items; what each gave, as bytes, in their order.
    ///
    /// # Errors
    /// An item that the job does not have, an agent that cannot be built or breaks the rules.
    fn play(&mut self, items: &[Item]) -> Result<Vec<Vec<u8>>, EvalError>;
}

/// The agents of a job, made of the copies of their files.
///
/// # Errors
/// A malformed spec.
pub fn specs_at(agents: &[String], places: &Places) -> Result<Vec<AgentSpec>, EvalError> {
    let spec = |text: &String| Ok(text.parse::<AgentSpec>()?.with_files_at(places));
    agents.iter().map(spec).collect()
}

/// The files that these agents are made of, each once.
///
/// # Errors
/// A malformed spec.
pub fn files_of<'a>(
    agents: impl IntoIterator<Item = &'a String>,
) -> Result<Vec<String>, EvalError> {
    let mut files = Vec::new();
    for agent in agents {
        files.extend(agent.parse::<AgentSpec>()?.files());
    }
    files.sort();
    files.dedup();
    Ok(files)
}

/// A result as bytes.
///
/// # Errors
/// None that plain data can bring.
pub fn packed(value: &impl Serialize) -> Result<Vec<u8>, EvalError> {
    postcard::to_stdvec(value).map_err(|error| EvalError::Job(error.to_string()))
}

/// What a worker has sent.
///
/// # Errors
/// Bytes that are not that.
pub fn unpacked<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, EvalError> {
    let other =
        |_| EvalError::Job("a worker sent what is no result; is it of another version?".into());
    postcard::from_bytes(bytes).map_err(other)
}

/// An item or a result that the job does not have.
pub fn strange(what: impl std::fmt::Debug) -> EvalError {
    EvalError::Job(format!("{what:?} is not of this job"))
}
