//! The net: action-conditioned scoring, one architecture for every game and any number of actions.
//!
//! ```text
//! e       = trunk(state features)                       ReLU after each layer
//! value   = tanh(value layers(e))                       seen by the seat that the features are of
//! h(a)    = ReLU(e · S + action features(a) · A + b)
//! logit(a) = scorer layers(h(a))                        policy = softmax over the legal actions
//! ```
//!
//! [`Weights`] is the net as plain numbers: what is stored, optimised and averaged. [`Graph`] is
//! the same net in burn, for gradients; [`FastNet`] evaluates it without a graph, and agrees with
//! it within 1e-5.

mod architecture;
mod fast;
mod graph;
mod kernel;
mod weights;

pub use architecture::{Architecture, ArchitectureError, Layer};
pub use fast::{FastNet, Scratch};
pub use graph::{Graph, OutputGradient};
pub use weights::Weights;

/// Positions with their legal actions, as rows of numbers. The action rows of all positions
/// follow each other; position `i` owns the rows `starts[i]..starts[i + 1]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Batch {
    /// `len × state features`, row by row.
    pub states: Vec<f32>,
    /// `rows × action features`, row by row.
    pub actions: Vec<f32>,
    /// One more than there are positions; the last is the number of action rows.
    pub starts: Vec<usize>,
}

impl Default for Batch {
    fn default() -> Self {
        Batch {
            states: Vec::new(),
            actions: Vec::new(),
            starts: vec![0],
        }
    }
}

impl Batch {
    /// Number of positions.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Number of action rows.
    pub fn rows(&self) -> usize {
        self.starts[self.len()]
    }

    /// Empties the batch and keeps its memory.
    pub fn clear(&mut self) {
        self.states.clear();
        self.actions.clear();
        self.starts.truncate(1);
    }

    /// Adds a position as `seat` sees it, with these of its actions.
    pub fn push<G: crate::Features>(
        &mut self,
        position: &G,
        seat: moonbase_engine::Seat,
        actions: &[G::Action],
    ) {
        let (state, rows) = (self.states.len(), self.actions.len());
        self.states.resize(state + G::STATE_FEATURES, 0.0);
        let added = actions.len() * G::ACTION_FEATURES;
        self.actions.resize(rows + added, 0.0);
        self.starts.push(self.rows() + actions.len());
        let (state, rows) = (&mut self.states[state..], &mut self.actions[rows..]);
        position.features(seat, actions, state, rows);
    }

    /// Adds position `index` of `other` without its actions.
    pub fn push_state_from(&mut self, other: &Batch, index: usize, architecture: &Architecture) {
        let s = architecture.state_features;
        let state = &other.states[index * s..(index + 1) * s];
        self.states.extend_from_slice(state);
        self.starts.push(self.rows());
    }

    /// Adds position `index` of `other`.
    pub fn push_from(&mut self, other: &Batch, index: usize, architecture: &Architecture) {
        let a = architecture.action_features;
        let (from, to) = (other.starts[index], other.starts[index + 1]);
        self.push_state_from(other, index, architecture);
        self.actions
            .extend_from_slice(&other.actions[from * a..to * a]);
        let last = self.len();
        self.starts[last] += to - from;
    }
}
