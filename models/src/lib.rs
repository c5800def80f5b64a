//! Positions as numbers, and numbers as moves: codecs, features, nets and agent files.
//!
//! - [`encode`]: fixed-size action codecs and observations for environments;
//! - [`scripted`]: what somebody who knows a game thinks of its positions and actions;
//! - [`features`]: what a net sees of a position and of each legal action;
//! - [`net`]: the one architecture of all games, its burn graph for training and its fast path;
//! - [`tiled`]: what the games on laid tiles have in common;
//! - [`agent_file`]: a trained agent as one `.safetensors` file;
//! - [`onnx`]: nets for other programs.

pub mod agent_file;
pub mod crc;
pub mod encode;
pub mod features;
pub mod files;
mod hits;
pub mod net;
pub mod onnx;
pub mod protobuf;
pub mod scripted;
pub mod tiled;

pub use agent_file::{AgentFile, AgentFileError, Manifest, Rating, SearchSettings};
pub use crc::crc32c;
pub use features::Features;
pub use net::{Architecture, Batch, FastNet, Graph, Scratch, Weights};
pub use scripted::Scripted;
