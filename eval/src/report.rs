//! Match and tournament reports as text.

use std::fmt;

use crate::forfeits::write_forfeits;
use crate::matches::{BothSeats, MatchReport, Test};
use crate::page::{Figure, Unit};
use crate::rating::sprt::{Decision, Status};
use crate::stats::Estimate;
use crate::table::render;
use crate::tournament::TournamentReport;

/// A score in percent with its interval: `61.5% [57.9, 65.1]`.
pub fn percent(estimate: &Estimate) -> String {
    written(estimate, Unit::Percent)
}

/// A mean return with its interval: `+0.25 [+0.18, +0.31]`.
pub fn signed(estimate: &Estimate) -> String {
    written(estimate, Unit::Signed(3))
}

fn written(estimate: &Estimate, unit: Unit) -> String {
    let Estimate {
        mean, low, high, ..
    } = *estimate;
    Figure::new(mean, unit).within(low, high).written()
}

impl BothSeats {
    /// The overall figure as an estimate.
    pub fn estimate(&self) -> Estimate {
        Estimate {
            mean: self.overall,
            low: self.low,
            high: self.high,
            samples: self.pairs,
        }
    }
}

impl fmt::Display for MatchReport {
    /// A few lines within 80 columns, from the first agent's point of view.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = &self.agents;
        writeln!(f, "{one} against {other}")?;
        writeln!(f, "{}: {}", self.game, self.played())?;
        let words = |row: &[&str]| row.iter().map(|word| word.to_string()).collect::<Vec<_>>();
        let mut rows = vec![words(&["", "score, 95% interval", "mean return"])];
        for (seat, score) in &self.score.seats {
            let value = &self.returns.seats[seat];
            rows.push(vec![format!("as {seat}"), percent(score), signed(value)]);
        }
        let overall = [
            percent(&self.score.estimate()),
            signed(&self.returns.estimate()),
        ];
        rows.push([vec!["overall".into()], overall.into()].concat());
        f.write_str(&render(&rows))?;
        for (seat, shares) in &self.outcomes {
            let shares = shares
                .iter()
                .map(|(name, share)| format!("{name} {:.1}%", 100.0 * share));
            writeln!(f, "as {seat}: {}", shares.collect::<Vec<_>>().join(", "))?;
        }
        let length = &self.length;
        write!(f, "a game: {:.1} decisions", length.decisions)?;
        // Without dice there is nothing that counts turns.
        match length.rolls > 0.0 {
            true => writeln!(f, ", {:.1} rolls, {:.1} turns", length.rolls, length.turns)?,
            false => writeln!(f)?,
        }
        if let Some(test) = &self.test {
            writeln!(f, "{test}")?;
        }
        write_forfeits(f, &self.forfeits)
    }
}

impl fmt::Display for Test {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Status {
            llr,
            lower,
            upper,
            decision,
        } = self.status;
        let [elo0, elo1] = self.sprt.hypotheses();
        let found = match decision {
            Decision::Continue => "not decided".to_string(),
            Decision::AcceptH0 => format!("{elo0:+} Elo rather than {elo1:+}"),
            Decision::AcceptH1 => format!("{elo1:+} Elo rather than {elo0:+}"),
        };
        write!(
            f,
            "SPRT: {found}; log-likelihood ratio {llr:.2} of {lower:.2} to {upper:.2}"
        )
    }
}

impl MatchReport {
    fn played(&self) -> String {
        let pairs = self.games / 2;
        let plural = if pairs == 1 { "" } else { "s" };
        let of = match self.planned > self.games {
            true => format!(" (stopped; {} were planned)", self.planned),
            false => String::new(),
        };
        format!(
            "{} games in {pairs} pair{plural}, seed {}{of}",
            self.games, self.seed
        )
    }
}

impl fmt::Display for TournamentReport {
    /// One row for each agent, seat and opponent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let head = [
            "agent",
            "seat",
            "against",
            "score, 95% interval",
            "mean return",
        ];
        let mut rows = vec![head.map(String::from).to_vec()];
        for row in &self.rows {
            let (agent, seat, opponent) =
                (row.agent.clone(), row.seat.into(), row.opponent.clone());
            rows.push(vec![
                agent,
                seat,
                opponent,
                percent(&row.score),
                signed(&row.returns),
            ]);
        }
        f.write_str(&render(&rows))?;
        let stopped = if self.complete {
            ""
        } else {
            " at most (stopped)"
        };
        writeln!(f, "{} games a row{stopped}, seed {}", self.games, self.seed)?;
        for row in &self.rows {
            write_forfeits(f, &row.forfeits)?;
        }
        Ok(())
    }
}
