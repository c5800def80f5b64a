//! Scenarios: board, objectives and bases of a game, as text that a person can write.
//!
//! The format is given in the rules, under "Scenario files"; [`Scenario::parse`] reads it.

mod bases;
mod read;

use std::sync::{Arc, OnceLock};

pub use read::ScenarioError;

use super::base::{BaseId, MOST_A_SIDE, Mode};
use super::field::Field;
use super::kind::{Kind, Terrain};
use crate::game::Seat;
use crate::hex::{Dir, Hex};

/// The scenarios that the program brings, by name.
const SHIPPED: [(&str, &str); 3] = [
    ("mini", include_str!("../scenarios/mini.txt")),
    ("skirmish", include_str!("../scenarios/skirmish.txt")),
    ("crossing", include_str!("../scenarios/crossing.txt")),
];

/// A base as it stands at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Start {
    pub id: BaseId,
    pub kind: Kind,
    /// A squad aboard has its hover's.
    pub hex: Hex,
    /// Of vehicles.
    pub facing: Option<Dir>,
    /// Bases of one side with the same platoon are one.
    pub platoon: String,
    /// Of hovers.
    pub mode: Option<Mode>,
    /// The hover that carries the squad.
    pub aboard: Option<BaseId>,
}

/// A scenario that was read and found right. Two are equal if their texts are.
#[derive(Debug)]
pub struct Scenario {
    text: String,
    name: String,
    first: Seat,
    max_initiatives: u16,
    field: Field,
    objectives: Vec<Hex>,
    bases: Vec<Start>,
}

impl PartialEq for Scenario {
    fn eq(&self, other: &Scenario) -> bool {
        self.text == other.text
    }
}

impl Eq for Scenario {}

impl Scenario {
    /// Reads a scenario file.
    ///
    /// # Errors
    /// The first fault found, with its line and column.
    ///
    /// ```
    /// use moonbase_engine::fg1::Scenario;
    /// let text = "fg1-scenario 1\nname duel\nfirst a\nmax_initiatives 4\nsize 3 2\nmap\n...\n.w.\n\
    ///     base a1 inf 0,0 - p\nbase b1 lw 2,0 4 p\n";
    /// assert_eq!(Scenario::parse(text).unwrap().name(), "duel");
    /// let error = Scenario::parse(&text.replace(".w.", ".x.")).unwrap_err();
    /// assert_eq!(error.to_string(), "line 8, column 2: `x` is no terrain; write one of . b w s r W");
    /// ```
    pub fn parse(text: &str) -> Result<Scenario, ScenarioError> {
        read::read(text)
    }

    /// The names of the scenarios that the program brings.
    pub fn shipped() -> impl Iterator<Item = &'static str> {
        SHIPPED.iter().map(|(name, _)| *name)
    }

    /// The scenario that the program brings under that name.
    pub fn named(name: &str) -> Option<Arc<Scenario>> {
        static READ: OnceLock<[Arc<Scenario>; 3]> = OnceLock::new();
        let read = READ.get_or_init(|| {
            SHIPPED.map(|(_, text)| Arc::new(read::read(text).expect("a scenario of ours")))
        });
        let found = SHIPPED.iter().position(|(shipped, _)| *shipped == name);
        found.map(|index| Arc::clone(&read[index]))
    }

    /// The name under which the program brings it, if it does.
    pub fn shipped_as(&self) -> Option<&'static str> {
        let same = SHIPPED.iter().find(|(_, text)| *text == self.text);
        same.map(|(name, _)| *name)
    }

    /// The file, as it was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What the file calls it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Who has the first initiative.
    pub fn first(&self) -> Seat {
        self.first
    }

    /// 1 to 1000.
    pub fn max_initiatives(&self) -> u16 {
        self.max_initiatives
    }

    pub fn field(&self) -> &Field {
        &self.field
    }

    /// In the file's order.
    pub fn objectives(&self) -> &[Hex] {
        &self.objectives
    }

    /// All bases, in id order.
    pub fn bases(&self) -> &[Start] {
        &self.bases
    }

    /// The bases of one side, in id order.
    pub fn bases_of(&self, side: Seat) -> impl Iterator<Item = &Start> {
        self.bases.iter().filter(move |base| base.id.side() == side)
    }

    /// The base of that id, if it is in the scenario.
    pub fn base(&self, id: BaseId) -> Option<&Start> {
        self.bases.iter().find(|base| base.id == id)
    }

    /// Points of all bases at the start, and three for each objective: what scores are measured by.
    pub fn stakes(&self) -> u16 {
        let points = self.bases.iter().map(|base| base.kind.points());
        points.sum::<u16>() + super::OBJECTIVE_POINTS * self.objectives.len() as u16
    }
}

/// Sides have at most so many bases; names what would be too many.
fn room(side: Seat, number: usize) -> Option<BaseId> {
    (number <= MOST_A_SIDE).then(|| BaseId::new(side, number))
}

/// May such a base stand on such a terrain?
fn stands(start: &Start, terrain: Terrain) -> bool {
    start
        .kind
        .passes(start.mode.unwrap_or(Mode::Ground), terrain)
}
