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
//! Without scorer layers the scorer is *factored*: embedding and action meet in a product only, as in Ji He et al. 2016
//! (DRRN), here with the action's features as they are:
//!
//! ```text
//! logit(a) = action features(a) · (e · S + c)
//! ```
//!
//! That costs one matrix product a position and a dot product an action, but two numbers of an action matter together only
//! if a feature says so.
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

pub(crate) use architecture::Scorer;
pub use architecture::{Architecture, ArchitectureError, Layer};
pub use batch::Batch;
pub use fast::{FastNet, Scratch};
pub use graph::{Graph, OutputGradient};
pub use weights::Weights;
