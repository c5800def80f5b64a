//! The encoding of `ufo`: actions by verb, tile number, direction and count; positions field by field.

mod actions;
mod observation;

use moonbase_engine::ufo::{Action, Ufo, UfoOptions};

use super::Encoded;
use super::layout::Layout;
use super::tiles::{TileCode, TileEncoding, Writer, kinds_in_box, slots};

/// The encoding of `ufo`; its sizes follow from the number of tiles, of kinds and of Aliens.
pub type UfoEncoding = TileEncoding<Ufo>;

impl Encoded for Ufo {
    type Encoding = UfoEncoding;

    fn encoding(options: &UfoOptions) -> UfoEncoding {
        UfoEncoding::new(options)
    }
}

impl TileCode for Ufo {
    const CODEC_VERSION: &'static str = "ufo-actions-2026-11";
    const OBSERVATION_VERSION: &'static str = "ufo-observation-2026-11";
    const MOST_COUNTERS: f32 = observation::DOZEN;

    fn action_layout(options: &UfoOptions) -> Layout {
        actions::layout(slots(&options.tiles), options.aliens as usize)
    }

    fn observation_layout(options: &UfoOptions) -> Layout {
        observation::layout(slots(&options.tiles), kinds_in_box(&options.tiles))
    }

    #[inline]
    fn action_index(&self, layout: &Layout, action: Action) -> usize {
        actions::index(layout, self, action)
    }

    fn indexed_action(&self, layout: &Layout, index: usize) -> Option<Action> {
        actions::action(layout, self, index)
    }

    fn write_own(&self, writer: &mut Writer) {
        observation::write_own(writer, self);
    }
}
