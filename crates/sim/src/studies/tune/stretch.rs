//! Stretches of a race: what cells played side by side, and what was counted. They can be written down, so that a race
//! that was interrupted goes on from where it was.

use std::collections::VecDeque;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::worker::Totals;
use crate::stats::paired::PairedSums;

/// What a cell and others beside it played, and what was counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// The index of the first encounter.
    pub(super) start: u64,
    /// The index after that of the last one.
    pub(super) end: u64,
    /// The index of the cell that was the closest before.
    pub(super) leader: usize,
    /// Of the leader, by target.
    pub(super) totals: Vec<Totals>,
    /// The cells that played the same encounters, in ascending order.
    pub(super) followers: Vec<Follower>,
}

/// What a cell beside the leader played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Follower {
    /// The index of the cell.
    pub(super) cell: usize,
    /// By target.
    pub(super) totals: Vec<Totals>,
    /// By target, the leader's values first.
    pub(super) pairs: Vec<PairedSums>,
}

impl Stretch {
    pub(super) const fn encounters(&self) -> u64 {
        self.end - self.start
    }

    /// Whether it is the beginning of what these cells play next, and its counts are those of so many encounters.
    fn begins(&self, range: &Range<u64>, leader: usize, followers: &[usize], are_shares: &[bool]) -> bool {
        if self.start != range.start || self.start >= self.end || self.end > range.end || self.leader != leader {
            return false;
        }
        let encounters = self.encounters();
        let are_consistent = |totals: &[Totals]| {
            let mut all = totals.iter().zip(are_shares);
            totals.len() == are_shares.len() && all.all(|(totals, &is_share)| totals.is_of(encounters, is_share))
        };
        let is_of = |(follower, &cell): (&Follower, &usize)| {
            let Follower { totals, pairs, .. } = follower;
            let leader_and_own = self.totals.iter().zip(totals).map(|(leader, own)| [leader.sums, own.sums]);
            let mut pairs_of_sums = pairs.iter().zip(leader_and_own).zip(are_shares);
            follower.cell == cell
                && are_consistent(totals)
                && pairs.len() == totals.len()
                && pairs_of_sums.all(|((pairs, sums), &is_share)| pairs.is_of(encounters, sums, is_share))
        };
        let is_of_leader = are_consistent(&self.totals) && self.followers.len() == followers.len();
        is_of_leader && self.followers.iter().zip(followers).all(is_of)
    }
}

/// The stretches of a race in their order: first those that an earlier call played, then those of this one.
#[derive(Debug, Default)]
pub(super) struct Course {
    before: VecDeque<Stretch>,
    pub(super) played: Vec<Stretch>,
}

impl Course {
    pub(super) fn after(before: Vec<Stretch>) -> Self {
        Self { before: before.into(), played: Vec::new() }
    }

    /// The next stretch of the earlier call, if it is the beginning of what is to be played. What does not fit is of
    /// another race, and all after it is dropped.
    pub(super) fn next(
        &mut self,
        range: &Range<u64>,
        leader: usize,
        followers: &[usize],
        are_shares: &[bool],
    ) -> Option<Stretch> {
        let next = self.before.pop_front()?;
        if next.begins(range, leader, followers, are_shares) {
            return Some(next);
        }
        self.before.clear();
        None
    }
}
