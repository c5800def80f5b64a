//! The agent that plays a trained net, from an agent file or from memory.
//!
//! Without search it takes the action that the policy holds most probable, or with `temperature=t` draws
//! action a with probability proportional to p(a)^(1/t). With `sims=` or `ms=` the net guides a
//! [`PuctSearch`].

use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::{Game, Seat};
use moonbase_models::Features;
use rand::RngExt;

use super::evaluator::{NetEvaluator, SeatNets};
use super::settings::NetSettings;
use super::trained::Trained;
use crate::agent::{Agent, Decision, Thought, decider};
use crate::budget::Budget;
use crate::forfeit::Forfeit;
use crate::puct::PuctSearch;
use crate::registry::MakeAgent;
use crate::spec::{AgentError, AgentSpec};
use crate::time::Remaining;

/// The agent `net`.
pub struct NetAgent<G: Game> {
    name: String,
    /// The file and its manifest, to check that a game fits; `None` for nets made here.
    origin: Option<Trained>,
    /// What it was made from, if from a spec.
    spec: Option<AgentSpec>,
    nets: SeatNets,
    evaluator: NetEvaluator,
    search: PuctSearch<G>,
    settings: NetSettings,
    /// What a clock leaves for the next decision.
    on_clock: Option<Budget>,
    rng: MoonRng,
    actions: Vec<G::Action>,
}

impl<G: Features> NetAgent<G> {
    /// An agent of nets in memory.
    ///
    /// # Panics
    /// If there is no net at all.
    pub fn new(name: &str, nets: SeatNets, settings: NetSettings) -> Self {
        NetAgent {
            name: name.into(),
            origin: None,
            spec: None,
            evaluator: NetEvaluator::new(nets.clone()),
            nets,
            search: PuctSearch::new(settings.puct),
            settings,
            on_clock: None,
            rng: rng_for(0, 0),
            actions: Vec::new(),
        }
    }

    /// Reads `net:file=...`, with `sims=` or `ms=`, `c=`, `temperature=` and `rules=any`.
    ///
    /// # Errors
    /// No file or one that cannot be used for this game; values out of range.
    pub fn from_spec(spec: &AgentSpec) -> Result<Self, AgentError> {
        let trained = Trained::from_spec::<G>(spec)?;
        let settings = NetSettings::from_spec(spec, trained.file())?;
        let mut agent = NetAgent::new(&spec.to_string(), trained.nets(), settings);
        agent.origin = Some(trained);
        agent.spec = Some(spec.clone());
        Ok(agent)
    }

    fn decide_by_policy(&mut self, position: &G) -> Decision<G::Action> {
        position.legal_actions(&mut self.actions);
        let temperature = match self.settings.temperature {
            0.0 => 1.0,
            temperature => temperature as f32,
        };
        let evaluation = self.evaluator.judge(position, &self.actions, temperature);
        let chosen = if self.settings.temperature == 0.0 {
            most_probable(&evaluation.priors)
        } else {
            draw(&evaluation.priors, &mut self.rng)
        };
        let thought = |(action, prior): (&G::Action, &f32)| Thought {
            action: *action,
            visits: 0,
            value: None,
            prior: Some(f64::from(*prior)),
            bounds: None,
        };
        let thoughts = self.actions.iter().zip(&evaluation.priors).map(thought);
        let action = self.actions[chosen];
        Decision {
            thoughts: thoughts.collect(),
            value: Some(evaluation.value),
            line: vec![action.to_string()],
            ..Decision::plain(action)
        }
    }
}

/// The first of the most probable.
pub(super) fn most_probable(priors: &[f32]) -> usize {
    let mut best = 0;
    for (i, prior) in priors.iter().enumerate() {
        if *prior > priors[best] {
            best = i;
        }
    }
    best
}

fn draw(priors: &[f32], rng: &mut MoonRng) -> usize {
    let mut left = rng.random::<f32>();
    for (i, prior) in priors.iter().enumerate() {
        left -= prior;
        if left < 0.0 {
            return i;
        }
    }
    // Rounding can leave a crumb.
    most_probable(priors)
}

impl<G: Features> Agent<G> for NetAgent<G> {
    fn new_game(&mut self, seed: u64) {
        self.rng = rng_for(seed, 0);
    }

    /// # Panics
    /// If no seat decides, or one for which there is no net: [`Agent::check`] says so beforehand.
    fn decide(&mut self, position: &G) -> Decision<G::Action> {
        let seat = decider(position);
        assert!(self.nets[seat].is_some(), "no net for {}", G::SEATS[seat]);
        let Some(budget) = self.settings.search else {
            return self.decide_by_policy(position);
        };
        let budget = self.on_clock.take().unwrap_or(budget);
        let (search, rng) = (&mut self.search, &mut self.rng);
        let meter = search.run(position, budget, &mut self.evaluator, rng);
        search.decision(&meter)
    }

    /// Where the policy plays alone, it still does.
    fn on_clock(&mut self, _: &G, remaining: &Remaining) -> Result<(), Forfeit> {
        if let (Some(budget), Some(spec)) = (self.settings.search, &self.spec) {
            self.on_clock = Some(budget.on_clock(spec, remaining));
        }
        Ok(())
    }

    fn name(&self) -> String {
        self.name.clone()
    }

    fn check(&self, start: &G, seat: Seat) -> Result<(), AgentError> {
        let missing = || AgentError::File {
            agent: "net".into(),
            reason: format!("no net for {}", G::SEATS[seat]),
        };
        match &self.origin {
            Some(trained) => trained.check(start, seat),
            None => self.nets[seat].as_ref().map(|_| ()).ok_or_else(missing),
        }
    }
}

/// Makes agents of nets in memory, such as those of a run.
#[derive(Clone)]
pub struct MakeNet {
    pub name: String,
    pub nets: SeatNets,
    pub settings: NetSettings,
}

impl<G: Features> MakeAgent<G> for MakeNet {
    fn make(&self) -> Result<Box<dyn Agent<G>>, AgentError> {
        let agent = NetAgent::new(&self.name, self.nets.clone(), self.settings);
        Ok(Box::new(agent))
    }

    fn name(&self) -> String {
        self.name.clone()
    }
}
