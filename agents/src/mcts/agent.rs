//! The agent `mcts`.

use std::sync::Arc;
use std::time::Duration;

use moonbase_engine::chance::{mix, rng_for};
use moonbase_engine::{AbsoluteValue, Game, Seat};
use moonbase_models::Features;

use super::evaluation::{Constant, Judge};
use super::parallel::{Worker, run_apart, run_shared};
use super::report::Merged;
use super::search::{Core, Rules};
use super::settings::{Parallel, Settings};
use super::slot::Slot;
use crate::agent::{Agent, Decision, Spent, decider};
use crate::budget::{Budget, Meter};
use crate::forfeit::Forfeit;
use crate::net::{SeatNets, Trained};
use crate::policy::Policy;
use crate::scripted::Scripted;
use crate::spec::{AgentError, AgentSpec};
use crate::time::Remaining;

/// The agent `mcts`: see the module's documentation.
///
/// ```
/// use moonbase_agents::build;
/// use moonbase_engine::{Game, toy::{Nim, NimOptions}};
/// let mut agent = build::<Nim>(&"mcts:sims=500".parse().unwrap()).unwrap();
/// agent.new_game(1);
/// let start = Nim::new(&NimOptions::new(&[1, 2])).unwrap();
/// let decision = agent.decide(&start);
/// assert_eq!(decision.action.to_string(), "take:1:1");
/// assert!(decision.bounds.unwrap().is_proven());
/// ```
pub struct Mcts<G: Game> {
    settings: Settings,
    /// What a clock leaves for the next decision.
    on_clock: Option<Budget>,
    spec: AgentSpec,
    trained: Option<Trained>,
    nets: Option<Arc<SeatNets>>,
    pub(super) cores: Vec<Core<G>>,
    workers: Vec<Worker<G>>,
    /// The agent in the other seat, if it is known.
    opponent: Option<Arc<dyn Policy<G>>>,
}

impl<G: Scripted + Features> Mcts<G> {
    /// Reads all [`super::SETTINGS`] but `against=`, for which there is [`Mcts::knowing`].
    ///
    /// # Errors
    /// Values out of range; an agent file that cannot be used.
    pub fn from_spec(spec: &AgentSpec) -> Result<Self, AgentError> {
        let settings = Settings::from_spec(spec)?;
        let mut agent = Mcts {
            cores: (0..settings.trees)
                .map(|_| Core::new(settings.rules))
                .collect(),
            settings,
            on_clock: None,
            spec: spec.clone(),
            trained: None,
            nets: None,
            workers: Vec::new(),
            opponent: None,
        };
        if agent.settings.judgement.judge == Judge::Net {
            let trained = Trained::from_spec::<G>(spec)?;
            agent.nets = Some(Arc::new(trained.nets()));
            agent.trained = Some(trained);
        }
        agent.new_game(0);
        Ok(agent)
    }

    /// Takes the other seat, whichever that is, to be played by an agent with this policy (see [`super::model`]).
    pub fn knowing(mut self, opponent: Arc<dyn Policy<G>>) -> Self {
        let cores = self.cores.iter_mut();
        cores.for_each(|core| core.know(Some(opponent.clone())));
        self.opponent = Some(opponent);
        self
    }

    fn worker(&self, seed: u64, index: u64) -> Worker<G> {
        let evaluator_seed = rng_for(mix(seed), index);
        let judgement = self.settings.judgement;
        Worker {
            evaluator: judgement.evaluator(self.nets.as_ref(), evaluator_seed),
            slots: vec![Slot::default(); self.settings.batch],
            rng: rng_for(seed, index),
        }
    }

    /// Spends the budget; how many simulations that were, and the time.
    fn search(&mut self, position: &G) -> (u64, Duration) {
        let at_once = self.settings.threads * self.settings.batch;
        let budget = self.on_clock.take().unwrap_or(self.settings.budget);
        let mut meter = budget.start().at_once(at_once);
        self.cores.iter_mut().for_each(|core| core.begin(position));
        let sims = match self.settings.parallel {
            Parallel::Root => {
                let left = budget.less(meter.elapsed());
                let threads = self.settings.threads.min(self.cores.len());
                let meters = run_apart(&mut self.cores, &mut self.workers, left, threads);
                meters.iter().map(Meter::sims).sum()
            }
            Parallel::Tree => {
                run_shared(&mut self.cores[0], &mut self.workers, &mut meter);
                meter.sims()
            }
        };
        (sims, meter.elapsed())
    }

    fn spent(&self, sims: u64, time: Duration) -> Spent {
        let nodes = self.cores.iter().map(|core| core.tree.nodes.len()).sum();
        let depth = self.cores.iter().map(Core::deepest).max();
        Spent {
            depth: depth.unwrap_or(0),
            ..Spent::new(sims, nodes, time)
        }
    }
}

impl<G: Game> Mcts<G> {
    /// Steps that the simulations of the last decision took within the trees.
    pub fn steps(&self) -> u64 {
        self.cores.iter().map(Core::steps).sum()
    }
}

impl<G: Scripted + Features> Agent<G> for Mcts<G> {
    fn new_game(&mut self, seed: u64) {
        let workers = self.settings.trees.max(match self.settings.parallel {
            Parallel::Tree => self.settings.threads,
            Parallel::Root => 1,
        });
        self.workers = (0..workers as u64)
            .map(|index| self.worker(seed, index))
            .collect();
        self.cores.iter_mut().for_each(Core::forget);
    }

    fn decide(&mut self, position: &G) -> Decision<G::Action> {
        let seat = decider(position);
        let (sims, time) = self.search(position);
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let merged = Merged::of(&self.cores, &actions);
        let best = match &self.cores[..] {
            // One tree knows more than its statistics: sequential halving has a choice of its own.
            [core] => core.best_action(),
            _ => None,
        };
        let action = best.or_else(|| merged.best(&actions)).unwrap_or(actions[0]);
        Decision {
            action,
            thoughts: merged.thoughts(seat, &actions),
            value: Some(AbsoluteValue(merged.value().into()).seen_by(seat)),
            bounds: merged.bounds(seat),
            line: self.cores[0].line(action),
            spent: self.spent(sims, time),
        }
    }

    fn on_clock(&mut self, _: &G, remaining: &Remaining) -> Result<(), Forfeit> {
        self.on_clock = Some(self.settings.budget.on_clock(&self.spec, remaining));
        Ok(())
    }

    fn name(&self) -> String {
        self.spec.to_string()
    }

    fn check(&self, start: &G, seat: Seat) -> Result<(), AgentError> {
        if let Some(opponent) = &self.opponent {
            opponent.check(start, seat.other())?;
        }
        let trained = self.trained.as_ref();
        trained.map_or(Ok(()), |trained| trained.check(start, seat))
    }
}

/// The default search with an evaluator that costs nothing: what it takes is the tree work alone.
#[derive(Clone, Debug)]
pub struct TreeWork<G: Game> {
    core: Core<G>,
    slots: [Slot<G>; 1],
}

impl<G: Game> Default for TreeWork<G> {
    fn default() -> Self {
        let rules = Rules {
            reuse: false,
            ..Rules::default()
        };
        TreeWork {
            core: Core::new(rules),
            slots: [Slot::default()],
        }
    }
}

impl<G: Game> TreeWork<G> {
    /// Searches from `root` afresh. Returns the meter, and the number of steps taken in the tree.
    ///
    /// # Panics
    /// If no seat decides in the position.
    pub fn run(&mut self, root: &G, sims: u64) -> (Meter, u64) {
        decider(root);
        let mut meter = Budget::Sims(sims).start();
        self.core.begin(root);
        let slots = &mut self.slots;
        let mut rng = rng_for(1, 0);
        self.core.run(&mut meter, &mut Constant, slots, &mut rng);
        (meter, self.core.steps())
    }
}
