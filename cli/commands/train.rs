//! `moonbase train`, `moonbase quickstart`

use std::io::Write;
use std::path::{Path, PathBuf};

use moonbase_agents::{AgentSpec, shell_word};
use moonbase_eval::report::percent;
use moonbase_eval::work::all_cores;
use moonbase_training::{Bar, Recipe, TrainError, TrainOptions, TrainReport};

use crate::args::{Quickstart, Train};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::with_stdout;

pub fn run(args: Train) -> Result<(), Failure> {
    let recipe = Recipe::read(&args.recipe).map_err(TrainError::from)?;
    let recipe = if args.dry_run { recipe.dry() } else { recipe };
    // A folder that was named may hold something of value; that of dry runs does not.
    let own = args.out.is_none();
    let options = TrainOptions {
        folder: folder(args.out, &args.recipe, args.dry_run),
        resume: args.resume,
        overwrite: args.dry_run && own,
        threads: args.threads.unwrap_or_else(all_cores),
    };
    let report = moonbase_training::train(&recipe, &options, &mut Bar::new(), interrupt::watch())?;
    with_stdout(|out| Ok(print(out, &report, &recipe.game)?))?;
    if report.finished {
        return Ok(());
    }
    // A dry run has a recipe of its own.
    let recipe = match args.dry_run {
        true => options.folder.join("recipe.toml"),
        false => args.recipe,
    };
    let [recipe, folder] = [&recipe, &options.folder].map(|path| shell_word(path.display()));
    Err(Failure::Stopped(format!(
        "saved; go on with `moonbase train {recipe} --out {folder} --resume`"
    )))
}

/// Trains and measures as [`moonbase_training::quickstart`] says, and prints its table.
pub fn quickstart(args: Quickstart) -> Result<(), Failure> {
    let options = TrainOptions {
        folder: folder(args.out, Path::new("quickstart"), args.dry_run),
        resume: false,
        overwrite: true,
        threads: args.threads.unwrap_or_else(all_cores),
    };
    let (mut bar, stop) = (Bar::new(), interrupt::watch());
    let report = moonbase_training::quickstart(&options, args.seed, args.dry_run, &mut bar, stop)?;
    with_stdout(|out| Ok(writeln!(out, "{report}")?))?;
    match report.table {
        Some(_) => Ok(()),
        None => Err(Failure::Interrupted),
    }
}

/// The folder that was named, or `runs/NAME` after the recipe's file; a dry run leaves that one alone.
fn folder(named: Option<PathBuf>, recipe: &Path, dry_run: bool) -> PathBuf {
    let of_recipe = || {
        let name = recipe.file_stem().unwrap_or_default();
        let mut folder = Path::new("runs").join(name);
        if dry_run {
            folder.as_mut_os_string().push("-dry-run");
        }
        folder
    };
    named.unwrap_or_else(of_recipe)
}

fn print(out: &mut dyn Write, report: &TrainReport, game: &str) -> std::io::Result<()> {
    let TrainReport {
        iterations,
        games,
        samples,
        seconds,
        ..
    } = report;
    writeln!(
        out,
        "{iterations} iterations, {games} games, {samples} decisions learned from, {seconds:.0} s"
    )?;
    for strength in &report.strengths {
        let (seat, opponent) = (strength.seat, &strength.opponent);
        let (score, games) = (percent(&strength.score), strength.games);
        writeln!(
            out,
            "as {seat} against {opponent}: {score} in {games} games"
        )?;
    }
    let both = shell_word(AgentSpec::named("net").with("file", report.agents.both.display()));
    writeln!(out, "play them: moonbase play {game} --against {both}")
}
