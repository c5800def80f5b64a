//! The net: action-conditioned scoring, one architecture for every game and any number of actions.
//!
//! ```text
//! t(i)    = tile encoder(features of tile i)            ReLU after each layer; the same weights for every tile
//! pool    = mean over i of t(i), max over i of t(i)     in no order: turning the board changes nothing
//! e       = trunk(state features, pool)                 ReLU after each layer
//! value   = tanh(value layers(e))                       seen by the seat that the features are of
//! h(a)    = ReLU(e · S + action features(a) · A + b)
//! logit(a) = scorer layers(h(a))                        policy = softmax over the legal actions
//! ```
//!
//! The tile encoder is optional; pooling over a set follows "Deep Sets" (Zaheer et al. 2017) and PointNet (Qi et al.
//! 2017). Without tiles the pool is zeros.
//!
//! [`Weights`] is the net as plain numbers: what is stored, optimised and averaged. [`Graph`] is
//! the same net in burn, for gradients; [`FastNet`] evaluates it without a graph, and agrees with
//! it within 1e-5.

mod architecture;
mod batch;
mod fast;
mod graph;
mod kernel;
mod weights;

pub use architecture::{Architecture, ArchitectureError, Layer};
pub use batch::Batch;
pub use fast::{FastNet, Scratch};
pub use graph::{Graph, OutputGradient};
pub use weights::Weights;
