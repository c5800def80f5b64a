//! Positions as rows of numbers, ready for a net.

use moonbase_engine::Seat;
use serde::{Deserialize, Serialize};

use super::Architecture;
use crate::features::{Features, Inputs};

/// Positions with their legal actions, as rows of numbers. The action rows of all positions
/// follow each other; position `i` owns the rows `starts[i]..starts[i + 1]`. So do the rows of tiles, if the net
/// looks at tiles.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// `len × state features`, row by row.
    pub states: Vec<f32>,
    /// `rows × action features`, row by row.
    pub actions: Vec<f32>,
    /// One more than there are positions; the last is the number of action rows.
    pub starts: Vec<usize>,
    /// `tile rows × tile features`, row by row; empty for a net that does not look at tiles.
    pub tiles: Vec<f32>,
    /// As `starts`, for tiles. Only `[0]` for a net that does not look at tiles.
    pub tile_starts: Vec<usize>,
}

impl Default for Batch {
    fn default() -> Self {
        Batch {
            states: Vec::new(),
            actions: Vec::new(),
            starts: vec![0],
            tiles: Vec::new(),
            tile_starts: vec![0],
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

    /// Number of tile rows.
    pub fn tile_rows(&self) -> usize {
        self.tile_starts[self.tile_starts.len() - 1]
    }

    /// Empties the batch and keeps its memory.
    pub fn clear(&mut self) {
        self.states.clear();
        self.actions.clear();
        self.starts.truncate(1);
        self.tiles.clear();
        self.tile_starts.truncate(1);
    }

    /// Adds a position as `seat` sees it, with these of its actions, for a net of this architecture. All positions of
    /// a batch are for the same.
    pub fn push<G: Features>(
        &mut self,
        architecture: &Architecture,
        position: &G,
        seat: Seat,
        actions: &[G::Action],
    ) {
        let (state, rows) = (self.states.len(), self.actions.len());
        self.states.resize(state + G::STATE_FEATURES, 0.0);
        let added = actions.len() * G::ACTION_FEATURES;
        self.actions.resize(rows + added, 0.0);
        self.starts.push(self.rows() + actions.len());
        let all_tiles = architecture.sees_tiles();
        let inputs = Inputs {
            state: &mut self.states[state..],
            actions: &mut self.actions[rows..],
            tiles: &mut self.tiles,
            all_tiles,
        };
        position.features(seat, actions, inputs);
        if all_tiles {
            let rows = self.tiles.len() / G::TILE_FEATURES.max(1);
            self.tile_starts.push(rows);
        }
    }

    /// Adds position `index` of `other` without its actions.
    pub fn push_state_from(&mut self, other: &Batch, index: usize, architecture: &Architecture) {
        let s = architecture.state_features;
        let state = &other.states[index * s..(index + 1) * s];
        self.states.extend_from_slice(state);
        self.starts.push(self.rows());
        if architecture.sees_tiles() {
            let t = architecture.tile_features;
            let (from, to) = (other.tile_starts[index], other.tile_starts[index + 1]);
            self.tiles.extend_from_slice(&other.tiles[from * t..to * t]);
            self.tile_starts.push(self.tile_rows() + to - from);
        }
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
