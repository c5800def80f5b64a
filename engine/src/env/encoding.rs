//! What an environment needs to turn a game into numbers.

use std::fmt;

use crate::game::{Game, Seat};

/// Numbers for actions: each legal action of a position has an index of its own below [`Codec::actions`].
///
/// Laws: for legal `a`, `index(p, a) < actions()` and `action(p, index(p, a)) == Some(a)`; so distinct
/// legal actions have distinct indices. What an index means depends on the position (tiles are numbered
/// by place), and is seen from the seat to move.
pub trait Codec<G: Game> {
    /// Name and date of this numbering. It changes whenever an index changes its meaning.
    fn codec_version(&self) -> &'static str;

    /// Number of indices.
    fn actions(&self) -> usize;

    /// The index of a legal action.
    fn index(&self, position: &G, action: G::Action) -> usize;

    /// The action of an index; it need not be legal. `None` if the index means nothing here.
    fn action(&self, position: &G, index: usize) -> Option<G::Action>;

    /// The blocks of indices, in order: what `docs/environment.md` shows.
    fn action_fields(&self) -> Vec<Field>;

    /// Fills `mask` (of length [`Codec::actions`]) with which indices are legal; `legal` are the legal
    /// actions of the position.
    fn fill_mask(&self, position: &G, legal: &[G::Action], mask: &mut [bool]) {
        mask.fill(false);
        for action in legal {
            mask[self.index(position, *action)] = true;
        }
    }
}

/// Numbers for positions: a vector of fixed length, seen by a seat.
pub trait Observation<G: Game> {
    /// Name and date of this encoding. It changes whenever a number changes its place or meaning.
    fn observation_version(&self) -> &'static str;

    /// Length of the vector.
    fn observation_len(&self) -> usize;

    /// Fills `out` (of length [`Observation::observation_len`]) with the position as `seat` sees it.
    fn observe(&self, position: &G, seat: Seat, out: &mut [f32]);

    /// The blocks of numbers, in order: what `docs/environment.md` shows.
    fn observation_fields(&self) -> Vec<Field>;
}

/// Both: all that an environment needs.
pub trait Encoding<G: Game>: Codec<G> + Observation<G> {}

impl<G: Game, E: Codec<G> + Observation<G>> Encoding<G> for E {}

/// A block of an encoding: its name, the lengths of its axes (the last runs fastest), the range of its
/// numbers, and what they mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Field {
    pub name: &'static str,
    pub shape: Vec<usize>,
    pub range: &'static str,
    pub meaning: &'static str,
}

impl Field {
    pub fn new(
        name: &'static str,
        shape: &[usize],
        range: &'static str,
        meaning: &'static str,
    ) -> Field {
        let shape = shape.to_vec();
        Field {
            name,
            shape,
            range,
            meaning,
        }
    }

    /// Numbers in the block.
    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// Has the block no numbers?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A row of a Markdown table: `name | shape | range | meaning`.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shape: Vec<String> = self.shape.iter().map(usize::to_string).collect();
        let (name, range, meaning) = (self.name, self.range, self.meaning);
        write!(
            f,
            "| `{name}` | {} | {range} | {meaning} |",
            shape.join("×")
        )
    }
}
