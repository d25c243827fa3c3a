//! Nodes that mass need not stop at. Where one turn leads to a node, or the node to one other, or both to few, each way in
//! followed by each way out is no more transitions than before: the node is left out, and whatever passed through it
//! takes both at once.

use super::graph::{Graph, Target, Transition};
use super::labels::Labels;

/// The graph without those nodes.
pub(super) struct Bypassed {
    /// By node: whether it is left out.
    pub(super) is_out: Vec<bool>,
    /// By node: its range in `transitions`.
    ranges: Vec<(u32, u32)>,
    transitions: Vec<Transition>,
}

/// Takes the transitions out of a graph. `order` holds the nodes in an order in which no turn leads backwards within its round,
/// as far as there is one: nodes that are not among them stay, and so do the opening and those that a round begins with.
pub(super) fn bypass<S: Eq>(graph: &mut Graph<S>, order: &[u32]) -> Bypassed {
    let nodes = graph.ranges.len();
    let old = std::mem::take(&mut graph.transitions);
    let old_of = |node: u32| {
        let (start, end) = graph.ranges[node as usize];
        &old[start as usize..end as usize]
    };
    let (mut ways_in, mut may_go) = (vec![0_u32; nodes], vec![false; nodes]);
    for &node in order {
        may_go[node as usize] = true;
    }
    let in_any_order: Vec<u32> = (0..nodes as u32).filter(|&node| !may_go[node as usize]).collect();
    may_go[0] = false;
    for transition in &old {
        match transition.to() {
            Target::SameRound(node) => ways_in[node as usize] += 1,
            Target::NextRound(node) => may_go[node as usize] = false,
            Target::End(_) => {}
        }
    }
    let mut bypassed = Bypassed { is_out: vec![false; nodes], ranges: vec![(0, 0); nodes], transitions: Vec::new() };
    for &node in &in_any_order {
        bypassed.add(node, old_of(node));
    }
    let mut ways_out: Vec<Transition> = Vec::new();
    // Turns lead to later nodes alone: what becomes of those is known.
    for &node in order.iter().rev() {
        ways_out.clear();
        for &transition in old_of(node) {
            bypassed.follow(transition, &mut graph.labels, &mut ways_out);
        }
        merge(&mut ways_out, &mut graph.labels);
        bypassed.add(node, &ways_out);
        let (ways_in, ways_out) = (u64::from(ways_in[node as usize]), ways_out.len() as u64);
        bypassed.is_out[node as usize] = may_go[node as usize] && ways_in * ways_out <= ways_in + ways_out;
    }
    graph.labels.close();
    bypassed
}

impl Bypassed {
    /// Sets down the transitions out of a node.
    fn add(&mut self, node: u32, ways_out: &[Transition]) {
        let start = self.transitions.len() as u32;
        self.transitions.extend_from_slice(ways_out);
        self.ranges[node as usize] = (start, self.transitions.len() as u32);
    }

    pub(super) fn out_of(&self, node: u32) -> &[Transition] {
        let (start, end) = self.ranges[node as usize];
        &self.transitions[start as usize..end as usize]
    }

    /// Adds a transition to a list, or all that it leads to where its target is left out.
    fn follow(&self, transition: Transition, labels: &mut Labels, list: &mut Vec<Transition>) {
        match transition.to() {
            Target::SameRound(node) if self.is_out[node as usize] => {
                let then = self.out_of(node).iter();
                list.extend(then.map(|then| then.with(labels.both(transition.label, then.label))));
            }
            _ => list.push(transition),
        }
    }
}

/// Makes transitions to the same target one.
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
