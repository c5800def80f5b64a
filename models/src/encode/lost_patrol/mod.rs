//! The encoding of `lost_patrol`: actions by verb, tile number and direction; positions field by field.

mod actions;
mod observation;

use moonbase_engine::lost_patrol::{Action, LostPatrol, LostPatrolOptions};

use super::Encoded;
use super::layout::Layout;
use super::tiles::{TileCode, TileEncoding, Writer, kinds_in_box, slots};

/// The encoding of `lost_patrol`; its sizes follow from the number of tiles and of kinds.
pub type LostPatrolEncoding = TileEncoding<LostPatrol>;

impl Encoded for LostPatrol {
    type Encoding = LostPatrolEncoding;

    fn encoding(options: &LostPatrolOptions) -> LostPatrolEncoding {
        LostPatrolEncoding::new(options)
    }
}

impl TileCode for LostPatrol {
    const CODEC_VERSION: &'static str = "lost_patrol-actions-2026-11";
    const OBSERVATION_VERSION: &'static str = "lost_patrol-observation-2026-11";
    const MOST_COUNTERS: f32 = observation::LURKERS;

    fn action_layout(options: &LostPatrolOptions) -> Layout {
        actions::layout(slots(&options.tiles))
    }

    fn observation_layout(options: &LostPatrolOptions) -> Layout {
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
