//! Expectiminimax by plain recursion, with every position's value remembered.
//!
//! `V(s)` is the outcome's value at the end; the maximum over actions where the first seat decides,
//! the minimum where the second does; at a chance node the mean of the outcomes' values by their
//! weights. Memory and time grow with the number of positions: for toy games and small endgames only.
//! The game must be acyclic, or the recursion does not end.

use std::collections::HashMap;

use crate::game::{AbsoluteValue, Game, Seat, Turn};

/// The exact value of a small acyclic game's position, as the first seat sees it.
pub fn exact_value<G: Game>(position: &G) -> AbsoluteValue {
    Solver::default().value(position)
}

/// The actions with the exact best value for the seat to move; empty unless a seat decides.
pub fn best_actions<G: Game>(position: &G) -> Vec<G::Action> {
    let Turn::Decide(seat) = position.turn() else {
        return Vec::new();
    };
    let values = Solver::default().action_values(position);
    let seen = |value: &AbsoluteValue| value.seen_by(seat).0;
    let best = values.iter().map(|(_, v)| seen(v)).fold(f64::MIN, f64::max);
    let good = values.iter().filter(|(_, v)| seen(v) > best - 1e-12);
    good.map(|(action, _)| *action).collect()
}

/// How much worse than the best action this one is for the seat that decides: 0 for a best one.
pub fn regret<G: Game>(position: &G, action: G::Action) -> f64 {
    let Turn::Decide(seat) = position.turn() else {
        return 0.0;
    };
    let mut solver = Solver::default();
    let mut next = position.clone();
    next.play_unchecked(action);
    solver.value(position).seen_by(seat).0 - solver.value(&next).seen_by(seat).0
}

/// Remembers the values of the positions that it has met.
pub struct Solver<G: Game> {
    known: HashMap<G, f64>,
}

impl<G: Game> Default for Solver<G> {
    fn default() -> Self {
        Solver {
            known: HashMap::new(),
        }
    }
}

impl<G: Game> Solver<G> {
    /// The exact value of the position.
    pub fn value(&mut self, position: &G) -> AbsoluteValue {
        if let Some(known) = self.known.get(position) {
            return AbsoluteValue(*known);
        }
        let value = match position.turn() {
            Turn::Over(outcome) => outcome.value.0,
            Turn::Decide(seat) => self.best(position, seat),
            Turn::Chance => self.mean(position),
        };
        self.known.insert(position.clone(), value);
        AbsoluteValue(value)
    }

    /// The exact value of each legal action, in the rules' order.
    pub fn action_values(&mut self, position: &G) -> Vec<(G::Action, AbsoluteValue)> {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let value_of = |action| {
            let mut next = position.clone();
            next.play_unchecked(action);
            (action, self.value(&next))
        };
        actions.into_iter().map(value_of).collect()
    }

    /// Number of different positions met.
    pub fn positions(&self) -> usize {
        self.known.len()
    }

    fn best(&mut self, position: &G, seat: Seat) -> f64 {
        let values = self.action_values(position).into_iter().map(|(_, v)| v.0);
        match seat {
            Seat::First => values.fold(f64::MIN, f64::max),
            Seat::Second => values.fold(f64::MAX, f64::min),
        }
    }

    fn mean(&mut self, position: &G) -> f64 {
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        let total: u64 = outcomes.iter().map(|&(_, weight)| weight).sum();
        let weighted = |(outcome, weight): (G::Chance, u64)| {
            let mut next = position.clone();
            next.resolve_unchecked(outcome);
            self.value(&next).0 * weight as f64
        };
        outcomes.into_iter().map(weighted).sum::<f64>() / total as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::*;
    use super::*;
    use crate::chance::{KeyedDice, rng_for};
    use crate::options::RuleOptions;
    use rand::RngExt;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn pig_with_a_coin() {
        let options = PigOptions {
            target: 2,
            faces: 2,
        };
        assert!(close(exact_value(&Pig::new(&options).unwrap()).0, 0.5));
    }

    /// Target 3 with a coin. W(p, q) is the value for the seat to roll with p points against q.
    /// W(1, 2) = ½ - ½ = 0. W(0, 2): a 2, then best rolled on, ½ - ½ = 0; a 1, -1: -½.
    /// W(1, 1) = ½ - ½ W(1, 2) = ½. W(0, 1): a 2, then roll, ½ - ½ W(1, 1) = ¼; a 1, -W(1, 1): -1/8.
    /// W(0, 0): a 2, then roll, ½ - ½ W(0, 1) = 9/16 (hold: -W(0, 2) = ½); a 1, -W(0, 1) = 1/8: 11/32.
    #[test]
    fn pig_with_a_coin_to_three() {
        let options = PigOptions {
            target: 3,
            faces: 2,
        };
        let start = Pig::new(&options).unwrap();
        assert!(close(exact_value(&start).0, 11.0 / 32.0));
    }

    #[test]
    fn nim_is_lost_exactly_when_the_heaps_cancel() {
        for (a, b, c) in (0..27).map(|i| (i % 3, i / 3 % 3, i / 9 + 1)) {
            let start = Nim::new(&NimOptions::new(&[a, b, c])).unwrap();
            let wins = a ^ b ^ c != 0;
            assert_eq!(exact_value(&start).0, if wins { 1.0 } else { -1.0 });
        }
    }

    #[test]
    fn nim_is_won_by_cancelling_the_heaps() {
        let start = Nim::new(&NimOptions::new(&[3, 4, 5])).unwrap();
        let best = best_actions(&start);
        assert_eq!(best, [Take { heap: 0, stones: 2 }]);
        assert_eq!(regret(&start, best[0]), 0.0);
        assert_eq!(regret(&start, Take { heap: 0, stones: 1 }), 2.0);
    }

    #[test]
    fn courier_runs_first() {
        let options = CourierOptions {
            length: 3,
            turns: 1,
            steps: 2,
            obstacles: 0,
        };
        let start = Courier::new(&options).unwrap();
        let values = Solver::default().action_values(&start);
        assert_eq!(values[0].0, CourierAction::Walk);
        assert!(close(values[0].1.0, 1.0 / 3.0) && close(values[1].1.0, 5.0 / 9.0));
    }

    /// Four steps in two turns of two walks are just enough: either obstacle spoils it, and `wait`
    /// does not.
    #[test]
    fn the_guard_spends_its_obstacle() {
        let options = CourierOptions {
            length: 4,
            turns: 2,
            steps: 2,
            obstacles: 1,
        };
        let mut position = Courier::new(&options).unwrap();
        position.play(CourierAction::Walk).unwrap();
        position.play(CourierAction::Walk).unwrap();
        assert_eq!(position.turn(), Turn::Decide(Seat::Second));
        let values = Solver::default().action_values(&position);
        // Pushed to 1: 5/9 as above. Delayed: one run, home with 2/3. Else two walks.
        assert!(close(values[0].1.0, 5.0 / 9.0));
        assert!(close(values[1].1.0, 2.0 / 3.0 - 1.0 / 3.0));
        assert!(close(values[2].1.0, 1.0));
    }

    fn laws<G: Game>(seed: u64) {
        let mut rng = rng_for(seed, 0);
        let mut dice = KeyedDice::new(seed);
        for (_, options) in G::Options::presets() {
            let mut position = G::new(&options).unwrap();
            let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
            loop {
                let before = position.clone();
                match position.turn() {
                    Turn::Over(_) => break,
                    Turn::Decide(_) => {
                        position.legal_actions(&mut actions);
                        assert!(actions.len() > 1);
                        let action = actions[rng.random_range(0..actions.len())];
                        assert_eq!(action.to_string().parse(), Ok(action));
                        position.play(action).unwrap();
                    }
                    Turn::Chance => {
                        position.chance_outcomes(&mut outcomes);
                        assert!(outcomes.len() > 1 && outcomes.iter().all(|o| o.1 > 0));
                        let outcome = dice.roll(&position);
                        assert_eq!(outcome.to_string().parse(), Ok(outcome));
                        position.resolve(outcome).unwrap();
                    }
                }
                assert_ne!(before.dump(), position.dump());
            }
            position.legal_actions(&mut actions);
            position.chance_outcomes(&mut outcomes);
            assert!(actions.is_empty() && outcomes.is_empty());
        }
    }

    #[test]
    fn toys_keep_the_laws_of_games() {
        for seed in 0..50 {
            laws::<Pig>(seed);
            laws::<Nim>(seed);
            laws::<Courier>(seed);
        }
    }

    #[test]
    fn options_are_set_by_name_and_refused_with_the_valid_ones() {
        let mut options = CourierOptions::default();
        options.set_text("length=7").unwrap();
        assert_eq!(options.length, 7);
        let error = options.set_text("length=31").unwrap_err().to_string();
        assert_eq!(error, "option `length` cannot be `31`; valid: 1..30");
        assert!(options.set_text("size=3").is_err());
        let mut nim = NimOptions::default();
        nim.set_text("heaps=[1,2,3]").unwrap();
        assert_eq!(nim, NimOptions::new(&[1, 2, 3]));
        assert!(nim.set_text("heaps=[1,2,3,4,5]").is_err());
        assert!("take:0:01".parse::<Take>().is_err());
    }
}
