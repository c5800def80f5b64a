//! Turning the board turns what is legal, what may happen, and what follows.

use moonbase_engine::hex::Symmetry;
use moonbase_engine::{Game, Symmetric};

/// A game with what does not turn with its board.
pub trait Turned: Symmetric {
    /// Does the position go through tiles or directions in an order that does not turn?
    fn has_an_order(&self) -> bool;

    /// A chance outcome of the turned position.
    fn turned_chance(outcome: Self::Chance, _symmetry: Symmetry) -> Self::Chance {
        outcome
    }

    /// Is what the action does done the other way round by its image?
    fn reverses(_action: Self::Action, _image: Self::Action, _symmetry: Symmetry) -> bool {
        false
    }
}

fn sorted<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.sort();
    items
}

fn legal<G: Game>(position: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    position.legal_actions(&mut actions);
    actions
}

fn outcomes<G: Game>(position: &G) -> Vec<(G::Chance, u64)> {
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    outcomes
}

/// The turned position has the turned actions and outcomes; those that do not turn, in the same order.
pub fn check_turned<G: Turned>(position: &G, symmetry: Symmetry) {
    let turned = Symmetric::turned(position, symmetry);
    assert_eq!(turned.turn(), position.turn());
    if position.has_an_order() {
        return;
    }
    let image = |action| Symmetric::turned_action(position, action, symmetry);
    let images: Vec<_> = legal(position).into_iter().map(image).collect();
    assert_eq!(
        sorted(images.clone()),
        sorted(legal(&turned)),
        "{symmetry:?} {position:?}"
    );
    let (ours, theirs) = (outcomes(position), outcomes(&turned));
    let rolled = ours
        .iter()
        .map(|(o, w)| (G::turned_chance(*o, symmetry), *w));
    match rolled.collect::<Vec<_>>() {
        rolled if rolled == ours => assert_eq!(ours, theirs),
        rolled => assert_eq!(sorted(rolled), sorted(theirs)),
    }
    for (action, image) in legal(position).into_iter().zip(images) {
        if !G::reverses(action, image, symmetry) {
            check_followers(position, &turned, (action, image), symmetry);
        }
    }
}

/// The image of an action leads to the image of what the action leads to.
fn check_followers<G: Turned>(
    position: &G,
    turned: &G,
    (action, image): (G::Action, G::Action),
    symmetry: Symmetry,
) {
    let (mut after, mut after_turned) = (position.clone(), turned.clone());
    after.play_unchecked(action);
    after_turned.play_unchecked(image);
    if !after.has_an_order() {
        let after = Symmetric::turned(&after, symmetry);
        assert_eq!(after, after_turned, "{action} {symmetry:?}");
    }
}
