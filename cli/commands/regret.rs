//! `moonbase regret`

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
use crate::output::print_played;

/// Prints the report; after Ctrl-C that of the games played by then.
pub fn run(args: Regret) -> Result<(), Failure> {
    let header = Header::read(&args.solution)?;
    let family = family_of(&header.game)?;
    let report = with_family!(family, |G| measure::<G>(&args, &header))?;
    print_played(&report, args.json, report.games, report.planned)
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
