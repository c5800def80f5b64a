//! `moonbase quickstart`: both sides of a game trained in a minute, and what they are worth.

use std::fmt;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use moonbase_agents::{AgentSpec, shell_word};
use moonbase_engine::chance::mix;
use moonbase_engine::registry::family_of;
use moonbase_engine::with_family;
use moonbase_eval::TournamentReport;

use crate::error::TrainError;
use crate::progress::Progress;
use crate::recipe::Recipe;
use crate::run::{Run, TrainOptions, TrainReport};
use crate::strength::{Measurement, Trainable, measure, strengths};

/// The recipe of quickstart.
const RECIPE: &str = include_str!("../recipes/quickstart.toml");

/// Whom the nets meet in the end, and how often.
const OPPONENTS: [&str; 3] = ["random", "scripted", "uct:sims=20"];
const GAMES: u64 = 200;

/// What quickstart has to say.
#[derive(Clone, PartialEq, Debug)]
pub struct QuickstartReport {
    /// The game that was learned.
    pub game: String,
    /// The names of the two seats.
    pub seats: [&'static str; 2],
    pub training: TrainReport,
    /// The nets against others; `None` if it was stopped before.
    pub table: Option<TournamentReport>,
}

/// The recipe that quickstart runs, with this seed.
///
/// # Errors
/// None with the recipe that is built in; a test reads it.
pub fn quickstart_recipe(seed: u64) -> Result<Recipe, TrainError> {
    let mut recipe = Recipe::parse(RECIPE, Path::new("quickstart.toml"))?;
    recipe.seed = seed;
    Ok(recipe)
}

/// Trains both sides, plays them against others, and writes the agents, with the results in
/// them, to the folder. The same seed gives the same nets and the same table. With `dry` every stage is
/// gone through in miniature.
///
/// # Errors
/// See [`TrainError`]; each is one line.
pub fn quickstart(
    options: &TrainOptions,
    seed: u64,
    dry: bool,
    progress: &mut dyn Progress,
    stop: &AtomicBool,
) -> Result<QuickstartReport, TrainError> {
    let recipe = quickstart_recipe(seed)?;
    let (recipe, games) = if dry {
        (recipe.dry(), 2)
    } else {
        (recipe, GAMES)
    };
    let family = family_of(&recipe.game)?;
    with_family!(family, |G| start::<G>(
        &recipe, options, games, progress, stop
    ))
}

fn start<G: Trainable>(
    recipe: &Recipe,
    options: &TrainOptions,
    games: u64,
    progress: &mut dyn Progress,
    stop: &AtomicBool,
) -> Result<QuickstartReport, TrainError> {
    let mut run = Run::<G>::open(recipe, options)?;
    let mut training = run.go(progress, stop)?;
    let table = if training.finished {
        tournament(&run, recipe.seed, games, options, progress, stop)?
    } else {
        None
    };
    if let Some(table) = &table {
        training.strengths = strengths(table);
        let ratings: Vec<_> = training.strengths.iter().map(|s| s.rating()).collect();
        training.agents = run.write_agents(&options.folder, &ratings)?;
    }
    Ok(QuickstartReport {
        game: recipe.game.clone(),
        seats: [G::SEATS.first, G::SEATS.second],
        training,
        table,
    })
}

fn tournament<G: Trainable>(
    run: &Run<G>,
    seed: u64,
    games: u64,
    options: &TrainOptions,
    progress: &mut dyn Progress,
    stop: &AtomicBool,
) -> Result<Option<TournamentReport>, TrainError> {
    let plan = Measurement::<G> {
        options: run.rules(),
        nets: &run.agent_weights(),
        names: G::SEATS.map(|seat| format!("net {seat}")),
        against: &OPPONENTS.map(String::from),
        games,
        seed: mix(seed ^ 0x7461_626c),
    };
    let rows = 2 * OPPONENTS.len() as u64;
    progress.begin("tournament", games * rows, 0);
    let mut tell = |done, _| progress.step(done);
    let report = measure(&plan, options.threads, stop, &mut tell);
    progress.end();
    report
}

impl fmt::Display for QuickstartReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let training = &self.training;
        let Some(table) = &self.table else {
            return write!(
                f,
                "stopped after {} iterations and {} games; nothing was measured",
                training.iterations, training.games
            );
        };
        writeln!(
            f,
            "trained on {} games, {} decisions, in {:.0} s\n",
            training.games, training.samples, training.seconds
        )?;
        writeln!(f, "{table}")?;
        let [first, _] = self.seats;
        let opponent = training.agents.seats.second.display();
        let opponent = shell_word(AgentSpec::named("net").with("file", opponent));
        writeln!(f, "agents: {}", training.agents.both.display())?;
        write!(
            f,
            "play:   moonbase play {} --as {first} --against {opponent}",
            self.game
        )
    }
}
