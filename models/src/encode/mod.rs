//! Fixed-size numbers for environments: what a learner outside needs (`docs/environment.md` has the tables).
//!
//! An encoding belongs to rule options: its sizes follow from the tile set and the like, so that small
//! games stay small. Nets of this crate see [`Features`](crate::features) instead.

mod fg1;
mod layout;
mod lost_patrol;
mod tiles;
mod ufo;

use moonbase_engine::Game;
use moonbase_engine::env::Encoding;

pub use fg1::Fg1Encoding;
pub use layout::{Axis, Block, Layout, Turning};
pub use lost_patrol::LostPatrolEncoding;
pub use tiles::{TileCode, TileEncoding};
pub use ufo::UfoEncoding;

/// A game with an encoding for [`moonbase_engine::env`].
///
/// ```
/// use moonbase_engine::{Game, env::{EnvSettings, TurnEnv}, ufo::{Ufo, UfoOptions}};
/// use moonbase_models::encode::Encoded;
/// let options = UfoOptions::default();
/// let mut env = TurnEnv::<Ufo, _>::new(&options, Ufo::encoding(&options), EnvSettings::default()).unwrap();
/// env.reset(1);
/// let last = env.last();
/// assert_eq!(last.info.action_mask.iter().filter(|legal| **legal).count(), 6); // lay:0,0:0 ...
/// ```
pub trait Encoded: Game {
    type Encoding: Encoding<Self> + Clone + Send + Sync;

    /// The encoding of games under these options.
    fn encoding(options: &Self::Options) -> Self::Encoding;
}
