//! A tournament's report as a page.

use serde_json::Value;

use super::contest::Contest;
use super::lucky::EVALUATOR;
use super::report::{ArenaReport, EndingRow};
use super::standing::{Entry, Pairing, Standing};
use crate::luck::FEWEST;
use crate::page::figure::{Cell, Figure, Unit};
use crate::page::{Histogram, Intervals, Page, PlotKind, Section, Shares, Table};
use crate::rating::Interval;
use crate::stats::Spread;

impl ArenaReport {
    /// The report as a page.
    pub fn page(&self) -> Page {
        let Standing {
            game,
            pairs,
            planned,
            agents,
            ..
        } = &self.standing;
        let sections = [
            self.standing.contest.as_ref().map(Contest::section),
            Some(self.standing.ratings_section()),
            self.standing.cross_section(),
            Some(self.standing.pairings_section()),
            self.standing.luck_section(),
            Some(self.standing.balance_section()),
            self.endings_section(),
            self.lengths_section(),
            self.standing.cycles_section(),
            self.standing.forfeits_section(),
        ];
        Page {
            title: format!("{game}: a tournament of {} agents", agents.len()),
            lead: format!(
                "{pairs} of {planned} pairs of games, both of a pair on the same dice with the seats swapped{}",
                match self.plan.self_play {
                    true => "; a game of an agent against itself counts as a pair",
                    false => "",
                }
            ),
            facts: self.facts(),
            sections: sections.into_iter().flatten().collect(),
        }
    }

    /// The plan, whatever is in it.
    fn facts(&self) -> Vec<(String, String)> {
        let plan = serde_json::json!(self.plan);
        let entries = plan.as_object().into_iter().flatten();
        let told = entries.filter_map(|(name, value)| Some((name.clone(), fact(value)?)));
        let program = format!("moonbase {}", env!("CARGO_PKG_VERSION"));
        let programs = [("program", self.program.clone()), ("report by", program)];
        let programs = programs.map(|(name, value)| (name.to_string(), value));
        told.chain(programs).collect()
    }

    fn endings_section(&self) -> Option<Section> {
        let [first, _] = self.standing.seats;
        let outcomes = &self.endings.outcomes;
        let names: Vec<&str> = outcomes.iter().map(|(name, _)| name.as_str()).collect();
        let columns = [vec!["games"], names].concat();
        let mut table = Table::new("outcomes", "games of", &columns);
        for row in &self.endings.rows {
            let shares = row
                .shares
                .iter()
                .map(|share| Cell::estimate(share, Unit::Percent));
            let cells = [vec![Cell::count(row.games)], shares.collect()].concat();
            table.row(row_name(row), cells);
        }
        let shares = |row: &EndingRow| {
            let means = row.shares.iter().map(|share| share.mean);
            (row_name(row), means.collect())
        };
        let plot = PlotKind::Shares(Shares {
            parts: outcomes.clone(),
            rows: self.endings.rows.iter().map(shares).collect(),
        });
        let title = format!("shares of games, from the best for {first} to the worst");
        let section = Section::new("How games end")
            .plot(&title, plot)
            .table(table);
        (!outcomes.is_empty()).then_some(section)
    }

    fn lengths_section(&self) -> Option<Section> {
        let lengths = &self.lengths;
        let columns = ["mean", "median", "5%", "95%", "longest"];
        let mut table = Table::new("length of games", "counted in", &columns);
        let rows = [
            ("turns", &lengths.turns),
            ("decisions", &lengths.decisions),
            ("plies", &lengths.plies),
        ];
        for (what, spread) in rows {
            if spread.most > 0.0 {
                table.row(what, spread_row(spread));
            }
        }
        let (what, counts, spread) = match lengths.turns.most > 0.0 {
            true => ("turns", &lengths.games_by_turns, &lengths.turns),
            false => ("plies", &lengths.games_by_plies, &lengths.plies),
        };
        let histogram = Histogram::of(what, counts, spread)?;
        let Histogram { mean, median, .. } = histogram;
        let title = format!("games by their {what}: mean {mean:.1}, median {median:.0}");
        Some(
            Section::new("How long games are")
                .plot(&title, PlotKind::Histogram(histogram))
                .table(table),
        )
    }
}

fn fact(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Array(list) if list.is_empty() => None,
        Value::Array(list) => {
            let parts: Vec<String> = list.iter().filter_map(fact).collect();
            Some(parts.join(", "))
        }
        other => Some(other.to_string()),
    }
}

fn row_name(row: &EndingRow) -> String {
    match &row.agent {
        None => "all".into(),
        Some((agent, seat)) => format!("{agent} as {seat}"),
    }
}

fn spread_row(spread: &Spread) -> Vec<Cell> {
    let count = |value| Cell::number(value, Unit::Count);
    vec![
        Figure::mean(spread, Unit::Number(1)).into(),
        count(spread.median),
        count(spread.p5),
        count(spread.p95),
        count(spread.most),
    ]
}

fn elo(rating: Option<Interval>) -> Option<Figure> {
    rating.map(Figure::elo)
}

fn share(share: Option<f64>) -> Cell {
    share.map_or(Cell::Empty, |share| Cell::number(share, Unit::Percent))
}

impl Standing {
    fn ratings_section(&self) -> Section {
        let [first, second] = self.seats;
        let columns = ["Elo", first, second, "stronger than next", "pairs"];
        let mut table = Table::new("ratings", "agent", &columns);
        for entry in &self.agents {
            let row = vec![
                elo(entry.rating).into(),
                elo(entry.by_seat[0]).into(),
                elo(entry.by_seat[1]).into(),
                share(entry.superiority),
                Cell::count(entry.pairs),
            ];
            table.row(entry.agent.clone(), row);
        }
        let dots = |entry: &Entry| {
            let [one, other] = entry.by_seat;
            (
                entry.agent.clone(),
                vec![elo(entry.rating), elo(one), elo(other)],
            )
        };
        let plot = PlotKind::Intervals(Intervals {
            series: vec![
                "both seats".into(),
                format!("as {first}"),
                format!("as {second}"),
            ],
            rows: self.agents.iter().map(dots).collect(),
            unit: Unit::Elo,
            reference: 0.0,
        });
        let mut section = Section::new("Ratings").note(
            "Elo, over both seats and for each, with 95% intervals from resampled pairs. The mean of all agents is 0: only differences mean something.",
        );
        if !self.connected {
            section = section
                .note("Not all agents are joined by games: only those that are can be compared.");
        }
        section.plot("Elo", plot).table(table)
    }

    /// Each agent against each, once more than one pairing has been played.
    fn cross_section(&self) -> Option<Section> {
        let names: Vec<&str> = self
            .agents
            .iter()
            .map(|entry| entry.agent.as_str())
            .collect();
        let mut table = Table::new("cross table", "score of", &names);
        table.heat = true;
        for row in &names {
            let cell = |column: &&str| Cell::from(self.score(row, column));
            table.row(*row, names.iter().map(cell).collect());
        }
        let section = Section::new("Who beats whom")
            .note("The row's score against the column: a win counts 1, a draw ½. Coloured by how far from even.");
        (self.pairings.len() > 1).then(|| section.table(table))
    }

    /// The score of one agent against another, if they have met.
    fn score(&self, one: &str, other: &str) -> Option<Figure> {
        let find = |a: &str, b: &str| {
            let mut all = self.pairings.iter();
            all.find(|pairing| pairing.agents[0] == a && pairing.agents[1] == b)
        };
        let there = find(one, other).map(|pairing| pairing.score);
        let score = there.or_else(|| find(other, one).map(|pairing| pairing.score.flipped()));
        Figure::of(&score?, Unit::Percent)
    }

    fn pairings_section(&self) -> Section {
        let mut table = Table::new("pairings", "pairing", &["score", "Elo", "pairs"]);
        for pairing in &self.pairings {
            let row = vec![
                Cell::estimate(&pairing.score, Unit::Percent),
                Figure::elo(pairing.elo).into(),
                Cell::count(pairing.pairs),
            ];
            table.row(versus(&pairing.agents), row);
        }
        let dots = |pairing: &Pairing| {
            let score = Figure::of(&pairing.score, Unit::Percent);
            (versus(&pairing.agents), vec![score])
        };
        let plot = PlotKind::Intervals(Intervals {
            series: vec!["score".into()],
            rows: self.pairings.iter().map(dots).collect(),
            unit: Unit::Percent,
            reference: 0.5,
        });
        Section::new("Pairings")
            .plot("the first one's score", plot)
            .table(table)
    }

    fn luck_section(&self) -> Option<Section> {
        let rows = self.without_luck.as_ref()?;
        let columns = ["as played", "luck taken out", "games saved"];
        let mut table = Table::new("without luck", "pairing", &columns);
        for row in rows {
            let cells = vec![
                Cell::estimate(&row.score.plain, Unit::Percent),
                Cell::estimate(&row.score.adjusted, Unit::Percent),
                Cell::number(row.score.games_saved(), Unit::Percent),
            ];
            table.row(versus(&row.agents), cells);
        }
        let dots = rows.iter().map(|row| {
            let [plain, adjusted] = [&row.score.plain, &row.score.adjusted];
            let figures = [plain, adjusted].map(|score| Figure::of(score, Unit::Percent));
            (versus(&row.agents), figures.to_vec())
        });
        let plot = PlotKind::Intervals(Intervals {
            series: vec!["as played".into(), "luck taken out".into()],
            rows: dots.collect(),
            unit: Unit::Percent,
            reference: 0.5,
        });
        let note = format!(
            "What the rolls of each game gave beyond what could be expected, as judged by the {EVALUATOR}, is taken out of the scores: unbiased, whatever \
             they think."
        );
        let mut section = Section::new("Luck taken out").note(note);
        if !self.luck_left_out.is_empty() {
            let left_out: Vec<String> = self.luck_left_out.iter().map(versus).collect();
            let left_out = left_out.join(", ");
            let few = format!("Left out, with fewer than {FEWEST} pairs: {left_out}.");
            section = section.note(few);
        }
        if rows.is_empty() {
            return Some(section);
        }
        Some(section.plot("the first one's score", plot).table(table))
    }

    fn balance_section(&self) -> Section {
        let [first, second] = self.seats;
        let mut table = Table::new("balance of the game", "seat", &["score", "advantage, Elo"]);
        let other = self.first_seat.flipped();
        let Interval { value, low, high } = self.balance;
        let against = Interval {
            value: -value,
            low: -high,
            high: -low,
        };
        for (seat, score, advantage) in [
            (first, self.first_seat, self.balance),
            (second, other, against),
        ] {
            let row = vec![
                Cell::estimate(&score, Unit::Percent),
                Figure::elo(advantage).into(),
            ];
            table.row(seat, row);
        }
        Section::new("Balance of the game")
            .note("The score of each seat over all games, whoever sat there, and what the seat is worth between average agents.")
            .table(table)
    }

    fn cycles_section(&self) -> Option<Section> {
        let [circles, noise] = self.cycles?;
        let [first, second] = self.seats.map(|seat| format!("alpha-rank as {seat}"));
        let columns = ["Nash average", "alpha-rank", &first, &second];
        let by_seat = self
            .agents
            .iter()
            .any(|entry| entry.alpha_by_seat.is_some());
        let shown = if by_seat { 4 } else { 2 };
        let mut table = Table::new("cycles", "agent", &columns[..shown]);
        for entry in &self.agents {
            let seats = [0, 1].map(|seat| entry.alpha_by_seat.map(|alpha| alpha[seat]));
            let shares = [entry.nash, entry.alpha_rank, seats[0], seats[1]];
            let cells = shares[..shown].iter().map(|each| share(*each));
            table.row(entry.agent.clone(), cells.collect());
        }
        let [circles, noise] = [circles, noise].map(|share| Unit::Percent.write(share));
        let section = Section::new("Cycles").note(format!(
            "{circles} of the payoffs go round in circles, where noise alone would give {noise}. An agent's share in the Nash average, and its mass in \
             alpha-rank, do not assume that strength is one number."
        ));
        Some(section.table(table))
    }

    fn forfeits_section(&self) -> Option<Section> {
        let mut table = Table::new("forfeits", "agent", &["why", "games"]);
        for (agent, reason, count) in &self.forfeits {
            let row = vec![Cell::text(reason.clone()), Cell::count(*count)];
            table.row(agent.clone(), row);
        }
        let section = Section::new("Games given up").note("They count as lost.");
        (!table.rows.is_empty()).then(|| section.table(table))
    }
}

fn versus([a, b]: &[String; 2]) -> String {
    format!("{a} – {b}")
}
