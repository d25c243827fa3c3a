//! What a solution takes of memory, in bytes, as its [`Budget`](super::Budget) counts it: what is held at the same time, in each of its
//! parts.

use super::explorer::Explorer;
use super::graph::{Final, Graph, Transition};
use super::index::Index;
use super::moments::Line;
use super::nodes::Nodes;
use super::route::{Link, Route};
use super::{Unsolved, bypass, mass};
use crate::outcome::EndState;
use crate::ruleset::Ruleset;

/// Bytes of a transition in the search: its list may have as much room again.
const BYTES_OF_TRANSITION: usize = 2 * size_of::<Transition>();

/// The bytes of what a scenario has many of.
pub(super) struct Sizes {
    /// Of a node in the search.
    node: usize,
    /// What a node takes beside, while its state is held.
    pub(super) held: usize,
    /// Of a way to end.
    ending: usize,
    /// Of a start, with how its fights end at the round limit.
    start: usize,
}

impl Sizes {
    pub(super) fn of<R: Ruleset>(rules: &R) -> Self {
        let end_states = rules.combatants().len() * size_of::<EndState>();
        // Its range of transitions, its entries among those that wait, and what is known of it.
        let of_search = size_of::<(u32, u32)>() + 2 * size_of::<u32>() + 2 * size_of::<bool>();
        Self {
            node: Nodes::<R::State>::BYTES + of_search,
            held: rules.state_bytes() + Nodes::<R::State>::BYTES_HELD,
            // Those at the round limit are added to a list of their own.
            ending: 2 * (size_of::<Final>() + end_states + Index::BYTES_OF_ENTRY) + mass::BYTES_OF_ENDING,
            start: mass::BYTES_OF_START + end_states,
        }
    }
}

impl<R: Ruleset> Explorer<'_, R> {
    /// Bytes of the search as far as it has come, or of what follows it at once.
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

    /// The most bytes that are held at the same time, if no two passes are made at once.
    ///
    /// # Errors
    /// [`Unsolved::OverBudget`] where the budget allows less.
    pub(super) fn bytes_on(&self, route: &Route) -> Result<usize, Unsolved> {
        let course = self.bytes_while_held(route) + Self::bytes_of_pass(route, self.graph.labels.len());
        let bytes = self.most_bytes.max(course).max(self.bytes_of_passes(route, 1));
        if bytes > self.budget.bytes { Err(self.over_budget(self.burnt, bytes)) } else { Ok(bytes) }
    }

    /// Whether the budget allows that masses pass beside the courses, while states are still held.
    pub(super) fn has_room_for_masses(&self, route: &Route) -> bool {
        let two_passes = 2 * Self::bytes_of_pass(route, self.graph.labels.len());
        let bytes = self.bytes_while_held(route) + route.len() * mass::BYTES_OF_TOTALS + two_passes;
        bytes <= self.budget.bytes
    }

    /// How many passes the budget allows at the same time, `most` of them at most.
    pub(super) fn passes_at_once(&self, route: &Route, most: usize) -> usize {
        let fits = |at_once: &usize| self.bytes_of_passes(route, *at_once) <= self.budget.bytes;
        (1..=most).rev().find(fits).unwrap_or(1)
    }

    /// Bytes of a route, beside those of passes on it.
    fn bytes_of_route(&self, route: &Route) -> usize {
        let of_places = route.len() * mass::BYTES_OF_PLACE + route.patterns() * mass::BYTES_OF_PATTERN;
        self.bytes_of_ways() + of_places + route.links() * size_of::<Link>() + route.starts() * self.sizes.start
    }

    /// Bytes of a route while the states of starts are still held.
    fn bytes_while_held(&self, route: &Route) -> usize {
        self.bytes_of_route(route) + self.bytes_of_starts()
    }

    /// Bytes of a route while so many passes are under way, when no states are held any more.
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
