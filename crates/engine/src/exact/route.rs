//! The graph as mass passes along it.

use std::ops::Range;

use super::bypass::bypass;
use super::graph::{Graph, NUMBERS_MAX, Target};
use super::index::{Index, short_hash};
use super::pass::Interrupted;
use super::turn_order::TurnOrder;

/// Bytes of a place while it is found [at once](Route::at_once): both of its numbers, whether it was met and begins a round, and
/// what is still to do on the way there.
pub(super) const BYTES_OF_ORDER: usize =
    2 * size_of::<u32>() + 2 * size_of::<bool>() + size_of::<(u32, std::slice::Iter<'_, Link>)>();

/// Where a row is: one of a start in the current round or in the next one, of a way to end, or of another place.
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

/// The graph as mass passes along it: its nodes, but for those that are [bypassed](bypass), in the [order of
/// turns](TurnOrder). Those that a round begins with, the *starts*, have a number of their own, and so have the others,
/// the *inner* places.
pub(super) struct Route {
    /// By place of a node in the order, its range in `links`.
    pub(super) ranges: Vec<(u32, u32)>,
    /// Those of a place in the order of their labels.
    pub(super) links: Vec<Link>,
    /// By place, its row.
    pub(super) slots: Vec<Slot>,
    /// By place, its pattern: places whose links have the same labels are of one pattern.
    pub(super) patterns: Vec<u32>,
    /// By pattern, the first place of it.
    pub(super) examples: Vec<u32>,
    /// The places of each circle of turns.
    pub(super) circles: Vec<Range<usize>>,
    /// By start, its place in the order.
    pub(super) starts: Vec<u32>,
    /// By inner place, its place in the order.
    pub(super) inner: Vec<u32>,
    /// By start, its node.
    pub(super) nodes: Vec<u32>,
    /// The place of the opening.
    pub(super) opening: u32,
    /// How many ways to end there are.
    pub(super) ways: usize,
}

/// A route whose rounds are those of the search, and not those of the fight.
pub(super) struct AtOnce {
    pub(super) route: Route,
    /// By place, which one it is of the route with rounds.
    pub(super) places: Vec<u32>,
}

impl Route {
    /// Takes the transitions out of a graph.
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

    pub(super) fn tell_patterns_apart(&mut self) {
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

    /// How many rows a pass has: two for each start, and one for each other place and way to end.
    pub(super) fn rows(&self) -> usize {
        2 * self.starts.len() + self.inner.len() + self.ways
    }

    /// By place, its pattern.
    pub(super) fn patterns_of_places(&self) -> &[u32] {
        &self.patterns
    }

    /// The same places in an order in which most ways lead to later ones, and ways to others as if a round began there.
    /// What passes the places until nothing is left has then passed each as often as round by round, but in fewer rounds.
    pub(super) fn at_once(&self) -> AtOnce {
        let places = self.in_order_of_ways();
        debug_assert_eq!(places.len(), self.len(), "every place can be reached");
        let mut new_places = vec![0; self.len()];
        (0..).zip(&places).for_each(|(new, &place)| new_places[place as usize] = new);
        let targets = |place: u32| self.links_of(place as usize).iter().map(|link| self.place_of(link.to));
        let mut begins = vec![false; places.len()];
        for (new, &place) in (0..).zip(&places) {
            for target in
                targets(place).flatten().map(|target| new_places[target as usize]).filter(|&target| target <= new)
            {
                begins[target as usize] = true;
            }
        }
        let (mut slots, mut starts, mut inner) = (Vec::with_capacity(places.len()), Vec::new(), Vec::new());
        for (new, &begins) in (0..).zip(&begins) {
            let (kind, list) = if begins { (Slot::HERE, &mut starts) } else { (Slot::INNER, &mut inner) };
            slots.push(Slot::new(kind, list.len() as u32));
            list.push(new);
        }
        let (mut links, mut ranges) = (Vec::with_capacity(self.links.len()), Vec::with_capacity(places.len()));
        for (new, &place) in (0..).zip(&places) {
            let start = links.len() as u32;
            for (target, link) in targets(place).zip(self.links_of(place as usize)) {
                let to = match target.map(|target| new_places[target as usize]) {
                    None => link.to,
                    Some(target) if target <= new => Slot::new(Slot::NEXT, slots[target as usize].number() as u32),
                    Some(target) => slots[target as usize],
                };
                links.push(Link { to, label: link.label });
            }
            ranges.push((start, links.len() as u32));
        }
        let route = Self {
            ranges,
            links,
            slots,
            patterns: places.iter().map(|&place| self.patterns[place as usize]).collect(),
            examples: self.examples.iter().map(|&place| new_places[place as usize]).collect(),
            circles: Vec::new(),
            nodes: Vec::new(),
            starts,
            inner,
            opening: new_places[self.opening as usize],
            ways: self.ways,
        };
        AtOnce { route, places }
    }

    /// The places so that most ways lead to later ones, whatever the round: as a search in depth is done with them, the
    /// last first.
    fn in_order_of_ways(&self) -> Vec<u32> {
        let (mut done, mut is_met) = (Vec::with_capacity(self.len()), vec![false; self.len()]);
        is_met[self.opening as usize] = true;
        let mut way = vec![(self.opening, self.links_of(self.opening as usize).iter())];
        while let Some((place, links)) = way.last_mut() {
            let place = *place;
            match links.next().map(|link| self.place_of(link.to)) {
                Some(Some(next)) if !std::mem::replace(&mut is_met[next as usize], true) => {
                    way.push((next, self.links_of(next as usize).iter()));
                }
                Some(_) => {}
                None => {
                    done.push(place);
                    way.pop();
                }
            }
        }
        done.reverse();
        done
    }

    /// The place of a row; none of a way to end.
    pub(super) fn place_of(&self, slot: Slot) -> Option<u32> {
        match slot.kind() {
            Slot::END => None,
            Slot::INNER => Some(self.inner[slot.number()]),
            _ => Some(self.starts[slot.number()]),
        }
    }

    /// How many places a round may begin with.
    pub(super) fn starts(&self) -> usize {
        self.starts.len()
    }

    /// The nodes of the starts.
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

    /// How many patterns of places there are.
    pub(super) fn patterns(&self) -> usize {
        self.examples.len()
    }

    /// The labels of the transitions out of each place of a pattern.
    pub(super) fn labels_of_pattern(&self, pattern: usize) -> impl Iterator<Item = u32> {
        self.labels_of(self.examples[pattern] as usize)
    }

    /// The transitions out of the node at a place: the place to which each leads, none out of the fight, and its label.
    pub(super) fn out_of(&self, place: usize) -> impl Iterator<Item = (Option<u32>, u32)> {
        self.links_of(place).iter().map(|link| (self.place_of(link.to), link.label))
    }
}

#[cfg(test)]
mod tests {
    use super::super::bypass::tests::graph;
    use super::*;

    /// From 0 to 1, from there to 2 or back to 0, from there to itself, to 1 or out of the fight.
    #[test]
    fn ways_to_later_places_belong_to_the_round() {
        use Target::{End, NextRound};
        let half = |to| (to, 0.5, 0.0);
        let route = Route::through(
            &mut graph(&[
                &[(NextRound(1), 1.0, 0.0)],
                &[half(NextRound(2)), half(NextRound(0))],
                &[(NextRound(2), 0.25, 0.0), (NextRound(1), 0.25, 0.0), half(End(0))],
            ]),
            &|| false,
        );
        let AtOnce { route, places } = route.ok().expect("nobody interrupts").at_once();
        assert_eq!((route.opening, places.len(), route.starts.len(), route.inner.len()), (0, 3, 3, 0));
        let kinds = |place: usize| -> Vec<(usize, Option<u32>)> {
            let mut kinds: Vec<_> =
                route.links_of(place).iter().map(|link| (link.to.kind(), route.place_of(link.to))).collect();
            kinds.sort_unstable();
            kinds
        };
        assert_eq!(kinds(0), [(Slot::HERE, Some(1))]);
        assert_eq!(kinds(1), [(Slot::HERE, Some(2)), (Slot::NEXT, Some(0))]);
        assert_eq!(kinds(2), [(Slot::NEXT, Some(1)), (Slot::NEXT, Some(2)), (Slot::END, None)]);
    }
}
