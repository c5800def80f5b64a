//! The likelihood, its maximum, and what the results leave open.

use moonbase_engine::{BySeat, Seat};

use super::super::elo::ELO_PER_NAT;
use super::super::linear::{Matrix, solve};
use super::super::results::{GameCounts, Results};
use super::knowledge::information as information_of;
use super::{BradleyTerry, Odds, Ratings};

/// The parameters are, in nats: h, ln ν, then the ratings.
pub(super) const BALANCE: usize = 0;
pub(super) const DRAWS: usize = 1;
const RATINGS: usize = 2;

pub(super) struct Problem {
    per_seat: bool,
    agents: usize,
    /// The prior's weight: 1 / variance, in nats.
    weight: f64,
    games: Vec<(BySeat<usize>, GameCounts)>,
}

impl Problem {
    pub(super) fn new(model: &BradleyTerry, results: &Results) -> Problem {
        let games = results.games().into_iter();
        let games = games.map(|((first, second), counts)| (BySeat::new(first, second), counts));
        Problem {
            per_seat: model.per_seat,
            agents: results.agents(),
            weight: (ELO_PER_NAT / model.prior).powi(2),
            games: games.collect(),
        }
    }

    /// The number of an agent's rating in a seat.
    pub(super) fn place(&self, agent: usize, seat: Seat) -> usize {
        let shift = if self.per_seat { seat.index() } else { 0 };
        RATINGS + agent + shift * self.agents
    }

    fn places(&self, agents: BySeat<usize>) -> BySeat<usize> {
        BySeat::from_fn(|seat| self.place(agents[seat], seat))
    }

    fn parameters(&self) -> usize {
        RATINGS + self.agents * if self.per_seat { 2 } else { 1 }
    }

    pub(super) fn difference(&self, at: &[f64], agents: BySeat<usize>) -> f64 {
        let places = self.places(agents);
        at[BALANCE] + at[places.first] - at[places.second]
    }

    /// The logarithm of likelihood times prior.
    fn objective(&self, at: &[f64]) -> f64 {
        let prior = at.iter().map(|x| x * x).sum::<f64>() * self.weight / 2.0;
        let log = |&(agents, counts): &(BySeat<usize>, GameCounts)| {
            let d = self.difference(at, agents);
            let half = d.abs() / 2.0;
            let total = half + ((-d.abs()).exp() + 1.0 + (at[DRAWS] - half).exp()).ln();
            (counts.wins as f64 - counts.losses as f64) * d / 2.0 + counts.draws as f64 * at[DRAWS]
                - counts.games() as f64 * total
        };
        self.games.iter().map(log).sum::<f64>() - prior
    }

    /// Newton's method; the objective is strictly concave.
    pub(super) fn maximum(&self) -> Vec<f64> {
        let mut at = vec![0.0; self.parameters()];
        let mut best = self.objective(&at);
        for _ in 0..100 {
            let (gradient, information) = self.derivatives(&at);
            // Positive definite, thanks to the prior.
            let Some(step) = solve(information, gradient) else {
                break;
            };
            if step.iter().all(|x| x.abs() < 1e-10) {
                break;
            }
            let Some((next, value)) = self.ascend(&at, &step, best) else {
                break;
            };
            (at, best) = (next, value);
        }
        at
    }

    /// Goes along `step`, by half as long as that does not lead up; `None` at the top.
    fn ascend(&self, at: &[f64], step: &[f64], best: f64) -> Option<(Vec<f64>, f64)> {
        let lengths = std::iter::successors(Some(1.0), |length| Some(length / 2.0));
        let mut tries = lengths.take(40).map(|length| {
            let next: Vec<f64> = at.iter().zip(step).map(|(x, s)| x + length * s).collect();
            let value = self.objective(&next);
            (next, value)
        });
        tries.find(|(_, value)| *value > best)
    }

    /// The gradient, and the negative matrix of second derivatives.
    pub(super) fn derivatives(&self, at: &[f64]) -> (Vec<f64>, Matrix) {
        let n = self.parameters();
        let prior = |row, column| if row == column { self.weight } else { 0.0 };
        let mut information = Matrix::from_fn(n, n, prior);
        let mut gradient: Vec<f64> = at.iter().map(|x| -x * self.weight).collect();
        for &(agents, counts) in &self.games {
            let odds = Odds::at(self.difference(at, agents), at[DRAWS].exp());
            let places = self.places(agents);
            let design = [(BALANCE, 1.0), (places.first, 1.0), (places.second, -1.0)];
            add_games(&design, &odds, &counts, &mut gradient, &mut information);
        }
        (gradient, information)
    }

    /// Shows the parameters in Elo, with mean 0 in each seat.
    pub(super) fn ratings(&self, at: &[f64]) -> Ratings {
        let played = self.played();
        let in_seat = |agent: usize, seat| played[agent][seat].then(|| at[self.place(agent, seat)]);
        let mean = |seat| {
            let known: Vec<f64> = (0..self.agents).filter_map(|a| in_seat(a, seat)).collect();
            known.iter().sum::<f64>() / known.len().max(1) as f64
        };
        let means = self.means(BySeat::from_fn(mean));
        let shown = |agent| {
            BySeat::from_fn(|seat| in_seat(agent, seat).map(|r| (r - means[seat]) * ELO_PER_NAT))
        };
        let (connected, seats_identified) = self.joined(&played);
        Ratings {
            seats: (0..self.agents).map(shown).collect(),
            balance: (at[BALANCE] + means.first - means.second) * ELO_PER_NAT,
            draws: at[DRAWS].exp(),
            connected,
            seats_identified,
        }
    }

    /// What to take from each seat's ratings: one figure if the seats share them.
    fn means(&self, means: BySeat<f64>) -> BySeat<f64> {
        if self.per_seat {
            return means;
        }
        let mean = (means.first + means.second) / 2.0;
        BySeat::new(mean, mean)
    }

    fn played(&self) -> Vec<BySeat<bool>> {
        let mut played = vec![BySeat::new(false, false); self.agents];
        for (agents, _) in &self.games {
            for seat in Seat::BOTH {
                played[agents[seat]][seat] = true;
            }
        }
        played
    }

    /// Are the agents joined by games, and the agents in their seats?
    fn joined(&self, played: &[BySeat<bool>]) -> (bool, bool) {
        let node = |agent: usize, seat: Seat| 2 * agent + seat.index();
        let mut seats = Groups::new(2 * self.agents);
        let mut agents = Groups::new(self.agents);
        for (pair, _) in &self.games {
            seats.join(
                node(pair.first, Seat::First),
                node(pair.second, Seat::Second),
            );
            agents.join(pair.first, pair.second);
        }
        let nodes = |seat| {
            (0..self.agents)
                .filter(move |&a| played[a][seat])
                .map(move |a| node(a, seat))
        };
        let nodes: Vec<usize> = Seat::BOTH.into_iter().flat_map(nodes).collect();
        let all: Vec<usize> = (0..self.agents).collect();
        let connected = agents.are_one(&all);
        let identified = if self.per_seat {
            seats.are_one(&nodes)
        } else {
            connected
        };
        (connected, identified)
    }
}

/// Adds what the games of two agents say; `design` is how their difference depends on the parameters.
fn add_games(
    design: &[(usize, f64)],
    odds: &Odds,
    counts: &GameCounts,
    gradient: &mut [f64],
    information: &mut Matrix,
) {
    let games = counts.games() as f64;
    let (lead, won) = (
        odds.win - odds.loss,
        counts.wins as f64 - counts.losses as f64,
    );
    let [curve, mixed, draws] = information_of(odds).map(|x| games * x);
    for &(i, sign) in design {
        gradient[i] += sign * (won - games * lead) / 2.0;
        information[(i, DRAWS)] += sign * mixed;
        information[(DRAWS, i)] += sign * mixed;
        for &(j, other) in design {
            information[(i, j)] += sign * other * curve;
        }
    }
    gradient[DRAWS] += counts.draws as f64 - games * odds.draw;
    information[(DRAWS, DRAWS)] += draws;
}

/// Sets that grow together (union-find).
struct Groups(Vec<usize>);

impl Groups {
    fn new(size: usize) -> Groups {
        Groups((0..size).collect())
    }

    fn root(&self, mut node: usize) -> usize {
        while self.0[node] != node {
            node = self.0[node];
        }
        node
    }

    fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one] = other;
    }

    fn are_one(&self, nodes: &[usize]) -> bool {
        nodes
            .windows(2)
            .all(|pair| self.root(pair[0]) == self.root(pair[1]))
    }
}
