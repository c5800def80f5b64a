//! Setting up positions from their dumps: what games of tiles share.

use serde::Deserialize;
use serde_json::Value;

use crate::board::{Board, MAX_TILES, NO_TILE, TileIndex};
use crate::deck::{Deck, KindIndex, Kinds};
use crate::hex::Hex;
use crate::options::OptionsError;
use crate::stacks::Stacks;
use crate::tiles::KindName;

/// Coordinates of hexes stay within this.
const FARTHEST: i8 = 100;

/// Why a dump cannot be set up, in one line.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SetupError {
    #[error(transparent)]
    Options(#[from] OptionsError),
    #[error("not a position dump of `{game}`: {fault}")]
    Malformed { game: &'static str, fault: String },
    #[error("`pending` is not empty: only positions between actions can be set up")]
    Pending,
    #[error("`{key}`: {fault}")]
    Fault { key: &'static str, fault: String },
    /// Also for lists that are not sorted, and keys that this phase has or has not.
    #[error("`{key}` is {given}, but with the rest it must be {needed}")]
    Contradiction {
        key: String,
        given: String,
        needed: String,
    },
}

pub(crate) fn fault<T>(key: &'static str, fault: impl Into<String>) -> Result<T, SetupError> {
    let fault = fault.into();
    Err(SetupError::Fault { key, fault })
}

/// Refuses unless `holds`.
pub(crate) fn demand(holds: bool, key: &'static str, text: &str) -> Result<(), SetupError> {
    if holds { Ok(()) } else { fault(key, text) }
}

/// Reads a dump's keys, for a game of that name.
pub(crate) fn read_sheet<'d, S: Deserialize<'d>>(
    game: &'static str,
    dump: &'d Value,
) -> Result<S, SetupError> {
    S::deserialize(dump).map_err(|error| SetupError::Malformed {
        game,
        fault: error.to_string(),
    })
}

/// The dump of the position must be the one given.
pub(crate) fn check_same(needed: &Value, given: &Value) -> Result<(), SetupError> {
    let keys = |dump: &Value| dump.as_object().cloned().unwrap_or_default();
    let all = keys(needed).into_iter().chain(keys(given));
    let text = |value: Option<&Value>| value.map_or("absent".into(), Value::to_string);
    for (key, _) in all {
        let (given, needed) = (given.get(&key), needed.get(&key));
        if given != needed {
            let (given, needed) = (text(given), text(needed));
            return Err(SetupError::Contradiction { key, given, needed });
        }
    }
    Ok(())
}

pub(crate) fn checked_hex(key: &'static str, q: i8, r: i8) -> Result<Hex, SetupError> {
    let near = |n| (-FARTHEST..=FARTHEST).contains(&n);
    demand(
        near(q) && near(r),
        key,
        "coordinates are within -100 to 100",
    )?;
    Ok(Hex::new(q, r))
}

pub(crate) fn lay_out(kinds: &Kinds, tiles: &[(i8, i8, String, u8)]) -> Result<Board, SetupError> {
    let mut board = Board::default();
    demand(tiles.len() <= MAX_TILES, "tiles", "more than a board holds")?;
    for (q, r, name, exits) in tiles {
        let hex = checked_hex("tiles", *q, *r)?;
        let Some(kind) = KindName::find(name).and_then(|name| kinds.find(name)) else {
            return fault("tiles", format!("`{name}` is no kind of this tile set"));
        };
        if !kinds.rule(kind).orientations.contains(exits) {
            return fault("tiles", format!("a `{name}` has no orientation {exits}"));
        }
        demand(board.find(hex).is_none(), "tiles", "two tiles on one hex")?;
        board.insert(hex, kind, *exits);
    }
    Ok(board)
}

/// The only tile of a kind, [`NO_TILE`] if there is none.
pub(crate) fn sole_tile(board: &Board, kind: KindIndex) -> Result<TileIndex, SetupError> {
    let mut found = (0..board.len() as TileIndex).filter(|tile| board.kind(*tile) == kind);
    let sole = found.next().unwrap_or(NO_TILE);
    demand(
        found.next().is_none(),
        "tiles",
        "the start and the end tile lie there once at most",
    )?;
    Ok(sole)
}

/// What is in the box and not on the board; nothing once the end tile is placed.
pub(crate) fn rest_of_box(
    kinds: &Kinds,
    board: &Board,
    end_placed: bool,
) -> Result<Deck, SetupError> {
    let mut deck = kinds.deck();
    for (_, kind, _) in board.tiles().filter(|(_, kind, _)| *kind < kinds.forest()) {
        if deck.count(kind) == 0 {
            let name = kinds.rule(kind).name;
            return fault("tiles", format!("more `{name}` than the box holds"));
        }
        deck.take(kind);
    }
    if end_placed {
        deck.clear();
    }
    Ok(deck)
}

/// The tile on a hex that `key` names.
pub(crate) fn find_tile(
    board: &Board,
    key: &'static str,
    (q, r): (i8, i8),
) -> Result<TileIndex, SetupError> {
    match board.find(checked_hex(key, q, r)?) {
        Some(tile) => Ok(tile),
        None => fault(key, format!("no tile lies at {q},{r}")),
    }
}

/// `[q,r,n,spent]` of each stack that `key` lists.
pub(crate) type StackRows = [(i8, i8, u8, u8)];

/// How many counters lie in the stacks listed.
pub(crate) fn placed(rows: &StackRows) -> u32 {
    rows.iter().map(|row| u32::from(row.2)).sum()
}

/// The stacks that `key` lists.
pub(crate) fn read_stacks(
    board: &Board,
    key: &'static str,
    rows: &StackRows,
) -> Result<Stacks, SetupError> {
    let mut stacks = Stacks::default();
    for &(q, r, count, spent) in rows {
        let tile = find_tile(board, key, (q, r))?;
        let fits = count > 0 && spent <= count && stacks.on(tile) == 0;
        demand(fits, key, "each tile once, n > 0, spent at most n")?;
        stacks.add(tile, count, spent);
    }
    Ok(stacks)
}

/// In phases in which counters do not tire, none is spent.
pub(crate) fn check_rested(
    tired: bool,
    key: &'static str,
    rows: &StackRows,
) -> Result<(), SetupError> {
    let rested = rows.iter().all(|row| row.3 == 0);
    demand(tired || rested, key, "none is spent in this phase")
}

/// The phase of that name among `phases`, of which the first is set-up and the last the end; turn 0 is
/// set-up, and turn `last` the last one.
pub(crate) fn read_phase<P: Copy>(
    phases: &[P],
    name_of: impl Fn(P) -> &'static str,
    name: &str,
    turn: u16,
    last: u16,
) -> Result<P, SetupError> {
    demand(turn <= last, "turn", "beyond the last turn")?;
    let Some(number) = phases.iter().position(|phase| name_of(*phase) == name) else {
        return fault("phase", format!("`{name}` is no phase"));
    };
    let begun = number + 1 == phases.len() || (turn == 0) == (number == 0);
    demand(begun, "turn", "0 at set-up and only then")?;
    Ok(phases[number])
}

/// The outcome of that name, with its value, among those of a game.
pub(crate) fn known_outcome(
    outcomes: &[(&'static str, f64)],
    name: Option<&str>,
) -> Result<(&'static str, f64), SetupError> {
    let name = name.unwrap_or("");
    match outcomes.iter().find(|(known, _)| *known == name) {
        Some(outcome) => Ok(*outcome),
        None => fault("outcome", format!("`{name}` is no outcome")),
    }
}

/// A position waits for a true choice only.
pub(crate) fn check_choices(player: &str, choices: usize) -> Result<(), SetupError> {
    let what = format!("leaves `{player}` {choices} choices; at least 2 are needed");
    demand(choices >= 2, "phase", &what)
}
