//! The settings of `mcts`, as they stand in a spec.

use super::chance::ChanceRule;
use super::evaluation::{Judge, Judgement};
use super::search::Rules;
use super::selection::{Exploration, Select};
use crate::budget::Budget;
use crate::registry::{MILLIS, SettingInfo};
use crate::spec::{AgentError, AgentSpec};

const DEFAULT_SIMS: u64 = 1000;
const DEFAULT_MEBIBYTES: u64 = 256;
const DEFAULT_TREES: u64 = 4;

/// How threads share the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parallel {
    /// All threads in one tree; what comes out depends on their timing, unless there is only one.
    Tree,
    /// Independent trees, whose statistics are merged: the same for any number of threads.
    Root,
}

/// All settings.
pub const SETTINGS: [SettingInfo; 24] = [
    SettingInfo::new(
        "sims",
        "1..1000000000",
        "1000",
        "simulations for a decision",
    ),
    MILLIS,
    SettingInfo::new(
        "nodes",
        "1..1000000000",
        "none",
        "new positions in the tree for a decision, instead of sims",
    ),
    SettingInfo::new(
        "select",
        "puct, ucb1, ucb1-tuned or gumbel",
        "puct",
        "how a simulation chooses among actions",
    ),
    SettingInfo::new("c", "0..100", "by select", "weight of exploration"),
    SettingInfo::new(
        "fpu",
        "-10..10",
        "by select",
        "how much worse than its position an untried action is taken to be",
    ),
    SettingInfo::new(
        "chance",
        "exact or sampled",
        "exact",
        "outcomes by turns and weighed exactly, or as the dice fall",
    ),
    SettingInfo::new(
        "widen",
        "0..1000",
        "0: all",
        "follow w·sqrt(visits) outcomes of a chance node at most",
    ),
    SettingInfo::new(
        "eval",
        "rollout, scripted, truncated, heuristic or net",
        "heuristic",
        "what a new position is judged by",
    ),
    SettingInfo::new("depth", "1..1000000", "10", "plies of a truncated rollout"),
    SettingInfo::new(
        "epsilon",
        "0..1",
        "0",
        "share of random actions in scripted rollouts",
    ),
    SettingInfo::new(
        "prior",
        "0..1",
        "by select",
        "weight of the scripted action among the priors; 0: no priors",
    ),
    SettingInfo::new("file", "a path", "none", "the agent file of eval=net"),
    SettingInfo::new(
        "spread",
        "0..1",
        "0",
        "share of a net's priors that all actions get alike",
    ),
    SettingInfo::new(
        "rules",
        "same or any",
        "same",
        "any: nets also under other rule options",
    ),
    SettingInfo::new(
        "proven",
        "on or off",
        "on",
        "carry proven bounds through the tree",
    ),
    SettingInfo::new(
        "dag",
        "on or off",
        "on",
        "a position is one node, however it was reached",
    ),
    SettingInfo::new(
        "reuse",
        "on or off",
        "on",
        "keep the tree from decision to decision",
    ),
    SettingInfo::new("memory", "1..1000000", "256", "MiB that the tree may take"),
    SettingInfo::new("threads", "1..256", "1", "threads"),
    SettingInfo::new(
        "parallel",
        "tree or root",
        "tree",
        "one tree for all threads, or several that are merged",
    ),
    SettingInfo::new("trees", "1..256", "4", "trees of parallel=root"),
    SettingInfo::new("batch", "1..1024", "1", "positions judged at once"),
    SettingInfo::new(
        AGAINST,
        "an agent",
        "none",
        "take the other seat to be this agent: its own replies in the tree, not the best ones",
    ),
];

/// The setting that names the other seat's agent.
pub(crate) const AGAINST: &str = "against";

/// Everything that a spec says.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Settings {
    pub budget: Budget,
    pub rules: Rules,
    pub judgement: Judgement,
    pub threads: usize,
    pub parallel: Parallel,
    pub trees: usize,
    pub batch: usize,
}

impl Settings {
    /// # Errors
    /// Values out of range, or settings that exclude each other.
    pub fn from_spec(spec: &AgentSpec) -> Result<Settings, AgentError> {
        let judgement = judgement(spec)?;
        if judgement.judge != Judge::Net {
            for_nets_only(spec)?;
        }
        let threads = spec.integer("threads", 1..=256)?.unwrap_or(1) as usize;
        let batch = spec.integer("batch", 1..=1024)?.unwrap_or(1) as usize;
        let parallel = choice(spec, "parallel", Parallel::Tree)?;
        if parallel == Parallel::Tree {
            check_flights(spec, threads, batch)?;
        }
        let trees = spec.integer("trees", 1..=256)?.unwrap_or(DEFAULT_TREES) as usize;
        let shared = parallel == Parallel::Tree && threads > 1;
        let trees = if parallel == Parallel::Root { trees } else { 1 };
        let rules = rules(spec)?;
        Ok(Settings {
            budget: Budget::from_spec(spec, DEFAULT_SIMS)?,
            rules: Rules {
                flights: batch > 1 || shared,
                priors: judgement.tells_priors(),
                memory: rules.memory / trees,
                ..rules
            },
            judgement,
            threads,
            parallel,
            trees,
            batch,
        })
    }
}

/// # Errors
/// More simulations under way in one tree than are counted on an edge.
fn check_flights(spec: &AgentSpec, threads: usize, batch: usize) -> Result<(), AgentError> {
    let most = usize::from(u16::MAX) / threads;
    if batch <= most {
        return Ok(());
    }
    Err(AgentError::Invalid {
        agent: spec.name.clone(),
        key: "batch".into(),
        value: batch.to_string(),
        valid: format!("1..{most} with {threads} threads in one tree"),
    })
}

/// # Errors
/// A setting that means something with `eval=net` only.
fn for_nets_only(spec: &AgentSpec) -> Result<(), AgentError> {
    let mut given = ["file", "spread"].into_iter();
    match given.find_map(|key| Some((key, spec.get(key)?))) {
        None => Ok(()),
        Some((key, value)) => Err(AgentError::Invalid {
            agent: spec.name.clone(),
            key: key.into(),
            value: value.into(),
            valid: "given with eval=net only".into(),
        }),
    }
}

fn rules(spec: &AgentSpec) -> Result<Rules, AgentError> {
    let mebibytes = spec.integer("memory", 1..=1_000_000)?;
    Ok(Rules {
        explore: exploration(spec)?,
        chance: choice(spec, "chance", ChanceRule::Exact)?,
        widen: spec.real("widen", 0.0..=1000.0)?.unwrap_or(0.0) as f32,
        proven: choice(spec, "proven", Switch(true))?.0,
        dag: choice(spec, "dag", Switch(true))?.0,
        reuse: choice(spec, "reuse", Switch(true))?.0,
        memory: (mebibytes.unwrap_or(DEFAULT_MEBIBYTES) as usize) << 20,
        ..Rules::default()
    })
}

fn exploration(spec: &AgentSpec) -> Result<Exploration, AgentError> {
    let select = choice(spec, "select", Select::Puct)?;
    let default = Exploration::of(select);
    let c = spec.real("c", 0.0..=100.0)?;
    let fpu = spec.real("fpu", -10.0..=10.0)?;
    Ok(Exploration {
        select,
        c: c.map_or(default.c, |c| c as f32),
        fpu: fpu.map(|fpu| fpu as f32).or(default.fpu),
    })
}

fn judgement(spec: &AgentSpec) -> Result<Judgement, AgentError> {
    let judge = choice(spec, "eval", Judge::Heuristic)?;
    let select = choice(spec, "select", Select::Puct)?;
    let prior = match (select, judge) {
        (_, Judge::Net) | (Select::Ucb1 | Select::Ucb1Tuned, _) => 0.0,
        _ => 0.5,
    };
    Ok(Judgement {
        judge,
        depth: spec.integer("depth", 1..=1_000_000)?.unwrap_or(10),
        epsilon: spec.real("epsilon", 0.0..=1.0)?.unwrap_or(0.0),
        prior: spec.real("prior", 0.0..=1.0)?.unwrap_or(prior) as f32,
        spread: spec.real("spread", 0.0..=1.0)?.unwrap_or(0.0) as f32,
    })
}

/// A value that has a name in specs.
trait Named: Sized + Copy + 'static {
    /// All names, with what they mean.
    const NAMES: &'static [(&'static str, Self)];
}

impl Named for Select {
    const NAMES: &'static [(&'static str, Select)] = &[
        ("puct", Select::Puct),
        ("ucb1", Select::Ucb1),
        ("ucb1-tuned", Select::Ucb1Tuned),
        ("gumbel", Select::Gumbel),
    ];
}

impl Named for ChanceRule {
    const NAMES: &'static [(&'static str, ChanceRule)] = &[
        ("exact", ChanceRule::Exact),
        ("sampled", ChanceRule::Sampled),
    ];
}

impl Named for Judge {
    const NAMES: &'static [(&'static str, Judge)] = &[
        ("rollout", Judge::Rollout),
        ("scripted", Judge::Scripted),
        ("truncated", Judge::Truncated),
        ("heuristic", Judge::Heuristic),
        ("net", Judge::Net),
    ];
}

impl Named for Parallel {
    const NAMES: &'static [(&'static str, Parallel)] =
        &[("tree", Parallel::Tree), ("root", Parallel::Root)];
}

#[derive(Clone, Copy)]
struct Switch(bool);

impl Named for Switch {
    const NAMES: &'static [(&'static str, Switch)] =
        &[("on", Switch(true)), ("off", Switch(false))];
}

/// A setting whose value is one of a few names.
fn choice<T: Named>(spec: &AgentSpec, key: &str, default: T) -> Result<T, AgentError> {
    let Some(text) = spec.get(key) else {
        return Ok(default);
    };
    let found = T::NAMES.iter().find(|(name, _)| *name == text);
    found.map(|(_, value)| *value).ok_or_else(|| {
        let names: Vec<&str> = T::NAMES.iter().map(|(name, _)| *name).collect();
        AgentError::Invalid {
            agent: spec.name.clone(),
            key: key.into(),
            value: text.into(),
            valid: names.join(", "),
        }
    })
}
