//! A review in words.

use std::fmt;

use super::totals::MISTAKE;
use super::{Advice, Choice, Review, Side, Step, StepKind};
use crate::explain::{line_words, odds_after};
use crate::ink::wrap;
use crate::words::Words;

/// Steps of the judge's line that are told, after its action.
const TOLD: usize = 3;

/// The most decisions that the text tells beside the turning points.
const MOST: usize = 12;

/// Columns of the text.
const WIDTH: usize = 80;

/// Width and height of the graph.
const COLUMNS: usize = 64;
const ROWS: usize = 9;

/// Why the judge would have done something else: the dice that it leads to, and what it expects.
pub(super) fn reasons<G: Words>(position: &G, advice: &Advice<G>) -> Vec<String> {
    let odds = odds_after(position, advice.action);
    let odds = odds.map(|line| line.trim().to_string());
    let [best, own] = [advice.best, advice.own].map(|value| 50.0 * (1.0 + value.0));
    let chances = format!("chances of {best:.0}%, what was played {own:.0}%");
    let reasons = [Some(chances), odds, expected(position, advice)];
    reasons.into_iter().flatten().collect()
}

/// The judge's line after its action, in words: `then G2 ...; the dice: 2 hits`.
fn expected<G: Words>(position: &G, advice: &Advice<G>) -> Option<String> {
    let line = line_words(position, &advice.line, 1 + TOLD);
    let told = line.get(1..).unwrap_or_default();
    (!told.is_empty()).then(|| format!("it expects then: {}", told.join("; ")))
}

/// With its sign, to one decimal; nothing has none: `+1.5`, `-0.3`, `0.0`.
pub fn signed(points: f64) -> String {
    match (10.0 * points).round() {
        0.0 => "0.0".into(),
        _ => format!("{points:+.1}"),
    }
}

impl Review {
    /// The mistakes that the text tells beside the turning points, those that gave most away, in the order of play.
    pub fn mistakes(&self) -> Vec<usize> {
        let given = |place: &usize| self.steps[*place].choice().map_or(0.0, |c| c.given_away);
        let mut places: Vec<usize> = (0..self.steps.len()).collect();
        places.retain(|place| given(place) >= MISTAKE && !self.turning_points.contains(place));
        places.sort_by(|a, b| given(b).total_cmp(&given(a)));
        places.truncate(MOST);
        places.sort_unstable();
        places
    }

    pub(super) fn first_name(&self) -> &'static str {
        self.sides.get(self.first_seat).map_or("", |side| side.name)
    }

    /// The chances as a graph of characters, the first seat's win at the top.
    pub fn graph(&self) -> Vec<String> {
        let columns = self.chances.len().min(COLUMNS);
        let at = |column: usize| {
            let last = self.chances.len() - 1;
            let place = (column * last).checked_div(columns - 1).unwrap_or(0);
            self.chances[place].clamp(0.0, 100.0)
        };
        let row_of = |chance: f64| ((100.0 - chance) / 100.0 * (ROWS - 1) as f64).round() as usize;
        let line = |row: usize| {
            let mark = |column| match (row_of(at(column)) == row, row == ROWS / 2) {
                (true, _) => '*',
                (false, true) => '-',
                (false, false) => ' ',
            };
            let marks: String = (0..columns).map(mark).collect();
            let label = match row {
                0 => "100%",
                row if row == ROWS / 2 => " 50%",
                row if row == ROWS - 1 => "  0%",
                _ => "    ",
            };
            format!("{label} |{}", marks.trim_end())
        };
        (0..ROWS).map(line).collect()
    }

    fn write_step(&self, f: &mut fmt::Formatter<'_>, place: usize) -> fmt::Result {
        let (step, before) = (&self.steps[place], self.chances[place]);
        let after = self.chances[place + 1];
        writeln!(f, "{:>4}. {}", place + 1, step.stage)?;
        match &step.kind {
            StepKind::Roll { luck } => {
                let (who, points) = match *luck >= 0.0 {
                    true => (self.first_name(), *luck),
                    false => (self.other_name(), -luck),
                };
                write_wrapped(f, &format!("      the dice: {}", step.words))?;
                writeln!(
                    f,
                    "      luck for {who}: {points:.1} points ({before:.0}% -> {after:.0}%)"
                )
            }
            StepKind::Decision(choice) => self.write_choice(f, step, choice),
        }
    }

    fn write_choice(
        &self,
        f: &mut fmt::Formatter<'_>,
        step: &Step,
        choice: &Choice,
    ) -> fmt::Result {
        let played = format!("      {} [{}]", step.words, step.word);
        let lost = format!("      gives away {:.1} points", choice.given_away);
        let better = format!("      better: {} [{}]", choice.best_words, choice.best);
        let why = choice.why.iter().map(|reason| format!("        {reason}"));
        let mut lines = [played, lost, better].into_iter().chain(why);
        lines.try_for_each(|line| write_wrapped(f, &line))
    }

    fn other_name(&self) -> &'static str {
        let other = self
            .sides
            .iter()
            .find(|(seat, _)| **seat != self.first_seat);
        other.map_or("", |(_, side)| side.name)
    }

    fn write_steps(&self, f: &mut fmt::Formatter<'_>, head: &str, places: &[usize]) -> fmt::Result {
        if places.is_empty() {
            return Ok(());
        }
        writeln!(f, "\n{head}")?;
        places
            .iter()
            .try_for_each(|place| self.write_step(f, *place))
    }

    fn write_sides(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.sides.get(self.first_seat).into_iter();
        let others = self
            .sides
            .iter()
            .filter(|(seat, _)| **seat != self.first_seat);
        for side in first.chain(others.map(|(_, side)| side)) {
            writeln!(f, "{side}")?;
        }
        Ok(())
    }
}

/// A line of at most so many columns, what follows set in further.
fn write_wrapped(f: &mut fmt::Formatter<'_>, line: &str) -> fmt::Result {
    let text = line.trim_start();
    let indent = line.len() - text.len();
    let lines = wrap(text, WIDTH - indent, 2);
    lines
        .iter()
        .try_for_each(|line| writeln!(f, "{:indent$}{line}", ""))
}

impl fmt::Display for Side {
    /// `SHADO (human): skill: 23.4 points given away in 41 decisions (6 mistakes); luck: +12.0 points`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name)?;
        if let Some(player) = &self.player {
            write!(f, " ({player})")?;
        }
        write!(
            f,
            "\n  skill: {:.1} points given away in {} decisions, {} of them mistakes",
            self.given_away, self.decisions, self.mistakes
        )?;
        write!(f, "\n  luck: {} points", signed(self.luck))
    }
}

impl fmt::Display for Review {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} judged by {}", self.game, self.judge)?;
        let outcome = self.outcome.as_deref().unwrap_or("The game is not over");
        writeln!(f, "{outcome}")?;
        writeln!(
            f,
            "\nchances of {} (100%: {}), step by step",
            self.first_name(),
            self.full
        )?;
        for line in self.graph() {
            writeln!(f, "{line}")?;
        }
        writeln!(f)?;
        self.write_sides(f)?;
        self.write_steps(f, "What turned the game:", &self.turning_points)?;
        self.write_steps(f, "What else was given away:", &self.mistakes())?;
        writeln!(
            f,
            "\nFrom {:.0}% to {:.0}% in {} steps; the judge changed its mind by {} points.",
            self.chances.first().unwrap_or(&50.0),
            self.chances.last().unwrap_or(&50.0),
            self.steps.len(),
            signed(self.drift)
        )
    }
}
