//! A game told in the words that its players use.

use moonbase_agents::Ply;
use moonbase_engine::{Game, GameOutcome, Seat, Turn};

/// Something that was played: an action of a seat, or a chance outcome.
#[derive(PartialEq, Eq, Debug)]
pub enum Played<G: Game> {
    Action(Seat, G::Action),
    Chance(G::Chance),
}

// Derived, it would ask for a game that can be copied.
impl<G: Game> Clone for Played<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for Played<G> {}

impl<G: Game> Played<G> {
    /// Carries it out, known to be legal.
    pub fn apply(self, position: &mut G) {
        match self {
            Played::Action(_, action) => position.play_unchecked(action),
            Played::Chance(outcome) => position.resolve_unchecked(outcome),
        }
    }

    /// As agents are told of it.
    pub fn ply(self) -> Ply<G> {
        match self {
            Played::Action(_, action) => Ply::Action(action),
            Played::Chance(outcome) => Ply::Chance(outcome),
        }
    }

    /// In the game's notation.
    pub fn notation(self) -> String {
        match self {
            Played::Action(_, action) => action.to_string(),
            Played::Chance(outcome) => outcome.to_string(),
        }
    }

    /// Whose action it is; `None` for chance.
    pub fn seat(self) -> Option<Seat> {
        match self {
            Played::Action(seat, _) => Some(seat),
            Played::Chance(_) => None,
        }
    }
}

/// A game that can be told to players.
///
/// All texts are ASCII, without a line break, and without a full stop at the end unless they are
/// whole sentences. Actions and outcomes are given for the position *before* they are carried out,
/// and are legal there; nothing else may be asked for.
pub trait Words: Game {
    /// What the seat's player is called: `SHADO`, `the Aliens`.
    fn seat_name(seat: Seat) -> &'static str;

    /// Under which heading an action is listed: the unit, or the kind of the action. At most 12 columns.
    fn heading(&self, action: Self::Action) -> String;

    /// The action in a few words, under its heading. At most 24 columns.
    fn label(&self, action: Self::Action) -> String;

    /// The action as a sentence: `Command Mobile moves SE to 1,0`.
    fn action_words(&self, action: Self::Action) -> String;

    /// What is rolled at a chance node, as far as the action before it did not say: `3 dice, 4+ hits`.
    /// Empty if nothing is.
    fn roll_words(&self) -> String;

    /// A chance outcome in a few words: `2 hits`.
    fn chance_label(&self, outcome: Self::Chance) -> String;

    /// A chance outcome with what was rolled: `3 dice, 4+ hits: 2 hits`.
    fn chance_words(&self, outcome: Self::Chance) -> String {
        let label = self.chance_label(outcome);
        match self.roll_words() {
            roll if roll.is_empty() => label,
            roll => format!("{roll}: {label}"),
        }
    }

    /// What else is different after `played`, beyond what its own words say: losses, tiles laid, things
    /// that had no alternative.
    fn news(&self, played: Played<Self>, after: &Self) -> Vec<String>;

    /// Where in the game this is: `Turn 3: the Aliens act`. A new stage is a headline.
    fn stage(&self) -> String;

    /// The state of the game in at most two lines of 80 columns.
    fn status(&self) -> Vec<String>;

    /// What the seat to move has to decide, as a question.
    fn question(&self) -> String;

    /// How a game with this outcome ended, as a sentence.
    fn outcome_words(outcome: &GameOutcome) -> String;

    /// What a chance of 100% means, in words.
    fn full_words(&self) -> String {
        "won".into()
    }

    /// The rules for players, in Markdown.
    fn rules() -> &'static str;

    /// What the seat to move, or chance, is called.
    fn to_move(&self) -> &'static str {
        match self.turn() {
            Turn::Decide(seat) => Self::seat_name(seat),
            Turn::Chance => "the dice",
            Turn::Over(_) => "nobody",
        }
    }
}

/// What stands under one heading put together, in the order in which headings come up.
pub(crate) fn by_heading<T>(items: impl IntoIterator<Item = (String, T)>) -> Vec<(String, Vec<T>)> {
    let mut groups: Vec<(String, Vec<T>)> = Vec::new();
    for (heading, item) in items {
        match groups.iter_mut().find(|(known, _)| *known == heading) {
            Some((_, group)) => group.push(item),
            None => groups.push((heading, vec![item])),
        }
    }
    groups
}

/// `1 Alien`, `3 Aliens`.
pub(crate) fn count(number: impl Into<u64>, one: &str, many: &str) -> String {
    match number.into() {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn and_list(items: &[String]) -> String {
    match items {
        [] => "none".into(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_as_they_are_spoken() {
        let list =
            |words: &[&str]| and_list(&words.iter().map(|w| w.to_string()).collect::<Vec<_>>());
        assert_eq!(list(&[]), "none");
        assert_eq!(list(&["a", "b"]), "a and b");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
        assert_eq!(
            (count(1u8, "die", "dice"), count(0u8, "die", "dice")),
            ("1 die".into(), "0 dice".into())
        );
    }
}
