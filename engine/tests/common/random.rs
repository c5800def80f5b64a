//! Random games.

use std::fmt::{Debug, Display};
use std::str::FromStr;

use moonbase_engine::chance::rng_for;
use moonbase_engine::record::Record;
use moonbase_engine::{Game, KeyedDice, Turn};

/// Calls `look` with each of the first `most` positions of a random game, and its number; `stream` tells the
/// games of different tests apart.
pub fn look_at_nodes<G: Game>(
    options: &G::Options,
    (seed, stream): (u64, u64),
    most: usize,
    mut look: impl FnMut(&G, usize),
) {
    let mut position = G::new(options).unwrap();
    let (mut dice, mut rng) = (KeyedDice::new(seed), rng_for(seed, stream));
    for node in 0..most {
        look(&position, node);
        match position.turn() {
            Turn::Decide(_) => position.play_unchecked(position.random_action(&mut rng)),
            Turn::Chance => position.resolve_unchecked(dice.roll(&position)),
            Turn::Over(_) => break,
        }
    }
}

fn same_word<T>(word: T)
where
    T: Display + FromStr + PartialEq + Debug,
    T::Err: Debug,
{
    assert_eq!(word.to_string().parse::<T>().unwrap(), word);
}

/// Plays on by a list of numbers, taken round and round, each naming a legal action; calls `check` on each
/// position.
pub fn play_choices<G: Game>(
    options: &G::Options,
    seed: u64,
    choices: &[u16],
    check: impl Fn(&G),
) -> (Record, G) {
    let mut position = G::new(options).unwrap();
    let mut record = Record::new::<G>(G::NAME, options).unwrap();
    let (mut dice, mut choices) = (KeyedDice::new(seed), choices.iter().cycle());
    let mut legal = Vec::new();
    for _ in 0..4000 {
        check(&position);
        match position.turn() {
            Turn::Decide(_) => {
                position.legal_actions(&mut legal);
                let choice = usize::from(*choices.next().unwrap()) % legal.len();
                same_word(legal[choice]);
                record.push(legal[choice]);
                position.play(legal[choice]).unwrap();
            }
            Turn::Chance => {
                let outcome = dice.roll(&position);
                same_word(outcome);
                record.push(outcome);
                position.resolve(outcome).unwrap();
            }
            Turn::Over(outcome) => {
                let returns = outcome.returns();
                assert_eq!(returns.first + returns.second, 0.0);
                break;
            }
        }
    }
    (record, position)
}

/// The last position of a record, written and read again.
pub fn last_of<G: Game>(record: &Record) -> Option<G> {
    let text = record.to_text::<G>().unwrap();
    let again = Record::parse(&text).unwrap().replay::<G>().unwrap();
    again.last().cloned()
}
