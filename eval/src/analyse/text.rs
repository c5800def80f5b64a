//! An analysis as text.

use std::fmt;

use super::{ActionRow, Analysis, Bounds, Node, Opinion, Outcome, Step};
use crate::table::render;

/// Actions shown; JSON has them all.
const ROWS: usize = 15;

impl fmt::Display for Analysis {
    /// A table within 80 columns, the expected line, and what the thinking cost.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.ply == 1 { "" } else { "s" };
        write!(f, "{} after {} word{plural}: ", self.game, self.ply)?;
        match &self.node {
            Node::Decision(opinion) => write!(f, "{opinion}"),
            Node::Chance { outcomes } => chance(outcomes, f),
            Node::Over { outcome, value } => {
                writeln!(f, "the game is over: {outcome} ({value:+})")
            }
        }
    }
}

fn chance(outcomes: &[Outcome], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    writeln!(f, "chance decides")?;
    let mut rows = vec![words(["outcome", "weight", "probability"])];
    for outcome in outcomes {
        let probability = format!("{:.2}%", 100.0 * outcome.probability);
        rows.push(words([
            &outcome.word,
            &outcome.weight.to_string(),
            &probability,
        ]));
    }
    f.write_str(&render(&rows))
}

impl fmt::Display for Opinion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} decides among {} actions", self.seat, self.legal)?;
        let value = self
            .value
            .map_or(String::new(), |value| format!(", value {value:+.3}"));
        let known = self.bounds.map_or(String::new(), proven);
        writeln!(
            f,
            "{} (seed {}) plays {}{value}{known}",
            self.agent, self.seed, self.choice
        )?;
        self.table(f)?;
        if !self.line.is_empty() {
            let steps: Vec<String> = self.line.iter().map(Step::to_string).collect();
            writeln!(f, "expects: {}", steps.join(" "))?;
        }
        if self.simulations > 0 {
            write!(f, "{} simulations", self.simulations)?;
            let (rate, time) = (self.simulations_per_s, self.milliseconds);
            write!(f, " in {time:.0} ms ({rate:.0}/s), {} nodes", self.nodes)?;
            match self.depth {
                0 => writeln!(f)?,
                depth => writeln!(f, ", depth {depth}")?,
            }
        }
        Ok(())
    }
}

impl Opinion {
    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.actions.is_empty() {
            return Ok(());
        }
        let head = ["action", "visits", "value, 95% interval", "prior", "proven"];
        let mut rows = vec![words(head)];
        rows.extend(self.actions.iter().take(ROWS).map(row));
        f.write_str(&render(&rows))?;
        match self.actions.len().saturating_sub(ROWS) {
            0 => Ok(()),
            more => writeln!(f, "and {more} more"),
        }
    }
}

fn row(action: &ActionRow) -> Vec<String> {
    let value = match (action.value, action.interval) {
        (Some(value), Some(Bounds { low, high })) => format!("{value:+.3} [{low:+.3}, {high:+.3}]"),
        (Some(value), None) => format!("{value:+.3}"),
        (None, _) => String::new(),
    };
    let prior = action
        .prior
        .map_or(String::new(), |prior| format!("{:.1}%", 100.0 * prior));
    let proven = match (action.proven, action.bounds) {
        (true, _) => "yes".into(),
        (false, Some(Bounds { low, high })) if (low, high) != (-1.0, 1.0) => {
            format!("[{low:+.2}, {high:+.2}]")
        }
        _ => String::new(),
    };
    let visits = match action.visits {
        // Agents that do not count.
        0 => "-".into(),
        visits => visits.to_string(),
    };
    words([&action.action, &visits, &value, &prior, &proven])
}

fn proven(bounds: Bounds) -> String {
    let Bounds { low, high } = bounds;
    match high - low {
        width if width < 1e-5 => ", proven".into(),
        width if width < 2.0 => format!(", proven within [{low:+.3}, {high:+.3}]"),
        _ => String::new(),
    }
}

impl fmt::Display for Step {
    /// `C:move:2`, and at chance nodes `(hits:1 17%)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.probability {
            Some(probability) => write!(f, "({} {:.0}%)", self.word, 100.0 * probability),
            None => f.write_str(&self.word),
        }
    }
}

fn words<const N: usize>(row: [&str; N]) -> Vec<String> {
    row.map(String::from).to_vec()
}
