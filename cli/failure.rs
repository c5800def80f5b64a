//! How the program fails: one line on standard error, and an exit code.

use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;
use moonbase_agents::bot::BotError;
use moonbase_agents::exact::SolutionError;
use moonbase_engine::registry::RegistryError;
use moonbase_eval::EvalError;
use moonbase_eval::arena::StoreError;
use moonbase_eval::arena::run::ArenaError;
use moonbase_eval::balance::BalanceError;
use moonbase_eval::best_response::ExactError;
use moonbase_eval::solve::SolveError;
use moonbase_eval::trace_files::TraceFileError;
use moonbase_play::ink::printable;
use moonbase_play::review::ReviewError;
use moonbase_play::terminal::PlayError;
use moonbase_play::web::ServeError;
use moonbase_training::{CurvesError, ExploitError, TrainError};

use crate::interrupt;

/// Why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// Something that was given is wrong: exit code 2.
    Input(String),
    /// Something went wrong: exit code 1.
    Failed(String),
    /// Ctrl-C: exit code 130.
    Interrupted,
    /// Ctrl-C, with what has been saved: exit code 130.
    Stopped(String),
    /// Nobody reads the output any more: a quiet, normal end.
    OutputClosed,
}

impl Failure {
    /// Wrong input, as an error says it.
    pub fn input(error: impl Display) -> Self {
        Failure::Input(error.to_string())
    }

    /// Says what happened and gives the exit code.
    pub fn report(self) -> ExitCode {
        let (message, code) = match self {
            Failure::Input(message) => (message, 2),
            Failure::Failed(message) => (message, 1),
            Failure::Interrupted => ("interrupted".into(), interrupt::CODE),
            Failure::Stopped(saved) => (format!("interrupted; {saved}"), interrupt::CODE),
            Failure::OutputClosed => return ExitCode::SUCCESS,
        };
        // Not `eprintln!`, which panics when standard error is closed.
        let _ = writeln!(io::stderr(), "moonbase: {}", printable(&message));
        ExitCode::from(code)
    }
}

/// Errors of writing to standard output.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::Failed(format!("cannot write the output: {error}")),
        }
    }
}

impl From<TraceFileError> for Failure {
    fn from(error: TraceFileError) -> Self {
        match error {
            TraceFileError::Interrupted => Failure::Interrupted,
            TraceFileError::Write(error) => error.into(),
            TraceFileError::Illegal(_) | TraceFileError::Forfeit { .. } => {
                Failure::Failed(error.to_string())
            }
            error => Failure::input(error),
        }
    }
}

impl From<RegistryError> for Failure {
    fn from(error: RegistryError) -> Self {
        Failure::input(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Failure::input(error)
    }
}

impl From<ArenaError> for Failure {
    fn from(error: ArenaError) -> Self {
        match error {
            ArenaError::Store(error) => error.into(),
            ArenaError::Game(error) => error.into(),
        }
    }
}

impl From<BalanceError> for Failure {
    fn from(error: BalanceError) -> Self {
        match error {
            BalanceError::Game(error) => error.into(),
            error => Failure::input(error),
        }
    }
}

impl From<EvalError> for Failure {
    fn from(error: EvalError) -> Self {
        match error {
            EvalError::Illegal { .. }
            | EvalError::Forfeit { .. }
            | EvalError::Line { .. }
            | EvalError::Broken(_) => Failure::Failed(error.to_string()),
            error => Failure::input(error),
        }
    }
}

impl From<BotError> for Failure {
    fn from(error: BotError) -> Self {
        match error {
            BotError::Write(error) => error.into(),
            BotError::Read(_) => Failure::Failed(error.to_string()),
            error => Failure::input(error),
        }
    }
}

impl From<TrainError> for Failure {
    fn from(error: TrainError) -> Self {
        match error {
            TrainError::Eval(error) => error.into(),
            TrainError::Io { .. } | TrainError::Diverged { .. } => {
                Failure::Failed(error.to_string())
            }
            error => Failure::input(error),
        }
    }
}

impl From<ExactError> for Failure {
    fn from(error: ExactError) -> Self {
        match error {
            ExactError::Solve(error) => error.into(),
            error => Failure::input(error),
        }
    }
}

impl From<ExploitError> for Failure {
    fn from(error: ExploitError) -> Self {
        match error {
            ExploitError::Train(error) => error.into(),
            ExploitError::Io { .. } => Failure::Failed(error.to_string()),
            error => Failure::input(error),
        }
    }
}

impl From<CurvesError> for Failure {
    fn from(error: CurvesError) -> Self {
        match error {
            CurvesError::Write { .. } => Failure::Failed(error.to_string()),
            error => Failure::input(error),
        }
    }
}

impl From<PlayError> for Failure {
    fn from(error: PlayError) -> Self {
        Failure::input(error)
    }
}

impl From<ReviewError> for Failure {
    fn from(error: ReviewError) -> Self {
        match error {
            ReviewError::Game(error) => error.into(),
            error => Failure::input(error),
        }
    }
}

impl From<ServeError> for Failure {
    fn from(error: ServeError) -> Self {
        match error {
            ServeError::Start(_) => Failure::Failed(error.to_string()),
            error => Failure::input(error),
        }
    }
}

impl From<SolutionError> for Failure {
    fn from(error: SolutionError) -> Self {
        Failure::input(error)
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::Stopped { .. } => Failure::Interrupted,
            SolveError::Broken(_) => Failure::Failed(error.to_string()),
            error => Failure::input(error),
        }
    }
}

/// Prints the help that was asked for, or turns clap's paragraphs into one line.
pub fn of_usage(error: clap::Error) -> Result<(), Failure> {
    use ErrorKind::{DisplayHelp, DisplayVersion};
    if let DisplayHelp | DisplayVersion = error.kind() {
        return Ok(error.print()?);
    }
    let text = error.render().to_string();
    let message = text.split("Usage:").next().unwrap_or_default();
    let message = message.split("For more information").next();
    let words: Vec<&str> = message.unwrap_or_default().split_whitespace().collect();
    let message = words.join(" ");
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    Err(Failure::Input(format!(
        "{message}; see `moonbase --help` or `moonbase COMMAND --help`"
    )))
}
