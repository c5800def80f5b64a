//! `moonbase trace`

use std::io::Write;
use std::path::PathBuf;

use moonbase_eval::trace_files::check_file;

use super::count;
use crate::args::Trace;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::with_stdout;

pub fn run(args: Trace) -> Result<(), Failure> {
    check(&args.check)
}

fn check(files: &[PathBuf]) -> Result<(), Failure> {
    let stop = interrupt::watch();
    let mut faulty = 0;
    with_stdout(|out| {
        for file in files {
            let report = check_file(file, stop)?;
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
            "{faulty} games differ from the engine"
        ))),
    }
}
