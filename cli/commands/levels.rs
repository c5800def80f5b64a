//! `moonbase levels`

use std::io::Write;

use moonbase_agents::Playable;
use moonbase_engine::registry::{family_of, options_of};
use moonbase_engine::with_family;
use moonbase_eval::work::all_cores;
use moonbase_eval::{Control, progress};
use moonbase_play::levels::{self, LadderPlan, LadderReport, spec_of, tables, text};

use crate::args::Levels;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{print_played, with_stdout};

pub fn run(args: Levels) -> Result<(), Failure> {
    if !args.measure {
        return list(args.json);
    }
    let family = family_of(&args.game)?;
    let report = with_family!(family, |G| measure::<G>(&args))?;
    print_played(&report, args.json, report.games, report.planned)
}

fn measure<G: Playable>(args: &Levels) -> Result<LadderReport, Failure> {
    let options = options_of::<G>(&args.game, &[])?;
    let (from, to) = args.levels;
    let agents: Vec<_> = (from - 1..=to).map(spec_of).collect();
    let plan = LadderPlan::<G> {
        game: &args.game,
        options: &options,
        agents: &agents,
        first: from - 1,
        games: args.games,
        seed: args.seed,
    };
    let mut control = Control {
        threads: args.threads.unwrap_or_else(all_cores),
        stop: interrupt::watch_briefly(),
        progress: &mut progress::bar("pairs"),
    };
    Ok(levels::measure(&plan, &mut control)?)
}

fn list(json: bool) -> Result<(), Failure> {
    with_stdout(|out| {
        match json {
            true => writeln!(out, "{}", serde_json::json!(tables()))?,
            false => out.write_all(text().as_bytes())?,
        }
        Ok(())
    })
}
