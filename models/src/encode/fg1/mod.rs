//! The encoding of `fg1`: actions by verb, base and direction; positions base by base.
//!
//! Bases are numbered as the seat that looks (in actions: that moves) has them: its own by number, then the other
//! side's. So both seats see a board alike, but for left and right: a board reflected, with the sides swapped, has
//! the same numbers with directions reflected and places across of the other sign, see [`Fg1Encoding::reflected`].

mod actions;
mod observation;

use moonbase_engine::env::{Codec, Field, Observation};
use moonbase_engine::fg1::{Action, Fg1, Fg1Options};
use moonbase_engine::hex::Symmetry;
use moonbase_engine::{Game, Seat};

use super::Encoded;
use super::layout::{Layout, Turning};

/// The encoding of `fg1`; its sizes follow from the number of bases.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fg1Encoding {
    actions: Layout,
    observation: Layout,
}

/// The reflection that leaves north where it is.
const LEFT_TO_RIGHT: Symmetry = Symmetry {
    mirror: true,
    turns: 1,
};

impl Fg1Encoding {
    fn new(options: &Fg1Options) -> Fg1Encoding {
        let bases = bases_a_side(options);
        Fg1Encoding {
            actions: actions::layout(bases),
            observation: observation::layout(bases),
        }
    }

    pub fn action_layout(&self) -> &Layout {
        &self.actions
    }

    pub fn observation_layout(&self) -> &Layout {
        &self.observation
    }

    /// The index of the same action on the reflected board, by the other seat.
    pub fn reflected_action(&self, index: usize) -> usize {
        let image = self.actions.turned(&reflection(), index);
        actions::turned_the_other_way(&self.actions, image)
    }

    /// What the other seat sees of the reflected board with the sides swapped, from an observation.
    pub fn reflected(&self, observation: &[f32], out: &mut [f32]) {
        let turning = reflection();
        for (index, value) in observation.iter().enumerate() {
            let image = self.observation.turned(&turning, index);
            let (image, value) = observation::swapped(&self.observation, image, *value);
            out[image] = value;
        }
    }
}

fn reflection() -> Turning {
    Turning::new(LEFT_TO_RIGHT, std::iter::empty())
}

/// Numbers of bases that either side needs.
fn bases_a_side(options: &Fg1Options) -> usize {
    let count = |side| options.scenario.bases_of(side).count();
    count(Seat::First).max(count(Seat::Second))
}

impl Encoded for Fg1 {
    type Encoding = Fg1Encoding;

    fn encoding(options: &Fg1Options) -> Fg1Encoding {
        Fg1Encoding::new(options)
    }
}

impl Codec<Fg1> for Fg1Encoding {
    fn codec_version(&self) -> &'static str {
        "fg1-actions-2026-12"
    }

    fn actions(&self) -> usize {
        self.actions.len()
    }

    fn index(&self, position: &Fg1, action: Action) -> usize {
        actions::index(&self.actions, position, action)
    }

    fn action(&self, position: &Fg1, index: usize) -> Option<Action> {
        actions::action(&self.actions, position, index)
    }

    fn action_fields(&self) -> Vec<Field> {
        self.actions.fields()
    }
}

impl Observation<Fg1> for Fg1Encoding {
    fn observation_version(&self) -> &'static str {
        "fg1-observation-2026-12"
    }

    fn observation_len(&self) -> usize {
        self.observation.len()
    }

    fn observe(&self, position: &Fg1, seat: Seat, out: &mut [f32]) {
        debug_assert_eq!(
            self.observation,
            observation::layout(bases_a_side(position.options())),
            "the encoding is one of other options"
        );
        out.fill(0.0);
        observation::write(&self.observation, position, seat, out);
    }

    fn observation_fields(&self) -> Vec<Field> {
        self.observation.fields()
    }
}
