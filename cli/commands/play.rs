//! `moonbase play`

use std::io::{self, BufReader};

use moonbase_agents::Playable;
use moonbase_engine::registry::family_of;
use moonbase_engine::with_family;
use moonbase_play::AtTable;
use moonbase_play::full_screen::play_full_screen;
use moonbase_play::player::default_path;
use moonbase_play::session::read_record;
use moonbase_play::terminal::{Left, Look, PlayOptions, play};

use crate::args::Play;
use crate::failure::Failure;
use crate::interrupt;

pub fn run(args: Play) -> Result<(), Failure> {
    let game = game(&args)?;
    let family = family_of(&game)?;
    let mut options = PlayOptions::new(&game);
    options.settings = args.changes.settings();
    (options.seat, options.against) = (args.seat, args.against);
    (options.seed, options.save, options.load) = (args.seed, args.save, args.load);
    (options.level, options.table) = (args.level, args.table);
    options.player = default_path();
    options.hint = args.hint.unwrap_or(options.hint);
    options.look = Look::detect();
    with_family!(family, |G| start::<G>(&options, args.full_screen))
}

/// The game that was named, or else that of the record to go on with.
fn game(args: &Play) -> Result<String, Failure> {
    match (&args.load, &args.game) {
        (_, Some(game)) => Ok(game.clone()),
        (Some(file), None) => Ok(read_record(file)
            .map_err(Failure::input)?
            .game()
            .to_string()),
        (None, None) => Err(Failure::Input("name a game, or one to --load".into())),
    }
}

fn start<G: AtTable + Playable>(options: &PlayOptions, full_screen: bool) -> Result<(), Failure> {
    let stop = match full_screen {
        true => interrupt::watch_patiently(),
        false => interrupt::watch(),
    };
    let finish = match full_screen {
        true => play_full_screen::<G>(options, stop)?,
        false => play::<G>(
            options,
            BufReader::new(io::stdin()),
            &mut io::stdout(),
            stop,
        )?,
    };
    match finish.left {
        Left::Stopped => Err(Failure::Interrupted),
        Left::OutputGone => Err(Failure::OutputClosed),
        Left::Over(_) | Left::Quit | Left::EndOfInput => match finish.lost {
            Some(_) => Err(Failure::Failed("the game is not saved".into())),
            None => Ok(()),
        },
    }
}
