//! `moonbase analyse`

use moonbase_agents::{Playable, Ply};
use moonbase_engine::registry::{family_of, options_of};
use moonbase_engine::with_family;
use moonbase_eval::{Analysis, AnalysisPlan, analyse, first_decision};

use super::positions;
use crate::args::Analyse;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::print_either;

pub fn run(args: Analyse) -> Result<(), Failure> {
    interrupt::end_at_once();
    let family = family_of(&args.rules.game)?;
    let analysis = with_family!(family, |G| think::<G>(&args))?;
    print_either(&analysis, args.json)
}

fn think<G: Playable>(args: &Analyse) -> Result<Analysis, Failure> {
    let (position, history) = find::<G>(args)?;
    let plan = AnalysisPlan {
        game: &args.rules.game,
        position: &position,
        history: &history,
        agent: &args.agent,
        seed: args.seed,
    };
    Ok(analyse(&plan)?)
}

/// The position in question, and what was played before.
fn find<G: Playable>(args: &Analyse) -> Result<(G, Vec<Ply<G>>), Failure> {
    let options = options_of::<G>(&args.rules.game, &args.rules.settings())?;
    let Some(path) = &args.record else {
        return Ok(first_decision(&options, args.seed)?);
    };
    let (mut positions, mut plies) = positions::<G>(&options, path)?;
    let last = positions.len() - 1;
    let ply = args.ply.unwrap_or(last);
    if ply > last {
        let words = super::count(last, "word");
        return Err(Failure::Input(format!(
            "{}: --ply {ply} is beyond its {words}",
            path.display()
        )));
    }
    plies.truncate(ply);
    Ok((positions.swap_remove(ply), plies))
}
