//! What was played, as counts.
//!
//! A pair is two games on the same dice with the seats swapped. The two share luck, so a pair is one sample, and whoever
//! resamples draws whole pairs. How a pair went is one of few kinds; [`Results`] counts them for each pairing, so that it
//! is small, grows with the tournament, and does not depend on the order of the games.

use std::collections::{BTreeMap, BTreeSet};

use moonbase_engine::chance::MoonRng;
use moonbase_engine::{BySeat, Seat};
use rand::RngExt;

use super::error::RatingError;

/// How a game ended for a player: 0, ½ or 1 point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash)]
pub enum Score {
    Loss,
    Draw,
    Win,
}

impl Score {
    /// All, from the worst to the best.
    pub const ALL: [Score; 3] = [Score::Loss, Score::Draw, Score::Win];

    /// 0, ½ or 1.
    pub fn points(self) -> f64 {
        f64::from(self as u8) / 2.0
    }

    /// From points such as [`moonbase_engine::GameOutcome::score`] gives: more than ½ is a win, less a loss.
    pub fn of(points: f64) -> Score {
        match points {
            p if p > 0.5 => Score::Win,
            p if p < 0.5 => Score::Loss,
            _ => Score::Draw,
        }
    }

    /// The same game as the opponent sees it.
    pub fn flipped(self) -> Score {
        Score::ALL[2 - self as usize]
    }
}

/// A pair of games between two agents, as the first of them sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairScore {
    /// Numbers from 0. They may be equal: an agent against itself.
    pub agents: [usize; 2],
    /// The score of `agents[0]`, by the seat in which it sat. `None`: not played.
    pub score: BySeat<Option<Score>>,
}

impl PairScore {
    /// Both games were played.
    pub fn new(agents: [usize; 2], score: BySeat<Score>) -> PairScore {
        let score = score.map(Some);
        PairScore { agents, score }
    }

    /// A single game, for agents that play one seat only: who sat where, and the first seat's score.
    pub fn single(agents: BySeat<usize>, first: Score) -> PairScore {
        let score = BySeat::new(Some(first), None);
        let agents = [agents.first, agents.second];
        PairScore { agents, score }
    }

    /// As the other agent sees it.
    fn turned(self) -> PairScore {
        let [a, b] = self.agents;
        let flip = |seat: Seat| self.score[seat.other()].map(Score::flipped);
        PairScore {
            agents: [b, a],
            score: BySeat::from_fn(flip),
        }
    }
}

/// How a pair went, as the agent of the lower number sees it: by its seat, not played, loss, draw or win.
pub type Kind = BySeat<Option<Score>>;

const KINDS: usize = 16;

fn code(score: Option<Score>) -> usize {
    score.map_or(0, |score| score as usize + 1)
}

fn kind(number: usize) -> Kind {
    let score = |code: usize| code.checked_sub(1).map(|score| Score::ALL[score]);
    BySeat::new(score(number / 4), score(number % 4))
}

fn number(kind: Kind) -> usize {
    4 * code(kind.first) + code(kind.second)
}

/// Wins, draws and losses of the first seat.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct GameCounts {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
}

impl GameCounts {
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    fn add(&mut self, score: Score, games: u64) {
        *match score {
            Score::Win => &mut self.wins,
            Score::Draw => &mut self.draws,
            Score::Loss => &mut self.losses,
        } += games;
    }
}

/// All results of a tournament: how often each pairing's pairs went how.
///
/// ```
/// use moonbase_engine::BySeat;
/// use moonbase_eval::rating::{PairScore, Results, Score};
/// let mut results = Results::new(2);
/// results.add(PairScore::new([0, 1], BySeat::new(Score::Win, Score::Draw))).unwrap();
/// assert_eq!(results.pairs(1, 0), 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    agents: usize,
    pairings: BTreeMap<(usize, usize), [u64; KINDS]>,
}

impl Results {
    /// Nothing played yet between so many agents, numbered from 0.
    pub fn new(agents: usize) -> Results {
        let pairings = BTreeMap::new();
        Results { agents, pairings }
    }

    /// All of the pairs.
    ///
    /// # Errors
    /// A pair names an agent that is not there.
    pub fn of(agents: usize, pairs: &[PairScore]) -> Result<Results, RatingError> {
        let mut results = Results::new(agents);
        for &pair in pairs {
            results.add(pair)?;
        }
        Ok(results)
    }

    /// Counts one more pair. A pair of which no game was played changes nothing.
    ///
    /// # Errors
    /// It names an agent that is not there.
    pub fn add(&mut self, pair: PairScore) -> Result<(), RatingError> {
        let agents = self.agents;
        if let Some(&agent) = pair.agents.iter().find(|&&agent| agent >= agents) {
            return Err(RatingError::NoAgent { agent, agents });
        }
        let pair = match pair.agents {
            [a, b] if a > b => pair.turned(),
            _ => pair,
        };
        let number = number(pair.score);
        if number > 0 {
            let [a, b] = pair.agents;
            self.pairings.entry((a, b)).or_default()[number] += 1;
        }
        Ok(())
    }

    pub fn agents(&self) -> usize {
        self.agents
    }

    /// Each pairing that was played, the lower number first, with its kinds of pairs and how often they came up.
    pub fn pairings(&self) -> impl Iterator<Item = ([usize; 2], Vec<(Kind, u64)>)> + '_ {
        self.pairings.iter().map(|(&(a, b), counts)| {
            let seen = (1..KINDS).filter(|&number| counts[number] > 0);
            let seen = seen.map(|number| (kind(number), counts[number]));
            ([a, b], seen.collect())
        })
    }

    /// Samples of a pairing: pairs, and single games.
    pub fn pairs(&self, one: usize, other: usize) -> u64 {
        let pairing = self.pairings.get(&(one.min(other), one.max(other)));
        pairing.map_or(0, |counts| counts.iter().sum())
    }

    /// The games by who sat in the first seat and who in the second, as the first seat sees them.
    pub fn games(&self) -> BTreeMap<(usize, usize), GameCounts> {
        let mut games: BTreeMap<_, GameCounts> = BTreeMap::new();
        for ([a, b], kinds) in self.pairings() {
            for (kind, count) in kinds {
                if let Some(score) = kind.first {
                    games.entry((a, b)).or_default().add(score, count);
                }
                if let Some(score) = kind.second {
                    let score = score.flipped();
                    games.entry((b, a)).or_default().add(score, count);
                }
            }
        }
        games
    }

    /// Draws as many pairs of each pairing as were played, from those played and some guards.
    ///
    /// The guards are what keeps the spread honest where all pairs went alike: in a match two pairs' weight, half a pair each
    /// of all won, all lost, and one game won in either seat. Where many opponents bear witness to both agents' strength, each
    /// pairing has its share of that only.
    pub fn resample(&self, rng: &mut MoonRng) -> Results {
        let opponents = self.opponents();
        let drawn = self.pairings.iter().map(|(&(a, b), counts)| {
            let witnesses = opponents[a].min(opponents[b]).max(1);
            let weights = guarded(counts, 2.0 / witnesses as f64);
            ((a, b), draw(&weights, counts.iter().sum(), rng))
        });
        Results {
            agents: self.agents,
            pairings: drawn.collect(),
        }
    }

    /// How many others each agent has met.
    fn opponents(&self) -> Vec<usize> {
        let mut met = vec![BTreeSet::new(); self.agents];
        for &(a, b) in self.pairings.keys().filter(|(a, b)| a != b) {
            met[a].insert(b);
            met[b].insert(a);
        }
        met.iter().map(BTreeSet::len).collect()
    }
}

/// The counts with guards of so much weight in all, in the seats in which was played.
fn guarded(counts: &[u64; KINDS], guards: f64) -> [f64; KINDS] {
    let mut weights = counts.map(|count| count as f64);
    let all: u64 = counts.iter().sum();
    for (index, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
        let share = guards / 4.0 * count as f64 / all as f64;
        let played = kind(index);
        for first in [Score::Loss, Score::Win] {
            for second in [Score::Loss, Score::Win] {
                let guard = BySeat::new(played.first.map(|_| first), played.second.map(|_| second));
                weights[number(guard)] += share;
            }
        }
    }
    weights
}

fn draw(weights: &[f64; KINDS], pairs: u64, rng: &mut MoonRng) -> [u64; KINDS] {
    let total: f64 = weights.iter().sum();
    let mut drawn = [0; KINDS];
    for _ in 0..pairs {
        let mut left = rng.random_range(0.0..total);
        let hit = weights.iter().position(|&weight| {
            left -= weight;
            left < 0.0
        });
        // Rounding can leave a trifle beyond the last weight: the last kind that has any.
        let last = weights.iter().rposition(|&weight| weight > 0.0);
        drawn[hit.or(last).unwrap_or(0)] += 1;
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::chance::rng_for;

    const WIN_DRAW: BySeat<Score> = BySeat::new(Score::Win, Score::Draw);

    #[test]
    fn points_and_views() {
        assert_eq!(Score::ALL.map(Score::points), [0.0, 0.5, 1.0]);
        for score in Score::ALL {
            assert_eq!(Score::of(score.points()), score);
            assert_eq!(score.points() + score.flipped().points(), 1.0);
        }
    }

    #[test]
    fn every_kind_has_its_number() {
        for index in 0..KINDS {
            assert_eq!(number(kind(index)), index);
        }
    }

    /// Agent 1 won as first against 0 and drew as second: 0 drew as first and lost as second.
    #[test]
    fn a_pair_is_the_same_from_both_sides() {
        let there = Results::of(2, &[PairScore::new([1, 0], WIN_DRAW)]).unwrap();
        let back = BySeat::new(Score::Draw, Score::Loss);
        let back = Results::of(2, &[PairScore::new([0, 1], back)]).unwrap();
        assert_eq!(there, back);
        let games = there.games();
        assert_eq!((games[&(1, 0)].wins, games[&(1, 0)].games()), (1, 1));
        assert_eq!((games[&(0, 1)].draws, games[&(0, 1)].games()), (1, 1));
    }

    #[test]
    fn single_games_count_once() {
        let single = PairScore::single(BySeat::new(1, 0), Score::Win);
        let results = Results::of(2, &[single]).unwrap();
        let games: Vec<_> = results.games().into_iter().collect();
        assert_eq!(games.len(), 1);
        assert_eq!((games[0].0, games[0].1.wins), ((1, 0), 1));
    }

    #[test]
    fn an_unknown_agent_is_refused() {
        let error = Results::of(2, &[PairScore::new([0, 2], WIN_DRAW)]).unwrap_err();
        let expected = RatingError::NoAgent {
            agent: 2,
            agents: 2,
        };
        assert_eq!(error, expected);
    }

    #[test]
    fn resampling_keeps_the_number_of_pairs_and_can_lose_a_game() {
        let mut results = Results::new(3);
        for _ in 0..50 {
            let won = BySeat::new(Score::Win, Score::Win);
            results.add(PairScore::new([0, 1], won)).unwrap();
            results.add(PairScore::new([2, 1], WIN_DRAW)).unwrap();
            let single = PairScore::single(BySeat::new(0, 2), Score::Draw);
            results.add(single).unwrap();
        }
        let mut rng = rng_for(1, 0);
        let (mut lost, mut games) = (0, 0);
        for _ in 0..200 {
            let drawn = results.resample(&mut rng);
            assert!([(0, 1), (1, 2), (0, 2)].map(|(a, b)| drawn.pairs(a, b)) == [50; 3]);
            let counts = drawn.games();
            assert!(!counts.contains_key(&(2, 0)), "played in one seat only");
            lost += counts[&(0, 1)].losses + counts[&(1, 0)].wins;
            games += 100;
        }
        // Two opponents each: guards of weight 1 beside 50 pairs, half of whose games are lost.
        let share = lost as f64 / games as f64;
        assert!((share - 0.5 / 51.0).abs() < 0.002, "{share}");
    }
}
