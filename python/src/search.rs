//! Our search, guided by Python: what a learner of AlphaZero's kind needs beside its net.

use std::sync::Mutex;

use moonbase_agents::puct::{PuctSearch, PuctSettings, RootNoise, Selection};
use moonbase_agents::{Budget, Evaluation};
use moonbase_engine::chance::rng_for;
use moonbase_engine::{SeatValue, Turn};
use pyo3::prelude::*;

use crate::agent::Decision;
use crate::fault::{fault, guarded, locked};
use crate::game::{Door, spot_of};
use crate::position::Position;
use crate::state::State;
use crate::turns::position_in;

/// How to search, and what to ask.
pub struct Quest<'a> {
    pub settings: PuctSettings,
    pub sims: u64,
    pub seed: u64,
    /// Which decision of this seed it is.
    pub count: u64,
    pub evaluate: &'a Py<PyAny>,
}

/// Why a search broke off.
pub enum Broken {
    /// An exception of the evaluation's.
    Raised(PyErr),
    Said(String),
}

impl From<String> for Broken {
    fn from(said: String) -> Broken {
        Broken::Said(said)
    }
}

/// Searches from a position.
///
/// # Errors
/// Nobody decides there; the evaluation raises or gives what is none.
pub fn searched<G: Door>(position: &dyn Position, quest: &Quest<'_>) -> Result<Decision, Broken> {
    let spot = spot_of::<G>(position)?;
    let Turn::Decide(_) = spot.position.turn() else {
        return Err(Broken::Said(
            "a search begins where a seat has a choice".into(),
        ));
    };
    let mut rng = rng_for(quest.seed, quest.count);
    let mut search = PuctSearch::<G>::new(quest.settings);
    search.reset(&spot.position);
    let mut meter = Budget::Sims(quest.sims).start();
    while meter.another() {
        if let Selection::Judge { position, actions } = search.select(&mut rng) {
            let state = State::of(position_in(&spot.table, position));
            let asked = Python::attach(|py| ask(py, quest.evaluate, state, actions.len()));
            search.judge(&asked.map_err(Broken::Raised)?, &mut rng);
        }
    }
    Ok(Decision::of(spot, &search.decision(&meter)))
}

fn ask(py: Python<'_>, evaluate: &Py<PyAny>, state: State, actions: usize) -> PyResult<Evaluation> {
    let told = evaluate.bind(py).call1((state,))?;
    let (value, priors): (f64, Option<Vec<f32>>) = told.extract().map_err(|_| {
        fault("an evaluation is a pair: a value in [-1, 1], and a list of priors or None")
    })?;
    if !(-1.0..=1.0).contains(&value) {
        return Err(fault(format!(
            "an evaluation's value is in [-1, 1], not {value}"
        )));
    }
    let priors = priors.unwrap_or_else(|| vec![1.0; actions]);
    let total: f32 = priors.iter().sum();
    let sound = priors.iter().all(|prior| *prior >= 0.0) && total > 0.0 && total.is_finite();
    if priors.len() != actions || !sound {
        return Err(fault(format!(
            "priors are a number from 0 on for each of the {actions} legal actions, in their order, not all 0"
        )));
    }
    let priors = priors.iter().map(|prior| prior / total).collect();
    Ok(Evaluation {
        value: SeatValue(value),
        priors,
    })
}

/// Our search through dice (PUCT), guided by Python: `Search(evaluate, sims=100, c=1.5, noise=None, seed=0)`.
///
/// `evaluate(state)` gives the value for the seat that decides, in [-1, 1], and a prior for each legal action in the order of `state.legal()`
/// (any numbers from 0 on, which are made to sum to 1), or `None` for equal ones. `noise=(share, alpha)` mixes Dirichlet noise into the root's
/// priors, as self-play does. One seed gives one result for the same questions in the same order.
#[pyclass(module = "moonbase", frozen)]
pub struct Search {
    evaluate: Py<PyAny>,
    settings: PuctSettings,
    #[pyo3(get)]
    sims: u64,
    /// The seed, and the decisions since it was set.
    stream: Mutex<(u64, u64)>,
}

#[pymethods]
impl Search {
    #[new]
    #[pyo3(signature = (evaluate, sims=100, c=1.5, noise=None, seed=0))]
    fn new(
        evaluate: Bound<'_, PyAny>,
        sims: u64,
        c: f64,
        noise: Option<(f64, f64)>,
        seed: u64,
    ) -> PyResult<Search> {
        if !evaluate.is_callable() {
            return Err(fault("evaluate must be a function of a state"));
        }
        if !(1..=1_000_000_000).contains(&sims) || !(0.0..=100.0).contains(&c) {
            return Err(fault("sims must be 1..1000000000, and c 0..100"));
        }
        let noise = noise.map(|(share, alpha)| RootNoise { share, alpha });
        if noise.is_some_and(|n| {
            !(0.0..=1.0).contains(&n.share) || !(0.001..=1000.0).contains(&n.alpha)
        }) {
            return Err(fault("noise must be (share 0..1, alpha 0.001..1000)"));
        }
        let settings = PuctSettings {
            c,
            noise,
            ..PuctSettings::default()
        };
        let (evaluate, stream) = (evaluate.unbind(), Mutex::new((seed, 0)));
        Ok(Search {
            evaluate,
            settings,
            sims,
            stream,
        })
    }

    /// Begins anew with a seed.
    #[pyo3(signature = (seed=0))]
    fn new_game(&self, seed: u64) {
        *locked(&self.stream) = (seed, 0);
    }

    /// The most visited action, with what the search thought of all. Raises what `evaluate` raises.
    fn decide(&self, py: Python<'_>, state: &State) -> PyResult<Decision> {
        let (seed, count) = {
            let mut stream = locked(&self.stream);
            stream.1 += 1;
            *stream
        };
        let (settings, sims, evaluate) = (self.settings, self.sims, &self.evaluate);
        let quest = Quest {
            settings,
            sims,
            seed,
            count,
            evaluate,
        };
        let (position, mut raised) = (state.position(), None);
        let found = py.detach(|| {
            guarded(|| match position.rules().searched(position, &quest) {
                Ok(decision) => Ok(decision),
                Err(Broken::Said(said)) => Err(said),
                Err(Broken::Raised(error)) => {
                    raised = Some(error);
                    Err(String::new())
                }
            })
        });
        match raised {
            Some(error) => Err(error),
            None => found.map_err(fault),
        }
    }

    fn __call__(&self, py: Python<'_>, state: &State) -> PyResult<Decision> {
        self.decide(py, state)
    }
}
