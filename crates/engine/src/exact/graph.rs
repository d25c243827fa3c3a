//! The states of an encounter and the transitions between them: a graph whose nodes are numbered as they are met.

use super::Ending;
use super::index::{Index, short_hash};
use super::labels::Labels;
use super::nodes::Nodes;
use crate::outcome::Side;

/// Nodes, ways to end, labels and transitions beyond this number have no room in a transition.
pub(super) const NUMBERS_MAX: usize = 1 << 30;

/// Where a transition leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Target {
    /// To a node of the same round.
    SameRound(u32),
    /// To a node at the start of the next round.
    NextRound(u32),
    /// Out of the fight.
    End(u32),
}

/// How a fight ended, and what that says about its course.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Final {
    pub(super) ending: Ending,
    /// The side that was ahead when the fight was decided; none when both were even, and when the round limit decided,
    /// for the round before it was seen already.
    pub(super) leader: Option<Side>,
}

/// Ways to end by number: equal ones have the same number, in order of first sight.
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

/// A way out of a node in eight bytes, since there are many.
#[derive(Debug, Clone, Copy)]
pub(super) struct Transition {
    /// The number of the target, with its kind in the first two bits.
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

    /// A transition to the same target.
    pub(super) fn with(self, label: u32) -> Self {
        Self { label, ..self }
    }

    /// Tells targets apart.
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

/// What was found.
pub(super) struct Graph<S> {
    /// The opening first.
    pub(super) nodes: Nodes<S>,
    pub(super) endings: Finals,
    pub(super) labels: Labels,
    /// By node: its range in `transitions`, empty for nodes that are not followed.
    pub(super) ranges: Vec<(u32, u32)>,
    pub(super) transitions: Vec<Transition>,
}
