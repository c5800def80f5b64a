//! Test vectors: what an agent's nets said of some positions when its file was written.
//!
//! They tell a file that was changed, features that are no longer what they were, and a processor or a program that
//! computes something else.

use std::ops::ControlFlow;
use std::path::Path;

use moonbase_engine::chance::{mix, rng_for};
use moonbase_engine::{BySeat, Game, KeyedDice, Seat, Turn};
use serde::{Deserialize, Serialize};

use super::{AgentFile, AgentFileError};
use crate::features::Features;
use crate::net::{Batch, FastNet, Scratch};

/// The opinion of the net whose seat decides.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestVector {
    /// The position: of random play with this seed, before this decision (from 0, both seats counted).
    pub seed: u64,
    pub decision: u64,
    pub value: f32,
    /// A logit for each legal action, in the engine's order.
    pub logits: Vec<f32>,
}

/// The seed of new vectors.
const SEED: u64 = 1;

/// A seat's first decision and every so manieth of its decisions after it give a vector, up to so many.
const EVERY: u64 = 16;
const VECTORS: u64 = 3;

/// How far numbers may differ, as a share of one and their size: processors add up in different orders.
const TOLERANCE: f32 = 1e-4;

impl AgentFile {
    /// The agent with new test vectors, of games from `start`.
    pub fn with_vectors<G: Features>(mut self, start: &G) -> AgentFile {
        let mut own: BySeat<u64> = BySeat::new(0, 0);
        let (nets, mut vectors) = (self.fast_nets(), Vec::new());
        random_play(start, SEED, |decision, seat, position| {
            let due = own[seat].is_multiple_of(EVERY) && own[seat] < VECTORS * EVERY;
            if let Some(net) = nets[seat].as_ref().filter(|_| due) {
                vectors.push(vector(position, seat, net, decision));
            }
            own[seat] += 1;
            ControlFlow::Continue(())
        });
        self.manifest.vectors = vectors;
        self
    }

    /// Computes the test vectors again. `path` is for the message.
    ///
    /// # Errors
    /// The first that comes out otherwise.
    pub fn check_vectors<G: Features>(&self, path: &Path, start: &G) -> Result<(), AgentFileError> {
        let nets = self.fast_nets();
        for stored in &self.manifest.vectors {
            let mut found = None;
            random_play(start, stored.seed, |decision, seat, position| {
                if decision < stored.decision {
                    return ControlFlow::Continue(());
                }
                let net = nets[seat].as_ref();
                found = net.map(|net| vector(position, seat, net, decision));
                ControlFlow::Break(())
            });
            if !found.is_some_and(|found| found.agrees(stored)) {
                let decision = stored.decision;
                let fault =
                    format!("its net no longer says what was recorded (decision {decision})");
                let path = path.into();
                return Err(AgentFileError::Foreign { path, fault });
            }
        }
        Ok(())
    }

    fn fast_nets(&self) -> BySeat<Option<FastNet>> {
        BySeat::from_fn(|seat| self.nets[seat].as_ref().map(FastNet::new))
    }
}

impl TestVector {
    pub(super) fn is_finite(&self) -> bool {
        let mut numbers = self.logits.iter().chain([&self.value]);
        numbers.all(|number| number.is_finite())
    }

    fn agrees(&self, other: &TestVector) -> bool {
        let close = |a: &f32, b: &f32| (a - b).abs() <= TOLERANCE * (1.0 + b.abs());
        let mut logits = self.logits.iter().zip(&other.logits);
        self.logits.len() == other.logits.len()
            && close(&self.value, &other.value)
            && logits.all(|(a, b)| close(a, b))
    }
}

fn vector<G: Features>(position: &G, seat: Seat, net: &FastNet, decision: u64) -> TestVector {
    let (mut batch, mut scratch, mut actions) = (Batch::default(), Scratch::default(), Vec::new());
    position.legal_actions(&mut actions);
    batch.push(net.architecture(), position, seat, &actions);
    net.evaluate(&batch, &mut scratch);
    TestVector {
        seed: SEED,
        decision,
        value: scratch.values[0],
        logits: scratch.logits,
    }
}

/// Shows every decision of a random game, until the game or the spectator ends it.
fn random_play<G: Game>(
    start: &G,
    seed: u64,
    mut see: impl FnMut(u64, Seat, &G) -> ControlFlow<()>,
) {
    let (mut position, mut decision) = (start.clone(), 0);
    let (mut dice, mut rng) = (KeyedDice::new(mix(seed)), rng_for(seed, 1));
    loop {
        match position.turn() {
            Turn::Over(_) => return,
            Turn::Chance => {
                let outcome = dice.roll(&position);
                position.resolve_unchecked(outcome);
            }
            Turn::Decide(seat) => {
                if see(decision, seat, &position).is_break() {
                    return;
                }
                let action = position.random_action(&mut rng);
                position.play_unchecked(action);
                decision += 1;
            }
        }
    }
}
