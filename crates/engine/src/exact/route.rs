//! The graph in the form in which mass passes along it.

use std::ops::Range;

use super::bypass::bypass;
use super::graph::{Graph, NUMBERS_MAX, Target};
use super::index::{Index, short_hash};
use super::pass::Interrupted;
use super::turn_order::TurnOrder;

/// The position of a row: a start in the current or in the next round, an inner place, or a way to end. The top two
/// bits hold the kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Slot(u32);

impl Slot {
    pub(super) const HERE: usize = 0;
    pub(super) const NEXT: usize = 1;
    pub(super) const END: usize = 2;
    pub(super) const INNER: usize = 3;
    pub(super) const KINDS: usize = 4;

    pub(super) fn new(kind: usize, number: u32) -> Self {
        Self((kind as u32) << 30 | number)
    }

    #[inline(always)]
    pub(super) fn kind(self) -> usize {
        (self.0 >> 30) as usize
    }

    #[inline(always)]
    pub(super) fn number(self) -> usize {
        self.0 as usize & (NUMBERS_MAX - 1)
    }
}

/// A transition of a route.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    pub(super) to: Slot,
    pub(super) label: u32,
}

/// The graph in the form in which mass passes along it: the nodes that are not [bypassed](bypass), in [turn
/// order](TurnOrder). A node's index in that order is its *place*. Nodes that a round begins with are *starts* and are
/// numbered among themselves; the others, *inner* places, likewise.
pub(super) struct Route {
    /// For each place: its range in `links`.
    pub(super) ranges: Vec<(u32, u32)>,
    /// All links; those of a place are sorted by label.
    pub(super) links: Vec<Link>,
    /// For each place: its row.
    pub(super) slots: Vec<Slot>,
    /// For each place: its pattern. Places have the same pattern if their links have the same labels.
    pub(super) patterns: Vec<u32>,
    /// For each pattern: its first place.
    pub(super) examples: Vec<u32>,
    /// The range of places of each cycle of turns.
    pub(super) circles: Vec<Range<usize>>,
    /// For each start: its index among all places.
    pub(super) starts: Vec<u32>,
    /// For each inner place: its index among all places.
    pub(super) inner: Vec<u32>,
    /// For each start: the number of its node.
    pub(super) nodes: Vec<u32>,
    /// The place of the opening.
    pub(super) opening: u32,
    /// Number of ways to end.
    pub(super) ways: usize,
}

impl Route {
    /// Builds the route; takes the transitions out of the graph.
    pub(super) fn through<S>(graph: &mut Graph<S>, interrupted: &dyn Fn() -> bool) -> Result<Self, Interrupted> {
        let turn_order = TurnOrder::of(graph);
        let bypassed = bypass(graph, &turn_order, interrupted)?;
        let TurnOrder { nodes: order, circles } = turn_order.without(|node| bypassed.is_out[node as usize]);
        let mut begins = vec![false; bypassed.is_out.len()];
        for transition in order.iter().flat_map(|&node| bypassed.out_of(node)) {
            if let Target::NextRound(node) = transition.to() {
                begins[node as usize] = true;
            }
        }
        let (mut starts, mut inner, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
        let mut slots_of_nodes = vec![Slot(0); begins.len()];
        for (place, &node) in (0..).zip(&order) {
            slots_of_nodes[node as usize] = if begins[node as usize] {
                nodes.push(node);
                starts.push(place);
                Slot::new(Slot::HERE, starts.len() as u32 - 1)
            } else {
                inner.push(place);
                Slot::new(Slot::INNER, inner.len() as u32 - 1)
            };
        }
        drop(begins);
        let slot = |to: Target| match to {
            Target::SameRound(node) => slots_of_nodes[node as usize],
            Target::NextRound(node) => Slot::new(Slot::NEXT, slots_of_nodes[node as usize].number() as u32),
            Target::End(way) => Slot::new(Slot::END, way),
        };
        let all = order.iter().map(|&node| bypassed.out_of(node).len()).sum();
        let (mut links, mut ranges) = (Vec::with_capacity(all), Vec::with_capacity(order.len()));
        for &node in &order {
            let start = links.len();
            links.extend(bypassed.out_of(node).iter().map(|way| Link { to: slot(way.to()), label: way.label }));
            links[start..].sort_unstable_by_key(|link| (link.label, link.to));
            ranges.push((start as u32, links.len() as u32));
        }
        let opening = order.iter().position(|&node| node == 0).expect("the opening stays") as u32;
        let slots = order.iter().map(|&node| slots_of_nodes[node as usize]).collect();
        drop((bypassed, slots_of_nodes, order));
        graph.ranges = Vec::new();
        let (patterns, examples, ways) = (Vec::with_capacity(ranges.len()), Vec::new(), graph.endings.len());
        let mut route = Self { ranges, links, slots, patterns, examples, circles, starts, inner, nodes, opening, ways };
        route.tell_patterns_apart();
        Ok(route)
    }

    fn tell_patterns_apart(&mut self) {
        let (mut index, mut labels) = (Index::default(), Vec::new());
        for place in 0..self.ranges.len() {
            labels.clear();
            labels.extend(self.labels_of(place));
            let new = self.examples.len() as u32;
            let is_it = |pattern: u32| self.labels_of_pattern(pattern as usize).eq(labels.iter().copied());
            let pattern = index.find_or_enter(short_hash(&labels), new, is_it);
            if pattern == new {
                self.examples.push(place as u32);
            }
            self.patterns.push(pattern);
        }
    }

    pub(super) fn len(&self) -> usize {
        self.ranges.len()
    }

    pub(super) fn links(&self) -> usize {
        self.links.len()
    }

    /// Number of rows of a pass: two for each start, and one for each inner place and way to end.
    pub(super) fn rows(&self) -> usize {
        2 * self.starts.len() + self.inner.len() + self.ways
    }

    /// For each place: its pattern.
    pub(super) fn patterns_of_places(&self) -> &[u32] {
        &self.patterns
    }

    /// The place of a row; `None` for a way to end.
    pub(super) fn place_of(&self, slot: Slot) -> Option<u32> {
        match slot.kind() {
            Slot::END => None,
            Slot::INNER => Some(self.inner[slot.number()]),
            _ => Some(self.starts[slot.number()]),
        }
    }

    /// Number of starts: places with which a round may begin.
    pub(super) fn starts(&self) -> usize {
        self.starts.len()
    }

    /// The number of the node of each start.
    pub(super) fn nodes_of_starts(&self) -> &[u32] {
        &self.nodes
    }

    #[inline(always)]
    pub(super) fn links_of(&self, place: usize) -> &[Link] {
        let (start, end) = self.ranges[place];
        &self.links[start as usize..end as usize]
    }

    fn labels_of(&self, place: usize) -> impl Iterator<Item = u32> {
        self.links_of(place).iter().map(|link| link.label)
    }

    /// Number of patterns of places.
    pub(super) fn patterns(&self) -> usize {
        self.examples.len()
    }

    /// The labels of the transitions out of each place of a pattern.
    pub(super) fn labels_of_pattern(&self, pattern: usize) -> impl Iterator<Item = u32> {
        self.labels_of(self.examples[pattern] as usize)
    }

    /// The links of a place: the place that each leads to (`None` for a way to end), and its label.
    pub(super) fn out_of(&self, place: usize) -> impl Iterator<Item = (Option<u32>, u32)> {
        self.links_of(place).iter().map(|link| (self.place_of(link.to), link.label))
    }
}
