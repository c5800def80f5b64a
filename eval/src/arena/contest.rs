//! The tables of formats that have their own beside the ratings.

use serde::Serialize;

use super::course::Scores;
use super::knockout::{Bracket, By, Knockout, Tie, round_name};
use super::plan::{ArenaPlan, Format};
use super::swiss::{Swiss, SwissRow};
use crate::page::figure::{Cell, Unit};
use crate::page::{Section, Table};

/// Who stands where by the format's own count.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Contest {
    Swiss {
        /// Rounds that have been paired, of so many.
        round: usize,
        rounds: u64,
        table: Vec<SwissRow>,
    },
    Knockout {
        /// The agents' names by number.
        agents: Vec<String>,
        bracket: Bracket,
    },
}

impl Contest {
    /// Where it stands by these results; `None` for a format without a count of its own.
    pub fn of(plan: &ArenaPlan, scores: &Scores) -> Option<Contest> {
        match plan.format {
            Format::Swiss => {
                let swiss = Swiss::so_far(plan, scores);
                Some(Contest::Swiss {
                    round: swiss.rounds().len(),
                    rounds: plan.rounds(),
                    table: swiss.table(scores),
                })
            }
            Format::Knockout => Some(Contest::Knockout {
                agents: plan.agents.clone(),
                bracket: Knockout::new(plan).bracket(scores),
            }),
            Format::RoundRobin | Format::Gauntlet | Format::Adaptive => None,
        }
    }
}

/// Who meets, the points, and what came of it.
fn tie_row(agents: &[String], tie: &Tie) -> [String; 3] {
    let name = |place: Option<usize>| place.map_or("-".into(), |agent| agents[agent].clone());
    let [one, other] = tie.agents.map(name);
    let [points, others] = tie.points;
    let score = match tie.by {
        Some(By::Bye) => String::new(),
        _ => format!("{points} : {others}"),
    };
    let said = match (tie.by, tie.winner) {
        (Some(By::Bye), _) => "bye".into(),
        (Some(By::Points), winner) => format!("{} goes on", name(winner)),
        (Some(By::Prolonged), winner) => {
            format!("{} goes on, after {} pairs", name(winner), tie.pairs)
        }
        (Some(By::Seed), winner) => format!(
            "{} goes on as the better seed, level after {} pairs",
            name(winner),
            tie.pairs
        ),
        (None, _) => "under way".into(),
    };
    [format!("{one} - {other}"), score, said]
}

impl Contest {
    /// The tournament's own count.
    pub(super) fn section(&self) -> Section {
        match self {
            Contest::Swiss {
                round,
                rounds,
                table,
            } => Section::new(&format!("Swiss, round {round} of {rounds}"))
                .note("A meeting won counts 1, a level one ½; Buchholz and Sonneborn-Berger break ties.")
                .table(swiss_table(table)),
            Contest::Knockout { agents, bracket } => {
                let section = Section::new("Knockout").table(knockout_table(agents, bracket));
                match bracket.winner() {
                    Some(winner) => section.note(format!("Winner: {}.", agents[winner])),
                    None => section,
                }
            }
        }
    }
}

fn swiss_table(rows: &[SwissRow]) -> Table {
    let columns = ["score", "Buchholz", "Sonneborn-Berger", "points", "byes"];
    let mut table = Table::new("standing", "agent", &columns);
    for row in rows {
        let number = |value| Cell::number(value, Unit::Number(2));
        let halves = |value| Cell::number(value, Unit::Number(1));
        let cells = vec![
            halves(row.score),
            halves(row.buchholz),
            number(row.sonneborn_berger),
            halves(row.points),
            Cell::count(row.byes),
        ];
        table.row(row.agent.clone(), cells);
    }
    table
}

fn knockout_table(agents: &[String], bracket: &Bracket) -> Table {
    let mut table = Table::new("bracket", "tie", &["round", "points", "what came of it"]);
    for round in &bracket.rounds {
        for tie in round {
            let [tied, points, said] = tie_row(agents, tie);
            let cells = [round_name(round.len()), points, said].map(Cell::text);
            table.row(tied, cells.to_vec());
        }
    }
    table
}
