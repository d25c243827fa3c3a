//! Memory of a solution in bytes, as its [`Budget`](super::Budget) counts it: the sum of the parts that are held at the
//! same time.

use super::explorer::Explorer;
use super::graph::{Final, Graph, Transition};
use super::index::Index;
use super::moments::Line;
use super::nodes::Nodes;
use super::route::{Link, Route};
use super::{Unsolved, bypass, mass};
use crate::outcome::EndState;
use crate::ruleset::Ruleset;

/// Bytes of a transition in the search: the list may have twice the capacity that it uses.
const BYTES_OF_TRANSITION: usize = 2 * size_of::<Transition>();

/// Bytes of the numerous parts of a solution.
pub(super) struct Sizes {
    /// Bytes of a node in the search.
    node: usize,
    /// Additional bytes of a node while its state is held.
    pub(super) held: usize,
    /// Bytes of a way to end.
    ending: usize,
    /// Bytes of a start, with those of the outcome of its fights at the round limit.
    start: usize,
}

impl Sizes {
    pub(super) fn of<R: Ruleset>(rules: &R) -> Self {
        let end_states = rules.combatants().len() * size_of::<EndState>();
        // What the search keeps of a node: its range of transitions, its entries in the two queues, and its two flags.
        let of_search = size_of::<(u32, u32)>() + 2 * size_of::<u32>() + 2 * size_of::<bool>();
        Self {
            node: Nodes::<R::State>::BYTES + of_search,
            held: rules.state_bytes() + Nodes::<R::State>::BYTES_HELD,
            // Twice, since the ways to end at the round limit are added to a second list.
            ending: 2 * (size_of::<Final>() + end_states + Index::BYTES_OF_ENTRY) + mass::BYTES_OF_ENDING,
            start: mass::BYTES_OF_START + end_states,
        }
    }
}

impl<R: Ruleset> Explorer<'_, R> {
    /// Bytes of the search so far, or of the phase that follows it, if that is more.
    pub(super) fn bytes_of_search(&self) -> usize {
        let nodes = &self.graph.nodes;
        let held =
            nodes.len() * self.sizes.node + nodes.held() * self.sizes.held + self.transitions * BYTES_OF_TRANSITION;
        let then = nodes.len() * bypass::BYTES_OF_NODE + self.transitions * bypass::BYTES_OF_TRANSITION;
        self.bytes_of_ways() + held.max(then + self.bytes_of_starts())
    }

    /// Bytes of the states of starts once the search is over.
    fn bytes_of_starts(&self) -> usize {
        self.starts * (self.sizes.held + Nodes::<R::State>::BYTES_CLOSED)
    }

    /// Bytes of ways to end and of labels.
    fn bytes_of_ways(&self) -> usize {
        let Graph { endings, labels, .. } = &self.graph;
        endings.len() * self.sizes.ending + labels.bytes() + labels.len() * mass::BYTES_OF_LABEL
    }

    /// The largest number of bytes held at the same time, if passes are made one at a time.
    ///
    /// # Errors
    /// [`Unsolved::OverBudget`] if the budget allows less.
    pub(super) fn bytes_on(&self, route: &Route) -> Result<usize, Unsolved> {
        let course = self.bytes_while_held(route) + Self::bytes_of_pass(route, self.graph.labels.len());
        let bytes = self.most_bytes.max(course).max(self.bytes_of_passes(route, 1));
        if bytes > self.budget.bytes { Err(self.over_budget(self.burnt, bytes)) } else { Ok(bytes) }
    }

    /// Whether the budget allows the pass of the masses beside that of the courses, while states are still held.
    pub(super) fn has_room_for_masses(&self, route: &Route) -> bool {
        let two_passes = 2 * Self::bytes_of_pass(route, self.graph.labels.len());
        let bytes = self.bytes_while_held(route) + route.len() * mass::BYTES_OF_TOTALS + two_passes;
        bytes <= self.budget.bytes
    }

    /// Number of simultaneous passes that the budget allows, 1..=`most`.
    pub(super) fn passes_at_once(&self, route: &Route, most: usize) -> usize {
        let fits = |at_once: &usize| self.bytes_of_passes(route, *at_once) <= self.budget.bytes;
        (1..=most).rev().find(fits).unwrap_or(1)
    }

    /// Bytes of a route, without those of passes on it.
    fn bytes_of_route(&self, route: &Route) -> usize {
        let of_places = route.len() * mass::BYTES_OF_PLACE + route.patterns() * mass::BYTES_OF_PATTERN;
        self.bytes_of_ways() + of_places + route.links() * size_of::<Link>() + route.starts() * self.sizes.start
    }

    /// Bytes of a route while the states of starts are still held.
    fn bytes_while_held(&self, route: &Route) -> usize {
        self.bytes_of_route(route) + self.bytes_of_starts()
    }

    /// Bytes of a route and of this many simultaneous passes, after the states are freed.
    fn bytes_of_passes(&self, route: &Route, at_once: usize) -> usize {
        let of_each = Self::bytes_of_pass(route, self.graph.labels.len()) + route.starts() * size_of::<Line>();
        self.bytes_of_route(route) + route.len() * mass::BYTES_OF_TOTALS + at_once * of_each
    }

    /// Bytes of one pass.
    fn bytes_of_pass(route: &Route, labels: usize) -> usize {
        let of_rows = route.rows() * mass::BYTES_OF_ROW + route.patterns() * size_of::<Line>();
        of_rows + labels * mass::BYTES_OF_LABEL_ON_PASS
    }
}
