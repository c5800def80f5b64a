//! All agents by name.

use moonbase_engine::Game;
use moonbase_models::Features;

use crate::agent::Agent;
use crate::exact::{self, Exact, Solvable};
use crate::expectimax::{self, Expectimax};
use crate::ext::{self, Ext, Indexed};
use crate::mcts::{self, Mcts};
use crate::net::{self, NetAgent};
use crate::policy::policy_of;
use crate::random::Random;
use crate::scripted::{Scripted, ScriptedAgent};
use crate::spec::{AgentError, AgentSpec};
use crate::uct::Uct;

/// What there is to say about an agent on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AgentInfo {
    pub name: &'static str,
    pub help: &'static str,
    pub settings: &'static [SettingInfo],
    pub example: &'static str,
}

/// One setting of an agent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SettingInfo {
    pub key: &'static str,
    /// The valid values, in words.
    pub values: &'static str,
    /// The default, in words.
    pub default: &'static str,
    pub help: &'static str,
}

impl SettingInfo {
    pub(crate) const fn new(
        key: &'static str,
        values: &'static str,
        default: &'static str,
        help: &'static str,
    ) -> Self {
        SettingInfo {
            key,
            values,
            default,
            help,
        }
    }

    /// Is it the setting of this key? `option.NAME` is that of every key that begins so.
    fn is(&self, key: &str) -> bool {
        match self.key.strip_suffix("NAME") {
            Some(start) => key.len() > start.len() && key.starts_with(start),
            None => self.key == key,
        }
    }
}

/// A game that every agent can play.
pub trait Playable: Scripted + Solvable + Features + Indexed {}

impl<G: Scripted + Solvable + Features + Indexed> Playable for G {}

const SIMS: SettingInfo = SettingInfo {
    key: "sims",
    values: "1..1000000000",
    default: "400",
    help: "simulations for a decision",
};

pub(crate) const MILLIS: SettingInfo = SettingInfo {
    key: "ms",
    values: "1..3600000",
    default: "none",
    help: "milliseconds for a decision, instead of sims",
};

/// The agent that starts a program.
pub(crate) const EXT: &str = "ext";

const INFOS: [AgentInfo; 8] = [
    AgentInfo {
        name: "random",
        help: "plays a uniformly random legal action",
        settings: &[],
        example: "random",
    },
    AgentInfo {
        name: "scripted",
        help: "plays by rules of thumb",
        settings: &[],
        example: "scripted",
    },
    AgentInfo {
        name: "uct",
        help: "plain Monte Carlo tree search with random rollouts",
        settings: &[
            SIMS,
            MILLIS,
            SettingInfo {
                key: "c",
                values: "0..100",
                default: "1.414",
                help: "exploration constant",
            },
        ],
        example: "uct:sims=400",
    },
    AgentInfo {
        name: "mcts",
        help: "Monte Carlo tree search through dice, guided by the rules of thumb or a net",
        settings: &mcts::SETTINGS,
        example: "mcts:ms=100",
    },
    AgentInfo {
        name: "expectimax",
        help: "expectiminimax with Star2 pruning over the scripted evaluation",
        settings: &expectimax::SETTINGS,
        example: "expectimax:depth=2",
    },
    AgentInfo {
        name: "exact",
        help: "plays perfectly from the solution of a small game",
        settings: &exact::SETTINGS,
        example: "exact:file=ufo-micro.solution",
    },
    AgentInfo {
        name: "net",
        help: "plays a trained agent file: its policy alone, or guiding a search",
        settings: &net::SETTINGS,
        example: "net:file=runs/quickstart/ufo.safetensors,sims=64",
    },
    AgentInfo {
        name: EXT,
        help: "plays as a program of any language says, over its standard input and output",
        settings: &ext::SETTINGS,
        example: "ext:cmd=\"python3 bot.py\",ms=500",
    },
];

/// All agents, for `moonbase agents` and the help.
pub fn infos() -> &'static [AgentInfo] {
    &INFOS
}

/// Checks the names in a spec and returns what there is to say about the agent.
///
/// # Errors
/// An unknown agent or setting, with the known ones.
pub fn check(spec: &AgentSpec) -> Result<&'static AgentInfo, AgentError> {
    let found = infos().iter().find(|info| info.name == spec.name);
    let info = found.ok_or_else(|| AgentError::Unknown {
        name: spec.name.clone(),
        valid: joined(infos().iter().map(|info| info.name)),
    })?;
    let known = |key: &str| info.settings.iter().any(|setting| setting.is(key));
    match spec.settings.iter().find(|(key, _)| !known(key)) {
        None => Ok(info),
        Some((key, _)) => Err(AgentError::UnknownSetting {
            agent: info.name.into(),
            key: key.clone(),
            valid: joined(info.settings.iter().map(|setting| setting.key)),
        }),
    }
}

/// Builds an agent for a game.
///
/// # Errors
/// Unknown names, values out of range, files that cannot be used.
///
/// ```
/// use moonbase_agents::build;
/// use moonbase_engine::{Game, toy::{Nim, NimOptions}};
/// let mut agent = build::<Nim>(&"uct:sims=2000".parse().unwrap()).unwrap();
/// agent.new_game(1);
/// let start = Nim::new(&NimOptions::new(&[1, 2])).unwrap();
/// assert_eq!(agent.decide(&start).action.to_string(), "take:1:1");
/// ```
pub fn build<G: Playable>(spec: &AgentSpec) -> Result<Box<dyn Agent<G>>, AgentError> {
    let info = check(spec)?;
    match info.name {
        "random" => Ok(Box::new(Random::default())),
        "scripted" => Ok(Box::new(ScriptedAgent::default())),
        "uct" => Ok(Box::new(Uct::<G>::from_spec(spec)?)),
        "exact" => Ok(Box::new(Exact::from_spec::<G>(spec)?)),
        "mcts" => Ok(Box::new(mcts_of::<G>(spec)?)),
        "expectimax" => Ok(Box::new(Expectimax::<G>::from_spec(spec)?)),
        "net" => Ok(Box::new(NetAgent::<G>::from_spec(spec)?)),
        EXT => Ok(Box::new(Ext::<G>::from_spec(spec)?)),
        name => unreachable!("`{name}` is in the list of agents but cannot be built"),
    }
}

/// The search, told of the agent that it plays against if the spec names one.
fn mcts_of<G: Playable>(spec: &AgentSpec) -> Result<Mcts<G>, AgentError> {
    let search = Mcts::from_spec(spec)?;
    Ok(match spec.get(mcts::AGAINST) {
        Some(opponent) => search.knowing(policy_of(&opponent.parse()?)?),
        None => search,
    })
}

/// Makes agents of one kind, one for each thread that plays.
pub trait MakeAgent<G: Game>: Sync {
    /// A fresh agent.
    ///
    /// # Errors
    /// As [`build`].
    fn make(&self) -> Result<Box<dyn Agent<G>>, AgentError>;

    /// How the agent is called in reports.
    fn name(&self) -> String;
}

impl<G: Playable> MakeAgent<G> for AgentSpec {
    fn make(&self) -> Result<Box<dyn Agent<G>>, AgentError> {
        build(self)
    }

    fn name(&self) -> String {
        self.to_string()
    }
}

fn joined<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<&str> = names.collect();
    if names.is_empty() {
        return "none".into();
    }
    names.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::toy::Pig;

    fn error(spec: &str) -> String {
        let built = build::<Pig>(&spec.parse().unwrap());
        built.err().expect("a refused spec").to_string()
    }

    #[test]
    fn every_example_is_built_under_its_name() {
        for info in infos() {
            let spec: AgentSpec = info.example.parse().unwrap();
            assert_eq!(check(&spec), Ok(info));
        }
        for spec in ["random", "scripted", "uct:sims=3,c=0.5"] {
            let agent = build::<Pig>(&spec.parse().unwrap()).unwrap();
            assert_eq!(agent.name(), spec);
        }
    }

    #[test]
    fn unknown_names_list_the_known_ones() {
        let names = joined(infos().iter().map(|info| info.name));
        assert_eq!(
            error("mtcs"),
            format!("unknown agent `mtcs`; agents: {names}")
        );
        assert_eq!(
            error("uct:sim=3"),
            "agent `uct` has no setting `sim`; its settings: sims, ms, c"
        );
        assert_eq!(
            error("random:c=3"),
            "agent `random` has no setting `c`; its settings: none"
        );
        assert!(
            error("uct:sims=0").ends_with("sims cannot be `0`; valid: an integer 1..1000000000")
        );
    }
}
