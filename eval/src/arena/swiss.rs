//! Swiss tournaments: in each round those meet who have done alike, none twice if that can be.
//!
//! A *meeting* is so many pairs of games. Whoever makes more points in it has won it, which counts 1; level it is ½. Round `r` (from 0) of
//! `n` pairs a meeting plays the pairs `r n` to `(r+1) n - 1`: the same dice in all meetings of a round, new ones in each round.
//!
//! *Pairing* (in the manner of FIDE's Dutch system, whose colours mean nothing where both seats are played). The agents stand in the order of their
//! scores, equal ones in the order of the plan, which are the seeds.
//!
//! 1. `m` is the smallest number of earlier meetings for which all can be paired if nobody meets whom he has met more than `m` times: 0,
//!    unless there are many rounds for few agents.
//! 2. Of an odd number of agents, the lowest of those with the fewest byes has a bye, if the others can be paired so; else the next
//!    lowest. A bye counts as a meeting won.
//! 3. The highest who is not yet paired meets the first on his list with whom the rest can still be paired. The list: his equals in score, from the
//!    middle down (of eight the fifth, sixth, seventh, eighth, then the fourth, third, second), then all below in order.
//!
//! Whether the rest can be paired is found out exactly (`matching.rs`), so that the rule never ends in a corner.
//!
//! *Tie-breaks.* Buchholz: the sum of the opponents' scores. Sonneborn-Berger: the same, each times what was scored against that
//! one. A bye counts in both as an opponent of one's own score (FIDE's tie-break regulations: a dummy). Then the points of all games,
//! then the seeds.
//!
//! *Limits.* In games of dice a meeting of few pairs says little; the ratings, which see all games, say more than the places.

use std::collections::HashMap;

use serde::Serialize;

use super::course::{Scores, Slot};
use super::matching::can_be_paired;
use super::plan::ArenaPlan;

/// A round: who meets whom, the lower number first, and who has a bye.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round {
    pub meetings: Vec<[usize; 2]>,
    pub bye: Option<usize>,
}

/// A Swiss tournament on its way.
pub struct Swiss<'a> {
    plan: &'a ArenaPlan,
    rounds: Vec<Round>,
}

/// Where an agent stands.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SwissRow {
    #[serde(skip)]
    pub number: usize,
    pub agent: String,
    /// Meetings: won 1, level ½.
    pub score: f64,
    pub buchholz: f64,
    pub sonneborn_berger: f64,
    /// Games: won 1, drawn ½.
    pub points: f64,
    pub byes: u64,
}

impl<'a> Swiss<'a> {
    pub fn new(plan: &'a ArenaPlan) -> Swiss<'a> {
        let rounds = Vec::new();
        Swiss { plan, rounds }
    }

    /// A tournament as far as these results go: up to its first round that is not played to the end.
    pub fn so_far(plan: &'a ArenaPlan, scores: &Scores) -> Swiss<'a> {
        let mut swiss = Swiss::new(plan);
        loop {
            let round = swiss.next_round(scores);
            if round.is_empty() || !round.iter().all(|slot| scores.has(slot)) {
                return swiss;
            }
        }
    }

    /// The pairs of the next round; none at the end.
    pub fn next_round(&mut self, scores: &Scores) -> Vec<Slot> {
        let number = self.rounds.len() as u64;
        if number == self.plan.rounds() {
            return Vec::new();
        }
        let agents = self.plan.agents.len();
        let score: Vec<u64> = self.half_scores(scores);
        let mut order: Vec<usize> = (0..agents).collect();
        order.sort_by_key(|&agent| (std::cmp::Reverse(score[agent]), agent));
        let round = pair(&order, &score, &self.rounds);
        let pairs = self.pairs_of(number);
        let slots = ArenaPlan::interleaved(&round.meetings, pairs);
        self.rounds.push(round);
        slots
    }

    /// The rounds that have been paired.
    pub fn rounds(&self) -> &[Round] {
        &self.rounds
    }

    fn pairs_of(&self, round: u64) -> std::ops::Range<u64> {
        round * self.plan.pairs..(round + 1) * self.plan.pairs
    }

    /// The meetings that have been played to the end, with the half points of both agents.
    fn played<'b>(
        &'b self,
        scores: &'b Scores,
    ) -> impl Iterator<Item = ([usize; 2], [u64; 2])> + 'b {
        let of_round = move |(number, round): (u64, &'b Round)| {
            let pairs = self.pairs_of(number);
            let meetings = round.meetings.iter();
            meetings.filter_map(move |&agents| {
                Some((agents, scores.half_points(agents, pairs.clone())?))
            })
        };
        (0..).zip(&self.rounds).flat_map(of_round)
    }

    fn byes(&self, agent: usize) -> u64 {
        self.rounds
            .iter()
            .filter(|round| round.bye == Some(agent))
            .count() as u64
    }

    /// Twice the agents' scores.
    fn half_scores(&self, scores: &Scores) -> Vec<u64> {
        let byes = |agent| 2 * self.byes(agent);
        let mut half: Vec<u64> = (0..self.plan.agents.len()).map(byes).collect();
        for ([a, b], points) in self.played(scores) {
            let [won, lost] = result(points);
            half[a] += won;
            half[b] += lost;
        }
        half
    }

    /// The table, the first first.
    pub fn table(&self, scores: &Scores) -> Vec<SwissRow> {
        let half = self.half_scores(scores);
        let score = |agent: usize| half[agent] as f64 / 2.0;
        let row = |number: usize| {
            let byes = self.byes(number);
            SwissRow {
                number,
                agent: self.plan.agents[number].clone(),
                score: score(number),
                buchholz: byes as f64 * score(number),
                sonneborn_berger: byes as f64 * score(number),
                points: 0.0,
                byes,
            }
        };
        let mut rows: Vec<SwissRow> = (0..self.plan.agents.len()).map(row).collect();
        for (agents, points) in self.played(scores) {
            let results = result(points);
            for (side, other) in [(0, 1), (1, 0)] {
                let (row, against) = (&mut rows[agents[side]], score(agents[other]));
                row.buchholz += against;
                row.sonneborn_berger += against * results[side] as f64 / 2.0;
                row.points += points[side] as f64 / 2.0;
            }
        }
        rows.sort_by(|x, y| {
            let key = |row: &SwissRow| [row.score, row.buchholz, row.sonneborn_berger, row.points];
            key(y)
                .partial_cmp(&key(x))
                .unwrap_or(std::cmp::Ordering::Equal)
                .then(x.number.cmp(&y.number))
        });
        rows
    }
}

/// What a meeting counts for both, in halves.
fn result([one, other]: [u64; 2]) -> [u64; 2] {
    match one.cmp(&other) {
        std::cmp::Ordering::Greater => [2, 0],
        std::cmp::Ordering::Equal => [1, 1],
        std::cmp::Ordering::Less => [0, 2],
    }
}

/// Pairs the agents, who stand in this order.
fn pair(order: &[usize], score: &[u64], rounds: &[Round]) -> Round {
    let met = met(rounds);
    let met = |a: usize, b: usize| met.get(&[a.min(b), a.max(b)]).copied().unwrap_or(0);
    let byes = |agent: usize| {
        rounds
            .iter()
            .filter(|round| round.bye == Some(agent))
            .count()
    };
    // Nobody has met anybody in more rounds than there were: then all can be paired.
    for most in 0..=rounds.len() {
        let may_meet = |a: usize, b: usize| met(a, b) <= most;
        for bye in who_may_rest(order, byes) {
            let left: Vec<usize> = order
                .iter()
                .copied()
                .filter(|&agent| Some(agent) != bye)
                .collect();
            if all_can_meet(&left, &may_meet) {
                let meetings = meetings(left, score, &may_meet);
                return Round { meetings, bye };
            }
        }
    }
    Round::default()
}

/// How often those have met who have.
fn met(rounds: &[Round]) -> HashMap<[usize; 2], usize> {
    let mut met = HashMap::new();
    for meeting in rounds.iter().flat_map(|round| &round.meetings) {
        *met.entry(*meeting).or_insert(0) += 1;
    }
    met
}

/// Nobody of an even number; of an odd one those with the fewest byes, the lowest first.
fn who_may_rest(order: &[usize], byes: impl Fn(usize) -> usize) -> Vec<Option<usize>> {
    if order.len().is_multiple_of(2) {
        return vec![None];
    }
    let fewest = order.iter().map(|&agent| byes(agent)).min();
    let may = order
        .iter()
        .rev()
        .filter(|&&agent| Some(byes(agent)) == fewest);
    may.copied().map(Some).collect()
}

fn all_can_meet(agents: &[usize], may_meet: &dyn Fn(usize, usize) -> bool) -> bool {
    can_be_paired(agents.len(), |i, j| may_meet(agents[i], agents[j]))
}

/// The highest with the first on his list, as long as anybody is left.
fn meetings(
    mut left: Vec<usize>,
    score: &[u64],
    may_meet: &dyn Fn(usize, usize) -> bool,
) -> Vec<[usize; 2]> {
    let mut meetings = Vec::new();
    while !left.is_empty() {
        let highest = left[0];
        let fits = |&place: &usize| {
            let others = left
                .iter()
                .enumerate()
                .filter(|(at, _)| *at != 0 && *at != place);
            let others: Vec<usize> = others.map(|(_, &agent)| agent).collect();
            may_meet(highest, left[place]) && all_can_meet(&others, may_meet)
        };
        // All of `left` can be paired, so somebody fits.
        let Some(place) = list(&left, score).into_iter().find(fits) else {
            break;
        };
        let opponent = left.remove(place);
        left.remove(0);
        meetings.push([highest.min(opponent), highest.max(opponent)]);
    }
    meetings
}

/// The places of those whom the first would like to meet, the best first.
fn list(left: &[usize], score: &[u64]) -> Vec<usize> {
    let equals = left
        .iter()
        .take_while(|&&agent| score[agent] == score[left[0]])
        .count();
    let middle = (equals / 2).max(1);
    let below = (middle..equals).chain((1..middle).rev());
    below.chain(equals.max(1)..left.len()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::Format;
    use crate::rating::Score;
    use moonbase_engine::BySeat;

    fn plan(agents: usize, rounds: u64, pairs: u64) -> ArenaPlan {
        ArenaPlan {
            game: "pig".into(),
            agents: (0..agents).map(|agent| format!("agent{agent}")).collect(),
            format: Format::Swiss,
            pairs,
            rounds: Some(rounds),
            seed: 1,
            ..ArenaPlan::default()
        }
    }

    /// Plays to the end; `wins` says how many of both games the lower number wins.
    fn play(
        plan: &ArenaPlan,
        wins: impl Fn([usize; 2], u64) -> u64,
    ) -> (Vec<Round>, Scores, Vec<SwissRow>) {
        let (mut swiss, mut scores) = (Swiss::new(plan), Scores::default());
        loop {
            let round = swiss.next_round(&scores);
            if round.is_empty() {
                break;
            }
            for (agents, pair) in round {
                let won = wins(agents, pair);
                let score = |game| Some(if game < won { Score::Win } else { Score::Loss });
                scores.add((agents, pair), BySeat::new(score(0), score(1)));
            }
        }
        let table = swiss.table(&scores);
        (swiss.rounds.clone(), scores, table)
    }

    /// Four agents, the lower number always wins: top half against lower half, then winners and losers among themselves, then
    /// those who have not met.
    #[test]
    fn four_agents_by_hand() {
        let (rounds, _, table) = play(&plan(4, 3, 2), |_, _| 2);
        let meetings: Vec<_> = rounds.iter().map(|round| round.meetings.clone()).collect();
        assert_eq!(
            meetings,
            [[[0, 2], [1, 3]], [[0, 1], [2, 3]], [[0, 3], [1, 2]]]
        );
        let found: Vec<_> = table
            .iter()
            .map(|row| (row.number, row.score, row.points))
            .collect();
        assert_eq!(
            found,
            [(0, 3.0, 12.0), (1, 2.0, 8.0), (2, 1.0, 4.0), (3, 0.0, 0.0)]
        );
        // Opponents' scores: 2 + 1 + 0, 3 + 1 + 0; all of the first's were beaten, the second beat those of 1 and 0.
        let breaks: Vec<_> = table
            .iter()
            .map(|row| (row.buchholz, row.sonneborn_berger))
            .collect();
        assert_eq!(breaks, [(3.0, 3.0), (4.0, 1.0), (5.0, 0.0), (6.0, 0.0)]);
    }

    /// All level: the order of the seeds stays, and the pairing goes from the middle down.
    #[test]
    fn level_agents_meet_from_the_middle_down() {
        let (rounds, _, table) = play(&plan(6, 2, 1), |_, _| 1);
        assert_eq!(rounds[0].meetings, [[0, 3], [1, 4], [2, 5]]);
        // The first has met the fourth: the fifth is next on the list.
        assert_eq!(rounds[1].meetings, [[0, 4], [1, 5], [2, 3]]);
        assert!(
            table
                .iter()
                .all(|row| row.score == 1.0 && row.buchholz == 2.0 && row.sonneborn_berger == 1.0)
        );
        assert!(table.iter().map(|row| row.number).eq(0..6));
    }

    /// While nobody has met half of the others, all can be paired with new opponents (Dirac's theorem on the rest).
    #[test]
    fn nobody_meets_twice_while_that_can_be_and_byes_go_round() {
        // Who wins has no order, so that scores are mixed.
        let wins = |[a, b]: [usize; 2], pair: u64| ((a * 7 + b * 3) as u64 + pair) % 3;
        for agents in 2..=9 {
            let (rounds, ..) = play(&plan(agents, agents as u64 + 3, 1), wins);
            let mut met = std::collections::BTreeSet::new();
            let mut byes = vec![0; agents];
            for (number, round) in rounds.iter().enumerate() {
                assert_eq!(round.meetings.len(), agents / 2);
                let new = round
                    .meetings
                    .iter()
                    .filter(|meeting| met.insert(**meeting))
                    .count();
                assert!(new == agents / 2 || number >= agents / 2, "{rounds:?}");
                round.bye.into_iter().for_each(|agent| byes[agent] += 1);
                let (most, fewest) = (byes.iter().max(), byes.iter().min());
                assert!(
                    most.zip(fewest)
                        .is_some_and(|(most, fewest)| most - fewest <= 1)
                );
            }
        }
    }

    /// Three agents, the lower number wins: the last rests, then the lowest that has not.
    #[test]
    fn byes_count_as_won_and_as_an_opponent_of_ones_own_score() {
        let (rounds, _, table) = play(&plan(3, 2, 1), |_, _| 2);
        assert_eq!(
            (rounds[0].bye, rounds[0].meetings.clone()),
            (Some(2), vec![[0, 1]])
        );
        // Scores 1, 0, 1: the lowest is agent 1.
        assert_eq!(
            (rounds[1].bye, rounds[1].meetings.clone()),
            (Some(1), vec![[0, 2]])
        );
        let found: Vec<_> = table
            .iter()
            .map(|row| {
                (
                    row.number,
                    row.score,
                    row.buchholz,
                    row.sonneborn_berger,
                    row.byes,
                )
            })
            .collect();
        // Both others made 1: the second against 2 and its own 1, the third the same; level, so the seeds decide.
        assert_eq!(
            found,
            [
                (0, 2.0, 2.0, 2.0, 0),
                (1, 1.0, 3.0, 1.0, 1),
                (2, 1.0, 3.0, 1.0, 1)
            ]
        );
    }

    #[test]
    fn a_table_half_way_counts_whole_meetings() {
        let plan = plan(4, 3, 2);
        let (_, all, _) = play(&plan, |_, _| 2);
        let mut some = Scores::default();
        for slot in [([0, 2], 0), ([0, 2], 1), ([1, 3], 0)] {
            some.add(slot, all.get(&slot).unwrap());
        }
        let swiss = Swiss::so_far(&plan, &some);
        let scores: Vec<_> = swiss
            .table(&some)
            .iter()
            .map(|row| (row.number, row.score))
            .collect();
        assert_eq!(
            (swiss.rounds().len(), scores),
            (1, vec![(0, 1.0), (2, 0.0), (1, 0.0), (3, 0.0)])
        );
        assert_eq!(Swiss::so_far(&plan, &all).rounds().len(), 3);
    }
}
