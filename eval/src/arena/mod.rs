//! Tournaments of many agents, kept in a database.
//!
//! Who meets plays pairs of games: both games of a pair have the same dice, keyed by event, and the agents swap seats;
//! pair `p` has the same dice in every pairing. The pairings take turns, pair by pair, so that a table is usable at any time.
//! Each pair is written to the database in one transaction as soon as it is played: a tournament that was stopped or killed goes on
//! without losing or repeating a pair, and ends with the same table as an unbroken one (if its agents' budgets are of simulations,
//! not of time).
//!
//! - [`plan`]: who plays whom, how often; [`course`]: what is played next, from the results alone;
//! - [`swiss`], [`knockout`], [`adaptive`]: the formats in which that hangs on results;
//! - [`contest`]: the tables of those that have their own;
//! - [`store`]: the database;
//! - [`run`](mod@run): playing what is missing; [`away`], pairs that other processes play;
//! - [`standing`]: the table: ratings for each seat, cross table, payoffs;
//! - [`lucky`]: scores with luck taken out;
//! - [`report`]: all that there is to say, and [`sheet`], the same as a page.

pub mod adaptive;
pub mod away;
pub mod contest;
pub mod course;
pub mod knockout;
pub mod lucky;
mod matching;
pub mod plan;
pub mod report;
pub mod run;
pub mod sheet;
pub mod standing;
pub mod store;
pub mod swiss;

#[cfg(test)]
mod tests;

pub use away::{PairWorker, add, item_of, slot_of, with_makers};
pub use contest::Contest;
pub use course::{Course, Scores, Slot};
pub use lucky::{WithoutLuck, without_luck};
pub use plan::{ArenaPlan, Format, PlanError};
pub use report::ArenaReport;
pub use run::{ArenaError, Played, play_missing, play_rounds};
pub use standing::Standing;
pub use store::{GameRow, Store, StoreError};
