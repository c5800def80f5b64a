//! `moonbase match`

use moonbase_agents::{MakeAgent, OnClock, Playable};
use moonbase_engine::registry::{family_of, options_of};
use moonbase_engine::with_family;
use moonbase_eval::work::all_cores;
use moonbase_eval::{Control, MatchPlan, MatchReport, play_match, play_until_decided, progress};
use moonbase_play::levels::Opponent;

use crate::args::Match;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::print_played;

/// Plays the match and prints its report; after Ctrl-C that of the games played by then.
pub fn run(args: Match) -> Result<(), Failure> {
    let family = family_of(&args.game)?;
    let report = with_family!(family, |G| play::<G>(&args))?;
    print_played(&report, args.json, report.games, report.planned)
}

fn play<G: Playable>(args: &Match) -> Result<MatchReport, Failure> {
    let options = options_of::<G>(&args.game, &args.changes.settings())?;
    let (a, b) = (Opponent(args.a.clone()), Opponent(args.b.clone()));
    let specs: [&dyn MakeAgent<G>; 2] = [&a, &b];
    let clocked = args
        .clock
        .map(|clock| specs.map(|spec| OnClock::new(spec, clock)));
    let plan = MatchPlan::<G> {
        game: &args.game,
        options: &options,
        agents: match &clocked {
            Some([a, b]) => [a, b],
            None => specs,
        },
        games: args.games,
        seed: args.seed,
    };
    let mut control = Control {
        threads: args.threads.unwrap_or_else(all_cores),
        stop: interrupt::watch_briefly(),
        progress: &mut progress::bar("games"),
    };
    Ok(match &args.sprt {
        Some(sprt) => play_until_decided(&plan, sprt, &mut control)?,
        None => play_match(&plan, &mut control)?,
    })
}
