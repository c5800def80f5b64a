//! The numbers of actions that bots are told beside their names.

use moonbase_engine::Game;
use moonbase_engine::env::Codec;
use moonbase_engine::fg1::Fg1;
use moonbase_engine::lost_patrol::LostPatrol;
use moonbase_engine::toy::{Courier, Nim, Pig};
use moonbase_engine::ufo::Ufo;
use moonbase_models::encode::Encoded;

/// A game whose actions may have numbers: those of its environment's action codec (`docs/environment.md`).
pub trait Indexed: Game {
    /// Name and date of the numbering; `None` without one.
    fn codec_version(_options: &Self::Options) -> Option<&'static str> {
        None
    }

    /// The number of each of these legal actions.
    fn indices(&self, _legal: &[Self::Action]) -> Option<Vec<usize>> {
        None
    }
}

/// Numbers by the encoding of [`Encoded`].
macro_rules! indexed {
    ($($game:ty),*) => {$(
        impl Indexed for $game {
            fn codec_version(options: &Self::Options) -> Option<&'static str> {
                Some(Self::encoding(options).codec_version())
            }

            fn indices(&self, legal: &[Self::Action]) -> Option<Vec<usize>> {
                let encoding = Self::encoding(self.options());
                Some(legal.iter().map(|action| encoding.index(self, *action)).collect())
            }
        }
    )*};
}

indexed!(Ufo, LostPatrol, Fg1);

impl Indexed for Nim {}
impl Indexed for Pig {}
impl Indexed for Courier {}
