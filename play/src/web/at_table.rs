//! Real dice and tiles: what a page is told of the table that stands before the players.

use serde::Serialize;

use crate::session::{Session, Step, Waiting};
use crate::table::{Asked, AtTable, Question, Reading, reason};

/// What a server knows of a real table beside the session.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Real {
    /// To the questions about the roll or draw in hand.
    pub answers: Vec<u8>,
    /// What is to be undone on the table after going back, the latest first.
    pub undo: Vec<String>,
}

/// A real table as pages are told of it.
#[derive(Serialize)]
pub struct RealView {
    /// What is to be rolled or drawn, and read off.
    pub asked: Option<AskedView>,
    /// How the table is set; until the first answer or choice of a person.
    pub setting_out: Vec<String>,
    /// What is to be done on the table since the last answer, in order.
    pub deeds: Vec<Deed>,
    /// What is to be undone on it, in order.
    pub undo: Vec<String>,
}

/// A question about dice or tiles.
#[derive(Serialize)]
pub struct AskedView {
    pub text: String,
    pub note: String,
    /// The lowest and the highest answer, if it is a number.
    pub range: Option<(u8, u8)>,
    /// What can be picked, if it is not.
    pub picks: Vec<PickView>,
    /// May the dice themselves be typed?
    pub dice: bool,
    /// How many questions about this roll were answered.
    pub given: usize,
}

/// Something to pick.
#[derive(Serialize)]
pub struct PickView {
    pub name: String,
    pub words: String,
}

/// Something that was played, to be done on the table.
#[derive(Serialize)]
pub struct Deed {
    pub who: &'static str,
    pub seat: Option<u8>,
    pub words: String,
    pub news: Vec<String>,
    /// Why an agent did it.
    pub why: Option<String>,
}

/// What is asked now, or the outcome that the answers come to; `None` if no dice are to be rolled.
pub fn asked<G: AtTable>(session: &Session<G>, real: &Real) -> Option<Asked<G::Chance>> {
    let waits = session.waiting() == Waiting::Dice;
    waits.then(|| session.position().ask(&real.answers))
}

/// The table for a page.
pub fn real_view<G: AtTable>(session: &Session<G>, real: &Real) -> RealView {
    let asked = match asked(session, real) {
        Some(Asked::Question(question)) => Some(asked_view(question, real.answers.len())),
        _ => None,
    };
    let steps = session.steps();
    let last = session.answers().last().copied();
    let start = steps
        .first()
        .map_or(session.position(), |step| &step.before);
    RealView {
        asked,
        setting_out: match last {
            None => start.setting_out(),
            Some(_) => Vec::new(),
        },
        deeds: steps[last.unwrap_or(0)..].iter().map(deed).collect(),
        undo: real.undo.clone(),
    }
}

fn asked_view(question: Question, given: usize) -> AskedView {
    let range = question.reading.range();
    let dice = match &question.reading {
        Reading::Count { .. } | Reading::Best { .. } | Reading::Sum => true,
        Reading::Face | Reading::Pick { .. } => false,
    };
    let picks = match question.reading {
        Reading::Pick { picks, .. } => picks,
        _ => Vec::new(),
    };
    let pick = |pick: crate::table::Pick| PickView {
        name: pick.name,
        words: pick.words,
    };
    AskedView {
        text: question.text,
        note: question.note,
        range,
        picks: picks.into_iter().map(pick).collect(),
        dice,
        given,
    }
}

fn deed<G: AtTable>(step: &Step<G>) -> Deed {
    let entry = step.entry();
    let seat = step.played.seat();
    let why = seat.zip(step.decision.as_ref());
    let measured = Some(step.before.measured(step.played)).filter(|text| !text.is_empty());
    Deed {
        who: entry.who,
        seat: seat.map(|seat| seat.index() as u8),
        words: entry.words,
        news: entry.news.into_iter().chain(measured).collect(),
        why: why.and_then(|(seat, decision)| reason(&step.before, seat, decision)),
    }
}

/// Steps that were taken back, the latest first, in the words in which they were told.
pub fn to_undo<G: AtTable>(taken: &[Step<G>]) -> Vec<String> {
    let told = taken.iter().rev().map(Step::entry);
    let lines = told.flat_map(|entry| entry.news.into_iter().rev().chain([entry.words]));
    lines.collect()
}
