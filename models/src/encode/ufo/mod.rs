//! The encoding of `ufo`: actions by verb, tile number, direction and count; positions field by field.

mod actions;
mod observation;

use moonbase_engine::env::{Codec, Field, Observation};
use moonbase_engine::hex::Symmetry;
use moonbase_engine::ufo::{Action, Ufo, UfoOptions};
use moonbase_engine::{Game, Seat};

use super::Encoded;
use super::layout::{Layout, Turning};

/// The encoding of `ufo` under some rule options.
///
/// Tiles are numbered by `(q,r)` ascending, as in dumps; a number beyond the last tile is a free place.
/// Its sizes follow from the number of tiles, of kinds and of Aliens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UfoEncoding {
    actions: Layout,
    observation: Layout,
}

impl UfoEncoding {
    pub fn new(options: &UfoOptions) -> UfoEncoding {
        let slots = options.tiles.total() + 2;
        let in_box = options.tiles.kinds().iter().filter(|kind| kind.count > 0);
        UfoEncoding {
            actions: actions::layout(slots, options.aliens as usize),
            observation: observation::layout(slots, in_box.count()),
        }
    }

    pub fn action_layout(&self) -> &Layout {
        &self.actions
    }

    pub fn observation_layout(&self) -> &Layout {
        &self.observation
    }

    /// What a turn of the position's board does to indices and observations: `turned` of it moves each
    /// number to its place in the encoding of [`Ufo::turned`].
    pub fn turning(position: &Ufo, symmetry: Symmetry) -> Turning {
        Turning::new(symmetry, position.board().tiles().map(|(hex, _, _)| hex))
    }
}

impl Encoded for Ufo {
    type Encoding = UfoEncoding;

    fn encoding(options: &UfoOptions) -> UfoEncoding {
        UfoEncoding::new(options)
    }
}

impl Codec<Ufo> for UfoEncoding {
    fn codec_version(&self) -> &'static str {
        "ufo-actions-2026-11"
    }

    fn actions(&self) -> usize {
        self.actions.len()
    }

    #[inline]
    fn index(&self, position: &Ufo, action: Action) -> usize {
        actions::index(&self.actions, position, action)
    }

    fn action(&self, position: &Ufo, index: usize) -> Option<Action> {
        actions::action(&self.actions, position, index)
    }

    fn action_fields(&self) -> Vec<Field> {
        self.actions.fields()
    }
}

impl Observation<Ufo> for UfoEncoding {
    fn observation_version(&self) -> &'static str {
        "ufo-observation-2026-11"
    }

    fn observation_len(&self) -> usize {
        self.observation.len()
    }

    fn observe(&self, position: &Ufo, seat: Seat, out: &mut [f32]) {
        debug_assert_eq!(self, &Ufo::encoding(position.options()));
        observation::observe(&self.observation, position, seat, out);
    }

    fn observation_fields(&self) -> Vec<Field> {
        self.observation.fields()
    }
}
