//! What the rules of thumb say, as numbers for a net: it need not find out what is known, only where that is wrong.

use super::feature_names;
use crate::scripted::Scripted;

feature_names! {
    /// What the rules of thumb think of an action.
    Thumb {
        /// No action has a higher score.
        ThumbBest,
        /// e^-g, where g is how far its score is below the highest.
        ThumbClose,
        /// 1 / (1 + g / 8), which still tells large gaps apart.
        ThumbFar,
        /// The score itself, squeezed into (-1, 1).
        ThumbScore,
    }
}

/// Numbers per action.
pub const THUMB_LEN: usize = Thumb::NAMES.len();

/// The name of the position's judgement by the rules of thumb.
pub const VALUE_NAME: &[&str] = &["ThumbValue"];

/// Writes what the rules of thumb think of each action to the last numbers of its row, of `len` each.
pub fn describe<G: Scripted>(position: &G, actions: &[G::Action], rows: &mut [f32], len: usize) {
    if actions.is_empty() {
        return;
    }
    let mut scores = Vec::with_capacity(actions.len());
    position.score_actions(actions, &mut scores);
    let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    for (row, score) in rows.chunks_exact_mut(len).zip(scores) {
        let gap = (top - score) as f32;
        let (_, numbers) = row.split_at_mut(len - THUMB_LEN);
        numbers[Thumb::ThumbBest as usize] = super::flag(score >= top);
        numbers[Thumb::ThumbClose as usize] = (-gap).exp();
        numbers[Thumb::ThumbFar as usize] = 1.0 / (1.0 + gap / 8.0);
        numbers[Thumb::ThumbScore as usize] = (score as f32 / 4.0).tanh();
    }
}

/// The judgement of the position, as the first seat sees it.
pub fn value<G: Scripted>(position: &G) -> f32 {
    position.evaluate().0 as f32
}
