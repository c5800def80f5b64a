//! A ladder of agents: each against the one below, in paired games.
//!
//! A rung's step is `400 log10(s / (1 - s))` of its score `s`. It is only as good as the score's interval, and that steps
//! add up to ratings is what every Elo rating assumes.

use std::fmt;

use moonbase_agents::{AgentSpec, Playable};
use moonbase_engine::chance::mix;
use moonbase_eval::rating::elo::elo_of_score;
use moonbase_eval::report::percent;
use moonbase_eval::{Control, Estimate, EvalError, MatchPlan, MatchReport, play_match};
use serde::Serialize;

use super::agent::Opponent;

/// What is to be measured.
pub struct LadderPlan<'a, G: Playable> {
    /// The game's or preset's name.
    pub game: &'a str,
    pub options: &'a G::Options,
    /// The weakest first; at least two.
    pub agents: &'a [AgentSpec],
    /// The number of the first of them, for the report and for the seeds.
    pub first: usize,
    /// Games of each match; an odd number is rounded up to full pairs.
    pub games: u64,
    pub seed: u64,
}

/// An agent and its match against the one below.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rung {
    pub number: usize,
    /// From the agent's point of view.
    #[serde(rename = "match")]
    pub report: MatchReport,
    /// Elo above the agent below.
    pub step: f64,
}

/// The rungs measured.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LadderReport {
    pub game: String,
    pub seed: u64,
    pub rungs: Vec<Rung>,
    /// Games played, and those planned.
    pub games: u64,
    pub planned: u64,
    /// What the first seat is worth between neighbours, in Elo: by its mean score over the rungs.
    pub balance: f64,
}

/// Plays each agent of the plan against the one below. A stopped measurement reports what was played. The result does not
/// depend on the number of threads, and that of a rung not on which others are measured.
///
/// # Errors
/// No games, or an agent that cannot be built.
pub fn measure<G: Playable>(
    plan: &LadderPlan<'_, G>,
    control: &mut Control<'_>,
) -> Result<LadderReport, EvalError> {
    let matches = plan.agents.len().saturating_sub(1) as u64;
    let pairs = plan.games.div_ceil(2);
    let mut rungs = Vec::new();
    for (nth, two) in (0u64..).zip(plan.agents.windows(2)) {
        let number = plan.first + 1 + nth as usize;
        let mut inner = Control {
            threads: control.threads,
            stop: control.stop,
            progress: &mut |played, _| (control.progress)(nth * pairs + played, matches * pairs),
        };
        let report = play_rung(plan, number, [&two[1], &two[0]], &mut inner)?;
        if report.games == 0 {
            break;
        }
        let step = elo_of_score(report.score.overall);
        rungs.push(Rung {
            number,
            report,
            step,
        });
    }
    Ok(reported(plan, rungs, 2 * pairs * matches))
}

fn play_rung<G: Playable>(
    plan: &LadderPlan<'_, G>,
    number: usize,
    [this, below]: [&AgentSpec; 2],
    control: &mut Control<'_>,
) -> Result<MatchReport, EvalError> {
    let (this, below) = (Opponent(this.clone()), Opponent(below.clone()));
    let plan = MatchPlan::<G> {
        game: plan.game,
        options: plan.options,
        agents: [&this, &below],
        games: plan.games,
        seed: mix(plan.seed ^ mix(number as u64)) >> 16,
    };
    play_match(&plan, control)
}

fn reported<G: Playable>(plan: &LadderPlan<'_, G>, rungs: Vec<Rung>, planned: u64) -> LadderReport {
    let first: f64 = rungs.iter().map(|rung| rung.report.first_seat.mean).sum();
    LadderReport {
        game: plan.game.into(),
        seed: plan.seed,
        games: rungs.iter().map(|rung| rung.report.games).sum(),
        balance: match rungs.len() {
            0 => 0.0,
            count => elo_of_score(first / count as f64),
        },
        rungs,
        planned,
    }
}

impl fmt::Display for LadderReport {
    /// One row for each rung, in Markdown.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| level | against | games | score, 95% interval | by seat | Elo |"
        )?;
        writeln!(f, "|---|---|---|---|---|---|")?;
        for rung in &self.rungs {
            let (number, below) = (rung.number, rung.number - 1);
            let (games, score) = (rung.report.games, &rung.report.score);
            let seat =
                |(seat, score): (&&str, &Estimate)| format!("{seat} {:.0}%", 100.0 * score.mean);
            let seats: Vec<String> = score.seats.iter().map(seat).collect();
            let (all, seats, step) = (percent(&score.estimate()), seats.join(", "), rung.step);
            writeln!(
                f,
                "| {number} | {below} | {games} | {all} | {seats} | {step:+.0} |"
            )?;
        }
        let (game, balance, seed) = (&self.game, self.balance, self.seed);
        writeln!(
            f,
            "\n{game}: the first seat is worth {balance:+.0} Elo; seed {seed}"
        )
    }
}
