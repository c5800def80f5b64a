//! The search itself: see the parent module's documentation.

use std::time::Duration;

use moonbase_engine::{Game, Seat, Turn};

use super::heuristic::Heuristic;
use super::table::{Known, Table};
use super::window::{Bounds, FULL, Window, branches, known_of, mean};
use crate::clock::Clock;

/// Where a search stops. The first action is always weighed, whatever the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Decisions to look ahead, 1 or more.
    pub depth: u8,
    /// Positions to look at, the heuristic's included.
    pub nodes: Option<u64>,
    pub time: Option<Duration>,
}

/// What is pruned at chance nodes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pruning {
    /// Nothing: alpha-beta at decision nodes only.
    AlphaBeta,
    Star1,
    Star2,
}

/// An action of the root and what was found out about it.
#[derive(Clone, PartialEq, Debug)]
pub struct RootMove<G: Game> {
    pub action: G::Action,
    /// The position after it.
    pub next: G,
    /// Absolute. Unless `exact`, the action is no better for the seat to move than this.
    pub value: f64,
    pub exact: bool,
}

/// An action under consideration: its number in the rules' order, and how the heuristic likes the
/// position after it (absolute; 0 if it was not asked).
struct Candidate<A> {
    index: usize,
    action: A,
    guess: f64,
}

/// A search; keeps its memory from decision to decision, but nothing that it found out.
#[derive(Clone, Debug)]
pub struct Search<G: Game, H> {
    heuristic: H,
    limits: Limits,
    pruning: Pruning,
    table: Table,
    clock: Clock,
    elapsed: Duration,
    nodes: u64,
    /// Did the last iteration ask the heuristic for a value that counted?
    judged: bool,
    /// May the limits stop the search already?
    stoppable: bool,
    stopped: bool,
    game: std::marker::PhantomData<fn(G)>,
}

impl<G: Game, H: Heuristic<G>> Search<G, H> {
    pub fn new(heuristic: H, limits: Limits, pruning: Pruning) -> Self {
        Search {
            heuristic,
            limits,
            pruning,
            table: Table::new(),
            clock: Clock::start(None),
            elapsed: Duration::ZERO,
            nodes: 0,
            judged: false,
            stoppable: false,
            stopped: false,
            game: std::marker::PhantomData,
        }
    }

    /// Positions looked at in the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Time taken by the last search.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// From now on it stops there.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    /// Deepens until the limits are met or the game is searched to its end. Returns the root's actions,
    /// the best one first; a seat must decide at the root.
    pub fn run(&mut self, root: &G) -> Vec<RootMove<G>> {
        self.clock = Clock::start(self.limits.time);
        (self.nodes, self.stopped, self.stoppable) = (0, false, false);
        self.table.clear();
        self.heuristic.begin(root);
        let seat = crate::agent::decider(root);
        let mut moves = self.root_moves(root, seat);
        for depth in 1..=self.limits.depth {
            self.judged = false;
            self.deepen(&mut moves, seat, depth);
            if self.stopped || !self.judged {
                break;
            }
        }
        self.elapsed = self.clock.elapsed();
        moves
    }

    /// The best line after a root move, in notation, as far as it is known: to the next dice.
    pub fn line(&self, from: &RootMove<G>) -> Vec<String> {
        let mut line = vec![from.action.to_string()];
        let mut position = from.next.clone();
        let mut actions = Vec::new();
        while let (Turn::Decide(_), Some(best)) = (position.turn(), self.table.best(position.key()))
        {
            position.legal_actions(&mut actions);
            let Some(action) = actions.get(best) else {
                break;
            };
            line.push(action.to_string());
            position.play_unchecked(*action);
        }
        line
    }

    fn root_moves(&mut self, root: &G, seat: Seat) -> Vec<RootMove<G>> {
        let to_move = |candidate: Candidate<G::Action>| RootMove {
            action: candidate.action,
            next: after(root, candidate.action),
            value: candidate.guess,
            exact: false,
        };
        let candidates = self.candidates(root, seat, true);
        candidates.into_iter().map(to_move).collect()
    }

    /// One iteration. If it is stopped, the actions weighed before count, if any was.
    fn deepen(&mut self, moves: &mut Vec<RootMove<G>>, seat: Seat, depth: u8) {
        let mut window = FULL;
        let mut found = Vec::new();
        for (place, candidate) in moves.iter().enumerate() {
            let value = self.value(&candidate.next, depth - 1, true, window);
            if self.stopped {
                break;
            }
            self.stoppable = true;
            let exact = window.contains(value);
            window.raise(seat, value);
            found.push((place, value, exact));
        }
        // Stable: a refuted action that only equals the best stays behind it.
        let rank = |(_, value, _): &(usize, f64, bool)| sign(seat) * value + 0.0;
        found.sort_by(|a, b| rank(b).total_cmp(&rank(a)).then(b.2.cmp(&a.2)));
        if !found.is_empty() {
            reorder(moves, &found);
        }
    }

    /// The value of a position with `depth` decisions to look ahead; `free`: a chance node here costs
    /// nothing. Exact within the window, else a bound.
    fn value(&mut self, position: &G, depth: u8, free: bool, window: Window) -> f64 {
        if self.out_of_budget() {
            return 0.0;
        }
        match position.turn() {
            Turn::Over(outcome) => outcome.value.0,
            Turn::Decide(seat) if depth > 0 => self.decision(position, seat, depth, window),
            Turn::Chance if free => self.chance(position, depth, window),
            Turn::Chance if depth > 0 => self.chance(position, depth - 1, window),
            Turn::Decide(_) | Turn::Chance => self.judge(position),
        }
    }

    fn out_of_budget(&mut self) -> bool {
        self.nodes += 1;
        if self.stoppable && !self.stopped {
            let most = self.limits.nodes;
            self.stopped =
                most.is_some_and(|most| self.nodes > most) || !self.clock.in_time(self.nodes);
        }
        self.stopped
    }

    fn judge(&mut self, position: &G) -> f64 {
        self.judged = true;
        self.heuristic.value(position).0.clamp(-1.0, 1.0)
    }

    fn decision(&mut self, position: &G, seat: Seat, depth: u8, window: Window) -> f64 {
        let key = position.key();
        let known = self.table.known(key, depth);
        if let Some(value) = known.bounds.decide(window) {
            self.judged |= known.judged;
            return value;
        }
        let judged_before = std::mem::take(&mut self.judged);
        let start = window.within(known.bounds);
        let (value, best) = self.best(position, seat, depth, start);
        self.judged |= known.judged;
        if !self.stopped {
            let bounds = known.bounds.learn(value, start);
            let judged = self.judged;
            self.table.store(key, depth, Known { bounds, judged }, best);
        }
        self.judged |= judged_before;
        value
    }

    /// Value and number of the best action, as far as the window asks.
    fn best(&mut self, position: &G, seat: Seat, depth: u8, window: Window) -> (f64, usize) {
        let (mut window, mut best, mut best_index) = (window, worst(seat), 0);
        for candidate in self.candidates(position, seat, depth > 1) {
            let next = after(position, candidate.action);
            let value = self.value(&next, depth - 1, true, window);
            if self.stopped {
                break;
            }
            if sign(seat) * (value - best) > 0.0 {
                (best, best_index) = (value, candidate.index);
            }
            window.raise(seat, best);
            if window.is_empty() {
                break;
            }
        }
        (best, best_index)
    }

    /// The actions of a decision node: first the one that was best before, then, if `sorted`, the most
    /// promising ones, else in the rules' order.
    fn candidates(&mut self, position: &G, seat: Seat, sorted: bool) -> Vec<Candidate<G::Action>> {
        let mut actions = Vec::new();
        position.legal_actions(&mut actions);
        let mut candidates = Vec::with_capacity(actions.len());
        for (index, action) in actions.into_iter().enumerate() {
            let guess = if sorted {
                self.guess(&after(position, action))
            } else {
                0.0
            };
            candidates.push(Candidate {
                index,
                action,
                guess,
            });
        }
        if sorted {
            candidates.sort_by(|a, b| (sign(seat) * b.guess).total_cmp(&(sign(seat) * a.guess)));
        }
        if let Some(best) = self.table.best(position.key()) {
            let place = candidates.iter().position(|c| c.index == best);
            candidates[..=place.unwrap_or(0)].rotate_right(1);
        }
        candidates
    }

    /// How promising a position looks, for the order of search only.
    fn guess(&mut self, position: &G) -> f64 {
        self.nodes += 1;
        match position.turn() {
            Turn::Over(outcome) => outcome.value.0,
            _ => self.heuristic.guess(position).0,
        }
    }

    fn chance(&mut self, position: &G, depth: u8, window: Window) -> f64 {
        let mut branches = branches(position);
        let window = match self.pruning {
            Pruning::AlphaBeta => FULL,
            _ => window,
        };
        let mut sum = Bounds::of(&branches);
        if self.pruning == Pruning::Star2 && depth > 0 {
            for branch in &mut branches {
                let child = window.of_branch(sum, branch);
                let learned = self.probe(&branch.next, depth, child);
                if self.stopped {
                    return 0.0;
                }
                sum.replace(branch, learned);
                if let Some(value) = sum.cut(window) {
                    return value;
                }
            }
        }
        for branch in &mut branches {
            // The second time, if at all, after a bound that should have cut and missed by a rounding error.
            for child in [window.of_branch(sum, branch), FULL] {
                let value = self.value(&branch.next, depth, false, child);
                if self.stopped {
                    return 0.0;
                }
                let learned = branch.bounds.learn(value, child);
                sum.replace(branch, learned);
                if let Some(value) = sum.cut(window) {
                    return value;
                }
                if branch.bounds.is_exact() {
                    break;
                }
            }
        }
        mean(&branches)
    }

    /// Bounds the value of a position in which a seat decides by its most promising action.
    fn probe(&mut self, position: &G, depth: u8, window: Window) -> Bounds {
        let Turn::Decide(seat) = position.turn() else {
            return known_of(position);
        };
        let known = self.table.known(position.key(), depth);
        self.judged |= known.judged;
        if known.bounds.decide(window).is_some() {
            return known.bounds;
        }
        let candidates = self.candidates(position, seat, depth > 1);
        let next = after(position, candidates[0].action);
        let value = self.value(&next, depth - 1, true, window);
        match seat {
            _ if self.stopped => known.bounds,
            // A value that failed low is only a bound from above: it says nothing here.
            Seat::First if value > window.alpha => known.bounds.at_least(value),
            Seat::Second if value < window.beta => known.bounds.at_most(value),
            _ => known.bounds,
        }
    }
}

/// Puts the moves that were weighed, in their new order, before those that were not.
fn reorder<G: Game>(moves: &mut Vec<RootMove<G>>, found: &[(usize, f64, bool)]) {
    let mut old: Vec<Option<RootMove<G>>> = moves.drain(..).map(Some).collect();
    for &(place, value, exact) in found {
        let weighed = old[place].take();
        moves.extend(weighed.map(|m| RootMove { value, exact, ..m }));
    }
    let left = old.into_iter().flatten();
    moves.extend(left.map(|m| RootMove { exact: false, ..m }));
}

/// The position after a legal action.
fn after<G: Game>(position: &G, action: G::Action) -> G {
    let mut next = position.clone();
    next.play_unchecked(action);
    next
}

fn sign(seat: Seat) -> f64 {
    match seat {
        Seat::First => 1.0,
        Seat::Second => -1.0,
    }
}

fn worst(seat: Seat) -> f64 {
    -2.0 * sign(seat)
}
