//! The turn order of nodes: each node after its predecessors within the round.

use std::ops::Range;

use super::graph::{Graph, Target};

/// A topological order of the nodes, by transitions within a round, in which each node comes soon after its
/// predecessors. Transitions may form cycles, such as rolls that are repeated until they differ: the nodes of a cycle
/// (a strongly connected component) are adjacent, and no later node leads back to them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TurnOrder {
    pub(super) nodes: Vec<u32>,
    /// The nodes of each cycle, as a range of `nodes`.
    pub(super) circles: Vec<Range<usize>>,
}

/// A node on the path of the depth-first search.
struct Step {
    node: u32,
    /// The index of the node's next transition to follow.
    transition: u32,
}

/// The search for strongly connected components: R. Tarjan, "Depth-first search and linear graph algorithms" (1972).
struct Search {
    /// For each node: 0 before it is met, then the time at which it was met, and [`Self::DONE`] once it is placed.
    met: Vec<u32>,
    /// For each node: the smallest meeting time of the nodes without a place that it is known to lead to.
    earliest: Vec<u32>,
    /// Nodes without a place, in the order in which they were met.
    placeless: Vec<u32>,
    way: Vec<Step>,
    clock: u32,
}

impl Search {
    const DONE: u32 = u32::MAX;

    fn meet(&mut self, node: u32, transition: u32) {
        self.clock += 1;
        (self.met[node as usize], self.earliest[node as usize]) = (self.clock, self.clock);
        self.placeless.push(node);
        self.way.push(Step { node, transition });
    }
}

impl TurnOrder {
    pub(super) fn of<S>(graph: &Graph<S>) -> Self {
        let nodes = graph.ranges.len();
        let mut search =
            Search { met: vec![0; nodes], earliest: vec![0; nodes], placeless: Vec::new(), way: Vec::new(), clock: 0 };
        let mut order = Self { nodes: Vec::with_capacity(nodes), circles: Vec::new() };
        for node in 0..nodes as u32 {
            if search.met[node as usize] == 0 {
                order.search_from(node, &mut search, graph);
            }
        }
        // Predecessors were placed after their successors.
        order.nodes.reverse();
        order.circles.reverse();
        for circle in &mut order.circles {
            *circle = nodes - circle.end..nodes - circle.start;
        }
        order
    }

    fn search_from<S>(&mut self, first: u32, search: &mut Search, graph: &Graph<S>) {
        search.meet(first, graph.ranges[first as usize].0);
        while let Some(step) = search.way.last_mut() {
            let node = step.node;
            let (_, end) = graph.ranges[node as usize];
            if step.transition == end {
                search.way.pop();
                let earliest = search.earliest[node as usize];
                if let Some(before) = search.way.last() {
                    let its = &mut search.earliest[before.node as usize];
                    *its = earliest.min(*its);
                }
                if earliest == search.met[node as usize] {
                    self.place(node, search, graph);
                }
                continue;
            }
            let transition = graph.transitions[step.transition as usize];
            step.transition += 1;
            let Target::SameRound(next) = transition.to() else { continue };
            match search.met[next as usize] {
                0 => search.meet(next, graph.ranges[next as usize].0),
                met => {
                    // A node that is already placed has the largest meeting time, so the minimum stays as it is.
                    let its = &mut search.earliest[node as usize];
                    *its = met.min(*its);
                }
            }
        }
    }

    /// Places a node together with all nodes that were met after it and are not placed yet: they form a cycle.
    fn place<S>(&mut self, first: u32, search: &mut Search, graph: &Graph<S>) {
        let start = self.nodes.len();
        while let Some(node) = search.placeless.pop() {
            search.met[node as usize] = Search::DONE;
            self.nodes.push(node);
            if node == first {
                break;
            }
        }
        let (begin, end) = graph.ranges[first as usize];
        let mut transitions = graph.transitions[begin as usize..end as usize].iter();
        if self.nodes.len() - start > 1 || transitions.any(|transition| transition.to() == Target::SameRound(first)) {
            self.circles.push(start..self.nodes.len());
        }
    }

    /// The order without the nodes for which `is_out` holds. No node of a cycle may be among them.
    pub(super) fn without(self, is_out: impl Fn(u32) -> bool) -> Self {
        let mut circles = self.circles.into_iter().peekable();
        let mut left = Self { nodes: Vec::new(), circles: Vec::new() };
        for (place, node) in self.nodes.into_iter().enumerate() {
            if let Some(circle) = circles.next_if(|circle| circle.start == place) {
                left.circles.push(left.nodes.len()..left.nodes.len() + circle.len());
            }
            if !is_out(node) {
                left.nodes.push(node);
            }
        }
        left
    }
}

#[cfg(test)]
mod tests {
    use super::super::bypass::tests::graph;
    use super::*;

    #[test]
    fn circles_come_together_and_after_what_leads_to_them() {
        use Target::{End, NextRound, SameRound};
        let to = |target| (target, 0.25, 0.0);
        // 3 and 1 lead to each other and 4 to itself; 2 comes after 1, and 5 after all. In the next round all may come
        // again.
        let graph = graph(&[
            &[to(SameRound(5)), to(SameRound(3))],
            &[to(SameRound(2)), to(SameRound(3))],
            &[to(SameRound(4))],
            &[to(SameRound(1)), to(SameRound(5))],
            &[to(SameRound(4)), to(SameRound(5))],
            &[to(End(0)), to(NextRound(0))],
        ]);
        let order = TurnOrder::of(&graph);
        assert_eq!(order, TurnOrder { nodes: vec![0, 3, 1, 2, 4, 5], circles: vec![1..3, 4..5] });
        let left = order.without(|node| node == 0 || node == 2);
        assert_eq!(left, TurnOrder { nodes: vec![3, 1, 4, 5], circles: vec![0..2, 2..3] });
    }

    #[test]
    fn a_long_way_is_no_deep_recursion() {
        let ways: Vec<[(Target, f64, f64); 1]> =
            (1..=200_000).map(|node| [(Target::SameRound(node), 1.0, 0.0)]).collect();
        let mut ways: Vec<&[(Target, f64, f64)]> = ways.iter().map(<[_; 1]>::as_slice).collect();
        ways.push(&[(Target::End(0), 1.0, 0.0)]);
        let order = TurnOrder::of(&graph(&ways));
        assert!(order.nodes.into_iter().eq(0..=200_000) && order.circles.is_empty());
    }
}
