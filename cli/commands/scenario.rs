//! `moonbase scenario`

use std::io::Write;

use moonbase_play::fg1::scenario::{check, draw, picture};
use moonbase_play::files::write_text;
use moonbase_play::terminal::Look;

use crate::args::{Scenario, ScenarioCheck, ScenarioCommand, ScenarioDraw};
use crate::failure::Failure;
use crate::output::with_stdout;
use crate::scenario_file::scenario_text;

pub fn run(args: Scenario) -> Result<(), Failure> {
    match args.command {
        ScenarioCommand::Check(args) => check_files(&args),
        ScenarioCommand::Draw(args) => draw_file(&args),
    }
}

/// All files, and then the first fault.
fn check_files(args: &ScenarioCheck) -> Result<(), Failure> {
    let mut refused = Vec::new();
    with_stdout(|out| {
        for name in &args.files {
            let told =
                scenario_text(name).and_then(|text| check(&text).map_err(|e| located(name, e)));
            match told {
                Ok(lines) => writeln!(out, "{}", lines.join("\n  "))?,
                Err(fault) => refused.push(fault),
            }
        }
        Ok(())
    })?;
    match refused.is_empty() {
        true => Ok(()),
        false => Err(Failure::Input(refused.join("; "))),
    }
}

fn located(name: &str, error: impl std::fmt::Display) -> String {
    format!("{name}: {error}")
}

fn draw_file(args: &ScenarioDraw) -> Result<(), Failure> {
    let text = scenario_text(&args.file).map_err(Failure::Input)?;
    let refuse = |error| Failure::Input(located(&args.file, error));
    if let Some(path) = &args.svg {
        let drawing = picture(&text).map_err(refuse)?;
        let written = write_text(path, &drawing);
        return written.map_err(|error| Failure::Failed(error.to_string()));
    }
    let look = Look::detect();
    let lines = draw(&text, look.width).map_err(refuse)?;
    let shown: String = match args.text {
        true => text,
        false => lines
            .into_iter()
            .map(|line| line.render(look.colour) + "\n")
            .collect(),
    };
    with_stdout(|out| Ok(out.write_all(shown.as_bytes())?))
}
