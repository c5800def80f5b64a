//! A comparison as a page.

use std::fmt;

use serde_json::Value;

use super::plan::{BASE, Design, Vary};
use super::report::{BalanceReport, CellReport, Difference, Effect, LineupReport};
use crate::arena::lucky::EVALUATOR;
use crate::luck::{Adjusted, FEWEST};
use crate::page::figure::{Cell, Figure, Unit};
use crate::page::{Intervals, Page, PageFormat, PlotKind, Section, Shares, Table};
use crate::stats::{Estimate, Spread};

impl BalanceReport {
    /// The report as a page.
    pub fn page(&self) -> Page {
        let sections = self.lineups.iter().flat_map(|lineup| {
            let sheet = Sheet {
                report: self,
                lineup,
            };
            sheet.sections()
        });
        Page {
            title: format!("{}: what its rules do", self.game),
            lead: self.lead(),
            facts: self.facts(),
            sections: sections.collect(),
        }
    }

    fn lead(&self) -> String {
        let cells = self.lineups.first().map_or(0, |lineup| lineup.cells.len());
        let plural = if cells == 1 { "" } else { "s" };
        format!(
            "{cells} cell{plural} of rules, {} of {} games played, the same dice in every cell",
            self.played, self.planned
        )
    }

    fn facts(&self) -> Vec<(String, String)> {
        let plan = &self.plan;
        let mut facts = vec![("game".to_string(), self.game.clone())];
        let mut fact = |name: &str, value: String| facts.push((name.into(), value));
        if !plan.set.is_empty() {
            fact("settings", plan.set.join(", "));
        }
        let cells = self.lineups.iter().flat_map(|lineup| &lineup.cells);
        let base = cells.into_iter().find(|cell| cell.base);
        for Vary { option, values } in &plan.vary {
            let base = base.and_then(|cell| cell.options.get(option)).map(shown);
            let told = format!(
                "{option}: {}; base {}",
                values.join(", "),
                base.unwrap_or_default()
            );
            fact("varied", told);
        }
        if plan.vary.len() > 1 {
            let design = match plan.design {
                Design::Grid => "every combination",
                Design::OneAtATime => "one option at a time",
            };
            fact("design", design.into());
        }
        for lineup in &plan.lineups {
            fact("agents", lineup.describe(self.seats));
        }
        fact("games in a cell", plan.games.to_string());
        fact("seed", plan.seed.to_string());
        fact("program", self.program.clone());
        facts
    }
}

impl fmt::Display for BalanceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.page().draw(PageFormat::Text))
    }
}

/// The part of a page that is about one line-up.
struct Sheet<'a> {
    report: &'a BalanceReport,
    lineup: &'a LineupReport,
}

/// The score without luck as a figure.
fn adjusted(adjusted: &Option<Adjusted>, unit: Unit) -> Option<Figure> {
    let adjusted = adjusted.as_ref()?;
    Figure::of(&adjusted.adjusted, unit)
}

/// What the length of a game is counted in: turns, or plies in games that roll no dice.
struct Measure {
    name: &'static str,
    of: fn(&CellReport) -> &Spread,
    change: fn(&Difference) -> [f64; 3],
}

impl Measure {
    fn of(lineup: &LineupReport) -> Measure {
        match lineup.cells.iter().any(|cell| cell.turns.most > 0.0) {
            true => Measure {
                name: "turns",
                of: |cell| &cell.turns,
                change: |difference| difference.turns,
            },
            false => Measure {
                name: "plies",
                of: |cell| &cell.plies,
                change: |difference| difference.plies,
            },
        }
    }

    /// A difference and its interval.
    fn changed(&self, difference: &Difference) -> Figure {
        let samples = difference.score.samples;
        Figure::of_samples((self.change)(difference), samples, Unit::Signed(1))
    }
}

fn shown(value: &Value) -> String {
    value.as_str().map_or(value.to_string(), str::to_string)
}

impl Sheet<'_> {
    fn sections(&self) -> Vec<Section> {
        let mut sections = vec![self.scores()];
        sections.extend(self.crossed());
        if self.report.is_grid() {
            sections.push(self.effects());
        }
        sections.extend([self.outcomes(), self.lengths()]);
        sections.extend(self.forfeits());
        sections
    }

    /// With several line-ups the agents are part of each name.
    fn named(&self, name: &str) -> String {
        match self.report.lineups.len() {
            1 => name.into(),
            _ => format!("{name}: {}", self.lineup.agents.describe(self.report.seats)),
        }
    }

    fn first(&self) -> &str {
        self.report.seats[0]
    }

    fn label(cell: &CellReport) -> String {
        let base = match cell.base && cell.label != BASE {
            true => " (base)",
            false => "",
        };
        format!("{}{base}", cell.label)
    }

    fn scores(&self) -> Section {
        let [first, second] = self.report.seats;
        let adjusted_column = format!("{first}, luck taken out");
        let columns = [
            "games",
            first,
            second,
            &adjusted_column,
            "against base",
            "the same, luck taken out",
            "mean return",
        ];
        let mut table = Table::new(&self.named("scores"), "rules", &columns);
        for cell in &self.lineup.cells {
            table.row(Self::label(cell), self.score_row(cell));
        }
        let plot = PlotKind::Intervals(Intervals {
            series: vec!["as played".into(), "luck taken out".into()],
            rows: self
                .lineup
                .cells
                .iter()
                .map(|cell| self.score_dots(cell))
                .collect(),
            unit: Unit::Percent,
            reference: 0.5,
        });
        let section = Section::new(&self.named("Who wins"))
            .note(format!(
                "A win counts 1, a draw ½. Intervals are of 95%. Luck is judged by the {EVALUATOR}. Differences are in points of 100, between games on \
                 the same dice. This is the balance between these agents, not of perfect play."
            ));
        let few = self
            .lineup
            .cells
            .iter()
            .any(|cell| cell.without_luck.is_none());
        let section = match few {
            true => section.note(format!(
                "Luck is not taken out of fewer than {FEWEST} games."
            )),
            false => section,
        };
        section
            .plot(&format!("{first}'s score"), plot)
            .table(table.without_empty_columns())
    }

    fn score_row(&self, cell: &CellReport) -> Vec<Cell> {
        let [first, second] = self.report.seats;
        let score = |seat: &str| Cell::estimate(&cell.score[seat], Unit::Percent);
        let against = cell.against_base.as_ref();
        let difference = |of: fn(&Difference) -> Option<Figure>| against.and_then(of).into();
        vec![
            Cell::count(cell.games),
            score(first),
            score(second),
            adjusted(&cell.without_luck, Unit::Percent).into(),
            difference(|d| Figure::of(&d.score, Unit::Points)),
            difference(|d| adjusted(&d.without_luck, Unit::Points)),
            Cell::estimate(&cell.returns, Unit::Signed(2)),
        ]
    }

    fn score_dots(&self, cell: &CellReport) -> (String, Vec<Option<Figure>>) {
        let plain = Figure::of(&cell.score[self.first()], Unit::Percent);
        let lucky = adjusted(&cell.without_luck, Unit::Percent);
        (Self::label(cell), vec![plain, lucky])
    }

    /// Two options, each with each, as a table of the first against the second.
    fn crossed(&self) -> Option<Section> {
        let [rows, columns] = &self.report.plan.vary[..] else {
            return None;
        };
        if !self.report.is_grid() {
            return None;
        }
        let names: Vec<String> = columns
            .values
            .iter()
            .map(|value| format!("{}={value}", columns.option))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut table = Table::new(&self.named("crossed"), &rows.option, &names);
        table.heat = true;
        let cells = self.lineup.cells.chunks(columns.values.len());
        for (value, cells) in rows.values.iter().zip(cells) {
            let score =
                |cell: &CellReport| Cell::estimate(&cell.score[self.first()], Unit::Percent);
            table.row(value.clone(), cells.iter().map(score).collect());
        }
        let title = format!(
            "{}'s score by {} and {}",
            self.first(),
            rows.option,
            columns.option
        );
        Some(Section::new(&self.named(&title)).table(table))
    }

    fn effects(&self) -> Section {
        let measure = Measure::of(self.lineup);
        let columns = [
            "against",
            "score",
            "score, luck taken out",
            measure.name,
            "pairs of cells",
        ];
        let mut table = Table::new(&self.named("effects"), "value", &columns);
        let name = |effect: &Effect| format!("{}={}", effect.option, shown(&effect.value));
        for effect in &self.lineup.effects {
            let difference = &effect.difference;
            let row = vec![
                Cell::text(shown(&effect.against)),
                Cell::estimate(&difference.score, Unit::Points),
                adjusted(&difference.without_luck, Unit::Points).into(),
                measure.changed(difference).into(),
                Cell::count(effect.cells as u64),
            ];
            table.row(name(effect), row);
        }
        let dots = |effect: &Effect| {
            let difference = &effect.difference;
            let plain = Figure::of(&difference.score, Unit::Points);
            let lucky = adjusted(&difference.without_luck, Unit::Points);
            (name(effect), vec![plain, lucky])
        };
        let plot = PlotKind::Intervals(Intervals {
            series: vec!["as played".into(), "luck taken out".into()],
            rows: self.lineup.effects.iter().map(dots).collect(),
            unit: Unit::Points,
            reference: 0.0,
        });
        Section::new(&self.named("What each value does"))
            .note(format!(
                "The change of {}'s score, in points of 100, against the option's base value: the mean over all pairs of cells that differ in nothing else, \
                 game by game on the same dice.",
                self.first()
            ))
            .plot(&format!("change of {}'s score", self.first()), plot)
            .table(table.without_empty_columns())
    }

    fn outcomes(&self) -> Section {
        let kinds = self.kinds();
        let names: Vec<&str> = kinds.iter().map(|(name, _)| name.as_str()).collect();
        let mut table = Table::new(&self.named("outcomes"), "rules", &names);
        let played = || self.lineup.cells.iter().filter(|cell| cell.games > 0);
        for cell in played() {
            let share = |name: &&str| Cell::estimate(&share_of(cell, name), Unit::Percent);
            table.row(Self::label(cell), names.iter().map(share).collect());
        }
        let shares = |cell: &CellReport| {
            let share = |name: &&str| share_of(cell, name).mean;
            (Self::label(cell), names.iter().map(share).collect())
        };
        let plot = PlotKind::Shares(Shares {
            rows: played().map(shares).collect(),
            parts: kinds.clone(),
        });
        let title = format!(
            "shares of games, from the best for {} to the worst",
            self.first()
        );
        Section::new(&self.named("How games end"))
            .plot(&title, plot)
            .table(table)
    }

    /// All outcomes of all cells with their values, the best for the first seat first.
    fn kinds(&self) -> Vec<(String, f64)> {
        let mut kinds: Vec<(String, f64)> = Vec::new();
        for outcome in self.lineup.cells.iter().flat_map(|cell| &cell.outcomes) {
            if !kinds.iter().any(|(name, _)| *name == outcome.outcome) {
                kinds.push((outcome.outcome.clone(), outcome.value));
            }
        }
        kinds.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
        kinds
    }

    fn lengths(&self) -> Section {
        let measure = Measure::of(self.lineup);
        let columns = [
            measure.name,
            "median",
            "5%",
            "95%",
            "longest",
            "against base",
            "decisions",
            "plies",
        ];
        let mut table = Table::new(&self.named("lengths"), "rules", &columns);
        let played = || self.lineup.cells.iter().filter(|cell| cell.games > 0);
        for cell in played() {
            let count = |value: f64| Cell::number(value, Unit::Count);
            let (spread, against) = ((measure.of)(cell), cell.against_base.as_ref());
            let row = vec![
                Figure::mean(spread, Unit::Number(1)).into(),
                count(spread.median),
                count(spread.p5),
                count(spread.p95),
                count(spread.most),
                against.map(|d| measure.changed(d)).into(),
                mean(&cell.decisions),
                match measure.name {
                    "plies" => Cell::Empty,
                    _ => mean(&cell.plies),
                },
            ];
            table.row(Self::label(cell), row);
        }
        let dots = |cell: &CellReport| {
            let figure = Figure::mean((measure.of)(cell), Unit::Number(1));
            (Self::label(cell), vec![Some(figure)])
        };
        let base = self.lineup.cells.iter().find(|cell| cell.base);
        let plot = PlotKind::Intervals(Intervals {
            series: vec![measure.name.into()],
            rows: played().map(dots).collect(),
            unit: Unit::Number(1),
            reference: base.map_or(0.0, |cell| (measure.of)(cell).mean),
        });
        Section::new(&self.named("How long a game is"))
            .note("Turns as the dice count them; decisions of both seats; plies are decisions and rolls.")
            .plot(&format!("mean {} of a game", measure.name), plot)
            .table(table.without_empty_columns())
    }

    fn forfeits(&self) -> Option<Section> {
        let mut table = Table::new(&self.named("forfeits"), "rules", &["why", "games"]);
        for cell in &self.lineup.cells {
            for (reason, count) in &cell.forfeits {
                let row = vec![Cell::text(reason.clone()), Cell::count(*count)];
                table.row(Self::label(cell), row);
            }
        }
        let note =
            "Games that an agent gave up count as lost by it, and say nothing about the rules.";
        let section = Section::new(&self.named("Games given up")).note(note);
        (!table.rows.is_empty()).then(|| section.table(table))
    }
}

/// How often a cell's games ended so; an outcome that never came up there has a share too, of 0 and an interval.
fn share_of(cell: &CellReport, name: &str) -> Estimate {
    let mut outcomes = cell.outcomes.iter();
    let found = outcomes.find(|outcome| outcome.outcome == name);
    found.map_or_else(
        || Estimate::of_scores(&vec![0.0; cell.games as usize]),
        |outcome| outcome.share,
    )
}

fn mean(spread: &Spread) -> Cell {
    Cell::number(spread.mean, Unit::Number(0))
}
