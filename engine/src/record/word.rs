//! A single word of a game's notation.

use std::fmt::Display;

use crate::game::{Game, Seat, Turn};

/// A word that does not fit the position, with those that do.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum WordError {
    #[error("`{word}` is not a legal action of {seat} here; legal: {legal}")]
    Action {
        word: String,
        seat: &'static str,
        legal: String,
    },
    #[error("`{word}` is not a possible chance outcome here; possible: {possible}")]
    Chance { word: String, possible: String },
    #[error("`{word}` comes after the end of the game ({outcome}); remove it")]
    Over { word: String, outcome: &'static str },
}

/// Carries out one word of a game's notation, an action or a chance outcome, and says which seat
/// chose it (`None`: chance).
///
/// # Errors
/// A word that is not in the notation or not legal here, with those that are; the position is then
/// unchanged.
pub fn play_word<G: Game>(position: &mut G, word: &str) -> Result<Option<Seat>, WordError> {
    match position.turn() {
        Turn::Decide(seat) => play_action(position, seat, word).map(|()| Some(seat)),
        Turn::Chance => resolve_outcome(position, word).map(|()| None),
        Turn::Over(outcome) => Err(WordError::Over {
            word: shortened(word),
            outcome: outcome.name,
        }),
    }
}

fn play_action<G: Game>(position: &mut G, seat: Seat, word: &str) -> Result<(), WordError> {
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    match word.parse::<G::Action>() {
        Ok(action) if legal.contains(&action) => position.play_unchecked(action),
        _ => {
            return Err(WordError::Action {
                word: shortened(word),
                seat: G::SEATS[seat],
                legal: join(legal.iter()),
            });
        }
    }
    Ok(())
}

fn resolve_outcome<G: Game>(position: &mut G, word: &str) -> Result<(), WordError> {
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    match word.parse::<G::Chance>() {
        Ok(outcome) if outcomes.iter().any(|&(o, _)| o == outcome) => {
            position.resolve_unchecked(outcome);
            Ok(())
        }
        _ => Err(WordError::Chance {
            word: shortened(word),
            possible: join(outcomes.iter().map(|(outcome, _)| outcome)),
        }),
    }
}

fn join<T: Display>(words: impl Iterator<Item = T>) -> String {
    let words: Vec<String> = words.map(|word| word.to_string()).collect();
    words.join(" ")
}

/// As much of a word as a message has room for.
fn shortened(word: &str) -> String {
    const ROOM: usize = 60;
    match word.char_indices().nth(ROOM) {
        None => word.into(),
        Some((end, _)) => format!("{}...", &word[..end]),
    }
}
