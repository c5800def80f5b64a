//! Rules of thumb for the toy games.

use moonbase_engine::chance::MoonRng;
use moonbase_engine::toy::{Courier, CourierAction, Nim, Pig, PigAction, Take};
use moonbase_engine::{AbsoluteValue, Game, Seat, Turn};
use rand::RngExt;

use super::Scripted;

impl Scripted for Pig {
    /// Rolls while a roll gains more points than it risks, on the average.
    fn scripted_action(&self, _: &mut MoonRng) -> PigAction {
        let gained: u8 = (2..=self.options().faces).sum();
        if self.at_risk() < gained + 1 {
            PigAction::Roll
        } else {
            PigAction::Hold
        }
    }

    fn evaluate(&self) -> AbsoluteValue {
        let lead = f64::from(self.points(Seat::First)) - f64::from(self.points(Seat::Second));
        ended(self).unwrap_or(AbsoluteValue(
            (lead / f64::from(self.options().target)).clamp(-0.9, 0.9),
        ))
    }
}

impl Scripted for Nim {
    /// Cancels the heaps where that is possible, else takes one stone from any.
    fn scripted_action(&self, rng: &mut MoonRng) -> Take {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        let cancels = |take: &&Take| {
            let heap = self.heaps()[take.heap as usize];
            self.sum() ^ heap ^ (heap - take.stones) == 0
        };
        let found = actions.iter().find(cancels).copied();
        found.unwrap_or_else(|| {
            actions.retain(|take| take.stones == 1);
            actions[rng.random_range(0..actions.len())]
        })
    }

    fn evaluate(&self) -> AbsoluteValue {
        let mover = if self.sum() == 0 { -1.0 } else { 1.0 };
        ended(self).unwrap_or_else(|| match self.turn() {
            Turn::Decide(Seat::Second) => AbsoluteValue(-mover),
            _ => AbsoluteValue(mover),
        })
    }
}

impl Scripted for Courier {
    /// The courier runs when walking is too slow; the guard pushes while it can.
    fn scripted_action(&self, _: &mut MoonRng) -> CourierAction {
        match self.turn() {
            Turn::Decide(Seat::Second) if self.at() > 0 => CourierAction::Push,
            Turn::Decide(Seat::Second) => CourierAction::Delay,
            _ if self.to_go() > self.actions_to_come() => CourierAction::Run,
            _ => CourierAction::Walk,
        }
    }

    fn evaluate(&self) -> AbsoluteValue {
        // A run makes 4/3 of a step on the average.
        let reach = f64::from(self.actions_to_come()) * 4.0 / 3.0;
        let spare = reach - f64::from(self.to_go());
        ended(self).unwrap_or(AbsoluteValue((spare / 4.0).clamp(-0.9, 0.9)))
    }
}

fn ended<G: Game>(position: &G) -> Option<AbsoluteValue> {
    match position.turn() {
        Turn::Over(outcome) => Some(outcome.value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::ScriptedAgent;
    use crate::{Agent, Random};
    use moonbase_engine::KeyedDice;

    fn mean_return<G: Scripted>(games: u64, scripted: Seat) -> f64 {
        let (mut script, mut random) = (ScriptedAgent::default(), Random::default());
        let mut total = 0.0;
        for seed in 0..games {
            Agent::<G>::new_game(&mut script, seed);
            Agent::<G>::new_game(&mut random, seed);
            let mut dice = KeyedDice::new(seed);
            let mut position = G::new(&G::Options::default()).unwrap();
            let outcome = loop {
                assert!(position.evaluate().0.abs() <= 1.0);
                match position.turn() {
                    Turn::Over(outcome) => break outcome,
                    Turn::Chance => position.resolve_unchecked(dice.roll(&position)),
                    Turn::Decide(seat) if seat == scripted => {
                        position.play(script.decide(&position).action).unwrap();
                    }
                    Turn::Decide(_) => position.play(random.decide(&position).action).unwrap(),
                }
            };
            assert_eq!(position.evaluate(), outcome.value);
            total += outcome.value.seen_by(scripted).0;
        }
        total / games as f64
    }

    #[test]
    fn scripts_beat_random_play() {
        assert!(both::<Pig>() > 0.1);
        assert!(both::<Nim>() > 0.8);
        assert!(both::<Courier>() > 0.3);
    }

    /// Mean return over both seats.
    fn both<G: Scripted>() -> f64 {
        (mean_return::<G>(400, Seat::First) + mean_return::<G>(400, Seat::Second)) / 2.0
    }
}
