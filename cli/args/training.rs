//! `moonbase quickstart`, `moonbase train`, `moonbase curves`

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::threads;

/// Trains both sides of a game, and shows how well they play
///
/// Prints a table of both agents against simpler ones and how to play them. The agents lie in runs/quickstart/.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  moonbase quickstart")]
pub struct Quickstart {
    /// One seed, one result, for any number of threads
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Goes through every stage in seconds; the agents are no good
    #[arg(long)]
    pub dry_run: bool,
    /// Where the agents are written; by default runs/quickstart (a dry run: runs/quickstart-dry-run)
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Threads; by default one for each core
    #[arg(long, value_parser = threads)]
    pub threads: Option<usize>,
}

/// Trains agents as a recipe says
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase train training/recipes/quickstart.toml --out runs/mine\n  moonbase train training/recipes/quickstart.toml --out runs/mine --resume"
)]
pub struct Train {
    /// A recipe file
    pub recipe: PathBuf,
    /// The run's folder; by default runs/ and the recipe's name (and -dry-run)
    #[arg(long, value_name = "FOLDER")]
    pub out: Option<PathBuf>,
    /// Goes on with the run in the folder
    #[arg(long, conflicts_with = "dry_run")]
    pub resume: bool,
    /// Goes through every stage in seconds; the agents are no good
    #[arg(long)]
    pub dry_run: bool,
    /// Threads; by default one for each core. The result is the same for any number
    #[arg(long, value_parser = threads)]
    pub threads: Option<usize>,
}

/// Draws the learning curves of training runs as SVG
///
/// Without --metric the score against each fixed opponent of the recipe, for each seat, with 95% intervals. Runs whose recipes
/// differ only in the seed are drawn as one: thin lines, and their mean with the range as a band.
#[derive(Args, Debug)]
#[command(
    after_help = "Examples:\n  moonbase curves runs/mine\n  moonbase curves runs/seed-1 runs/seed-2 runs/seed-3 --out curves.svg\n  moonbase curves runs/mine --metric value_error --over decisions"
)]
pub struct Curves {
    /// The folders of training runs
    #[arg(required = true, value_name = "RUN")]
    pub runs: Vec<PathBuf>,
    /// A column of the runs' metrics.csv, with or without the seat
    #[arg(long, value_name = "NAME")]
    pub metric: Option<String>,
    /// What runs along the horizontal axis
    #[arg(long, value_enum, default_value_t = Axis::Hours)]
    pub over: Axis,
    /// The file to write
    #[arg(long, value_name = "FILE", default_value = "curves.svg")]
    pub out: PathBuf,
}

#[derive(ValueEnum, Clone, Copy, Debug)]
pub enum Axis {
    Hours,
    Decisions,
    Iterations,
}
