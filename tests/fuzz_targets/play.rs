//! Random play: the laws of games hold after each step, under random options and tile sets.

use moonbase_engine::chance::rng_for;
use moonbase_engine::record::Record;
use moonbase_engine::{Game, KeyedDice, Turn, with_family};
use serde_json::json;

use super::input::Input;
use super::laws::Laws;
use super::pool::options_from_pool;

/// Steps that are taken at most, beyond the choices that the bytes hold.
const MORE: usize = 60;

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let family = input.family();
    with_family!(family, |G| play::<G>(&mut input));
}

fn play<G: Laws>(input: &mut Input) {
    let (preset, options) = options_from_pool::<G>(input.word());
    let mut position = G::new(&options).expect("options from the pool make a game");
    let mut record = Record::new::<G>(preset, &options).expect("the preset is one of the game's");
    let mut foreign = None;
    let mut more = 0;
    while more < MORE {
        let before = position.clone();
        let step = match position.turn() {
            Turn::Over(_) => break,
            Turn::Decide(_) => decide(&mut position, input, &mut foreign),
            Turn::Chance => roll(&mut position, input),
        };
        assert_ne!(position, before, "`{step}` changes the position");
        check(&position, &before);
        record.push(step);
        if record.words().len().is_multiple_of(16) {
            check_dump(&position);
        }
        more += usize::from(input.is_spent());
    }
    check_end(&position);
    check_dump(&position);
    let replayed = record.replay::<G>().expect("what was played replays");
    assert_eq!(replayed.last(), Some(&position));
    assert_eq!(replayed.last().map(G::dump), Some(position.dump()));
}

/// Checks a decision, makes one, and says which.
fn decide<G: Game>(position: &mut G, input: &mut Input, foreign: &mut Option<G::Action>) -> String {
    let mut legal = Vec::new();
    position.legal_actions(&mut legal);
    assert!(legal.len() >= 2, "{legal:?}");
    assert_eq!(legal.len(), position.count_legal());
    let mut distinct = legal.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), legal.len(), "{legal:?}");
    let action = legal[input.below(legal.len())];
    assert!(position.is_legal(action));
    assert_eq!(action.to_string().parse().as_ref(), Ok(&action));
    assert!(legal.contains(&position.random_action(&mut rng_for(0, 0))));
    if let Some(other) = foreign.filter(|other| !legal.contains(other)) {
        let before = position.clone();
        assert!(!position.is_legal(other) && position.play(other).is_err());
        assert_eq!(*position, before, "a refused action changes nothing");
    }
    *foreign = Some(action);
    position.play(action).expect("it is legal");
    action.to_string()
}

fn roll<G: Game>(position: &mut G, input: &mut Input) -> String {
    let mut outcomes = Vec::new();
    position.chance_outcomes(&mut outcomes);
    assert!(outcomes.len() >= 2, "{outcomes:?}");
    assert!(outcomes.iter().all(|(_, weight)| *weight > 0));
    let rolled = KeyedDice::new(7).roll(position);
    assert!(outcomes.iter().any(|(outcome, _)| *outcome == rolled));
    let (outcome, _) = outcomes[input.below(outcomes.len())];
    assert_eq!(outcome.to_string().parse().as_ref(), Ok(&outcome));
    position.resolve(outcome).expect("it is possible");
    outcome.to_string()
}

fn check<G: Laws>(position: &G, before: &G) {
    let copy = position.clone();
    assert_eq!((&copy, copy.key()), (position, position.key()));
    position.check_laws();
    position.check_change(before);
}

/// A position between actions can be set up from its dump.
fn check_dump<G: Laws>(position: &G) {
    let dump = position.dump();
    if dump["pending"] == json!([]) {
        let again = G::set_up(position.options(), &dump);
        assert_eq!(again.as_ref(), Some(position), "{dump}");
    }
}

fn check_end<G: Game>(position: &G) {
    let (mut legal, mut outcomes) = (Vec::new(), Vec::new());
    if let Turn::Over(outcome) = position.turn() {
        position.legal_actions(&mut legal);
        position.chance_outcomes(&mut outcomes);
        assert!(legal.is_empty() && outcomes.is_empty());
        let returns = outcome.returns();
        assert_eq!(returns.first + returns.second, 0.0);
    }
}
