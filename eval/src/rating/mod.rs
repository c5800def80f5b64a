//! The statistics of tournaments: ratings, tests that stop early, payoffs, and who beats whom in circles.
//!
//! - [`results`]: what was played, as counts; games on the same dice are one sample;
//! - [`bradley_terry`]: Elo ratings for each seat, with draws and the first seat's advantage;
//! - [`bootstrap`]: intervals and the likelihood of superiority, by resampling pairs;
//! - [`pentanomial`]: a match as counts of the five scores of a pair; [`sprt`]: a match that stops as soon as it is decided;
//! - [`payoff`]: who gains how much from whom, split into a transitive and a cyclic part;
//! - [`nash`]: Nash averaging; [`alpha_rank`]: α-rank. Both stay sound where strength goes round in circles.
//!
//! `docs/ratings.md` says the same in plain words, with sources and limits.
//!
//! Glicko and TrueSkill are not here on purpose. They update a rating game by game, forget the past, and model
//! players whose strength drifts. Agents do not change and all their games are at hand, so that fitting all
//! games at once says more, does not depend on their order, and knows seats, draws and pairs.

pub mod alpha_rank;
pub mod bootstrap;
pub mod bradley_terry;
pub mod elo;
pub mod error;
pub mod linear;
pub mod nash;
pub mod payoff;
pub mod pentanomial;
pub mod results;
pub mod sprt;

#[cfg(test)]
mod reference;

pub use alpha_rank::{AlphaRank, SeatRank, alpha_rank, alpha_rank_seats};
pub use bootstrap::{Bootstrap, Interval, RatedAgent, RatingTable};
pub use bradley_terry::{BradleyTerry, Knowledge, Odds, Ratings};
pub use error::RatingError;
pub use linear::Matrix;
pub use nash::{NashAverage, nash_averaging};
pub use payoff::{Payoffs, Split, seat_payoffs};
pub use pentanomial::Pentanomial;
pub use results::{PairScore, Results, Score};
pub use sprt::Sprt;
