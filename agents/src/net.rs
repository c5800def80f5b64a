//! The agent that plays a trained net from an agent file.
//!
//! Without search it takes the action that the policy holds most probable, or with `temperature=t` draws
//! action a with probability proportional to p(a)^(1/t). With `sims=` or `ms=` the net guides a
//! [`PuctSearch`].

use std::path::{Path, PathBuf};
use std::sync::Arc;

use moonbase_engine::chance::{MoonRng, rng_for};
use moonbase_engine::{BySeat, Game, Seat, SeatValue};
use moonbase_models::{AgentFile, Batch, FastNet, Features, Scratch};
use rand::RngExt;

use crate::agent::{Agent, Decision, Thought, decider};
use crate::budget::Budget;
use crate::evaluator::{Evaluation, Evaluator, Query, uniform};
use crate::puct::{PuctSearch, PuctSettings};
use crate::registry::{MakeAgent, SettingInfo};
use crate::spec::{AgentError, AgentSpec};

/// The settings of `net`.
pub const SETTINGS: [SettingInfo; 6] = [
    setting("file", "a path", "none", "the agent file"),
    setting(
        "sims",
        "1..1000000000",
        "the file's",
        "simulations for a decision",
    ),
    setting(
        "ms",
        "1..3600000",
        "none",
        "milliseconds for a decision, instead of sims",
    ),
    setting("c", "0..100", "1.5", "weight of the policy in the search"),
    setting(
        "temperature",
        "0..100",
        "0",
        "0: the most probable action; else draw, the more evenly the higher",
    ),
    setting(
        "rules",
        "same or any",
        "same",
        "any: play also under other rule options than in training",
    ),
];

const fn setting(
    key: &'static str,
    values: &'static str,
    default: &'static str,
    help: &'static str,
) -> SettingInfo {
    SettingInfo {
        key,
        values,
        default,
        help,
    }
}

/// Nets for one seat or both.
pub type SeatNets = BySeat<Option<Arc<FastNet>>>;

/// Judges positions by nets. Where the seat to move has none, all actions look alike, and the value
/// is the other seat's opinion.
#[derive(Clone)]
pub struct NetEvaluator {
    nets: SeatNets,
    batch: Batch,
    scratch: Scratch,
}

impl NetEvaluator {
    /// # Panics
    /// If there is no net at all.
    pub fn new(nets: SeatNets) -> Self {
        assert!(nets.first.is_some() || nets.second.is_some(), "a net");
        NetEvaluator {
            nets,
            batch: Batch::default(),
            scratch: Scratch::default(),
        }
    }

    /// The net's policy at `temperature` and its value, for the seat to move.
    fn judge<G: Features>(
        &mut self,
        position: &G,
        actions: &[G::Action],
        temperature: f32,
    ) -> Evaluation {
        let seat = decider(position);
        self.batch.clear();
        if let Some(net) = &self.nets[seat] {
            self.batch.push(net.architecture(), position, seat, actions);
            net.evaluate(&self.batch, &mut self.scratch);
            return Evaluation {
                value: SeatValue(self.scratch.values[0].into()),
                priors: softmax(&self.scratch.logits, temperature),
            };
        }
        let other = seat.other();
        if let Some(net) = &self.nets[other] {
            self.batch.push(net.architecture(), position, other, &[]);
            net.evaluate(&self.batch, &mut self.scratch);
        }
        Evaluation {
            value: SeatValue((-self.scratch.values[0]).into()),
            priors: uniform(actions.len()),
        }
    }
}

/// Probabilities proportional to exp(logit / temperature).
fn softmax(logits: &[f32], temperature: f32) -> Vec<f32> {
    let largest = logits.iter().copied().fold(f32::MIN, f32::max);
    let weigh = |logit: &f32| ((logit - largest) / temperature).exp();
    let mut weights: Vec<f32> = logits.iter().map(weigh).collect();
    let total: f32 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= total);
    weights
}

impl<G: Features> Evaluator<G> for NetEvaluator {
    fn evaluate(&mut self, position: &G, actions: &[G::Action]) -> Evaluation {
        self.judge(position, actions, 1.0)
    }

    fn evaluate_batch(&mut self, queries: &[Query<'_, G>]) -> Vec<Evaluation> {
        let one = |query: &Query<'_, G>| self.judge(query.position, query.actions, 1.0);
        queries.iter().map(one).collect()
    }
}

/// How a net agent plays.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct NetSettings {
    /// 0: always the most probable action.
    pub temperature: f64,
    /// Search with this budget; `None`: the policy alone.
    pub search: Option<Budget>,
    pub puct: PuctSettings,
    /// Play also under other rule options than the nets were trained with.
    pub any_rules: bool,
}

/// The agent `net`.
pub struct NetAgent<G: Game> {
    name: String,
    /// The file and its manifest, to check that a game fits; `None` for nets made here.
    origin: Option<Trained>,
    nets: SeatNets,
    evaluator: NetEvaluator,
    search: PuctSearch<G>,
    settings: NetSettings,
    rng: MoonRng,
    actions: Vec<G::Action>,
}

/// An agent file that was read, and how a spec wants it used.
#[derive(Clone)]
pub(crate) struct Trained {
    origin: Arc<Origin>,
    any_rules: bool,
}

struct Origin {
    agent: String,
    path: PathBuf,
    file: AgentFile,
}

impl Trained {
    /// Reads `file=` and `rules=any`.
    ///
    /// # Errors
    /// No file or one that cannot be used for this game.
    pub(crate) fn from_spec<G: Features>(spec: &AgentSpec) -> Result<Trained, AgentError> {
        let path = spec.get("file").ok_or_else(|| AgentError::Missing {
            agent: spec.name.clone(),
            key: "file",
        })?;
        let refused = |e: moonbase_models::AgentFileError| AgentError::File {
            agent: spec.name.clone(),
            reason: e.to_string(),
        };
        let path = Path::new(path);
        let file = AgentFile::read(path).map_err(refused)?;
        file.check::<G>(path, None).map_err(refused)?;
        let origin = Origin {
            agent: spec.name.clone(),
            path: path.into(),
            file,
        };
        Ok(Trained {
            origin: Arc::new(origin),
            any_rules: any_rules(spec)?,
        })
    }

    /// The file's nets, ready for use.
    pub(crate) fn nets(&self) -> SeatNets {
        let net = |weights: &Option<_>| weights.as_ref().map(|w| Arc::new(FastNet::new(w)));
        let nets = &self.origin.file.nets;
        BySeat::new(net(&nets.first), net(&nets.second))
    }

    /// Does the file fit a game that starts so, for this seat?
    ///
    /// # Errors
    /// Other rules than in training, or no net for the seat.
    pub(crate) fn check<G: Features>(&self, start: &G, seat: Seat) -> Result<(), AgentError> {
        let Origin { agent, path, file } = &*self.origin;
        let options = (!self.any_rules).then(|| start.options());
        let fits = file.check::<G>(path, options);
        let fits = fits.and_then(|()| file.net::<G>(path, seat).map(|_| ()));
        fits.map_err(|e| AgentError::File {
            agent: agent.clone(),
            reason: e.to_string(),
        })
    }
}

fn any_rules(spec: &AgentSpec) -> Result<bool, AgentError> {
    match spec.get("rules") {
        None | Some("same") => Ok(false),
        Some("any") => Ok(true),
        Some(value) => Err(AgentError::Invalid {
            agent: spec.name.clone(),
            key: "rules".into(),
            value: value.into(),
            valid: "same or any".into(),
        }),
    }
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
            evaluator: NetEvaluator::new(nets.clone()),
            nets,
            search: PuctSearch::new(settings.puct),
            settings,
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
        let settings = settings_of(spec, &trained.origin.file)?;
        let mut agent = NetAgent::new(&spec.to_string(), trained.nets(), settings);
        agent.origin = Some(trained);
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

fn settings_of(spec: &AgentSpec, file: &AgentFile) -> Result<NetSettings, AgentError> {
    let asked = spec.get("sims").is_some() || spec.get("ms").is_some();
    let default = u64::from(file.manifest.search.simulations);
    let search = match (asked, default) {
        (false, 0) => None,
        _ => Some(Budget::from_spec(spec, default)?),
    };
    let mut puct = PuctSettings::default();
    puct.c = spec.real("c", 0.0..=100.0)?.unwrap_or(puct.c);
    Ok(NetSettings {
        temperature: spec.real("temperature", 0.0..=100.0)?.unwrap_or(0.0),
        search,
        puct,
        any_rules: any_rules(spec)?,
    })
}

/// The first of the most probable.
fn most_probable(priors: &[f32]) -> usize {
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
        let (search, rng) = (&mut self.search, &mut self.rng);
        let meter = search.run(position, budget, &mut self.evaluator, rng);
        search.decision(&meter)
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

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::toy::{Courier, CourierAction, CourierOptions};
    use moonbase_models::{Architecture, Manifest, Weights};

    fn weights() -> Weights {
        let architecture = Architecture {
            state_features: Courier::STATE_FEATURES,
            action_features: Courier::ACTION_FEATURES,
            trunk: vec![8],
            scorer: vec![8],
            ..Architecture::default()
        };
        let mut weights = Weights::random(&architecture, 1);
        // A strong opinion, so that temperatures show.
        weights.values.iter_mut().for_each(|w| *w *= 4.0);
        weights
    }

    fn nets() -> SeatNets {
        BySeat::new(Some(Arc::new(FastNet::new(&weights()))), None)
    }

    fn start() -> Courier {
        Courier::new(&CourierOptions::default()).unwrap()
    }

    fn write(folder: &Path) -> String {
        let path = folder.join("courier.safetensors");
        let weights = weights();
        let file = AgentFile {
            manifest: Manifest::new::<Courier>(&CourierOptions::default(), &weights.architecture),
            nets: BySeat::new(Some(weights), None),
        };
        file.write(&path).unwrap();
        path.display().to_string()
    }

    #[test]
    fn without_search_the_most_probable_action_is_taken() {
        let mut agent = NetAgent::new("net", nets(), NetSettings::default());
        let decision = agent.decide(&start());
        let prior = |action| {
            let found = decision.thoughts.iter().find(|t| t.action == action);
            found.and_then(|t| t.prior).unwrap()
        };
        let (walk, run) = (prior(CourierAction::Walk), prior(CourierAction::Run));
        assert!((walk + run - 1.0).abs() < 1e-6);
        assert_eq!(decision.action == CourierAction::Walk, walk >= run);
        assert!(decision.value.unwrap().0.abs() <= 1.0);
    }

    #[test]
    fn a_temperature_draws_as_often_as_the_policy_says() {
        let settings = NetSettings {
            temperature: 1.0,
            ..NetSettings::default()
        };
        let mut agent = NetAgent::new("net", nets(), settings);
        agent.new_game(3);
        let position = start();
        let wanted = agent.decide(&position).thoughts[0].prior.unwrap();
        let hits = (0..4000).filter(|_| agent.decide(&position).action == CourierAction::Walk);
        let share = hits.count() as f64 / 4000.0;
        assert!((share - wanted).abs() < 0.03, "{share} {wanted}");
    }

    #[test]
    fn a_file_plays_as_the_nets_in_it_with_and_without_search() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path());
        let spec: AgentSpec = format!("net:file={path}").parse().unwrap();
        let mut from_file = NetAgent::<Courier>::from_spec(&spec).unwrap();
        let mut in_memory = NetAgent::new("net", nets(), NetSettings::default());
        let decision = from_file.decide(&start());
        assert_eq!(decision, in_memory.decide(&start()));
        let mut searching = NetAgent::<Courier>::from_spec(&spec.with("sims", 50)).unwrap();
        assert_eq!(searching.decide(&start()).spent.sims, 50);
    }

    #[test]
    fn what_does_not_fit_is_refused_in_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = write(folder.path());
        let build = |text: &str| NetAgent::<Courier>::from_spec(&text.parse().unwrap());
        let error = |text: &str| build(text).err().unwrap().to_string();
        assert_eq!(error("net"), "agent `net` needs file=...");
        assert!(error("net:file=/none").starts_with("agent `net`: /none: "));
        assert!(error(&format!("net:file={path},rules=2")).ends_with("valid: same or any"));
        let other = NetAgent::<moonbase_engine::toy::Pig>::from_spec(
            &format!("net:file={path}").parse().unwrap(),
        );
        assert!(other.err().unwrap().to_string().contains("not `pig`"));
        let agent = build(&format!("net:file={path}")).unwrap();
        assert_eq!(agent.check(&start(), Seat::First), Ok(()));
        let seat = agent.check(&start(), Seat::Second).unwrap_err();
        assert!(seat.to_string().contains("no net for guard"), "{seat}");
        let options = CourierOptions {
            obstacles: 7,
            ..CourierOptions::default()
        };
        let changed = Courier::new(&options).unwrap();
        let rules = agent.check(&changed, Seat::First).unwrap_err();
        assert!(rules.to_string().contains("obstacles"), "{rules}");
        let lenient = build(&format!("net:file={path},rules=any")).unwrap();
        assert_eq!(lenient.check(&changed, Seat::First), Ok(()));
    }
}
