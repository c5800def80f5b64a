//! `moonbase train`

use std::io::Write;
use std::path::{Path, PathBuf};

use moonbase_eval::work::all_cores;
use moonbase_training::{Bar, Recipe, TrainOptions, TrainReport, train};

use crate::args::Train;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::with_stdout;

pub fn run(args: Train) -> Result<(), Failure> {
    let recipe = Recipe::read(&args.recipe)?;
    let recipe = if args.dry_run { recipe.dry() } else { recipe };
    let options = TrainOptions {
        folder: args.out.clone().unwrap_or_else(|| folder_of(&args)),
        resume: args.resume,
        overwrite: args.dry_run,
        threads: args.threads.unwrap_or_else(all_cores),
    };
    let report = train(&recipe, &options, &mut Bar::new(), interrupt::watch())?;
    with_stdout(|out| Ok(print(out, &report, &recipe.game)?))?;
    if report.finished {
        return Ok(());
    }
    let (recipe, folder) = (args.recipe.display(), options.folder.display());
    Err(Failure::Stopped(format!(
        "saved; go on with `moonbase train {recipe} --out {folder} --resume`"
    )))
}

/// `runs/NAME` after the recipe's file; a dry run leaves a real one alone.
fn folder_of(args: &Train) -> PathBuf {
    let name = args.recipe.file_stem().unwrap_or_default();
    let mut folder = Path::new("runs").join(name);
    if args.dry_run {
        folder.as_mut_os_string().push("-dry-run");
    }
    folder
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
        let (agent, opponent) = (report.agents.seats[strength.seat].display(), &strength.opponent);
        let (score, margin) = (100.0 * strength.score, 100.0 * strength.margin);
        let games = strength.games;
        writeln!(out, "{agent} against {opponent}: {score:.1}% ± {margin:.1} in {games} games")?;
    }
    let both = report.agents.both.display();
    writeln!(out, "play them: moonbase play {game} --against net:file={both}")
}
