//! Knockouts: who loses a tie is out.
//!
//! The agents are seeds in the order of the plan, and stand in the usual bracket: the first seed meets the last, and if the better seed
//! always wins, the first two meet in the final. If their number is no power of two, the best seeds have a bye in the first round.
//!
//! A *tie* is so many pairs of games. Whoever has made more points in them goes on. While both are level, the tie goes on by one pair at
//! a time, to a limit ([`ArenaPlan::most_pairs`]); if they are level then too, the better seed goes on. Round `r` (from 0) plays the pairs
//! `r · limit` and so on: the same dice in all ties of a round, new ones in each round.
//!
//! *Limits.* A knockout finds a winner with few games, and often not the strongest: use it for show, and a round robin to measure.

use serde::Serialize;

use super::course::{Scores, Slot};
use super::plan::ArenaPlan;

/// A knockout on its way: everything follows from the results.
pub struct Knockout<'a> {
    plan: &'a ArenaPlan,
}

/// Two places of the bracket.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Tie {
    /// The better place first; `None`: nobody, so that the other has a bye.
    pub agents: [Option<usize>; 2],
    /// Points of games so far: won 1, drawn ½.
    pub points: [f64; 2],
    /// Pairs played.
    pub pairs: u64,
    /// Who goes on, if that is known.
    pub winner: Option<usize>,
    pub by: Option<By>,
}

/// What decided a tie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    Bye,
    Points,
    /// By points, after having been level.
    Prolonged,
    /// Level at the limit.
    Seed,
}

/// All ties, round by round; the last round may be under way.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct Bracket {
    pub rounds: Vec<Vec<Tie>>,
}

impl Bracket {
    /// Who won the final.
    pub fn winner(&self) -> Option<usize> {
        match self.rounds.last()?.as_slice() {
            [tie] => tie.winner,
            _ => None,
        }
    }
}

impl<'a> Knockout<'a> {
    pub fn new(plan: &'a ArenaPlan) -> Knockout<'a> {
        Knockout { plan }
    }

    /// The pairs that undecided ties of the round need next; none at the end.
    pub fn next_round(&self, scores: &Scores) -> Vec<Slot> {
        let bracket = self.bracket(scores);
        let number = bracket.rounds.len().saturating_sub(1) as u64;
        let open = bracket
            .rounds
            .last()
            .into_iter()
            .flatten()
            .filter(|tie| tie.winner.is_none());
        let open: Vec<(&Tie, u64)> = open.map(|tie| (tie, self.wanted(tie))).collect();
        let first = number * self.plan.most_pairs();
        let most = open.iter().map(|(_, wanted)| *wanted).max().unwrap_or(0);
        let of_pair = |pair: u64| {
            let open = open.iter().filter(move |(_, wanted)| pair < *wanted);
            open.filter_map(move |(tie, _)| Some((sorted(tie.agents)?, first + pair)))
        };
        let slots = (0..most).flat_map(of_pair);
        slots.filter(|slot| !scores.has(slot)).collect()
    }

    /// How many pairs an undecided tie has, if it is decided by them.
    fn wanted(&self, tie: &Tie) -> u64 {
        self.plan.pairs.max(tie.pairs + 1)
    }

    /// Pairs of the tournament, if no tie goes on beyond what is known.
    pub fn planned(&self, scores: &Scores) -> u64 {
        let bracket = self.bracket(scores);
        let ties = bracket
            .rounds
            .iter()
            .flatten()
            .filter(|tie| tie.by != Some(By::Bye));
        let pairs = |tie: &Tie| match tie.winner {
            Some(_) => tie.pairs,
            None => self.wanted(tie),
        };
        let (count, known) = ties.fold((0, 0), |(count, known), tie| {
            (count + 1, known + pairs(tie))
        });
        known + (self.plan.agents.len() as u64 - 1 - count) * self.plan.pairs
    }

    /// The ties as far as they are known.
    pub fn bracket(&self, scores: &Scores) -> Bracket {
        let mut bracket = Bracket::default();
        let mut places: Vec<Option<usize>> = places(self.plan.agents.len());
        loop {
            let number = bracket.rounds.len() as u64;
            let round: Vec<Tie> = places
                .chunks(2)
                .map(|two| self.tie([two[0], two[1]], number, scores))
                .collect();
            places = round.iter().map(|tie| tie.winner).collect();
            bracket.rounds.push(round);
            if places.len() == 1 || places.contains(&None) {
                return bracket;
            }
        }
    }

    fn tie(&self, agents: [Option<usize>; 2], round: u64, scores: &Scores) -> Tie {
        let mut tie = Tie {
            agents,
            points: [0.0, 0.0],
            pairs: 0,
            winner: None,
            by: None,
        };
        match agents {
            [Some(one), Some(other)] => self.judge(&mut tie, [one, other], round, scores),
            [one, other] => {
                tie.winner = one.or(other);
                tie.by = Some(By::Bye);
            }
        }
        tie
    }

    /// Counts the pairs from the first on, until one decides or is missing.
    fn judge(&self, tie: &mut Tie, agents: [usize; 2], round: u64, scores: &Scores) {
        let (most, first) = (self.plan.most_pairs(), round * self.plan.most_pairs());
        let met = [agents[0].min(agents[1]), agents[0].max(agents[1])];
        for pair in first..first + most {
            let Some([low, high]) = scores.half_points(met, pair..pair + 1) else {
                return;
            };
            let points = if met == agents {
                [low, high]
            } else {
                [high, low]
            };
            (0..2).for_each(|side| tie.points[side] += points[side] as f64 / 2.0);
            tie.pairs += 1;
            let [one, other] = tie.points;
            if tie.pairs >= self.plan.pairs && one != other {
                tie.winner = Some(agents[usize::from(other > one)]);
                let prolonged = tie.pairs > self.plan.pairs;
                tie.by = Some(if prolonged { By::Prolonged } else { By::Points });
                return;
            }
        }
        tie.winner = Some(met[0]);
        tie.by = Some(By::Seed);
    }
}

fn sorted(agents: [Option<usize>; 2]) -> Option<[usize; 2]> {
    let [one, other] = [agents[0]?, agents[1]?];
    Some([one.min(other), one.max(other)])
}

/// The seeds in the order of the bracket. Each place of half the size is split among its seed and the one that makes up the sum.
fn places(agents: usize) -> Vec<Option<usize>> {
    let size = agents.next_power_of_two().max(2);
    let mut seeds = vec![0];
    while seeds.len() < size {
        let last = 2 * seeds.len() - 1;
        seeds = seeds
            .into_iter()
            .flat_map(|seed| [seed, last - seed])
            .collect();
    }
    seeds
        .into_iter()
        .map(|seed| (seed < agents).then_some(seed))
        .collect()
}

/// The name of a round with so many ties.
pub fn round_name(ties: usize) -> String {
    match ties {
        1 => "final".into(),
        2 => "semi-finals".into(),
        4 => "quarter-finals".into(),
        ties => format!("round of {}", 2 * ties),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Format;
    use crate::rating::Score;
    use moonbase_engine::BySeat;

    fn plan(agents: usize, pairs: u64, most_pairs: u64) -> ArenaPlan {
        ArenaPlan {
            agents: (0..agents).map(|agent| format!("agent{agent}")).collect(),
            format: Format::Knockout,
            pairs,
            most_pairs: Some(most_pairs),
            ..ArenaPlan::default()
        }
    }

    /// Plays to the end: how many of both games the lower number wins. How many batches it took.
    fn play(plan: &ArenaPlan, wins: impl Fn([usize; 2], u64) -> u64) -> (Bracket, Scores, usize) {
        let (knockout, mut scores) = (Knockout::new(plan), Scores::default());
        for batch in 0.. {
            let slots = knockout.next_round(&scores);
            if slots.is_empty() {
                return (knockout.bracket(&scores), scores, batch);
            }
            for (agents, pair) in slots {
                let won = wins(agents, pair);
                let score = |game| Some(if game < won { Score::Win } else { Score::Loss });
                scores.add((agents, pair), BySeat::new(score(0), score(1)));
            }
        }
        unreachable!("batches without end")
    }

    #[test]
    fn the_usual_bracket() {
        let seeds = |agents| -> Vec<i32> {
            let seed = |seed: Option<usize>| seed.map_or(0, |seed| seed as i32 + 1);
            places(agents).into_iter().map(seed).collect()
        };
        assert_eq!(seeds(8), [1, 8, 4, 5, 2, 7, 3, 6]);
        assert_eq!(seeds(5), [1, 0, 4, 5, 2, 0, 3, 0]);
        assert_eq!(seeds(2), [1, 2]);
    }

    /// Five agents, the better seed wins: byes for the first three, and agents 1 and 2 in the final.
    #[test]
    fn the_better_seeds_meet_in_the_end() {
        let plan = plan(5, 2, 6);
        assert_eq!(Knockout::new(&plan).planned(&Scores::default()), 8);
        let (bracket, scores, batches) = play(&plan, |_, _| 2);
        let agents = |round: usize| -> Vec<_> {
            bracket.rounds[round].iter().map(|tie| tie.agents).collect()
        };
        assert_eq!(agents(1), [[Some(0), Some(3)], [Some(1), Some(2)]]);
        assert_eq!(agents(2), [[Some(0), Some(1)]]);
        assert_eq!(
            (bracket.winner(), bracket.rounds.len(), batches),
            (Some(0), 3, 3)
        );
        assert_eq!(
            bracket.rounds[0]
                .iter()
                .filter(|tie| tie.by == Some(By::Bye))
                .count(),
            3
        );
        // Four ties of two pairs; the second round's begin at pair 6.
        assert_eq!(
            (scores.len(), Knockout::new(&plan).planned(&scores)),
            (8, 8)
        );
        assert!(scores.has(&([0, 3], 6)) && scores.has(&([0, 1], 13)) && scores.has(&([3, 4], 0)));
    }

    /// Level until the fourth pair, which the lower number loses.
    #[test]
    fn a_level_tie_goes_on_pair_by_pair() {
        let plan = plan(2, 2, 6);
        let (bracket, scores, batches) = play(&plan, |_, pair| if pair == 3 { 0 } else { 1 });
        let tie = &bracket.rounds[0][0];
        assert_eq!(
            (tie.winner, tie.by, tie.points),
            (Some(1), Some(By::Prolonged), [3.0, 5.0])
        );
        assert_eq!((scores.len(), batches), (4, 3));
    }

    #[test]
    fn level_at_the_limit_the_better_seed_goes_on() {
        let plan = plan(4, 1, 3);
        let (bracket, scores, batches) = play(&plan, |_, _| 1);
        assert!(
            bracket
                .rounds
                .iter()
                .flatten()
                .all(|tie| tie.by == Some(By::Seed) && tie.pairs == 3)
        );
        assert_eq!((bracket.winner(), scores.len(), batches), (Some(0), 9, 6));
    }

    #[test]
    fn the_second_place_can_win() {
        let (bracket, ..) = play(&plan(8, 1, 1), |_, _| 0);
        // The higher number always wins.
        assert_eq!(bracket.winner(), Some(7));
        assert_eq!(bracket.rounds[2][0].agents, [Some(7), Some(6)]);
        assert_eq!(bracket.rounds[2][0].points, [2.0, 0.0]);
    }

    #[test]
    fn what_is_half_played_is_asked_for_again() {
        let plan = plan(4, 2, 4);
        let (knockout, mut scores) = (Knockout::new(&plan), Scores::default());
        let round = knockout.next_round(&scores);
        assert_eq!(round, [([0, 3], 0), ([1, 2], 0), ([0, 3], 1), ([1, 2], 1)]);
        scores.add(round[0], BySeat::new(Some(Score::Win), Some(Score::Win)));
        assert_eq!(knockout.next_round(&scores), round[1..]);
        // Pair 1 without pair 0 decides nothing.
        scores.add(round[3], BySeat::new(Some(Score::Win), Some(Score::Win)));
        assert_eq!(knockout.next_round(&scores), round[1..3]);
    }
}
