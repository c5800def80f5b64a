//! Actions and chance outcomes: a word is refused, or is the canonical notation of what it means.

use std::fmt::Display;
use std::str::FromStr;

use moonbase_engine::{Game, with_family};

use super::input::{Input, assert_one_line};

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let family = input.family();
    let text = input.text();
    with_family!(family, |G| check::<G>(&text));
}

fn check<G: Game>(text: &str) {
    // Names of tile kinds are known once a game with them has begun.
    let mut position = G::new(&G::Options::default()).expect("the defaults make a game");
    for word in text.split('\n') {
        check_word::<G::Action>(word);
        check_word::<G::Chance>(word);
        if moonbase_engine::record::play_word(&mut position, word).is_ok() {
            position.dump();
        }
    }
}

fn check_word<T: FromStr<Err: Display> + Display>(word: &str) {
    match word.parse::<T>() {
        Ok(read) => assert_eq!(read.to_string(), word),
        Err(error) => assert_one_line(error, word),
    }
}
