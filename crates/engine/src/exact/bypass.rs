//! Removes nodes from the graph that mass need not stop at. If one transition leads to a node, or one leads out of it,
//! or two lead in and two out, then replacing the node by all combinations of a way in and a way out gives no more
//! transitions than before. Such a node is left out, and each combination becomes one transition.

use super::graph::{Graph, Target, Transition};
use super::labels::Labels;
use super::pass::Interrupted;
use super::turn_order::TurnOrder;
use crate::hashing::QuickMap;

/// Number of nodes after which the caller is asked again whether to stop.
const ASKED_EVERY: usize = 256;

/// Bytes per transition of the graph that new labels may take.
const BYTES_OF_NEW_LABELS: usize = 16;

/// Bytes of a transition: as found, as it is kept here, and its share of the new labels.
pub(super) const BYTES_OF_TRANSITION: usize = 2 * size_of::<Transition>() + BYTES_OF_NEW_LABELS;

/// Bytes of a node: its old and new range of transitions, its place in the order, its number of ways in, and two flags
/// (may it be left out, is it left out). Finding the order takes less than that and the transitions.
pub(super) const BYTES_OF_NODE: usize = 2 * size_of::<(u32, u32)>() + 2 * size_of::<u32>() + 2 * size_of::<bool>();

/// Upper estimate of the bytes of one new label, with its entries in the tables.
const BYTES_OF_ONE_MORE: usize = 512;

/// The graph without the nodes that are left out.
pub(super) struct Bypassed {
    /// For each node: whether the node is left out.
    pub(super) is_out: Vec<bool>,
    /// For each node: its range in `transitions`, empty if the node is left out.
    ranges: Vec<(u32, u32)>,
    transitions: Vec<Transition>,
}

impl Bypassed {
    /// The transitions out of a node that is not left out; they lead only to nodes that are not left out.
    pub(super) fn out_of(&self, node: u32) -> &[Transition] {
        let (start, end) = self.ranges[node as usize];
        &self.transitions[start as usize..end as usize]
    }

    fn keep(&mut self, node: u32, ways_out: &[Transition]) {
        let start = self.transitions.len() as u32;
        self.transitions.extend_from_slice(ways_out);
        self.ranges[node as usize] = (start, self.transitions.len() as u32);
    }
}

/// A node that is left out, held until all nodes that lead to it have taken over its transitions.
struct Left {
    ways_in: u32,
    ways_out: Box<[Transition]>,
}

/// Moves the transitions out of a graph. The opening is never left out, nor is a node that a round begins with or that
/// lies on a cycle.
pub(super) fn bypass<S>(
    graph: &mut Graph<S>,
    order: &TurnOrder,
    interrupted: &dyn Fn() -> bool,
) -> Result<Bypassed, Interrupted> {
    let nodes = graph.ranges.len();
    let old = std::mem::take(&mut graph.transitions);
    let old_of = |node: u32| {
        let (start, end) = graph.ranges[node as usize];
        &old[start as usize..end as usize]
    };
    let (mut ways_in, mut may_go) = (vec![0_u32; nodes], vec![true; nodes]);
    may_go[0] = false;
    for &node in order.circles.iter().flat_map(|circle| &order.nodes[circle.clone()]) {
        may_go[node as usize] = false;
    }
    for transition in &old {
        match transition.to() {
            Target::SameRound(node) => ways_in[node as usize] += 1,
            Target::NextRound(node) => may_go[node as usize] = false,
            Target::End(_) => {}
        }
    }
    let mut bypassed = Bypassed { is_out: vec![false; nodes], ranges: vec![(0, 0); nodes], transitions: Vec::new() };
    let labels = &mut graph.labels;
    let bytes_max = labels.bytes_in_all() + old.len() * BYTES_OF_NEW_LABELS;
    let mut left: QuickMap<u32, Left> = QuickMap::default();
    // Upper bound of the labels still to be made for transitions through nodes that are left out.
    let mut to_come = 0;
    let mut ways_out: Vec<Transition> = Vec::new();
    // In reverse order, every node comes after its successors within the round, except on a cycle.
    for (done, &node) in order.nodes.iter().rev().enumerate() {
        if done.is_multiple_of(ASKED_EVERY) && interrupted() {
            return Err(Interrupted);
        }
        ways_out.clear();
        for &transition in old_of(node) {
            match transition.to() {
                Target::SameRound(next) if bypassed.is_out[next as usize] => {
                    to_come -= follow(transition, &mut left, next, labels, &mut ways_out);
                }
                _ => ways_out.push(transition),
            }
        }
        merge(&mut ways_out, labels);
        let ways_in = ways_in[node as usize];
        let (product, sum) = (ways_in as usize * ways_out.len(), ways_in as usize + ways_out.len());
        let bytes = labels.bytes_in_all() + (to_come + product) * BYTES_OF_ONE_MORE;
        if may_go[node as usize] && product <= sum && bytes <= bytes_max {
            bypassed.is_out[node as usize] = true;
            to_come += product;
            left.insert(node, Left { ways_in, ways_out: ways_out.as_slice().into() });
        } else {
            bypassed.keep(node, &ways_out);
        }
    }
    labels.close();
    Ok(bypassed)
}

/// Adds to `list` the combinations of a transition with all transitions out of its target, which is left out; returns
/// how many.
fn follow(
    transition: Transition,
    left: &mut QuickMap<u32, Left>,
    node: u32,
    labels: &mut Labels,
    list: &mut Vec<Transition>,
) -> usize {
    let then = left.get_mut(&node).expect("what is left out is held until the last turn that leads to it");
    list.extend(then.ways_out.iter().map(|then| then.with(labels.both(transition.label, then.label))));
    let added = then.ways_out.len();
    then.ways_in -= 1;
    if then.ways_in == 0 {
        left.remove(&node);
    }
    added
}

/// Merges the transitions to the same target.
fn merge(list: &mut Vec<Transition>, labels: &mut Labels) {
    list.sort_by_key(|transition| transition.key());
    list.dedup_by(|next, kept| {
        let is_same = next.key() == kept.key();
        if is_same {
            kept.label = labels.either(kept.label, next.label);
        }
        is_same
    });
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::graph::Finals;
    use super::super::labels::Counted;
    use super::super::nodes::Nodes;
    use super::*;

    /// A graph of nodes with these transitions, each a target, a chance and a count of metric 7.
    pub(in super::super) fn graph(nodes: &[&[(Target, f64, f64)]]) -> Graph<u32> {
        let mut graph = Graph {
            nodes: Nodes::new(),
            endings: Finals::default(),
            labels: Labels::default(),
            ranges: Vec::new(),
            transitions: Vec::new(),
        };
        for ways_out in nodes {
            let start = graph.transitions.len() as u32;
            for &(to, chance, count) in *ways_out {
                let counted =
                    Counted { metric: 7, in_rounds: false, first: chance * count, second: chance * count * count };
                let label = graph.labels.number(chance, &[counted]);
                graph.transitions.push(Transition::new(to, label));
            }
            graph.ranges.push((start, graph.transitions.len() as u32));
        }
        graph
    }

    /// One node's worth of transitions, enough of them to pay for new labels.
    fn ends() -> Vec<(Target, f64, f64)> {
        (0..1_000).map(|way| (Target::End(way), 0.001, 0.0)).collect()
    }

    fn passed_by(graph: &mut Graph<u32>) -> Bypassed {
        let order = TurnOrder::of(graph);
        bypass(graph, &order, &|| false).ok().expect("nobody interrupts")
    }

    #[test]
    fn what_one_turn_leads_to_is_passed_by() {
        use Target::{End, NextRound, SameRound};
        // From the opening to node 1 or 2, both of which may lead to the same end; node 3 begins a round.
        let mut graph = graph(&[
            &[(SameRound(1), 0.25, 2.0), (SameRound(2), 0.75, 0.0)],
            &[(End(0), 0.5, 1.0), (NextRound(3), 0.5, 0.0)],
            &[(End(0), 1.0, 4.0)],
            &ends(),
        ]);
        let bypassed = passed_by(&mut graph);
        assert_eq!(bypassed.is_out, [false, true, true, false]);
        let ways_out: Vec<(u32, f64, f64, f64)> = bypassed
            .out_of(0)
            .iter()
            .map(|way| {
                let [counted] = graph.labels.counted(way.label as usize) else { panic!("one metric") };
                (way.key(), graph.labels.chance(way.label as usize), counted.first, counted.second)
            })
            .collect();
        // The end: a count of 2 + 1 with chance 1/8, and of 4 with chance 3/4. Node 3: a count of 2 with chance 1/8.
        let start = (Transition::new(NextRound(3), 0).key(), 0.125, 0.25, 0.5);
        let end = (Transition::new(End(0), 0).key(), 0.875, 0.375 + 3.0, 9.0 / 8.0 + 12.0);
        assert_eq!(ways_out, [start, end]);
    }

    #[test]
    fn what_many_turns_lead_to_stays_if_it_leads_to_many() {
        use Target::{End, SameRound};
        let mut graph = graph(&[
            &[(SameRound(1), 0.25, 0.0), (SameRound(2), 0.25, 0.0), (SameRound(3), 0.5, 0.0)],
            &[(SameRound(4), 0.5, 0.0), (End(1), 0.5, 0.0)],
            &[(SameRound(4), 0.5, 0.0), (End(2), 0.5, 0.0)],
            &[(SameRound(4), 0.5, 0.0), (End(3), 0.5, 0.0)],
            &ends(),
        ]);
        let bypassed = passed_by(&mut graph);
        assert_eq!(bypassed.is_out, [false, true, true, true, false]);
        assert_eq!(bypassed.out_of(0).len(), 4, "three ends, and the node of many");
    }

    /// Only nodes of the cycle stay: a node behind it may be left out.
    #[test]
    fn what_goes_in_a_circle_stays() {
        use Target::{End, SameRound};
        let mut graph = graph(&[
            &[(SameRound(1), 1.0, 0.0)],
            &[(SameRound(2), 0.5, 0.0), (End(0), 0.5, 0.0)],
            &[(SameRound(1), 0.5, 0.0), (SameRound(3), 0.5, 0.0)],
            &[(End(0), 0.5, 0.0), (End(1), 0.5, 0.0)],
            &ends(),
        ]);
        let bypassed = passed_by(&mut graph);
        assert_eq!(bypassed.is_out, [false, false, false, true, true]);
        assert_eq!([0, 1, 2].map(|node| bypassed.out_of(node).len()), [1, 2, 3]);
    }

    /// New labels are paid for by the number of transitions: a tiny graph allows none, so that nothing is left out.
    #[test]
    fn labels_are_bounded_by_transitions() {
        use Target::{End, SameRound};
        let mut graph = graph(&[&[(SameRound(1), 1.0, 1.0)], &[(End(0), 1.0, 1.0)]]);
        let bypassed = passed_by(&mut graph);
        assert_eq!((bypassed.is_out, graph.labels.len()), (vec![false; 2], 1));
    }

    #[test]
    fn who_interrupts_is_heard() {
        let mut graph = graph(&[&[(Target::End(0), 1.0, 0.0)]]);
        let order = TurnOrder::of(&graph);
        assert!(bypass(&mut graph, &order, &|| true).is_err());
    }
}
