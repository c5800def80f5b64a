//! The policy of a net that plays without a search.

use std::sync::{Mutex, PoisonError};

use moonbase_engine::Seat;
use moonbase_models::Features;

use super::agent::most_probable;
use super::evaluator::{NetEvaluator, SeatNets};
use super::settings::NetSettings;
use super::trained::Trained;
use crate::policy::Policy;
use crate::spec::{AgentError, AgentSpec};

/// What `net:file=...` plays: the most probable action, or with a temperature a draw.
pub(crate) struct NetPolicy {
    nets: SeatNets,
    /// Evaluators that no thread is using: there are as many as threads ever asked at the same time.
    idle: Mutex<Vec<NetEvaluator>>,
    trained: Trained,
    temperature: f64,
}

impl NetPolicy {
    /// `None` if the spec asks for a search.
    ///
    /// # Errors
    /// As [`super::NetAgent::from_spec`].
    pub fn from_spec<G: Features>(spec: &AgentSpec) -> Result<Option<Self>, AgentError> {
        let trained = Trained::from_spec::<G>(spec)?;
        let settings = NetSettings::from_spec(spec, trained.file())?;
        Ok(settings.search.is_none().then(|| NetPolicy {
            nets: trained.nets(),
            idle: Mutex::default(),
            temperature: settings.temperature,
            trained,
        }))
    }
}

impl<G: Features> Policy<G> for NetPolicy {
    fn probabilities(&self, position: &G, actions: &[G::Action]) -> Vec<f64> {
        let temperature = match self.temperature {
            0.0 => 1.0,
            temperature => temperature as f32,
        };
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let found = idle().pop();
        let mut evaluator = found.unwrap_or_else(|| NetEvaluator::new(self.nets.clone()));
        let priors = evaluator.judge(position, actions, temperature).priors;
        idle().push(evaluator);
        if self.temperature > 0.0 {
            return priors.into_iter().map(f64::from).collect();
        }
        let chosen = most_probable(&priors);
        let certain = |place| if place == chosen { 1.0 } else { 0.0 };
        (0..actions.len()).map(certain).collect()
    }

    fn is_exact(&self) -> bool {
        true
    }

    fn check(&self, start: &G, seat: Seat) -> Result<(), AgentError> {
        self.trained.check(start, seat)
    }
}
