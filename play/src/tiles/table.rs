//! Drawing tiles from a real box.

use moonbase_engine::deck::{Deck, KindIndex, Kinds};

use super::phrases;
use crate::table::{Pick, Question, Reading};
use crate::words::count;

/// What the game calls its end tile and slow ground.
#[derive(Clone, Copy)]
pub(crate) struct Ground {
    pub end: &'static str,
    pub heavy: &'static str,
}

/// Which of the tiles that may come has been drawn.
pub(crate) fn draw_question(
    kinds: &Kinds,
    deck: &Deck,
    may_come: &[KindIndex],
    ground: Ground,
) -> Question {
    let what = |kind: KindIndex| phrases::kind_name(kinds, kind, ground.end, ground.heavy);
    let name = |kind: KindIndex| kinds.rule(kind).name.to_string();
    let pick = |kind: &KindIndex| {
        let left = match *kind == kinds.end() {
            true => "the end tile".into(),
            false => format!("{} left", deck.count(*kind)),
        };
        Pick {
            name: name(*kind),
            words: format!("{}: {left}", what(*kind)),
        }
    };
    let forest = 0..kinds.forest();
    let gone = forest.filter(|kind| kinds.deck().count(*kind) > 0 && deck.count(*kind) == 0);
    let gone = gone.map(|kind| Pick {
        name: name(kind),
        words: what(kind),
    });
    Question {
        text: "Draw a tile: which is it?".into(),
        note: format!("{} in the box.", count(deck.total(), "tile", "tiles")),
        reading: Reading::Pick {
            picks: may_come.iter().map(pick).collect(),
            gone: gone.collect(),
        },
    }
}

/// How a box is made ready: `end_in_last` tiles of the pile may be the end tile.
pub(crate) fn box_words(kinds: &Kinds, ground: Ground, end_in_last: u8) -> String {
    let total = kinds.deck().total();
    let end = ground.end;
    let (tiles, pile) = (
        count(total, "tile", "tiles"),
        "Shuffle them face down into a pile",
    );
    match end_in_last {
        ..=1 => format!("Box: {tiles} without start and {end}. {pile}, the {end} at the bottom."),
        last => format!(
            "Box: {tiles} without start and {end}. {pile}, the {end} shuffled into the last {last}."
        ),
    }
}
