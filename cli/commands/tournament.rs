//! `moonbase tournament`

use moonbase_agents::{AgentSpec, MakeAgent, OnClock, Playable};
use moonbase_engine::registry::{family_of, options_of};
use moonbase_engine::{Seat, with_family};
use moonbase_eval::arena::{ArenaPlan, ArenaReport, Played, Store, play_missing};
use moonbase_eval::work::all_cores;
use moonbase_eval::{Control, progress};

use crate::args::Tournament;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::{print_either, program};

/// Plays what is missing and prints the table; after Ctrl-C that of the games played by then.
pub fn run(args: Tournament) -> Result<(), Failure> {
    let plan = plan(&args)?;
    let family = family_of(&plan.game)?;
    let (store, played) = with_family!(family, |G| play::<G>(&args, &plan))?;
    print_either(&ArenaReport::of(&store, false)?, args.json)?;
    match played.pairs < played.planned {
        true => Err(Failure::Stopped(
            "saved; the same command goes on".to_string(),
        )),
        false => Ok(()),
    }
}

fn plan(args: &Tournament) -> Result<ArenaPlan, Failure> {
    if let Some(path) = &args.plan {
        return ArenaPlan::read(path).map_err(Failure::input);
    }
    let plan = ArenaPlan {
        game: args.game.clone(),
        set: args.changes.settings(),
        agents: args.agents.iter().map(AgentSpec::to_string).collect(),
        format: args.format.into(),
        pairs: args.pairs,
        rounds: args.rounds,
        most_pairs: args.most_pairs,
        self_play: args.self_play,
        clock: args.clock,
        seed: args.seed,
    };
    plan.check().map_err(Failure::input)?;
    Ok(plan)
}

fn play<G: Playable>(args: &Tournament, plan: &ArenaPlan) -> Result<(Store, Played), Failure> {
    let options = options_of::<G>(&plan.game, &plan.set)?;
    let specs: Result<Vec<AgentSpec>, _> = plan.agents.iter().map(|text| text.parse()).collect();
    let specs = specs.map_err(Failure::input)?;
    let clocked: Vec<OnClock<G>> = match plan.clock {
        Some(clock) => specs.iter().map(|spec| OnClock::new(spec, clock)).collect(),
        None => Vec::new(),
    };
    let agents: Vec<&dyn MakeAgent<G>> = match plan.clock {
        Some(_) => clocked.iter().map(|agent| agent as _).collect(),
        None => specs.iter().map(|spec| spec as _).collect(),
    };
    // What cannot be built, or cannot play both seats, is said before a database is made.
    let start = G::new(&options).map_err(Failure::input)?;
    for agent in &agents {
        let agent = agent.make().map_err(Failure::input)?;
        for seat in Seat::BOTH {
            agent.check(&start, seat).map_err(Failure::input)?;
        }
    }
    let store = Store::open(&args.db, plan, &program())?;
    let mut control = Control {
        threads: args.threads.unwrap_or_else(all_cores),
        stop: interrupt::watch_briefly(),
        progress: &mut progress::bar("pairs"),
    };
    Ok(play_missing(store, &options, &agents, &mut control)?)
}
