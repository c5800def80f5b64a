//! A random action is selected without a list. Here every number that can be drawn is tried, at every decision
//! of random games: number `n` must select the list's action number `n`, so that the two distributions are the
//! same exactly, not only to a test of frequencies (which the conformance suite makes of actions and chance).

use std::convert::Infallible;

use moonbase_engine::chance::rng_for;
use moonbase_engine::registry::{Family, names_of, preset_of};
use moonbase_engine::toy::{Courier, Nim, Pig};
use moonbase_engine::{Game, Turn, with_family};
use rand::{RngExt, TryRng};

/// A generator that makes `random_range(0..of)` say `number`.
struct Draws {
    word: u32,
}

impl Draws {
    /// Ranges are drawn by multiplying a word of 32 bits with their length and keeping the upper half.
    fn new(number: usize, of: usize) -> Draws {
        let word = ((number as u64) << 32).div_ceil(of as u64) as u32;
        let drawn = Draws { word }.random_range(0..of as u32);
        assert_eq!(drawn as usize, number, "`rand` draws in another way now");
        Draws { word }
    }
}

impl TryRng for Draws {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(self.word)
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(u64::from(self.word) << 32)
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        let word = self.word.to_le_bytes();
        bytes
            .iter_mut()
            .zip(word.iter().cycle())
            .for_each(|(byte, of)| *byte = *of);
        Ok(())
    }
}

/// Plays random games; returns how many selections were tried.
fn check<G: Game>(options: &G::Options, games: u64) -> usize {
    let (mut legal, mut tried) = (Vec::new(), 0);
    for game in 0..games {
        let (mut position, mut rng) = (G::new(options).unwrap(), rng_for(11, game));
        loop {
            match position.turn() {
                Turn::Over(_) => break,
                Turn::Chance => position.resolve_unchecked(position.random_chance(&mut rng)),
                Turn::Decide(_) => {
                    position.legal_actions(&mut legal);
                    for (number, action) in legal.iter().enumerate() {
                        let selected = position.random_action(&mut Draws::new(number, legal.len()));
                        assert_eq!(selected, *action, "number {number} in {position:?}");
                    }
                    tried += legal.len();
                    position.play_unchecked(position.random_action(&mut rng));
                }
            }
        }
    }
    tried
}

#[test]
fn each_number_selects_the_action_of_that_number() {
    for family in Family::ALL {
        with_family!(family, |G| for preset in names_of::<G>() {
            let tried = check::<G>(&preset_of::<G>(preset).unwrap(), 10);
            assert!(tried > 1000, "{preset}: {tried} selections");
        });
    }
}

#[test]
fn so_it_does_in_toy_games() {
    check::<Pig>(&Default::default(), 5);
    check::<Nim>(&Default::default(), 5);
    check::<Courier>(&Default::default(), 5);
}
