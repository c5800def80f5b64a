//! Pairings by expected information: the next pair of games goes to those whose games tell most about the ratings.
//!
//! After the games so far, the parameters of Bradley and Terry's model (ratings for each seat, balance, drawishness: see
//! [`crate::rating::bradley_terry`]) are known up to a distribution that is nearly normal around the fit, with the inverse of the
//! information as its covariance `Σ`. A pair of games of `a` and `b` brings the Fisher information `M` of two more games, so that the
//! entropy of what is not known falls by
//!
//! ```text
//! gain(a, b) = ½ ln det(I + Σ M(a, b))   nats
//! ```
//!
//! and the pairing with the largest gain plays next: Bayesian *D-optimality*, the criterion of Glickman and Jensen, *Adaptive paired
//! comparison design*, J. Statistical Planning and Inference 127 (2005), after Lindley 1956. It prefers close pairings to lopsided ones, and agents
//! about whom little is known.
//!
//! *Rounds.* The ratings are fitted after every [`BATCH`] pairs. Within a round the information of pairs that have been chosen is added as if they had
//! been played, so that a round spreads. Of pairings that are equal up to a millionth part the first is taken. What a round is
//! depends on the results of the rounds before only, and a round of a shorter tournament is the beginning of that of a longer one.
//!
//! *Limits.* The two games of a pair count as independent here. Where strength goes round in circles the model is wrong, and pairings
//! that it thinks settled are seldom played: a round robin shows circles.

use std::collections::BTreeMap;

use super::course::{Scores, Slot};
use super::plan::ArenaPlan;
use crate::rating::{BradleyTerry, PairScore, Results};

/// Pairs that are chosen at a time.
pub const BATCH: u64 = 16;

/// Pairings whose gains are so close, as a share, are equal: sums differ in their last digits.
const EQUAL: f64 = 1e-6;

/// A tournament on its way.
pub struct Adaptive<'a> {
    plan: &'a ArenaPlan,
    results: Results,
    /// Pairs that each pairing has been given.
    given: BTreeMap<[usize; 2], u64>,
    last: Vec<Slot>,
}

impl<'a> Adaptive<'a> {
    pub fn new(plan: &'a ArenaPlan) -> Adaptive<'a> {
        Adaptive {
            plan,
            results: Results::new(plan.agents.len()),
            given: BTreeMap::new(),
            last: Vec::new(),
        }
    }

    /// The pairs of the next round; none at the end.
    pub fn next_round(&mut self, scores: &Scores) -> Vec<Slot> {
        for slot in std::mem::take(&mut self.last) {
            if let Some(score) = scores.get(&slot) {
                // The plan's own numbers: they are there.
                let _ = self.results.add(PairScore {
                    agents: slot.0,
                    score,
                });
            }
        }
        let left = self.plan.pairs - self.given.values().sum::<u64>();
        self.last = self.choose(left.min(BATCH));
        self.last.clone()
    }

    fn choose(&mut self, pairs: u64) -> Vec<Slot> {
        let mut chosen = Vec::new();
        if pairs == 0 {
            return chosen;
        }
        let Ok(mut knowledge) = BradleyTerry::default().knowledge(&self.results) else {
            return chosen;
        };
        let pairings = self.plan.pairings();
        for _ in 0..pairs {
            let gains: Vec<f64> = pairings
                .iter()
                .map(|&pairing| knowledge.gain(pairing))
                .collect();
            let pairing = pairings[first_of_the_largest(&gains)];
            knowledge.add(pairing);
            let number = self.given.entry(pairing).or_default();
            chosen.push((pairing, *number));
            *number += 1;
        }
        chosen
    }
}

fn first_of_the_largest(gains: &[f64]) -> usize {
    let most = gains.iter().copied().fold(0.0, f64::max);
    let large = |gain: &f64| *gain >= most * (1.0 - EQUAL);
    gains.iter().position(large).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Format;
    use crate::rating::Score;
    use crate::rating::elo::score_of_elo;
    use moonbase_engine::BySeat;
    use moonbase_engine::chance::rng_for;
    use rand::RngExt;

    fn plan(agents: usize, format: Format, pairs: u64) -> ArenaPlan {
        ArenaPlan {
            agents: (0..agents).map(|agent| format!("agent{agent}")).collect(),
            format,
            pairs,
            ..ArenaPlan::default()
        }
    }

    /// A pair between agents of these strengths; its result depends on the pairing and the number only.
    fn played((agents, pair): Slot, elo: &[f64]) -> PairScore {
        let [a, b] = agents;
        let mut rng = rng_for(11 + 100 * a as u64 + b as u64, pair);
        let win = score_of_elo(elo[a] - elo[b]);
        let score = |_| {
            if rng.random_bool(win) {
                Score::Win
            } else {
                Score::Loss
            }
        };
        PairScore::new(agents, BySeat::from_fn(score))
    }

    fn play(plan: &ArenaPlan, elo: &[f64]) -> (Vec<Slot>, Results) {
        let mut course = crate::arena::Course::new(plan);
        let (mut scores, mut slots) = (Scores::default(), Vec::new());
        let mut results = Results::new(plan.agents.len());
        loop {
            let round = course.next_round(&scores);
            if round.is_empty() {
                return (slots, results);
            }
            for slot in round {
                let pair = played(slot, elo);
                scores.add(slot, pair.score);
                results.add(pair).unwrap();
                slots.push(slot);
            }
        }
    }

    #[test]
    fn the_first_round_goes_round() {
        let (slots, _) = play(&plan(4, Format::Adaptive, 6), &[0.0; 4]);
        let mut met: Vec<_> = slots.iter().map(|(agents, _)| *agents).collect();
        met.sort();
        assert_eq!(met, [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        assert!(slots.iter().all(|(_, pair)| *pair == 0));
    }

    #[test]
    fn a_longer_tournament_begins_like_a_shorter_one() {
        let elo = [0.0, 50.0, 300.0, -200.0];
        let (long, _) = play(&plan(4, Format::Adaptive, 150), &elo);
        for pairs in [1, 16, 23, 64] {
            let (short, _) = play(&plan(4, Format::Adaptive, pairs), &elo);
            assert_eq!(short, long[..pairs as usize]);
        }
    }

    /// Two close agents and two far off: the close pairing is played more than the lopsided ones, and less remains unknown than after a
    /// round robin of as many pairs.
    #[test]
    fn it_learns_more_than_a_round_robin() {
        let elo = [400.0, 350.0, -100.0, -700.0];
        let (slots, results) = play(&plan(4, Format::Adaptive, 240), &elo);
        let count = |pairing| {
            slots
                .iter()
                .filter(|(agents, _)| *agents == pairing)
                .count()
        };
        assert!(
            count([0, 1]) > 2 * count([0, 3]),
            "{} {}",
            count([0, 1]),
            count([0, 3])
        );
        let (_, all) = play(&plan(4, Format::RoundRobin, 40), &elo);
        let entropy = |results: &Results| {
            BradleyTerry::default()
                .knowledge(results)
                .unwrap()
                .entropy()
        };
        let (adaptive, even) = (entropy(&results), entropy(&all));
        assert!(adaptive < even - 0.3, "{adaptive} {even}");
    }
}
