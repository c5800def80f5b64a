//! Can all be paired? Edmonds' algorithm for a matching of the greatest size (1965): paths along which matched and unmatched lines take
//! turns are searched for breadth first; odd circles (*blossoms*) are shrunk to their base. Time grows with the cube of the number of nodes.

use std::collections::VecDeque;

/// Is there a way to pair all of so many nodes along the lines for which `joined` holds? `joined` is symmetric.
pub fn can_be_paired(nodes: usize, joined: impl Fn(usize, usize) -> bool) -> bool {
    let mut search = Search::new(nodes);
    nodes.is_multiple_of(2)
        && (0..nodes).all(|node| search.mate[node].is_some() || search.match_up(node, &joined))
}

struct Search {
    mate: Vec<Option<usize>>,
    /// From where a node was reached, on the way from the root.
    parent: Vec<Option<usize>>,
    /// The base of the blossom in which a node lies; itself outside of any.
    base: Vec<usize>,
    /// At an even distance from the root.
    even: Vec<bool>,
    queue: VecDeque<usize>,
}

impl Search {
    fn new(nodes: usize) -> Search {
        Search {
            mate: vec![None; nodes],
            parent: vec![None; nodes],
            base: (0..nodes).collect(),
            even: vec![false; nodes],
            queue: VecDeque::new(),
        }
    }

    /// Matches one node more, starting from it. If that cannot be, it never can, and the matching is not perfect.
    fn match_up(&mut self, root: usize, joined: &impl Fn(usize, usize) -> bool) -> bool {
        let mut node = self.path_from(root, joined);
        let found = node.is_some();
        // Back along the path, what was matched is parted and what was not is matched.
        while let Some(end) = node {
            let Some(before) = self.parent[end] else {
                break;
            };
            node = self.mate[before];
            self.mate[end] = Some(before);
            self.mate[before] = Some(end);
        }
        found
    }

    /// The end of a path of turns from an unmatched root to another unmatched node.
    fn path_from(&mut self, root: usize, joined: &impl Fn(usize, usize) -> bool) -> Option<usize> {
        let nodes = self.mate.len();
        self.parent = vec![None; nodes];
        self.base = (0..nodes).collect();
        self.even = vec![false; nodes];
        self.even[root] = true;
        self.queue = VecDeque::from([root]);
        while let Some(from) = self.queue.pop_front() {
            for to in (0..nodes).filter(|&to| to != from && joined(from, to)) {
                if self.base[from] == self.base[to] || self.mate[from] == Some(to) {
                    continue;
                }
                let reached = self.mate[to].is_some_and(|mate| self.parent[mate].is_some());
                if to == root || reached {
                    self.shrink(from, to);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(from);
                    let Some(mate) = self.mate[to] else {
                        return Some(to);
                    };
                    self.even[mate] = true;
                    self.queue.push_back(mate);
                }
            }
        }
        None
    }

    /// An odd circle was closed by a line: all of it can now be reached at an even distance.
    fn shrink(&mut self, one: usize, other: usize) {
        let base = self.common_base(one, other);
        let mut within = vec![false; self.mate.len()];
        self.mark(one, base, other, &mut within);
        self.mark(other, base, one, &mut within);
        for node in 0..self.mate.len() {
            if within[self.base[node]] {
                self.base[node] = base;
                if !std::mem::replace(&mut self.even[node], true) {
                    self.queue.push_back(node);
                }
            }
        }
    }

    /// The first base that the ways of both to the root have in common.
    fn common_base(&self, one: usize, other: usize) -> usize {
        let mut seen = vec![false; self.mate.len()];
        let above = |node: usize| self.mate[node].and_then(|mate| self.parent[mate]);
        let mut at = Some(one);
        while let Some(node) = at {
            let base = self.base[node];
            seen[base] = true;
            at = above(base);
        }
        let mut at = self.base[other];
        while !seen[at] {
            // Both ways end in the root, which was seen.
            match above(at) {
                Some(node) => at = self.base[node],
                None => break,
            }
        }
        at
    }

    /// Marks the bases from a node of the circle to the common one, and notes the way round.
    fn mark(&mut self, mut node: usize, base: usize, mut child: usize, within: &mut [bool]) {
        while self.base[node] != base {
            let Some(mate) = self.mate[node] else { return };
            within[self.base[node]] = true;
            within[self.base[mate]] = true;
            self.parent[node] = Some(child);
            child = mate;
            let Some(above) = self.parent[mate] else {
                return;
            };
            node = above;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use moonbase_engine::chance::rng_for;
    use rand::RngExt;

    /// The plain way: the first node left with each other.
    fn by_trial(left: &[usize], joined: &dyn Fn(usize, usize) -> bool) -> bool {
        let Some((&first, rest)) = left.split_first() else {
            return true;
        };
        let with = |&other: &usize| {
            let others: Vec<usize> = rest.iter().copied().filter(|&node| node != other).collect();
            joined(first, other) && by_trial(&others, joined)
        };
        rest.iter().any(with)
    }

    #[test]
    fn a_blossom_by_hand() {
        // A triangle 0 1 2 with a tail at each of two corners: 0-3 and 1-4, and a fifth tail 4-5.
        let lines = [(0, 1), (1, 2), (0, 2), (0, 3), (1, 4), (4, 5)];
        let joined = |a: usize, b: usize| lines.contains(&(a.min(b), a.max(b)));
        assert!(can_be_paired(6, joined));
        // Without the line 1-2, node 2 is left with 0 only, as node 3 is.
        let fewer = |a: usize, b: usize| joined(a, b) && (a.min(b), a.max(b)) != (1, 2);
        assert!(!can_be_paired(6, fewer));
        assert!(!can_be_paired(3, |_, _| true) && can_be_paired(0, |_, _| false));
    }

    #[test]
    fn the_same_as_by_trial() {
        let mut found = [0, 0];
        for case in 0..3000 {
            let mut rng = rng_for(8, case);
            let nodes = rng.random_range(1..=10);
            let share = rng.random_range(0.1..0.7);
            let lines: Vec<bool> = (0..100).map(|_| rng.random_bool(share)).collect();
            let joined = |a: usize, b: usize| lines[10 * a.min(b) + a.max(b)];
            let all: Vec<usize> = (0..nodes).collect();
            let expected = by_trial(&all, &joined);
            assert_eq!(can_be_paired(nodes, joined), expected, "case {case}");
            found[usize::from(expected)] += 1;
        }
        assert!(found.iter().all(|&cases| cases > 300), "{found:?}");
    }
}
