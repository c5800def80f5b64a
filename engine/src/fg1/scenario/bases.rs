//! Reading the bases of a scenario file, and what they must have in common.

use super::super::base::{BaseId, MOST_A_SIDE, MOST_TOGETHER, Mode};
use super::super::field::Field;
use super::super::kind::Kind;
use super::read::{Lines, ScenarioError, Word};
use super::{Start, room, stands};
use crate::game::Seat;
use crate::hex::Dir;

/// How a line of a base is written.
const BASE: &str = "base ID TYPE Q,R FACING PLATOON";

/// A base, and the words of its line after `base`.
struct Row<'t> {
    start: Start,
    words: Vec<Word<'t>>,
}

impl<'t> Row<'t> {
    fn hex(&self) -> Word<'t> {
        self.words[2]
    }

    fn platoon(&self) -> Word<'t> {
        self.words[4]
    }

    fn last(&self) -> Word<'t> {
        self.words[self.words.len() - 1]
    }
}

pub(super) fn read_bases(lines: &mut Lines, field: &Field) -> Result<Vec<Start>, ScenarioError> {
    let mut rows: Vec<Row> = Vec::new();
    while rows.is_empty() || lines.more() {
        let words = lines.words(BASE)?;
        let before = rows.last().map(|row| row.start.id);
        rows.push(read_row(words, before, field)?);
    }
    if rows[rows.len() - 1].start.id.side() == Seat::First {
        lines.words(BASE)?;
    }
    for (number, row) in rows.iter().enumerate() {
        check_place(row, &rows[..number], field)?;
        check_platoon(row, &rows[..number])?;
        check_aboard(row, &rows, number)?;
    }
    Ok(rows.into_iter().map(|row| row.start).collect())
}

fn read_row<'t>(
    words: Vec<Word<'t>>,
    before: Option<BaseId>,
    field: &Field,
) -> Result<Row<'t>, ScenarioError> {
    let (id, kind, hex, facing, platoon) = match words[..] {
        [id, kind, hex, facing, platoon] => (id, kind, hex, facing, platoon),
        [id, kind, hex, facing, platoon, _] => (id, kind, hex, facing, platoon),
        [.., last] => return last.fault(format!("write `{BASE}`, and perhaps a last word")),
        [] => unreachable!("a line without words is refused before"),
    };
    let (id, kind) = (read_id(id, before)?, read_kind(kind)?);
    let mut start = Start {
        id,
        kind,
        hex: hex.hex(field)?,
        facing: read_facing(facing, kind)?,
        platoon: platoon.name()?,
        mode: kind.is_hover().then_some(Mode::Ground),
        aboard: None,
    };
    if let Some(last) = words.get(5) {
        read_last(*last, &mut start)?;
    }
    Ok(Row { start, words })
}

/// The ids come in order: a1 and on, then b1 and on.
fn read_id(word: Word, before: Option<BaseId>) -> Result<BaseId, ScenarioError> {
    let next = match before {
        None => room(Seat::First, 1),
        Some(id) => room(id.side(), id.number() + 1),
    };
    let turn = before.filter(|id| id.side() == Seat::First);
    let other = turn.map(|_| BaseId::new(Seat::Second, 1));
    let wanted = next.into_iter().chain(other);
    if let Some(id) = wanted.clone().find(|id| id.to_string() == word.text) {
        return Ok(id);
    }
    let wanted: Vec<String> = wanted.map(|id| format!("`{id}`")).collect();
    if wanted.is_empty() {
        return word.fault(format!("more than {MOST_A_SIDE} bases of a side"));
    }
    let wanted = wanted.join(" or ");
    word.fault(format!("{} stands where {wanted} is wanted", word.shown()))
}

fn read_kind(word: Word) -> Result<Kind, ScenarioError> {
    let ids = Kind::ALL.map(Kind::id).join(" ");
    match Kind::of_id(word.text) {
        Some(kind) => Ok(kind),
        None => word.fault(format!("{} is no type; types: {ids}", word.shown())),
    }
}

fn read_facing(word: Word, kind: Kind) -> Result<Option<Dir>, ScenarioError> {
    match (kind.is_squad(), word.text) {
        (true, "-") => Ok(None),
        (true, _) => word.fault(format!("{}: a squad's facing is -", word.shown())),
        (false, _) => Ok(Some(word.number(0, 5)? as Dir)),
    }
}

/// `hover` for a hover, the hover that carries it for a squad.
fn read_last(word: Word, start: &mut Start) -> Result<(), ScenarioError> {
    match start.kind {
        kind if kind.is_hover() => match word.text {
            "hover" => start.mode = Some(Mode::Hover),
            _ => {
                return word.fault(format!("{}: a hover's last word is hover", word.shown()));
            }
        },
        Kind::Squad => match word.text.parse::<BaseId>() {
            Ok(id) if id.side() == start.id.side() => start.aboard = Some(id),
            _ => {
                return word.fault(format!("{} is no base of the squad's side", word.shown()));
            }
        },
        kind => {
            return word.fault(format!(
                "{}: `{}` has no last word",
                word.shown(),
                kind.id()
            ));
        }
    }
    Ok(())
}

/// Bases not aboard stand where they can, and alone.
fn check_place(row: &Row, before: &[Row], field: &Field) -> Result<(), ScenarioError> {
    let start = &row.start;
    if start.aboard.is_some() {
        return Ok(());
    }
    let terrain = field.terrain_of(start.hex).unwrap_or(super::Terrain::Clear);
    if !stands(start, terrain) {
        let (hex, letter, id) = (start.hex, terrain.letter(), start.kind.id());
        return row.hex().fault(format!(
            "hex {hex} is `{letter}`, impassable for this `{id}`"
        ));
    }
    let there = |other: &&Row| other.start.aboard.is_none() && other.start.hex == start.hex;
    match before.iter().find(there) {
        None => Ok(()),
        Some(other) => {
            let (hex, id) = (start.hex, other.start.id);
            row.hex().fault(format!("{id} stands on hex {hex} already"))
        }
    }
}

/// Three at most, squads with squads, fighters alone.
fn check_platoon(row: &Row, before: &[Row]) -> Result<(), ScenarioError> {
    let start = &row.start;
    let with = |other: &&Row| {
        other.start.id.side() == start.id.side() && other.start.platoon == start.platoon
    };
    let platoon = row.platoon();
    if before.iter().filter(with).count() == MOST_TOGETHER {
        return platoon.fault(format!("more than {MOST_TOGETHER} bases in a platoon"));
    }
    let Some(other) = before.iter().find(with).map(|other| &other.start) else {
        return Ok(());
    };
    if start.kind.is_fighter() || other.kind.is_fighter() {
        return platoon.fault(format!(
            "a fighter shares no platoon, but {} has this one",
            other.id
        ));
    }
    match start.kind.is_squad() == other.kind.is_squad() {
        true => Ok(()),
        false => platoon.fault(format!(
            "squads and vehicles share no platoon, but {} has this one",
            other.id
        )),
    }
}

/// A squad aboard is on the hex of a hover with room for it.
fn check_aboard(row: &Row, rows: &[Row], number: usize) -> Result<(), ScenarioError> {
    let Some(carrier) = row.start.aboard else {
        return Ok(());
    };
    let found = rows.iter().map(|row| &row.start);
    let hover = found.clone().find(|start| start.id == carrier);
    let Some(hover) = hover.filter(|start| start.kind.is_hover()) else {
        return row.last().fault(format!("{carrier} is no hover"));
    };
    if hover.hex != row.start.hex {
        let fault = format!("{carrier} is on another hex: {}", hover.hex);
        return row.last().fault(fault);
    }
    let before = found.take(number);
    let full = before.filter(|start| start.aboard == Some(carrier)).count() == MOST_TOGETHER;
    match full {
        false => Ok(()),
        true => row
            .last()
            .fault(format!("more than {MOST_TOGETHER} squads aboard {carrier}")),
    }
}
