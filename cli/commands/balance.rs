//! `moonbase balance`

use moonbase_agents::{AgentSpec, Playable};
use moonbase_engine::registry::family_of;
use moonbase_engine::with_family;
use moonbase_eval::balance::run::{check, sides};
use moonbase_eval::balance::{
    BalancePlan, BalanceReport, Design, Lineup, Played, Store, play_missing,
};
use moonbase_eval::work::all_cores;
use moonbase_eval::{Control, progress};

use crate::args::Balance;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::program;

/// Plays what is missing and prints the report; after Ctrl-C that of the games played by then.
pub fn run(args: Balance) -> Result<(), Failure> {
    args.form.check()?;
    let family = family_of(&args.rules.game)?;
    let (report, played) = with_family!(family, |G| compare::<G>(&args))?;
    if played.games == 0 {
        return Err(Failure::Interrupted);
    }
    args.form.give(&report, || report.page())?;
    match (played.games < played.planned, &args.db) {
        (true, Some(_)) => Err(Failure::Stopped("saved; the same command goes on".into())),
        (true, None) => Err(Failure::Interrupted),
        (false, _) => Ok(()),
    }
}

/// The plan, and the agents of its line-ups.
fn plan(args: &Balance) -> (BalancePlan, Vec<[AgentSpec; 2]>) {
    let sides: Vec<[AgentSpec; 2]> = match (&args.first, &args.second) {
        (Some(first), Some(second)) => vec![[first.clone(), second.clone()]],
        _ => {
            let both = |agent: &AgentSpec| [agent.clone(), agent.clone()];
            args.agents.0.iter().map(both).collect()
        }
    };
    let lineup = |[first, second]: &[AgentSpec; 2]| Lineup {
        first: first.to_string(),
        second: second.to_string(),
    };
    let plan = BalancePlan {
        game: args.rules.game.clone(),
        set: args.rules.settings(),
        vary: args.vary.clone(),
        design: match args.one_at_a_time {
            true => Design::OneAtATime,
            false => Design::Grid,
        },
        lineups: sides.iter().map(lineup).collect(),
        games: args.games,
        seed: args.seed,
    };
    (plan, sides)
}

fn compare<G: Playable>(args: &Balance) -> Result<(BalanceReport, Played), Failure> {
    let (plan, specs) = plan(args);
    let grid = plan.grid::<G>()?;
    let lineups: Vec<_> = specs.iter().map(sides::<G>).collect();
    // What cannot be played is said before a database is made.
    check::<G>(&grid, &lineups)?;
    let store = Store::open(args.db.as_deref(), &plan, &program())?;
    let mut control = Control {
        threads: args.threads.unwrap_or_else(all_cores),
        stop: interrupt::watch_briefly(),
        progress: &mut progress::bar("games"),
    };
    let (store, played) = play_missing(store, &grid, &lineups, &mut control)?;
    Ok((BalanceReport::of::<G>(&store)?, played))
}
