//! Recipes: everything that determines a training run, as a TOML file.

use std::path::{Path, PathBuf};

use moonbase_models::{Architecture, Features};
use serde::{Deserialize, Serialize};

pub use crate::method::Method;

/// A training recipe. Every key is documented in `training/recipes/ufo.toml`; unknown keys are refused.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recipe {
    /// A game or preset.
    pub game: String,
    /// Rule options, each `name=value`.
    #[serde(default)]
    pub set: Vec<String>,
    pub seed: u64,
    /// Rounds of self-play followed by learning.
    pub iterations: u64,
    /// Games in the first iteration.
    pub games: u64,
    /// Decisions in each further iteration, as nearly as whole games allow: as games grow shorter, more are
    /// played.
    pub decisions: u64,
    pub net: NetRecipe,
    pub learner: LearnerRecipe,
    pub opponents: OpponentRecipe,
    #[serde(default)]
    pub gating: GatingRecipe,
    pub evaluation: EvaluationRecipe,
    pub checkpoint: CheckpointRecipe,
}

/// Widths of the hidden layers.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetRecipe {
    /// The tile encoder's; empty: the net does not look at single tiles.
    #[serde(default)]
    pub tiles: Vec<usize>,
    pub trunk: Vec<usize>,
    #[serde(default)]
    pub value: Vec<usize>,
    pub scorer: Vec<usize>,
    /// An agent file whose nets the run begins with; they must have this shape. Left out: random nets.
    #[serde(default)]
    pub from: Option<String>,
}

/// How the nets learn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnerRecipe {
    pub method: Method,
    /// Adam's step at the start.
    pub rate: f32,
    /// The step at the end, as a share of that at the start; in between it falls linearly.
    pub final_rate: f32,
    /// Passes over the iteration's decisions.
    pub epochs: u64,
    /// Decisions in a gradient step.
    pub minibatch: usize,
    /// Weight of the value's squared error.
    pub value_weight: f32,
    /// λ of the returns and advantages: 1 believes outcomes only, 0 the net's next value only.
    pub lambda: f32,
    /// Gradients longer than this are shortened to it.
    pub max_gradient: f32,
    /// How much of the mean of earlier weights an iteration leaves in it: the agents play with this mean,
    /// which wavers less than the weights themselves (Polyak and Juditsky 1992). 0: the weights.
    #[serde(default)]
    pub average: f32,
    /// Iterations whose games are learned from, see [`crate::replay`]. 1: those just played.
    #[serde(default = "one")]
    pub replay: u64,
}

/// Whom the learning net plays.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentRecipe {
    /// Share of games against a uniformly random opponent, at the start and at the end.
    pub random: f64,
    pub final_random: f64,
    /// Share of games against the rules of thumb, at the start and at the end.
    #[serde(default)]
    pub scripted: f64,
    #[serde(default)]
    pub final_scripted: f64,
    /// A fixed agent, as a spec, that the nets learn to beat: a best response to it. Searches know its replies.
    #[serde(default)]
    pub agent: Option<String>,
    /// Share of games against that agent.
    #[serde(default = "whole")]
    pub agent_share: f64,
    /// The only seat that learns, by the game's name: in games against others it is always the net's. Left out: the seats take turns.
    #[serde(default)]
    pub learns: Option<String>,
    /// Share of games against a past self from the pool.
    pub past: f64,
    /// Iterations between two entries of the pool.
    pub every: u64,
    /// Size of the pool; the oldest goes.
    pub pool: usize,
}

/// Whether agents must beat those before them. Without it the last nets are the agents.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GatingRecipe {
    /// Iterations between two matches against the champions; 0: none.
    pub every: u64,
    /// Games of a match, half of them in each seat.
    pub games: u64,
    /// The score over all games from which on the nets become champions.
    pub score: f64,
}

/// Strength against fixed opponents while training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationRecipe {
    /// Iterations between two evaluations; 0: none.
    pub every: u64,
    /// Games for each seat and opponent.
    pub games: u64,
    pub against: Vec<String>,
}

/// How often the run is saved.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CheckpointRecipe {
    /// Iterations between two checkpoints.
    pub every: u64,
}

/// A recipe that cannot be used, in one line.
#[derive(Debug, thiserror::Error)]
pub enum RecipeError {
    #[error("{path}: {source}")]
    Io {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error("{path}: {fault}")]
    Syntax { path: PathBuf, fault: String },
    #[error("recipe: {key} cannot be {value}; valid: {valid}")]
    Value {
        key: &'static str,
        value: String,
        valid: &'static str,
    },
    #[error("recipe: {0}")]
    Net(#[from] moonbase_models::net::ArchitectureError),
}

impl Recipe {
    /// Reads and checks a recipe file.
    ///
    /// # Errors
    /// An unreadable file, unknown or missing keys, values out of range.
    pub fn read(path: &Path) -> Result<Recipe, RecipeError> {
        let text = std::fs::read_to_string(path).map_err(|source| RecipeError::Io {
            path: path.into(),
            source,
        })?;
        Recipe::parse(&text, path)
    }

    /// Parses and checks a recipe; `path` is for the message.
    ///
    /// # Errors
    /// As [`Recipe::read`].
    pub fn parse(text: &str, path: &Path) -> Result<Recipe, RecipeError> {
        let recipe: Recipe = toml::from_str(text).map_err(|e| RecipeError::Syntax {
            path: path.into(),
            fault: one_line(&e, text),
        })?;
        recipe.check()?;
        Ok(recipe)
    }

    /// The recipe as TOML.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("a recipe is plain data")
    }

    /// # Errors
    /// The first value out of range.
    pub fn check(&self) -> Result<(), RecipeError> {
        let (l, o) = (&self.learner, &self.opponents);
        let positive = [
            ("iterations", self.iterations),
            ("games", self.games),
            ("decisions", self.decisions),
            ("learner.epochs", l.epochs),
            ("learner.minibatch", l.minibatch as u64),
            ("learner.replay", l.replay),
            ("opponents.every", o.every),
            ("checkpoint.every", self.checkpoint.every),
        ];
        let agent = o.agent.as_ref().map_or(0.0, |_| o.agent_share);
        for (key, value) in positive {
            check(key, value as f64, 1.0, 1e9, "1 to 1000000000")?;
        }
        let shares = [
            ("learner.final_rate", f64::from(l.final_rate)),
            ("learner.lambda", f64::from(l.lambda)),
            ("learner.average", f64::from(l.average)),
            ("opponents.random", o.random),
            ("opponents.final_random", o.final_random),
            ("opponents.scripted", o.scripted),
            ("opponents.final_scripted", o.final_scripted),
            ("opponents.past", o.past),
            ("opponents.agent_share", o.agent_share),
            (
                "opponents.random + scripted + past + agent_share",
                o.random + o.scripted + o.past + agent,
            ),
            (
                "opponents.final_random + final_scripted + past + agent_share",
                o.final_random + o.final_scripted + o.past + agent,
            ),
        ];
        for (key, value) in shares {
            check(key, value, 0.0, 1.0, "0 to 1")?;
        }
        let gating = &self.gating;
        check("gating.score", gating.score, 0.0, 1.0, "0 to 1")?;
        if gating.every > 0 {
            let games = gating.games as f64;
            check("gating.games", games, 2.0, 1e9, "2 to 1000000000")?;
        }
        let reals = [
            ("learner.rate", l.rate),
            ("learner.max_gradient", l.max_gradient),
        ];
        for (key, value) in reals {
            check(key, value.into(), 1e-9, 1e9, "a number above 0")?;
        }
        let weight = l.value_weight.into();
        check(
            "learner.value_weight",
            weight,
            0.0,
            1e9,
            "a number of 0 or more",
        )?;
        if let (Method::Ppo { .. }, 2..) = (l.method, l.replay) {
            // Its ratios are of the nets that played.
            let value = l.replay.to_string();
            return Err(RecipeError::Value {
                key: "learner.replay",
                value,
                valid: "1 with ppo",
            });
        }
        l.method.check()?;
        Ok(self.shape([1; 3]).check()?)
    }

    /// The net's shape for a game. [`Architecture::check`] refuses a tile encoder where the game has no tiles.
    pub fn architecture<G: Features>(&self) -> Architecture {
        self.shape([G::STATE_FEATURES, G::ACTION_FEATURES, G::TILE_FEATURES])
    }

    /// The net's shape for so many numbers of a position, an action and a tile.
    fn shape(&self, [state, action, tile]: [usize; 3]) -> Architecture {
        let sees_tiles = !self.net.tiles.is_empty();
        Architecture {
            state_features: state,
            action_features: action,
            tile_features: if sees_tiles { tile } else { 0 },
            tiles: self.net.tiles.clone(),
            trunk: self.net.trunk.clone(),
            value: self.net.value.clone(),
            scorer: self.net.scorer.clone(),
        }
    }

    /// The same run in miniature: every stage is gone through, in seconds.
    pub fn dry(&self) -> Recipe {
        let mut dry = self.clone();
        dry.iterations = 3;
        dry.games = self.games.min(4);
        dry.decisions = self.decisions.min(1000);
        dry.learner.minibatch = self.learner.minibatch.min(64);
        dry.opponents.every = 1;
        dry.gating.every = self.gating.every.min(1);
        dry.gating.games = self.gating.games.min(2);
        dry.evaluation.every = self.evaluation.every.min(2);
        dry.evaluation.games = self.evaluation.games.min(2);
        dry.checkpoint.every = 2;
        dry
    }
}

fn one() -> u64 {
    1
}

fn whole() -> f64 {
    1.0
}

pub(crate) fn check(
    key: &'static str,
    value: f64,
    low: f64,
    high: f64,
    valid: &'static str,
) -> Result<(), RecipeError> {
    // Written so that a NaN is refused too.
    if (low..=high).contains(&value) {
        return Ok(());
    }
    let value = value.to_string();
    Err(RecipeError::Value { key, value, valid })
}

fn one_line(error: &toml::de::Error, text: &str) -> String {
    let message = error.message().replace('\n', "; ");
    match error.span() {
        Some(span) => {
            let line = text[..span.start.min(text.len())].matches('\n').count() + 1;
            format!("line {line}: {message}")
        }
        None => message,
    }
}
