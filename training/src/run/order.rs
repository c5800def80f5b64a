//! The games of an iteration, as an order that anybody can carry out.

use std::sync::Arc;

use moonbase_engine::BySeat;
use moonbase_engine::chance::mix;
use moonbase_models::{FastNet, Weights};
use serde::{Deserialize, Serialize};

use super::opponents::fixed_agents;
use crate::episode::{Episode, Fixed, Table};
use crate::error::TrainError;
use crate::method::Method;
use crate::recipe::Recipe;
use crate::strength::Trainable;

/// All that the games of an iteration depend on, the rules apart.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Order {
    pub recipe: Recipe,
    /// From 0.
    pub iteration: u64,
    /// They have the numbers from 0 to one less.
    pub games: u64,
    /// The nets as they are now.
    pub weights: BySeat<Vec<f32>>,
    /// Past selves, the oldest first.
    pub past: BySeat<Vec<Vec<f32>>>,
}

/// Others that play a run's games.
pub trait Helpers: Send {
    /// All games of the order, in the order of their numbers; `None` if it was stopped. `done` is called for each game.
    ///
    /// # Errors
    /// A game that cannot be played.
    fn play(
        &mut self,
        order: &Order,
        done: &mut dyn FnMut(),
    ) -> Result<Option<Vec<Episode>>, TrainError>;
}

/// Who plays the games of an order.
pub struct Players<G> {
    pub(super) recipe: Recipe,
    pub(super) iteration: u64,
    /// Of this iteration.
    pub(super) seed: u64,
    start: G,
    method: Method,
    pub(super) nets: BySeat<Arc<FastNet>>,
    pub(super) past: BySeat<Vec<FastNet>>,
}

/// The seed of an iteration.
pub(super) fn seed_of(recipe: &Recipe, iteration: u64) -> u64 {
    mix(mix(recipe.seed).wrapping_add(iteration))
}

impl<G: Trainable> Players<G> {
    /// Those of games that begin at `start`.
    ///
    /// # Panics
    /// Nets that are not of the recipe's size, see [`Order::fits`].
    pub fn of(order: &Order, start: G) -> Players<G> {
        let recipe = &order.recipe;
        let architecture = recipe.architecture::<G>();
        let net = |values: &Vec<f32>| {
            FastNet::new(&Weights {
                architecture: architecture.clone(),
                values: values.clone(),
            })
        };
        Players {
            iteration: order.iteration,
            seed: seed_of(recipe, order.iteration),
            start,
            method: recipe.learner.method.at(order.iteration, recipe.iterations),
            nets: BySeat::from_fn(|seat| Arc::new(net(&order.weights[seat]))),
            past: BySeat::from_fn(|seat| order.past[seat].iter().map(net).collect()),
            recipe: order.recipe.clone(),
        }
    }

    /// The recipe's fixed agent, if there is one, for so many threads.
    ///
    /// # Errors
    /// It cannot be built, or not play this game.
    pub fn fixed_agents(&self, threads: usize) -> Result<Vec<Fixed<G>>, TrainError> {
        fixed_agents(&self.recipe.opponents, &self.start, threads)
    }

    /// A thread's table, with the fixed agent if there is one.
    pub fn table(&self, fixed: Option<Fixed<G>>) -> Table<'_, G> {
        Table::new(self.method, &self.nets).with(fixed)
    }

    /// Plays a game; it depends on the order and the game's number only.
    ///
    /// # Panics
    /// As [`Table::play`].
    pub fn play(&self, table: &mut Table<'_, G>, game: u64) -> Episode {
        table.play(&self.start, self.seated(game), mix(self.seed ^ mix(game)))
    }
}

impl Order {
    /// Are all nets of the recipe's size?
    pub fn fits<G: Trainable>(&self) -> bool {
        let size = self.recipe.architecture::<G>().size();
        let sound = |nets: &[&Vec<f32>]| nets.iter().all(|net| net.len() == size);
        let BySeat { first, second } = &self.past;
        sound(&[&self.weights.first, &self.weights.second])
            && first.iter().chain(second).all(|net| net.len() == size)
    }
}
