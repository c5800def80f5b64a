//! What all positions under the same options share: the options, and what follows from them.

use super::base::{BaseId, Firers, MOST_BASES, MOST_TOGETHER, SideMask};
use super::field::{Cell, Field};
use super::kind::Kind;
use super::options::{Crossfire, Fg1Options};
use super::scenario::Start;
use super::sight::Sight;
use crate::game::{BySeat, Seat};
use crate::rules::InUse;

/// Bases of one platoon that may fire together, or one base.
#[derive(Clone, Copy, Debug)]
pub(super) struct Volley {
    pub firers: Firers,
    pub mask: SideMask,
    /// The sum of theirs.
    pub dice: u8,
}

/// Options, and what follows from them.
#[derive(Debug)]
pub(super) struct Rules {
    pub options: Fg1Options,
    pub sight: Sight,
    /// The types by base; those that are not in the game are squads.
    pub kinds: [Kind; MOST_BASES],
    pub volleys: BySeat<Vec<Volley>>,
    /// In the file's order.
    pub objectives: Vec<Cell>,
    pub squads: BySeat<SideMask>,
    pub hovers: BySeat<SideMask>,
    /// Points at the start.
    pub points: BySeat<u16>,
    pub last_initiative: u16,
}

impl Rules {
    fn new(options: &Fg1Options) -> Rules {
        let scenario = &options.scenario;
        let mut kinds = [Kind::Squad; MOST_BASES];
        for base in scenario.bases() {
            kinds[base.id.index()] = base.kind;
        }
        let cell = |hex| scenario.field().cell(hex).expect("a hex of the scenario");
        let points = |side| scenario.bases_of(side).map(|base| base.kind.points()).sum();
        let mask = |side, is: fn(Kind) -> bool| {
            let bases = scenario.bases_of(side).filter(|base| is(base.kind));
            bases.fold(0, |mask, base| mask | base.id.bit())
        };
        Rules {
            sight: Sight::new(scenario.field()),
            kinds,
            volleys: BySeat::from_fn(|side| volleys(options, side)),
            objectives: scenario.objectives().iter().map(|hex| cell(*hex)).collect(),
            squads: BySeat::from_fn(|side| mask(side, Kind::is_squad)),
            hovers: BySeat::from_fn(|side| mask(side, Kind::is_hover)),
            points: BySeat::from_fn(points),
            last_initiative: options.last_initiative(),
            options: options.clone(),
        }
    }

    pub fn field(&self) -> &Field {
        self.options.scenario.field()
    }
}

/// The shared rules for these options.
pub(super) fn rules_for(options: &Fg1Options) -> &'static Rules {
    static IN_USE: InUse<Rules> = InUse::new();
    IN_USE.get(|rules| rules.options == *options, || Rules::new(options))
}

/// Who may fire together: single bases first, then pairs, then threes; within a number by id.
fn volleys(options: &Fg1Options, side: Seat) -> Vec<Volley> {
    let bases: Vec<&Start> = options.scenario.bases_of(side).collect();
    let mut groups: Vec<Vec<&Start>> = bases.iter().map(|base| vec![*base]).collect();
    let mut volleys: Vec<Volley> = Vec::new();
    for _ in 0..MOST_TOGETHER {
        volleys.extend(groups.iter().map(|group| volley(group)));
        let wider = groups.iter().flat_map(|group| {
            let last = group[group.len() - 1];
            let next = bases.iter().filter(|base| joins(options, last, base));
            next.map(|base| [group.as_slice(), &[*base]].concat())
        });
        groups = wider.collect();
    }
    volleys
}

/// May a later base fire with an earlier one?
fn joins(options: &Fg1Options, earlier: &Start, later: &Start) -> bool {
    let any = options.crossfire == Crossfire::All || earlier.kind.is_squad();
    any && earlier.platoon == later.platoon && earlier.id < later.id
}

fn volley(group: &[&Start]) -> Volley {
    let ids: Vec<BaseId> = group.iter().map(|base| base.id).collect();
    let firers = Firers::new(&ids).expect("bases of a platoon in order");
    Volley {
        firers,
        mask: firers.mask(),
        dice: group.iter().map(|base| base.kind.dice()).sum(),
    }
}
