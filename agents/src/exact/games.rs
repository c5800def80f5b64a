//! What is kept in the solution of each game.

use moonbase_engine::fg1::{self, Fg1};
use moonbase_engine::lost_patrol::{self, LostPatrol};
use moonbase_engine::toy::{Courier, Nim, Pig};
use moonbase_engine::ufo::{Lay, Phase, Task, Ufo};

use super::Solvable;

impl Solvable for Nim {}
impl Solvable for Pig {}
impl Solvable for Courier {}

impl Solvable for Ufo {
    /// The starts of turns, and the set-up.
    fn kept(&self) -> bool {
        let fresh = || {
            self.task() == Task::Idle
                && self.laying() == Lay::No
                && self.active().is_none()
                && self.activated() == 0
        };
        match self.phase() {
            Phase::Setup => true,
            Phase::Shado => fresh(),
            _ => false,
        }
    }

    fn representative(&self) -> Option<Self> {
        Some(self.canonical())
    }
}

impl Solvable for LostPatrol {
    /// The starts of turns, and the set-up.
    fn kept(&self) -> bool {
        match self.phase() {
            lost_patrol::Phase::Setup => true,
            lost_patrol::Phase::Patrol => {
                let fresh = self.active().is_none() && self.activated() == 0;
                fresh && self.task() == lost_patrol::Task::Idle
            }
            _ => false,
        }
    }

    fn representative(&self) -> Option<Self> {
        Some(self.canonical())
    }
}

impl Solvable for Fg1 {
    /// Between two actions.
    fn kept(&self) -> bool {
        self.phase() == fg1::Phase::Action
    }
}
