//! `moonbase trace`

use std::io::Write;
use std::path::PathBuf;

use moonbase_agents::Playable;
use moonbase_engine::registry::{family_of, options_of};
use moonbase_engine::with_family;
use moonbase_eval::trace_files::{TracePlan, check_file, write_traces};

use super::count;
use crate::args::{Rules, Trace};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::with_stdout;

pub fn run(args: Trace) -> Result<(), Failure> {
    let Some(rules) = &args.rules else {
        return check(&args.check);
    };
    let family = family_of(&rules.game)?;
    with_family!(family, |G| write::<G>(rules, &args))
}

fn write<G: Playable>(rules: &Rules, args: &Trace) -> Result<(), Failure> {
    let options = options_of::<G>(&rules.game, &rules.settings())?;
    let [first, second] = &args.agents.0;
    let plan = TracePlan::<G> {
        game: &rules.game,
        options: &options,
        agents: [first, second],
        games: args.games,
        seed: args.seed,
    };
    let stop = interrupt::watch_briefly();
    with_stdout(|out| Ok(write_traces(&plan, out, stop)?))
}

fn check(files: &[PathBuf]) -> Result<(), Failure> {
    let stop = interrupt::watch_briefly();
    let mut faulty = 0;
    with_stdout(|out| {
        for file in files {
            let report = check_file(file, stop)?;
            if report.games == 0 && report.nodes == 0 && report.faults.len() < 2 {
                let text = "there is no game in it; a trace is what `moonbase trace` prints";
                return Err(Failure::Input(format!("{}: {text}", file.display())));
            }
            for fault in &report.faults {
                writeln!(out, "{}: {fault}", file.display())?;
            }
            let games = count(report.games, "game");
            let nodes = count(report.nodes, "node");
            let found = match report.faults.len() {
                0 => "all agree".into(),
                faults => format!("{} not", count(faults, "game")),
            };
            writeln!(out, "{}: {games}, {nodes} agree; {found}", file.display())?;
            out.flush()?;
            faulty += report.faults.len();
        }
        Ok(())
    })?;
    match faulty {
        0 => Ok(()),
        _ => Err(Failure::Failed(format!(
            "{} not as the engine plays",
            count(faulty, "game")
        ))),
    }
}
