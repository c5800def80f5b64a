//! Defensive fire: whether to answer a move, and who.

use moonbase_engine::fg1::Action;

use super::ground::Ground;

/// What a shot must be worth to be fired here, and not at somebody or something better later.
const WAIT: f32 = 0.15;

impl Ground<'_> {
    /// A shot that works stops the mover and ends the other side's initiative.
    pub fn answer(&self, action: Action) -> f32 {
        match action {
            Action::Fire { firers, target } => self.firing(firers, target),
            _ => WAIT,
        }
    }
}
