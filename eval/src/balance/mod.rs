//! The balance lab: what a rule does to who wins, and to the length of a game.
//!
//! Agents play a grid of rule options. Game number `i` has the same dice, keyed by event, in every cell of the grid and for all
//! agents, and the agents' own generators begin alike: differences between cells are taken game by game, which is the same as comparing
//! two treatments on the same patients. A difference's interval is right whether or not the dice make the two games alike; the more they do,
//! the narrower it is.
//!
//! The luck of each game's rolls, as the rules of thumb judge it, is noted beside its result and taken out of scores
//! and differences (see [`crate::luck`]): unbiased whatever they think.
//!
//! What is measured is the balance between these agents, not of perfect play. Two budgets of one search, or two kinds of agents, say how far the answer
//! depends on them.
//!
//! - [`plan`]: which rules, by whom, how often; the grid;
//! - [`store`]: the database;
//! - [`run`](mod@run): playing what is missing; [`away`], games that other processes play;
//! - [`report`]: figures of each cell, and what each value of an option does; [`sheet`]: the same as a page.

pub mod away;
pub mod plan;
pub mod report;
pub mod run;
pub mod sheet;
pub mod store;

#[cfg(test)]
mod tests;

pub use away::{CellWorker, add, item_of, place_of, specs_of};
pub use plan::{BalanceError, BalancePlan, Design, Grid, Lineup, Vary};
pub use report::BalanceReport;
pub use run::{Played, play_missing, play_rest};
pub use store::{GameRow, Place, Store};
