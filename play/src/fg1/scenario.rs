//! Scenario files for those who write them: checked, told in a few lines, and drawn.
//!
//! A fault is one line that says where it is and what would be right ([`ScenarioError`]).

use std::sync::Arc;

use moonbase_engine::fg1::{Fg1, Fg1Options, Scenario, ScenarioError, Start};
use moonbase_engine::{Game, Seat};

use super::phrases::side_name;
use super::svg;
use crate::draw::{Draw, Room};
use crate::ink::Line;
use crate::words::count;

/// What a scenario file holds, in lines: name and board, and what each side has.
///
/// # Errors
/// The first fault of the file.
///
/// ```
/// use moonbase_play::fg1::scenario::check;
/// let text = moonbase_engine::fg1::Scenario::named("mini").unwrap().text().to_string();
/// assert_eq!(check(&text).unwrap()[1], "side a has the first initiative: 5 bases, 10 points");
/// let wrong = check(&text.replace("a4 lh 0,3 2", "a4 lh 0,3 7")).unwrap_err();
/// assert!(wrong.to_string().starts_with("line 20, column 16: "), "{wrong}");
/// ```
pub fn check(text: &str) -> Result<Vec<String>, ScenarioError> {
    let scenario = Scenario::parse(text)?;
    let (field, first) = (scenario.field(), scenario.first());
    let initiatives = count(scenario.max_initiatives(), "initiative", "initiatives");
    let objectives = count(
        scenario.objectives().len() as u64,
        "objective",
        "objectives",
    );
    let head = format!(
        "{}: {} by {} hexes, {objectives}, {initiatives}",
        scenario.name(),
        field.width(),
        field.height()
    );
    let sides = [first, first.other()].map(|side| forces(&scenario, side));
    Ok([head].into_iter().chain(sides).collect())
}

fn forces(scenario: &Scenario, side: Seat) -> String {
    let bases: Vec<&Start> = scenario.bases_of(side).collect();
    let points: u16 = bases.iter().map(|base| base.kind.points()).sum();
    let number = count(bases.len() as u64, "base", "bases");
    let first = match side == scenario.first() {
        true => format!("{} has the first initiative", side_name(side)),
        false => side_name(side).to_string(),
    };
    format!("{first}: {number}, {}", count(points, "point", "points"))
}

/// The start of a scenario as a map with its bases, of at most `width` columns, and what the signs mean.
///
/// # Errors
/// The first fault of the file.
pub fn draw(text: &str, width: usize) -> Result<Vec<Line>, ScenarioError> {
    const TALL: usize = 1000;
    let start = start_of(text)?;
    let mut lines = start.draw(Room::new(width, TALL)).lines;
    lines.push(Line::new());
    lines.extend(start.roster());
    lines.push(Line::new());
    lines.extend(Fg1::legend());
    Ok(lines)
}

/// The start of a scenario as one SVG file that stands alone.
///
/// # Errors
/// The first fault of the file.
pub fn picture(text: &str) -> Result<String, ScenarioError> {
    start_of(text).map(|start| svg::picture(&start))
}

fn start_of(text: &str) -> Result<Fg1, ScenarioError> {
    let scenario = Arc::new(Scenario::parse(text)?);
    let options = Fg1Options {
        scenario,
        ..Fg1Options::default()
    };
    Ok(Fg1::new(&options).expect("whatever scenario is right can be played"))
}

/// The text of a scenario that comes with the program.
pub fn shipped(name: &str) -> Option<String> {
    Scenario::named(name).map(|scenario| scenario.text().to_string())
}
