//! Does a bot in any language keep the protocol of `docs/bots.md`? [`check_bot`] walks it through every corner.
//!
//! Each check starts the program anew, so that one fault is not reported as many.

use std::fmt;
use std::time::Duration;

use moonbase_agents::Indexed;
use moonbase_agents::ext::{Errors, split_command};
use moonbase_engine::Game;
use serde::Serialize;

use crate::table::printable;

mod probe;

use probe::{Probe, all};

/// Which bot to check, and in which game.
pub struct BotCheckPlan<'a, G: Game> {
    /// The bot's command, as a shell would take it.
    pub command: &'a str,
    /// The game's or preset's name, for the report.
    pub game: &'a str,
    pub options: &'a G::Options,
    /// Time for each answer once it has said, by its answer to `hello`, that it is ready.
    pub limit: Duration,
    /// Time to start and to answer `hello`.
    pub start: Duration,
    /// What becomes of what it says on standard error.
    pub errors: Errors,
    /// Seed of the games.
    pub seed: u64,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BotReport {
    pub command: String,
    pub game: String,
    pub checks: Vec<Check>,
}

/// One corner of the protocol.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Check {
    pub name: &'static str,
    pub passed: bool,
    /// What was seen, or what is wrong, in one line.
    pub detail: String,
}

impl Check {
    fn new(name: &'static str, found: Result<String, String>) -> Check {
        let passed = found.is_ok();
        let detail = printable(&found.unwrap_or_else(|fault| fault));
        Check {
            name,
            passed,
            detail,
        }
    }
}

impl BotReport {
    /// How many checks failed.
    pub fn failed(&self) -> usize {
        self.checks.iter().filter(|check| !check.passed).count()
    }
}

/// Walks a bot through the protocol. A bot that cannot be started or does not greet is not walked further.
///
/// ```
/// use moonbase_agents::ext::Errors;
/// use moonbase_engine::toy::{Pig, PigOptions};
/// use moonbase_eval::{BotCheckPlan, check_bot};
/// let plan = BotCheckPlan::<Pig> {
///     command: "no-such-program",
///     game: "pig",
///     options: &PigOptions::default(),
///     limit: std::time::Duration::from_secs(1),
///     start: std::time::Duration::from_secs(10),
///     errors: Errors::Hidden,
///     seed: 1,
/// };
/// let report = check_bot(&plan);
/// assert_eq!((report.checks.len(), report.failed()), (1, 1));
/// ```
pub fn check_bot<G: Indexed>(plan: &BotCheckPlan<'_, G>) -> BotReport {
    BotReport {
        command: plan.command.into(),
        game: plan.game.into(),
        checks: checks(plan),
    }
}

fn checks<G: Indexed>(plan: &BotCheckPlan<'_, G>) -> Vec<Check> {
    let Some(command) = split_command(plan.command) else {
        let fault = "this is no command, or its quotes are not closed";
        return vec![Check::new("hello", Err(fault.into()))];
    };
    let probe = Probe { plan, command };
    let mut checks = vec![Check::new("hello", probe.hello())];
    if checks[0].passed {
        let more = all::<G>().into_iter();
        checks.extend(more.map(|(name, check)| Check::new(name, check(&probe))));
    }
    checks
}

impl fmt::Display for BotReport {
    /// A line for each check.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} in {}", self.command, self.game)?;
        for check in &self.checks {
            let word = if check.passed { "ok" } else { "FAIL" };
            writeln!(f, "{word:<5} {:<17} {}", check.name, check.detail)?;
        }
        let passed = self.checks.len() - self.failed();
        writeln!(f, "{passed} of {} checks passed", self.checks.len())
    }
}
