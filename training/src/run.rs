//! A training run: iterations of self-play, learning, measuring and saving.

mod gate;
mod lesson;
mod opponents;
mod order;
mod report;
mod start;

use std::fs::File;
use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use moonbase_agents::{AgentSpec, MakeAgent};
use moonbase_engine::chance::mix;
use moonbase_engine::{BySeat, Seat};
use moonbase_models::Weights;
use moonbase_models::files::write_whole;

use self::lesson::{Lesson, rollout};
use self::opponents::fixed_agents;
pub use self::order::{Helpers, Order, Players};
pub(crate) use self::report::write_agents;
pub(crate) use self::start::check_fits;
use self::start::{fresh, resumed};
use crate::checkpoint::{Checkpoint, Learner};
use crate::cpu::Meter;
use crate::episode::Episode;
use crate::error::TrainError;
use crate::learn::{LossStats, Pace};
use crate::lock::lock;
use crate::metrics::{EVENTS, Metrics};
use crate::pool::map_items;
use crate::progress::Progress;
use crate::recipe::{Recipe, RecipeError};
use crate::replay::Replay;
use crate::strength::{Measurement, Strength, Trainable, measure, strengths};

/// Where and how to run.
#[derive(Clone, Debug)]
pub struct TrainOptions {
    /// The run's folder.
    pub folder: PathBuf,
    /// Go on from the folder's checkpoint.
    pub resume: bool,
    /// A run that is in the folder already is replaced.
    pub overwrite: bool,
    /// The number of threads changes the time, not the result.
    pub threads: usize,
}

/// How a run ended.
#[derive(Clone, PartialEq, Debug)]
pub struct TrainReport {
    /// `false`: stopped before the last iteration, and saved; it can be resumed.
    pub finished: bool,
    pub iterations: u64,
    pub games: u64,
    pub samples: u64,
    /// Seconds of work, earlier parts of a resumed run included.
    pub seconds: f64,
    /// The agent files: one per seat, and one with both.
    pub agents: AgentPaths,
    /// The last measurement.
    pub strengths: Vec<Strength>,
}

/// The agent files of a run's folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AgentPaths {
    pub seats: BySeat<PathBuf>,
    pub both: PathBuf,
}

/// A run of game `G` between two iterations.
pub struct Run<G> {
    recipe: Recipe,
    options: TrainOptions,
    start: G,
    state: Checkpoint,
    replay: Replay,
    strengths: Vec<Strength>,
    /// The iteration whose agents these are the strengths of, if any were measured.
    measured_at: Option<u64>,
    helpers: Option<Box<dyn Helpers>>,
    game: PhantomData<G>,
    /// Keeps other processes from the folder.
    _lock: File,
}

/// What an iteration measured.
#[derive(Default)]
struct IterationStats {
    loss: BySeat<LossStats>,
    games: u64,
    samples: BySeat<usize>,
    plies: u64,
    /// The first seat's mean score in games of the nets against themselves.
    self_play_score: f64,
    /// What the nets scored against the champions, if they met.
    gate_score: Option<f64>,
    play_seconds: f64,
    learn_seconds: f64,
}

/// The checkpoint in a run's folder.
pub const CHECKPOINT: &str = "checkpoint.bin";

impl<G: Trainable> Run<G> {
    /// Starts a run, or takes up the one in the folder.
    ///
    /// # Errors
    /// Refused options, a folder that is taken or has nothing to resume, a checkpoint that does not
    /// fit, unwritable files.
    pub fn open(recipe: &Recipe, options: &TrainOptions) -> Result<Run<G>, TrainError> {
        recipe.check()?;
        let rules = moonbase_engine::registry::options_of::<G>(&recipe.game, &recipe.set)?;
        Run::with_rules(recipe, options, &rules)
    }

    /// As [`Run::open`], for rules that need not be registered; the recipe's `game` and `set` are
    /// ignored. Nothing is changed in the folder before it is certain that nobody else works there.
    ///
    /// # Errors
    /// As [`Run::open`].
    pub fn with_rules(
        recipe: &Recipe,
        options: &TrainOptions,
        rules: &G::Options,
    ) -> Result<Run<G>, TrainError> {
        let start = G::new(rules)?;
        check_recipe(recipe, &start)?;
        check_folder(options)?;
        let lock = lock(&options.folder)?;
        // Somebody may have been there in between.
        check_folder(options)?;
        let state = match options.resume {
            true => resumed::<G>(recipe, &options.folder.join(CHECKPOINT))?,
            false => fresh::<G>(recipe)?,
        };
        if !options.resume {
            clear(&options.folder)?;
        }
        let replay = Replay::open(&options.folder, recipe.learner.replay, state.iteration)?;
        let run = Run {
            recipe: recipe.clone(),
            options: options.clone(),
            start,
            state,
            replay,
            strengths: Vec::new(),
            measured_at: None,
            helpers: None,
            game: PhantomData,
            _lock: lock,
        };
        run.write("recipe.toml", recipe.to_toml().as_bytes())?;
        Ok(run)
    }

    /// With others that play its games, if they are given; otherwise its own threads do.
    pub fn with_helpers(self, helpers: Option<Box<dyn Helpers>>) -> Run<G> {
        Run { helpers, ..self }
    }

    /// Works until the last iteration or a stop, saves, and writes the agent files.
    ///
    /// # Errors
    /// Unwritable files, or learning that breaks down.
    pub fn go(
        &mut self,
        progress: &mut dyn Progress,
        stop: &AtomicBool,
    ) -> Result<TrainReport, TrainError> {
        let folder = self.options.folder.clone();
        let io = |source| TrainError::Io {
            path: folder.clone(),
            source,
        };
        let mut metrics = Metrics::open(&folder, self.state.iteration).map_err(io)?;
        let (total, mut meter) = (self.recipe.iterations, Meter::start());
        progress.begin("training", total, self.state.iteration);
        while self.state.iteration < total && !stop.load(Ordering::Relaxed) {
            let begun = Instant::now();
            let Some(stats) = self.iterate(progress, stop)? else {
                break;
            };
            if self.due(self.recipe.evaluation.every) {
                // Stopped while measuring: the iteration counts, its measurement is missing.
                self.measure(stop)?;
            }
            self.state.seconds += begun.elapsed().as_secs_f64();
            let report = self.report(&stats, meter.share());
            metrics
                .add(self.state.iteration, &report.metrics)
                .map_err(io)?;
            progress.iteration(&report);
            if self.due(self.recipe.checkpoint.every) {
                self.save()?;
            }
        }
        progress.end();
        self.save()?;
        if self.state.iteration == total
            && self.measured_at != Some(total)
            && self.recipe.evaluation.every > 0
        {
            // A finished run that was taken up again: its agents are measured as they were.
            self.measure(stop)?;
        }
        let agents = self.write_agents(&folder, &self.ratings())?;
        Ok(TrainReport {
            finished: self.state.iteration == total,
            iterations: self.state.iteration,
            games: self.state.games,
            samples: self.state.samples,
            seconds: self.state.seconds,
            agents,
            strengths: self.strengths.clone(),
        })
    }

    /// The nets that are learning, as they are now.
    pub fn weights(&self) -> BySeat<Weights> {
        self.nets(|learner| &learner.weights)
    }

    /// The mean of the nets that were learning.
    pub fn mean_weights(&self) -> BySeat<Weights> {
        self.nets(|learner| &learner.mean)
    }

    /// The nets that agents play with: the champions, or without gating the mean of those that were learning.
    pub fn agent_weights(&self) -> BySeat<Weights> {
        self.state.agent_weights::<G>()
    }

    fn nets(&self, of: impl Fn(&Learner) -> &Vec<f32>) -> BySeat<Weights> {
        let architecture = self.recipe.architecture::<G>();
        self.state.learners().map(|learner| Weights {
            architecture: architecture.clone(),
            values: of(learner).clone(),
        })
    }

    fn due(&self, every: u64) -> bool {
        let i = self.state.iteration;
        every > 0 && (i.is_multiple_of(every) || i == self.recipe.iterations)
    }

    /// One iteration; `None`, with nothing changed, if it was stopped.
    fn iterate(
        &mut self,
        progress: &mut dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Option<IterationStats>, TrainError> {
        let seed = order::seed_of(&self.recipe, self.state.iteration);
        let begun = Instant::now();
        let pace = Pace::at(
            &self.recipe.learner,
            self.state.iteration,
            self.recipe.iterations,
        );
        let Some(episodes) = self.play(progress, stop)? else {
            return Ok(None);
        };
        let mut stats = IterationStats {
            games: episodes.len() as u64,
            play_seconds: begun.elapsed().as_secs_f64(),
            ..IterationStats::default()
        };
        stats.plies = episodes.iter().map(|e| e.plies).sum();
        stats.self_play_score = self_play_score(&episodes);
        let begun = Instant::now();
        self.replay.add(self.state.iteration, episodes)?;
        let (weights, recipe) = (self.weights(), &self.recipe.learner);
        let rollouts = BySeat::from_fn(|seat| rollout(&self.replay, seat, recipe));
        stats.samples = BySeat::from_fn(|seat| rollouts[seat].fresh);
        let lesson = Lesson {
            rollouts: &rollouts,
            recipe,
            pace,
            seed,
        };
        stats.loss = lesson.learn(weights, &mut self.state, self.options.threads);
        stats.learn_seconds = begun.elapsed().as_secs_f64();
        self.average();
        self.state.iteration += 1;
        stats.gate_score = self.gate()?;
        self.state.games += stats.games;
        self.state.game_length = stats.plies as f64 / stats.games as f64;
        self.state.samples += (stats.samples.first + stats.samples.second) as u64;
        self.remember();
        self.check_finite(&stats)?;
        Ok(Some(stats))
    }

    /// How many games the next iteration has.
    fn games_due(&self) -> u64 {
        if self.state.game_length == 0.0 {
            return self.recipe.games;
        }
        let games = self.recipe.decisions as f64 / self.state.game_length;
        (games.round() as u64).max(2)
    }

    /// The games of the next iteration.
    fn order(&self) -> Order {
        Order {
            recipe: self.recipe.clone(),
            iteration: self.state.iteration,
            games: self.games_due(),
            weights: self.state.learners().map(|learner| learner.weights.clone()),
            past: self.state.learners().map(|learner| learner.past.clone()),
        }
    }

    fn play(
        &mut self,
        progress: &mut dyn Progress,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Episode>>, TrainError> {
        let order = self.order();
        let mut played = 0_u32;
        let mut done = || {
            played += 1;
            // The other half of an iteration is learning, more or less.
            progress.within(0.5 * f64::from(played) / order.games as f64);
        };
        if let Some(helpers) = &mut self.helpers {
            return helpers.play(&order, &mut done);
        }
        let players = Players::of(&order, self.start.clone());
        // Threads cannot fail: what they play against is built before.
        let fixed = Mutex::new(players.fixed_agents(self.options.threads)?);
        Ok(map_items(
            self.options.threads,
            order.games,
            stop,
            || {
                let fixed = fixed.lock().unwrap_or_else(PoisonError::into_inner).pop();
                let (players, mut table) = (&players, players.table(fixed));
                move |item| players.play(&mut table, item)
            },
            |_| done(),
        ))
    }

    fn average(&mut self) {
        let (keep, iteration) = (self.recipe.learner.average, self.state.iteration);
        for learner in [&mut self.state.first, &mut self.state.second] {
            learner.average(keep, iteration);
        }
    }

    fn check_finite(&self, stats: &IterationStats) -> Result<(), TrainError> {
        for seat in Seat::BOTH {
            let weights = &self.state.learners()[seat].weights;
            let gradient = stats.loss[seat].gradient;
            if !gradient.is_finite() || weights.iter().any(|w| !w.is_finite()) {
                let (iteration, seat) = (self.state.iteration, G::SEATS[seat]);
                return Err(TrainError::Diverged { iteration, seat });
            }
        }
        Ok(())
    }

    /// Plays both nets against the recipe's fixed opponents; if it is stopped, there are no strengths.
    fn measure(&mut self, stop: &AtomicBool) -> Result<(), TrainError> {
        let plan = Measurement::<G> {
            options: self.start.options(),
            nets: &self.agent_weights(),
            names: G::SEATS.map(String::from),
            against: &self.recipe.evaluation.against,
            games: self.recipe.evaluation.games,
            seed: mix(self.recipe.seed ^ 0x6d65_6173),
        };
        let report = measure(&plan, self.options.threads, stop, &mut |_, _| {})?;
        self.measured_at = report.as_ref().map(|_| self.state.iteration);
        self.strengths = report.as_ref().map(strengths).unwrap_or_default();
        Ok(())
    }

    /// The rules that the nets are trained for.
    pub fn rules(&self) -> &G::Options {
        self.start.options()
    }

    fn save(&self) -> Result<(), TrainError> {
        self.state.write(&self.options.folder.join(CHECKPOINT))?;
        Ok(self.replay.saved(self.state.iteration)?)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), TrainError> {
        let path = self.options.folder.join(name);
        write_whole(&path, bytes).map_err(|source| TrainError::Io { path, source })
    }
}

/// Whom the recipe names must be able to play, and the net must be possible.
fn check_recipe<G: Trainable>(recipe: &Recipe, start: &G) -> Result<(), TrainError> {
    for opponent in &recipe.evaluation.against {
        MakeAgent::<G>::make(&opponent.parse::<AgentSpec>()?)?;
    }
    recipe
        .architecture::<G>()
        .check()
        .map_err(RecipeError::from)?;
    check_learner::<G>(recipe)?;
    fixed_agents(&recipe.opponents, start, 1).map(|_| ())
}

/// There is a run to be resumed, or none in the way of a new one.
fn check_folder(options: &TrainOptions) -> Result<(), TrainError> {
    let folder = &options.folder;
    match (options.resume, folder.join(CHECKPOINT).exists()) {
        (true, false) => Err(TrainError::NothingToResume(folder.clone())),
        (false, true) if !options.overwrite => Err(TrainError::RunExists(folder.clone())),
        _ => Ok(()),
    }
}

/// Removes the checkpoint and the events of a run that is replaced, which a stopped new one would else be taken up from and
/// be drawn together with.
fn clear(folder: &Path) -> Result<(), TrainError> {
    let io = |source| TrainError::Io {
        path: folder.into(),
        source,
    };
    for file in std::fs::read_dir(folder).map_err(io)? {
        let file = file.map_err(io)?;
        let name = file.file_name();
        if name == CHECKPOINT || name.to_string_lossy().starts_with(EVENTS) {
            std::fs::remove_file(file.path()).map_err(io)?;
        }
    }
    Ok(())
}

/// The seat that alone learns must be one of the game's.
fn check_learner<G: Trainable>(recipe: &Recipe) -> Result<(), RecipeError> {
    match &recipe.opponents.learns {
        Some(name) if recipe.opponents.learner::<G>().is_none() => Err(RecipeError::Value {
            key: "opponents.learns",
            value: name.clone(),
            valid: "the name of one of the game's seats",
        }),
        _ => Ok(()),
    }
}

/// The first seat's mean score in the games that both nets learn from.
fn self_play_score(episodes: &[Episode]) -> f64 {
    let both = |e: &&Episode| e.trajectories.first.is_some() && e.trajectories.second.is_some();
    let scores: Vec<f64> = episodes.iter().filter(both).map(|e| e.score).collect();
    scores.iter().sum::<f64>() / scores.len() as f64
}
