//! `moonbase regret`

use std::io::Write;
use std::sync::Arc;

use moonbase_agents::Playable;
use moonbase_agents::exact::{Header, Solution};
use moonbase_engine::registry::family_of;
use moonbase_engine::with_family;
use moonbase_eval::work::all_cores;
use moonbase_eval::{Control, Opponent, RegretPlan, RegretReport, progress, regret};

use super::solve::start;
use crate::args::{Against, Regret};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::with_stdout;

/// Prints the report; after Ctrl-C that of the games played by then.
pub fn run(args: Regret) -> Result<(), Failure> {
    let header = Header::read(&args.solution)?;
    let family = family_of(&header.game)?;
    let report = with_family!(family, |G| measure::<G>(&args, &header))?;
    if report.games == 0 {
        return Err(Failure::Interrupted);
    }
    with_stdout(|out| {
        match args.json {
            true => writeln!(out, "{}", serde_json::json!(report))?,
            false => write!(out, "{report}")?,
        }
        Ok(())
    })?;
    match report.games < report.planned {
        true => Err(Failure::Interrupted),
        false => Ok(()),
    }
}

fn measure<G: Playable>(args: &Regret, header: &Header) -> Result<RegretReport, Failure> {
    let options = header.options_of::<G>().map_err(Failure::input)?;
    let plan = RegretPlan::<G> {
        start: &start(&options, args.position.as_deref())?,
        agent: &args.agent,
        solution: Arc::new(Solution::read::<G>(&args.solution)?),
        opponent: match args.against {
            Against::Perfect => Opponent::Perfect,
            Against::Itself => Opponent::Itself,
        },
        games: args.games,
        seed: args.seed,
    };
    let mut control = Control {
        threads: args.threads.unwrap_or_else(all_cores),
        stop: interrupt::watch_briefly(),
        progress: &mut progress::bar("games"),
    };
    Ok(regret(&plan, &mut control)?)
}
