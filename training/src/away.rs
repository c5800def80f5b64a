//! Games of self-play that other processes play: see [`moonbase_eval::away`]. The job is an [`Order`] as bytes.

use moonbase_engine::registry::options_of;
use moonbase_eval::EvalError;
use moonbase_eval::away::{Item, Places, Worker, files_of, packed, strange, unpacked};

use crate::episode::Episode;
use crate::error::TrainError;
use crate::run::{Order, Players};
use crate::strength::Trainable;

/// Plays games of one iteration, one after the other.
pub struct GameWorker<G> {
    players: Players<G>,
    games: u64,
}

impl<G: Trainable> GameWorker<G> {
    /// # Errors
    /// Rules that cannot be, nets of another size, a fixed agent that cannot be built.
    pub fn new(mut order: Order, places: &Places) -> Result<GameWorker<G>, TrainError> {
        let recipe = &mut order.recipe;
        if let Some(agent) = &mut recipe.opponents.agent {
            let spec: moonbase_agents::AgentSpec = agent.parse()?;
            *agent = spec.with_files_at(places).to_string();
        }
        let rules = options_of::<G>(&recipe.game, &recipe.set)?;
        if !order.fits::<G>() {
            return Err(strange("a net of this size").into());
        }
        let players = Players::of(&order, G::new(&rules)?);
        players.fixed_agents(1)?;
        Ok(GameWorker {
            players,
            games: order.games,
        })
    }
}

impl<G: Trainable> Worker for GameWorker<G> {
    fn play(&mut self, items: &[Item]) -> Result<Vec<Vec<u8>>, EvalError> {
        let fixed = self.players.fixed_agents(1);
        let fixed = fixed.map_err(|error| EvalError::Job(error.to_string()))?;
        let mut table = self.players.table(fixed.into_iter().next());
        let one = |item: &Item| match item {
            [0, 0, game] if *game < self.games => packed(&self.players.play(&mut table, *game)),
            _ => Err(strange(item)),
        };
        items.iter().map(one).collect()
    }
}

/// The numbers of an order's games.
pub fn items_of(order: &Order) -> Vec<Item> {
    (0..order.games).map(|game| [0, 0, game]).collect()
}

/// The files that the recipe's fixed agent is made of.
///
/// # Errors
/// A malformed spec.
pub fn files(order: &Order) -> Result<Vec<String>, EvalError> {
    files_of(&order.recipe.opponents.agent)
}

/// Takes in the games of an order, in any order.
pub struct Intake(Vec<Option<Episode>>);

impl Intake {
    pub fn new(order: &Order) -> Intake {
        Intake((0..order.games).map(|_| None).collect())
    }

    /// Takes a game, as a worker has sent it.
    ///
    /// # Errors
    /// Bytes that are no game, a number that the order does not have.
    pub fn add(&mut self, item: Item, bytes: &[u8]) -> Result<(), EvalError> {
        let place = self.0.get_mut(item[2] as usize);
        *place.ok_or_else(|| strange(item))? = Some(unpacked(bytes)?);
        Ok(())
    }

    /// All games in the order of their numbers; `None` if any is missing.
    pub fn all(self) -> Option<Vec<Episode>> {
        self.0.into_iter().collect()
    }
}
