//! `moonbase bot`, `moonbase bot-check`

use std::io;
use std::time::Duration;

use moonbase_agents::bot;
use moonbase_agents::ext::Errors;
use moonbase_engine::registry::{family_of, options_of};
use moonbase_engine::with_family;
use moonbase_eval::{BotCheckPlan, check_bot};

use super::count;
use crate::args::{Bot, BotCheck};
use crate::failure::Failure;
use crate::interrupt;
use crate::output::print_either;

pub fn serve(args: &Bot) -> Result<(), Failure> {
    interrupt::end_at_once();
    let (input, mut output) = (io::stdin().lock(), io::stdout());
    let game = args.game.as_deref();
    Ok(bot::serve(&args.agent, game, input, &mut output)?)
}

pub fn check(args: &BotCheck) -> Result<(), Failure> {
    interrupt::end_at_once();
    let family = family_of(&args.game)?;
    let report = with_family!(family, |G| {
        let plan = BotCheckPlan::<G> {
            command: &args.command,
            game: &args.game,
            options: &options_of::<G>(&args.game, &[])?,
            limit: Duration::from_millis(args.limit),
            start: Duration::from_millis(args.start),
            errors: match args.stderr {
                true => Errors::Shown,
                false => Errors::Hidden,
            },
            seed: args.seed,
        };
        check_bot(&plan)
    });
    print_either(&report, args.json)?;
    match report.failed() {
        0 => Ok(()),
        failed => Err(Failure::Failed(format!(
            "the bot fails {} of {}",
            count(failed, "check"),
            report.checks.len()
        ))),
    }
}
