//! The graph of an encounter: states as nodes, numbered in the order in which they are met, and the transitions between
//! them.

use super::Ending;
use super::index::{Index, short_hash};
use super::labels::Labels;
use super::nodes::Nodes;
use crate::outcome::Side;

/// Exclusive limit of the numbers of nodes, ways to end, labels and transitions: a transition has 30 bits for a target.
pub(super) const NUMBERS_MAX: usize = 1 << 30;

/// The target of a transition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// A node of the same round.
    SameRound(u32),
    /// A node at the start of the next round.
    NextRound(u32),
    /// A way to end the fight.
    End(u32),
}

/// A way to end for the solver: an ending, and the leader at that moment, which the course of the lead needs.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Final {
    pub(super) ending: Ending,
    /// The side that was ahead when the fight was decided. `None` if both were even, or if the round limit ended the
    /// fight: that lead was already observed at the end of the last round.
    pub(super) leader: Option<Side>,
}

/// Ways to end by number: equal ones share a number; numbers follow the order in which they were first met.
#[derive(Debug, Default)]
pub(super) struct Finals {
    list: Vec<Final>,
    index: Index,
}

impl Finals {
    pub(super) fn number(&mut self, end: &Final) -> u32 {
        let new = self.list.len() as u32;
        let number = self.index.find_or_enter(short_hash(end), new, |number| self.list[number as usize] == *end);
        if number == new {
            self.list.push(end.clone());
        }
        number
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &Final> {
        self.list.iter()
    }
}

/// A transition out of a node, in eight bytes because there are many.
#[derive(Debug, Clone, Copy)]
pub(super) struct Transition {
    /// The number of the target; the top two bits hold its kind.
    to: u32,
    pub(super) label: u32,
}

impl Transition {
    const SAME_ROUND: u32 = 0;
    const NEXT_ROUND: u32 = 1;

    pub(super) fn new(to: Target, label: u32) -> Self {
        let (kind, number) = match to {
            Target::SameRound(node) => (Self::SAME_ROUND, node),
            Target::NextRound(node) => (Self::NEXT_ROUND, node),
            Target::End(way) => (2, way),
        };
        Self { to: kind << 30 | number, label }
    }

    /// The transition to the same target with another label.
    pub(super) fn with(self, label: u32) -> Self {
        Self { label, ..self }
    }

    /// The target as a number: equal targets have equal keys.
    pub(super) fn key(self) -> u32 {
        self.to
    }

    pub(super) fn to(self) -> Target {
        let number = self.to & (NUMBERS_MAX as u32 - 1);
        match self.to >> 30 {
            Self::SAME_ROUND => Target::SameRound(number),
            Self::NEXT_ROUND => Target::NextRound(number),
            _ => Target::End(number),
        }
    }
}

/// The result of the search.
pub(super) struct Graph<S> {
    /// All nodes; number 0 is the opening.
    pub(super) nodes: Nodes<S>,
    pub(super) endings: Finals,
    pub(super) labels: Labels,
    /// For each node: its range in `transitions`, empty if the node was not followed.
    pub(super) ranges: Vec<(u32, u32)>,
    pub(super) transitions: Vec<Transition>,
}
