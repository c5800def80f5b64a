//! `moonbase review`

use moonbase_agents::Playable;
use moonbase_engine::record::Record;
use moonbase_engine::registry::family_of;
use moonbase_engine::with_family;
use moonbase_eval::work::all_cores;
use moonbase_eval::{Control, progress};
use moonbase_play::files::{check_writable, write_text};
use moonbase_play::review::{ReviewError, ReviewPlan, review, svg};
use moonbase_play::{Review, Words};

use super::read_text;
use crate::args::Review as Arguments;
use crate::failure::Failure;
use crate::interrupt;
use crate::output::print_either;

/// Reviews the game of a record and prints, or draws, what came out.
pub fn run(args: &Arguments) -> Result<(), Failure> {
    let located = |error: String| Failure::Input(format!("{}: {error}", args.file.display()));
    let record = Record::parse(&read_text(&args.file)?).map_err(|e| located(e.to_string()))?;
    let family = family_of(record.game()).map_err(|error| located(error.to_string()))?;
    if let Some(path) = &args.svg {
        check_writable(path).map_err(Failure::input)?;
    }
    let found = with_family!(family, |G| look::<G>(args, &record));
    let found = found.map_err(|error| match error {
        error @ (ReviewError::Record(_) | ReviewError::Empty) => located(error.to_string()),
        error => error.into(),
    })?;
    let review = found.ok_or(Failure::Interrupted)?;
    if let Some(path) = &args.svg {
        let written = write_text(path, &svg(&review));
        written.map_err(|error| Failure::Failed(error.to_string()))?;
    }
    print_either(&review, args.json)
}

fn look<G: Words + Playable>(
    args: &Arguments,
    record: &Record,
) -> Result<Option<Review>, ReviewError> {
    let plan = ReviewPlan::<G> {
        record,
        judge: &args.agent,
        seed: args.seed,
    };
    let mut control = Control {
        threads: args.threads.unwrap_or_else(all_cores),
        stop: interrupt::watch_briefly(),
        progress: &mut progress::bar("positions"),
    };
    review(&plan, &mut control)
}
