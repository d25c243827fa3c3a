//! The course of the lead, as probability mass passes: [`LeadHistory`](crate::LeadHistory) without a state of its own.
//!
//! How often the lead changed, and when a side was last behind, belongs to no state of a fight: two fights in the same state
//! may have come there on different courses. Moments of the course travel beside the mass of a state, like those of metrics:
//! all that happens to them is linear in the mass.

use super::{LeadMoments, Moments};
use crate::lead::{ahead, margin};
use crate::outcome::{Side, Winner};
use crate::sum::Sum;

/// Columns beside the mass of a node.
pub(super) const COLUMNS: usize = 14;

/// First and second moment.
type Pair = [f64; 2];

/// What the mass of a node remembers of the lead, everything multiplied by the mass.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Course {
    /// By side: the mass in which it was ahead last.
    last: [f64; 2],
    /// Changes of the lead.
    changes: Pair,
    /// By side: changes of the lead in the mass in which it was ahead last.
    changes_by_last: [f64; 2],
    /// By side: the last round after which it was behind.
    last_behind: [Pair; 2],
    /// By side: its margin when the round began.
    margins: [Pair; 2],
}

/// The moments of a whole number that is certain.
fn certain(number: f64, mass: f64) -> Pair {
    [number * mass, number * number * mass]
}

impl Course {
    pub(super) fn read(columns: &[f64]) -> Self {
        let pair = |first: usize| [columns[first], columns[first + 1]];
        Self {
            last: pair(0),
            changes: pair(2),
            changes_by_last: pair(4),
            last_behind: [pair(6), pair(8)],
            margins: [pair(10), pair(12)],
        }
    }

    pub(super) fn write(&self, columns: &mut [f64]) {
        let [behind, other_behind] = self.last_behind;
        let [margin, other_margin] = self.margins;
        let pairs = [self.last, self.changes, self.changes_by_last, behind, other_behind, margin, other_margin];
        columns.copy_from_slice(pairs.as_flattened());
    }

    /// A share of it, for a transition of this chance.
    pub(super) fn scaled(columns: &[f64], chance: f64) -> Self {
        let mut scaled = [0.0; COLUMNS];
        for (scaled, column) in scaled.iter_mut().zip(columns) {
            *scaled = column * chance;
        }
        Self::read(&scaled)
    }

    /// The lead after a round, or after the set-up, of all the mass.
    pub(super) fn watch(&mut self, lead: i32, round: f64, mass: f64) {
        self.watch_leader(ahead(lead), round, mass);
        self.margins = Side::ALL.map(|side| certain(f64::from(margin(lead, side)), mass));
    }

    /// Who leads after a round. With X changes so far, those in which somebody else led come to X + 1, whose second moment is
    /// larger by 2 X + 1.
    fn watch_leader(&mut self, leader: Option<Side>, round: f64, mass: f64) {
        let Some(leader) = leader else { return };
        let (own, rival) = (leader.index(), leader.other().index());
        self.changes[1] += 2.0 * self.changes_by_last[rival] + self.last[rival];
        self.changes[0] += self.last[rival];
        self.changes_by_last[own] = self.changes[0];
        self.changes_by_last[rival] = 0.0;
        self.last[own] = mass;
        self.last[rival] = 0.0;
        self.last_behind[rival] = certain(round, mass);
    }
}

/// The courses of what has ended.
#[derive(Debug, Default)]
pub(super) struct EndedCourses {
    /// What ended in the latest round alone: changes, rounds after which winners were behind, margins.
    latest: [Pair; 3],
    sums: [[Sum; 2]; 3],
}

impl EndedCourses {
    /// Adds a course that ends in this round. `leader` is the side that leads at the end, if that is to be seen yet.
    pub(super) fn take(&mut self, mut course: Course, winner: Winner, leader: Option<Side>, round: f64, mass: f64) {
        course.watch_leader(leader, round, mass);
        let won = winner.side().map(Side::index);
        let of_winner = |pairs: [Pair; 2]| won.map_or([0.0; 2], |side| pairs[side]);
        let ended = [course.changes, of_winner(course.last_behind), of_winner(course.margins)];
        for (latest, ended) in self.latest.as_flattened_mut().iter_mut().zip(ended.as_flattened()) {
            *latest += ended;
        }
    }

    pub(super) fn close_latest(&mut self) {
        for (sum, latest) in self.sums.as_flattened_mut().iter_mut().zip(self.latest.as_flattened_mut()) {
            sum.add(std::mem::take(latest));
        }
    }

    /// The moments, those of winners among encounters that a side won, which have this chance.
    pub(super) fn moments(&self, won: f64) -> LeadMoments {
        let [changes, decided_after, margin] =
            [0, 1, 2].map(|number: usize| [self.sums[number][0].total(), self.sums[number][1].total()]);
        LeadMoments {
            changes: Moments::among(1.0, changes),
            decided_after: Moments::among(won, decided_after),
            margin: Moments::among(won, margin),
        }
    }
}
