//! `moonbase solve`

use std::path::Path;

use moonbase_agents::Playable;
use moonbase_engine::registry::{family_of, options_of};
use moonbase_engine::with_family;
use moonbase_eval::progress;
use moonbase_eval::solve::{SolvePlan, SolveReport, solve};
use moonbase_eval::work::all_cores;
use moonbase_play::files::check_writable;

use super::positions;
use crate::args::Solve;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::print_either;

pub fn run(args: Solve) -> Result<(), Failure> {
    let family = family_of(&args.rules.game)?;
    let report = with_family!(family, |G| solve_game::<G>(&args))?;
    print_either(&report, args.json)
}

fn solve_game<G: Playable>(args: &Solve) -> Result<SolveReport, Failure> {
    let options = options_of::<G>(&args.rules.game, &args.rules.settings())?;
    if let Some(path) = &args.out {
        check_writable(path).map_err(Failure::input)?;
    }
    let plan = SolvePlan {
        threads: args.threads.unwrap_or_else(all_cores),
        memory: (args.memory * f64::from(1 << 30)) as u64,
        symmetric: !args.every_image,
        ..SolvePlan::new(start::<G>(&options, args.position.as_deref())?)
    };
    let solved = solve(plan, interrupt::watch_briefly(), &mut progress::solving())?;
    let report = solved.report.clone();
    if let Some(path) = &args.out {
        let saved = solved.save(path);
        saved.map_err(|error| Failure::Failed(error.to_string()))?;
    }
    Ok(report)
}

/// The start of a game, or the end of the record in a file, which must be of the same game.
pub fn start<G: Playable>(options: &G::Options, record: Option<&Path>) -> Result<G, Failure> {
    match record {
        None => G::new(options).map_err(Failure::input),
        Some(path) => positions(options, path).map(|(positions, _)| last(positions)),
    }
}

/// The last position of a game; there is always one, the start.
fn last<G>(positions: Vec<G>) -> G {
    let last = positions.into_iter().last();
    last.expect("a replayed game has a start")
}
