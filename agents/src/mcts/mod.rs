//! Monte Carlo tree search through dice: one engine, its parts to choose from.
//!
//! | part | module | settings |
//! |---|---|---|
//! | the graph as flat arrays, the law of values, reuse, the memory bound | `tree`, `table`, `memory` | `dag`, `reuse`, `memory` |
//! | which action a simulation takes | `selection`, `gumbel` | `select`, `c`, `fpu` |
//! | which outcome of the dice it follows | `chance` | `chance`, `widen` |
//! | what a new position is judged by | `evaluation` | `eval`, `depth`, `epsilon`, `prior`, `file` |
//! | what the other seat is taken to do | `model` | `against` |
//! | what is proven | `proof` | `proven` |
//! | simulations, batches | `search`, `slot`, `descent`, `backup` | `sims`, `ms`, `nodes`, `batch` |
//! | threads | `parallel` | `threads`, `parallel`, `trees` |
//! | what is told about a decision | `report`, `agent` | |
//! | short searches for self-play | `improver` | |
//!
//! Each module opens with its formula and the paper; `docs/search.md` tells them in one page, with measurements.
//!
//! # Limits
//! The game must be acyclic for `dag=on`. Means converge to the exact value as visits concentrate on best actions, more slowly than
//! the bounds prove them in small positions. One seed gives one decision, except with `ms=` or with several threads
//! in one tree.

mod agent;
mod backup;
mod chance;
mod descent;
mod evaluation;
mod gumbel;
mod improver;
mod memory;
mod model;
mod parallel;
mod proof;
mod report;
mod search;
mod selection;
mod settings;
mod slot;
mod table;
mod tree;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod ufo_tests;

pub use agent::{Mcts, TreeWork};
pub use chance::ChanceRule;
pub use evaluation::Judge;
pub use improver::{Improvement, PolicyImprover};
pub(crate) use search::{Core, Rules};
pub(crate) use selection::Exploration;
pub use selection::Select;
pub(crate) use settings::AGAINST;
pub use settings::{Parallel, SETTINGS};
pub(crate) use slot::Slot;
