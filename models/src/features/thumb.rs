//! What the rules of thumb say, as numbers for a net: it need not find out what is known, only where that is wrong.

use super::flag;
use crate::scripted::Scripted;

/// What the rules of thumb think of an action: whether no other has a higher score; e^-g, where g is how far its score is
/// below the highest; 1 / (1 + g / 8), which still tells large gaps apart; the score itself, squeezed into (-1, 1).
pub const THUMB_NAMES: &[&str] = &["ThumbBest", "ThumbClose", "ThumbFar", "ThumbScore"];

/// Numbers per action.
pub const THUMB_LEN: usize = THUMB_NAMES.len();

/// The name of the position's judgement by the rules of thumb.
pub const VALUE_NAME: &[&str] = &["ThumbValue"];

/// Writes what the rules of thumb think of each action to the last numbers of its row, of `len` each; returns their
/// judgement of the position, as the first seat sees it.
pub fn describe<G: Scripted>(
    position: &G,
    actions: &[G::Action],
    rows: &mut [f32],
    len: usize,
) -> f32 {
    if actions.is_empty() {
        return position.evaluate().0 as f32;
    }
    let mut scores = Vec::with_capacity(actions.len());
    let value = position.score_and_evaluate(actions, &mut scores);
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for (row, score) in rows.chunks_exact_mut(len).zip(scores) {
        let gap = (top - score) as f32;
        row[len - THUMB_LEN..].copy_from_slice(&[
            flag(score >= top),
            (-gap).exp(),
            1.0 / (1.0 + gap / 8.0),
            (score as f32 / 4.0).tanh(),
        ]);
    }
    value.0 as f32
}
