//! Reinforcement-learning environments over any [`Game`](crate::Game) with an [`Encoding`].
//!
//! Three forms share one [`Episode`]: a position, dice keyed by the episode's seed, and a step limit.
//! Chance is resolved inside; every observation is one of a seat that has a choice, or of the end.
//! - [`TurnEnv`], both seats by turns, as PettingZoo's AEC: `reset`, `agent_selection`, `last`, `step`;
//! - [`SeatEnv`], one seat against an [`Opponent`], as Gymnasium: `reset`, `step`;
//! - [`VectorEnv`], many games in one call, finished ones begun anew, in arrays that are never moved.
//!
//! The same seed and the same actions give the same episode. No form reads a clock, starts a thread or
//! holds a generator that a seed did not set. Rewards are 0 but at the end, where they are the game's
//! returns in [-1, 1] from the seat's point of view; the two seats' sum to 0. `terminated` says that the
//! game has ended, `truncated` that the step limit was reached first (reward 0). `docs/environment.md` of
//! the project has all of it in tables.

mod encoding;
mod episode;
mod seat;
mod turns;
mod vector;

pub use encoding::{Codec, Encoding, Field, Observation};
pub use episode::{Ending, EnvError, EnvSettings, Episode, IllegalPolicy};
pub use seat::{Opponent, RandomOpponent, SeatEnv, Transition};
pub use turns::{Info, Last, TurnEnv};
pub use vector::{Batch, VectorEnv, episode_seed};
