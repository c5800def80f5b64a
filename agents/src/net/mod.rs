//! Trained nets as players.
//!
//! - `evaluator`: nets as an [`Evaluator`](crate::Evaluator), for any search;
//! - `trained`: an agent file that was read, and what games it fits;
//! - `settings`: how a net agent plays, as it stands in a spec;
//! - `policy`: what a net without a search plays, as a function of positions;
//! - `agent`: the agent `net`, from a file or from nets in memory.

mod agent;
mod evaluator;
mod policy;
mod settings;
mod trained;

#[cfg(test)]
mod tests;

pub use agent::{MakeNet, NetAgent};
pub use evaluator::{NetEvaluator, SeatNets, evaluation_of};
pub(crate) use policy::NetPolicy;
pub use settings::{NetSettings, SETTINGS};
pub(crate) use trained::Trained;
